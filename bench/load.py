"""`python -m bench.load`: many tables at once, of people who are scripts.

First one worker with SQLite, then two with PostgreSQL and Redis. Two people at each table of Karuba
decide in turn, so many times a second over all tables. Measured is the time from sending a decision
until the other person's browser has been told; in the end every decision must be in its match once.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
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
from websockets.asyncio.client import ClientConnection, connect

from bench.ours import machine, processor
from templetop.server.settings import PASSED_ON, Limits, Settings

RESULTS = Path(__file__).parent / "results"
RUN = (
    "from templetop.server.run import run; from templetop.server.settings import Settings; "
    "run(Settings.passed_on(), '127.0.0.1', {port}, {workers}, False)"
)
WARM_UP = 3.0  # seconds that are not counted
PATIENCE = 60.0


@dataclass
class Tab:
    """A person's browser: what it was told last."""

    cookie: str
    seat: int
    line: ClientConnection
    table: dict[str, Any] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        with contextlib.suppress(Exception):
            async for message in self.line:
                told = orjson.loads(message)
                if told["type"] == "table":
                    self.table = told["table"]
                    self.news.set()

    async def until_told(self, number: int, other: int) -> None:
        """Until it shows that the other has decided, or that all have."""
        while True:
            self.news.clear()
            table = self.table
            if table and (table["number"] > number or table["seats"][other]["has_decided"]):
                return
            await asyncio.wait_for(self.news.wait(), PATIENCE)


@dataclass
class Pair:
    """Two people at one table."""

    table: str
    tabs: list[Tab]
    sent: int = 0
    seconds: list[float] = field(default_factory=list)

    async def play(self, count_from: float, end: float, pause: float) -> None:
        """A decision every so many seconds, by one and the other."""
        await asyncio.sleep(random.uniform(0.0, pause))
        due = time.perf_counter()
        while (now := time.perf_counter()) < end:
            mover = self.sent % 2
            tab, other = self.tabs[mover], self.tabs[1 - mover]
            if tab.table["state"] == "over":
                return
            number, move = tab.table["number"], random.choice(tab.table["offers"])["move"]
            await tab.line.send(json.dumps({"type": "move", "number": number, "move": move}))
            await other.until_told(number, mover)
            await tab.until_told(number, mover)
            self.sent += 1
            if now > count_from:
                self.seconds.append(time.perf_counter() - now)
            due = max(due + pause, time.perf_counter() - pause)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))

    def is_whole(self, log: list[dict[str, Any]], decided: bool) -> bool:
        """Is every decision in the match, and once?"""
        made = sum(line["seat"] is not None for line in log)
        return made + decided == self.sent


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def server(settings: Settings, workers: int) -> Iterator[int]:
    """A server in a process of its own; its port."""
    port = free_port()
    told = {PASSED_ON: orjson.dumps(asdict(settings)).decode()}
    command = [sys.executable, "-c", RUN.format(port=port, workers=workers)]
    process = subprocess.Popen(command, env={**os.environ, **told})
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/api/games")
            return
        time.sleep(0.1)
    raise TimeoutError("The server does not start.")


async def sit_down(http: httpx.AsyncClient, port: int, number: int) -> Pair:
    """Two guests at a new table, each with a browser."""
    cookies = []
    for seat in range(2):
        answer = await http.post("/guests", json={"name": f"Guest {number} {seat}"})
        cookies.append(f"templetop={answer.cookies['templetop']}")
        http.cookies.clear()
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": "karuba", "seats": seats, "options": {"setup": "random"}}
    answer = await http.post("/tables", json=wanted, headers={"Cookie": cookies[0]})
    table = answer.json()["id"]
    await http.post(f"/tables/{table}/seats", json={}, headers={"Cookie": cookies[1]})
    address = f"ws://127.0.0.1:{port}/api/tables/{table}/live?drawing=false"
    tabs = []
    for seat, cookie in enumerate(cookies):
        headers = {"Cookie": cookie}
        line = await connect(address, additional_headers=headers, compression=None, max_size=None)
        tabs.append(Tab(cookie, seat, line))
    return Pair(table, tabs)


async def load(port: int, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """So many tables, so many decisions a second over all of them."""
    base = f"http://127.0.0.1:{port}/api"
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        pairs = [await sit_down(http, port, number) for number in range(tables)]
        listening = [asyncio.create_task(tab.listen()) for pair in pairs for tab in pair.tabs]
        while not all(tab.table for pair in pairs for tab in pair.tabs):
            await asyncio.sleep(0.1)
        begin = time.perf_counter()
        count_from, end = begin + WARM_UP, begin + WARM_UP + seconds
        pause = tables / rate
        await asyncio.gather(*(pair.play(count_from, end, pause) for pair in pairs))
        took = time.perf_counter() - count_from
        whole = [await is_whole(http, pair) for pair in pairs]
        for pair in pairs:
            for tab in pair.tabs:
                await tab.line.close()
        await asyncio.gather(*listening)
    waited = np.array([second for pair in pairs for second in pair.seconds]) * 1000
    return {
        "tables": tables,
        "wanted moves/s": rate,
        "moves/s": round(len(waited) / took, 1),
        "p50 ms": round(float(np.percentile(waited, 50)), 1),
        "p99 ms": round(float(np.percentile(waited, 99)), 1),
        "decisions": int(sum(pair.sent for pair in pairs)),
        "tables where one was lost or doubled": whole.count(False),
    }


async def is_whole(http: httpx.AsyncClient, pair: Pair) -> bool:
    headers = {"Cookie": pair.tabs[0].cookie}
    answer = await http.get(f"/tables/{pair.table}?drawing=false", headers=headers)
    table = answer.json()
    return pair.is_whole(table["log"], any(seat["has_decided"] for seat in table["seats"]))


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {"machine": machine(), "date": str(date.today())}
    how = (arguments.tables, arguments.rate, arguments.seconds)
    with tempfile.TemporaryDirectory() as folder:
        alone = Settings(folder, limits=Limits(0, 0, 0, 0), is_compiling=False)
        with server(alone, 1) as port:
            found["one worker, SQLite"] = asyncio.run(load(port, *how))
        print(json.dumps(found["one worker, SQLite"], indent=2), flush=True)
        if arguments.alone:
            return found
        from tests.server.services import postgresql, redis

        with postgresql() as store, redis() as bell:
            several = Settings(folder, store, bell, limits=Limits(0, 0, 0, 0), is_compiling=False)
            with server(several, 2) as port:
                found["two workers, PostgreSQL and Redis"] = asyncio.run(load(port, *how))
        print(json.dumps(found["two workers, PostgreSQL and Redis"], indent=2), flush=True)
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    words.add_argument("--tables", type=int, default=300)
    words.add_argument("--rate", type=float, default=300.0, help="decisions a second, over all")
    words.add_argument("--seconds", type=float, default=20.0)
    words.add_argument("--alone", action="store_true", help="only one worker with SQLite")
    arguments = words.parse_args()
    found = measure(arguments)
    name = re.sub(r"[^a-z0-9]+", "-", processor().lower()).strip("-")
    path = RESULTS / f"{date.today()}-load-{name}.json"
    path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"Kept in {path.relative_to(RESULTS.parents[1])}.")


if __name__ == "__main__":
    main()
