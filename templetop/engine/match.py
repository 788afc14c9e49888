"""A match: who plays what, by which options, and every move that was made. Nothing else is kept.

Those who decide at the same time do so unseen. A match keeps what has been decided until all have,
and hands it to the game all at once: the games know nothing of it.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.alike import TABLES
from templetop.engine.bits import MoveSet, members
from templetop.engine.compile import alignment
from templetop.engine.ending import points_of
from templetop.engine.faults import (
    MOST_STEPS,
    is_set_of_seats,
    never_ends,
    no_kind,
    no_seats,
    nothing_to_do,
)
from templetop.engine.game import Game
from templetop.engine.kinds import Kinds, Message, Phase, seat_name
from templetop.engine.refusal import Refusal, UnknownOption
from templetop.engine.seats import CHANCE, NOBODY, decisions
from templetop.engine.speech import ENGINE, ENGLISH, speaking
from templetop.engine.words import quoted

FIRST_LINE = "templetop match"
t = ENGINE.t
NUMBERS = "numbers"  # the field that a record may end with

Moves = list[tuple[int, int]]  # the seat, or CHANCE, and the number of its move or event


class BadMatch(Refusal):
    """A file that is no match, or a damaged one; the message names the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(t("Line {number}: {what}", number=line, what=what))
        self.line = line


class BadName(Refusal):
    """A name that cannot be written down in a match."""


class GameOver(Refusal):
    """The game is over."""


class NotYourTurn(Refusal):
    """Nothing is expected of this seat now; `rule` says why, if the game names one."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


# ── Questions about a table ──────────────────────────────────────────────────────────────────────


def seats_to_move(state: Any) -> list[int]:
    """The seats that are asked to decide, or [CHANCE], or nobody."""
    deciding = ask.to_move(state)
    if deciding == CHANCE:
        return [CHANCE]
    if not is_set_of_seats(deciding, int(state.seats)):
        raise no_seats(ask.game_of(state), deciding, int(state.seats))
    deciding = int(deciding)
    return [seat for seat in range(deciding.bit_length()) if deciding >> seat & 1]


def options_of(state: Any, seat: int) -> MoveSet:
    """The legal moves of a seat, or what chance can do."""
    game = ask.game_of(state)
    if seat == CHANCE:
        events = game.event_set()
        ask.odds(state, events, game.weights())
        return events
    moves = game.move_set()
    ask.legal(state, seat, moves)
    return moves


def legal_moves(state: Any, seat: int) -> list[int]:
    """The same as a list of numbers."""
    return [*known_moves(ask.game_of(state), state.tobytes(), seat)]


@lru_cache(TABLES)
def known_moves(game: Game, table: bytes, seat: int) -> list[int]:
    """They are asked for again and again: to check a move, to offer it, to say what can be done."""
    found = members(options_of(np.frombuffer(table, game.State)[0], seat))
    if found and found[-1] >= kinds_for(game, seat).count:
        raise no_kind(game, seat, found[-1])
    return found


def kinds_for(game: Game, seat: int) -> Kinds:
    """The table of moves, or that of events."""
    return game.events if seat == CHANCE else game.moves


def message_of(state: Any, seat: int, move: int) -> Message:
    """What a seat, or chance, is about to do."""
    return kinds_for(ask.game_of(state), seat).message(state, seat, move)


def target_of(state: Any, seat: int, move: int) -> Any:
    """What a legal move touches."""
    return kinds_for(ask.game_of(state), seat).target(state, seat, move)


def code_of(state: Any, seat: int, move: int) -> str:
    """The move as it is typed; "" for a number that is no move."""
    return kinds_for(ask.game_of(state), seat).code(state, seat, move)


def say(state: Any, seat: int, move: int) -> str:
    """What is done by a legal move, in words without a subject."""
    return message_of(state, seat, move).without_subject()


def phase_of(state: Any) -> Phase:
    return ask.game_of(state).phases[int(state.phase)]


def digest(state: Any) -> str:
    """A short name for exactly this table.

    The numbers that designers may change stand in the heading of a match as options. So a record
    may end with a field of them: it is left out, and older matches keep the names of their tables.
    """
    fields = state.dtype.fields
    end = fields[NUMBERS][1] if NUMBERS in fields else state.dtype.itemsize
    table = state.tobytes()[:end]
    return hashlib.sha256(table + bytes(-end % alignment(state.dtype))).hexdigest()[:16]


# ── Refusing ─────────────────────────────────────────────────────────────────────────────────────


def who(seat: int) -> str:
    """As the text of a match has it."""
    return "chance" if seat == CHANCE else f"seat {seat + 1}"


def why_wait(state: Any, seat: int, decided: Collection[int] = ()) -> NotYourTurn:
    """Why nothing is expected of a seat: it has decided before the others, or is not asked."""
    awaited = [other for other in seats_to_move(state) if other not in decided]
    others = both(*map(awaited_name, awaited))
    name = seat_name(seat)
    subject = name[0].upper() + name[1:]
    if seat in decided:
        sentence = t("{seat} has already decided; waiting for {others}.",
                     seat=subject, others=others)  # fmt: skip
        return NotYourTurn(sentence, rule=phase_of(state).decided)
    sentence = t("{seat} has nothing to decide now; waiting for {others}.",
                 seat=subject, others=others)  # fmt: skip
    return NotYourTurn(sentence, rule=phase_of(state).waits)


def awaited_name(seat: int) -> str:
    return t("chance") if seat == CHANCE else t("seat {number}", number=seat + 1)


def both(*names: str) -> str:
    """Seat 1 and seat 2 and seat 3."""
    return reduce(lambda one, other: t("{others} and {last}", others=one, last=other), names)


def check(state: Any, seat: int, move: int, decided: Collection[int] = ()) -> None:
    """Refuse a move that may not be made now, with the sentence that says why; change nothing."""
    game = ask.game_of(state)
    asked = seats_to_move(state)
    if not asked:
        raise GameOver(t("The game is over."))
    if seat not in asked or seat in decided:
        raise why_wait(state, seat, decided)
    possible = known_moves(game, state.tobytes(), seat)
    if not possible:
        raise nothing_to_do(game, state, seat)
    if move not in possible:
        raise kinds_for(game, seat).why_not(state, seat, move, phase_of(state))


def check_name(name: str) -> None:
    """Names are listed with commas on one line of the match's text."""
    if not name.strip() or name != name.strip() or not name.isprintable() or set(name) & {",", "#"}:
        raise BadName(
            t(
                "{name} cannot name a seat: use at least one letter, and no comma or #.",
                name=quoted(name),
            )
        )


