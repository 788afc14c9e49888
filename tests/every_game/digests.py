"""Short names for what comes of a game played in many ways, to be compared from place to place.

    python -m tests.every_game.digests GAME DEVICE TIMES
    python -m tests.every_game.digests GAME answers TIMES

Each prints one line for every kind of play.
"""

import hashlib
import sys
from itertools import count
from random import Random

from templetop.engine.bits import members
from templetop.engine.game import Game
from templetop.engine.match import Moves, seats_to_move
from templetop.engine.seats import CHANCE, NOBODY
from templetop.engine.simulate import Results, simulate
from templetop.games.shelf import take

from .contract import Sheet, empty_sheet, play_and_ask, row_of
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


def digests(game: Game, device: str, times: int) -> dict[str, str]:
    """For each number of seats: the digest of all outcomes and last tables, by random bots.

    Mixed bots play at the smallest table only, as thinking takes long by the interpreter.
    """
    return {
        f"{table} {' '.join(bots)}": digest(played(table, bots, device, times))
        for table in seated_tables([game])
        for bots in kinds_of_bots(table)
        if bots != mixed_bots(table) or table.seats == min(table.game.seats)
    }


def played(table: Table, bots: tuple[str, ...], device: str, times: int) -> Results:
    return simulate(
        table.game,
        table.seats,
        times,
        bots=bots,
        seed=len(str(table)),
        options=table.options,
        device=device,
        keep_states=True,
    )


def digests_of_answers(game: Game, times: int) -> dict[str, str]:
    """For each table: the digests of the answers in so many random games."""
    return {
        f"{table} {n}": digest_of_answers(table, n)
        for table in some_tables([game])
        for n in range(times)
    }


def digest_of_answers(table: Table, number: int) -> str:
    """Every question is asked, by machine code; those that take long, at every tenth step."""
    random = Random(f"{table} {number}")
    sheet = empty_sheet(table.game, table.seats)
    states = table.game.state()
    states[0] = table.start()
    answers = hashlib.sha256()
    step: Moves = []
    for n in count(1):
        play_and_ask(states, *row_of(step), 0 if n % 10 else table.game.moves.count, sheet)
        answers.update(states.tobytes() + sheet.worlds.tobytes())
        if sheet.deciding[0] == NOBODY:
            break
        step = [(seat, random.choice(open_to(seat, sheet))) for seat in seats_to_move(states[0])]
    return answers.hexdigest()[:16]


def open_to(seat: int, sheet: Sheet) -> list[int]:
    return members(sheet.events if seat == CHANCE else sheet.legal[seat])


if __name__ == "__main__":
    game, what, times = take(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    is_device = what != "answers"
    found = digests(game, what, times) if is_device else digests_of_answers(game, times)
    for kind, name in found.items():
        print(f"{kind}: {name}")
