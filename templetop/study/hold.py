"""Playing all matches of a study; whatever was played is kept, even if it is broken off."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from templetop.arena.crew import play_each
from templetop.engine import dealt
from templetop.engine.refusal import Refusal
from templetop.engine.simulate import cores
from templetop.games.shelf import take
from templetop.study.fast import play_fast
from templetop.study.notes import MatchNotes, Notes, in_columns, joined
from templetop.study.plan import Study
from templetop.study.slow import play_noted
from templetop.study.words import t, tn

SOON = 20.0  # seconds after which it is said how long it will take
MINUTE, HOUR = 60, 3600


class NothingPlayed(Refusal):
    """It was stopped before the first match was over."""


@dataclass
class Played:
    """What was played so far."""

    study: Study
    parts: list[Notes] = field(default_factory=list)
    matches: list[MatchNotes] = field(default_factory=list)

    def notes(self) -> Notes:
        study = self.study
        parts = [*self.parts]
        if self.matches:
            card = take(study.game)
            matches = sorted(self.matches, key=lambda match: match.fixture)
            parts.append(in_columns(card, study.seats, study.everybody, matches))
        if not parts:
            raise NothingPlayed(t("No game has been finished, so there is nothing to report."))
        return joined(parts)


def hold(
    played: Played,
    workers: int | None,
    progress: Callable[[int], None],
    say: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Play all matches; `played` has them as soon as they are over."""
    study = played.study
    forecast = Forecast(study.matches(), say, clock)

    def advance(matches: int) -> None:
        progress(matches)
        forecast.advance(matches)

    if study.is_fast:
        dealt.make_ready(take(study.game), study.bots, say)
        with closing(play_fast(study, workers, advance)) as parts:
            played.parts.extend(parts)  # one by one: those that are here stay if it is broken off
        return
    from templetop.bots.roster import make_ready

    make_ready(study.everybody, take(study.game), say, is_compiled=True)
    with closing(play_each(play_noted, study, study.fixtures(), workers or cores())) as matches:
        for match in matches:
            if match is not None:
                played.matches.append(match)
                advance(1)


class Forecast:
    """Says once how long all of it will take, as soon as that can be told."""

    def __init__(
        self, matches: int, say: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self.matches, self.say, self.clock = matches, say, clock
        self.done = 0
        self.is_said = False
        self.begun: float | None = None
        self.before = 0

    def advance(self, matches: int) -> None:
        """Time is taken from the first match on: before it, everything had to be made ready."""
        if self.begun is None:
            self.begun = self.clock()
            self.before = matches
            return
        self.done += matches
        gone = self.clock() - self.begun
        if not self.is_said and gone >= SOON:
            self.is_said = True
            left = gone / self.done * (self.matches - self.done - self.before)
            if left > SOON:
                about = duration(left)
                self.say(
                    t("This will take about {time} more; Ctrl-C keeps what is played.", time=about)
                )


def duration(seconds: float) -> str:
    """Roughly: 40 seconds, 12 minutes, 3 hours."""
    if seconds < 2 * MINUTE:
        return tn("{count:,} second", "{count:,} seconds", round(seconds))
    if seconds < 2 * HOUR:
        return tn("{count:,} minute", "{count:,} minutes", round(seconds / MINUTE))
    return tn("{count:,} hour", "{count:,} hours", round(seconds / HOUR))
