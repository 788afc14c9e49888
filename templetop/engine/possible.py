"""What cannot stand in a rule, because there is no machine code for it, and what to write instead.

This is looked up in the source only after a compiler has refused a rule: its own message speaks of
types that nobody wrote down.
"""

import ast
import builtins
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.compile import is_rule, modules_of
from templetop.engine.faults import FaultInGame

MAKES_NOTHING_NEW = "A rule makes no lists and no arrays"
LOOP = f"{MAKES_NOTHING_NEW}: write a loop."
TEXT = "A rule only works with numbers: texts belong into people/."
TABLE = f"{MAKES_NOTHING_NEW}: use a tuple, or an array that stands outside of the rules."

# The kind of syntax: what it is called, and what to write instead.
SYNTAX: dict[type[ast.AST], tuple[str, str]] = {
    ast.ListComp: ("a list comprehension", LOOP),
    ast.SetComp: ("a set comprehension", LOOP),
    ast.DictComp: ("a dict comprehension", LOOP),
    ast.GeneratorExp: ("a generator", LOOP),
    ast.List: ("a list", TABLE),
    ast.Set: ("a set", "Use the bits of a number, or an array that stands outside of the rules."),
    ast.Dict: ("a dict", "Use a tuple or an array whose index is the key."),
    ast.JoinedStr: ("an f-string", TEXT),
    ast.Lambda: ("a lambda", "Write a function of its own with @rule."),
    ast.Try: ("try", "Ask with `if` before you do something that could fail."),
    ast.Raise: ("raise", "Rules are only asked for legal moves; people/ says why others are not."),
    ast.With: ("with", "Write it without."),
    ast.Yield: ("yield", LOOP),
    ast.Import: ("an import", "Import at the top of the file."),
    ast.ImportFrom: ("an import", "Import at the top of the file."),
    ast.Global: ("global", "What changes during a game belongs into the record."),
}
TEXTS = {"str", "print", "format", "repr", "input", "open"}
COLLECTIONS = {"list", "dict", "set", "sorted", "sum", "any", "all", "map", "filter", "reversed"}


class Impossible(NamedTuple):
    """Something in a rule that cannot be compiled."""

    path: Path
    line: int
    rule: str
    what: str

    def fault(self) -> FaultInGame:
        return FaultInGame(self.what, str(self.path), self.line, self.rule)


def first_impossible(
    game: Any, places: Sequence[tuple[Path, int]], field: str = ""
) -> FaultInGame | None:
    """The one at a place that the compiler named; or near it, in the same rule; or the first.

    Of a missing field the compiler says only the name.
    """
    found = [*everything_impossible(game)]
    if field:
        found = [one for one in found if f"no field {field}." in one.what]
    named = {(path.resolve(), line) for path, line in places}
    for one in found:
        if (one.path.resolve(), one.line) in named:
            return one.fault()
    if named:
        inside = [one for one in found if any(is_in(one, path, line) for path, line in named)]
        return inside[0].fault() if inside else None
    return found[0].fault() if found else None


def is_in(one: Impossible, path: Path, line: int) -> bool:
    from templetop.engine.faults import function_at

    return one.path.resolve() == path and function_at(path, line) == one.rule


def everything_impossible(game: Any) -> Iterator[Impossible]:
    for module in modules_of(game):
        path = Path(module.__file__ or "")
        for function, node in rules_in(module, path):
            for line, what in in_rule(function, node, fields_of(game.State)):
                yield Impossible(path, line, function.__name__, what)


def rules_in(module: ModuleType, path: Path) -> Iterator[tuple[FunctionType, ast.FunctionDef]]:
    """The rules that a module defines, with their source."""
    if not path.is_file():
        return
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            function = getattr(module, node.name, None)
            if isinstance(function, FunctionType) and is_rule(function):
                yield function, node


def fields_of(kind: np.dtype[Any]) -> set[str]:
    """The names of all fields of a record, and of the records in it."""
    names: set[str] = set()
    for name, (part, *_) in (kind.fields or {}).items():
        names |= {name} | fields_of(part.base)
    return names


def in_rule(
    function: FunctionType, node: ast.FunctionDef, fields: set[str]
) -> Iterator[tuple[int, str]]:
    """Line and sentence of whatever cannot be compiled in one rule."""
    for part in ast.walk(node):
        sentence = about(part, function, fields)
        if sentence:
            yield getattr(part, "lineno", node.lineno), sentence


def about(part: ast.AST, function: FunctionType, fields: set[str]) -> str:
    if type(part) in SYNTAX:
        what, instead = SYNTAX[type(part)]
        return f"A rule cannot contain {what}. {instead}"
    if isinstance(part, ast.Call):
        return about_call(part.func, function)
    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
        return about_attribute(part.value.id, part.attr, function, fields)
    if isinstance(part, ast.Assign) and any(map(is_slice, part.targets)):
        return f"A rule cannot assign to a part of an array at once. {LOOP}"
    return ""


def is_slice(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)


def about_call(called: ast.expr, function: FunctionType) -> str:
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
        if function.__globals__.get(called.value.id) is np and makes_an_array(called.attr):
            return f"A rule cannot call np.{called.attr}, which makes an array. {LOOP}"
        return ""
    if not isinstance(called, ast.Name):
        return ""
    name = called.id
    known = function.__globals__.get(name)
    if isinstance(known, FunctionType) and not is_rule(known):
        return (
            f"{name} is called here, but it is not a rule."
            f" Write @rule above `def {name}` in {Path(known.__code__.co_filename).name}."
        )
    if known is None and hasattr(builtins, name):
        if name in TEXTS:
            return f"A rule cannot call {name}. {TEXT}"
        if name in COLLECTIONS:
            return f"A rule cannot call {name}. {LOOP}"
    return ""


def makes_an_array(name: str) -> bool:
    """Types of numbers, and functions of one number, make none."""
    answer = getattr(np, name, None)
    is_number = isinstance(answer, type) and issubclass(answer, np.generic)
    return not is_number and not isinstance(answer, np.ufunc)


def about_attribute(owner: str, name: str, function: FunctionType, fields: set[str]) -> str:
    """A field of a record that is not there; other things have names of their own."""
    is_local = owner in function.__code__.co_varnames
    if not is_local or name in fields or hasattr(np.ndarray, name):
        return ""
    near = get_close_matches(name, fields, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"The record has no field {name}.{hint}"
