"""The messages of a table's socket: the whole table first, and then only what has changed.

It knows bytes alone: `view_builder` has turned the parts of the table and its log into JSON.
"""

from dataclasses import dataclass, field
from functools import cached_property

Parts = dict[str, bytes]  # the fields of a table except its log, as JSON, by name


@dataclass(frozen=True)
class TableFrame:
    """A table as one group of clients sees it, and the difference to their frame before."""

    parts: Parts
    lines: list[bytes]  # the log
    number: int = 0  # how many frames came before this one
    changed_parts: Parts = field(default_factory=dict)
    same_lines: int = 0  # how many lines at the beginning of the log have not changed

    def followed_by(self, parts: Parts, lines: list[bytes]) -> "TableFrame":
        """Returns the next frame, with its difference to this one."""
        changed_parts = {name: part for name, part in parts.items() if part != self.parts.get(name)}
        return TableFrame(
            parts, lines, self.number + 1, changed_parts, common_prefix(self.lines, lines)
        )

    @cached_property
    def table_message(self) -> bytes:
        """The whole table as a `LiveTable`."""
        table = json_object(self.parts | {"log": json_array(self.lines)})
        return json_object({"table": table, "type": b'"table"'})

    @cached_property
    def change_message(self) -> bytes:
        """The difference as a `LiveChange`, for clients that have the frame before."""
        log = json_array(self.lines[self.same_lines :])
        parts = {
            "changed": json_object(self.changed_parts),
            "same": b"%d" % self.same_lines,
            "log": log,
        }
        return json_object({**parts, "type": b'"change"'})


def json_object(parts: Parts) -> bytes:
    """Returns a JSON object of parts that are JSON already."""
    named = (b'"%b":%b' % (name.encode(), part) for name, part in parts.items())
    return b"{" + b",".join(named) + b"}"


def json_array(lines: list[bytes]) -> bytes:
    return b"[" + b",".join(lines) + b"]"


def common_prefix(before: list[bytes], after: list[bytes]) -> int:
    """Returns how many lines at the beginning are the same in both logs."""
    if after[: len(before)] == before:
        return len(before)
    pairs = enumerate(zip(before, after))
    return next((n for n, (old, new) in pairs if old != new), min(len(before), len(after)))
