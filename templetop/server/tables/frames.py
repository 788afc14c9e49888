"""What goes over the line of who watches a table: all of it once, then only what has changed."""

from dataclasses import dataclass, field
from functools import cached_property

Parts = dict[str, bytes]  # of a table, as JSON, by their names; all but the log


@dataclass(frozen=True)
class Frame:
    """A table as some see it, and what is new about it since the frame before."""

    parts: Parts
    lines: list[bytes]  # the log
    number: int = 0  # of those that came before it
    news: Parts = field(default_factory=dict)
    same: int = 0  # so many lines of the log are as they were

    def followed_by(self, parts: Parts, lines: list[bytes]) -> "Frame":
        news = {name: part for name, part in parts.items() if part != self.parts.get(name)}
        return Frame(parts, lines, self.number + 1, news, alike(self.lines, lines))

    @cached_property
    def whole(self) -> bytes:
        """A `LiveTable`."""
        table = written(self.parts | {"log": listed(self.lines)})
        return written({"table": table, "type": b'"table"'})

    @cached_property
    def change(self) -> bytes:
        """A `LiveChange`, for who has seen the frame before."""
        log = listed(self.lines[self.same :])
        parts = {"changed": written(self.news), "same": b"%d" % self.same, "log": log}
        return written({**parts, "type": b'"change"'})


def written(parts: Parts) -> bytes:
    """As an object."""
    named = (b'"%b":%b' % (name.encode(), part) for name, part in parts.items())
    return b"{" + b",".join(named) + b"}"


def listed(lines: list[bytes]) -> bytes:
    return b"[" + b",".join(lines) + b"]"


def alike(before: list[bytes], after: list[bytes]) -> int:
    """How many are the same at the beginning; mostly all that there were."""
    if after[: len(before)] == before:
        return len(before)
    pairs = enumerate(zip(before, after))
    return next((n for n, (one, other) in pairs if one != other), min(len(before), len(after)))
