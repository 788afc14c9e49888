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
from templetop.engine.simulate import Results, simulate

from .contract import NO_MOVE, empty_sheet, play_and_ask
from .tables import Table, seated_tables, some_tables


def kinds_of_bots(table: Table) -> list[tuple[str, ...]]:
    """All at random, and mixed: each is machine code of its own."""
    return [("random",) * table.seats, mixed_bots(table)]


def mixed_bots(table: Table) -> tuple[str, ...]:
    """One who thinks, and the others at random."""
    return ("random",) * (table.seats - 1) + ("greedy",)


def digest(results: Results) -> str:
    states = b"" if results.states is None else results.states.tobytes()
    return hashlib.sha256(results.outcomes.tobytes() + states).hexdigest()[:16]


def digests(device: str, games: int) -> dict[str, str]:
    """For each number of seats: the digest of all outcomes and last tables, by random bots.

    Mixed bots play at the smallest table only, as thinking takes long by the interpreter.
    """
    return {
        f"{table} {' '.join(bots)}": digest(played(table, bots, device, games))
        for table in seated_tables()
        for bots in kinds_of_bots(table)
        if bots != mixed_bots(table) or table.seats == min(table.game.seats)
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


def digests_of_answers(games: int) -> dict[str, str]:
    """For each table: the digest of the answers in so many random games."""
    return {
        f"{table} {n}": digest_of_answers(table, n) for table in some_tables() for n in range(games)
    }


def digest_of_answers(table: Table, number: int) -> str:
    """Every question is asked after every move, by machine code."""
    random = Random(f"{table} {number}")
    sheet = empty_sheet(table.game, table.seats)
    states = table.game.state()
    states[0] = table.start()
    answers = hashlib.sha256()
    seat, move = CHANCE, NO_MOVE
    while True:
        play_and_ask(states, seat, move, table.game.moves, sheet)
        answers.update(states.tobytes() + sheet.worlds.tobytes())
        if sheet.deciding[0] == NOBODY:
            return answers.hexdigest()[:16]
        seat = random.choice(seats_to_move(states[0]))
        move = random.choice(members(sheet.chance if seat == CHANCE else sheet.legal[seat]))


if __name__ == "__main__":
    what, games = sys.argv[1:]
    found = digests_of_answers(int(games)) if what == "answers" else digests(what, int(games))
    for kind, name in found.items():
        print(f"{kind}: {name}")
