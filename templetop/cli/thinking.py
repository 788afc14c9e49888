"""How bots and chance decide at a table: each on what its seat may know, and never on the truth."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from templetop.bots.bot import Bot
from templetop.bots.roster import LEVEL, Company, call
from templetop.bots.seen import seen_by
from templetop.engine.game import CHANCE, Array, Game
from templetop.engine.policy import chance_move
from templetop.engine.random import generator

SIGHTS = 1 << 40  # what bots imagine is drawn from streams of the seed that no game comes near


class Thinking:
    """The bots of a table, and chance. What they imagine costs the game's generator nothing."""

    def __init__(
        self, game: Game, bots: Sequence[str], company: Company, seed: int, number: int = 0
    ) -> None:
        self.game = game
        self.names = bots
        self.company = company
        self.sights = generator(seed, SIGHTS + number)
        self.moves = game.move_set()
        self.weights = np.zeros(game.moves, np.int64)
        self.bots: dict[int, Bot] = {}
        self.pool = ThreadPoolExecutor(company.threads)

    def decide_all(self, state: Any, randoms: Mapping[int, Array]) -> dict[int, int]:
        """What the bots of these seats do, each with a generator of its own. Levels think side by
        side, as each needs one core only; others may want all of them, or be a program."""
        seats = [*randoms]
        levels = [seat for seat in seats if LEVEL.fullmatch(self.names[seat])]
        seen = {seat: seen_by(seat, state, self.company.seats, self.sights) for seat in seats}

        def decide(seat: int) -> int:
            return self.bot(seat).decide(seen[seat], randoms[seat])

        thought = dict(zip(levels, self.pool.map(decide, levels), strict=True))
        return {seat: thought[seat] if seat in thought else decide(seat) for seat in seats}

    def decide(self, state: Any, seat: int, random: Array) -> int:
        """What the bot of a seat does, or what chance does."""
        if seat == CHANCE:
            return int(chance_move(state, random, self.moves, self.weights))
        return self.bot(seat).decide(seen_by(seat, state, self.company.seats, self.sights), random)

    def bot(self, seat: int) -> Bot:
        """Who sits there; called to the table when it is needed for the first time."""
        if seat not in self.bots:
            self.bots[seat] = call(self.names[seat], self.game, seat, self.company)
        return self.bots[seat]

    def close(self) -> None:
        """Everyone goes home."""
        self.pool.shutdown()
        while self.bots:
            self.bots.popitem()[1].close()
