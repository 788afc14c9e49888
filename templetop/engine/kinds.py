"""The kinds of moves of a game, in one table: numbers, phases, words, codes, and what they touch.

    Kind("lay", first=LAY, count=SPACES, phases=(DECIDING,),
         says="{who} lays tile {tile} on {space:space}", code=code_of_lay, target=lay,
         why_not=why_not_lay)

A *target* is what a move touches: a dataclass with all its parts, for boards, bots and words. Words
are messages with named parts, whole sentences, so that they can be translated; a kind that is told
in several ways has a message for each, and its target says which by its field `words`.
What chance does are events; they have a table of their own and numbers of their own.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from templetop.engine import speech
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGINE, Words, taken_apart
from templetop.engine.words import listed

WHO = "{who} "
NO_CODE = ""  # of a number that is no move
t = ENGINE.t


@dataclass(frozen=True)
class Phase:
    """A phase of the turn: `state.phase` is its number in the game's list of them."""

    name: str  # a participle: calling, deciding
    now: str | Callable[[Any], str] = ""  # "It is time to call a tile.": to who does something else
    rule: str = ""  # that says so
    waits: str = ""  # the rule by which nothing is asked of a seat
    decided: str = ""  # the rule by which who has decided waits for the others

    def refusal(self, state: Any, words: Words = ENGINE) -> IllegalMove:
        now = self.now if isinstance(self.now, str) else self.now(state)
        return IllegalMove(words.t(now) if now else t("Not now."), rule=self.rule)


def no_target(state: Any, seat: int, number: int) -> Any:
    """For moves that are offered in words alone, words without parts."""
    return None


def no_code(state: Any, seat: int, number: int) -> str:
    """For what nobody types: events of chance."""
    return NO_CODE


def not_possible(state: Any, seat: int, number: int) -> IllegalMove:
    return IllegalMove(t("That is not possible now."))


@dataclass(frozen=True)
class Kind:
    """One kind of moves or events. Its functions are given the number counted from `first`."""

    name: str
    first: int
    count: int
    phases: tuple[int, ...]  # in which it may be legal
    says: str | Mapping[str, str]
    code: Callable[[Any, int, int], str] = no_code  # as it is typed; "" for a number that is none
    target: Callable[[Any, int, int], Any] = no_target  # of a legal one
    why_not: Callable[[Any, int, int], IllegalMove] = not_possible  # in its phase, but forbidden
    # Who alone sees it, of a target (None: everybody); and what all others are told, without naming
    # what is secret
    seen_by: Callable[[Any], Collection[int] | None] | None = None
    hidden: str = ""
    # A row of events with this heading is one happening to people; perhaps by the `words` of each
    together: str | Mapping[str, str] = ""
    # Numbers counted from `first` that are no move; None: those that have no code
    gaps: Collection[int] | None = None

    @property
    def end(self) -> int:
        return self.first + self.count

    @property
    def messages(self) -> Mapping[str, str]:
        return {"": self.says} if isinstance(self.says, str) else self.says


@dataclass(frozen=True)
class Message:
    """A sentence with named parts; `key` names it to a translator."""

    key: str
    text: str
    parts: Mapping[str, Any] = field(default_factory=dict)
    formats: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    words: Words = ENGINE  # that know it in other languages

    def sentence(self, who: str, names: Sequence[str] = ()) -> str:
        """All of it, everyone by their name, as they write it."""
        text = self.words.text(self.text)
        words = filled_in(text, {**self.parts, "who": who}, names, self.formats, self.words)
        begins_with_a_name = names and text.startswith("{")
        return f"{words}." if begins_with_a_name else f"{words[0].upper()}{words[1:]}."

    def without_subject(self, names: Sequence[str] = ()) -> str:
        """What is done, for who is offered to do it."""
        text = self.words.text(self.text).removeprefix(WHO)
        return filled_in(text, self.parts, names, self.formats, self.words)


def filled_in(
    text: str,
    parts: Mapping[str, Any],
    names: Sequence[str],
    formats: Mapping[str, Callable[[Any], str]],
    words: Words | None = None,
) -> str:
    """Fill in the parts: {to:seat} is a name, {all:seats} are several, {space:space} is what the
    game calls it."""

    def name_of(seat: int) -> str:
        return names[seat] if names and seat != CHANCE else seat_name(seat)

    def names_of(seats: Sequence[int]) -> str:
        return listed(map(name_of, seats))

    return speech.filled_in(text, parts, {**formats, "seat": name_of, "seats": names_of}, words)


