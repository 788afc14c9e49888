"""Numbers and lists as they are said."""

from collections.abc import Iterable

from templetop.engine.speech import ENGINE

t = ENGINE.t
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def listed(words: Iterable[str], last: str = "and") -> str:
    """One, two and three; or with "or"."""
    *others, end = words
    if not others:
        return end
    before = ", ".join(others)
    if last == "or":
        return t("{others} or {last}", others=before, last=end)
    return t("{others} and {last}", others=before, last=end)


def counted(count: int, one: str, many: str = "") -> str:
    """1 move, 2 moves."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
