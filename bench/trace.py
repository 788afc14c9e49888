"""`python -m bench.trace`: which functions a move crosses, from the request to the last screen.

A server runs on a thread of this process, with a store in SQLite; two people sit at a table and
somebody watches. The first decisions are made without being traced, so that nothing is counted that
happens once only. Then one move is posted, and every function of ours is counted that is called
until all three have been sent the table.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import orjson
import uvicorn
from websockets.sync.client import ClientConnection, connect

from bench.load import OPTIONS, free_port
from templetop.server.app import create_app
from templetop.server.core.settings import RateLimitSettings, Settings
from templetop.server.operations.runner import PROTOCOLS

PACKAGE = str(Path(__file__).parents[1] / "templetop") + "/"
TIMEOUT = 60.0  # seconds for which an answer is waited for
BEFORE = 6  # decisions that are made before one is traced
PEOPLE = ("Ann", "Ben", "Cleo")


class Tracer:
    """Counts calls of our own functions, in all threads that are started after `install`."""

    def __init__(self) -> None:
        self.is_on = False
        self.calls: Counter[tuple[str, str]] = Counter()  # module and function

    def install(self) -> None:
        threading.setprofile(self.note)
        sys.setprofile(self.note)

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        file = frame.f_code.co_filename
        if self.is_on and event == "call" and file.startswith(PACKAGE):
            module = file.removeprefix(PACKAGE).removesuffix(".py")
            self.calls[module, frame.f_code.co_qualname] += 1


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Runs a server on a thread, and gives its address."""
    settings = Settings(
        str(folder), limits=RateLimitSettings.unlimited(), thinkers=1, is_compiling=False,
        has_access_log=False, web=str(folder / "web"),
    )  # fmt: skip
    port = free_port()
    config = uvicorn.Config(create_app(settings), host="127.0.0.1", port=port, **PROTOCOLS)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/api/health")
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


def wait_until_it_answers(address: str) -> None:
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        try:
            if httpx.get(address).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise SystemExit("The server does not start.")


def traced_move(address: str, game: str, tracer: Tracer) -> None:
    """Makes some decisions, then traces the next one."""
    with ExitStack() as stack:
        http = f"http://{address}/api"
        clients = (httpx.Client(base_url=http, timeout=TIMEOUT) for _ in PEOPLE)
        people = [stack.enter_context(client) for client in clients]
        for name, person in zip(PEOPLE, people, strict=True):
            person.post("/guests", json={"name": name}).raise_for_status()
        wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "is_public": True}
        wanted["options"] = OPTIONS.get(game, {})
        table = people[0].post("/tables", json=wanted).raise_for_status().json()["table"]
        people[1].post(f"/tables/{table}/seats", json={}).raise_for_status()
        screens = [
            stack.enter_context(
                connect(
                    f"ws://{address}/api/tables/{table}/live?drawing=false",
                    additional_headers={"Cookie": cookie_of(person)},
                    max_size=None,
                )
            )
            for person in people
        ]
        for made in range(BEFORE + 1):
            asked, number, move = next_decision(people, table)
            tracer.is_on = made == BEFORE
            asked.post(
                f"/tables/{table}/moves?view=false", json={"number": number, "move": move}
            ).raise_for_status()
            for screen in screens:
                wait_for_change(screen, number)
            tracer.is_on = False


def cookie_of(person: httpx.Client) -> str:
    return "; ".join(f"{name}={value}" for name, value in person.cookies.items())


def next_decision(people: list[httpx.Client], table: str) -> tuple[httpx.Client, int, int]:
    """Who is asked, the number that is asked, and the first move that is offered."""
    for person in people:
        seen = person.get(f"/tables/{table}?drawing=false").json()
        if seen["offers"] and seen["decided"] is None:
            return person, seen["number"], seen["offers"][0]["move"]
    raise SystemExit("Nobody is asked for a move.")


def wait_for_change(screen: ClientConnection, number: int) -> None:
    """Reads until the screen is told of a table that is further than this number."""
    while True:
        told = orjson.loads(screen.recv(timeout=TIMEOUT))
        table = told.get("table") or told.get("changed") or {}
        if table.get("number", -1) > number:
            return


def report(game: str, calls: Counter[tuple[str, str]], lists: bool) -> str:
    modules: dict[str, Counter[str]] = defaultdict(Counter)
    for (module, function), times in calls.items():
        modules[module][function] += times
    in_server = [key for key in calls if key[0].startswith("server/")]
    whole = f"{len(calls)} functions ({len(in_server)} of the server) in {len(modules)} modules"
    lines = [f"{game}: {whole}, {calls.total()} calls"]
    for module, functions in sorted(modules.items()):
        lines.append(f"  {module:40} {len(functions):4} functions {functions.total():6} calls")
        if lists:
            lines += [f"      {times:6}  {name}" for name, times in sorted(functions.items())]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=["cacao", "karmaggan"])
    parser.add_argument("--list", action="store_true", help="name every function")
    asked = parser.parse_args()
    for game in asked.games:
        tracer = Tracer()
        tracer.install()
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
            traced_move(address, game, tracer)
        sys.setprofile(None)
        threading.setprofile(None)
        print(report(game, tracer.calls, asked.list))


if __name__ == "__main__":
    main()
