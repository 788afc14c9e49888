"""Matches that were written by an earlier version of the rules, as they are written today.

A game says how its numbers have changed (`Game.renumbered`). Every move is checked by the rules of
today, and the match must end as it says itself; so nothing is converted that was played otherwise.
"""

import re
from collections.abc import Callable

from templetop.engine.game import Game
from templetop.engine.match import BadMatch, Match, Reader
from templetop.engine.refusal import Refusal
from templetop.engine.speech import ENGINE

t = ENGINE.t

END = re.compile(r"(?P<how>end: (not )?over; points [-0-9, ]+); table [0-9a-f]+")


class UpToDate(Exception):
    """The match is of today's version already."""


def converted(text: str, shelf: Callable[[str], Game]) -> Match:
    """The match of a text of any version that its game knows; a refusal names the line."""
    return OldReader(text, shelf).match()


class OldReader(Reader):
    """Reads a match of an earlier version: other numbers, and another digest of the table."""

    version = 0

    def check_version(self, line: int, version: str, game: Game) -> None:
        if version == str(game.rules_version):
            raise UpToDate
        known = {str(earlier): earlier for earlier in game.renumbered}
        if version not in known:
            what = t(
                "it was played with version {version} of the rules of {game}; versions that can be"
                " converted: {known}.",
                version=version,
                game=game.words.text(game.name),
                known=", ".join(known) or t("none"),
            )
            raise BadMatch(line, what)
        self.version = known[version]

    def today(self, game: Game, seat: int, number: int) -> int:
        try:
            return game.renumbered[self.version](seat, number)
        except (LookupError, ValueError):
            raise Refusal(t("There was no move {number} in those rules.", number=number)) from None

    def ends(self, line: tuple[int, str], match: Match) -> bool:
        """Is this the last line? Then it was over or not, and with these points, then as now."""
        if not line[1].startswith("end:"):
            return False
        truth = how_it_ends(match.ending()[-1])
        if how_it_ends(line[1]) != truth:
            raise BadMatch(
                line[0],
                t("by today's rules the moves lead to a different end: '{end}'.", end=truth),
            )
        return True


def how_it_ends(line: str) -> str:
    """The last line of a match without the digest of its table."""
    found = END.fullmatch(line)
    return found["how"] if found else ""
