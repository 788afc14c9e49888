"""Days: one is a UTC day, by its date. What was begun in it counts for it, if it ends in time."""

import time
from datetime import UTC, date, datetime, timedelta

from templetop.server.core.refusals import NoSuchMoment
from templetop.server.translations import t

DAY = 24 * 3600.0  # seconds
GRACE_SECONDS = 3600.0  # seconds after midnight in which a match of the day before may still end


def clock() -> float:
    """It stands in one place so that tests can have any day they like."""
    return time.time()


def today_utc() -> str:
    return day_at(clock())


def day_at(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def midnight_before(day: str) -> float:
    """When it begins."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()


def midnight_after(day: str) -> float:
    """When nobody can begin any more."""
    return midnight_before(day) + DAY


def closes_at(day: str) -> float:
    return midnight_after(day) + GRACE_SECONDS


def is_day_over(day: str) -> bool:
    """Nothing that is done now counts for it: so all of it may be told."""
    return clock() >= closes_at(day)


def parse_day(day: str) -> str:
    """A day that has been, or is; refused if there is none such."""
    try:
        iso_day = date.fromisoformat(day).isoformat()
    except ValueError:
        raise NoSuchMoment(t("There is no such day.")) from None
    if iso_day > today_utc() or iso_day < "2000":
        raise NoSuchMoment(t("That day has no deals."))
    return iso_day


def iso_date(moment: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
