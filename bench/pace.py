"""`python -m bench.pace`: how long one waits for a bot.

Whole matches of each game with the fewest and the most seats. One seat is of the level that is
measured and the others are greedy; every decision of that seat is timed, those without a choice
left out. Meant for a machine that does nothing else.
"""

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from bench.keeping import keep
from templetop.bots.roster import LEVELS, Engagement, call, level_name, make_ready
from templetop.bots.seen import seen_by
from templetop.engine.game import Game
from templetop.engine.match import Match, legal_moves
from templetop.engine.policy import any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.games.shelf import ready_games, take

MEASURED = (level_name(LEVELS[0]), level_name(LEVELS[-1]))


def waits(game: Game, seats: int, level: str) -> Iterator[float]:
    """The seconds of each decision in one match."""
    match = Match.new(game, [f"Seat {seat + 1}" for seat in range(seats)])
    random = generator(1)
    names = [level, *["greedy"] * (seats - 1)]
    bots = [call(name, game, n, Engagement(seats)) for n, name in enumerate(names)]
    while not match.is_over:
        seat = match.awaited[0]
        if seat == CHANCE:
            event = any_event(match.state, random, game.event_set(), game.weights())
            match.play(CHANCE, int(event))
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
        "mean ms": round(1000 * float(np.mean(seconds)), 1),
        "longest ms": round(1000 * max(seconds), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.pace", description=__doc__)
    parser.add_argument("--of", nargs="+", default=ready_games(), choices=ready_games())
    arguments = parser.parse_args()
    rows = []
    for game in map(take, arguments.of):
        make_ready(MEASURED, game, print)
        for seats in (game.seats_for()[0 if game.seats[0] > 1 else 1], game.seats_for()[-1]):
            for level in MEASURED:
                rows.append(figures(game, seats, level))
                print(json.dumps(rows[-1]), flush=True)
    keep("pace", {"rows": rows})


if __name__ == "__main__":
    main()
