"""Two small games for the search: a duel in which nobody may be foreseen, and one of partners."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from templetop.engine import ask
from templetop.engine.bits import clear, put
from templetop.engine.compile import record, rule
from templetop.engine.game import Game
from templetop.engine.kinds import Kind, Kinds, Phase
from templetop.engine.seats import NOBODY

ROCK, PAPER, SCISSORS = range(3)  # each is beaten by the next
SIGNS = ("rock", "paper", "scissors")
ROUNDS = 4


@dataclass(frozen=True)
class Number:
    """What most moves here are."""

    kind: Literal["number"]
    number: int


def number_of(state: Any, seat: int, number: int) -> Number:
    return Number("number", number)


def code_of(state: Any, seat: int, number: int) -> str:
    return str(number)


@rule
def no_odds(state: Any, events: Any, weights: Any) -> Any:
    """There is no chance."""
    clear(events)
    return 0


@rule
def nothing_happens(state: Any, event: int) -> None:
    """Never."""


@rule
def points(state: Any, points: Any) -> None:
    for seat in range(state.seats):
        points[seat] = state.points[seat]


@rule
def places(state: Any, places: Any) -> None:
    for seat in range(state.seats):
        places[seat] = 1
        for other in range(state.seats):
            if state.points[other] > state.points[seat]:
                places[seat] += 1


def view(state: Any, seat: int | None) -> Any:
    return number_of(state, 0, int(state.turn))


def write(state: Any) -> str:
    return str(state)


PHASES = (Phase("showing", "Now everybody shows a sign."), Phase("over", "The game is over."))
SHOWING, OVER = range(len(PHASES))

# ── Rock, paper, scissors: both show a sign at the same time, a point for who beats the other ────


@rule
def duel_new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats


@rule
def duel_to_move(state: Any) -> Any:
    return NOBODY if state.phase == OVER else 0b11


@rule
def duel_legal(state: Any, seat: int, moves: Any) -> None:
    clear(moves)
    for sign in range(3):
        put(moves, sign)


@rule
def duel_play(state: Any, decisions: Any) -> None:
    ahead = (decisions[0] - decisions[1] + 3) % 3
    if ahead == 1:
        state.points[0] += 1
    elif ahead == 2:
        state.points[1] += 1
    state.turn += 1
    if state.turn == ROUNDS:
        state.phase = OVER


DUEL = ask.know(
    Game(
        id="duel",
        name="Duel",
        says="Rock, paper, scissors.",
        rules_version=1,
        seats=[2],
        State=record([
            ("points", np.int16, 2), ("seats", np.int8), ("phase", np.int8), ("turn", np.int8),
            ("of_duel", np.int8),
        ]),
        phases=PHASES,
        moves=Kinds(Kind("show", 0, 3, (SHOWING,), "{who} shows {number}", code_of, number_of)),
        events=Kinds(),
        new=duel_new,
        to_move=duel_to_move,
        legal=duel_legal,
        odds=no_odds,
        play=duel_play,
        happen=nothing_happens,
        points=points,
        places=places,
        view=view,
        write=write,
        picture=view,
    )
)  # fmt: skip

# ── Partners: seats 0 and 2 against 1 and 3; each in turn gives a point, to one of the four ──────


@rule
def pairs_new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats


@rule
def pairs_to_move(state: Any) -> Any:
    return NOBODY if state.phase == OVER else 1 << int(state.turn)


@rule
def pairs_legal(state: Any, seat: int, moves: Any) -> None:
    """A point for anybody but oneself."""
    clear(moves)
    for other in range(state.seats):
        if other != seat:
            put(moves, other)


@rule
def pairs_play(state: Any, decisions: Any) -> None:
    state.points[decisions[state.turn]] += 1
    state.turn += 1
    if state.turn == state.seats:
        state.phase = OVER


@rule
def pairs_sides(state: Any, sides: Any) -> None:
    for seat in range(state.seats):
        sides[seat] = seat % 2


@rule
def pairs_places(state: Any, places: Any) -> None:
    """The side with more points has won."""
    ahead = state.points[0] + state.points[2] - state.points[1] - state.points[3]
    for seat in range(state.seats):
        own = ahead if seat % 2 == 0 else -ahead
        places[seat] = 1 if own >= 0 else 2


PAIRS = ask.know(
    Game(
        id="pairs",
        name="Pairs",
        says="Give a point to somebody else.",
        rules_version=1,
        seats=[4],
        State=record([
            ("points", np.int16, 4), ("seats", np.int8), ("phase", np.int8), ("turn", np.int8),
            ("of_pairs", np.int8),
        ]),
        phases=PHASES,
        moves=Kinds(
            Kind("give", 0, 4, (SHOWING,), "{who} gives a point to {number:seat}",
                 code_of, number_of)
        ),
        events=Kinds(),
        new=pairs_new,
        to_move=pairs_to_move,
        legal=pairs_legal,
        odds=no_odds,
        play=pairs_play,
        happen=nothing_happens,
        points=points,
        places=pairs_places,
        sides=pairs_sides,
        view=view,
        write=write,
        picture=view,
    )
)  # fmt: skip
