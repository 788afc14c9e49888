"""A game for these tests: who bids the most stones, alone, wins the number that was rolled.

Three rounds; a die of three numbers, fair or loaded; up to three seats, who bid at the same time.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from templetop.engine import ask
from templetop.engine.bits import clear, put
from templetop.engine.compile import record, rule
from templetop.engine.game import Choice, Game, Numbers, Option, Plane
from templetop.engine.kinds import Kind, Kinds, Phase
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE, EVEN, NOBODY

ROUNDS = 3
STONES = 5
MOST = 3  # stones in one bid: these are the moves 0 to 3
BIDS = MOST + 1
ROLL = 70  # + number: events of chance, in the second word of a set
NUMBERS = 3
MAX_SEATS = 3
WEIGHTS = np.array([0, 1, 2, 5], np.int64)  # of a loaded die's numbers

PHASES = (
    Phase("rolling", "Now the die is rolled.", "1", waits="1.1"),
    Phase("bidding", "Now stones are bid.", "2", waits="2.1", decided="2.2"),
    Phase("over", "The game is over.", "3"),
)
ROLLING, BIDDING, OVER = range(len(PHASES))

State = record([
    ("points", np.int16, MAX_SEATS),
    ("stones", np.int8, MAX_SEATS),
    ("seats", np.int8),
    ("phase", np.int8),
    ("loaded", np.int8),
    ("turn", np.int8),
    ("number", np.int8),  # rolled, or 0
])  # fmt: skip


@rule
def new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats
    state.loaded = options[0]
    for seat in range(MAX_SEATS):
        state.stones[seat] = options[2]


@rule
def to_move(state: Any) -> Any:
    if state.phase == BIDDING:
        return (1 << int(state.seats)) - 1
    return CHANCE if state.phase == ROLLING else NOBODY


@rule
def legal(state: Any, seat: int, moves: Any) -> None:
    clear(moves)
    for bid in range(BIDS):
        if bid <= state.stones[seat]:
            put(moves, bid)


@rule
def odds(state: Any, events: Any, weights: Any) -> Any:
    clear(events)
    total = 0
    for number in range(1, NUMBERS + 1):
        put(events, ROLL + number)
        weights[ROLL + number] = WEIGHTS[number]
        total += WEIGHTS[number]
    return total if state.loaded else EVEN


@rule
def happen(state: Any, event: int) -> None:
    state.number = event - ROLL
    state.phase = BIDDING


@rule
def play(state: Any, decisions: Any) -> None:
    most, winner = 0, -1
    for seat in range(state.seats):
        bid = int(decisions[seat])
        if bid > most:
            most, winner = bid, seat
        elif bid == most:
            winner = -1
        state.stones[seat] -= bid
    if winner >= 0:
        state.points[winner] += state.number
    state.number = 0
    state.turn += 1
    state.phase = OVER if state.turn == ROUNDS else ROLLING


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


def write(state: Any) -> str:
    return " ".join(map(str, state.tobytes()))


@dataclass(frozen=True)
class Bid:
    kind: Literal["bid"]
    stones: int


@dataclass(frozen=True)
class Roll:
    kind: Literal["roll"]
    number: int


def bid(state: Any, seat: int, stones: int) -> Bid:
    return Bid("bid", stones)


def roll(state: Any, seat: int, number: int) -> Roll:
    return Roll("roll", number + 1)


def code(state: Any, seat: int, stones: int) -> str:
    return str(stones)


def why_not_bid(state: Any, seat: int, stones: int) -> IllegalMove:
    return IllegalMove("There are not so many stones.", rule="2.3")


OPTIONS = (
    Option("die", "Which die.", (Choice("fair", "Fair."), Choice("loaded", "Not fair."))),
    Option("mood", "Changes nothing.", (Choice("good", "Good."), Choice("bad", "Bad."))),
    Numbers("stones", "How many everybody has.", (STONES,), low=1, high=20),
)
MOVES = Kinds(Kind("bid", 0, BIDS, (BIDDING,), "{who} bids {stones}", code, bid, why_not_bid))
EVENTS = Kinds(Kind("roll", ROLL + 1, NUMBERS, (ROLLING,), "{who} rolls {number}", target=roll))

TOY = ask.know(
    Game(
        id="toy",
        name="Toy",
        says="Bid for numbers.",
        rules_version=7,
        seats=range(1, MAX_SEATS + 1),
        options=OPTIONS,
        State=State,
        phases=PHASES,
        moves=MOVES,
        events=EVENTS,
        planes=(Plane("stones", (1,)), Plane("the number", (1,))),
        new=new,
        to_move=to_move,
        legal=legal,
        odds=odds,
        play=play,
        happen=happen,
        points=points,
        places=places,
        observe=observe,
        appeal=appeal,
        prospect=prospect,
        view=view,
        write=write,
        picture=view,
    )
)
