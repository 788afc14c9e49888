"""`python -m bench.search`: simulated games per second, ours and OpenSpiel's, in one run.

Everybody searches from the first decision with random playouts to the end, on one core, by CPU
time. Ours imagines hidden hands and lets seats decide at the same time; OpenSpiel's does neither.
Its search is measured twice: the one written in Python, which its own examples use, and the one
inside its C++.
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.keeping import keep
from templetop.bots.seen import seen_by
from templetop.bots.thinker import Budget, Thinker
from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.level import Ways
from templetop.engine.match import seats_to_move
from templetop.engine.policy import any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.engine.simulate import simulate
from templetop.games.shelf import ready_games, take

RANDOM_PLAYOUTS = Ways(greed=0)
SEATS = 2
PEERS = ("backgammon", "connect_four")
BATCH = 500  # games in mind for a decision: then everybody begins anew, with an empty tree


@dataclass(frozen=True)
class Row:
    """How fast one search is on one game."""

    who: str
    game: str
    length: float  # decisions in a random game from the first to the last
    games_per_second: float


# ── Ours ─────────────────────────────────────────────────────────────────────────────────────────


def first_decision(game: Game) -> Any:
    """A table at which chance has done its part, up to the first choice of a seat."""
    state, random = game.start(SEATS), generator(1)
    while seats_to_move(state) == [CHANCE]:
        ask.happen(state, any_event(state, random, game.event_set(), game.weights()))
    return state


def ours(game: Game, ways: Ways, who: str, seconds: float) -> Row:
    state = first_decision(game)
    seen = seen_by(seats_to_move(state)[0], state, SEATS, generator(2))
    thinker = Thinker(game, ways, 16, Budget(BATCH))
    thinker.think(seen, 0)  # compiles, or loads
    spent, simulations, seed = 0.0, 0, 0
    while spent < seconds:
        seed += 1
        begin = time.process_time()
        simulations += thinker.think(seen, seed).simulations
        spent += time.process_time() - begin
    policy = "greedy" if ways.greed else "random"
    length = simulate(game, SEATS, 1000, [policy]).lengths.mean()
    return Row(who, game.name, float(length), simulations / spent)


# ── OpenSpiel's ──────────────────────────────────────────────────────────────────────────────────


def theirs(name: str, seconds: float) -> list[Row]:
    pyspiel = import_module("pyspiel")
    mcts = import_module("open_spiel.python.algorithms.mcts")

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    length = random_length(game)

    def in_python(simulations: int) -> None:
        evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
        mcts.MCTSBot(game, 2.0, simulations, evaluator, solve=False).mcts_search(state.clone())

    def in_cpp(simulations: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, 1, False).mcts_search(state)

    return [
        Row("OpenSpiel, Python", name, length, rate(in_python, 50, seconds)),
        Row("OpenSpiel, C++", name, length, rate(in_cpp, BATCH, seconds)),
    ]


def random_length(game: Any, games: int = 50) -> float:
    """Decisions of players in a random game."""
    random = np.random.RandomState(1)
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(random.choice(outcomes, p=odds)))
            else:
                state.apply_action(int(random.choice(state.legal_actions())))
                decisions += 1
    return decisions / games


def rate(search: Callable[[int], None], batch: int, seconds: float) -> float:
    """Simulations per second of CPU time."""
    done, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        search(batch)
        done += batch
    return done / spent


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


def measure(seconds: float) -> list[Row]:
    games = [take(name) for name in ready_games()]
    rows = [ours(game, RANDOM_PLAYOUTS, "ours, random playouts", seconds) for game in games]
    rows += [ours(game, game.levels[-1].ways, "ours, as level 5", seconds) for game in games]
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: its rows are missing, and nothing is kept.")
        return rows
    return rows + [row for name in PEERS for row in theirs(name, seconds)]


def show(rows: list[Row]) -> None:
    peers = [row for row in rows if row.who.startswith("OpenSpiel")]
    table = Table("who", "game", box=None)
    ratios_to = [f"x {peer.game}, {peer.who.split()[-1]}" for peer in peers]
    for heading in ("decisions", "simulated games/s", "simulated decisions/s", *ratios_to):
        table.add_column(heading, justify="right")
    for row in rows:
        ratios = [f"{row.games_per_second / peer.games_per_second:,.1f}" for peer in peers]
        steps = row.games_per_second * row.length
        figures = (f"{row.length:.0f}", f"{row.games_per_second:,.0f}", f"{steps:,.0f}")
        table.add_row(row.who, row.game, *figures, *ratios)
    Console(width=170).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.search", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each search and game")
    parser.add_argument("--no-save", action="store_true", help="leave bench/results/ as it is")
    arguments = parser.parse_args()
    rows = measure(arguments.seconds)
    show(rows)
    if not arguments.no_save and any(row.who.startswith("OpenSpiel") for row in rows):
        print(f"Kept in {keep('search', {'rows': [asdict(row) for row in rows]}).name}.")


if __name__ == "__main__":
    main()
