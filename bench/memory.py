"""`python -m bench.memory`: is the memory of a server given back when its matches are over?

A server of its own is played at through its API: guests sit down against bots, a browser listens in
English and often another one in German, and afterwards somebody looks at the replay. As many tables
are played at once as `--tables` says, of all games in turn. Tables that nobody looks at are given
back after seconds here instead of minutes, so that half an hour of play takes a few minutes. With
`--minutes` it goes on for so long and gives tables back as a server usually does.

After each round, in which every game was played once, the memory of the server's process is read,
and that of the processes in which bots think. The first rounds fill what is kept on purpose; the
most that was needed in any later round is compared with the least.
"""

import argparse
import asyncio
import gc
import json
import random
import re
import subprocess
import sys
import tempfile
import time
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from bench.keeping import RESULTS, keep
from bench.load import QUIETLY, Tab, client, new_address, server
from templetop.engine.match import legal_moves
from templetop.games.shelf import ready_games, take
from templetop.server.core.settings import Settings
from templetop.server.store.change import Row, Seat, StoredTable
from templetop.server.tables.room import TableRoom
from templetop.server.tables.table import Table

# What a server usually waits for, so much sooner: a table is given back after these seconds.
SOONER = (
    "import templetop.server.tables.service as service; "
    "service.IDLE_SECONDS, service.EVICTION_INTERVAL = 6.0, 2.0; "
    "import importlib.util as util; "
    "memory = util.find_spec('templetop.server.core.memory_release') and "
    "__import__('templetop.server.core.memory_release', fromlist=['*']); "
    "memory and setattr(memory, 'TRIM_INTERVAL', 6.0); "
)
MOST_DECISIONS = 150  # of one person in one match; then they leave
WARM_UP = 3  # rounds that are not compared
FLAT = 1.10  # times as much as the least that the most may be
PATIENCE = 120.0  # seconds
GERMAN = "language=de"
LEVEL = 2
OPTIONS = {"karuba": {"setup": "random"}}


# ── The memory of processes ──────────────────────────────────────────────────────────────────────


def resident(process: int) -> float:
    """The mebibytes that a process holds, without what it shares with others; 0 if it is gone."""
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    return sum(int(found) for found in re.findall(r"Private_\w+:\s+(\d+) kB", told)) / 1024


