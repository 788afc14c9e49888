"""Holding a tournament: what is not yet played is played, and what is played is kept."""

from collections.abc import Callable, Iterator

from templetop.arena.crew import Results
from templetop.arena.results import Scoresheets
from templetop.arena.tournament import Fixture, Tournament

Players = Callable[[Iterator[Fixture]], Results]


def hold(
    tournament: Tournament,
    sheets: Scoresheets,
    play: Players,
    progress: Callable[[int], None] = lambda matches: None,
) -> None:
    """Play all matches that are not on the sheets; finished ones are saved whatever happens."""
    played_before = frozenset(sheets.finished)
    left = (fixture for fixture in tournament.fixtures() if fixture.match not in played_before)
    results = play(left)
    try:
        for match in results:
            if match and sheets.add(match):
                progress(1)
            sheets.save(at_once=False)
    finally:
        sheets.save()
        results.close()
