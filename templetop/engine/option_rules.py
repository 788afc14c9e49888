"""Do the rulebook and the code agree on what depends on an option?

A sentence names the options that change what it says, and a rule that reads an option that is a
number cites such a sentence.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from templetop.engine.game import Game, Numbers, Option
from templetop.engine.kept_faults import rule_modules
from templetop.engine.rulebook import (
    DOTTED,
    Entry,
    Function,
    Rulebook,
    cited_by,
    in_comments,
    is_rule,
    modules_of,
)

PARAMETER = "options"  # of `new`, and of the rules that it calls


@dataclass(frozen=True)
class Reading:
    """A rule that reads an option, and the sentences that it cites, none of which names it."""

    option: str
    function: str
    place: str  # file and line
    numbers: tuple[str, ...]


def unnamed_options(game: Game, book: Rulebook) -> list[str]:
    """The options that no sentence names."""
    named = set().union(*(entry.options for entry in book.sentences))
    return [option.name for option in game.options if option.name not in named]


def unmarked_sentences(game: Game, book: Rulebook) -> list[tuple[str, str]]:
    """Options with a sentence that their description refers to, and that does not name them."""
    return [
        (option.name, number)
        for option in game.options
        for text in [option.says, *(choice.says for choice in option.choices)]
        for number in dict.fromkeys(DOTTED.findall(text))
        if number in book.numbers and not is_named(option.name, [number], book)
    ]


def is_named(option: str, numbers: Sequence[str], book: Rulebook) -> bool:
    """Is it named by one of those rules, by one that they refer to, or in one of those sections?"""
    return any(
        option in entry.options
        for number in numbers
        for near in sentences_under(number, book)
        for entry in [near, *referred_to(near, book)]
    )


def sentences_under(number: str, book: Rulebook) -> list[Entry]:
    return [entry for entry in book.sentences if entry.is_under(number)]


def referred_to(entry: Entry, book: Rulebook) -> list[Entry]:
    numbers = DOTTED.findall(entry.text)
    return [other for other in book.sentences if other.number in numbers]


def unnamed_readings(game: Game, folder: Path, book: Rulebook) -> list[Reading]:
    """The rules that read a number that can be agreed on, and cite no sentence that names it.

    Only what reads a field of a table counts, not what sets the table up, and rules that cite
    nothing do not. Which fields keep an option is found in the code: those that are set from
    `options`, and nowhere but in functions that are given `options`.
    """
    paths = rule_modules(folder) or modules_of(folder)
    modules = [Module.read(path, folder) for path in paths]
    fields = option_fields(modules, game.options)
    return [
        Reading(option, function.name, f"{module.place}:{function.lineno}", numbers)
        for module in modules
        for function in module.functions
        if is_rule(function) and (numbers := module.cited(function, book))
        for option in options_read(function, fields, game.options)
        if not is_named(option, numbers, book)
    ]


# ── What code does with options ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Module:
    """A module of a game: its functions, and the values of its names."""

    place: str
    functions: list[Function]
    comments: list[tuple[int, str]]
    values: dict[str, Any]

    @classmethod
    def read(cls, path: Path, folder: Path) -> "Module":
        source = path.read_text("utf-8")
        functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, Function)]
        values = values_in(path)
        return cls(path.relative_to(folder).as_posix(), functions, [*in_comments(source)], values)

    def cited(self, function: Function, book: Rulebook) -> tuple[str, ...]:
        """The rules that a function cites in its docstring and in its comments."""
        last = function.end_lineno or function.lineno
        inside = [number for line, number in self.comments if function.lineno <= line <= last]
        cited = [*cited_by(ast.get_docstring(function, clean=False) or ""), *inside]
        return tuple(number for number in dict.fromkeys(cited) if number in book.numbers)


def values_in(path: Path) -> dict[str, Any]:
    """The names of a module that was imported from there; none, if none was."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and Path(file) == path:
            return vars(module)
    return {}


def option_fields(
    modules: Sequence[Module], options: Sequence[Option | Numbers]
) -> dict[str, set[str]]:
    """The fields of a table that keep options, each with the names of those it may keep."""
    kept: dict[str, set[str]] = {}
    changed: set[str] = set()
    for module in modules:
        for function in module.functions:
            for target, value in assignments(function):
                if (field := field_of(target)) is None:
                    continue
                if not takes_options(function):
                    changed.add(field)
                elif names := named_in(value, module, options):
                    kept.setdefault(field, set()).update(names)
    return {field: names for field, names in kept.items() if field not in changed}


def assignments(function: Function) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets, value):
                yield from ((target, value) for target in targets)
            case ast.AugAssign(target, _, value):
                yield target, value


def field_of(target: ast.expr) -> str | None:
    """The last field in state.numbers.prizes[0]; nothing, if it is a name."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.attr if isinstance(target, ast.Attribute) else None


def options_read(
    function: Function, fields: dict[str, set[str]], options: Sequence[Option | Numbers]
) -> list[str]:
    """The options that are numbers and whose fields a function reads."""
    if takes_options(function):
        return []
    read: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            read |= fields.get(node.attr, set())
    return [one.name for one in options if one.name in read and isinstance(one, Numbers)]


def takes_options(function: Function) -> bool:
    return any(argument.arg == PARAMETER for argument in function.args.args)


def subscripts(node: ast.AST) -> Iterator[ast.Subscript]:
    """Every options[…] in it."""
    for one in ast.walk(node):
        match one:
            case ast.Subscript(ast.Name(name)) if name == PARAMETER:
                yield one


def named_in(node: ast.AST, module: Module, options: Sequence[Option | Numbers]) -> set[str]:
    """The names of the options that are read in it, as options[ROUNDS]."""
    slots = [option.name for option in options for _ in range(option.slots)]
    found = (slot_in(one.slice, module.values) for one in subscripts(node))
    return {slots[slot] for slot in found if slot is not None and 0 <= slot < len(slots)}


def slot_in(index: ast.expr, values: dict[str, Any]) -> int | None:
    """The first number in an index: that of PRIZE in options[PRIZE + place]."""
    while isinstance(index, ast.BinOp):
        index = index.left
    match index:
        case ast.Constant(int(slot)):
            return slot
        case ast.Name(name) if isinstance(values.get(name), int):
            return int(values[name])
    return None
