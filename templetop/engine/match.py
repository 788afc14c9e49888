"""A match: who plays what, by which options, and every move that was made. Nothing else is kept."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.bits import MoveSet, has, members
from templetop.engine.game import CHANCE, NOBODY, Array, Game, IllegalMove, Refusal

FIRST_LINE = "templetop match"


class BadMatch(Refusal):
    """A file that is no match, or a damaged one; the message names the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"Line {line}: {what}")
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


def seats_to_move(state: Any) -> list[int]:
    """The seats whose decision is awaited, or [CHANCE], or nobody."""
    deciding = int(ask.to_move(state))
    if deciding == CHANCE:
        return [CHANCE]
    return [seat for seat in range(deciding.bit_length()) if deciding >> seat & 1]


def options_of(state: Any, seat: int) -> MoveSet:
    """The legal moves of a seat, or what chance can do."""
    game = ask.game_of(state)
    moves = game.move_set()
    if seat == CHANCE:
        ask.odds(state, moves, np.zeros(game.moves, np.int64))
    else:
        ask.legal(state, seat, moves)
    return moves


def legal_moves(state: Any, seat: int) -> list[int]:
    """The same as a list of numbers."""
    return members(options_of(state, seat))


def who(seat: int) -> str:
    return "chance" if seat == CHANCE else f"seat {seat + 1}"


def why_wait(state: Any, seat: int, awaited: list[int]) -> str:
    """Why nothing is expected of a seat: it has decided before the others, or is not asked."""
    others = " and ".join(map(who, awaited))
    if ask.game_of(state).has_decided(state, seat):
        return f"{who(seat).capitalize()} has decided already; it waits for {others}."
    return f"{who(seat).capitalize()} is not asked now; it waits for {others}."


def check(state: Any, seat: int, move: int) -> None:
    """Refuse a move that may not be made now, with the sentence that says why; change nothing."""
    game = ask.game_of(state)
    awaited = seats_to_move(state)
    if not awaited:
        raise GameOver("The game is over.")
    if seat not in awaited:
        raise NotYourTurn(why_wait(state, seat, awaited), rule=game.why_wait(state, seat))
    if not 0 <= move < game.moves:
        raise IllegalMove(f"There is no move {move}: moves are numbered 0 to {game.moves - 1}.")
    if not has(options_of(state, seat), move):
        raise game.why_not(state, seat, move)


def check_name(name: str) -> None:
    """Names are listed with commas on one line of the match's text."""
    if not name.strip() or name != name.strip() or not name.isprintable() or set(name) & {",", "#"}:
        raise BadName(f"{name!r} is no name for a seat: letters, without comma or #, at least one.")


def places_of(state: Any, seats: int) -> Array:
    places = np.zeros(seats, np.int8)
    ask.places(state, places)
    return places


def points_of(state: Any, seats: int) -> Array:
    points = np.zeros(seats, np.int16)
    ask.points(state, points)
    return points


