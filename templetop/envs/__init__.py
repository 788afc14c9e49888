"""Learning environments: any game, for PettingZoo, Gymnasium and OpenSpiel.

    from templetop import envs

    envs.aec("karuba", seats=2)                          a PettingZoo AECEnv
    envs.parallel("karuba", seats=2)                     a PettingZoo ParallelEnv
    envs.gym("karuba", seats=2, rivals=["greedy"])       a Gymnasium Env: one seat against bots
    envs.openspiel("karuba", seats=2)                    a pyspiel.Game

A game is named by its id or the path of its folder, as for `tt.take`, or given as it is. What a
seat observes is a row of numbers: `game.planes` names them, and docs/observations has a page for
each game. With `render_mode="ansi"`, `render()` gives the table as text. The packages come with
`pip install 'templetop[envs]'`. For speed, see `tt.Batch`.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.games.shelf import take

if TYPE_CHECKING:
    from templetop.envs.with_gymnasium import SeatEnv
    from templetop.envs.with_pettingzoo import AllAtOnceEnv, TurnByTurnEnv

__all__ = ["aec", "gym", "openspiel", "parallel"]


class MissingPackage(Refusal):
    """An environment of a kind that is not installed."""


def aec(
    game: str | Path | Game,
    seats: int = 2,
    options: Mapping[str, str] = {},
    rewards: str = "win",
    render_mode: str | None = None,
) -> "TurnByTurnEnv":
    """A PettingZoo AECEnv. Seats that decide at the same time do so one after the other, unseen."""
    module = needing("pettingzoo", "PettingZoo")
    env: TurnByTurnEnv = module.TurnByTurnEnv(taken(game), seats, options, rewards, render_mode)
    return env


def parallel(
    game: str | Path | Game,
    seats: int = 2,
    options: Mapping[str, str] = {},
    rewards: str = "win",
    render_mode: str | None = None,
) -> "AllAtOnceEnv":
    """A PettingZoo ParallelEnv. A seat that is not asked has one move, the last: to wait."""
    module = needing("pettingzoo", "PettingZoo")
    env: AllAtOnceEnv = module.AllAtOnceEnv(taken(game), seats, options, rewards, render_mode)
    return env


def gym(
    game: str | Path | Game,
    seats: int = 2,
    rivals: Sequence[str] = ("greedy",),
    seat: int | None = None,
    options: Mapping[str, str] = {},
    rewards: str = "win",
    render_mode: str | None = None,
) -> "SeatEnv":
    """A Gymnasium Env: one seat, against bots. One rival named sits on all other seats.

    Without a `seat`, it is another one in each game, drawn at random.
    """
    module = needing("gymnasium", "Gymnasium")
    env: SeatEnv = module.SeatEnv(taken(game), seats, rivals, seat, options, rewards, render_mode)
    return env


def openspiel(game: str | Path | Game, seats: int = 2, options: Mapping[str, str] = {}) -> Any:
    """A pyspiel.Game, registered under the name `templetop_` and the game's id."""
    return needing("pyspiel", "OpenSpiel").load(taken(game), seats, options)


def taken(game: str | Path | Game) -> Game:
    return game if isinstance(game, Game) else take(game)


def needing(package: str, name: str) -> Any:
    """The module for a package of that name, if it is installed."""
    try:
        import_module(package)
    except ImportError:
        raise MissingPackage(
            f"{name} is not installed: pip install 'templetop[envs]' brings it."
        ) from None
    return import_module(f"templetop.envs.with_{name.lower()}")
