"""How bots and chance decide at a table: each on what its seat may know, and never on the truth."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from templetop.bots.bot import Bot
from templetop.bots.roster import Engagement, call, level_number
from templetop.bots.seen import seen_by
from templetop.engine.game import Game
from templetop.engine.policy import any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, Array

SIGHTS = 1 << 40  # what bots imagine is drawn from streams of the seed that no game comes near


class Thinking:
    """The bots of a table, and chance. What they imagine costs the game's generator nothing."""

    def __init__(
        self, game: Game, bots: Sequence[str], engaged: Engagement, seed: int, number: int = 0
    ) -> None:
        self.game = game
        self.names = bots
        self.engaged = engaged
        self.sights = generator(seed, SIGHTS + number)
        self.events = game.event_set()
        self.weights = game.weights()
        self.bots: dict[int, Bot] = {}
        self.pool = ThreadPoolExecutor(engaged.threads)

    def decide_all(self, state: Any, randoms: Mapping[int, Array]) -> dict[int, int]:
        """What the bots of these seats do, each with a generator of its own. Levels think side by
        side, as each needs one core only; others may want all of them, or be a program."""
        seats = [*randoms]
        levels = [seat for seat in seats if level_number(self.names[seat])]
        seen = {seat: seen_by(seat, state, self.engaged.seats, self.sights) for seat in seats}

        def decide(seat: int) -> int:
            return self.bot(seat).decide(seen[seat], randoms[seat])

        thought = dict(zip(levels, self.pool.map(decide, levels), strict=True))
        return {seat: thought[seat] if seat in thought else decide(seat) for seat in seats}

    def decide(self, state: Any, seat: int, random: Array) -> int:
        """What the bot of a seat does, or what chance does."""
        if seat == CHANCE:
            return int(any_event(state, random, self.events, self.weights))
        return self.bot(seat).decide(seen_by(seat, state, self.engaged.seats, self.sights), random)

    def bot(self, seat: int) -> Bot:
        """Who sits there; called to the table when it is needed for the first time."""
        if seat not in self.bots:
            self.bots[seat] = call(self.names[seat], self.game, seat, self.engaged)
        return self.bots[seat]

    def close(self) -> None:
        """Everyone goes home."""
        self.pool.shutdown()
        while self.bots:
            self.bots.popitem()[1].close()
