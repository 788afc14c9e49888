"""Gymnasium: one seat against bots."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from templetop.bots.bot import Bot
from templetop.bots.roster import Engagement, call
from templetop.bots.seen import seen_by
from templetop.engine.game import Game
from templetop.engine.random import below, generator
from templetop.engine.refusal import IllegalMove, WrongSeats
from templetop.engine.seats import Array
from templetop.envs.table import (
    RENDER_MODES,
    LearningTable,
    check_render_mode,
    numbers_space,
    whole,
)

LOST = -1.0


class SeatEnv(gymnasium.Env[Array, np.int64]):
    """One seat decides; all others are bots.

    `info["action_mask"]` says what may be done, and so does `action_masks()`. Whoever makes an
    illegal move has lost: the game ends, and `info["refused"]` says why.
    """

    metadata = {"render_modes": [*RENDER_MODES]}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        game: Game,
        seats: int,
        rivals: Sequence[str],
        seat: int | None,
        options: Mapping[str, str],
        rewards: str,
        render_mode: str | None = None,
    ) -> None:
        if len(rivals) not in (1, seats - 1):
            raise WrongSeats(f"Name one rival for all seats, or one for each of {seats - 1}.")
        if seat is not None and not 0 <= seat < seats:
            raise WrongSeats(f"Seats are numbered from 0 to {seats - 1}; there is no seat {seat}.")
        self.render_mode = check_render_mode(render_mode)
        self.table = LearningTable(game, seats, options, rewards)
        self.rivals = [*rivals] * (seats - 1) if len(rivals) == 1 else [*rivals]
        self.own_seat, self.seat = seat, seat or 0
        self.options = game.agreed(options)
        self.random = generator(0)
        self.bots: dict[int, Bot] = {}
        self.observation_space = numbers_space(game)
        self.action_space = spaces.Discrete(game.moves.count)
        self.sit_down()

    def __getstate__(self) -> dict[str, Any]:
        """Without the bots: wherever it is unpickled, they sit down anew."""
        return {**self.__dict__, "bots": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.sit_down()

    def sit_down(self) -> None:
        """The bots take the other seats, in their order."""
        self.get_up()
        engaged = Engagement(self.table.seats, self.options, is_compiled=True)
        others = [seat for seat in range(self.table.seats) if seat != self.seat]
        for seat, rival in zip(others, self.rivals, strict=True):
            self.bots[seat] = call(rival, self.table.game, seat, engaged)

    def get_up(self) -> None:
        for bot in self.bots.values():
            bot.close()
        self.bots = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63))
        self.random = generator(drawn, 1)
        before = self.seat
        if self.own_seat is None:
            self.seat = below(self.random, self.table.seats)
        if self.seat != before:
            self.sit_down()
        self.table.begin(drawn)
        self.let_rivals_move()
        return self.table.observe(self.seat), self.info()

    def let_rivals_move(self) -> float:
        """Until the own seat is asked, or the game is over; returns what it has gained by that."""
        gained = 0.0
        while self.table.awaited and self.seat not in self.table.awaited:
            seat = self.table.awaited[0]
            gained += self.table.decide(seat, self.choice(seat))[self.seat]
        return gained

    def choice(self, seat: int) -> int:
        """What a bot decides, from all that its seat may know."""
        state = self.table.stepper.states[0]
        seen = seen_by(seat, state, self.table.seats, self.random)
        return self.bots[seat].decide(seen, self.random)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        try:
            gained = self.table.decide(self.seat, whole(action))[self.seat]
        except IllegalMove as refusal:
            return self.table.observe(self.seat), LOST, True, False, self.info(str(refusal))
        gained += self.let_rivals_move()
        is_over = self.table.stepper.is_over
        return self.table.observe(self.seat), float(gained), is_over, False, self.info()

    def info(self, refused: str = "") -> dict[str, Any]:
        said = {"refused": refused} if refused else {}
        return {"action_mask": self.action_masks(), "seat": self.seat, **said}

    def action_masks(self) -> Array:
        """True for each move that may be made."""
        return self.table.stepper.mask(self.seat).astype(bool)

    def render(self) -> str | None:
        """The table as text, as it looks for the own seat."""
        return self.table.picture(self.seat) if self.render_mode else None

    def close(self) -> None:
        self.get_up()
