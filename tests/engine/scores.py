"""Tables on which nothing is played: everybody's side, place and points lie there to be looked at.

Standings("Ann 1 12", "Ben 2 7")         everyone alone: name, place, points
Standings("Ann+Cem 1", "Ben+Dan 2")      two teams
Standings("Ann+Ben 2")                   all on one side, beaten by the game: nobody is first
"""

from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.compile import record, rule
from templetop.engine.game import POINTS, Game, Measure
from templetop.engine.kinds import Kinds, Phase
from templetop.engine.seats import MOST_SEATS, NOBODY

State = record([
    ("standing_places", np.int8, MOST_SEATS),
    ("standing_sides", np.int8, MOST_SEATS),
    ("standing_points", np.int16, MOST_SEATS),
    ("seats", np.int8),
    ("phase", np.int8),
])  # fmt: skip
PLAYING, OVER = range(2)


@rule
def new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats
    state.phase = OVER


@rule
def to_move(state: Any) -> Any:
    return NOBODY if state.phase == OVER else 1


@rule
def nothing(*arguments: Any) -> None:
    """There is nothing to do."""


@rule
def points(state: Any, points: Any) -> None:
    for seat in range(state.seats):
        points[seat] = state.standing_points[seat]


@rule
def places(state: Any, places: Any) -> None:
    for seat in range(state.seats):
        places[seat] = state.standing_places[seat]


@rule
def sides(state: Any, sides: Any) -> None:
    for seat in range(state.seats):
        sides[seat] = state.standing_sides[seat]


def nothing_to_see(state: Any, seat: int | None = None) -> None:
    return None


def scores(measure: Measure | None) -> Game:
    """Such a game, that counts something or nothing."""
    return Game(
        id="scores",
        name="Scores",
        says="Look at it.",
        rules_version=1,
        seats=range(1, MOST_SEATS + 1),
        measure=measure,
        State=State,
        phases=(Phase("playing"), Phase("over")),
        moves=Kinds(),
        events=Kinds(),
        new=new,
        to_move=to_move,
        legal=nothing,
        odds=nothing,
        play=nothing,
        happen=nothing,
        points=points,
        places=places,
        sides=sides,
        view=nothing_to_see,
        picture=nothing_to_see,
        write=str,
    )


class Standings:
    """A table, and who sits there: in the order of their names, as teams sit."""

    def __init__(
        self, *standings: str, is_over: bool = True, measure: Measure | None = POINTS
    ) -> None:
        rows = [row.split() for row in standings]
        seats = [
            (name, side, int(place), int(points[0]) if points else 0)
            for side, (names, place, *points) in enumerate(rows)
            for name in names.split("+")
        ]
        self.names = [name for name, _, _, _ in sorted(seats)]
        self.state = ask.know(scores(measure)).start(len(seats))
        self.state.phase = OVER if is_over else PLAYING
        for seat, (_, side, place, points) in enumerate(sorted(seats)):
            self.state.standing_sides[seat] = side
            self.state.standing_places[seat] = place
            self.state.standing_points[seat] = points
