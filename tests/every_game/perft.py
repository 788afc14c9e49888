"""How many games follow, move by move, from positions in recorded matches: kept in tests/<game>.

    python -m tests.every_game.perft GAME     counts them again and writes the file

For each depth the file keeps in how many ways so many moves can be made, chance's among them, and
to how many different tables they lead. Those who decide at the same time do so in the order of
the seats; what they have decided so far belongs to the table.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from templetop.engine import ask
from templetop.engine.ask import happen, legal, odds, play, to_move
from templetop.engine.bits import clear, count, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import Game
from templetop.engine.match import Match
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY, Array, decisions
from templetop.games.shelf import take

from .matches import files_of, recorded
from .tables import TESTS, copy_of

ENOUGH = 1000  # tables at one depth, or
DEEPEST = 8  # moves: further is not counted
POSITIONS = 10  # in each match

Counts = list[tuple[int, int]]  # ways and tables, for each depth


class Position(NamedTuple):
    """The table of a recorded match after so many moves."""

    match: str
    moves: int


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────


def counts_from(state: Any, decided: Array, enough: int = ENOUGH) -> Counts:
    """Ways and different tables after 1, 2 … moves, until it is enough or the game is over."""
    found: Counts = []
    ways = {state.tobytes() + decided.tobytes(): 1}
    while len(ways) < enough and len(found) < DEEPEST:
        ways = one_move_further(ways, state.dtype)
        if not ways:
            break
        found.append((sum(ways.values()), len(ways)))
    return found


def one_move_further(ways: dict[bytes, int], state_type: np.dtype[Any]) -> dict[bytes, int]:
    """For each table that can follow: in how many ways it is reached."""
    size = state_type.itemsize
    states = np.frombuffer(bytearray().join(key[:size] for key in ways), state_type)
    decided = np.frombuffer(bytearray().join(key[size:] for key in ways), np.int64)
    further: Counter[bytes] = Counter()
    followers, rows, how_many = all_followers(states, decided.reshape(-1, MOST_SEATS))
    each = np.repeat(np.array(list(ways.values()), object), how_many)
    for key, number in zip(keys_of(followers, rows), each, strict=True):
        further[key] += number
    return further


def keys_of(states: Array, decided: Array) -> Iterator[bytes]:
    """The bytes of each table and of what is decided there; those of all are taken at once."""
    tables, rows = states.tobytes(), decided.tobytes()
    wide, high = states.dtype.itemsize, decided.dtype.itemsize * MOST_SEATS
    for n in range(len(states)):
        yield tables[n * wide : (n + 1) * wide] + rows[n * high : (n + 1) * high]


def all_followers(states: Array, decided: Array) -> tuple[Array, Array, Array]:
    """Every table that follows one of these, in order, what is decided there, and how many."""
    game = ask.game_of(states)
    how_many = np.zeros(len(states), np.int64)
    scratch = game.move_set(), game.event_set(), game.weights()
    total = follow(states, decided, how_many, game.state(0), decided[:0].copy(), *scratch)
    followers, rows = game.state(total), np.zeros((total, MOST_SEATS), np.int64)
    follow(states, decided, how_many, followers, rows, *scratch)
    return followers, rows, how_many


@compiled
def follow(
    states: Any, decided: Any, how_many: Any, followers: Any, rows: Any,
    moves: Any, events: Any, weights: Any,
) -> Any:  # fmt: skip
    """Write down the tables that follow, as far as there is room; returns how many there are."""
    total = 0
    for n in range(len(states)):
        seat = first_to_move(states[n], decided[n], moves, events, weights)
        options = events if seat == CHANCE else moves
        how_many[n] = count(options)
        for choice in range(how_many[n]):
            if total < len(followers):
                followers[total] = states[n]
                for seat_there in range(MOST_SEATS):
                    rows[total, seat_there] = decided[n, seat_there]
                put_down(followers[total], rows[total], seat, nth(options, choice))
            total += 1
    return total


@rule
def put_down(state: Any, row: Any, seat: Any, move: Any) -> None:
    """An event, or a decision; the last one sets all of them going."""
    if seat == CHANCE:
        happen(state, move)
        return
    row[seat] = move
    if next_seat(to_move(state), row) == MOST_SEATS:
        play(state, row)
        for other in range(MOST_SEATS):
            row[other] = NO_MOVE


@rule
def next_seat(deciding: Any, row: Any) -> Any:
    """The first seat that is asked and has not decided; MOST_SEATS if all have."""
    for seat in range(MOST_SEATS):
        if (deciding >> seat) & 1 and row[seat] == NO_MOVE:
            return seat
    return MOST_SEATS


@rule
def first_to_move(state: Any, row: Any, moves: Any, events: Any, weights: Any) -> Any:
    """The first seat that is to move, or chance; what it can do is filled in."""
    clear(moves)
    deciding = to_move(state)
    if deciding == CHANCE:
        odds(state, events, weights)
        return CHANCE
    seat = next_seat(deciding, row)
    if deciding != NOBODY:
        legal(state, seat, moves)
    return seat


# ── Positions ────────────────────────────────────────────────────────────────────────────────────


def positions_of(game: Game) -> dict[Position, tuple[Any, Array]]:
    """The tables that are counted from, and what is decided there, from all recorded matches."""
    found = {}
    for path in files_of(game):
        match = recorded(path)
        again = Match.new(match.game, match.seats, match.options)
        wanted = {*np.linspace(0, len(match.moves) - 2, POSITIONS, dtype=int).tolist()}
        for moves, (seat, move) in enumerate(match.moves):
            if moves in wanted:
                found[Position(path.stem, moves)] = copy_of(again.state), decisions(again.decided)
            again.put_down(seat, move)
    return found


# ── The file ─────────────────────────────────────────────────────────────────────────────────────

HEAD = """\
# Made by: python -m tests.every_game.perft {game}
# After so many moves of a match: for one move more, for two … the ways / the tables they lead to.
"""


def file_of(game: Game) -> Path:
    return TESTS / game.id / f"{game.id}.perft"


def written(game: Game, counted: dict[Position, Counts]) -> str:
    lines = [HEAD.format(game=game.id)]
    last = ""
    for (match, moves), counts in counted.items():
        lines += [f"match {match}"] if match != last else []
        last = match
        lines.append(f"{moves:5}   " + "  ".join(f"{ways}/{tables}" for ways, tables in counts))
    return "\n".join(lines) + "\n"


def read(text: str) -> dict[Position, Counts]:
    counted: dict[Position, Counts] = {}
    match = ""
    for line in text.splitlines():
        first, *rest = line.split() or ["#"]
        if first == "match":
            match = rest[0]
        elif first != "#":
            counted[Position(match, int(first))] = list(map(pair, rest))
    return counted


def pair(text: str) -> tuple[int, int]:
    ways, tables = text.split("/")
    return int(ways), int(tables)


def main(game: Game) -> None:
    counted = {position: counts_from(*table) for position, table in positions_of(game).items()}
    file_of(game).write_text(written(game, counted), "utf-8")
    print(f"{len(counted)} positions in {file_of(game)}.")


if __name__ == "__main__":
    main(take(sys.argv[1]))
