"""Play by correspondence: days for a move, and holidays during which one's own clocks rest."""

from collections.abc import Sequence
from typing import Any

DAY = 24 * 3600.0

Holidays = Sequence[Sequence[Any]]  # from … to …, in their order; none of them overlap


def is_by_correspondence(clock: str | None, seconds: int | None) -> bool:
    """Does everybody have days for a move?"""
    return clock == "move" and seconds is not None and seconds >= DAY


def paused_seconds(holidays: Holidays, since: float, until: float) -> float:
    """For how many seconds of that time a clock stood still."""
    parts = (max(0.0, min(end, until) - max(begin, since)) for begin, end in holidays)
    return float(sum(parts))


def time_out_at(holidays: Holidays, asked_at: float, seconds: float) -> float:
    """When somebody who has so many seconds, and was asked then, is out of time."""
    at, left = asked_at, seconds
    for begin, end in holidays:
        if begin >= at + left:
            break
        if end > at:
            left -= max(0.0, begin - at)
            at = end
    return at + left


def holiday_end(holidays: Holidays, now: float) -> float | None:
    """Until when somebody is on holiday; None: they are not."""
    return next((float(end) for begin, end in holidays if begin <= now < end), None)


def unexpired(holidays: Holidays, since: float | None) -> list[list[float]]:
    """Those that matter to somebody who was asked then."""
    return [[begin, end] for begin, end in holidays if since is None or end > since]
