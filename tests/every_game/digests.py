"""Short names for what comes of a game played in many ways, to be compared from place to place.

python -m tests.every_game.digests GAME DEVICE TIMES [few]     prints a line for every kind of play
"""

import hashlib
import sys
from collections.abc import Mapping

from templetop.engine.game import Game
from templetop.engine.simulate import Results, simulate
from templetop.games.shelf import take

from .tables import Table, cut_short, seated_tables


def kinds_of_bots(table: Table) -> list[tuple[str, ...]]:
    """All at random, and mixed: each is machine code of its own."""
    return [("random",) * table.seats, mixed_bots(table)]


def mixed_bots(table: Table) -> tuple[str, ...]:
    """One who thinks, and the others at random."""
    return ("random",) * (table.seats - 1) + ("greedy",)


def digest(results: Results) -> str:
    states = b"" if results.states is None else results.states.tobytes()
    return hashlib.sha256(results.outcomes.tobytes() + states).hexdigest()[:16]


def digests(game: Game, device: str, times: int, few: bool = False) -> dict[str, str]:
    """For the fewest and the most seats: the digest of all outcomes and last tables, at random.

    Mixed bots play at the smallest table only, as thinking takes long by the interpreter; for the
    same reason long games are cut short. A few are those at random with the fewest seats.
    """
    short = cut_short(game)
    return {
        f"{table} {' '.join(bots)}": digest(played(table, bots, device, times, short))
        for table in seated_tables([game])
        for bots in kinds_of_bots(table)
        if (table.seats == min(game.seats) and not (few and bots == mixed_bots(table)))
        or (table.seats == max(game.seats) and not few and bots != mixed_bots(table))
    }


def played(
    table: Table,
    bots: tuple[str, ...],
    device: str,
    times: int,
    options: Mapping[str, str] = {},
) -> Results:
    return simulate(
        table.game,
        table.seats,
        times,
        bots=bots,
        seed=len(str(table)),
        options={**table.options, **options},
        device=device,
        keep_states=True,
    )


if __name__ == "__main__":
    game, device, times = take(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    for kind, name in digests(game, device, times, sys.argv[4:] == ["few"]).items():
        print(f"{kind}: {name}")
