"""Counting the pieces: what can neither appear nor vanish while a game is played."""

from typing import Any

from templetop.games.cacao.people.view import kinds_of
from templetop.games.cacao.rules.pieces import (
    COLOURS,
    KIND_OF,
    KINDS,
    LAST_FIELD,
    NAMES,
    STORAGE,
    SUN_PLACES,
    WORKER_KINDS,
    kind_name,
)
from templetop.games.cacao.rules.work import face_of, owner_of


def census(state: Any) -> dict[str, int]:
    """Sums that are the same from the first move to the last."""
    seats = range(state.seats)
    return {
        **{NAMES[kind]: jungle_tiles(state, kind) for kind in range(1, KINDS)},
        **{
            f"{COLOURS[seat]} {kind_name(kind)}": worker_tiles(state, seat, kind)
            for seat in seats
            for kind in range(WORKER_KINDS)
        },
        "boards with more than there is room for": sum(is_overfull(state, seat) for seat in seats),
        "tiles in the display beyond two": max(0, sum(kinds_of(state.display).values()) - 2),
    }


def jungle_tiles(state: Any, kind: int) -> int:
    """Of this kind, in the pile, in the display and on the ground."""
    return int(state.pile[kind]) + int(state.display[kind]) + int((state.jungle == kind).sum())


def worker_tiles(state: Any, seat: int, kind: int) -> int:
    """A seat's tiles of this kind, in its deck and hand and on the ground."""
    player = state.players[seat]
    laid = [int(tile) for tile in state.tiles[: state.laid]]
    on_the_ground = sum(owner_of(t) == seat and KIND_OF[face_of(t)] == kind for t in laid)
    return int(player.deck[kind]) + int(player.hand[kind]) + int(on_the_ground)


def is_overfull(state: Any, seat: int) -> bool:
    player = state.players[seat]
    fits = player.cacao <= STORAGE and player.suns <= SUN_PLACES and player.water <= LAST_FIELD
    return not fits or min(player.cacao, player.suns, player.water, player.gold) < 0
