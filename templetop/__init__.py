"""Adventure board games on one engine: `import templetop as tt`.

    tt.games()          the ids of all games that can be played
    tt.take             a game, by its id or by the path of its folder
    tt.Game             what it answers: its rules, its words, its options
    tt.Match            a match, move by move, with every move checked
    tt.simulate         whole games, many at a time, on all cores or a GPU
    tt.Results          what came of them
    tt.Batch            thousands of tables stepped together, to train a network
    tt.Bot, tt.Seen     a bot of your own, and all that it is given to decide for its seat
    tt.Refusal          the one exception for what cannot be done, with a sentence that says why
    tt.CHANCE           the seat of chance

These names stay as they are; everything below is internal and may change. Each is loaded when it is
first asked for, so that the import itself costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from templetop.bots.own import Bot as Bot
    from templetop.bots.seen import Seen as Seen
    from templetop.engine.batch import Batch as Batch
    from templetop.engine.game import Game as Game
    from templetop.engine.match import Match as Match
    from templetop.engine.refusal import Refusal as Refusal
    from templetop.engine.seats import CHANCE as CHANCE
    from templetop.engine.simulate import Results as Results
    from templetop.engine.simulate import simulate as simulate
    from templetop.games.shelf import ready_games as games
    from templetop.games.shelf import take as take

__version__ = "0.2.0"
__all__ = [
    "CHANCE",
    "Batch",
    "Bot",
    "Game",
    "Match",
    "Refusal",
    "Results",
    "Seen",
    "games",
    "simulate",
    "take",
]

HOMES = {
    "CHANCE": "engine.seats",
    "Batch": "engine.batch",
    "Bot": "bots.own",
    "Game": "engine.game",
    "Match": "engine.match",
    "Refusal": "engine.refusal",
    "Results": "engine.simulate",
    "Seen": "bots.seen",
    "simulate": "engine.simulate",
    "take": "games.shelf",
}  # `games` is the package itself, which can be called


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module("templetop.games")
    if name not in HOMES:
        raise AttributeError(f"templetop has no {name!r}; it has {', '.join(__all__)}.")
    found = getattr(import_module(f"templetop.{HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
