"""What a seat may see: everything."""

from dataclasses import dataclass
from typing import Any

from backgammon.bots.appeal import pips
from backgammon.rules.state import BAR, OFF, PHASES, POINTS


@dataclass(frozen=True)
class SideView:
    """The checkers of a seat."""

    seat: int
    points: list[int]  # how many on each, 1 to 24 as this seat counts them
    bar: int
    off: int
    pips: int  # how far they all have to go


@dataclass(frozen=True)
class BackgammonView:
    """The table."""

    seat: int | None  # who looks at it
    phase: str
    turn: int
    dice: list[int]  # still to be played
    again: bool  # then the double is played once more
    sides: list[SideView]


def view(state: Any, seat: int | None) -> BackgammonView:
    return BackgammonView(
        seat=seat,
        phase=PHASES[state.phase].name,
        turn=int(state.turn),
        dice=[int(die) for die in state.dice if die],
        again=bool(state.again),
        sides=[side_view(state, side) for side in range(2)],
    )


def side_view(state: Any, seat: int) -> SideView:
    checkers = [int(count) for count in state.checkers[seat]]
    return SideView(
        seat, checkers[1 : POINTS + 1], checkers[BAR], checkers[OFF], int(pips(state, seat))
    )
