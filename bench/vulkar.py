"""`python -m bench.vulkar`: how Vul-Kar plays: lengths, endings, who wins, and how fast.

A line for each game and number of seats:

    turns     10, 50 and 90 % of the games are at most so long
    win …     how they end, in per cent; the standard game always ends by the copter
    summoned  games in which pictures called the copter, in per cent; else fireballs or time did
    points    of a seat, on the average
    aboard    figures in the copter, in per cent
    lead      by how many percentage points the first seat is ahead of a fair share
    rate      moves and events in a second, on one thread
"""

import argparse
from collections.abc import Mapping
from typing import Any

import numpy as np

from templetop.engine.simulate import Results, simulate
from templetop.games.shelf import unfinished
from templetop.games.vulkar.rules.pieces import FIREBALLS
from templetop.games.vulkar.rules.state import ABOARD, ENDINGS

TABLES = [
    *(("standard", seats) for seats in (2, 3, 4)),
    *(("curse", seats) for seats in range(1, 5)),
]
PER_CENT = 100


def figures(
    game: str, seats: int, bot: str, games: int, options: Mapping[str, str]
) -> dict[str, Any]:
    card, agreed = unfinished("vulkar"), {"game": game, **options}
    simulate(card, seats, 1, options=agreed, bots=[bot] * seats)  # machine code is made before
    found = simulate(
        card, seats, games, options=agreed, bots=[bot] * seats, threads=1, keep_states=True
    )
    states = found.states
    assert states is not None
    endings = np.bincount(states["ending"], minlength=len(ENDINGS)) / games * PER_CENT
    return {
        "game": game,
        "seats": seats,
        "turns": np.percentile(states["turns"], [10, 50, 90]).astype(int).tolist(),
        **{name: share(part) for name, part in zip(ENDINGS, endings, strict=True) if name},
        "summoned": share((states["scar"] < FIREBALLS).mean() * PER_CENT),
        "points": round(float(found.points.mean()), 1),
        "aboard": share(aboard(states)),
        "lead": lead(found, seats) if game == "standard" else None,
        "moves": round(float(found.lengths.mean())),
        "rate": f"{found.lengths.sum() / found.seconds:,.0f}",
    }


def share(part: Any) -> float:
    return round(float(part), 1)


def aboard(states: Any) -> float:
    """Of the figures that take part."""
    there = (states["figures"]["posture"] == ABOARD).sum()
    return float(there / states["count"].sum() * PER_CENT)


def lead(found: Results, seats: int) -> float:
    """The first in the order of play, against a fair share; equals share a win."""
    states = found.states
    assert states is not None
    is_first = found.places == 1
    shares = is_first / np.maximum(1, is_first.sum(axis=1))[:, None]
    first = shares[np.arange(len(shares)), states["first"] % seats].mean()
    return round(float(first - 1 / seats) * PER_CENT, 1)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.vulkar", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--game", choices=["standard", "curse"], action="append")
    parser.add_argument("--seats", type=int, action="append")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=SETTING")
    chosen = parser.parse_args()
    options = dict(option.split("=", 1) for option in chosen.option)
    for game, seats in TABLES:
        is_wanted = seats in (chosen.seats or [seats]) and game in (chosen.game or [game])
        if is_wanted:
            found = figures(game, seats, chosen.bot, chosen.games, options)
            print("  ".join(f"{name} {value}" for name, value in found.items()), flush=True)


if __name__ == "__main__":
    main()
