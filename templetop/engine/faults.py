"""Mistakes in the rules of somebody's own game, told with file, line and rule.

An exception that passes through the folder of such a game is a mistake in that game, and its author
wants to know the place. Mistakes of our own games and of the engine stay what they are.
"""

import re
import sys
import traceback
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE

MOST_STEPS = 20_000  # of one match; a game that goes on after them has no end
USUAL = "templetop.engine.usual"  # where the rules are of games that say nothing
PACKAGE = Path(__file__).resolve().parents[1]
RANGE = re.compile(r"Python integer (-?\d+) out of bounds for (\w+)")
BEYOND = re.compile(r"index (-?\d+) is out of bounds for axis \d+ with size (\d+)")
Function = Callable[..., Any]


class FaultInGame(Refusal):
    """A mistake in the rules of a game: `file`, `line` and `rule` say where, `what` says what."""

    def __init__(self, what: str, file: str = "", line: int = 0, rule: str = "") -> None:
        super().__init__(what, file, line, rule)
        self.what, self.file, self.line, self.rule = what, file, line, rule

    @property
    def where(self) -> str:
        """mygame/rules/turn.py, line 12, in legal"""
        place = f"{shown_file(self.file)}, line {self.line}" if self.file else ""
        return ", ".join(filter(None, [place, self.rule and f"in {self.rule}"]))

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class NeverEnds(FaultInGame):
    """A game that goes on and on."""


def shown(path: Path) -> str:
    """A path as people read it: from here, where it lies below."""
    path = path.resolve()
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def shown_file(name: str) -> str:
    return shown(Path(name)) if name else ""


def is_ours(folder: Path | None) -> bool:
    """Does the game belong to Templetop itself, or is it one without a folder, made by a test?"""
    return folder is None or folder.resolve().is_relative_to(PACKAGE)


def folders_of_others() -> list[Path]:
    """Where the known games of others lie."""
    from templetop.engine.ask import known_games

    folders = {game.folder for game in known_games.values() if not is_ours(game.folder)}
    return [folder for folder in folders if folder is not None]


def at(function: Function, what: str, kind: type[FaultInGame] = FaultInGame) -> FaultInGame:
    """A mistake in this function."""
    code = function.__code__
    return kind(what, code.co_filename, code.co_firstlineno, function.__name__)


def fault_of(error: BaseException, folders: Iterable[Path] | None = None) -> FaultInGame | None:
    """The mistake in somebody's game that an exception shows; None where it passed through none.

    The innermost place in the game's folder is the one its author wants to see: what lies further
    in, such as `put` or NumPy, was called from there.
    """
    if isinstance(error, FaultInGame):
        return error
    known = folders_of_others() if folders is None else list(folders)
    if isinstance(error, Refusal) or not known:
        return None
    if isinstance(error, SyntaxError) and is_below(error.filename, known):
        return FaultInGame(f"{error.msg}.", str(error.filename), error.lineno or 0)
    for name, line, rule in reversed(places_of(error.__traceback__)):
        if is_below(name, known):
            rule = "" if rule.startswith("<") else rule
            return FaultInGame(in_words(error), name, line, rule)
    return None


def places_of(trace: TracebackType | None) -> list[tuple[str, int, str]]:
    """File, line and function of every step of a traceback, the outermost first."""
    return [
        (frame.f_code.co_filename, line, frame.f_code.co_name)
        for frame, line in traceback.walk_tb(trace)
    ]


def is_below(name: str | None, folders: Iterable[Path]) -> bool:
    if not name:
        return False
    path = Path(name).resolve()
    return any(path.is_relative_to(folder.resolve()) for folder in folders)


def in_words(error: BaseException) -> str:
    """What went wrong and what to do about it, in one or two sentences."""
    text = " ".join(str(error).split()).removesuffix(".")
    match error:
        case AttributeError(obj=np.void() as record, name=str(name)):
            return about_a_field(record, name)
        case IndexError() if found := BEYOND.search(text):
            return beyond_the_end(int(found[1]), int(found[2]))
        case OverflowError() if found := RANGE.search(text):
            return does_not_fit(int(found[1]), found[2])
        case RuntimeWarning() | FloatingPointError() if "overflow" in text:
            return TOO_LARGE
        case NameError(name=str(name)) if name:
            return about_a_name(name)
        case ZeroDivisionError():
            return "Here something is divided by zero."
    return f"{type(error).__name__}: {text}." if text else f"{type(error).__name__}."


TOO_LARGE = (
    "Here a number becomes too large or too small for its type. Take the numbers of a record"
    " through int() before you calculate, and give the field a wider type."
)


