"""The shelf: which games there are. A game is taken from it, and only then loaded.

A folder beside this file is a game. Those that lie elsewhere are named, as paths, by the variable
TEMPLETOP_GAMES, so that every process that is started knows them too; `put` adds to it.
"""

import os
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path

from templetop.engine.collect import collect, open_folder
from templetop.engine.game import Game, in_words
from templetop.engine.refusal import Refusal

OURS = "templetop.games"
ELSEWHERE = "TEMPLETOP_GAMES"
ORDER = ("karuba", "karuba_cards", "cacao", "karmaggan")  # on the shelf; others follow


@dataclass(frozen=True)
class Box:
    """A game on the shelf, unopened."""

    id: str
    name: str
    seats: str
    says: str
    is_ready: bool = True


COMING = [
    Box("vulkar", "Vul-Kar", "1 to 4", "Marbles down a volcano, and treasure on the way.", False),
]


class NotOnTheShelf(Refusal):
    """There is no such game, or not yet."""


def packages() -> dict[str, str]:
    """The package of every game that can be played, by its id; nothing where it lies elsewhere."""
    return ours() | {folder.name: "" for folder in folders_elsewhere()}


@cache
def ours() -> dict[str, str]:
    names = {path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")}
    names -= {box.id for box in COMING}
    return {name: f"{OURS}.{name}" for name in sorted(names, key=rank)}


def rank(name: str) -> tuple[int, str]:
    return (ORDER.index(name) if name in ORDER else len(ORDER), name)


def folders_elsewhere() -> list[Path]:
    return folders_named(os.environ.get(ELSEWHERE, ""))


@cache
def folders_named(paths: str) -> list[Path]:
    return [Path(folder).resolve() for folder in paths.split(os.pathsep) if folder]


def put(folder: Path) -> str:
    """Put a game on the shelf that lies elsewhere; returns its id."""
    folder = folder.resolve()
    game = open_folder(folder)
    if folder not in folders_elsewhere():
        os.environ[ELSEWHERE] = os.pathsep.join([*map(str, folders_elsewhere()), str(folder)])
    return game


def package_of(game_id: str) -> str:
    """To be imported."""
    if package := packages()[game_id]:
        return package
    return open_folder(next(path for path in folders_elsewhere() if path.name == game_id))


def boxes() -> list[Box]:
    """Everything on the shelf, as it looks from outside."""
    ready = [box_of(game) for game in packages()]
    return [*ready, *(box for box in COMING if box.id not in packages())]


def box_of(game_id: str) -> Box:
    facts = import_module(package_of(game_id))
    return Box(game_id, facts.NAME, in_words(facts.SEATS), facts.SAYS)


def take(game_id: str) -> Game:
    """The card of a game."""
    if game_id in packages():
        return opened(package_of(game_id))
    known = {box.id: box for box in boxes()}
    if game_id in known:
        raise NotOnTheShelf(f"{known[game_id].name} is not playable yet.")
    near = get_close_matches(game_id, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise NotOnTheShelf(f"There is no game {game_id!r}; there are {', '.join(known)}.{hint}")


def unfinished(game_id: str) -> Game:
    """The card of one of ours that is still to come: for its own tests and figures."""
    return opened(f"{OURS}.{game_id}")


@cache
def opened(package: str) -> Game:
    return collect(package)


def ready_games() -> list[str]:
    """The ids of the games that can be played."""
    return [*packages()]
