"""What all environments share: a table where seats decide, and are rewarded."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from templetop.engine.batch import REWARDS, BadBatch
from templetop.engine.game import Game
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import Array
from templetop.engine.stepping import Stepper

LEAST, MOST = -1.0, 2.0  # what a number of an observation can be


def numbers_space(game: Game) -> Any:
    from gymnasium.spaces import Box

    return Box(LEAST, MOST, (game.observation,), np.float32)


class LearningTable:
    """Seats decide one after the other; when all who were asked have, it is carried out."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], rewards: str) -> None:
        if rewards not in REWARDS:
            raise BadBatch(f"Rewards are {' or '.join(REWARDS)}, not {rewards!r}.")
        self.game, self.seats, self.rewards = game, seats, rewards
        self.stepper = Stepper(game, seats, options)
        self.decided: dict[int, int] = {}
        self.before: Array = np.zeros(seats, np.int16)
        self.names = [f"seat_{seat}" for seat in range(seats)]

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def begin(self, seed: int | None) -> None:
        self.stepper.begin(seed)
        self.decided = {}
        self.before = self.stepper.points

    @property
    def awaited(self) -> list[int]:
        """Who is asked and has not decided."""
        return [seat for seat in self.stepper.asked if seat not in self.decided]

    def observe(self, seat: int) -> Array:
        return self.stepper.observe(seat)

    def check(self, seat: int, move: int) -> None:
        """Refuse a move that may not be made."""
        if seat not in self.awaited or move not in self.stepper.legal(seat):
            raise IllegalMove(f"Move {move} is not legal for seat {seat} now.")

    def decide(self, seat: int, move: int) -> list[float]:
        """A seat decides; returns what that has brought to each."""
        self.check(seat, move)
        self.decided[seat] = move
        if self.awaited:
            return [0.0] * self.seats
        self.stepper.play(self.decided)
        self.decided = {}
        return self.gains()

    def gains(self) -> list[float]:
        if self.rewards == "win":
            return self.stepper.worths() if self.stepper.is_over else [0.0] * self.seats
        points = self.stepper.points
        gained = (points - self.before).astype(float).tolist()
        self.before = points
        return list(gained)