def digest(state: Any) -> str:
    """A short name for exactly this table."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:16]


@dataclass
class Match:
    """Options, seats and the list of moves; `state` is how the table looks after them."""

    game: Game
    seats: tuple[str, ...]  # who sits where
    options: dict[str, str]
    moves: list[tuple[int, int]] = field(default_factory=list)
    state: Any = None

    @classmethod
    def new(cls, game: Game, seats: Sequence[str], options: Mapping[str, str] = {}) -> "Match":
        """A match about to begin; every option is written down, the usual ones too."""
        for name in seats:
            check_name(name)
        chosen = {option.name: option.choices[0].name for option in game.options} | dict(options)
        return cls(game, tuple(seats), chosen, [], game.start(len(seats), chosen))

    @property
    def is_over(self) -> bool:
        return bool(ask.to_move(self.state) == NOBODY)

    def play(self, seat: int, move: int) -> None:
        """Make a move, or refuse it and change nothing."""
        check(self.state, seat, move)
        ask.play(self.state, seat, move)
        self.moves.append((seat, move))

    def tell(self) -> Iterator[tuple[int, int, str, Any]]:
        """Every move from the first: seat, number, words, and the table after it."""
        state = self.game.start(len(self.seats), self.options)
        for seat, move in self.moves:
            words = self.game.say(state, seat, move)
            ask.play(state, seat, move)
            yield seat, move, words, state

    # ── As text ──────────────────────────────────────────────────────────────────────────────────

    def write(self) -> str:
        """The match as a text that can be read by people, and by `read`."""
        return "\n".join([*self.heading(), "", *self.lines(), *self.ending()]) + "\n"

    def heading(self) -> list[str]:
        return [
            FIRST_LINE,
            f"game: {self.game.id}",
            f"rules: {self.game.rules_version}",
            f"seats: {', '.join(self.seats)}",
            f"options: {' '.join(f'{name}={choice}' for name, choice in self.options.items())}",
        ]

    def lines(self) -> Iterator[str]:
        for number, (seat, move, words, _) in enumerate(self.tell(), 1):
            name = "chance" if seat == CHANCE else f"seat {seat + 1}"
            subject = "chance" if seat == CHANCE else self.seats[seat]
            yield f"{number:4}  {name:6}  {move:4}  # {subject} {words}"

    def ending(self) -> list[str]:
        points = ", ".join(map(str, points_of(self.state, len(self.seats))))
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
            raise BadMatch(1, f"a match begins with {FIRST_LINE!r}; this is something else.")
        lines = [(number, line.split("#")[0].strip()) for number, line in self.text[1:]]
        lines = [(number, line) for number, line in lines if line]
        match = self.begin(lines[:4])
        for line in lines[4:]:
            if self.ends(line, match):
                self.nothing_after(lines, line)
                return match
            self.make_move(line, match)
        raise BadMatch(self.text[-1][0], "the text stops before its last line, 'end: …'.")

    def begin(self, lines: list[tuple[int, str]]) -> Match:
        """The four lines of the heading, in their order."""
        values = [self.value(name, lines, n) for n, name in enumerate(HEADING)]
        game_id, version, seats, options = values
        game = self.guarded(lines[0], lambda: self.shelf(game_id))
        if version != str(game.rules_version):
            raise BadMatch(
                lines[1][0],
                f"it was played by version {version} of the rules; these are {game.rules_version}.",
            )
        chosen = self.guarded(lines[3], lambda: read_options(options))
        self.guarded(lines[3], lambda: game.settings(chosen))
        names = [name.strip() for name in seats.split(",")]
        match: Match = self.guarded(lines[2], lambda: Match.new(game, names, chosen))
        return match

    def value(self, name: str, lines: list[tuple[int, str]], n: int) -> str:
        """What stands behind 'name:' in the heading."""
        number, line = lines[n] if n < len(lines) else (self.text[-1][0], "")
        if not line.startswith(f"{name}:"):
            raise BadMatch(number, f"here should stand '{name}: …'.")
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
            raise BadMatch(line[0], f"{line[1]!r} is no move; a move reads '12  seat 2  17'.")
        if int(found["number"]) != len(match.moves) + 1:
            raise BadMatch(
                line[0], f"this is move {found['number']}; move {len(match.moves) + 1} should come."
            )
        seat = int(found["seat"]) - 1 if found["seat"] else CHANCE
        self.guarded(line, lambda: match.play(seat, int(found["move"])))

    def ends(self, line: tuple[int, str], match: Match) -> bool:
        """Is this the last line? Then it must say how the table really looks."""
        if not line[1].startswith("end:"):
            return False
        truth = match.ending()[-1]
        if line[1] != truth:
            raise BadMatch(line[0], f"the moves lead to another end than it says; it is '{truth}'.")
        return True

    def nothing_after(self, lines: list[tuple[int, str]], last: tuple[int, str]) -> None:
        if lines[-1] != last:
            raise BadMatch(lines[-1][0], "nothing can follow the end.")


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
            raise Refusal(f"{word!r} is no option; one reads name=choice.")
        chosen[name] = choice
    return chosen
