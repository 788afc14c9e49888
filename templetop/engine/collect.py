"""A game is a folder: its card is collected from what its modules define, by name.

karuba/            __init__.py: NAME, SAYS, SEATS, RULES_VERSION, WELCOME
  rulebook.md      the rules as they are played; perhaps lesson.md and pieces.md beside it
  rules/           OPTIONS, PHASES, State, new, to_move, legal, play, places …
  people/          MOVES, EVENTS, SYNONYMS, view, picture, write, breakdown …
  bots/            PLANES, LEVELS, observe, appeal, prospect
"""

import pkgutil
import sys
from dataclasses import fields
from importlib import import_module, util
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal

# What is no function goes by a name in capitals.
FACTS = {
    "NAME": "name", "SAYS": "says", "SEATS": "seats", "RULES_VERSION": "rules_version",
    "WELCOME": "welcome", "OPTIONS": "options", "MEASURE": "measure", "PHASES": "phases",
    "MOVES": "moves", "EVENTS": "events", "PLANES": "planes", "SYNONYMS": "synonyms",
    "LEVELS": "levels", "DAILY": "daily", "RENUMBERED": "renumbered", "State": "State",
}  # fmt: skip
QUESTIONS = {field.name for field in fields(Game)} - {*FACTS.values(), "id", "folder"}


class NotAGame(Refusal):
    """A folder that does not say all that a game has to say."""


def collect(package: str) -> Game:
    """The card of the game in this package."""
    found: dict[str, Any] = {}
    for module in modules_in(package):
        for name, value in said_by(module).items():
            if name in found and found[name] is not value:
                raise NotAGame(
                    f"{package} defines {name} twice, the second time in {module.__name__}."
                )
            found[name] = value
    missing = [field.name for field in fields(Game) if is_needed(field) and field.name not in found]
    if missing:
        written = {name: fact for fact, name in FACTS.items()}
        names = ", ".join(written.get(name, name) for name in missing)
        raise NotAGame(f"{package} does not define: {names}.")
    return ask.know(Game(id=package.rpartition(".")[2], folder=folder_of(package), **found))


def modules_in(package: str) -> list[ModuleType]:
    try:
        root = import_module(package)
        names = [found.name for found in pkgutil.walk_packages(root.__path__, f"{package}.")]
        return [root, *map(import_module, names)]
    except ImportError as error:
        raise NotAGame(f"{package} cannot be loaded: {error}.") from error


def said_by(module: ModuleType) -> dict[str, Any]:
    """The part of the card that stands in this module."""
    said = {FACTS[name]: value for name, value in vars(module).items() if name in FACTS}
    functions = {
        name: value
        for name, value in vars(module).items()
        if name in QUESTIONS and isinstance(value, FunctionType)
        if value.__module__ == module.__name__
    }
    return said | functions


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
        sys.modules.pop(name, None)
        if isinstance(error, FileNotFoundError):
            raise NotAGame(f"{folder} has no __init__.py.") from None
        raise
    return name