def begun_by(process: int) -> list[int]:
    """The processes that it has started, and those that they have started."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    family = [process]
    for one in family:
        family += [child for child, parent in parents.items() if parent == one]
    return family[1:]


@dataclass
class Sample:
    """What was held after so many rounds."""

    rounds: int
    minutes: float
    matches: int
    moves: int
    tables: int  # in memory
    server: float
    bots: float


# ── Play ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Play:
    """All who play at one server."""

    port: int
    process: int
    random: random.Random
    matches: int = 0
    decisions: int = 0
    failed: list[str] = field(default_factory=list)

    async def match(self, http: httpx.AsyncClient, game: str, seats: int) -> None:
        """From sitting down to looking at the replay."""
        headers = {"X-Forwarded-For": new_address()}
        answer = await http.post("/guests", json={"name": "Ann"}, headers=headers)
        headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
        wanted = {
            "game": game,
            "seats": [{"kind": "me"}, *[{"kind": "bot", "level": LEVEL}] * (seats - 1)],
            "options": OPTIONS.get(game, {}),
        }
        table = (await http.post("/tables", json=wanted, headers=headers)).json()["table"]
        german = {**headers, "Cookie": f"{headers['Cookie']}; {GERMAN}"}
        tabs = [Tab(headers, 0)]
        if self.random.random() < 0.5:
            tabs.append(Tab(german, 0))
        for tab in tabs:
            await tab.open(self.port, table)
        try:
            await self.to_the_end(tabs[0])
            if tabs[0].table["state"] != "over":
                await http.delete(f"/tables/{table}/seats/mine", headers=headers)
            for path in ("replay", "replay/10?drawing=false", "replay/20?drawing=false"):
                await http.get(f"/tables/{table}/{path}", headers=german)
        finally:
            for tab in tabs:
                tab.close()
        self.matches += 1

    async def to_the_end(self, tab: Tab) -> None:
        """Or until one has decided often enough."""
        decided = 0
        while not tab.table or tab.table["state"] != "over":
            if tab.table and tab.is_asked():
                if decided == MOST_DECISIONS:
                    return
                number = await self.decide(tab)
                decided += 1
                async with asyncio.timeout(PATIENCE):
                    await tab.until_told(number, 0)
                continue
            tab.news.clear()
            async with asyncio.timeout(PATIENCE):
                await tab.news.wait()

    async def decide(self, tab: Tab) -> int:
        number: int = tab.table["number"]
        move = self.random.choice(tab.table["offers"])["move"]
        assert tab.http is not None
        await tab.http.post({"number": number, "move": move})
        self.decisions += 1
        return number

    async def round(self, http: httpx.AsyncClient, number: int, at_once: int) -> None:
        """A match of each game: with as few seats as can be, or with as many, in turn."""
        some = asyncio.Semaphore(at_once)

        async def one(game: str) -> None:
            able = [seats for seats in take(game).seats_for() if seats > 1]
            async with some:
                try:
                    await self.match(http, game, able[-1 if number % 4 == 3 else 0])
                except Exception as error:
                    self.failed.append(f"{game}: {error!r}")

        await asyncio.gather(*map(one, ready_games()))

    async def sample(self, http: httpx.AsyncClient, rounds: int, minutes: float) -> Sample:
        said = (await http.get("/metrics")).text
        tables, moves = (
            int(float(re.findall(rf"^templetop_{name}{{.*}} (\S+)$", said, re.MULTILINE)[0]))
            for name in ("circles", "moves_total")
        )
        bots = sum(map(resident, begun_by(self.process)))
        held = (round(resident(self.process), 1), round(bots, 1))
        return Sample(rounds, round(minutes, 2), self.matches, moves, tables, *held)


async def play(port: int, process: int, arguments: argparse.Namespace) -> list[Sample]:
    """So many rounds, or for so long."""
    everyone = Play(port, process, random.Random(1))
    samples: list[Sample] = []
    begin = time.monotonic()
    async with client(port) as http:
        for number in count(1):
            await everyone.round(http, number, arguments.tables)
            minutes = (time.monotonic() - begin) / 60
            samples.append(await everyone.sample(http, number, minutes))
            print(json.dumps(vars(samples[-1])), flush=True)
            if minutes > arguments.minutes if arguments.minutes else number >= arguments.rounds:
                break
    for failure in everyone.failed:
        print(failure, file=sys.stderr)
    return samples


# ── One table ────────────────────────────────────────────────────────────────────────────────────


def table_figures(game_id: str) -> dict[str, Any]:
    """What a whole match needs in memory, with a browser at each of its seats."""
    game = take(game_id)
    seats = 4 if 4 in game.seats_for() else game.seats_for()[-1]
    room = TableRoom(empty_table(game_id, seats))
    most = 0
    for steps in count(1):
        for seat in range(seats):
            room.view_builder.as_json(seat, set(), 1.0, with_drawing=False)
        if steps % 50 == 0 or room.table.row.state == "over":
            most = max(most, sum(sizes(room)))
        if room.table.row.state == "over":
            break
        go_on(room.table, random.Random(steps))
    found = sizes(room)
    return {
        "game": game_id,
        "seats": seats,
        "moves": room.table.length,
        "bytes": sum(found),
        "objects": len(found),
        "most bytes": most,
    }


def empty_table(game_id: str, seats: int) -> Table:
    game = take(game_id)
    options = game.agreed(OPTIONS.get(game_id, {}))
    key = "aa" * 16
    row = Row("t", game_id, game.rules_version, options, True, "i", "a", key, None, None,
              "waiting", 0.0)  # fmt: skip
    people = [Seat("t", n, "person", person=f"p{n}", name=f"Guest {n}") for n in range(seats)]
    table = Table(StoredTable(row, people, [], {}))
    table.apply(table.start_if_full({}, 0.0))
    return table


def go_on(table: Table, chance: random.Random) -> None:
    """Everyone who is asked decides, whatever it is."""
    if table.waits_for_chance:
        change = table.apply_events(table.number, [table.draw_event()], None, 1.0)
        assert change is not None
        table.apply(change)
        return
    assert table.match is not None
    for seat in table.awaited_seats():
        move = chance.choice(legal_moves(table.match.state, seat))
        change = table.decide(seat, table.number, move, 1.0)
        assert change is not None
        table.apply(change)


def sizes(room: TableRoom) -> list[int]:
    """Of all objects that are there for this table alone."""
    shared = {id(room.table.game), id(sys.modules)}
    seen: set[int] = set()
    return [*reached(room, seen, shared)]


def reached(root: object, seen: set[int], shared: set[int]) -> Iterator[int]:
    todo = [root]
    code = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)
    while todo:
        one = todo.pop()
        if id(one) in seen or id(one) in shared or isinstance(one, code):
            continue
        seen.add(id(one))
        yield sys.getsizeof(one)
        todo += gc.get_referents(one)


# ── All of it ────────────────────────────────────────────────────────────────────────────────────


def compared(samples: list[Sample]) -> dict[str, Any]:
    """The rounds after the first ones: the most that was held against the least."""
    later = [sample.server for sample in samples[WARM_UP:]] or [samples[-1].server]
    return {
        "least MiB": min(later),
        "most MiB": max(later),
        "times": round(max(later) / min(later), 3),
        "is flat": max(later) <= FLAT * min(later),
    }


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {"one table": []}
    for game in ready_games():
        found["one table"].append(table_figures(game))
        print(json.dumps(found["one table"][-1]), flush=True)
    if arguments.only_tables:
        return found
    before = "" if arguments.minutes else SOONER
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(folder, **{**QUIETLY, "is_compiling": arguments.compiling})
        with server(settings, 1, before) as run:
            process: subprocess.Popen[bytes] = run.process
            samples = asyncio.run(play(run.port, process.pid, arguments))
    return {**found, **compared(samples), "samples": [vars(sample) for sample in samples]}


def main() -> None:
    words = argparse.ArgumentParser(prog="bench.memory", description=__doc__)
    words.add_argument("--rounds", type=int, default=34, help="in each, every game is played once")
    words.add_argument("--minutes", type=float, default=0.0, help="instead of rounds")
    words.add_argument("--tables", type=int, default=5, help="played at the same time")
    words.add_argument("--compiling", action="store_true", help="let bots search, too")
    words.add_argument("--only-tables", action="store_true", help="measure one table of each game")
    words.add_argument("--out", type=Path, default=RESULTS)
    words.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    arguments = words.parse_args()
    found = measure(arguments)
    print(json.dumps({name: value for name, value in found.items() if name != "samples"}, indent=1))
    if arguments.keep:
        print(f"Kept in {keep('memory', found, arguments.out).name}.")


if __name__ == "__main__":
    main()
