"""`python -m bench.solo`: Karuba alone. How far is the best bot from one who knows what comes?

Every deal (places of adventurers and temples, and the order of the tiles) is played by the random
bot, the greedy bot and level 5, who know as little of the future as a person does, and by a
clairvoyant who knows the order of the tiles. The clairvoyant is a beam search: after every tile it
keeps the most promising islands of all that can be reached. What it finds can be reached, so the
best result with such knowledge is at least as good: the regret shown is a lower bound.
"""

import argparse
import json
import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.ours import machine, processor
from templetop.bots.roster import Company, call, make_ready
from templetop.bots.seen import seen_by
from templetop.engine import ask
from templetop.engine.ask import legal, play, prospect, to_move
from templetop.engine.bits import clear, count, nth, put
from templetop.engine.compile import compiled
from templetop.engine.game import CHANCE, NOBODY, Array, Game
from templetop.engine.match import Match, points_of, seats_to_move
from templetop.engine.policy import chance_move
from templetop.engine.random import HALF, LOW, MULTIPLIER, generator
from templetop.games.shelf import take

RESULTS = Path(__file__).parent / "results"
OPTIONS = {"setup": "random"}
BOTS = ("random", "greedy", "level5")
BEAM = 3000  # islands
MOST_MOVES = 128  # of one island
SEED = 20


@dataclass(frozen=True)
class Deal:
    """Everything chance does in one game; the order does not depend on what the seat does."""

    moves: tuple[int, ...]


def deal(game: Game, number: int) -> Deal:
    state, random, moves = game.start(1, OPTIONS), generator(SEED, number), []
    weights = np.zeros(game.moves, np.int64)
    while awaited := seats_to_move(state):
        if awaited == [CHANCE]:
            moves.append(int(chance_move(state, random, game.move_set(), weights)))
            ask.play(state, CHANCE, moves[-1])
        else:
            ask.play(state, 0, DISCARD)
    return Deal(tuple(moves))


DISCARD = 30  # is always allowed


def alone(name: str, game: Game, dealt: Deal) -> int:
    """The points of a bot in this deal."""
    match, coming, random = Match.new(game, ["Solo"], OPTIONS), iter(dealt.moves), generator(SEED)
    bot = call(name, game, 0, Company(1, OPTIONS))
    while not match.is_over:
        if seats_to_move(match.state) == [CHANCE]:
            match.play(CHANCE, next(coming))
        else:
            match.play(0, bot.decide(seen_by(0, match.state, 1, random), random))
    bot.close()
    return int(points_of(match.state, 1)[0])


# ── The clairvoyant ──────────────────────────────────────────────────────────────────────────────


def clairvoyant(game: Game, dealt: Deal, beam: int) -> int:
    """The points of the best island found by who knows the order of the tiles."""
    islands = game.state()
    islands[0] = game.start(1, OPTIONS)
    for move in dealt.moves:
        if happen(islands, move):
            islands = best_of(followers_of(game, islands), beam)
    return max(int(points_of(island, 1)[0]) for island in islands)


@compiled
def happen(islands: Any, move: int) -> bool:
    """Chance does this wherever the game is not over; is anybody to decide after it?"""
    deciding = 0
    for n in range(len(islands)):
        if to_move(islands[n]) == CHANCE:
            play(islands[n], CHANCE, move)
        deciding += int(to_move(islands[n]) > NOBODY)
    return deciding > 0


@compiled
def follow(islands: Any, followers: Any, worth: Any, keys: Any, words: Any, moves: Any) -> int:
    """Every island after every move: what it promises, and a number that tells it from others."""
    total = 0
    for n in range(len(islands)):
        clear(moves)
        put(moves, 0)  # where the game is over, the island stays as it is
        is_over = to_move(islands[n]) == NOBODY
        if not is_over:
            legal(islands[n], 0, moves)
        for m in range(count(moves)):
            followers[total] = islands[n]
            if not is_over:
                play(followers[total], 0, nth(moves, m))
            worth[total] = prospect(followers[total], 0)
            key = np.uint64(1)
            for w in range(words.shape[1]):
                for _ in range(2):
                    key = (key & LOW) * MULTIPLIER + (key >> HALF)
                key ^= words[total, w]
            keys[total] = key
            total += 1
    return total


def followers_of(game: Game, islands: Array) -> tuple[Array, Array, Array]:
    most = len(islands) * MOST_MOVES
    followers, worth, keys = game.state(most), np.zeros(most, np.int64), np.zeros(most, np.uint64)
    words = followers.view(np.uint64).reshape(most, -1)
    total = follow(islands, followers, worth, keys, words, game.move_set())
    return followers[:total], worth[:total], keys[:total]


def best_of(found: tuple[Array, Array, Array], beam: int) -> Array:
    """The most promising, each of them once."""
    followers, worth, keys = found
    _, first = np.unique(keys, return_index=True)
    best = first[np.argsort(-worth[first], kind="stable")[:beam]]
    return np.ascontiguousarray(followers[best])


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


def play_deal(beam: int, number: int) -> dict[str, int]:
    game = take("karuba")
    dealt = deal(game, number)
    points = {name: alone(name, game, dealt) for name in BOTS}
    return {**points, "clairvoyant": clairvoyant(game, dealt, beam)}


def summary(rows: list[dict[str, int]]) -> dict[str, Any]:
    """Mean points and 95 % intervals, and how much less than the clairvoyant, deal by deal."""
    return {
        name: {
            "points": mean_of([row[name] for row in rows]),
            "regret": mean_of([row["clairvoyant"] - row[name] for row in rows]),
        }
        for name in (*BOTS, "clairvoyant")
    }


def mean_of(figures: list[int]) -> dict[str, float]:
    error = 1.96 * np.std(figures, ddof=1) / np.sqrt(len(figures))
    return {"mean": round(float(np.mean(figures)), 3), "interval": round(float(error), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.solo", description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--beam", type=int, default=BEAM)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    make_ready(BOTS, take("karuba"), print)
    with ProcessPoolExecutor(arguments.workers) as pool:
        rows = list(pool.map(partial(play_deal, arguments.beam), range(arguments.deals)))
    found = {
        "machine": machine(),
        "date": str(date.today()),
        "command": f"python -m bench.solo --deals {arguments.deals} --beam {arguments.beam}",
        "bound": "beam search with the order of the tiles known; a lower bound of the best",
        "figures": summary(rows),
        "deals": rows,
    }
    name = re.sub(r"[^a-z0-9]+", "-", processor().lower()).strip("-")
    path = arguments.out / f"{date.today()}-solo-{name}.json"
    path.write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps(found["figures"], indent=1))


if __name__ == "__main__":
    main()
