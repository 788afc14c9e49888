"""`python -m bench.load`: many tables at once, of people who are scripts.

First one worker with SQLite, then two with PostgreSQL and Redis. Two people at each table decide in
turn, so many times a second over all tables. Measured is the time from sending a decision until
the other person's browser has been told; in the end every decision must be in its match once. Time
of the processor is told apart for the server and for these scripts, which need some of it, too.
"""

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import orjson
import uvloop

from bench.keeping import keep
from bench.ours import machine
from bench.wires import Listener, Poster, listener
from templetop.games.shelf import ready_games
from templetop.server.core.settings import ENVIRONMENT_VARIABLE, RateLimitSettings, Settings

RUN = (
    "from templetop.server.operations.runner import run_server; "
    "from templetop.server.core.settings import Settings; "
    "run_server(Settings.from_environment(), '127.0.0.1', {port}, {workers}, False)"
)
WARM_UP = 3.0  # seconds that are not counted
PATIENCE = 60.0
START = 180.0  # seconds until a server must be there, also on a busy machine
AT_ONCE = 8  # tables that are sat down at together
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
QUIETLY: dict[str, Any] = {  # no line for every request: to write them is not what is measured
    "limits": RateLimitSettings.unlimited(),
    "is_compiling": False,
    "has_access_log": False,
}
OUR_PROXY = ("127.0.0.1",)  # that we pretend to be, so that everyone has an address of their own
MOVE_EVERY = 2.0  # seconds, at the table that many watch
numbers = itertools.count(1)
OPTIONS = {"karuba": {"setup": "random"}}


@dataclass
class Tab:
    """A person's browser: what it was told last."""

    headers: dict[str, str]
    seat: int
    table: dict[str, Any] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    line: Listener | None = None
    http: Poster | None = None

    async def open(self, port: int, table: str) -> None:
        live, moves = f"/api/tables/{table}/live?drawing=false", f"/api/tables/{table}/moves"
        self.http = Poster(port, moves, self.headers)
        self.line = await listener(port, live, self.headers, self.hear)

    def hear(self, message: bytes) -> None:
        self.table = shown(self.table, orjson.loads(message))
        self.news.set()

    def close(self) -> None:
        for wire in (self.http, self.line):
            if wire is not None:
                wire.close()

    def is_asked(self) -> bool:
        return bool(self.table["offers"]) and self.table["decided"] is None

    async def decide(self) -> int:
        """Any of the moves that are offered; the number that it answers."""
        number: int = self.table["number"]
        move = random.choice(self.table["offers"])["move"]
        assert self.http is not None
        await self.http.post({"number": number, "move": move})
        return number

    async def until_told(self, number: int, other: int) -> None:
        """Until it shows that the other has decided, or that all have."""
        while True:
            self.news.clear()
            table = self.table
            if table["number"] > number or table["seats"][other]["has_decided"]:
                return
            await self.news.wait()


