"""A game is a folder: its card is collected from what its modules define, by name.

karuba/            __init__.py: NAME, SAYS, SEATS, RULES_VERSION, WELCOME
  words/           SPEECH: all that it says, in other languages; de.po and its like
  rulebook.md      the rules as they are played; perhaps lesson.md and pieces.md beside it
  rules/           OPTIONS, PHASES, State, new, to_move, legal, play, places …
  people/          MOVES, EVENTS, SYNONYMS, view, picture, write, breakdown …
  bots/            PLANES, LEVELS, observe, appeal, prospect
"""

import inspect
import pkgutil
import re
import sys
import warnings
from dataclasses import fields
from importlib import import_module, util
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from templetop.engine import ask, faults, usual
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal

# What is no function goes by a name in capitals.
FACTS = {
    "NAME": "name", "SAYS": "says", "SEATS": "seats", "RULES_VERSION": "rules_version",
    "WELCOME": "welcome", "OPTIONS": "options", "MEASURE": "measure", "PHASES": "phases",
    "MOVES": "moves", "EVENTS": "events", "PLANES": "planes", "SYNONYMS": "synonyms",
    "LEVELS": "levels", "DAILY": "daily", "RENUMBERED": "renumbered", "State": "State",
    "SPEECH": "words",
}  # fmt: skip
QUESTIONS = {field.name for field in fields(Game)} - {*FACTS.values(), "id", "folder"}


# What Python names at the end of its words
ITS_FILE = re.compile(r" \([^()]*\.py(?:, line \d+)?\)$")

RULES, PEOPLE, BOTS = "rules", "people", "bots"
# In which of its folders a game answers what, and what the function is called with. Elsewhere a
# function may have such a name and be something else.
ANSWERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "new": ((RULES,), ("state", "seats", "options")),
    "to_move": ((RULES,), ("state",)),
    "legal": ((RULES,), ("state", "seat", "moves")),
    "odds": ((RULES,), ("state", "events", "weights")),
    "play": ((RULES,), ("state", "decisions")),
    "happen": ((RULES,), ("state", "event")),
    "places": ((RULES,), ("state", "places")),
    "points": ((RULES,), ("state", "points")),
    "sides": ((RULES,), ("state", "sides")),
    "first_player": ((RULES,), ("state",)),
    "why_not_together": ((RULES,), ("seats", "chosen")),
    "imagine": ((RULES, BOTS), ("state", "seat", "random")),
    "observe": ((BOTS, RULES), ("state", "seat", "numbers")),
    "appeal": ((BOTS, RULES), ("state", "seat", "move")),
    "prospect": ((BOTS, RULES), ("state", "seat")),
    "view": ((PEOPLE,), ("state", "seat")),
    "picture": ((PEOPLE,), ("state", "seat")),
    "write": ((PEOPLE,), ("state",)),
    "why_no_move": ((PEOPLE,), ("state", "seat", "typed")),
    "breakdown": ((PEOPLE, RULES), ("state", "seat")),
    "hindsight": ((BOTS,), ("match", "key")),
    "takes_time": ((), ("state",)),  # in any folder, perhaps one of its own
    "experiment": ((), ("state", "seed")),
}


class NotAGame(Refusal):
    """A folder that does not say all that a game has to say."""


def collect(package: str) -> Game:
    """The card of the game in this package."""
    found: dict[str, Any] = {}
    modules = modules_in(package)
    for module in modules:
        for name, value in said_by(module, package).items():
            if name in found and found[name] is not value:
                raise NotAGame(
                    f"{package} defines {name} twice, the second time in {module.__name__}."
                )
            found[name] = value
    missing = [field.name for field in fields(Game) if is_needed(field) and field.name not in found]
    check_places(package, modules, found)
    if missing:
        written = {name: fact for fact, name in FACTS.items()}
        names = ", ".join(written.get(name, name) for name in missing)
        raise NotAGame(f"{package} does not define: {names}.")
    game = Game(id=package.rpartition(".")[2], folder=folder_of(package), **found)
    check_chance(game)
    check_secrets(game)
    heed_overflows(package, game)
    return ask.know(game)


def modules_in(package: str) -> list[ModuleType]:
    try:
        root = import_module(package)
        names = [found.name for found in pkgutil.walk_packages(root.__path__, f"{package}.")]
        return [root, *map(import_module, names)]
    except Exception as error:
        raise cannot_be_loaded(package, error) from error


def cannot_be_loaded(package: str, error: Exception) -> Refusal:
    """Why the modules of a game cannot be imported, and in which line; a refusal stays one."""
    if isinstance(error, Refusal):
        return error
    fault = faults.fault_of(error, folders_of(package))
    why = ITS_FILE.sub("", " ".join(str(error).split())).removesuffix(".") or type(error).__name__
    if fault is None:
        return NotAGame(f"{package} cannot be loaded: {why}.")
    where = faults.FaultInGame("", fault.file, fault.line, fault.rule).where
    return NotAGame(f"{package} cannot be loaded: {where}: {why}.")