# ── The match ────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Match:
    """Options, seats and the list of moves; `state` is how the table looks after them."""

    game: Game
    seats: tuple[str, ...]  # who sits where
    options: dict[str, str]
    moves: Moves = field(default_factory=list)
    state: Any = None
    decided: dict[int, int] = field(default_factory=dict)  # unseen, until all have

    @classmethod
    def new(cls, game: Game, seats: Sequence[str], options: Mapping[str, str] = {}) -> "Match":
        """A match about to begin; every option is written down, the usual ones too."""
        for name in seats:
            check_name(name)
        chosen = game.agreed(options)
        return cls(game, tuple(seats), chosen, [], game.start(len(seats), chosen))

    def copy(self) -> "Match":
        """A copy that can go on differently, with `moves`, `state` and `decided` of its own."""
        return Match(
            self.game, self.seats, self.options, [*self.moves], self.state.copy(), {**self.decided}
        )

    @property
    def is_over(self) -> bool:
        """Has the match ended, so that neither a seat nor chance has anything to do?"""
        return bool(ask.to_move(self.state) == NOBODY)

    @property
    def awaited(self) -> list[int]:
        """The seats that are asked and have not decided; or [CHANCE]; or nobody."""
        return [seat for seat in seats_to_move(self.state) if seat not in self.decided]

    def legal(self, seat: int) -> list[int]:
        """What a seat may do now, or what chance can: the numbers of its moves or events."""
        return legal_moves(self.state, seat) if seat in self.awaited else []

    def says(self, seat: int, move: int) -> str:
        """A legal move, or an event, in a sentence."""
        return message_of(self.state, seat, move).sentence(self.name(seat), self.seats)

    def play(self, seat: int, move: int) -> None:
        """Make a move, or refuse it and change nothing."""
        check(self.state, seat, move, self.decided)
        self.put_down(seat, move)

    def put_down(self, seat: int, move: int) -> None:
        """Make a move that is known to be legal; the last decision sets all of them going."""
        if len(self.moves) >= MOST_STEPS:
            raise never_ends(self.game)
        if seat == CHANCE:
            ask.happen(self.state, move)
            self.moves.append((CHANCE, move))
            return
        self.decided[seat] = move
        if not self.awaited:
            ask.play(self.state, decisions(self.decided))
            self.moves += sorted(self.decided.items())
            self.decided = {}

    def steps(self) -> Iterator[tuple[Any, Moves]]:
        """From the first table on: a table, and all that is done there at the same time.

        The table is changed after it was given; what is still undecided is not told.
        """
        state = self.game.start(len(self.seats), self.options)
        done = 0
        while done < len(self.moves):
            together = 1 if self.moves[done][0] == CHANCE else len(seats_to_move(state))
            step = self.moves[done : done + together]
            yield state, step
            make(state, step)
            done += together

    def state_after(self, moves: int) -> Any:
        """The table after so many moves; in the midst of a decision, the one before it."""
        state, done = self.game.start(len(self.seats), self.options), 0
        for table, step in self.steps():
            state = table  # the generator makes the step after this
            if done + len(step) > moves:
                break
            done += len(step)
        return state

    # ── As text ──────────────────────────────────────────────────────────────────────────────────

    def write(self) -> str:
        """The match as a text that can be read by people, and by `read`; always in English."""
        with speaking(ENGLISH):
            return "\n".join([*self.heading(), "", *self.lines(), *self.ending()]) + "\n"

    def heading(self) -> list[str]:
        """The first lines of the text: what is played, by which rules, by whom."""
        return [
            FIRST_LINE,
            f"game: {self.game.id}",
            f"rules: {self.game.rules_version}",
            f"seats: {', '.join(self.seats)}",
            f"options: {' '.join(f'{name}={choice}' for name, choice in self.options.items())}",
        ]

    def lines(self) -> Iterator[str]:
        """A line for each move and event: its number, who made it, which it is, and in words."""
        number = 1
        last = [(self.state, sorted(self.decided.items()))]
        for state, step in [*self.copied_steps(), *last]:
            for seat, move in step:
                words = message_of(state, seat, move).sentence(self.name(seat), self.seats)
                yield f"{number:4}  {who(seat):6}  {move:4}  # {words}"
                number += 1

    def copied_steps(self) -> Iterator[tuple[Any, Moves]]:
        return ((state.copy(), step) for state, step in self.steps())

    def name(self, seat: int) -> str:
        """Who sits there; also that of chance."""
        return t("Chance") if seat == CHANCE else self.seats[seat]

    def ending(self) -> list[str]:
        """The last line of the text: how it stands, and a digest of the table to check it by."""
        points = ", ".join(map(str, points_of(self.state)))
        over = "over" if self.is_over else "not over"
        return ["", f"end: {over}; points {points}; table {digest(self.state)}"]

    @classmethod
    def read(cls, text: str, shelf: Callable[[str], Game]) -> "Match":
        """The match of a text, every move checked. `shelf` finds a game by its id."""
        return Reader(text, shelf).match()


