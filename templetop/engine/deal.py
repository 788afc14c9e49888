"""What chance does in one deal: the same for all who play it, as far as their games allow.

Every event has a clock of its own. When chance is to move, the clocks of all that can happen run,
each as fast as its event is likely, and the one that strikes first happens. That one is wound up
again with the next of its own numbers; the others stop where they are. Clocks are wound to
exponential times, which do not remember how long they have run: so the odds are right at each draw.
And a pile is drawn in the same order whatever is done in between, because only its own draws touch
its clocks.

All of it follows from a key. Who does not know a secret key cannot foretell anything.
"""

import hashlib
from collections.abc import Iterable
from math import log
from typing import Any

from templetop.engine import ask
from templetop.engine.bits import members
from templetop.engine.faults import nothing_to_do
from templetop.engine.game import Game
from templetop.engine.match import Moves
from templetop.engine.seats import CHANCE, EVEN

BYTES = 8  # of a number
KEY = 32  # bytes


def number_from(key: bytes, *names: int | str) -> int:
    """64 bits that nobody finds who does not know the key; others for other names."""
    text = " ".join(map(str, names)).encode()
    return int.from_bytes(hashlib.blake2b(text, key=key, digest_size=BYTES).digest())


def key_of(seed: int, number: int) -> bytes:
    """The key of deal number so-and-so of a seed, for those who want it known."""
    return hashlib.blake2b(f"{seed} {number}".encode(), digest_size=KEY).digest()


class Deal:
    """Everything that chance will do, by a key."""

    def __init__(self, game: Game, key: bytes) -> None:
        self.key = key
        self.events = game.event_set()
        self.weights = game.weights()
        self.clocks: dict[int, float] = {}  # what is left until they strike, at weight 1
        self.wound: dict[int, int] = {}  # how often each was wound up

    def event(self, state: Any) -> int:
        """What happens now."""
        weights = self.odds(state)
        if not weights:
            raise nothing_to_do(ask.game_of(state), state, CHANCE)
        times = {event: self.clock(event) / weight for event, weight in weights.items()}
        first = min(times, key=times.__getitem__)
        self.let_pass(weights, times[first])
        self.wind_up(first)
        return first

    def let_pass(self, weights: dict[int, int], time: float) -> None:
        for event, weight in weights.items():
            self.clocks[event] = max(0.0, self.clocks[event] - weight * time)

    def odds(self, state: Any) -> dict[int, int]:
        """What can happen, and the weight of each."""
        total = ask.odds(state, self.events, self.weights)
        return {
            event: 1 if total == EVEN else int(self.weights[event])
            for event in members(self.events)
        }

    def clock(self, event: int) -> float:
        if event not in self.clocks:
            self.wind_up(event)
        return self.clocks[event]

    def wind_up(self, event: int) -> None:
        times = self.wound[event] = self.wound.get(event, 0) + 1
        self.clocks[event] = exponential(number_from(self.key, "clock", event, times))

    def seed(self, number: int) -> int:
        """For an experiment that is move number so-and-so."""
        return number_from(self.key, "experiment", number)

    def copy(self) -> "Deal":
        """The same, as it stands now."""
        other = Deal.__new__(Deal)
        other.__dict__.update(self.__dict__, clocks={**self.clocks}, wound={**self.wound})
        return other

    def follow(self, steps: Iterable[tuple[Any, Moves]]) -> "Deal":
        """Come as far as a match that was dealt by this key."""
        game = None
        for state, ((seat, _), *_) in steps:
            game = game or ask.game_of(state)
            if seat == CHANCE and not game.takes_time(state):
                self.event(state)
        return self


def exponential(bits: int) -> float:
    """A time that something takes which may happen at any moment; 1 in the mean."""
    return -log(((bits >> 11) + 1) / (1 << 53))
