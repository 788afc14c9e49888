"""PettingZoo: one seat after the other, or all at once."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.envs.table import (
    RENDER_MODES,
    LearningTable,
    NotBegun,
    check_render_mode,
    numbers_space,
    whole,
)

Seen = dict[str, Any]


def observation(numbers: Any, mask: Any) -> Seen:
    return {"observation": numbers, "action_mask": mask}


def observation_space(game: Game, moves: int) -> spaces.Space[Any]:
    mask = spaces.Box(0, 1, (moves,), np.int8)
    return spaces.Dict({"observation": numbers_space(game), "action_mask": mask})


class NoAction(Refusal):
    """Somebody has to decide, and nothing was handed over for them."""


# What an environment has from the first reset on.
WITH_A_GAME = {
    "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards",
}  # fmt: skip


class TurnByTurnEnv(AECEnv):  # type: ignore[misc]
    """One seat is asked at a time."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        rewards: str,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"templetop_{game.id}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self.render_mode = check_render_mode(render_mode)
        self.state_space = numbers_space(game, seats)
        self.table = LearningTable(game, seats, options, rewards)
        self.possible_agents = self.table.names
        self.agents: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name in WITH_A_GAME:
            raise NotBegun
        raise AttributeError(f"{type(self).__name__} has no {name!r}.")

    @functools.cache  # noqa: B019  the space of an agent is one object
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return observation_space(self.table.game, self.table.game.moves.count)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return spaces.Discrete(self.table.game.moves.count)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.awaited[0]]

    def observe(self, agent: str) -> Seen:
        seat = self.table.seat(agent)
        mask = self.table.stepper.mask(seat)
        if seat in self.table.decided:
            mask[:] = 0
        return observation(self.table.observe(seat), mask)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gained = self.table.decide(self.table.seat(agent), whole(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        if self.table.stepper.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.table.awaited[0]]
        self._accumulate_rewards()

    def state(self) -> Any:
        """What all seats together may know, as numbers."""
        return self.table.observe_all()

    def render(self) -> str | None:
        """The table as text, as it looks for somebody who only watches."""
        return self.table.picture() if self.render_mode else None

    def close(self) -> None:
        """Nothing is left behind."""


class AllAtOnceEnv(ParallelEnv):  # type: ignore[misc]
    """All seats move at once; one that is not asked waits, which is the last of the moves."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        rewards: str,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {"name": f"templetop_{game.id}", "render_modes": [*RENDER_MODES]}
        self.render_mode = check_render_mode(render_mode)
        self.state_space = numbers_space(game, seats)
        self.table = LearningTable(game, seats, options, rewards)
        self.possible_agents = self.table.names
        self.agents: list[str] = []
        self.wait = game.moves.count

    @functools.cache  # noqa: B019
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return observation_space(self.table.game, self.wait + 1)

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return spaces.Discrete(self.wait + 1)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.table.begin(seed)
        self.agents = [*self.possible_agents]
        return self.seen(), {agent: {} for agent in self.agents}

    def seen(self) -> dict[str, Seen]:
        return {agent: self.seen_by(agent) for agent in self.agents}

    def seen_by(self, agent: str) -> Seen:
        seat = self.table.seat(agent)
        waits = seat not in self.table.awaited
        mask = np.append(self.table.stepper.mask(seat), np.int8(waits))
        return observation(self.table.observe(seat), mask)

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        self.table.check_begun()
        if not self.agents:
            return {}, {}, {}, {}, {}
        gained = [0.0] * len(self.agents)
        moves = {seat: self.move_of(seat, actions) for seat in self.table.awaited}
        for seat, move in moves.items():
            self.table.check(seat, move)
        for seat, move in moves.items():
            gained = self.table.decide(seat, move)
        over = self.table.stepper.is_over
        answer: tuple[Any, ...] = (
            self.seen(),
            dict(zip(self.agents, gained, strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            {agent: {} for agent in self.agents},
        )
        if over:
            self.agents = []
        return answer

    def move_of(self, seat: int, actions: dict[str, Any]) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise NoAction(f"{agent} has to decide: `step` takes a move for every agent.")
        return whole(actions[agent])

    def state(self) -> Any:
        """What all seats together may know, as numbers."""
        return self.table.observe_all()

    def render(self) -> str | None:
        """The table as text, as it looks for somebody who only watches."""
        return self.table.picture() if self.render_mode else None

    def close(self) -> None:
        """Nothing is left behind."""
