"""The shelf: which games there are. A game is taken from it, and only then loaded."""

from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module

from templetop.engine.game import Game, Refusal


@dataclass(frozen=True)
class Box:
    """A game on the shelf, unopened."""

    id: str
    name: str
    seats: str
    says: str
    is_ready: bool


SHELF = [
    Box("karuba", "Karuba", "1-4", "Paths through the jungle, the same tiles for everyone.", True),
    Box("karuba_cards", "Karuba: The Card Game", "2-6", "Two cards of three, all at once.", True),
    Box("cacao", "Cacao", "2-4", "Workers on a chessboard of jungle and plantations.", True),
    Box("vulkar", "Vul-Kar", "2-4", "Marbles down a volcano, and treasure on the way.", False),
    Box("karmaggan", "Karmaggän", "2-8", "Raiders in the rings of a crumbling temple.", False),
]  # fmt: skip


class NotOnTheShelf(Refusal):
    """There is no such game, or not yet."""


def take(game_id: str) -> Game:
    """The card of a game."""
    boxes = {box.id: box for box in SHELF}
    if game_id not in boxes:
        near = get_close_matches(game_id, boxes, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise NotOnTheShelf(f"There is no game {game_id!r}; there are {', '.join(boxes)}.{hint}")
    if not boxes[game_id].is_ready:
        raise NotOnTheShelf(f"{boxes[game_id].name} is not playable yet.")
    card: Game = import_module(f"templetop.games.{game_id}.card").CARD
    return card


def ready_games() -> list[str]:
    """The ids of the games that can be played."""
    return [box.id for box in SHELF if box.is_ready]
