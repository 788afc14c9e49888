"""`python -m bench.quiet`: whether the memory of quiet tables is given back.

Two people sit down at many tables, make some moves at each, and go. Then the server has nothing to
do, and after a while (shortened here) it forgets those tables; they are in the store. Once more,
and again: what counts is how much memory the server has after every round.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import orjson

from bench.keeping import keep
from bench.load import OPTIONS, PATIENCE, QUIETLY, NoCookies, free_port, wait_for
from templetop.server.core.settings import ENVIRONMENT_VARIABLE, Settings

RUN = (
    "from templetop.server.tables import service; "
    "service.IDLE_SECONDS = service.EVICTION_INTERVAL = {after}; "
    "from templetop.server.operations.runner import run_server; "
    "from templetop.server.core.settings import Settings; "
    "run_server(Settings.from_environment(), '127.0.0.1', {port}, 1, False)"
)
AFTER = 2.0  # seconds in which nobody comes
AT_ONCE = 4  # tables that are played at together
PAGE = os.sysconf("SC_PAGE_SIZE")


def megabytes(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return round(pages * PAGE / 1e6, 1)


async def in_memory(http: httpx.AsyncClient) -> int:
    told = (await http.get("/metrics")).text
    return int(next(line.split()[-1] for line in told.splitlines() if "_circles{" in line))


async def guest(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    answer = await http.post("/guests", json={"name": name})
    return {"Cookie": answer.headers["set-cookie"].partition(";")[0]}


async def play(http: httpx.AsyncClient, people: list[dict[str, str]], moves: int) -> None:
    """At a table of their own, by whoever is asked."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    wanted = {"game": "karuba", "seats": seats, "options": OPTIONS["karuba"]}
    table = (await http.post("/tables", json=wanted, headers=people[0])).json()["table"]
    await http.post(f"/tables/{table}/seats", json={}, headers=people[1])
    for number in range(moves):
        person = people[number % 2]
        seen = (await http.get(f"/tables/{table}?drawing=false", headers=person)).json()
        answer = {"number": seen["number"], "move": seen["offers"][0]["move"]}
        await http.post(f"/tables/{table}/moves", json=answer, headers=person)


async def one_round(
    http: httpx.AsyncClient, process: int, arguments: argparse.Namespace
) -> dict[str, Any]:
    people, some = [await guest(http, name) for name in ("Ann", "Ben")], asyncio.Semaphore(AT_ONCE)

    async def one() -> None:
        async with some:
            await play(http, people, arguments.moves)

    most, begun = 0.0, time.monotonic()
    await asyncio.gather(*(one() for _ in range(arguments.tables)))
    most, full = megabytes(process), await in_memory(http)
    while await in_memory(http):
        await asyncio.sleep(0.5)
    return {
        "tables in memory": full,
        "MB": most,
        "MB when they were given back": megabytes(process),
        "seconds": round(time.monotonic() - begun),
    }


async def soak(port: int, process: int, arguments: argparse.Namespace) -> dict[str, Any]:
    base = f"http://127.0.0.1:{port}/api"
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as http:
        http._cookies = NoCookies()
        await guest(http, "Ann")
        found: dict[str, Any] = {"tables": arguments.tables, "moves at each": arguments.moves}
        found["MB at the start"] = megabytes(process)
        found["rounds"] = []
        for _ in range(arguments.rounds):
            found["rounds"].append(await one_round(http, process, arguments))
            print(json.dumps(found["rounds"][-1]), flush=True)
    return found


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        port, settings = free_port(), Settings(folder, **QUIETLY)
        told = {ENVIRONMENT_VARIABLE: orjson.dumps(asdict(settings)).decode()}
        command = [sys.executable, "-c", RUN.format(port=port, after=AFTER)]
        with subprocess.Popen(command, env={**os.environ, **told}) as process:
            try:
                wait_for(port)
                return asyncio.run(soak(port, process.pid, arguments))
            finally:
                process.terminate()


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    words.add_argument("--tables", type=int, default=200, help="in a round")
    words.add_argument("--moves", type=int, default=4, help="at each")
    words.add_argument("--rounds", type=int, default=6)
    words.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    arguments = words.parse_args()
    found = measure(arguments)
    if arguments.keep:
        print(f"Kept in {keep('quiet', found).name}.")


if __name__ == "__main__":
    main()
