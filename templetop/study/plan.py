"""What is played for a study: the same deals for every variant, and each deal more than once.

Two kinds of games answer different questions. In those of the *same* line-up every deal is played
twice, or once for every way to seat different bots: what comes out the same is due to the deal, and
the rest to how it was played. In *mixed* games a rival sits in for one side, in every place in
turn: so much does it matter who plays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from templetop.arena.tournament import how_many, sides_in
from templetop.bots.roster import is_own, level_name, level_number
from templetop.engine.game import Game
from templetop.engine.policy import POLICIES, greedy_is_random
from templetop.engine.variant import Variant
from templetop.games.shelf import take

SAME, MIXED = range(2)
PARTS = ("same", "mixed")
TAKES = 2  # of a deal, by bots that are all the same
MIXED_SHARE = 2  # a mixed game for so many of the others


class Fixture(NamedTuple):
    """A match that is to be played."""

    variant: int
    deal: int
    part: int
    take: int
    bots: tuple[str, ...]  # by seat

    @property
    def match(self) -> str:
        return f"{self.variant}-{self.deal}-{PARTS[self.part]}-{self.take}"


@dataclass(frozen=True)
class Study:
    """What is studied, by whom it is played, and how often."""

    game: str
    seats: int
    variants: tuple[Variant, ...]  # one, or two to be compared
    bots: tuple[str, ...]  # by seat
    rival: str | None  # who sits in for one side in mixed games
    games: int  # of the same line-up, for each variant; at least so many
    seed: int = 0
    patience: float = 10.0  # seconds that a program has for a move

    def sides(self, variant: int) -> tuple[int, ...]:
        return self.all_sides[variant]

    @cached_property
    def all_sides(self) -> tuple[tuple[int, ...], ...]:
        card = take(self.game)
        return tuple(sides_in(card, self.seats, variant.options) for variant in self.variants)

    @property
    def everybody(self) -> tuple[str, ...]:
        """All bots that play, each once."""
        return tuple(dict.fromkeys([*self.bots, *([self.rival] if self.rival else [])]))

    @property
    def is_fast(self) -> bool:
        """Do all decide at once, so that whole games are machine code?"""
        return all(bot in POLICIES for bot in self.everybody)

    def takes(self, variant: int) -> int:
        """How often each deal is played by the same line-up."""
        return TAKES if len(set(self.bots)) == 1 else max(TAKES, how_many(self.sides(variant)))

    @property
    def deals(self) -> int:
        return -(-self.games // self.takes(0))

    def mixed_deals(self, variant: int) -> int:
        if self.rival is None:
            return 0
        return min(self.deals, -(-self.games // MIXED_SHARE // how_many(self.sides(variant))))

    def matches(self) -> int:
        """How many in all."""
        return sum(
            self.deals * self.takes(n) + self.mixed_deals(n) * how_many(self.sides(n))
            for n in range(len(self.variants))
        )

    def line_ups(self, variant: int, deal: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """The part, the take and the bots of every match of a deal."""
        sides = self.sides(variant)
        for number in range(self.takes(variant)):
            turned = number % self.seats if len(set(self.bots)) > 1 else 0
            yield SAME, number, self.bots[turned:] + self.bots[:turned]
        if self.rival is not None and deal < self.mixed_deals(variant):
            for place in range(how_many(sides)):
                yield MIXED, place, with_rival(self.bots, sides, place, self.rival)

    def fixtures(self) -> Iterator[Fixture]:
        """All matches, deal by deal: wherever it is broken off, variants have played as much."""
        for deal in range(self.deals):
            for variant in range(len(self.variants)):
                for part, number, bots in self.line_ups(variant, deal):
                    yield Fixture(variant, deal, part, number, bots)


def with_rival(
    bots: Sequence[str], sides: Sequence[int], place: int, rival: str
) -> tuple[str, ...]:
    """The rival plays for one side."""
    return tuple(rival if side == place else bot for bot, side in zip(bots, sides, strict=True))


def usual_rival(bots: Sequence[str], game: Game | None = None) -> str | None:
    """The next weaker bot; none for those who are different already, or for the weakest.

    In a game without `appeal`, greedy is no stronger than random.
    """
    if len(set(bots)) > 1 or bots[0] == "random":
        return None
    if bots[0] == "greedy" and game is not None and greedy_is_random(game):
        return None
    number = level_number(bots[0])
    if number is None:
        return "random" if bots[0] == "greedy" or is_own(bots[0]) else "greedy"
    return level_name(number - 1) if number > 1 else "random"
