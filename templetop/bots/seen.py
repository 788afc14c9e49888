"""What a bot is given when it has to decide: all that its seat may know, and nothing else."""

from dataclasses import dataclass
from typing import Any

from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.seats import Array


@dataclass(frozen=True)
class Seen:
    """The table as a seat knows it. What it cannot know is not there: the state has it imagined."""

    game: Game
    state: Any
    seat: int
    seats: int


def seen_by(seat: int, state: Any, seats: int, random: Array) -> Seen:
    """Show the table to a seat. The truth is copied and never handed over."""
    game = ask.game_of(state)
    world = game.state()
    world[0] = state
    ask.imagine(world[0], seat, random)
    return Seen(game, world[0], seat, seats)