def folders_of(package: str) -> list[Path]:
    """Where a package lies, loaded or not."""
    path = getattr(sys.modules.get(package), "__path__", None)
    if path is None:
        try:
            spec = util.find_spec(package)
        except (ImportError, ValueError):
            return []
        path = spec and spec.submodule_search_locations
    return [Path(folder) for folder in path or ()]


def said_by(module: ModuleType, package: str) -> dict[str, Any]:
    """The part of the card that stands in this module."""
    said = {FACTS[name]: value for name, value in vars(module).items() if name in FACTS}
    functions = {
        name: value
        for name, value in functions_of(module).items()
        if belongs(name, module, package)
    }
    for function in functions.values():
        check_signature(function)
    return said | functions


def functions_of(module: ModuleType) -> dict[str, FunctionType]:
    """The functions that a module defines itself and that have the name of a question."""
    return {
        name: value
        for name, value in vars(module).items()
        if name in QUESTIONS and isinstance(value, FunctionType)
        if value.__module__ == module.__name__
    }


def belongs(name: str, module: ModuleType, package: str) -> bool:
    """Does the module lie where a game answers this question?"""
    folders, _ = ANSWERS[name]
    inside = module.__name__.removeprefix(package).lstrip(".").split(".")[0]
    return inside in folders if folders else inside not in (PEOPLE, BOTS)


def check_signature(function: FunctionType) -> None:
    """Refuse a function that cannot be called as the question is put."""
    _, expected = ANSWERS[function.__name__]
    if not can_take(function, len(expected)):
        raise NotAGame(
            f"{place_of(function)}: {function.__name__} is called with ({', '.join(expected)}),"
            f" and this one takes {inspect.signature(function)}."
        )


def can_take(function: FunctionType, how_many: int) -> bool:
    try:
        inspect.signature(function).bind(*range(how_many))
    except TypeError:
        return False
    return True


def check_places(package: str, modules: list[ModuleType], found: dict[str, Any]) -> None:
    """Refuse an answer in a folder in which nobody looks for it.

    A helper there may have such a name; but what looks exactly like an answer is meant as one.
    """
    for module in modules:
        for name, function in functions_of(module).items():
            folders, expected = ANSWERS[name]
            if name not in found and tuple(inspect.signature(function).parameters) == expected:
                raise NotAGame(
                    f"{place_of(function)}: {name} stands in the wrong folder; a game says that in"
                    f" {' or '.join(f'{folder}/' for folder in folders)}."
                )


def place_of(function: FunctionType) -> str:
    return faults.FaultInGame("", *place(function)).where


def place(function: FunctionType) -> tuple[str, int]:
    return function.__code__.co_filename, function.__code__.co_firstlineno


def check_chance(game: Game) -> None:
    """Where there are events, the game has to say what can happen and what it does."""
    for name in ("odds", "happen"):
        if game.events.count and getattr(game, name) is getattr(usual, name):
            raise NotAGame(
                f"{game.id} has EVENTS, but no rule {name}: that says"
                f" {'what can happen' if name == 'odds' else 'what an event does'}."
            )


def check_secrets(game: Game) -> None:
    """Where a seat does not see something, the game has to redraw it for bots."""
    hidden = [
        kind.name for kind in (*game.moves.kinds, *game.events.kinds) if kind.seen_by is not None
    ]
    if hidden and game.imagine is usual.imagine:
        raise NotAGame(
            f"{game.id} hides something from some seats ({', '.join(hidden)}: seen_by), but has no"
            " rule imagine(state, seat, random) that redraws what a seat cannot know: without it,"
            " bots would see everything."
        )


def heed_overflows(package: str, game: Game) -> None:
    """NumPy only warns of a number that has become too large; in a rule, that is a mistake."""
    if not faults.is_ours(game.folder):
        module = rf"{re.escape(package)}(\.|$)"
        warnings.filterwarnings("error", "overflow encountered", RuntimeWarning, module=module)


def is_needed(field: Any) -> bool:
    from dataclasses import MISSING

    has_usual = field.default is not MISSING or field.default_factory is not MISSING
    return not has_usual and field.name not in ("id", "folder")


def folder_of(package: str) -> Path:
    file = sys.modules[package].__file__
    assert file is not None
    return Path(file).parent


def open_folder(folder: Path) -> str:
    """Make a game's folder that lies anywhere a package to import; returns its name."""
    name = folder.name
    if name in sys.modules:
        if getattr(sys.modules[name], "__file__", None) != str(folder / "__init__.py"):
            raise NotAGame(f"The name of {folder} is already taken; give it another one.")
        return name
    spec = util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if not name.isidentifier() or spec is None or spec.loader is None or not folder.is_dir():
        raise NotAGame(f"{folder} is not a game's folder.")
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        why = cannot_be_loaded(name, error) if isinstance(error, Exception) else error
        sys.modules.pop(name, None)
        if not (folder / "__init__.py").is_file():
            raise NotAGame(f"{folder} has no __init__.py.") from None
        raise why from error
    return name
