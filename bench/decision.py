"""`python -m bench.decision`: what one decision costs the server, game by game.

Two people play whole matches in this process: every decision is planned and made, and both are
sent the table after it, just as the hall does it. Disk and network are left out. Measured is the
time of the processor, so that it does not matter what else the machine does.
"""

import argparse
import cProfile
import json
import pstats
import random
import time
from dataclasses import dataclass

from templetop.games.shelf import ready_games, take
from templetop.server.store.change import Row, Seat, StoredTable
from templetop.server.tables.room import TableClient, TableRoom, frame_for_client
from templetop.server.tables.table import Table

NAMES = ("Ann", "Ben")
SECRET = "07" * 32  # the same luck every time


@dataclass
class Cost:
    """Milliseconds of the processor for each decision, and how much is sent for it."""

    decisions: int = 0
    planning: float = 0.0
    telling: float = 0.0
    sent: int = 0

    def each(self) -> dict[str, float]:
        of_one = 1000 / self.decisions
        return {
            "decisions": self.decisions,
            "planning ms": round(self.planning * of_one, 3),
            "telling ms": round(self.telling * of_one, 3),
            "together ms": round((self.planning + self.telling) * of_one, 3),
            "kB sent": round(self.sent / self.decisions / 1000, 1),
        }


def circle_of(game: str) -> TableRoom:
    """Two people at a new table, its match begun; always with the same luck."""
    card = take(game)
    usual = card.agreed()
    options = usual | ({"setup": "random"} if "setup" in usual else {})
    agreed = (card.rules_version, options, True, "I", "A", SECRET, None, None)
    row = Row("T", game, *agreed, "waiting", 0.0)
    seats = [Seat("T", n, "person", person=name, name=name) for n, name in enumerate(NAMES)]
    table = Table(StoredTable(row, seats, [], {}))
    table.apply(table.start_if_full({}, 0.0))
    room = TableRoom(table)
    room.clients = {TableClient(name, with_drawing=False) for name in NAMES}
    return room


def play(game: str, seed: int, cost: Cost) -> None:
    """One match at random; then the same moves once more, without telling anybody."""
    room, chosen, made = circle_of(game), random.Random(seed), []
    begin = time.process_time()
    cost.sent += frames(room)
    while room.table.row.state != "over":
        seat = room.table.awaited_seats()[0]
        move = chosen.choice(room.view_builder.viewer_view(seat).offers).move
        change = room.table.decide(seat, room.table.number, move, 0.0)
        assert change is not None
        room.table.apply(change)
        room.notify_clients()
        cost.sent += frames(room)
        made.append((seat, move, change))
    told = time.process_time()
    again = circle_of(game).table
    between = time.process_time()
    for seat, move, change in made:
        again.decide(seat, again.number, move, 0.0)
        again.apply(change)
    planned = time.process_time() - between
    cost.planning += planned
    cost.telling += told - begin - planned
    cost.decisions += len(made)


def frames(room: TableRoom) -> int:
    """Everybody is sent the table; so many bytes."""
    return sum(len(frame_for_client(room, watcher)) for watcher in room.clients)


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    words.add_argument("--of", choices=ready_games(), action="append", help="a game; all, if none")
    words.add_argument("--matches", type=int, default=3)
    words.add_argument("--json", action="store_true")
    words.add_argument("--profile", choices=["cumtime", "tottime"], help="where the time goes")
    arguments = words.parse_args()
    found = {}
    for game in arguments.of or ready_games():
        cost, profile = Cost(), cProfile.Profile()
        play(game, 0, Cost())  # what is made once is there then
        if arguments.profile:
            profile.enable()
        for seed in range(1, arguments.matches + 1):
            play(game, seed, cost)
        profile.disable()
        found[game] = cost.each()
        if arguments.profile:
            pstats.Stats(profile).sort_stats(arguments.profile).print_stats(35)
        elif not arguments.json:
            print(f"{game:13}", "  ".join(f"{v:g} {n}" for n, v in found[game].items()), flush=True)
    if arguments.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
