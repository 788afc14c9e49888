"""Who plays whom: every line-up, in every rotation of the seats, plays the same deals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

from templetop.bots.roster import PROGRAM, strength
from templetop.engine.game import Game, Refusal
from templetop.games.shelf import take


class TooFewBots(Refusal):
    """A bot alone has nobody to be compared with."""


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
    seats: int
    options: Mapping[str, str]
    seed: int
    patience: float  # seconds that a program has for a move
    deals: int

    @property
    def matches(self) -> int:
        return self.deals * matches_per_deal(tuple(self.bots), self.seats)

    def fixtures(self) -> Iterator[Fixture]:
        """All matches, deal by deal: whenever it is broken off, all have played about the same."""
        all_line_ups = line_ups(tuple(self.bots), self.seats)
        for deal in range(self.deals):
            for number, bots in enumerate(all_line_ups):
                for rotation in range(self.seats):
                    seated = bots[rotation:] + bots[:rotation]
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
        ours = {name: bot for name, bot in self.bots.items() if not bot.startswith(PROGRAM)}
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
    if len(bots) < 2:
        raise TooFewBots("Name at least two bots, such as greedy,random.")
    game.start(seats, options)
    usual = {option.name: option.choices[0].name for option in game.options}
    agreed = usual | dict(options)
    deals = -(-matches // matches_per_deal(tuple(bots), seats))
    return Tournament(game.id, game.rules_version, bots, seats, agreed, seed, patience, deals)


def line_ups(bots: tuple[str, ...], seats: int) -> list[tuple[str, ...]]:
    """Who can sit together. With too few bots some sit twice or more, but none only with itself."""
    if len(bots) >= seats:
        return list(combinations(bots, seats))
    return [some for some in combinations_with_replacement(bots, seats) if len(set(some)) > 1]


def matches_per_deal(bots: tuple[str, ...], seats: int) -> int:
    return len(line_ups(bots, seats)) * seats
