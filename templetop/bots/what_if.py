"""What if: how the table would look after some moves, as far as a seat may know.

The answer comes from a world in which everything the seat cannot know has been imagined, so a bot
may ask as often as it likes and learns nothing about what is hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.ending import places_of, points_of
from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.engine.policy import RANDOM, seat_move
from templetop.engine.random import generator
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE, EVEN, MOST_SEATS, Array

WORLDS = 1 << 41  # a stream of draws that nothing else comes near


class CannotBe(Refusal):
    """There is no answer to this what-if."""


@dataclass(frozen=True)
class WhatIf:
    """An imagined table, as one seat would see it."""

    state: Any
    seat: int

    @property
    def view(self) -> Any:
        """What a person at this seat would see."""
        return ask.game_of(self.state).view(self.state, self.seat)

    @property
    def points(self) -> list[int] | None:
        measure = ask.game_of(self.state).measure
        return None if measure is None else points_of(self.state).tolist()

    @property
    def places(self) -> list[int]:
        return [int(place) for place in places_of(self.state)]

    @property
    def to_move(self) -> list[int]:
        """The seats that would have to decide; [CHANCE]; or nobody, when it would be over."""
        return seats_to_move(self.state)

    @property
    def is_over(self) -> bool:
        return not self.to_move

    @property
    def asked(self) -> int | None:
        """Whose number comes next in a line: this seat's, if it has to decide."""
        return self.seat if self.seat in self.to_move else next(iter(self.to_move), None)

    @property
    def moves(self) -> list[int]:
        """What could be done next by whoever is asked; nothing where it is up to chance."""
        asked = self.asked
        return [] if asked is None or asked == CHANCE else legal_moves(self.state, asked)

    @property
    def odds(self) -> dict[int, float]:
        """What chance could do next, and how likely each event is."""
        if self.to_move != [CHANCE]:
            return {}
        game = ask.game_of(self.state)
        weights = game.weights()
        total = ask.odds(self.state, game.event_set(), weights)
        events = legal_moves(self.state, CHANCE)
        if total == EVEN:
            return {event: 1 / len(events) for event in events}
        return {event: int(weights[event]) / int(total) for event in events}


def what_if(state: Any, seat: int, line: Sequence[int], world: int) -> WhatIf:
    """The table after a line of moves and events; `state` is a world the seat has imagined."""
    imagined, random = state.copy(), generator(world, WORLDS)
    if world:
        ask.imagine(imagined, seat, random)
    for count, number in enumerate(line):
        found = WhatIf(imagined, seat)
        if found.asked is None:
            raise CannotBe(f"The game would be over after {count} of these moves.")
        if number not in legal_moves(imagined, found.asked):
            raise CannotBe(f"Number {count + 1} of these moves, {number}, would not be legal.")
        make(imagined, step(imagined, found, number, random))
    return WhatIf(imagined, seat)


def step(state: Any, found: WhatIf, number: int, random: Array) -> list[tuple[int, int]]:
    """The move, and anything that the others do at the same time."""
    assert found.asked is not None
    others = [seat for seat in found.to_move if seat != found.asked]
    policies, moves = np.full(MOST_SEATS, RANDOM, np.int8), ask.game_of(state).move_set()
    made = {seat: int(seat_move(state, seat, policies, random, moves)) for seat in others}
    return sorted({found.asked: number, **made}.items())
