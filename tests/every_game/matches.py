"""Recorded matches, kept in tests/<game>/matches.

    python -m tests.every_game.matches GAME     writes them again, with the words of today

The moves stay as they were played; only where there are no matches yet, new ones are played.
"""

import functools
import sys
from pathlib import Path
from random import Random

import numpy as np

from templetop.engine.game import Game
from templetop.engine.match import Match
from templetop.engine.policy import POLICIES
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take

from .tables import TESTS, Table, random_steps, some_tables

BOTS = ("greedy", "random", "mixed")


def folder_of(game: Game) -> Path:
    return TESTS / game.id / "matches"


def files_of(game: Game) -> list[Path]:
    return sorted(folder_of(game).glob("*.match"))


@functools.cache
def recorded(path: Path) -> Match:
    """A match that is kept, after its last move; reading it compares its end with the kept one."""
    return Match.read(path.read_text("utf-8"), take)


def new_matches(game: Game) -> dict[str, Match]:
    """By name of the file: each kind of bots at each number of seats, each choice of an option."""
    return {
        "-".join([str(table.seats), bots, *table.choices]) + ".match": new_match(table, bots)
        for turn, table in enumerate(some_tables([game]))
        if (bots := BOTS[turn % len(BOTS)] if table.seats > 1 else BOTS[0])
    }


def new_match(table: Table, bots: str) -> Match:
    seats = range(table.seats)
    names = [POLICIES[seat % 2] if bots == "mixed" else bots for seat in seats]
    match = table.match()
    match.seats = tuple(f"{name.capitalize()} {seat + 1}" for seat, name in enumerate(names))
    policies = np.array([POLICIES.index(name) for name in names], np.int8)
    steps = random_steps(match.state, Random(str(table)), policies)
    match.moves = [made for step in steps for made in step]
    return match


def rewritten(path: Path, game: Game) -> Match:
    """The match with the same moves, whatever its text says about how it ended."""
    lines = [line.split("#")[0].split() for line in path.read_text("utf-8").splitlines()]
    heading = {line[0]: " ".join(line[1:]) for line in lines if line and line[0].endswith(":")}
    names = [name.strip() for name in heading["seats:"].split(",")]
    options = dict(word.split("=") for word in heading["options:"].split())
    match = Match.new(game, names, options)
    renumbered = game.renumbered.get(int(heading["rules:"]), as_it_is)
    for line in lines:
        if line and line[0].isdecimal():
            seat = CHANCE if line[1] == "chance" else int(line[2]) - 1
            match.play(seat, renumbered(seat, int(line[-1])))
    return match


def as_it_is(seat: int, number: int) -> int:
    """Of a match that was played by the rules of today."""
    return number


def main(game: Game) -> None:
    paths = files_of(game)
    known = {path.name: rewritten(path, game) for path in paths}
    folder_of(game).mkdir(parents=True, exist_ok=True)
    for name, match in (known or new_matches(game)).items():
        (folder_of(game) / name).write_text(match.write(), "utf-8")
    print(f"{len(files_of(game))} matches in {folder_of(game)}.")


if __name__ == "__main__":
    main(take(sys.argv[1]))
