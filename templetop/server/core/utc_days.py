"""UTC days of the daily deals, written as ISO dates such as 2026-03-02.

A match counts for the day on which it began if it ends before `closes_at`.
"""

import time
from datetime import UTC, date, datetime, timedelta

from templetop.server.core.refusals import NoSuchMoment
from templetop.server.translations import t

DAY = 24 * 3600.0  # seconds
GRACE_SECONDS = 3600.0  # seconds after midnight until which a match may end and still count


def clock() -> float:
    """Returns the time in seconds since 1970; tests replace this function to choose a day."""
    return time.time()


def today_utc() -> str:
    return day_at(clock())


def day_at(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def start_of_day(day: str) -> float:
    """Returns the moment at which a day begins."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()


def end_of_day(day: str) -> float:
    """Returns the moment at which a day ends; nobody can begin its deals any more."""
    return start_of_day(day) + DAY


def closes_at(day: str) -> float:
    return end_of_day(day) + GRACE_SECONDS


def is_day_over(day: str) -> bool:
    """True if no match counts for the day any more, so that all its results may be shown."""
    return clock() >= closes_at(day)


def parse_day(day: str) -> str:
    """Returns the ISO date of a day from 2000 to today; raises NoSuchMoment for anything else."""
    try:
        iso_day = date.fromisoformat(day).isoformat()
    except ValueError:
        raise NoSuchMoment(t("There is no such day.")) from None
    if iso_day > today_utc() or iso_day < "2000":
        raise NoSuchMoment(t("That day has no deals."))
    return iso_day


def iso_time(moment: float) -> str:
    """Returns a moment as date and time in UTC, in ISO 8601 with seconds."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
