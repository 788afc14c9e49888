"""What comes of many games, beside the figures of a simulation by others.

python -m tests.cacao.figures [GAMES]
"""

import sys
from typing import Any

import numpy as np

from templetop.engine.ask import happen, legal, play, points, to_move
from templetop.engine.bits import count, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.policy import any_event, any_move
from templetop.engine.random import start
from templetop.engine.seats import CHANCE, NOBODY, Array
from templetop.engine.simulate import scratch_for, simulate
from templetop.games.cacao.rules.state import CHOOSING, WORKING

from .drawn import CARD
from .facts import SIMULATED_GREEDY, SIMULATED_RANDOM, WATER_TRACK

GAMES = 20_000
SEED = 1


@rule
def move_of_a_diligent_seat(state: Any, seat: Any, random: Any, moves: Any) -> Any:
    """At random, but workers do all they can, and sell before fruits are lost."""
    legal(state, seat, moves)
    if CHOOSING <= state.phase <= WORKING:
        return nth(moves, count(moves) - 1)
    return any_move(moves, random)


@compiled
def play_diligently(fresh: Any, states: Any, seed: Any, room: Any) -> None:
    for n in range(len(states)):
        states[n] = fresh[0]
        start(room.random, seed, np.uint64(n))
        deciding = to_move(states[n])
        while deciding != NOBODY:
            if deciding == CHANCE:
                happen(states[n], any_event(states[n], room.random, room.events, room.weights))
            else:
                seat = 0
                while not (deciding >> seat) & 1:
                    seat += 1
                move = move_of_a_diligent_seat(states[n], seat, room.random, room.moves)
                room.decided[seat] = move
                play(states[n], room.decided)
            deciding = to_move(states[n])


def diligent(seats: int, games: int, declining: str = "anything") -> Array:
    """The last tables of games in which only the workers know what they do."""
    fresh: Array = CARD.state()
    states: Array = CARD.state(games)
    fresh[0] = CARD.start(seats, {"declining": declining})
    play_diligently(fresh, states, np.uint64(SEED), scratch_for(CARD))
    return states


@compiled
def count_points(states: Any, scores: Any) -> None:
    for n in range(len(states)):
        points(states[n], scores[n])


def played_by(bot: str, seats: int, games: int, declining: str = "anything") -> Array:
    options = {"declining": declining}
    results = simulate(CARD, seats, games, bots=[bot], seed=SEED, options=options, keep_states=True)
    assert results.states is not None
    return results.states


def means(states: Array) -> tuple[float, float, float, float]:
    """Mean points, gold, water and temples of a seat."""
    seats = int(states[0].seats)
    players = states["players"][:, :seats]
    scores = np.zeros((len(states), seats), np.int64)
    count_points(states, scores)
    gold, suns = players["gold"].mean(), players["suns"].mean()
    water = np.array(WATER_TRACK)[players["water"]].mean()
    mean = scores.mean()
    return mean, gold, water, mean - gold - suns - water


def row(seats: int, who: str, figures: tuple[float, ...]) -> str:
    return f"| {seats} | {who} | " + " | ".join(f"{figure:.1f}" for figure in figures) + " |"


def rows(seats: int, games: int) -> list[str]:
    return [
        row(seats, "random, workers too", means(played_by("random", seats, games))),
        row(
            seats,
            "random, gains taken (declining=sales)",
            means(played_by("random", seats, games, "sales")),
        ),
        row(seats, "random, workers do all they can", means(diligent(seats, games))),
        row(seats, "the same elsewhere", SIMULATED_RANDOM[seats]),
        row(seats, "greedy", means(played_by("greedy", seats, games))),
        row(seats, "another greedy one elsewhere", SIMULATED_GREEDY[seats]),
    ]


def table(games: int) -> str:
    """Everything in the form that stands in the rulebook."""
    heading = ["| seats | players | points | gold | water | temples |", "|---|---|---|---|---|---|"]
    return "\n".join([*heading, *(line for seats in CARD.seats for line in rows(seats, games))])


if __name__ == "__main__":
    print(table(int(sys.argv[1]) if sys.argv[1:] else GAMES))
