"""A short name for what comes of some games of every kind, to be compared from one way to another.

python -m tests.every_game.digests DEVICE GAMES
python -m tests.every_game.digests answers
"""

import hashlib
import sys
from random import Random

from templetop.engine.bits import members
from templetop.engine.game import CHANCE, NOBODY
from templetop.engine.match import seats_to_move
from templetop.engine.policy import POLICIES
from templetop.engine.simulate import Results, simulate

from .contract import NO_MOVE, empty_sheet, play_and_ask
from .tables import Table, some_tables


def kinds_of_bots(table: Table) -> list[tuple[str, ...]]:
    """All at random, and mixed: each is machine code of its own."""
    return [("random",) * table.seats, mixed_bots(table)]


def mixed_bots(table: Table) -> tuple[str, ...]:
    return tuple(POLICIES[(seat + 1) % len(POLICIES)] for seat in range(table.seats))


def digest(results: Results) -> str:
    states = b"" if results.states is None else results.states.tobytes()
    return hashlib.sha256(results.outcomes.tobytes() + states).hexdigest()[:16]


def digests(device: str, games: int) -> dict[str, str]:
    """For every table and kind of bots: the digest of all outcomes and last tables."""
    return {
        f"{table} {' '.join(bots)}": digest(played(table, bots, device, games))
        for table in some_tables()
        for bots in kinds_of_bots(table)
    }


def everything(games: int) -> dict[str, str]:
    """What takes every rule there is: mixed bots in many games, and every question in one."""
    return {
        str(table): digest_of_answers(table)
        + digest(played(table, mixed_bots(table), "cpu", games))
        for table in some_tables()
    }


def played(table: Table, bots: tuple[str, ...], device: str, games: int) -> Results:
    return simulate(
        table.game,
        table.seats,
        games,
        bots=bots,
        seed=len(str(table)),
        options=table.options,
        device=device,
        keep_states=True,
    )


def digest_of_answers(table: Table) -> str:
    """The digest of all answers in a random game, by machine code."""
    random = Random(str(table))
    sheet = empty_sheet(table.game, table.seats)
    states = table.game.state()
    states[0] = table.start()
    answers = hashlib.sha256()
    seat, move = CHANCE, NO_MOVE
    while True:
        play_and_ask(states, seat, move, table.game.moves, sheet)
        answers.update(b"".join(answer.tobytes() for answer in sheet))
        if sheet.deciding[0] == NOBODY:
            return answers.hexdigest()[:16]
        seat = random.choice(seats_to_move(states[0]))
        move = random.choice(members(sheet.chance if seat == CHANCE else sheet.legal[seat]))


if __name__ == "__main__":
    device, games = sys.argv[1:]
    found = everything(int(games)) if device == "everything" else digests(device, int(games))
    for kind, name in found.items():
        print(f"{kind}: {name}")
