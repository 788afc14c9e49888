"""Tournaments and results that are made for a test, and programs that play in it."""

import sys
from collections.abc import Mapping
from itertools import combinations, count
from pathlib import Path
from typing import Any

import numpy as np

from templetop.arena.hold import Players
from templetop.arena.playing import play_fixture
from templetop.arena.results import SeatResult
from templetop.arena.tournament import Tournament, tournament
from templetop.games.shelf import take


def small(bots: Mapping[str, str], matches: int, seats: int = 2, seed: int = 0) -> Tournament:
    """Of Karuba: The Card Game, which is over soonest."""
    return tournament(take("karuba_cards"), bots, seats, matches, seed=seed)


def in_this_process(rules: Tournament, on: str | None, workers: int | None) -> Players:
    """Takes the place of `templetop.cli.arena.players`: no process is started."""
    return lambda fixtures: (play_fixture(rules, fixture) for fixture in fixtures)


def same(bot: str) -> dict[str, str]:
    """One bot under two names."""
    return {"one": bot, "other": bot}


def result(match: str, deal: int, seat: int, bot: str, place: int, **others: Any) -> SeatResult:
    line = SeatResult(
        match,
        "karuba_cards",
        "",
        2,
        deal,
        0,
        0,
        seat,
        seat,
        bot,
        10,
        place,
        float(place == 1),
        5,
        0.01,
        "",
    )
    return line._replace(**others)


def contest(match: str, deal: int, winner: str, loser: str, tie: bool = False) -> list[SeatResult]:
    """A match of two."""
    if not tie:
        return [result(match, deal, 1, winner, 1), result(match, deal, 2, loser, 2)]
    return [result(match, deal, n + 1, bot, 1, win=0.5) for n, bot in enumerate((winner, loser))]


def played_by_strength(
    ratings: Mapping[str, float], deals: int, seed: int, rotations: int = 2
) -> list[SeatResult]:
    """Everybody against everybody, each as likely to win as the ratings say."""
    random = np.random.default_rng(seed)
    numbers = count()
    results: list[SeatResult] = []
    for deal in range(deals):
        for one, other in list(combinations(ratings, 2)) * rotations:
            wins = random.random() < 1 / (1 + 10 ** ((ratings[other] - ratings[one]) / 400))
            pair = (one, other) if wins else (other, one)
            results += contest(f"{next(numbers)}", deal, *pair)
    return results


PROGRAM = """
import json, os, signal, sys
from pathlib import Path
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "over":
        break
    if message["type"] == "hello":
        answer = {"ready": True}
    else:
        ACCIDENT
        answer = {"number": message["number"], "move": message["moves"][0]["move"]}
    print(json.dumps(answer), flush=True)
"""


def program(folder: Path, accident: str = "pass") -> str:
    """A bot that makes the first move it is offered, unless an accident happens before."""
    file = folder / "bot.py"
    file.write_text(PROGRAM.replace("ACCIDENT", accident))
    return f"exec:{sys.executable} {file}"


def killer_of_its_worker(folder: Path) -> str:
    """A bot that ends the process that plays the match, once, in the middle of a match."""
    marker = folder / "killed"
    return program(
        folder,
        f"marker = Path({str(marker)!r})\n"
        "        if message['number'] == 3 and not marker.exists():\n"
        "            marker.touch()\n"
        "            os.kill(os.getppid(), signal.SIGKILL)",
    )
