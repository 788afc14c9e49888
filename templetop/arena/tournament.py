"""Who plays whom: every line-up, in every rotation of the sides, plays the same deals.

A bot plays for a whole side: for one seat where all are rivals, for a team where there are teams.
Where all are on one side, every bot plays with itself alone, and nobody is compared seat by seat.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from templetop.arena.words import t
from templetop.bots.roster import is_own, strength
from templetop.engine.ending import ending
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.games.shelf import take


class TooFewBots(Refusal):
    """A bot alone has nobody to play against."""


class Fixture(NamedTuple):
    """A match that is to be played: this deal, with these bots at the seats."""

    deal: int
    line_up: int
    rotation: int
    bots: tuple[str, ...]

    @property
    def match(self) -> str:
        """What the match is called, in every run of the tournament."""
        return f"{self.deal}-{self.line_up}-{self.rotation}"


@dataclass(frozen=True)
class Tournament:
    """What is played, by whom, and how often."""

    game: str
    rules: int  # their version
    bots: Mapping[str, str]  # the name in the tables, and the bot of the roster
    sides: tuple[int, ...]  # of each seat, counted from 0
    options: Mapping[str, str]
    seed: int
    patience: float  # seconds that a bot of one's own has for a move
    deals: int
    remarks: Mapping[str, str] = field(default_factory=dict)  # of bots: the file for each

    @property
    def seats(self) -> int:
        return len(self.sides)

    @property
    def is_together(self) -> bool:
        """Do all win or lose as one?"""
        return how_many(self.sides) == 1

    @property
    def matches(self) -> int:
        return self.deals * matches_per_deal(tuple(self.bots), how_many(self.sides))

    def fixtures(self) -> Iterator[Fixture]:
        """All matches, deal by deal: whenever it is broken off, all have played about the same."""
        sides = how_many(self.sides)
        all_line_ups = line_ups(tuple(self.bots), sides)
        for deal in range(self.deals):
            for number, bots in enumerate(all_line_ups):
                for rotation in range(sides):
                    turned = bots[rotation:] + bots[:rotation]
                    seated = tuple(turned[side] for side in self.sides)
                    yield Fixture(deal, number, rotation, seated)

    def description(self) -> dict[str, Any]:
        """What makes it this tournament and no other; only the number of matches may grow."""
        return {
            "game": self.game,
            "rules": self.rules,
            "bots": dict(self.bots),
            "seats": self.seats,
            "options": dict(self.options),
            "seed": self.seed,
            "patience": self.patience,
            "strengths": self.strengths(),
        }

    def strengths(self) -> dict[str, Any]:
        """How well those play that are ours: a level of tomorrow may be another one."""
        game = take(self.game)
        ours = {name: bot for name, bot in self.bots.items() if not is_own(bot)}
        return {name: strength(bot, game)[0].as_dict() for name, bot in ours.items()}


def tournament(
    game: Game,
    bots: Mapping[str, str],
    seats: int,
    matches: int,
    options: Mapping[str, str] = {},
    seed: int = 0,
    patience: float = 10.0,
) -> Tournament:
    """A tournament of at least so many matches; refused if the game cannot be played like this."""
    sides = sides_in(game, seats, options)
    if len(bots) < least_bots(sides):
        raise TooFewBots(t("Name at least two bots, such as greedy,random."))
    deals = -(-matches // matches_per_deal(tuple(bots), how_many(sides)))
    agreed = game.agreed(options)
    return Tournament(game.id, game.rules_version, bots, sides, agreed, seed, patience, deals)


def sides_in(game: Game, seats: int, options: Mapping[str, str]) -> tuple[int, ...]:
    """The side of each seat, counted from 0."""
    sides = ending(game.start(seats, options)).sides
    return tuple(
        next(number for number, side in enumerate(sides) if seat in side) for seat in range(seats)
    )


def how_many(sides: tuple[int, ...]) -> int:
    return max(sides) + 1


def least_bots(sides: tuple[int, ...]) -> int:
    """Rivals are at least two; who plays with all others may be the only one to be tried."""
    return min(2, how_many(sides))


def line_ups(bots: tuple[str, ...], sides: int) -> list[tuple[str, ...]]:
    """Who can play together. With too few bots some have two sides or more, but none has all."""
    if len(bots) >= sides:
        return list(combinations(bots, sides))
    return [some for some in combinations_with_replacement(bots, sides) if len(set(some)) > 1]


def matches_per_deal(bots: tuple[str, ...], sides: int) -> int:
    return len(line_ups(bots, sides)) * sides
