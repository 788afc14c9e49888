"""Numbers and lists as they are said."""

from collections.abc import Iterable


def listed(words: Iterable[str], last: str = "and") -> str:
    """One, two and three."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def counted(count: int, one: str, many: str = "") -> str:
    """1 move, 2 moves."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
