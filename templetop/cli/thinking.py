"""How bots and chance decide at a table: each on what its seat may know, and never on the truth."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from templetop.bots.bot import Bot
from templetop.bots.program import Hears, Replaceable, over
from templetop.bots.roster import Engagement, call, is_own, level_number
from templetop.bots.seen import Seen, drawn, seen_by, told
from templetop.bots.story import Story
from templetop.engine.match import Match
from templetop.engine.policy import any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, Array
from templetop.engine.speech import ENGLISH, speaking

SIGHTS = 1 << 40  # what bots imagine is drawn from streams of the seed that no game comes near


class Thinking:
    """The bots of a table, and chance. What they imagine costs the game's generator nothing."""

    def __init__(
        self, match: Match, bots: Sequence[str], engaged: Engagement, seed: int, number: int = 0
    ) -> None:
        self.match = match
        self.names = bots
        self.engaged = engaged
        self.sights = generator(seed, SIGHTS + number)
        self.events = match.game.event_set()
        self.weights = match.game.weights()
        self.bots: dict[int, Bot] = {}
        self.stories: dict[int, Story] = {}
        self.pool = ThreadPoolExecutor(engaged.threads)

    def decide_all(self, randoms: Mapping[int, Array]) -> dict[int, int]:
        """What the bots of these seats do, each with a generator of its own. Levels think side by
        side, as each needs one core only; others may want all of them, or be a program."""
        seats = [*randoms]
        levels = [seat for seat in seats if level_number(self.names[seat])]

        def decide(seat: int) -> int:
            return self.bot(seat).decide(seen[seat], randoms[seat])

        with speaking(ENGLISH):  # programs are told everything in English
            seen = {seat: self.seen(seat) for seat in seats}
            thought = dict(zip(levels, self.pool.map(decide, levels), strict=True))
            return {seat: thought[seat] if seat in thought else decide(seat) for seat in seats}

    def decide(self, seat: int, random: Array) -> int:
        """What the bot of a seat does, or what chance does."""
        if seat == CHANCE:
            return int(any_event(self.match.state, random, self.events, self.weights))
        with speaking(ENGLISH):
            return self.bot(seat).decide(self.seen(seat), random)

    def seen(self, seat: int) -> Seen:
        """What a seat knows; bots of your own are also told what has been done."""
        seen = seen_by(seat, self.match.state, self.engaged.seats, self.sights)
        if not is_own(self.names[seat]):
            return seen
        news = self.stories.setdefault(seat, Story(seat)).news(self.match)
        return told(seen, news, drawn(self.sights), self.engaged.match)

    def bot(self, seat: int) -> Bot:
        """Who sits there; called to the table when it is needed for the first time."""
        if seat not in self.bots:
            name = self.match.seats[seat]
            engaged = replace(self.engaged, called=name, hears=self.heard_from(name))
            self.bots[seat] = call(self.names[seat], self.match.game, seat, engaged)
        return self.bots[seat]

    def heard_from(self, name: str) -> Hears:
        return lambda remark: self.engaged.hears(f"{name}: {remark}")

    def close(self) -> None:
        """Everyone goes home."""
        self.pool.shutdown()
        with speaking(ENGLISH):
            while self.bots:
                seat, bot = self.bots.popitem()
                if isinstance(bot, Replaceable):
                    bot.hear_the_end(over(self.match, self.stories[seat].news(self.match)))
                bot.close()
