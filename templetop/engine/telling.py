"""What was done, told to one who may not know everything.

A move or an event that only some seats see is told to the others in the words of its kind for that.
Who only looks on may know what everybody at the table knows, and no hand. When the match is over
there is nothing left to hide. What belongs together is one happening: a row of events under one
heading, which unfolds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from templetop.engine import ask
from templetop.engine.kinds import Message
from templetop.engine.match import Match, Moves, kinds_for, make
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGINE, ENGLISH, speaking

CHANCE_NAME = "Chance"
t = ENGINE.t


@dataclass(frozen=True)
class Told:
    """One thing that was done, as somebody may know it; `parts` are what it consists of."""

    number: int  # of the first move that it tells
    last: int  # and of the last
    seat: int  # or CHANCE
    message: Message
    target: Any  # what it touches; None where that is hidden, or told by the parts
    parts: tuple["Told", ...] = ()
    times: int = 1  # as often as it looks the same to the viewer
    kind: str = ""  # of the move or event; nothing where that is hidden, or told by the parts

    def sentence(self, names: Sequence[str]) -> str:
        subject = t(CHANCE_NAME) if self.seat == CHANCE else names[self.seat]
        words = self.message.sentence(subject, names)
        return (
            words
            if self.times == 1
            else t("{said}, {times} times.", said=words[:-1], times=self.times)
        )


def told_to(
    viewer: int | None, number: int, state: Any, seat: int, move: int, is_open: bool = False
) -> Told:
    """A move that is about to be made, without what the viewer may not know."""
    kinds = kinds_for(ask.game_of(state), seat)
    seen_by = None if is_open else kinds.seen_by(state, seat, move)
    if seen_by is None or viewer in seen_by:
        target = kinds.target(state, seat, move)
        message = kinds.message_about(move, target)
        return Told(number, number, seat, message, target, kind=kinds.kind(move).name)
    return Told(number, number, seat, kinds.hidden_message(state, seat, move), None)


@dataclass
class Teller:
    """Tells one viewer, step by step, what is done; None is one who only looks on."""

    viewer: int | None
    is_open: bool = False  # the match is over, and nothing is hidden any more
    lines: list[Told] = field(default_factory=list)
    heading: str = ""  # of the happening that the last line is

    def tell(self, number: int, state: Any, step: Moves) -> None:
        """What is done now at the same time; it may belong to the line before."""
        for n, (seat, move) in enumerate(step):
            told = told_to(self.viewer, number + n, state, seat, move, self.is_open)
            events = ask.game_of(state).events
            heading = events.heading(state, move) if seat == CHANCE else None
            self.add(told, heading)

    def add(self, told: Told, heading: Message | None) -> None:
        title = "" if heading is None else title_of(heading)
        if heading is None:
            self.lines.append(told)
        elif title == self.heading:
            self.lines[-1] = joined(self.lines[-1], told)
        else:
            self.lines.append(Told(told.number, told.last, CHANCE, heading, None, (told,)))
        self.heading = title


def title_of(heading: Message) -> str:
    """By which a happening is known again, whoever it is told to."""
    with speaking(ENGLISH):
        return heading.sentence(CHANCE_NAME)


def joined(happening: Told, told: Told) -> Told:
    """A happening with one thing more; what looks like the thing before is only counted."""
    last = happening.parts[-1]
    is_alike = told.target is None and told.message == last.message
    if is_alike:
        parts = (*happening.parts[:-1], replace(last, last=told.last, times=last.times + 1))
    else:
        parts = (*happening.parts, told)
    return replace(happening, last=told.last, parts=parts)


def told(match: Match, viewer: int | None) -> list[Told]:
    """Everything that was done in a match, as the viewer may know it."""
    teller = Teller(viewer, match.is_over)
    number = 0
    for state, step in match.steps():
        teller.tell(number, state, step)
        number += len(step)
    return teller.lines


def sentences(lines: Sequence[Told], names: Sequence[str]) -> Iterator[str]:
    """All of it, with what a happening consists of behind it: one line for each."""
    for line in lines:
        parts = " ".join(part.sentence(names) for part in line.parts)
        yield f"{line.sentence(names)[:-1]}: {parts}" if parts else line.sentence(names)


def after(state: Any, step: Moves) -> Any:
    """The table after what is done at the same time; the one before it stays as it is."""
    copy = state.copy()
    make(copy, step)
    return copy