def seat_name(seat: int) -> str:
    return t("Chance") if seat == CHANCE else t("seat {number}", number=seat + 1)


class Kinds:
    """The table of all moves of seats, or of all events."""

    def __init__(
        self,
        *kinds: Kind,
        formats: Mapping[str, Callable[[Any], str]] = {},
        words: Words = ENGINE,
    ) -> None:
        self.kinds = kinds
        self.formats = formats
        self.words = words
        self.by_number = self.in_order()

    @cached_property
    def count(self) -> int:
        """Every number is below this."""
        return max((kind.end for kind in self.kinds), default=0)

    def in_order(self) -> list[Kind | None]:
        """The kind of every number, where it has one."""
        found: list[Kind | None] = [None] * self.count
        for kind in self.kinds:
            for number in range(kind.first, kind.end):
                if (other := found[number]) is not None:
                    raise ValueError(f"{other.name} and {kind.name} share the number {number}.")
                found[number] = kind
        return found

    def kind_of(self, number: int) -> Kind | None:
        return self.by_number[number] if 0 <= number < self.count else None

    def kind(self, number: int) -> Kind:
        found = self.kind_of(number)
        if found is None:
            raise KeyError(number)
        return found

    def code(self, state: Any, seat: int, number: int) -> str:
        kind = self.kind_of(number)
        return NO_CODE if kind is None else kind.code(state, seat, number - kind.first)

    def target(self, state: Any, seat: int, number: int) -> Any:
        """What a legal one touches."""
        kind = self.kind(number)
        return kind.target(state, seat, number - kind.first)

    def message(self, state: Any, seat: int, number: int) -> Message:
        """A legal one in words."""
        return self.message_about(number, self.target(state, seat, number))

    def message_about(self, number: int, target: Any) -> Message:
        """The same, where it is known what it touches."""
        kind = self.kind(number)
        words = getattr(target, "words", "")
        key = f"{kind.name}.{words}" if words else kind.name
        return Message(key, kind.messages[words], parts_of(target), self.formats, self.words)

    def hidden_message(self, state: Any, seat: int, number: int) -> Message:
        """The same for who may not see all of it."""
        kind = self.kind(number)
        target = kind.target(state, seat, number - kind.first)
        parts = named_in(kind.hidden, target)
        return Message(f"{kind.name}.hidden", kind.hidden, parts, self.formats, self.words)

    def seen_by(self, state: Any, seat: int, number: int) -> frozenset[int] | None:
        """The seats that alone see what it is; None: everybody does."""
        kind = self.kind(number)
        if kind.seen_by is None:
            return None
        seats = kind.seen_by(kind.target(state, seat, number - kind.first))
        return None if seats is None else frozenset(seats)

    def heading(self, state: Any, number: int) -> Message | None:
        """Of the happening that an event belongs to; None: it stands for itself."""
        kind = self.kind(number)
        if not kind.together:
            return None
        target = kind.target(state, CHANCE, number - kind.first)
        text = kind.together
        if not isinstance(text, str):
            text = text.get(getattr(target, "words", ""), "")
        parts = named_in(text, target)
        key = f"{kind.name}.together"
        return Message(key, text, parts, self.formats, self.words) if text else None

    def why_not(self, state: Any, seat: int, number: int, phase: Phase) -> IllegalMove:
        """Why this cannot be done now."""
        kind = self.kind_of(number)
        if kind is None or is_gap(kind, state, seat, number - kind.first):
            return IllegalMove(t("There is no move {number}.", number=number))
        if int(state.phase) not in kind.phases:
            return phase.refusal(state, self.words)
        return kind.why_not(state, seat, number - kind.first)


def is_gap(kind: Kind, state: Any, seat: int, number: int) -> bool:
    """Is it none of the kind's moves?"""
    if kind.gaps is not None:
        return number in kind.gaps
    return seat != CHANCE and kind.code(state, seat, number) == NO_CODE


def parts_of(target: Any) -> Mapping[str, Any]:
    return {} if target is None else vars(target)


def named_in(text: str, target: Any) -> Mapping[str, Any]:
    """The parts that a message names, and no others: those may be secret."""
    named = {name for _, name, _ in taken_apart(text)}
    return {name: part for name, part in parts_of(target).items() if name in named}
