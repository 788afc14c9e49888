"""`python -m bench.pace`: how long one waits for a bot.

Whole matches of each game with the fewest and the most seats. One seat is of the level that is
measured and the others are greedy; every decision of that seat is timed, those without a choice
left out. Meant for a machine that does nothing else.
"""

import argparse
import json
import re
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from bench.ours import machine, processor
from templetop.bots.roster import Company, call, make_ready
from templetop.bots.seen import seen_by
from templetop.engine.game import CHANCE, Game
from templetop.engine.match import Match, legal_moves, options_of, seats_to_move
from templetop.engine.policy import chance_move
from templetop.engine.random import generator
from templetop.games.shelf import ready_games, take

RESULTS = Path(__file__).parent / "results"
LEVELS = ("level1", "level5")


def waits(game: Game, seats: int, level: str) -> Iterator[float]:
    """The seconds of each decision in one match."""
    match = Match.new(game, [f"Seat {seat + 1}" for seat in range(seats)])
    random, weights = generator(1), np.zeros(game.moves, np.int64)
    names = [level, *["greedy"] * (seats - 1)]
    bots = [call(name, game, n, Company(seats)) for n, name in enumerate(names)]
    while not match.is_over:
        seat = seats_to_move(match.state)[0]
        if seat == CHANCE:
            options = options_of(match.state, CHANCE)
            match.play(CHANCE, int(chance_move(match.state, random, options, weights)))
            continue
        seen = seen_by(seat, match.state, seats, random)
        begin = time.perf_counter()
        move = bots[seat].decide(seen, random)
        if seat == 0 and len(legal_moves(match.state, 0)) > 1:
            yield time.perf_counter() - begin
        match.play(seat, move)
    for bot in bots:
        bot.close()


def figures(game: Game, seats: int, level: str) -> dict[str, Any]:
    seconds = [*waits(game, seats, level)]
    return {
        "game": game.id,
        "seats": seats,
        "bot": level,
        "decisions": len(seconds),
        "median ms": round(1000 * float(np.median(seconds)), 1),
        "longest ms": round(1000 * max(seconds), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.pace", description=__doc__)
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    arguments = parser.parse_args()
    rows = []
    for game in map(take, arguments.of):
        make_ready(LEVELS, game, print)
        for seats in (max(2, game.seats[0]), game.seats[-1]):
            for level in LEVELS:
                rows.append(figures(game, seats, level))
                print(json.dumps(rows[-1]), flush=True)
    name = re.sub(r"[^a-z0-9]+", "-", processor().lower()).strip("-")
    path = RESULTS / f"{date.today()}-pace-{name}.json"
    found = {
        "machine": machine(),
        "date": str(date.today()),
        "command": "python -m bench.pace",
        "rows": rows,
    }
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
