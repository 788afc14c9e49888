"""How a match ended, for each seat: won, drawn or lost; alone, in a team, or all together.

The one place that knows what a place and a side come to. Who has the first place has won; where
several sides share it, it is drawn between them; and where nobody has it, the game has beaten all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from templetop.engine import ask
from templetop.engine.compile import rule
from templetop.engine.seats import MOST_SEATS, NOBODY, Array
from templetop.engine.words import counted, listed

Result = Literal["won", "drawn", "lost"]


@rule
def winning_sides(places, sides, seats):
    """How many sides share first place."""
    won = 0
    for seat in range(seats):
        if places[seat] == 1:
            won |= 1 << int(sides[seat])
    count = 0
    while won:
        won &= won - 1
        count += 1
    return count


@rule
def win_of(seat, places, sides, seats):
    """The seat's share of the win: partners have as much as their side, which may share it."""
    if places[seat] != 1:
        return 0.0
    return 1.0 / winning_sides(places, sides, seats)


@rule
def are_together(sides, seats):
    """Are all on one side?"""
    for seat in range(1, seats):
        if sides[seat] != sides[0]:
            return False
    return True


@dataclass(frozen=True)
class SeatEnding:
    """How one seat stands, or stood in the end."""

    side: int
    place: int
    points: int
    win: float  # its share of the win, as things stand


@dataclass(frozen=True)
class Ending:
    """How everybody stands; `is_over` says whether that is how it ended."""

    seats: list[SeatEnding]
    is_over: bool

    @property
    def sides(self) -> list[list[int]]:
        """The seats of each side, in the order of the seats."""
        found: dict[int, list[int]] = {}
        for seat, standing in enumerate(self.seats):
            found.setdefault(standing.side, []).append(seat)
        return [*found.values()]

    @property
    def is_together(self) -> bool:
        """Do all win or lose as one?"""
        return len(self.sides) == 1

    @property
    def has_teams(self) -> bool:
        """Is there a side of several, and another one against it?"""
        return not self.is_together and len(self.sides) < len(self.seats)

    def result(self, seat: int) -> Result:
        if self.seats[seat].place != 1:
            return "lost"
        return "won" if self.seats[seat].win == 1.0 else "drawn"

    @property
    def winners(self) -> list[int]:
        """Who has, or shares, the first place."""
        return [seat for seat, standing in enumerate(self.seats) if standing.place == 1]


def ending(state: Any) -> Ending:
    """How everybody stands at a table."""
    seats = int(state.seats)
    places, sides, points = places_of(state), sides_of(state), points_of(state)
    standings = [
        SeatEnding(
            int(sides[seat]),
            int(places[seat]),
            int(points[seat]),
            float(win_of(seat, places, sides, seats)),
        )
        for seat in range(seats)
    ]
    return Ending(standings, bool(ask.to_move(state) == NOBODY))


def places_of(state: Any) -> Array:
    places = np.zeros(MOST_SEATS, np.int8)
    ask.places(state, places)
    return places[: int(state.seats)]


def sides_of(state: Any) -> Array:
    sides = np.zeros(MOST_SEATS, np.int8)
    ask.sides(state, sides)
    return sides[: int(state.seats)]


def points_of(state: Any) -> Array:
    points = np.zeros(MOST_SEATS, np.int16)
    ask.points(state, points)
    return points[: int(state.seats)]


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def verdict(state: Any, names: Sequence[str]) -> str:
    """How it ended, in a sentence; or that it is not over."""
    found = ending(state)
    if not found.is_over:
        return "The game is not over."
    measure = ask.game_of(state).measure
    if len(names) == 1 and found.winners and measure is not None and measure.decides:
        return f"{names[0]} has {counted(found.seats[0].points, measure.one, measure.many)}."
    if found.is_together:
        return verdict_on_all(found, names)
    winners = listed([names[seat] for seat in found.winners]) if found.winners else ""
    if not winners:
        return "Nobody wins: the game has beaten everyone."
    if max(standing.win for standing in found.seats) < 1.0:
        return f"{winners} share first place."
    return f"{winners} {'wins' if len(found.winners) == 1 else 'win'}."


def verdict_on_all(found: Ending, names: Sequence[str]) -> str:
    """All are on one side, perhaps one alone."""
    deed = "won" if found.winners else "lost"
    if len(names) == 1:
        return f"{names[0]} has {deed}."
    return f"{listed(names)} have {deed} together."
