"""What the server has acknowledged and shown, and whether its store has all of it, and once."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple


class Decision(NamedTuple):
    """The answer of a seat to the question that had this number at a table."""

    table: str
    number: int
    seat: int


class Line(NamedTuple):
    """A phrase that a seat has said at a table; nobody says one twice."""

    table: str
    seat: int
    says: str


@dataclass
class Ledger:
    """Written by those who play, while they play."""

    people: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    moves: dict[Decision, int] = field(default_factory=dict)
    lines: set[Line] = field(default_factory=set)
    attempts: set[Decision] = field(default_factory=set)  # sent, whatever became of it
    shown: set[Decision] = field(default_factory=set)  # by which seats were shown to have decided

    def counts(self) -> dict[str, int]:
        return {
            "guests": len(self.people),
            "tables": len(self.tables),
            "moves": len(self.moves),
            "chat lines": len(self.lines),
            "decisions of others that were shown": len(self.shown),
        }


@dataclass
class Stored:
    """What is there in the end."""

    people: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    moves: list[tuple[Decision, int]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


@dataclass
class Comparison:
    """Each in a sentence; all empty is what there must be."""

    lost: list[str]
    doubled: list[str]
    unexplained: list[str]  # moves of people that nobody has sent


def compared(ledger: Ledger, stored: Stored, people_at: set[tuple[str, int]]) -> Comparison:
    """`people_at` are the seats, by table, where nobody else has ever decided for somebody."""
    moves, made = dict(stored.moves), Counter(decision for decision, _ in stored.moves)
    said, known = Counter(stored.lines), ledger.attempts | ledger.moves.keys()
    lost = [f"guest {person}" for person in sorted(ledger.people - stored.people)]
    lost += [f"table {table}" for table in sorted(ledger.tables - stored.tables)]
    lost += [
        f"move {move} of {in_words(decision)}; the store has {moves.get(decision)}"
        for decision, move in sorted(ledger.moves.items())
        if moves.get(decision) != move
    ]
    lost += [f"decision of {in_words(one)}" for one in sorted(ledger.shown - moves.keys())]
    lost += [f"chat line {line}" for line in sorted(ledger.lines - said.keys())]
    doubled = [f"move of {in_words(one)}" for one, times in sorted(made.items()) if times > 1]
    doubled += [f"chat line {line}" for line, times in sorted(said.items()) if times > 1]
    unexplained = [
        f"move of {in_words(decision)}"
        for decision in sorted(made)
        if (decision.table, decision.seat) in people_at and decision not in known
    ]
    return Comparison(lost, doubled, unexplained)


def in_words(decision: Decision) -> str:
    return f"seat {decision.seat} at table {decision.table}, number {decision.number}"


def longest_gap(moments: Iterable[float], begin: float, end: float) -> float:
    """The longest time between two of these moments, or until the end, from begin to end."""
    inside = [begin, *sorted(one for one in moments if begin < one < end), end]
    return max(after - before for before, after in pairwise(inside))


def without_words(value: Any) -> Any:
    """A view with a mark for every text: all that must be equal in two languages."""
    if isinstance(value, dict):
        return {name: without_words(part) for name, part in value.items()}
    if isinstance(value, list):
        return [without_words(part) for part in value]
    return "" if isinstance(value, str) else value
