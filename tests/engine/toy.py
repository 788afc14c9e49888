"""A game for these tests: who bids the most stones, alone, wins the number that was rolled.

Three rounds; a die of three numbers, fair or loaded; up to three seats, who bid at the same time.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.bits import clear, count, nth, put
from templetop.engine.compile import record, rule
from templetop.engine.game import CHANCE, EVEN, NOBODY, Choice, Game, IllegalMove, Option
from templetop.engine.random import below

ROUNDS = 3
STONES = 5
MOST = 3  # stones in one bid: these are the moves 0 to 3
BIDS = MOST + 1
ROLL = 70  # + number: chance's moves, in the second word of a set
NUMBERS = 3
MAX_SEATS = 3
NO_BID = -1
WEIGHTS = np.array([0, 1, 2, 5], np.int64)  # of a loaded die's numbers

# The engine's cache knows the files of templetop, and not this one: a type that changes with it.
EDITION = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]

State = record([
    ("points", np.int16, MAX_SEATS),
    ("stones", np.int8, MAX_SEATS),
    ("bids", np.int8, MAX_SEATS),
    ("seats", np.int8),
    ("loaded", np.int8),
    ("turn", np.int8),
    ("number", np.int8),  # rolled, or 0
    ("deciding", np.int8),
    (f"edition_{EDITION}", np.int8),
])  # fmt: skip


@rule
def new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats
    state.loaded = options[0]
    for seat in range(MAX_SEATS):
        state.stones[seat] = STONES
        state.bids[seat] = NO_BID


@rule
def to_move(state: Any) -> Any:
    if state.turn == ROUNDS:
        return NOBODY
    return int(state.deciding) if state.number else CHANCE


@rule
def legal(state: Any, seat: int, moves: Any) -> None:
    clear(moves)
    for bid in range(BIDS):
        if bid <= state.stones[seat]:
            put(moves, bid)


@rule
def odds(state: Any, moves: Any, weights: Any) -> Any:
    clear(moves)
    total = 0
    for number in range(1, NUMBERS + 1):
        put(moves, ROLL + number)
        weights[ROLL + number] = WEIGHTS[number]
        total += WEIGHTS[number]
    return total if state.loaded else EVEN


@rule
def play(state: Any, seat: int, move: int) -> None:
    if seat == CHANCE:
        state.number = move - ROLL
        state.deciding = (1 << int(state.seats)) - 1
    else:
        state.bids[seat] = move
        state.deciding = int(state.deciding) & ~(1 << int(seat))
        if state.deciding == 0:
            carry_out(state)


@rule
def carry_out(state: Any) -> None:
    most, winner = 0, NOBODY - 1
    for seat in range(state.seats):
        bid = int(state.bids[seat])
        if bid > most:
            most, winner = bid, seat
        elif bid == most:
            winner = NOBODY - 1
        state.stones[seat] -= bid
        state.bids[seat] = NO_BID
    if winner >= 0:
        state.points[winner] += state.number
    state.number = 0
    state.turn += 1


@rule
def points(state: Any, points: Any) -> None:
    for seat in range(state.seats):
        points[seat] = state.points[seat]


@rule
def places(state: Any, places: Any) -> None:
    for seat in range(state.seats):
        places[seat] = 1
        for other in range(state.seats):
            if state.points[other] > state.points[seat]:
                places[seat] += 1


@rule
def imagine(state: Any, seat: int, random: Any, moves: Any) -> None:
    for other in range(state.seats):
        if other != seat and state.bids[other] != NO_BID:
            legal(state, other, moves)
            state.bids[other] = nth(moves, below(random, count(moves)))


@rule
def observe(state: Any, seat: int, numbers: Any) -> None:
    numbers[0] = state.stones[seat] / STONES
    numbers[1] = state.number / NUMBERS


@rule
def appeal(state: Any, seat: int, move: int) -> Any:
    """Two or three stones look best, and nothing looks good."""
    return min(move, 2) - 10


@rule
def prospect(state: Any, seat: int) -> Any:
    """Every stone may win a point."""
    return 1000 * (int(state.points[seat]) + int(state.stones[seat]))


@dataclass(frozen=True)
class View:
    number: int
    stones: list[int]


def view(state: Any, seat: int | None) -> View:
    return View(int(state.number), state.stones.tolist())


def say(state: Any, seat: int, move: int) -> str:
    return f"rolls {move - ROLL}" if seat == CHANCE else f"bids {move}"


def code(state: Any, seat: int, move: int) -> str:
    return str(move)


def why_not(state: Any, seat: int, move: int) -> IllegalMove:
    return IllegalMove("There are not so many stones.", rule="2")


def has_decided(state: Any, seat: int) -> bool:
    return 0 <= seat < state.seats and bool(state.bids[seat] != NO_BID)


def write(state: Any) -> str:
    return " ".join(map(str, state.tobytes()))


def read(text: str) -> Any:
    return np.frombuffer(bytes(map(int, text.split())), State)[0]


def census(state: Any) -> dict[str, int]:
    return {"seats": int(state.seats)}


TOY = ask.know(
    Game(
        id="toy",
        name="Toy",
        says="Bid for numbers.",
        rules_version=7,
        seats=range(1, MAX_SEATS + 1),
        options=(
            Option("die", "Which die.", (Choice("fair", "Fair."), Choice("loaded", "Not fair."))),
            Option("mood", "Changes nothing.", (Choice("good", "Good."), Choice("bad", "Bad."))),
        ),
        State=State,
        moves=ROLL + NUMBERS + 1,
        seat_moves=BIDS,
        observation=2,
        new=new,
        to_move=to_move,
        legal=legal,
        odds=odds,
        play=play,
        points=points,
        places=places,
        imagine=imagine,
        observe=observe,
        appeal=appeal,
        prospect=prospect,
        view=view,
        say=say,
        code=code,
        synonyms={},
        why_not=why_not,
        has_decided=has_decided,
        write=write,
        read=read,
        picture=view,
        census=census,
    )
)
