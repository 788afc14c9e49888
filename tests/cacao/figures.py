"""What comes of many games, beside the figures of a simulation by others.

python -m tests.cacao.figures [GAMES]
"""

import sys
from typing import Any

import numpy as np

from templetop.engine.ask import legal, play, points, to_move
from templetop.engine.bits import count, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import CHANCE, NOBODY, Array
from templetop.engine.policy import any_move, chance_move
from templetop.engine.random import start
from templetop.engine.simulate import simulate
from templetop.games.cacao.card import CARD
from templetop.games.cacao.pieces import WATER_TRACK
from templetop.games.cacao.state import WORK

from .facts import SIMULATED_GREEDY, SIMULATED_RANDOM

GAMES = 20_000
SEED = 1


@rule
def move_of_a_diligent_seat(state: Any, seat: Any, random: Any, moves: Any) -> Any:
    """At random, but workers do all they can, and sell before fruits are lost."""
    legal(state, seat, moves)
    if state.phase == WORK:
        return nth(moves, count(moves) - 1)
    return any_move(moves, random)


@compiled
def play_diligently(
    fresh: Any, states: Any, seed: Any, random: Any, moves: Any, weights: Any
) -> None:
    for n in range(len(states)):
        states[n] = fresh[0]
        start(random, seed, np.uint64(n))
        deciding = to_move(states[n])
        while deciding != NOBODY:
            if deciding == CHANCE:
                play(states[n], CHANCE, chance_move(states[n], random, moves, weights))
            else:
                seat = 0
                while not (deciding >> seat) & 1:
                    seat += 1
                play(states[n], seat, move_of_a_diligent_seat(states[n], seat, random, moves))
            deciding = to_move(states[n])


def diligent(seats: int, games: int, declining: str = "anything") -> Array:
    """The last tables of games in which only the workers know what they do."""
    fresh: Array = CARD.state()
    states: Array = CARD.state(games)
    fresh[0] = CARD.start(seats, {"declining": declining})
    scratch = np.zeros(1, np.uint64), CARD.move_set(), np.zeros(CARD.moves, np.int64)
    play_diligently(fresh, states, np.uint64(SEED), *scratch)
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
    water = WATER_TRACK[players["water"]].mean()
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
