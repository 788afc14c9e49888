"""Bots that decide: at random, greedily, by search, or with mistakes like a person's."""

from typing import Protocol

import numpy as np

from templetop.bots.seen import Seen
from templetop.bots.thinker import Thinker, alone
from templetop.bots.thought import Thought
from templetop.engine.policy import RANDOM, seat_move, think
from templetop.engine.random import below, next_bits
from templetop.engine.seats import MOST_SEATS, Array

PERCENT = 100


class Bot(Protocol):
    """Whoever decides for a seat."""

    def decide(self, seen: Seen, random: Array) -> int:
        """A legal move. The same sight and the same draws give the same move."""

    def close(self) -> None:
        """The match is over."""


class Simple:
    """Decides at once by a policy, without looking ahead; and without a compiler, unless wanted."""

    def __init__(self, policy: int, is_compiled: bool = False) -> None:
        self.policies = np.full(MOST_SEATS, policy, np.int8)
        self.is_compiled = is_compiled

    def decide(self, seen: Seen, random: Array) -> int:
        moves = seen.game.move_set()
        if self.is_compiled:
            return int(think(alone(seen.state), seen.seat, self.policies, random, moves))
        return int(seat_move(seen.state, seen.seat, self.policies, random, moves))

    def close(self) -> None:
        """Nothing is left behind."""


class Searching:
    """Plays games in mind before it decides, and remembers what it thought."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.thought: Thought | None = None

    def decide(self, seen: Seen, random: Array) -> int:
        self.thought = self.thinker.think(seen, int(next_bits(random)))
        return self.thought.pick(int(next_bits(random)) / 2**32)

    def close(self) -> None:
        self.thinker.close()


class Fallible:
    """Decides like another bot, but makes so many of a hundred moves at random."""

    def __init__(self, bot: Bot, blunders: int) -> None:
        self.bot = bot
        self.blunders = blunders
        self.careless = Simple(RANDOM)

    def decide(self, seen: Seen, random: Array) -> int:
        is_careless = below(random, PERCENT) < self.blunders
        return (self.careless if is_careless else self.bot).decide(seen, random)

    def close(self) -> None:
        self.bot.close()
