"""Other people's suites: what PettingZoo, Gymnasium, OpenSpiel and Shimmy ask of an environment.

Every game is checked with its fewest or with its most seats; the others come with `make test-all`.
"""

import warnings
from typing import Any

import numpy as np
import pytest

from templetop import envs
from templetop.engine.game import Game
from tests.every_game.tables import cut_short, games

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="pip install 'templetop[envs]'")
env_checker = pytest.importorskip("gymnasium.utils.env_checker")
pyspiel = pytest.importorskip("pyspiel")
shimmy = pytest.importorskip("shimmy")

CYCLES = 120  # decisions
pytestmark = pytest.mark.filterwarnings("default")  # theirs, about their own environments


def tables() -> list[Any]:
    found = []
    for turn, game in enumerate(games()):
        options = cut_short(game)
        able = game.seats_for(options)
        for seats in able:
            marks = () if seats == able[turn % 2 - 1] else (pytest.mark.slow,)
            found.append(pytest.param(game, seats, options, id=f"{game.id}-{seats}", marks=marks))
    return found


every_table = pytest.mark.parametrize(("game", "seats", "options"), tables())
Options = dict[str, str]


@every_table
def test_pettingzoo_turn_by_turn(game: Game, seats: int, options: Options) -> None:
    pettingzoo_test.api_test(envs.aec(game, seats, options), num_cycles=CYCLES)
    pettingzoo_test.seed_test(lambda: envs.aec(game, seats, options), num_cycles=CYCLES // 2)


@every_table
def test_pettingzoo_all_at_once(game: Game, seats: int, options: Options) -> None:
    pettingzoo_test.parallel_api_test(envs.parallel(game, seats, options), num_cycles=CYCLES)


@every_table
def test_gymnasium(game: Game, seats: int, options: Options) -> None:
    env = envs.gym(game, seats, rivals=["random"], seat=seats - 1, options=options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*different from the unwrapped version.*")
        env_checker.check_env(env, skip_render_check=True)
    play_on(env)
    env.close()


def play_on(env: Any) -> None:
    """Legal moves only."""
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(CYCLES // 4):
        assert info["action_mask"].any()
        numbers, _, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        assert numbers in env.observation_space
        assert "refused" not in info
        if over:
            break


@every_table
def test_openspiel(game: Game, seats: int, options: Options) -> None:
    ours = envs.openspiel(game, seats, options)
    sims = {"num_sims": 1, "serialize": True, "verbose": False, "mask_test": True}
    pyspiel.random_sim_test(ours, **sims)
    if ours.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        pyspiel.random_sim_test(pyspiel.convert_to_turn_based(ours), **sims)


@every_table
def test_shimmy(game: Game, seats: int, options: Options) -> None:
    ours = envs.openspiel(game, seats, options)
    named = {"game_name": ours.get_type().short_name, "config": ours.get_parameters()}
    pettingzoo_test.api_test(shimmy.OpenSpielCompatibilityV0(**named), num_cycles=CYCLES // 4)
