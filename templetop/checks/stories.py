"""Whole games, played under watch, and moments in them to try things at."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np

from templetop.engine import faults
from templetop.engine.faults import FaultInGame, at
from templetop.engine.game import Game
from templetop.engine.kinds import Kind, Kinds
from templetop.engine.match import Match, Moves, make
from templetop.engine.refusal import Refusal
from templetop.engine.seats import Array
from templetop.engine.trial import play_watched, setting

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Story:
    """One game from beginning to end: `states[n]` is the table before step n."""

    game: Game
    seed: int
    seats: int
    options: dict[str, str]
    steps: list[Moves]
    states: Array

    def moments(self, how_many: int) -> list[int]:
        """So many numbers of steps, spread over the game, the first and the last among them."""
        return sorted({round(n) for n in np.linspace(0, len(self.steps) - 1, how_many)})

    def some(self, how_many: int) -> list[int]:
        """So many numbers of steps, at random, always the same ones."""
        steps = range(len(self.steps))
        return sorted(self.random().sample(steps, min(how_many, len(steps))))

    def random(self) -> Random:
        return Random(f"{self.game.id} {self.seed}")

    def names(self) -> list[str]:
        return [f"Player {seat + 1}" for seat in range(self.seats)]

    def match(self, steps: int = 0) -> Match:
        """The match after so many steps."""
        match = Match.new(self.game, self.names(), self.options)
        match.moves = [made for step in self.steps[:steps] for made in step]
        match.state = copy_of(self.states[steps])
        return match


def told(game: Game, seed: int) -> Story:
    """The game of a seed; whatever is wrong with it is raised as `FaultInGame`."""
    seats, options = setting(game, seed)
    steps, tables = [], []
    states = None
    for state, step in play_watched(game, seed):
        tables.append(state.tobytes())
        steps.append(list(step))
        states = state
    if states is None:
        raise at(game.to_move, "The game is over before anything was done.")
    whole = np.frombuffer(b"".join([*tables, states.tobytes()]), game.State).copy()
    whole.flags.writeable = False
    return Story(game, seed, seats, options, steps, whole)


def copy_of(state: Any) -> Any:
    """A table of its own that looks the same."""
    states = np.zeros(1, state.dtype)
    states[0] = state
    return states[0]


def after(state: Any, step: Moves) -> Any:
    """Another table, on which this was done."""
    copy = copy_of(state)
    make(copy, step)
    return copy


def at_kind(kinds: Kinds, kind: Kind, game: Game, what: str) -> FaultInGame:
    """A mistake in what is said of one kind of moves or events."""
    table = "EVENTS" if kinds is game.events else "MOVES"
    for path in sorted((game.folder or Path()).glob("people/**/*.py")) if game.folder else []:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if f'Kind("{kind.name}"' in line or f"Kind('{kind.name}'" in line:
                return FaultInGame(f"{table}, {kind.name}: {what}", str(path), number)
    return FaultInGame(f"{table}, {kind.name}: {what}")


def asked(do: Callable[[], Answer], fault: Callable[[str], FaultInGame]) -> Answer:
    """What a game answers for people; an exception is a mistake of the game.

    Where it does not say itself which line is wrong, `fault` knows the place.
    """
    try:
        return do()
    except (FaultInGame, Refusal):
        raise
    except Exception as error:
        found = faults.fault_of(error)
        raise found or fault(faults.in_words(error)) from error
