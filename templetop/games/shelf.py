"""The shelf: which games there are. A game is taken from it, and only then loaded.

A folder beside this file is a game. Those that lie elsewhere are named, as paths, by the variable
TEMPLETOP_GAMES, so that every process that is started knows them too; `put` adds to it. Others are
installed: their packages name them as entry points of the group `templetop.games`. If the variable
TEMPLETOP_INSTALLED is set, there are only those of them that it lists, with commas: a server has
none that its operator has not named.
"""

import copyreg
import os
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import RLock
from typing import Any

from templetop.engine.collect import collect, open_folder
from templetop.engine.game import Game, in_words
from templetop.engine.refusal import Refusal
from templetop.engine.speech import ENGINE, ENGLISH, speaking
from templetop.engine.words import quoted

t = ENGINE.t
OPENING = RLock()
OPEN: dict[str, Game] = {}  # the cards that were collected, by package
OURS = "templetop.games"  # also the group of entry points of those that are installed
ELSEWHERE = "TEMPLETOP_GAMES"
INSTALLED = "TEMPLETOP_INSTALLED"
ORDER = ("karuba", "karuba_cards", "cacao", "karmaggan", "vulkar")  # on the shelf; others follow


@dataclass(frozen=True)
class Box:
    """A game on the shelf, unopened."""

    id: str
    name: str
    seats: str
    says: str
    is_ready: bool = True


COMING: list[Box] = []  # what is announced, but cannot be played yet


class NotOnTheShelf(Refusal):
    """There is no such game, or not yet."""


def packages() -> dict[str, str]:
    """The package of every game that can be played, by its id; nothing where it lies elsewhere."""
    others = {game: package for game, package in installed().items() if game not in ours()}
    return ours() | others | {folder.name: "" for folder in folders_elsewhere()}


def others() -> list[str]:
    """The ids of the games that are not ours."""
    return [game for game in packages() if game not in ours()]


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


def installed() -> dict[str, str]:
    """The packages of the games that other distributions bring along, as far as they are wanted."""
    wanted = os.environ.get(INSTALLED)
    return {
        game: package
        for game, package in entry_points_here().items()
        if wanted is None or game in wanted.split(",")
    }


@cache
def entry_points_here() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import

    return {id_of(point.value): point.value for point in entry_points(group=OURS)}


def id_of(package: str) -> str:
    return package.rpartition(".")[2]


def only_named() -> None:
    """Of the installed games, let there be none but those that are named."""
    os.environ.setdefault(INSTALLED, "")


def name(game: str) -> str:
    """Name a game, by the path of its folder or as one that is installed; returns its id."""
    if Path(game).is_dir() or game not in entry_points_here():
        return put(Path(game))
    named = os.environ.get(INSTALLED, "").split(",")
    os.environ[INSTALLED] = ",".join([*filter(None, named), game])
    return game


def package_of(game_id: str) -> str:
    """To be imported; nothing if there is no such game. Who asks for ours waits for no others."""
    for folder in folders_elsewhere():
        if folder.name == game_id:
            return open_folder(folder)
    return ours().get(game_id) or installed().get(game_id, "")


def boxes() -> list[Box]:
    """Everything on the shelf, as it looks from outside."""
    ready = [box_of(game) for game in packages()]
    return [*ready, *(box for box in COMING if box.id not in packages())]


def box_of(game_id: str) -> Box:
    try:
        facts = import_module(package_of(game_id))
    except Refusal as refusal:
        return Box(game_id, game_id, "?", str(refusal), is_ready=False)
    except Exception as error:
        return Box(
            game_id, game_id, "?", t("It cannot be loaded: {error}.", error=error), is_ready=False
        )
    missing = [fact for fact in ("NAME", "SEATS", "SAYS") if not hasattr(facts, fact)]
    if missing:
        says = t("It does not define: {names}.", names=", ".join(missing))
        return Box(game_id, game_id, "?", says, is_ready=False)
    return Box(game_id, facts.NAME, in_words(facts.SEATS), facts.SAYS)


def take(game: str | Path) -> Game:
    """The card of a game: by its id, or by the path of the folder that it lies in."""
    game_id = put(game) if isinstance(game, Path) else game
    if package := package_of(game_id):
        return opened(package)
    known = {box.id: box for box in boxes()}
    if game_id in known:
        raise NotOnTheShelf(t("{name} is not playable yet.", name=known[game_id].name))
    near = get_close_matches(game_id, known, n=1)
    parts = {"name": quoted(game_id), "known": ", ".join(known)}
    if near:
        parts["near"] = near[0]
        raise NotOnTheShelf(
            t("There is no game {name}; there are {known}. Did you mean {near}?", **parts)
        )
    raise NotOnTheShelf(t("There is no game {name}; there are {known}.", **parts))


def as_taken(game: Game) -> tuple[Any, ...]:
    """For `pickle`: a game is taken from the shelf again, there and then."""
    folder = game.folder.resolve() if game.folder is not None else None
    named = folder if folder in folders_elsewhere() else game.id
    if named not in (folder, *packages()) or take(named) is not game:
        raise NotOnTheShelf(f"{game.name} cannot be pickled: it was not taken from the shelf.")
    return take, (named,)


copyreg.pickle(Game, as_taken)


def opened(package: str) -> Game:
    """In English, which is the key to all languages, whoever asks for the game first.

    Two threads that open a game at the same time get the same card, and it is complete.
    """
    card = OPEN.get(package)
    if card is None:
        with OPENING:
            card = OPEN.get(package)
            if card is None:
                with speaking(ENGLISH):
                    card = OPEN[package] = collect(package)
    return card


def ready_games() -> list[str]:
    """The ids of the games that can be played."""
    return [*packages()]
