"""What cannot stand in a rule, because there is no machine code for it, and what to write instead.

This is looked up in the source only after a compiler has refused a rule: its own message speaks of
types that nobody wrote down.
"""

import ast
import builtins
import inspect
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.compile import is_rule, modules_of
from templetop.engine.faults import FaultInGame, about_a_name
from templetop.engine.words import counted

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
COLLECTIONS = {"list", "set", "sorted", "sum", "any", "all", "map", "filter", "reversed"}
NO_CHANCE = "Rules draw no random numbers: what chance does is an event, and odds says how likely."
# What may stand outside of a rule, but not be looked into by one: its type, and what to use instead
OUTSIDE: dict[type, str] = {
    dict: SYNTAX[ast.Dict][1],
    list: "Use a tuple or an array.",
    set: "Use a tuple or an array.",
    str: TEXT,
}


class Impossible(NamedTuple):
    """Something in a rule that cannot be compiled."""

    path: Path
    line: int
    rule: str
    what: str
    is_certain: bool = True  # or does the compiler take some of these

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
        found = [one for one in found if any(is_in(one, path, line) for path, line in named)]
    certain = [one for one in found if one.is_certain]
    return certain[0].fault() if certain else None


def is_in(one: Impossible, path: Path, line: int) -> bool:
    from templetop.engine.faults import function_at

    return one.path.resolve() == path and function_at(path, line) == one.rule


def everything_impossible(game: Any) -> Iterator[Impossible]:
    for module in modules_of(game):
        path = Path(module.__file__ or "")
        for function, node in rules_in(module, path):
            for part, what in in_rule(function, node, fields_of(game.State)):
                line = getattr(part, "lineno", node.lineno)
                yield Impossible(path, line, function.__name__, what, not is_sometimes(part))


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
) -> Iterator[tuple[ast.AST, str]]:
    """Whatever cannot be compiled in one rule, with a sentence about it."""
    inner = {name.id for name in ast.walk(node) if isinstance(name, ast.Name) and is_set(name)}
    inner |= {argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg)}
    for part in inside(node):
        sentence = about(part, function, fields, inner)
        if sentence:
            yield part, sentence


def inside(node: ast.FunctionDef) -> Iterator[ast.AST]:
    """All parts of a rule but its docstring, its decorators and its head."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    for statement in body:
        yield from ast.walk(statement)


def is_set(name: ast.Name) -> bool:
    return not isinstance(name.ctx, ast.Load)


def about(part: ast.AST, function: FunctionType, fields: set[str], inner: set[str]) -> str:
    if type(part) in SYNTAX:
        what, instead = SYNTAX[type(part)]
        return f"A rule cannot contain {what}. {instead}"
    if isinstance(part, ast.Constant) and isinstance(part.value, str):
        return f"A rule cannot contain a text. {TEXT}"
    if isinstance(part, ast.Name):
        return "" if part.id in inner else about_name(part.id, function, inner)
    if isinstance(part, ast.Call):
        return about_call(part.func, function) or about_arguments(part, function)
    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
        return about_attribute(part.value.id, part.attr, function, fields)
    if isinstance(part, ast.Assign) and any(map(is_slice, part.targets)):
        return f"A rule cannot assign to a part of an array at once. {LOOP}"
    return ""


def is_slice(target: ast.expr) -> bool:
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)


def is_sometimes(part: ast.AST) -> bool:
    """Can some of these be compiled, so that only the compiler knows whether this one is wrong?"""
    if isinstance(part, ast.Call):
        return is_method(part.func)
    return isinstance(part, ast.Assign)


def is_method(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and not isinstance(called.value, ast.Name)


def about_name(name: str, function: FunctionType, inner: set[str]) -> str:
    """A name from outside of the rule."""
    if hasattr(builtins, name):
        return ""
    if name not in function.__globals__:
        return about_a_name(name, [*inner, *function.__globals__])
    kind = type(function.__globals__[name])
    if kind in OUTSIDE:
        return f"A rule cannot look into {name}, a {kind.__name__}. {OUTSIDE[kind]}"
    return ""


def about_call(called: ast.expr, function: FunctionType) -> str:
    if isinstance(called, ast.Attribute):
        owner = called.value.id if isinstance(called.value, ast.Name) else ""
        return about_attribute_called(owner, called.attr, function)
    if not isinstance(called, ast.Name):
        return ""
    name = called.id
    if name in function.__globals__:
        return about_known(name, function.__globals__[name], function)
    if name in TEXTS:
        return f"A rule cannot call {name}. {TEXT}"
    if name == "dict":
        return f"A rule cannot call dict. {SYNTAX[ast.Dict][1]}"
    return f"A rule cannot call {name}. {LOOP}" if name in COLLECTIONS else ""


def about_attribute_called(owner: str, name: str, function: FunctionType) -> str:
    """A method, or a function of a module."""
    module = function.__globals__.get(owner)
    if module is np:
        if makes_an_array(name):
            return f"A rule cannot call np.{name}, which makes an array. {LOOP}"
        return ""
    if isinstance(module, ModuleType):
        return about_known(f"{owner}.{name}", getattr(module, name, None), function)
    return f"A rule cannot call .{name}(). {LOOP}"


def about_known(name: str, known: Any, function: FunctionType) -> str:
    """Something from outside of the rule that is called in it."""
    module = getattr(known, "__module__", None) or type(getattr(known, "__self__", None)).__module__
    if module == "random":
        return f"A rule cannot call {name}. {NO_CHANCE}"
    if isinstance(known, type) and not issubclass(known, int | float | np.generic):
        return f"A rule cannot call {name}, a class. A rule only works with numbers."
    if not isinstance(known, FunctionType) or is_rule(known):
        return ""
    if module.partition(".")[0] != function.__module__.partition(".")[0]:
        return f"{name} is called here, but it is not a rule, and no function of this game."
    return (
        f"{name} is called here, but it is not a rule."
        f" Write @rule above `def {known.__name__}` in {Path(known.__code__.co_filename).name}."
    )


def about_arguments(call: ast.Call, function: FunctionType) -> str:
    """A rule that is called with too few or too many arguments, or that calls itself."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    known = function.__globals__.get(name)
    if not isinstance(known, FunctionType) or call.keywords:
        return ""
    if known is function:
        return f"A rule cannot call itself. {LOOP.partition(': ')[2].capitalize()}"
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return ""
    try:
        inspect.signature(known).bind(*call.args)
    except TypeError:
        takes = inspect.signature(known)
        return f"{name} takes {takes} and is called with {counted(len(call.args), 'argument')}."
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
