"""The protocol of conformance kits, answered by our own rules: what every other engine must say."""

import re
from math import gcd
from typing import Any

from templetop.conformance.counting import count
from templetop.engine import ask
from templetop.engine.ending import places_of, points_of
from templetop.engine.game import Game
from templetop.engine.match import Moves, check, legal_moves, make, read_options, seats_to_move
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE, EVEN
from templetop.engine.speech import ENGLISH, speaking

PROTOCOL = 1
READY = "ready"
UNKNOWN = "unknown"  # begins the answer of an engine to what it does not do
NOTHING = "-"  # points of a game that counts none; the table of an engine that writes none
CHANCE_DECIDES, IT_IS_OVER = "chance", "over"
BASIS, PRIME = 2166136261, 16777619  # of FNV-1a with 32 bits
BEGIN, NEW, PLAY, HAPPEN = "conform", "new", "play", "happen"
MOVES, TABLE, COUNT = "moves", "table", "count"


class WrongCommand(Refusal):
    """A line that is no command, or not possible now."""


def checksum(text: str) -> str:
    """FNV-1a of the text in UTF-8: 8 hexadecimal digits."""
    number = BASIS
    for byte in text.encode():
        number = (number ^ byte) * PRIME & 0xFFFFFFFF
    return f"{number:08x}"


# ── A table in words of the protocol ─────────────────────────────────────────────────────────────


def moves_text(state: Any) -> str:
    """What may be done: the numbers of each seat's moves, or of events with their weights."""
    return " / ".join(
        weighted_events(state) if seat == CHANCE else " ".join(map(str, legal_moves(state, seat)))
        for seat in seats_to_move(state)
    )


def weighted_events(state: Any) -> str:
    """Events with how likely they are, unless all are equally likely or found by an experiment."""
    game = ask.game_of(state)
    weights = game.weights()
    total = ask.odds(state, game.event_set(), weights)
    events = legal_moves(state, CHANCE)
    shares = [int(weights[event]) for event in events]
    if total == EVEN or len({*shares}) == 1 or game.takes_time(state):
        return " ".join(map(str, events))
    common = gcd(*shares)
    return " ".join(f"{event}:{share // common}" for event, share in zip(events, shares))


def table_text(state: Any) -> str:
    """The written table in one line: single spaces, a tab between two lines, no empty ones."""
    with speaking(ENGLISH):
        lines = [" ".join(line.split()) for line in ask.game_of(state).write(state).splitlines()]
    return "\t".join(filter(None, lines))


def position(state: Any) -> str:
    """The answer to `new`, `play` and `happen`: who decides, how many moves, checksums, points."""
    game, seats = ask.game_of(state), seats_to_move(state)
    who = ",".join(CHANCE_DECIDES if seat == CHANCE else str(seat) for seat in seats)
    how_many = ",".join(str(len(legal_moves(state, seat))) for seat in seats)
    counts_points = game.measure is not None and game.measure.decides
    words = [
        who or IT_IS_OVER,
        how_many or "0",
        checksum(moves_text(state)),
        checksum(table_text(state)),
        joined(points_of(state)) if counts_points else NOTHING,
    ]
    return " ".join(words if seats else [*words, joined(places_of(state))])


def joined(numbers: Any) -> str:
    return ",".join(str(int(number)) for number in numbers)


# ── The engine ───────────────────────────────────────────────────────────────────────────────────

STEP = re.compile(rf"{PLAY}((?: [0-9]+ [0-9]+)+)|{HAPPEN} ([0-9]+)")


class Reference:
    """An engine of our own: it answers every command as the rules of a game have it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: Any = None
        self.last = ""  # what it answered last about the table

    def answer(self, command: str) -> str:
        """The answer to a line; one that is no command, or not possible now, changes nothing."""
        word, _, rest = command.partition(" ")
        if word == BEGIN:
            expected = begin(self.game)
            return READY if command == expected else f"{UNKNOWN} this engine answers to: {expected}"
        if word in (NEW, PLAY, HAPPEN):
            self.carry_out(command)
            self.last = position(self.state)
            return self.last
        if self.state is None:
            raise WrongCommand(f"{command!r} comes before {NEW!r}.")
        if word == COUNT and rest.isdecimal() and int(rest) > 0:
            return str(count(self.state, int(rest)))
        if command == MOVES:
            return moves_text(self.state)
        if command == TABLE:
            return table_text(self.state)
        raise WrongCommand(f"{command!r} is no command of this protocol.")

    def carry_out(self, command: str) -> None:
        """Set up a table, or do what a command says; the game refuses what its rules forbid."""
        word, _, rest = command.partition(" ")
        if word == NEW:
            seats, _, options = rest.partition(" ")
            if not seats.isdecimal():
                raise WrongCommand(f"{seats!r} is no number of seats.")
            self.state = self.game.start(int(seats), read_options(options))
            return
        if self.state is None:
            raise WrongCommand(f"{command!r} comes before {NEW!r}.")
        step, asked = step_of(command), seats_to_move(self.state)
        for seat, number in step:
            check(self.state, seat, number)
        if [seat for seat, _ in step] != asked:
            raise WrongCommand(f"All who are asked decide at the same time: {joined(asked)}.")
        make(self.state, step)


def begin(game: Game) -> str:
    """The first command: which game, by which version of its rules."""
    return f"{BEGIN} {PROTOCOL} {game.id} {game.rules_version}"


def command_for(step: Moves) -> str:
    """The command for what is done at the same time."""
    if step[0][0] == CHANCE:
        return f"{HAPPEN} {step[0][1]}"
    return " ".join([PLAY, *(f"{seat} {number}" for seat, number in step)])


def step_of(command: str) -> Moves:
    """What a command does, the other way round."""
    found = STEP.fullmatch(command)
    if found is None:
        raise WrongCommand(f"{command!r} is no command of this protocol.")
    if found[2]:
        return [(CHANCE, int(found[2]))]
    numbers = [*map(int, found[1].split())]
    return [*zip(numbers[::2], numbers[1::2])]