def shown(before: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """The table, after what was told of it."""
    if told["type"] == "change":
        log = before["log"][: told["same"]] + told["log"]
        return {**before, **told["changed"], "log": log}
    return dict(told.get("table", before))


@dataclass
class Pair:
    """Two people at one table."""

    game: str
    table: str
    tabs: list[Tab]
    sent: int = 0
    seconds: list[float] = field(default_factory=list)

    async def play(self, count_from: float, end: float, pause: float) -> None:
        """A decision every so many seconds, by whoever is asked."""
        await asyncio.sleep(random.uniform(0.0, pause))
        due = time.perf_counter()
        while (now := time.perf_counter()) < end:
            mover = next((tab.seat for tab in self.tabs if tab.is_asked()), None)
            if mover is None:
                return  # it is over
            async with asyncio.timeout(PATIENCE):
                number = await self.tabs[mover].decide()
                await self.tabs[1 - mover].until_told(number, mover)
                seen = time.perf_counter()
                await self.tabs[mover].until_told(number, mover)
            self.sent += 1
            if now > count_from:
                self.seconds.append(seen - now)
            due = max(due + pause, time.perf_counter() - pause)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    def is_whole(self, log: list[dict[str, Any]], decided: int) -> bool:
        """Is every decision in the match, and once?"""
        made = [line["number"] for line in log if line["seat"] is not None]
        return len({*made}) == len(made) and len(made) + decided == self.sent


def new_address() -> str:
    number = next(numbers)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Server:
    """A server in a process of its own."""

    port: int
    process: "subprocess.Popen[bytes]"

    def seconds(self) -> float:
        """Of the processor that it and those it has started have taken; 0 where nobody knows."""
        taken, parents = {}, {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                taken[int(stat.parent.name)] = (int(fields[11]) + int(fields[12])) / TICKS
                parents[int(stat.parent.name)] = int(fields[1])
        family = [self.process.pid]
        for one in family:
            family += [child for child, parent in parents.items() if parent == one]
        return sum(taken.get(one, 0.0) for one in family)


@contextlib.contextmanager
def server(settings: Settings, workers: int, before: str = "") -> Iterator[Server]:
    """Serving until the block ends; `before` is Python that its process runs first."""
    port = free_port()
    told = {ENVIRONMENT_VARIABLE: orjson.dumps(asdict(settings)).decode()}
    command = [sys.executable, "-c", before + RUN.format(port=port, workers=workers)]
    process = subprocess.Popen(command, env={**os.environ, **told})
    try:
        wait_for(port)
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int) -> None:
    end = time.monotonic() + START
    while time.monotonic() < end:
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/api/games", timeout=PATIENCE)
            return
        time.sleep(0.1)
    raise TimeoutError("The server does not start.")


async def sit_down(http: httpx.AsyncClient, port: int, game: str) -> Pair:
    """Two guests at a new table, each with a browser."""
    people = []
    for name in ("Ann", "Ben"):
        headers = {"X-Forwarded-For": new_address()}
        answer = await http.post("/guests", json={"name": name}, headers=headers)
        cookie = answer.headers["set-cookie"].partition(";")[0]
        people.append({"Cookie": cookie, **headers})
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": game, "seats": seats, "options": OPTIONS.get(game, {})}
    answer = await http.post("/tables", json=wanted, headers=people[0])
    table = answer.json()["table"]
    await http.post(f"/tables/{table}/seats", json={}, headers=people[1])
    tabs = [Tab(headers, seat) for seat, headers in enumerate(people)]
    for tab in tabs:
        await tab.open(port, table)
    return Pair(game, table, tabs)


def client(port: int) -> httpx.AsyncClient:
    """For all that is not measured."""
    base = f"http://127.0.0.1:{port}/api"
    made = httpx.AsyncClient(base_url=base, timeout=PATIENCE, verify=False, trust_env=False)
    made._cookies = NoCookies()
    return made


class NoCookies(httpx.Cookies):
    """Everyone says who they are with every request; nothing is remembered for them."""

    def extract_cookies(self, response: httpx.Response) -> None:
        """Not."""


async def sat_down(http: httpx.AsyncClient, port: int, tables: int, games: list[str]) -> list[Pair]:
    """So many tables, of each game as many."""
    some = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Pair:
        async with some:
            return await sit_down(http, port, games[number % len(games)])

    return await asyncio.gather(*map(one, range(tables)))


async def load(run: Server, arguments: argparse.Namespace) -> dict[str, Any]:
    """So many tables, so many decisions a second over all of them."""
    tables, rate, seconds = arguments.tables, arguments.rate, arguments.seconds
    async with client(run.port) as http:
        pairs = await sat_down(http, run.port, tables, arguments.of or ["karuba"])
        watched = [await sit_down(http, run.port, "karuba")] if arguments.watchers else []
        everyone = [*pairs, *watched]
        while not all(tab.table for pair in everyone for tab in pair.tabs):
            await asyncio.sleep(0.1)
        crowd = Crowd(run.port, arguments, watched)
        crowd.come()
        begin = time.perf_counter()
        count_from, end = begin + WARM_UP, begin + WARM_UP + seconds
        server_before, own_before = run.seconds(), time.process_time()
        gc.collect()
        gc.disable()  # 600 browsers in one process: its own pauses would be taken for the server's
        await asyncio.gather(
            *(pair.play(count_from, end, tables / rate) for pair in pairs),
            *(pair.play(count_from, end, MOVE_EVERY) for pair in watched),
        )
        server_took, own_took = run.seconds() - server_before, time.process_time() - own_before
        gc.enable()
        beside = crowd.go()
        whole = [await is_whole(http, pair) for pair in everyone]
        for pair in everyone:
            for tab in pair.tabs:
                tab.close()
    decisions = sum(pair.sent for pair in pairs)
    found = {
        "tables": tables,
        "wanted moves/s": rate,
        **waited(pairs, seconds),
        "decisions": decisions,
        "tables where one was lost or doubled": whole.count(False),
        "server CPU ms per decision": round(server_took / decisions * 1000, 2),
        "scripts CPU ms per decision": round(own_took / decisions * 1000, 2),
        **beside,
    }
    games = sorted({pair.game for pair in pairs})
    for game in games if len(games) > 1 else []:
        found[game] = waited([pair for pair in pairs if pair.game == game], seconds)
    return found


class Crowd:
    """Who is there beside the tables: many who watch one of them, and some who mean no good."""

    def __init__(self, port: int, arguments: argparse.Namespace, watched: list[Pair]) -> None:
        self.words = [["watch", str(arguments.watchers), pair.table] for pair in watched]
        if arguments.flood:
            self.words.append(["flood", str(arguments.flood), ""])
        self.port = str(port)
        self.running: list[subprocess.Popen[str]] = []

    def come(self) -> None:
        """Until all of them are there; in processes of their own."""
        for words in self.words:
            command = [sys.executable, "-m", "bench.crowd", self.port, *words]
            pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            self.running.append(subprocess.Popen(command, text=True, **pipes))
        for process in self.running:
            assert process.stdout is not None
            process.stdout.readline()

    def go(self) -> dict[str, Any]:
        """What each has to tell."""
        told = {}
        for (kind, *_), process in zip(self.words, self.running, strict=True):
            said, _ = process.communicate("enough\n", timeout=PATIENCE)
            told[kind] = json.loads(said.splitlines()[-1])
        return told


def waited(pairs: list[Pair], seconds: float) -> dict[str, float]:
    """How often in these seconds, and how long."""
    milliseconds = np.array([second for pair in pairs for second in pair.seconds]) * 1000
    return {
        "moves/s": round(len(milliseconds) / seconds, 1),
        "p50 ms": round(float(np.percentile(milliseconds, 50)), 1),
        "p99 ms": round(float(np.percentile(milliseconds, 99)), 1),
    }


async def is_whole(http: httpx.AsyncClient, pair: Pair) -> bool:
    address = f"/tables/{pair.table}?drawing=false"
    answer = await http.get(address, headers=pair.tabs[0].headers)
    table = answer.json()
    return pair.is_whole(table["log"], sum(seat["has_decided"] for seat in table["seats"]))


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {"machine": machine(), "date": str(date.today())}
    with tempfile.TemporaryDirectory() as folder:
        manners = {**QUIETLY}
        if arguments.flood:  # limits are what holds them off
            manners |= {"limits": RateLimitSettings(), "proxies": OUR_PROXY}
        alone = Settings(folder, **manners)
        if not arguments.shared:
            with server(alone, 1) as run:
                found["one worker, SQLite"] = uvloop.run(load(run, arguments))
            print(json.dumps(found["one worker, SQLite"], indent=2), flush=True)
        if arguments.alone:
            return found
        from tests.server.services import postgresql, redis

        with postgresql() as store, redis() as bus:
            several = Settings(folder, store, bus, **manners)
            with server(several, 2) as run:
                found["two workers, PostgreSQL and Redis"] = uvloop.run(load(run, arguments))
        print(json.dumps(found["two workers, PostgreSQL and Redis"], indent=2), flush=True)
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    words.add_argument("--of", choices=ready_games(), action="append", help="Karuba, if none")
    words.add_argument("--tables", type=int, default=300)
    words.add_argument("--rate", type=float, default=300.0, help="decisions a second, over all")
    words.add_argument("--seconds", type=float, default=20.0)
    words.add_argument(
        "--watchers", type=int, default=0, help="at one more table, which moves every 2 s"
    )
    words.add_argument("--flood", type=int, default=0, help="clients who mean no good")
    which = words.add_mutually_exclusive_group()
    which.add_argument("--alone", action="store_true", help="only one worker with SQLite")
    which.add_argument("--shared", action="store_true", help="only two workers with PostgreSQL")
    words.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    arguments = words.parse_args()
    found = measure(arguments)
    if arguments.keep:
        beside = [kind for kind in ("watchers", "flood") if getattr(arguments, kind)]
        print(f"Kept in {keep('-'.join(['load', *beside]), found).name}.")
    runs = [run for run in found.values() if isinstance(run, dict)]
    if any(run["tables where one was lost or doubled"] for run in runs):
        raise SystemExit("A decision was lost or doubled.")


if __name__ == "__main__":
    main()
