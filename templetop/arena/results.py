"""What came of the matches, a line for each seat."""

from collections.abc import Iterable
from typing import NamedTuple


class SeatResult(NamedTuple):
    """How one seat fared in one match."""

    match: str
    game: str
    options: str
    seats: int
    deal: int
    line_up: int
    rotation: int
    seat: int  # counted from 1
    side: int  # counted from 1; partners have the same
    bot: str
    points: int
    place: int
    win: float  # 1, or its side's share of a win that several sides share
    decisions: int
    seconds: float  # thought
    note: str  # what happened, such as a program that lost its seat


class Scoresheets:
    """The results so far; each match is counted once, however often it is handed in."""

    def __init__(self) -> None:
        self.results: list[SeatResult] = []
        self.finished: set[str] = set()

    def add(self, match: list[SeatResult]) -> bool:
        """Take in what came of a match, unless it is here already."""
        if match[0].match in self.finished:
            return False
        self.finished.add(match[0].match)
        self.results += match
        return True

    def save(self, at_once: bool = True) -> None:
        """Nothing is kept."""


def by_match(results: Iterable[SeatResult]) -> list[list[SeatResult]]:
    """The lines of each match together."""
    matches: dict[str, list[SeatResult]] = {}
    for result in results:
        matches.setdefault(result.match, []).append(result)
    return list(matches.values())
