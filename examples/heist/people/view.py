"""What a seat may see: everything but cards that it has not seen (2.1, 3.5)."""

from dataclasses import dataclass
from typing import Any

from heist.rules.state import HAND, NO_CARD, PHASES
from heist.rules.turn import is_out, side_of


@dataclass(frozen=True)
class CardView:
    """A loot card before a seat."""

    card: int | None  # None: you have not seen it
    known_to: list[int]  # the seats that have


@dataclass(frozen=True)
class BurglarView:
    """A seat."""

    seat: int
    side: int
    steps: int
    is_out: bool
    runs: bool
    robs: int | None
    loot: list[CardView]


@dataclass(frozen=True)
class HeistView:
    """The table, as this seat or a spectator sees it."""

    seat: int | None
    phase: str
    corridor: int
    rounds: int  # still to be played
    deck: int
    burglars: list[BurglarView]


def view(state: Any, seat: int | None) -> HeistView:
    return HeistView(
        seat=seat,
        phase=PHASES[state.phase].name,
        corridor=int(state.corridor),
        rounds=int(state.rounds),
        deck=int(state.deck).bit_count(),
        burglars=[burglar_view(state, other, seat) for other in range(state.seats)],
    )


def burglar_view(state: Any, seat: int, viewer: int | None) -> BurglarView:
    victim = int(state.victim[seat])
    return BurglarView(
        seat=seat,
        side=int(side_of(state, seat)),
        steps=int(state.steps[seat]),
        is_out=bool(is_out(state, seat)),
        runs=bool(int(state.running) >> seat & 1),
        robs=victim if victim >= 0 else None,
        loot=[
            card_view(state, seat, side, viewer)
            for side in range(HAND)
            if state.loot[seat, side] != NO_CARD
        ],
    )


def card_view(state: Any, seat: int, side: int, viewer: int | None) -> CardView:
    known = int(state.known[seat, side])
    has_seen = viewer is not None and known >> viewer & 1
    known_to = [other for other in range(state.seats) if known >> other & 1]
    return CardView(int(state.loot[seat, side]) if has_seen else None, known_to)
