"""What a seat is asked, in a sentence."""

from typing import Any

from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.speech import mark
from templetop.games.karuba.rules.moves import is_lay, is_walk
from templetop.games.karuba.rules.pieces import COLOURS, STEPS
from templetop.games.karuba.rules.state import DECIDING, PLACING_ADVENTURER
from templetop.games.karuba.words import t

ASKS = mark({
    "adventurer": "Choose the beach number where the {colour} adventurer sets out.",
    "temple": "Choose the temple number for the {colour} temple.",
    "lay or walk": "Lay tile {tile}, or discard it and walk an adventurer up to {steps} steps.",
    "lay": "Lay tile {tile}, or discard it.",
    "walk": (
        "Your island is full: discard tile {tile}, and walk an adventurer up to {steps} steps "
        "if you like."
    ),
    "discard": "Your island is full: discard tile {tile}.",
})  # fmt: skip


def asks(state: Any, seat: int) -> str | None:
    """What the seat is asked now, if it is asked anything."""
    if seat not in seats_to_move(state):
        return None
    if state.phase == DECIDING:
        tile = int(state.tile)
        return t(ASKS[what_may_be_done(state, seat)], tile=tile, steps=int(STEPS[tile]))
    piece = "adventurer" if state.phase == PLACING_ADVENTURER else "temple"
    return t(ASKS[piece], colour=COLOURS[state.placing])


def what_may_be_done(state: Any, seat: int) -> str:
    """3.2.1  Lay the tile, or walk; 3.2.4  it may always be discarded."""
    moves = legal_moves(state, seat)
    lays, walks = any(map(is_lay, moves)), any(map(is_walk, moves))
    if lays:
        return "lay or walk" if walks else "lay"
    return "walk" if walks else "discard"