def about_a_name(name: str, others: Iterable[str] = ()) -> str:
    """A name that nothing in the file has."""
    near = get_close_matches(name, others, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"There is no {name} here.{hint} Define it, or import it at the top of the file."


def about_a_field(record: Any, name: str) -> str:
    fields = [field for field in record.dtype.names if not field.startswith("gap_")]
    near = get_close_matches(name, fields, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"The record has no field {name}.{hint} It has {', '.join(fields)}."


def beyond_the_end(index: int, size: int) -> str:
    return f"Index {index} is beyond the end of an array of {size}: it has 0 to {size - 1}."


def does_not_fit(number: int, kind: str) -> str:
    try:
        limits = np.iinfo(kind)
    except (TypeError, ValueError):
        return f"{number} does not fit into {kind}."
    return (
        f"{number} does not fit into {kind}, which holds {limits.min} to {limits.max}."
        " Give the field a wider type, or keep the number smaller."
    )


# ── What is possible ─────────────────────────────────────────────────────────────────────────────


def never_ends(game: Any) -> FaultInGame:
    return at(
        game.to_move,
        f"The game is not over after {MOST_STEPS:,} steps. Every game has to end, whatever is"
        " played: to_move then returns NOBODY.",
        NeverEnds,
    )


def nothing_to_do(game: Any, state: Any, seat: int) -> FaultInGame:
    """Somebody is asked, and nothing is possible."""
    phase = game.phases[int(state.phase)].name
    if seat != CHANCE:
        return at(
            game.legal,
            f"Seat {seat + 1} is asked to decide (phase {phase}) and has no legal move. Let it"
            " pass by a move of its own, or do not ask it in to_move.",
        )
    if game.odds.__module__ == USUAL:
        return at(
            game.to_move,
            f"It is chance's turn (phase {phase}), but the game has no rule odds that says what"
            " can happen.",
        )
    return at(game.odds, f"It is chance's turn (phase {phase}), but nothing is in the set.")


def is_set_of_seats(answer: Any, seats: int) -> bool:
    """A bit for each seat that is asked, and none for others; or no bit at all."""
    return isinstance(answer, int | np.integer) and 0 <= int(answer) < 1 << seats


def no_seats(game: Any, answer: Any, seats: int) -> FaultInGame:
    """to_move answers something that is no set of seats."""
    return at(
        game.to_move,
        f"to_move returned {answer} at a table for {seats}: it has to be CHANCE, NOBODY, or a"
        " number with a bit (1 << seat) for each seat that has to decide.",
    )


def no_number(rule: Function, answer: Any) -> FaultInGame:
    return at(rule, f"This returned {answer!r}, which is no number.")


def no_kind(game: Any, seat: int, number: int) -> FaultInGame:
    """A number is possible that means nothing."""
    rule, table = (game.odds, "EVENTS") if seat == CHANCE else (game.legal, "MOVES")
    return at(rule, f"Number {number} is in the set, but no kind of {table} has it.")


# ── What machine code cannot do ──────────────────────────────────────────────────────────────────

PLACES = re.compile(r'(?: at |File ")(/?[^"()\n]+?\.py)(?:"?, line (\d+)| \((\d+)\))')
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
REASON = re.compile(r"Failed in nopython mode pipeline \(step: [^)]*\)\s*\n\s*([^\n]+)")


def fault_in_compiling(error: Exception, game: Any) -> FaultInGame:
    """Why the rules of a game cannot be compiled: where, what, and what to write instead."""
    from templetop.engine.possible import first_impossible

    text = COLOURS.sub("", str(error))
    places = [
        (path, int(line or other))
        for name, line, other in PLACES.findall(text)
        if (path := found_below(name, game.folder)) is not None
    ]
    field = str(error.args[0]) if isinstance(error, KeyError) and error.args else ""
    impossible = first_impossible(game, places, field)
    if impossible is not None:
        return impossible
    reasons = REASON.findall(text)
    why = reasons[-1].strip().removesuffix(".") if reasons else text.strip().split("\n")[0]
    what = f"This cannot be compiled ({why}). Rules only work with numbers, records and arrays."
    if places:
        path, line = places[0]
        return FaultInGame(what, str(path), line, function_at(path, line))
    return FaultInGame(f"The rules of {game.name} cannot be compiled: {why}.")


def found_below(name: str, folder: Path) -> Path | None:
    """The file of the game that Numba means; it may name it as seen from elsewhere."""
    path = Path(name)
    if path.is_absolute():
        return path if is_below(name, [folder]) else None
    parts = path.parts
    for n in range(len(parts)):
        if parts[n] == folder.name and (whole := folder.joinpath(*parts[n + 1 :])).is_file():
            return whole
    return None


def function_at(path: Path, line: int) -> str:
    import ast

    found = ""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            found = node.name
    return found


def fault_while_running(error: Exception, game: Any) -> FaultInGame:
    """Machine code knows no lines."""
    where = "Set NUMBA_DISABLE_JIT=1 to let the interpreter play, which says where."
    return FaultInGame(
        f"The compiled rules of {game.name} failed ({in_words(error)[:-1]}). {where}"
    )


def is_numba(error: BaseException) -> bool:
    errors = sys.modules.get("numba.core.errors")
    return errors is not None and isinstance(error, errors.NumbaError)
