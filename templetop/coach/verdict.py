"""What the coach has to say about a match: data that becomes JSON and comes back from it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from templetop.coach.scales import Estimate, Unit

MOMENTS = 3  # to look at first


@dataclass(frozen=True)
class Choice:
    """A move, as people read it and as they type it."""

    move: int
    code: str
    words: str


Line = tuple[str, ...]


@dataclass(frozen=True)
class Verdict:
    """One decision: what was done, what would have been better, and what that cost.

    `lost` counts in the outlook (0 to 1) of the seat, `cost` in the unit of the match. Both are
    differences within the same deals. `effects` is what the decision changed for every seat.
    """

    number: int  # of the move in the match, from 1
    seat: int
    made: Choice
    better: Choice
    mixed: bool  # the search would not always do the same here
    moves: int  # that could be made
    lost: Estimate
    cost: Estimate
    outlook: float  # of the seat before it decides, if it decides well
    expected: Estimate  # the same in the unit of the match
    after: float  # what is expected after the move that was made
    effects: tuple[Estimate, ...]
    games: int  # simulated
    deep: bool
    better_line: Line = ()  # how it might go on, in sentences
    made_line: Line = ()
    # Both lines as others read them; what programs read has the English ones alone
    in_other_languages: dict[str, tuple[Line, Line]] = field(default_factory=dict, compare=False)

    @property
    def is_best(self) -> bool:
        """Nothing better was found, or what was found is no better in fresh deals."""
        return self.lost.mean <= 0

    @property
    def is_worth_a_look(self) -> bool:
        """Is it more than what chance alone would often show?"""
        return self.lost.mean > self.lost.error

    @property
    def is_sure(self) -> bool:
        return self.lost.mean > self.lost.margin


@dataclass(frozen=True)
class Account:
    """How a seat came to its result: start + own + others + chance = result."""

    seat: int
    start: Estimate
    own: Estimate
    others: Estimate
    chance: Estimate
    result: float


@dataclass(frozen=True)
class Coached:
    """All verdicts on a match."""

    game: str
    rules: int
    match: str  # its digest
    seats: tuple[str, ...]
    coached: tuple[int, ...]
    unit: Unit
    over: bool
    quick: bool
    seed: int
    verdicts: tuple[Verdict, ...]
    accounts: tuple[Account, ...]

    @property
    def costliest(self) -> list[Verdict]:
        """Those that cost something, the most first."""
        return costliest_of(self.verdicts)

    @property
    def moments(self) -> list[Verdict]:
        """Where to look first: what is sure before what may be noise."""
        return moments_of(self.verdicts)

    def of(self, seat: int) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.seat == seat]


def costliest_of(verdicts: Iterable[Verdict]) -> list[Verdict]:
    bad = [verdict for verdict in verdicts if not verdict.is_best]
    return sorted(bad, key=lambda verdict: (-verdict.lost.mean, verdict.number))


def moments_of(verdicts: Iterable[Verdict]) -> list[Verdict]:
    shown = [verdict for verdict in costliest_of(verdicts) if verdict.is_worth_a_look]
    return sorted(shown, key=lambda verdict: not verdict.is_sure)[:MOMENTS]


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────


def as_data(coached: Coached) -> dict[str, Any]:
    """For programs; seats count from 1 there, as in the file of a match."""
    data = asdict(coached)
    data["coached"] = [seat + 1 for seat in coached.coached]
    for part in (*data["verdicts"], *data["accounts"]):
        part["seat"] += 1
    for verdict in data["verdicts"]:
        del verdict["in_other_languages"]  # programs read English
    data["moments"] = [verdict.number for verdict in coached.moments]
    data["costliest"] = [verdict.number for verdict in coached.costliest]
    return data


def from_data(data: dict[str, Any]) -> Coached:
    """What `as_data` has made; anything else raises KeyError, TypeError or ValueError."""
    return Coached(
        **{name: data[name] for name in PLAIN},
        seats=tuple(data["seats"]),
        coached=tuple(seat - 1 for seat in data["coached"]),
        verdicts=tuple(map(read_verdict, data["verdicts"])),
        accounts=tuple(map(read_account, data["accounts"])),
    )


PLAIN = ("game", "rules", "match", "unit", "over", "quick", "seed")


def read_verdict(data: dict[str, Any]) -> Verdict:
    changed = {
        "seat": data["seat"] - 1,
        "made": Choice(**data["made"]),
        "better": Choice(**data["better"]),
        "effects": tuple(Estimate(**one) for one in data["effects"]),
        "better_line": tuple(data["better_line"]),
        "made_line": tuple(data["made_line"]),
    }
    estimates = {name: Estimate(**data[name]) for name in ("lost", "cost", "expected")}
    return Verdict(**{**data, **changed, **estimates})


def read_account(data: dict[str, Any]) -> Account:
    estimates = {name: Estimate(**data[name]) for name in ("start", "own", "others", "chance")}
    return Account(data["seat"] - 1, **estimates, result=float(data["result"]))
