"""What goes over the line of who watches a table: all of it once, then only what has changed."""

from dataclasses import dataclass, field
from functools import cached_property

Parts = dict[str, bytes]  # of a table, as JSON, by their names; all but the log


@dataclass(frozen=True)
class TableFrame:
    """A table as some see it, and what is new about it since the frame before."""

    parts: Parts
    lines: list[bytes]  # the log
    number: int = 0  # of those that came before it
    changed_parts: Parts = field(default_factory=dict)
    same_lines: int = 0  # so many lines of the log are as they were

    def followed_by(self, parts: Parts, lines: list[bytes]) -> "TableFrame":
        changed_parts = {name: part for name, part in parts.items() if part != self.parts.get(name)}
        return TableFrame(
            parts, lines, self.number + 1, changed_parts, common_prefix(self.lines, lines)
        )

    @cached_property
    def table_message(self) -> bytes:
        """A `LiveTable`."""
        table = json_object(self.parts | {"log": json_array(self.lines)})
        return json_object({"table": table, "type": b'"table"'})

    @cached_property
    def change_message(self) -> bytes:
        """A `LiveChange`, for who has seen the frame before."""
        log = json_array(self.lines[self.same_lines :])
        parts = {
            "changed": json_object(self.changed_parts),
            "same": b"%d" % self.same_lines,
            "log": log,
        }
        return json_object({**parts, "type": b'"change"'})


def json_object(parts: Parts) -> bytes:
    """As an object."""
    named = (b'"%b":%b' % (name.encode(), part) for name, part in parts.items())
    return b"{" + b",".join(named) + b"}"


def json_array(lines: list[bytes]) -> bytes:
    return b"[" + b",".join(lines) + b"]"


def common_prefix(before: list[bytes], after: list[bytes]) -> int:
    """How many are the same at the beginning; mostly all that there were."""
    if after[: len(before)] == before:
        return len(before)
    pairs = enumerate(zip(before, after))
    return next((n for n, (one, other) in pairs if one != other), min(len(before), len(after)))
