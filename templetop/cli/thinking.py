"""How bots and chance decide at a table with people: at once, by the interpreted rules."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from templetop.engine.game import CHANCE, Array, Game
from templetop.engine.policy import POLICIES, chance_move, seat_move


class Thinking:
    """Decides for the bots of a table, and for chance."""

    def __init__(self, game: Game, bots: Sequence[str]) -> None:
        self.policies = np.array([POLICIES.index(bot) for bot in bots], np.int8)
        self.moves = game.move_set()
        self.weights = np.zeros(game.moves, np.int64)

    def decide(self, state: Any, seat: int, random: Array) -> int:
        """What the seat does by its policy, or what chance does."""
        if seat == CHANCE:
            return int(chance_move(state, random, self.moves, self.weights))
        return int(seat_move(state, seat, self.policies, random, self.moves))