class Reader:
    """Reads a match line by line and knows which line it is at."""

    def __init__(self, text: str, shelf: Callable[[str], Game]) -> None:
        self.text = list(enumerate(text.split("\n"), 1))
        self.shelf = shelf
        self.line = 1

    def match(self) -> Match:
        if not self.text or self.text[0][1].strip() != FIRST_LINE:
            raise BadMatch(1, t("a match begins with '{line}'; this does not.", line=FIRST_LINE))
        lines = [(number, line.split("#")[0].strip()) for number, line in self.text[1:]]
        lines = [(number, line) for number, line in lines if line]
        match = self.begin(lines[:4])
        for line in lines[4:]:
            if self.ends(line, match):
                self.nothing_after(lines, line)
                return match
            self.make_move(line, match)
        stops = t("the file stops before its last line, 'end: …'.")
        raise BadMatch(self.text[-1][0], stops)

    def begin(self, lines: list[tuple[int, str]]) -> Match:
        """The four lines of the heading, in their order."""
        values = [self.value(name, lines, n) for n, name in enumerate(HEADING)]
        game_id, version, seats, options = values
        game = self.guarded(lines[0], lambda: self.shelf(game_id))
        self.check_version(lines[1][0], version, game)
        chosen = self.guarded(lines[3], lambda: read_options(options))
        self.guarded(lines[3], lambda: game.settings(chosen))
        names = [name.strip() for name in seats.split(",")]
        match: Match = self.guarded(lines[2], lambda: Match.new(game, names, chosen))
        return match

    def check_version(self, line: int, version: str, game: Game) -> None:
        """Matches of other rules are not read; those of some earlier ones can be converted."""
        if version == str(game.rules_version):
            return
        known = [str(earlier) for earlier in game.renumbered]
        what = t(
            "it was played with version {version} of the rules; this is version {today}.",
            version=version,
            today=game.rules_version,
        )
        if version in known:
            what += " " + t("`templetop convert` brings it up to date.")
        raise BadMatch(line, what)

    def value(self, name: str, lines: list[tuple[int, str]], n: int) -> str:
        """What stands behind 'name:' in the heading."""
        number, line = lines[n] if n < len(lines) else (self.text[-1][0], "")
        if not line.startswith(f"{name}:"):
            raise BadMatch(number, t("this line should read '{name}: …'.", name=name))
        return line.partition(":")[2].strip()

    def guarded(self, line: tuple[int, str], do: Callable[[], Any]) -> Any:
        """A refusal on the way becomes one that names the line."""
        try:
            return do()
        except Refusal as refusal:
            raise BadMatch(line[0], str(refusal)) from None

    def make_move(self, line: tuple[int, str], match: Match) -> None:
        found = MOVE_LINE.fullmatch(line[1])
        if not found:
            no_move = t("{word} is not a move; a move reads '12  seat 2  17'.", word=repr(line[1]))
            raise BadMatch(line[0], no_move)
        due = len(match.moves) + len(match.decided) + 1
        if int(found["number"]) != due:
            wrong = t("this is move {number}, but move {due} is next.",
                      number=found["number"], due=due)  # fmt: skip
            raise BadMatch(line[0], wrong)
        seat = int(found["seat"]) - 1 if found["seat"] else CHANCE
        move = self.guarded(line, lambda: self.today(match.game, seat, int(found["move"])))
        self.guarded(line, lambda: match.play(seat, move))

    def today(self, game: Game, seat: int, number: int) -> int:
        """A number of the text, as the rules of today have it."""
        return number

    def ends(self, line: tuple[int, str], match: Match) -> bool:
        """Is this the last line? Then it must say how the table really looks."""
        if not line[1].startswith("end:"):
            return False
        truth = match.ending()[-1]
        if line[1] != truth:
            raise BadMatch(line[0], t("the moves lead to a different end: '{end}'.", end=truth))
        return True

    def nothing_after(self, lines: list[tuple[int, str]], last: tuple[int, str]) -> None:
        if lines[-1] != last:
            raise BadMatch(lines[-1][0], t("nothing can follow the end."))


def make(state: Any, step: Moves) -> None:
    """What is done at the same time is done to a table."""
    if step[0][0] == CHANCE:
        ask.happen(state, step[0][1])
    else:
        ask.play(state, decisions(dict(step)))


HEADING = ("game", "rules", "seats", "options")
MOVE_LINE = re.compile(
    r"(?P<number>[0-9]{1,9})\s+(chance|seat (?P<seat>[1-9][0-9]?))\s+(?P<move>[0-9]{1,9})"
)


def read_options(text: str) -> dict[str, str]:
    """Options as they are written: 'setup=random gold=twelve'."""
    chosen = {}
    for word in text.split():
        name, equals, choice = word.partition("=")
        if not equals:
            raise UnknownOption(t("{word} is not an option; write name=choice.", word=quoted(word)))
        chosen[name] = choice
    return chosen
