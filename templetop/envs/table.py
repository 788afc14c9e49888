"""What all environments share: a table where seats decide, and are rewarded."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from templetop.engine.batch import REWARDS, BadBatch
from templetop.engine.game import Game
from templetop.engine.random import is_seed
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.seats import Array
from templetop.engine.simulate import NO_SEED
from templetop.engine.stepping import Stepper

RENDER_MODES = ("ansi",)
WIDTH = 100  # characters of a picture
LEAST, MOST = -1.0, 2.0  # what a number of an observation can be


def numbers_space(game: Game, seats: int = 1) -> Any:
    """The space of what so many seats observe."""
    from gymnasium.spaces import Box

    return Box(LEAST, MOST, (seats * game.observation,), np.float32)


def check_render_mode(mode: str | None) -> str | None:
    """A picture is text, or there is none."""
    if mode not in (None, *RENDER_MODES):
        raise BadBatch(f"The render mode is {' or '.join(RENDER_MODES)}, not {mode!r}.")
    return mode


def whole(action: Any) -> int:
    """The number of a move, of whatever type it was handed over."""
    try:
        return int(action)
    except (TypeError, ValueError):
        raise IllegalMove(f"A move is a whole number, not {action!r}.") from None


class NotBegun(Refusal, AttributeError):
    """Something was asked for that is there once a game has begun."""

    def __init__(self) -> None:
        super().__init__("Call reset() first: no game has begun yet.")


class LearningTable:
    """Seats decide one after the other; when all who were asked have, it is carried out."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], rewards: str) -> None:
        if rewards not in REWARDS:
            raise BadBatch(f"Rewards are {' or '.join(REWARDS)}, not {rewards!r}.")
        self.has_begun = False
        self.game, self.seats, self.rewards = game, seats, rewards
        self.stepper = Stepper(game, seats, options)
        self.decided: dict[int, int] = {}
        self.before: Array = np.zeros(seats, np.int16)
        self.names = [f"seat_{seat}" for seat in range(seats)]

    def seat(self, name: str) -> int:
        return self.names.index(name)

    def begin(self, seed: int | None) -> None:
        if seed is not None and not is_seed(seed):
            raise BadBatch(NO_SEED)
        self.has_begun = True
        self.stepper.begin(seed)
        self.decided = {}
        self.before = self.stepper.points

    @property
    def awaited(self) -> list[int]:
        """Who is asked and has not decided."""
        return [seat for seat in self.stepper.asked if seat not in self.decided]

    def check_begun(self) -> None:
        """Refuse what makes no sense before the first game."""
        if not self.has_begun:
            raise NotBegun

    def observe(self, seat: int) -> Array:
        """What a seat may know, as numbers; an array of its own each time."""
        self.check_begun()
        return self.stepper.observe(seat)

    def observe_all(self) -> Array:
        """What all seats together may know: what each observes, one after the other."""
        return np.concatenate([self.observe(seat) for seat in range(self.seats)])

    def picture(self, seat: int | None = None) -> str:
        """The table as text, as it looks for a seat, or for somebody who only watches."""
        from rich.console import Console

        self.check_begun()
        console = Console(width=WIDTH, color_system=None, force_terminal=False)
        drawn = self.game.picture(self.stepper.states[0], seat, names=self.names)
        with console.capture() as captured:
            console.print(drawn)
        return captured.get()

    def check(self, seat: int, move: int) -> None:
        """Refuse a move that may not be made."""
        self.check_begun()
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
