"""Bots that think little, and the moments of a game at which they are asked."""

from typing import Any

import numpy as np

from templetop.bots.bot import Searching
from templetop.bots.search import Mind, Sample, even_odds, mind
from templetop.bots.seen import Seen, seen_by
from templetop.bots.thinker import Budget, Thinker
from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.level import Ways
from templetop.engine.match import seats_to_move
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, Array
from tests.every_game.tables import Story, copy_of

LITTLE = 48  # games in mind


def thinker(game: Game, **settings: Any) -> Thinker:
    return Thinker(game, **{"ways": Ways(), "width": 8, "budget": Budget(LITTLE), **settings})


def searching(game: Game, **settings: Any) -> Searching:
    return Searching(thinker(game, **settings))


def sight(state: Any, seat: int, seats: int, seed: int = 1) -> Seen:
    """What the seat sees of a table."""
    return seen_by(seat, state, seats, generator(seed))


def moments_of_decision(told: Story, how_many: int) -> list[tuple[Any, int]]:
    """Some tables and a seat that is to decide there."""
    found = [
        (told.states[n], seat)
        for n in range(len(told.steps))
        for seat in seats_to_move(told.states[n])
        if seat != CHANCE
    ]
    return [found[round(n)] for n in np.linspace(0, len(found) - 1, how_many)]


def imagined(state: Any, seat: int, seed: int) -> Any:
    """A world that the seat cannot tell from this one."""
    world = copy_of(state)
    ask.imagine(world, seat, generator(seed))
    return world


def room(game: Game, deals: int, candidates: int) -> tuple[Mind, Array, Array]:
    """To think in, for odds, and for what comes of it."""
    samples = np.zeros((deals, candidates), Sample)
    return mind(game, nodes=1 << 10, edges=1 << 14), even_odds(candidates), samples
