"""A game without chance, in one move: both say nothing, at the same time, and share the win."""

from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.bits import clear, put
from templetop.engine.compile import record, rule
from templetop.engine.game import Game
from templetop.engine.kinds import Kind, Kinds, Phase
from templetop.engine.seats import EVEN, NOBODY

State = record([("seats", np.int8), ("phase", np.int8), ("silences", np.int8, 2)])
SPEAKING, OVER = range(2)


@rule
def new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats


@rule
def to_move(state: Any) -> Any:
    return 0b11 if state.phase == SPEAKING else NOBODY


@rule
def legal(state: Any, seat: int, moves: Any) -> None:
    clear(moves)
    put(moves, 0)


@rule
def odds(state: Any, events: Any, weights: Any) -> Any:
    clear(events)
    return EVEN


@rule
def happen(state: Any, event: int) -> None:
    """Nothing ever does."""


@rule
def play(state: Any, decisions: Any) -> None:
    for seat in range(2):
        state.silences[seat] = decisions[seat] + 1
    state.phase = OVER


@rule
def places(state: Any, places: Any) -> None:
    for seat in range(2):
        places[seat] = 1


def nothing_to_see(state: Any, seat: int | None = None) -> None:
    return None


DUEL = ask.know(
    Game(
        id="duel",
        name="Duel",
        says="Say nothing.",
        rules_version=1,
        seats=(2,),
        State=State,
        phases=(Phase("speaking"), Phase("over")),
        moves=Kinds(Kind("pass", 0, 1, (SPEAKING,), "{who} says nothing")),
        events=Kinds(),
        new=new,
        to_move=to_move,
        legal=legal,
        odds=odds,
        play=play,
        happen=happen,
        places=places,
        view=nothing_to_see,
        picture=nothing_to_see,
        write=str,
    )
)
