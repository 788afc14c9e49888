"""A real server to talk to, on a port of its own, and people who talk to it."""

import asyncio
import contextlib
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.sync.client import ClientConnection, connect

from templetop.games.shelf import put
from templetop.server.app import create_app
from templetop.server.core.settings import RateLimitSettings, Settings
from templetop.server.operations.runner import PROTOCOLS

put(Path(__file__).parents[2] / "examples" / "heist")  # a game outside the package, as any other

PATIENCE = 300.0  # seconds; a busy machine takes its time
# One for all clients: to make one takes twenty times as long as a request.
NO_CERTIFICATES = httpx.create_ssl_context(verify=False)
NO_LIMITS = RateLimitSettings.unlimited()

Table = dict[str, Any]
Answer = TypeVar("Answer")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def settings_in(folder: Path, store: str = "", redis: str = "", **others: Any) -> Settings:
    """A server that allows everything and compiles nothing, unless a test wants it."""
    usual = {"limits": NO_LIMITS, "thinkers": 1, "is_compiling": False, "web": str(folder / "web")}
    usual |= {"usual_clock": 0, "has_access_log": False, "patience": PATIENCE}
    return Settings(str(folder / "data"), store, redis, **{**usual, **others})


class Serving:
    """A server on a thread of this process."""

    def __init__(self, settings: Settings) -> None:
        self.port = free_port()
        self.people: list[Person] = []
        self.app = create_app(settings)
        self.store = settings.store_url.partition(":")[0]
        config = uvicorn.Config(
            self.app,
            port=self.port,
            timeout_graceful_shutdown=1,
            **PROTOCOLS | {"timeout_keep_alive": int(PATIENCE)},  # none is closing when it is used
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        eventually(lambda: self.server.started)

    def say_goodbye(self) -> None:
        """Nobody who has come so far asks for anything any more."""
        while self.people:
            self.people.pop().http.close()

    def stop(self) -> None:
        self.say_goodbye()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def person(self, name: str) -> "Person":
        person = self.stranger()
        person.post("/guests", name=name)
        return person

    def stranger(self) -> "Person":
        """Somebody who has not said who they are."""
        self.people.append(Person(self.port))
        return self.people[-1]


@contextlib.contextmanager
def serving(settings: Settings) -> Iterator[Serving]:
    server = Serving(settings)
    try:
        yield server
    finally:
        server.stop()


class Refused(Exception):
    """The server said no."""

    def __init__(self, status: int, answer: dict[str, Any]) -> None:
        super().__init__(status, answer)
        self.status = status
        self.sentence = str(answer["error"]["sentence"])
        self.rule = answer["error"]["rule"]
        self.table = answer.get("table")


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, port: int) -> None:
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}/api",
            timeout=PATIENCE,
            verify=NO_CERTIFICATES,
        )
        self.port = port

    def ask(self, method: str, path: str, **body: Any) -> Any:
        content = {"content": json.dumps(body)} if body or method == "POST" else {}
        headers = {"Content-Type": "application/json"}
        answer = self.http.request(method, path, headers=headers, **content)  # type: ignore[arg-type]
        if answer.status_code >= 400:
            raise Refused(answer.status_code, answer.json())
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, **body)

    def patch(self, path: str, **body: Any) -> Any:
        return self.ask("PATCH", path, **body)

    def delete(self, path: str, **body: Any) -> Any:
        return self.ask("DELETE", path, **body)

    # ── At tables ────────────────────────────────────────────────────────────────────────────────

    def open_table(self, game: str, *seats: str | int, **others: Any) -> Table:
        """Seats: "me", "open", or the level of a bot."""
        kinds = [{"kind": "bot", "level": s} if isinstance(s, int) else {"kind": s} for s in seats]
        table: Table = self.post("/tables?view=true", game=game, seats=kinds, **others)
        return table

    def look(self, table: Table | str, link: str = "") -> Table:
        seen: Table = self.get(f"/tables/{id_of(table)}?drawing=false&link={link}")
        return seen

    def sit(self, table: Table | str, link: str = "", **where: Any) -> Table:
        seen: Table = self.post(f"/tables/{id_of(table)}/seats?view=true&link={link}", **where)
        return seen

    def leave(self, table: Table | str) -> Table:
        seen: Table = self.delete(f"/tables/{id_of(table)}/seats?view=true")
        return seen

    def rematch(self, table: Table | str) -> Table:
        seen: Table = self.post(f"/tables/{id_of(table)}/rematch?view=true")
        return seen

    def move(self, table: Table | str, number: int, move: int) -> Table:
        path = f"/tables/{id_of(table)}/moves?view=true&drawing=false"
        seen: Table = self.post(path, number=number, move=move)
        return seen

    def any_move(self, table: Table) -> Table:
        """Answer what is asked with any of the moves that are offered."""
        seen = self.look(table)
        return self.move(table, seen["number"], random.choice(seen["offers"])["move"])

    def undo(self, table: Table | str, number: int) -> Table:
        seen: Table = self.delete(f"/tables/{id_of(table)}/moves?view=true", number=number)
        return seen

    @contextlib.contextmanager
    def live(
        self,
        table: Table | str,
        drawing: bool = True,
        link: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> Iterator["Live"]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        query = f"?drawing={str(drawing).lower()}&link={link}"
        address = f"ws://127.0.0.1:{self.port}/api/tables/{id_of(table)}/live{query}"
        sent = {"Cookie": cookies, **(headers or {})}
        with connect(address, additional_headers=sent, max_size=None) as connection:
            yield Live(connection)


class Live:
    """A tab that shows a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[dict[str, Any]] = []
        self.seen: Table = {}

    def say(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.connection.recv(PATIENCE))
        self.frames.append(frame)
        return frame

    def table(self, is_it: Callable[[Table], bool] = lambda table: True) -> Table:
        """The next table of which this is true."""
        while True:
            frame = self.hear()
            self.seen = shown(self.seen, frame)
            if frame["type"] != "pong" and is_it(self.seen):
                return self.seen

    def pong(self) -> None:
        self.say(type="ping")
        while self.hear()["type"] != "pong":
            pass

    def hung_up(self) -> Close:
        """Why the server has closed the line, after all that it still had to say."""
        with pytest.raises(ConnectionClosed) as closed:
            self.table(lambda table: False)
        assert closed.value.rcvd is not None
        return closed.value.rcvd


def shown(before: Table, frame: dict[str, Any]) -> Table:
    """The table, after what was told of it."""
    if frame["type"] == "change":
        log = before["log"][: frame["same"]] + frame["log"]
        return {**before, **frame["changed"], "log": log}
    return dict(frame.get("table", before))


class Later:
    """The module `time`, so many seconds ahead, which may become more."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def time(self) -> float:
        return time.time() + self.seconds

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


def id_of(table: Table | str) -> str:
    return table if isinstance(table, str) else str(table["id"])


def in_a_loop(job: Coroutine[Any, Any, Answer]) -> Answer:
    """On a thread of its own: this one may have a loop already, a browser's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, job).result()


def eventually(is_so: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait until something is true, but not for ever."""
    end, pause = time.monotonic() + patience, 0.001
    while time.monotonic() < end:
        if found := is_so():
            return found
        time.sleep(pause)
        pause = min(0.05, 1.5 * pause)
    raise AssertionError("It did not happen.")


def play_on(people: list[Person], table: Table | str, moves: int = 10_000) -> Table:
    """Everybody answers whenever they are asked, until it is over or so many moves are made."""
    chosen, pause, last_asked = random.Random(7), 0.001, time.monotonic()
    while time.monotonic() < last_asked + PATIENCE:
        is_asked = False
        for person in people:
            seen = person.look(table)
            while seen["state"] != "over" and seen["number"] < moves and is_to_decide(seen):
                is_asked, last_asked = True, time.monotonic()
                move = chosen.choice(seen["offers"])["move"]
                try:
                    seen = person.move(table, seen["number"], move)
                except Refused:
                    break
            if seen["state"] == "over" or seen["number"] >= moves:
                return seen
        pause = 0.001 if is_asked else min(0.05, 2 * pause)
        if not is_asked:
            time.sleep(pause)  # whoever else is asked has the processor meanwhile
    raise AssertionError("Nobody is asked any more, and it is not over.")


def is_to_decide(seen: Table) -> bool:
    return bool(seen["offers"]) and seen["decided"] is None
