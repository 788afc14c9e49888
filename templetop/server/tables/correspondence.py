"""Play by correspondence: days for a move, and clocks that stop during a player's holidays.

It holds calculations with times alone, and knows neither tables nor people.
"""

from collections.abc import Sequence
from typing import Any

DAY = 24 * 3600.0  # seconds

# Pairs of a beginning and an end in seconds since 1970, in their order; none of them overlap.
Holidays = Sequence[Sequence[Any]]


def is_by_correspondence(clock: str | None, seconds: int | None) -> bool:
    """True if every decision has a clock of at least one day."""
    return clock == "move" and seconds is not None and seconds >= DAY


def paused_seconds(holidays: Holidays, since: float, until: float) -> float:
    """Returns how many seconds between two times fall into holidays."""
    parts = (max(0.0, min(end, until) - max(begin, since)) for begin, end in holidays)
    return float(sum(parts))


def time_out_at(holidays: Holidays, asked_at: float, seconds: float) -> float:
    """Returns when a player who was asked at `asked_at` and has so many seconds is out of time."""
    at, left = asked_at, seconds
    for begin, end in holidays:
        if begin >= at + left:
            break
        if end > at:
            left -= max(0.0, begin - at)
            at = end
    return at + left


def holiday_end(holidays: Holidays, now: float) -> float | None:
    """Returns when the holiday that lasts now ends, or None if there is none."""
    return next((float(end) for begin, end in holidays if begin <= now < end), None)


def unexpired(holidays: Holidays, since: float | None) -> list[list[float]]:
    """Returns the holidays that end after `since`, or all of them if `since` is None."""
    return [[begin, end] for begin, end in holidays if since is None or end > since]
