"""How many games there are, move by move, from some positions: counts kept in tests/<game>.

    python -m tests.every_game.perft GAME     counts the file's positions again and writes it

A position is a table and the moves made at it; those who decide at the same time do so in the order
of the seats, so the moves say who made them. For each depth the file keeps how many ways there are
to make so many moves, chance's among them, and how many different tables they lead to.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from templetop.engine import ask
from templetop.engine.ask import legal, odds, play, to_move
from templetop.engine.bits import count, nth
from templetop.engine.compile import compiled, rule
from templetop.engine.game import CHANCE, NOBODY, Array, Game
from templetop.engine.match import legal_moves, read_options, seats_to_move
from templetop.games.shelf import take

from .tables import TESTS, Table, best_moves, some_tables

ENOUGH = 5_000  # tables at one depth; deeper is not counted
STAGES = (0, 0.15, 0.6, 0.97)  # of a game, where new positions are taken from


@dataclass
class Position:
    """Where the counting begins, and the counts: ways and tables, for each depth."""

    table: Table
    moves: list[int]
    counts: list[tuple[int, int]] = field(default_factory=list)

    def state(self) -> Any:
        state = self.table.start()
        for move in self.moves:
            ask.play(state, seats_to_move(state)[0], move)
        return state


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────


def counts_from(state: Any, depth: int) -> list[tuple[int, int]]:
    """Ways and different tables after 1, 2 … moves: at most `depth`, or as far as feasible."""
    found: list[tuple[int, int]] = []
    ways = {state.tobytes(): 1}
    while len(found) < depth and len(ways) < ENOUGH:
        ways = one_move_further(ways, state.dtype)
        if not ways:
            break
        found.append((sum(ways.values()), len(ways)))
    return found


def one_move_further(ways: dict[bytes, int], state_type: np.dtype[Any]) -> dict[bytes, int]:
    """For each table that can follow: in how many ways it is reached."""
    states = np.frombuffer(bytearray().join(ways), state_type)
    further: Counter[bytes] = Counter()
    followers, how_many = all_followers(states)
    each = np.repeat(np.array(list(ways.values()), object), how_many)
    size = state_type.itemsize
    content = followers.tobytes()
    for n, number in enumerate(each):
        further[content[n * size : (n + 1) * size]] += number
    return further


def all_followers(states: Array) -> tuple[Array, Array]:
    """Every table that follows one of these, in order, and how many follow each."""
    game = ask.game_of(states)
    how_many = np.zeros(len(states), np.int64)
    scratch = game.move_set(), np.zeros(game.moves, np.int64)
    total = follow(states, how_many, game.state(0), *scratch)
    followers = game.state(total)
    follow(states, how_many, followers, *scratch)
    return followers, how_many


@compiled
def follow(states: Any, how_many: Any, followers: Any, moves: Any, weights: Any) -> Any:
    """Write down the tables that follow, as far as there is room; returns how many there are."""
    total = 0
    for n in range(len(states)):
        seat = first_to_move(states[n], moves, weights)
        how_many[n] = count(moves)
        for choice in range(how_many[n]):
            if total < len(followers):
                followers[total] = states[n]
                play(followers[total], seat, nth(moves, choice))
            total += 1
    return total


@rule
def first_to_move(state: Any, moves: Any, weights: Any) -> Any:
    """The first seat that is to move, or chance; `moves` is filled with what it can do."""
    deciding = to_move(state)
    if deciding == CHANCE:
        odds(state, moves, weights)
        return CHANCE
    seat = 0
    while deciding != NOBODY and not (deciding >> seat) & 1:
        seat += 1
    if deciding != NOBODY:
        legal(state, seat, moves)
    else:
        moves[:] = 0
    return seat


# ── The file ─────────────────────────────────────────────────────────────────────────────────────

HEAD = """\
# Made by: python -m tests.every_game.perft {game}
# For each depth: how many ways there are to make so many moves, and to how many different tables.
"""


def file_of(game: Game) -> Path:
    return TESTS / game.id / f"{game.id}.perft"


def written(game: Game, positions: list[Position]) -> str:
    return "\n".join([HEAD.format(game=game.id), *map(paragraph, positions)])


def paragraph(position: Position) -> str:
    options = " ".join(f"{name}={choice}" for name, choice in position.table.options.items())
    moves = " ".join(map(str, position.moves))
    depths = enumerate(position.counts, 1)
    return "\n".join([
        f"seats {position.table.seats}",
        f"options {options}".rstrip(),
        f"moves {moves}".rstrip(),
        *(f"{depth:3} {ways:14} {tables:8}" for depth, (ways, tables) in depths),
        "",
    ])  # fmt: skip


def positions_in(text: str, game: Game) -> list[Position]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    positions: list[Position] = []
    settings: dict[str, str] = {}
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        settings[word] = rest
        if word == "moves":
            positions.append(position_of(settings, game))
        elif word.isdecimal():
            ways, tables = map(int, rest.split())
            positions[-1].counts.append((ways, tables))
    return positions


def position_of(settings: dict[str, str], game: Game) -> Position:
    options = read_options(settings["options"])
    choices = tuple(options[option.name] for option in game.options)
    table = Table(game, int(settings["seats"]), choices)
    return Position(table, list(map(int, settings["moves"].split())))


# ── New positions ────────────────────────────────────────────────────────────────────────────────


def new_positions(game: Game) -> list[Position]:
    """Each stage of the game, at tables with few and with many seats."""
    tables = some_tables([game])
    return [
        Position(table, moves_until(table, stage))
        for turn, table in enumerate(tables)
        for number, stage in enumerate(STAGES)
        if turn % len(STAGES) == number
    ]


def moves_until(table: Table, stage: float) -> list[int]:
    """The moves of the first part of a game in which every second seat is greedy."""
    random = Random(str(table))
    state, moves = table.start(), []
    while seats_to_move(state):
        seat = seats_to_move(state)[0]
        greedy = seat != CHANCE and seat % 2
        options = best_moves(state, seat) if greedy else legal_moves(state, seat)
        moves.append(random.choice(options))
        ask.play(state, seat, moves[-1])
    return moves[: round(stage * len(moves))]


def main(game: Game) -> None:
    path = file_of(game)
    known = path.exists()
    positions = positions_in(path.read_text("utf-8"), game) if known else new_positions(game)
    for position in positions:
        position.counts = counts_from(position.state(), depth=99)
    path.write_text(written(game, positions), "utf-8")
    print(f"{len(positions)} positions in {path}.")


if __name__ == "__main__":
    main(take(sys.argv[1]))
