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
from templetop.engine.speech import ENGINE
from templetop.engine.words import listed

t, tn = ENGINE.t, ENGINE.tn

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


def is_still_to_be_won(state: Any) -> bool:
    """Are all on one side, without the first place as yet? Then points alone win nothing."""
    found = ending(state)
    return found.is_together and not found.winners


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
        return t("The game is not over.")
    game = ask.game_of(state)
    if len(names) == 1 and found.winners and game.measure is not None and game.measure.decides:
        return t("{name} has {points}.", name=names[0], points=game.measured(found.seats[0].points))
    if found.is_together:
        return verdict_on_all(found, names)
    winners = listed([names[seat] for seat in found.winners]) if found.winners else ""
    if not winners:
        return t("Nobody wins: the game has beaten everyone.")
    if max(standing.win for standing in found.seats) < 1.0:
        return t("{names} share first place.", names=winners)
    return tn("{names} wins.", "{names} win.", len(found.winners), names=winners)


def verdict_on_all(found: Ending, names: Sequence[str]) -> str:
    """All are on one side, perhaps one alone."""
    who = listed(names)
    if found.winners:
        return tn("{names} has won.", "{names} have won together.", len(names), names=who)
    return tn("{names} has lost.", "{names} have lost together.", len(names), names=who)
