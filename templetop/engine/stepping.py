"""One table that Python steps through, while machine code answers: for environments."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.ask import happen, legal, observe, odds, places, play, points, sides, to_move
from templetop.engine.batch import worth
from templetop.engine.bits import members
from templetop.engine.compile import compiled
from templetop.engine.game import Game
from templetop.engine.policy import any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, EVEN, MOST_SEATS, NO_MOVE, Array, decisions

NO_EVENT = -1
NO_SEAT = -1


class Sheet(NamedTuple):
    """The answers, a row for each seat where each is asked."""

    deciding: Any
    legal: Any
    events: Any
    weights: Any
    total: Any  # of the weights, or EVEN
    points: Any
    places: Any
    sides: Any
    numbers: Any  # that the viewer observes
    random: Any


@compiled
def do_and_ask(states, decided, event, goes_on, viewer, sheet):
    """Let something be done, if anything is, and chance go on if it is to; then answer."""
    state = states[0]
    if event != NO_EVENT:
        happen(state, event)
    else:
        for seat in range(MOST_SEATS):
            if decided[seat] != NO_MOVE:
                play(state, decided)
                break
    deciding = to_move(state)
    while deciding == CHANCE and goes_on:
        happen(state, any_event(state, sheet.random, sheet.events, sheet.weights))
        deciding = to_move(state)
    sheet.deciding[0] = deciding
    if deciding == CHANCE:
        sheet.total[0] = odds(state, sheet.events, sheet.weights)
    else:
        for seat in range(int(state.seats)):
            if deciding >> seat & 1:
                legal(state, seat, sheet.legal[seat])
    points(state, sheet.points)
    places(state, sheet.places)
    sides(state, sheet.sides)
    if viewer != NO_SEAT:
        observe(state, viewer, sheet.numbers)


class Stepper:
    """A table, and what can be asked about it. Nothing is checked: that is for whoever steps."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, str] = {}) -> None:
        self.game, self.seats = game, seats
        self.fresh = game.state()
        self.fresh[0] = game.start(seats, options)
        self.states = self.fresh.copy()
        self.nothing = decisions()
        self.sheet = Sheet(
            deciding=np.zeros(1, np.int64),
            legal=np.zeros((MOST_SEATS, len(game.move_set())), np.uint64),
            events=game.event_set(),
            weights=game.weights(),
            total=np.zeros(1, np.int64),
            points=np.zeros(MOST_SEATS, np.int16),
            places=np.zeros(MOST_SEATS, np.int8),
            sides=np.zeros(MOST_SEATS, np.int8),
            numbers=np.zeros(game.observation, np.float32),
            random=generator(0),
        )

    def begin(self, seed: int | None = None) -> None:
        """A new game, as far as the first decision; without a seed, chance goes on as it was."""
        if seed is not None:
            self.sheet.random[:] = generator(seed)
        self.states[0] = self.fresh[0]
        self.ask(goes_on=True)

    def play(self, decided: Mapping[int, int], goes_on: bool = True) -> None:
        """All who were asked have decided."""
        self.ask(decisions(decided), goes_on=goes_on)

    def happen(self, event: int) -> None:
        self.ask(event=event)

    def ask(
        self,
        decided: Array | None = None,
        event: int = NO_EVENT,
        goes_on: bool = False,
        viewer: int = NO_SEAT,
    ) -> None:
        row = self.nothing if decided is None else decided
        do_and_ask(self.states, row, event, int(goes_on), viewer, self.sheet)

    @property
    def deciding(self) -> int:
        return int(self.sheet.deciding[0])

    @property
    def asked(self) -> list[int]:
        """The seats that have to decide."""
        deciding = max(0, self.deciding)
        return [seat for seat in range(self.seats) if deciding >> seat & 1]

    @property
    def is_over(self) -> bool:
        return self.deciding == 0

    def legal(self, seat: int) -> list[int]:
        """The moves of a seat that is asked."""
        return members(self.sheet.legal[seat])

    def mask(self, seat: int) -> Array:
        """A number for each move: 1 if it is legal. All 0 for a seat that is not asked."""
        count = self.game.moves.count
        if not max(0, self.deciding) >> seat & 1:
            return np.zeros(count, np.int8)
        row = self.sheet.legal[seat].view(np.uint8)
        return np.unpackbits(row, count=count, bitorder="little").astype(np.int8)

    def odds(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely it is."""
        events = members(self.sheet.events)
        total = int(self.sheet.total[0])
        if total == EVEN:
            return [(event, 1 / len(events)) for event in events]
        return [(event, int(self.sheet.weights[event]) / total) for event in events]

    def observe(self, seat: int) -> Array:
        """What a seat may know, as numbers."""
        self.ask(viewer=seat)
        return np.array(self.sheet.numbers)

    @property
    def points(self) -> Array:
        return np.array(self.sheet.points[: self.seats])

    def worths(self) -> list[float]:
        """How it has ended for each seat, from 1, won, to -1, lost; or would, as things stand."""
        seats, sheet = range(self.seats), self.sheet
        return [float(worth(seat, sheet.places, sheet.sides, self.seats)) for seat in seats]

    def is_together(self) -> bool:
        return len({*self.sheet.sides[: self.seats].tolist()}) == 1
