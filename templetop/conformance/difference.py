"""What differs between the answer of an engine and ours, and which sentence that concerns."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from types import FrameType
from typing import Any

from templetop.conformance.engine import Engine, EngineFailed
from templetop.conformance.kit import Exchange
from templetop.conformance.reference import (
    CHANCE_DECIDES,
    HAPPEN,
    IT_IS_OVER,
    MOVES,
    NOTHING,
    PLAY,
    TABLE,
    Reference,
    checksum,
    moves_text,
    step_of,
    table_text,
)
from templetop.conformance.words import t
from templetop.engine.ask import game_of
from templetop.engine.compile import is_rule
from templetop.engine.ending import places_of, points_of
from templetop.engine.game import Game
from templetop.engine.match import check, legal_moves, message_of, phase_of, seats_to_move
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.rulebook import Entry, NoRulebook, Rulebook, cited_by
from templetop.engine.seats import CHANCE

WHO, HOW_MANY, CHECKSUM, TABLE_SUM, POINTS, PLACES = range(6)  # the words of a position
POSITION = "WHO HOW-MANY MOVES TABLE POINTS"
OVER_PHASE = "over"


@dataclass(frozen=True)
class Difference:
    """Where, what, and why our answer is as it is."""

    match: int  # counted from 1
    commands: tuple[str, ...]  # that lead there, from `new` on
    what: str  # who, moves, table, points, places or count
    expected: str
    answered: str
    says: str  # in a sentence
    rule: str  # the number of the sentence it concerns; "" where none is named
    sentence: str  # its text
    done: str  # in words, by the last command
    carried_out: tuple[str, ...]  # the sentences that our rules cite while they do it

    @classmethod
    def of_counts(
        cls,
        reference: Reference,
        match: int,
        commands: tuple[str, ...],
        exchange: Exchange,
        answer: str,
    ) -> "Difference":
        """A count that differs, though nothing else does."""
        depth = int(exchange.command.split()[1])
        says = t("There are {expected} ways to make {depth} moves from here, not {answered}.",
                 expected=exchange.answer, depth=depth, answered=answer)  # fmt: skip
        rule = phase_of(reference.state).rule
        parts = ("count", exchange.answer, answer, says, rule, text_of(reference.game, rule))
        return cls(match, (*commands, exchange.command), *parts, "", ())


def in_positions(command: str, expected: str, answer: str) -> bool:
    """Does the answer differ, in what the engine answers at all? It must be a position."""
    words, own = answer.split(), expected.split()
    is_over = words[:1] == [IT_IS_OVER]
    if len(words) != (PLACES + 1 if is_over else PLACES):
        failure = f"it answered {answer[:60]!r}, which is no position ({POSITION})"
        raise EngineFailed(command, failure)
    if words[TABLE_SUM] == NOTHING:
        own[TABLE_SUM] = NOTHING
    return own != words


def writes_table(answer: str) -> bool:
    """Is there a checksum of the table in a position?"""
    return answer.split()[TABLE_SUM] != NOTHING


def compared(
    engine: Engine,
    match: int,
    commands: tuple[str, ...],
    before: Reference,
    now: Reference,
    answer: str,
) -> Difference:
    """The first word in which two positions differ, explained."""
    expected, words = now.last.split(), answer.split()
    game, state = now.game, now.state
    if words[WHO] != expected[WHO]:
        what, pair = "who", (expected[WHO], words[WHO])
        says, rule = about_who(state, *pair)
    elif words[HOW_MANY : CHECKSUM + 1] != expected[HOW_MANY : CHECKSUM + 1]:
        what, pair = "moves", (moves_text(state), engine.answer(MOVES))
        says, rule = about_moves(state, words, *pair)
    elif words[POINTS] != expected[POINTS]:
        what, pair = "points", (expected[POINTS], words[POINTS])
        says, rule = about_points(state, *pair)
    elif words[PLACES:] != expected[PLACES:]:
        what, pair = "places", (expected[PLACES], words[PLACES])
        says = t("The places are {expected}, not {answered}.", expected=pair[0], answered=pair[1])
        rule = first_cited(state, places_of)
    else:
        what, pair = "table", (table_text(state), engine.answer(TABLE))
        says, rule = about_table(words, *pair)
        rule = phase_of(before.state).rule if before.state is not None else ""
    done = in_words(before, commands[-1])
    carried_out = cited_while(game, before, commands[-1])
    rule = rule or next(iter(carried_out), "")
    return Difference(
        match, commands, what, *pair, says, rule, text_of(game, rule),
        done, carried_out,
    )  # fmt: skip


# ── What differs ─────────────────────────────────────────────────────────────────────────────────


def about_who(state: Any, expected: str, answered: str) -> tuple[str, str]:
    """Who has to decide; the phase says by which rule."""
    says = t("{expected}, but the program says: {answered}.",
             expected=who_words(expected), answered=who_words(answered))  # fmt: skip
    rule = phase_of(state).rule
    if answered == IT_IS_OVER:
        ends = [phase.rule for phase in game_of(state).phases if phase.name == OVER_PHASE]
        rule = next(iter(ends), rule)
    return says, rule


def who_words(who: str) -> str:
    if who == IT_IS_OVER:
        return t("The game is over")
    if who == CHANCE_DECIDES:
        return t("It is up to chance")
    return t("It is up to seat {who}", who=who)


def about_moves(state: Any, words: list[str], expected: str, answered: str) -> tuple[str, str]:
    """Moves or events that are missing, or too many; a refusal says why those are not allowed."""
    if answered == expected:
        return t("The list of moves is right, but its number or checksum in the answer is not:"
                 " {number} moves, checksum {checksum}.",
                 number=len(expected.split()), checksum=checksum(expected)), ""  # fmt: skip
    lists = zip_longest(seats_to_move(state), expected.split("/"), answered.split("/"))
    for seat, ours, theirs in lists:
        if seat is None:
            break
        own, other = events_in(ours or ""), events_in(theirs or "")
        for number in sorted(own.keys() | other.keys()):
            if own.get(number) == other.get(number):
                continue
            if number not in own:
                return about_extra(state, seat, number)
            if number not in other:
                return about_missing(state, seat, number)
            return t("Event {number} has the weight {expected}, not {answered}: {words}.",
                     number=number, expected=own[number], answered=other[number],
                     words=words_of(state, seat, number)), phase_of(state).rule  # fmt: skip
    return t("The list of moves is {expected}, not {answered}.",
             expected=expected, answered=answered), phase_of(state).rule  # fmt: skip


def events_in(text: str) -> dict[int, str]:
    """The numbers of a list, with their weights; what is no number is left out."""
    pairs = [word.partition(":") for word in text.split()]
    return {int(number): weight or "1" for number, _, weight in pairs if number.isdecimal()}


def about_missing(state: Any, seat: int, number: int) -> tuple[str, str]:
    words = words_of(state, seat, number)
    says = (
        t("The program does not know that this can happen: {number}, {words}.",
          number=number, words=words)
        if seat == CHANCE
        else t("The program does not allow what seat {seat} may do: {number}, {words}.",
               seat=seat, number=number, words=words)
    )  # fmt: skip
    return says, phase_of(state).rule


def about_extra(state: Any, seat: int, number: int) -> tuple[str, str]:
    """Something the rules forbid: they say why."""
    why, rule = "", phase_of(state).rule
    try:
        check(state, seat, number)
    except Refusal as refusal:
        why = str(refusal)
        rule = (refusal.rule if isinstance(refusal, IllegalMove) else "") or rule
    says = (
        t("The program thinks that event {number} can happen: {why}", number=number, why=why)
        if seat == CHANCE
        else t("The program allows seat {seat} move {number}: {why}",
               seat=seat, number=number, why=why)
    )  # fmt: skip
    return says, rule


def about_points(state: Any, expected: str, answered: str) -> tuple[str, str]:
    return (
        t("The points are {expected}, not {answered}.", expected=expected, answered=answered),
        first_cited(state, points_of),
    )


def about_table(words: list[str], expected: str, answered: str) -> tuple[str, str]:
    """The first line of the written table that is not the same."""
    for ours, theirs in zip_longest(expected.split("\t"), answered.split("\t"), fillvalue=""):
        if ours != theirs:
            return t("The written table differs. Expected: {expected}; answered: {answered}.",
                     expected=repr(ours), answered=repr(theirs[:200])), ""  # fmt: skip
    return t("The written table is right, but its checksum in the answer is not: it is {checksum}.",
             checksum=checksum(expected)), ""  # fmt: skip


# ── Which sentences ──────────────────────────────────────────────────────────────────────────────


def text_of(game: Game, number: str) -> str:
    """The sentence of that number; nothing where there is no rulebook or no such sentence."""
    texts: dict[str, str] = {entry.number: entry.text for entry in entries_of(game)}
    return texts.get(number, "") if number else ""


def entries_of(game: Game) -> list[Entry]:
    try:
        return [] if game.folder is None else Rulebook.of(game.folder).entries
    except NoRulebook:
        return []


def first_cited(state: Any, answers: Callable[[Any], Any]) -> str:
    """The first sentence that the rules cite when they answer a question about the table."""
    game = game_of(state)
    with called_rules(game) as cited:
        answers(state)
    return next((number for number in cited if number in sentences_of(game)), "")


def sentences_of(game: Game) -> set[str]:
    return {entry.number for entry in entries_of(game) if not entry.is_heading}


def cited_while(game: Game, before: Reference, command: str) -> tuple[str, ...]:
    """The sentences that the rules cite that are carried out by a command, in their order."""
    with called_rules(game) as cited:
        before.carry_out(command)
    return tuple(sorted(sentences_of(game) & {*cited}, key=in_order))


@contextmanager
def called_rules(game: Game) -> Iterator[list[str]]:
    """The numbers that the docstrings of all rules name that are called meanwhile."""
    cited: list[str] = []
    folder = str(game.folder)

    def note(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(folder):
            function = frame.f_globals.get(code.co_name)
            if is_rule(function):
                cited.extend(cited_by(function.__doc__ or ""))

    other = sys.getprofile()
    sys.setprofile(note)
    try:
        yield cited
    finally:
        sys.setprofile(other)


def in_order(number: str) -> tuple[tuple[bool, int, str], ...]:
    """3.10 comes after 3.9."""
    parts = number.split(".")
    return tuple((part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts)


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def in_words(before: Reference, command: str) -> str:
    """What a command does, in a sentence."""
    if command.split()[0] not in (PLAY, HAPPEN):
        return ""
    return "; ".join(
        f"{CHANCE_DECIDES if seat == CHANCE else f'seat {seat}'}: {words_of(before.state, seat, n)}"
        for seat, n in step_of(command)
    )


def words_of(state: Any, seat: int, number: int) -> str:
    if number not in legal_moves(state, seat):
        return ""
    return message_of(state, seat, number).without_subject()
