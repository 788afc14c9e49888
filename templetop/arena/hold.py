"""Holding a tournament: what is not yet played is played, and what is played is kept."""

from collections.abc import Callable, Iterator

from templetop.arena.crew import Results
from templetop.arena.results import Scoresheets
from templetop.arena.tournament import Fixture, Tournament
from templetop.arena.words import t

Players = Callable[[Iterator[Fixture]], Results]


def hold(
    tournament: Tournament,
    sheets: Scoresheets,
    play: Players,
    progress: Callable[[int], None] = lambda matches: None,
    say: Callable[[str], None] = lambda sentence: None,
    lost: Callable[[str], None] = lambda sentence: None,
) -> None:
    """Play all matches that are not on the sheets; finished ones are saved whatever happens.

    `lost` is told when a bot has lost its seat, and may put an end to all of it.
    """
    has_lost: set[str] = set()  # a seat, to the random bot
    played_before = frozenset(sheets.finished)
    left = (fixture for fixture in tournament.fixtures() if fixture.match not in played_before)
    results = play(left)
    try:
        for match in results:
            if match and sheets.add(match):
                progress(1)
                for result in match:
                    if result.note and result.bot not in has_lost:
                        has_lost.add(result.bot)
                        lost(f"Match {result.match}: {result.note}")
                        say(t("Match {match}: {note}", match=result.match, note=result.note))
            sheets.save(at_once=False)
    finally:
        sheets.save()
        results.close()
