"""What chance does in one deal: the same for all who play it, as far as their games allow.

Every move of chance has a clock of its own. When chance is to move, the clocks of all that can
happen run, each as fast as its move is likely, and the one that strikes first happens. That one is
wound up again from its own stream of random numbers; the others stop where they are. Clocks are
wound to exponential times, which do not remember how long they have run: so the odds are right at
each draw. And a pile is drawn in the same order whatever is done in between, because only its own
draws touch its clocks.
"""

from math import log
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.bits import members
from templetop.engine.game import EVEN, Array, Game
from templetop.engine.random import generator, next_bits

DEALS, BOTS = range(2)  # what a tournament needs random numbers for


def mixed(seed: int, *numbers: int) -> int:
    """A seed for each row of numbers, as unlike the others as can be."""
    for number in numbers:
        random = generator(seed, number)
        seed = bits_of_two(random)
    return seed


def bits_of_two(random: Array) -> int:
    """64 random bits."""
    return int(next_bits(random)) << 32 | int(next_bits(random))


class Deal:
    """Number so-and-so of a seed."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.seed = mixed(seed, DEALS, number)
        self.moves = game.move_set()
        self.weights = np.zeros(game.moves, np.int64)
        self.streams: dict[int, Array] = {}
        self.clocks: dict[int, float] = {}  # what is left until they strike, at weight 1

    def chance_move(self, state: Any) -> int:
        """What happens now."""
        weights = self.odds(state)
        times = {move: self.clock(move) / weight for move, weight in weights.items()}
        first = min(times, key=times.__getitem__)
        for move, weight in weights.items():
            self.clocks[move] = max(0.0, self.clocks[move] - weight * times[first])
        self.wind_up(first)
        return first

    def odds(self, state: Any) -> dict[int, int]:
        """What can happen, and the weight of each."""
        total = ask.odds(state, self.moves, self.weights)
        return {
            move: 1 if total == EVEN else int(self.weights[move]) for move in members(self.moves)
        }

    def clock(self, move: int) -> float:
        if move not in self.clocks:
            self.streams[move] = generator(self.seed, move)
            self.wind_up(move)
        return self.clocks[move]

    def wind_up(self, move: int) -> None:
        self.clocks[move] = exponential(self.streams[move])


def exponential(random: Array) -> float:
    """A time that something takes which may happen at any moment; 1 in the mean."""
    return -log(((bits_of_two(random) >> 11) + 1) / (1 << 53))
