"""People who play while everything fails, and write down what they were promised.

At every table sit Ann, who reads English, and Ben, who reads German, and at some a bot. Both come
to their table at the same moment: when it is new, and whenever a worker was killed. They ask again
as browsers do, at a bounded rate; everything they were told goes into the ledger.
"""

import asyncio
import contextlib
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, get_args

import httpx
import orjson
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.chaos.ledger import Decision, Ledger, Line
from bench.load import NoCookies, new_address, shown
from templetop.server.api_models import Phrase

PATIENCE = 20.0  # seconds until a request is given up
THINKS = (0.2, 0.8)  # seconds before a move
AGAIN = 0.4  # seconds after which somebody who was not answered, or turned away, asks again
LOOKS = 4.0  # seconds without news after which somebody looks at the table by a request
TALKS = 12.0  # seconds between two lines of a person
LONGEST_MATCH = 75.0  # seconds after which two people open another table
OPENINGS = 200  # attempts to open a table or to sit down at it
PHRASES = get_args(Phrase)
OPTIONS = {"karuba": {"setup": "random"}}
SLACK = 1.0  # seconds that a clock may show more than it was set to

Json = dict[str, Any]


@dataclass
class Log:
    """What came of all requests."""

    answered: list[float] = field(default_factory=list)  # when
    accepted: list[float] = field(default_factory=list)  # the same, of moves
    unavailable: list[tuple[float, str]] = field(default_factory=list)  # 503, with its sentence
    unanswered: list[tuple[float, str]] = field(default_factory=list)  # why not
    refusals: Counter[str] = field(default_factory=Counter)  # other 4xx and 5xx
    closed: Counter[str] = field(default_factory=Counter)  # sockets
    faults: list[str] = field(default_factory=list)  # of the server, in sentences

    def fault(self, what: str) -> None:
        if what not in self.faults:
            self.faults.append(what)

    def note(self, method: str, path: str, answer: httpx.Response) -> Any:
        """What it says; refusals are counted, and those that there should not be are faults."""
        now, status, asked = time.monotonic(), answer.status_code, f"{method} {pattern(path)}"
        self.answered.append(now)
        try:
            told = answer.json() if answer.content else None
        except ValueError:
            self.fault(f"{asked} was answered {status} without JSON.")
            return None
        sentence = sentence_in(told)
        if status == 503 and sentence:
            self.unavailable.append((now, sentence))
        elif status >= 400:
            self.refusals[f"{status} {asked}: {sentence}"] += 1
            if status >= 500:
                self.fault(f"{asked} was answered {status}: {sentence!r}")
            if status == 429:
                self.fault(f"{asked} was counted as too often: {sentence!r}")
        return told


@dataclass
class Run:
    """What everybody who plays has in common."""

    port: int
    ledger: Ledger = field(default_factory=Ledger)
    log: Log = field(default_factory=Log)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    clocks: dict[str, int] = field(default_factory=dict)  # seconds, of tables with a clock

    async def pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.is_over.wait(), seconds)


class Person:
    """Somebody with a browser of their own, and an address of their own."""

    def __init__(self, run: Run, name: str, language: str) -> None:
        self.run, self.name, self.language = run, name, language
        self.address = new_address()  # by which the ledger knows them, too
        self.headers = {"X-Forwarded-For": self.address, "Cookie": f"language={language}"}
        base = f"http://127.0.0.1:{run.port}/api"
        self.http = httpx.AsyncClient(
            base_url=base, timeout=PATIENCE, verify=False, trust_env=False
        )
        self.http._cookies = NoCookies()

    async def ask(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """The status and the answer; 0 if there was none."""
        log, sent = self.run.log, headers or self.headers
        try:
            answer = await self.http.request(method, path, json=body, headers=sent)
        except httpx.HTTPError as error:
            log.unanswered.append((time.monotonic(), type(error).__name__))
            return 0, None
        if "set-cookie" in answer.headers:
            session = answer.headers["set-cookie"].partition(";")[0]
            self.headers["Cookie"] = f"{session}; language={self.language}"
        return answer.status_code, log.note(method, path, answer)

    async def until_done(self, method: str, path: str, body: Json | None = None) -> Any:
        """Again and again while the server cannot be reached; None if it refuses."""
        for _ in range(OPENINGS):
            status, told = await self.ask(method, path, body)
            if status == 200 or self.run.is_over.is_set():
                return told if status == 200 else None
            if status and status < 500 and status != 429:
                return None
            await self.run.pause(AGAIN)
        return None

    async def come_in(self) -> None:
        told = await self.until_done("POST", "/guests", {"name": self.name})
        if told is not None:
            self.run.ledger.people.add(self.address)


def pattern(path: str) -> str:
    """Without the name of a table."""
    parts = path.partition("?")[0].split("/")
    return "/".join(["TABLE" if before == "tables" else part for before, part in pairs(parts)])


def pairs(parts: list[str]) -> list[tuple[str, str]]:
    return [*zip(["", *parts], parts, strict=False)]


def sentence_in(told: Any) -> str:
    try:
        return str(told["error"]["sentence"])
    except (KeyError, TypeError):
        return ""


class Seat:
    """A person at a table, with a browser that shows it."""

    def __init__(self, person: Person, table: str, seat: int) -> None:
        self.person, self.run, self.table, self.seat = person, person.run, table, seat
        self.seen: Json = {}
        self.news = asyncio.Event()
        self.decided = -1  # the number that was answered last
        self.moves: dict[Decision, int] = {}  # what it decides, whenever it has to ask again
        self.phrases = iter(PHRASES)
        self.talks_at = time.monotonic() + random.uniform(0.0, TALKS)

    def see(self, table: Json) -> None:
        """The newest that was told; an answer may be older than what a socket has told already."""
        if self.seen and table["number"] < self.seen["number"]:
            return
        self.seen = table
        for seat in table["seats"]:
            if seat["has_decided"]:
                self.run.ledger.shown.add(Decision(self.table, table["number"], seat["seat"]))
            self.check_clock(seat["seconds_left"])
        self.news.set()

    def check_clock(self, left: float | None) -> None:
        most = self.run.clocks.get(self.table)
        if left is not None and most is not None and not -SLACK <= left <= most + SLACK:
            self.run.log.fault(f"A clock of {most} s shows {left:,.0f} s.")

    async def look(self) -> None:
        status, told = await self.person.ask("GET", f"/tables/{self.table}?drawing=false")
        if status == 200:
            self.see(told)

    async def listen(self) -> None:
        """To a socket; to another one as soon as it is closed."""
        port, headers = self.run.port, self.person.headers
        address = f"ws://127.0.0.1:{port}/api/tables/{self.table}/live?drawing=false"
        while True:
            try:
                async with connect(
                    address,
                    additional_headers=headers,
                    max_size=None,
                    open_timeout=PATIENCE,
                    close_timeout=1,
                    ping_interval=None,
                    compression=None,
                    proxy=None,
                ) as socket:
                    before: Json = {}
                    async for frame in socket:
                        if (told := orjson.loads(frame))["type"] != "pong":
                            before = shown(before, told)
                            self.see(before)
                self.closed(socket.close_code, socket.close_reason or "")
            except (OSError, WebSocketException, TimeoutError) as error:
                self.run.log.closed[type(error).__name__] += 1
            await asyncio.sleep(AGAIN)

    def closed(self, code: int | None, reason: str) -> None:
        self.run.log.closed[f"{code} {reason}".strip()] += 1
        if code == 1011 or (code is not None and code >= 4000):
            self.run.log.fault(f"A socket was closed with {code}: {reason!r}")

    async def play(self, until: float) -> None:
        """Whenever it is asked, until the match is over or has lasted long enough."""
        while not self.run.is_over.is_set() and time.monotonic() < until:
            self.news.clear()
            if self.seen.get("state") == "over":
                return
            await self.talk_sometimes()
            if self.is_asked():
                await self.run.pause(random.uniform(*THINKS))
                await self.decide()
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), LOOKS)
                continue
            await self.look()

    def is_asked(self) -> bool:
        seen = self.seen
        return bool(seen and seen["offers"]) and seen["decided"] is None and self.is_new(seen)

    def is_new(self, seen: Json) -> bool:
        return bool(seen["number"] > self.decided)

    async def decide(self) -> None:
        """The same move for the same question, however often it has to be sent."""
        number = self.seen["number"]
        if not self.is_asked():
            return
        decision = Decision(self.table, number, self.seat)
        move = self.moves.setdefault(decision, random.choice(self.seen["offers"])["move"])
        self.run.ledger.attempts.add(decision)
        answer = {"number": number, "move": move}
        status, told = await self.person.ask("POST", f"/tables/{self.table}/moves", answer)
        if status == 200:
            self.run.ledger.moves[decision] = move
            self.run.log.accepted.append(time.monotonic())
            self.decided = number
        elif status == 409 and isinstance(told, dict) and told.get("table"):
            self.see(told["table"])
        elif status in (0, 503):
            await self.run.pause(AGAIN)
        else:
            await self.look()

    async def talk_sometimes(self) -> None:
        """A line that was not acknowledged is not said again: it may have been heard."""
        if time.monotonic() < self.talks_at:
            return
        self.talks_at = time.monotonic() + TALKS
        if (says := next(self.phrases, None)) is not None:
            line = {"kind": "phrase", "says": says}
            status, _ = await self.person.ask("POST", f"/tables/{self.table}/talk", line)
            if status == 200:
                self.run.ledger.lines.add(Line(self.table, self.seat, says))


@dataclass
class Pair:
    """Ann and Ben, who play one match after another at tables of the same kind."""

    run: Run
    game: str
    bots: int
    clock: int  # seconds; 0 is none
    people: list[Person] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    async def play(self) -> None:
        self.people = [Person(self.run, "Ann", "en"), Person(self.run, "Ben", "de")]
        for person in self.people:
            await person.come_in()
        while not self.run.is_over.is_set():
            if (table := await self.sat_down()) is not None:
                await self.play_at(table)
            await self.run.pause(AGAIN)

    async def sat_down(self) -> str | None:
        ann, ben = self.people
        others = [{"kind": "bot", "level": 1}] * self.bots
        wanted: Json = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "open"}, *others]}
        wanted["options"] = OPTIONS.get(self.game, {})
        if self.clock:
            wanted["clock"] = {"kind": "player", "seconds": self.clock}
        told = await ann.until_done("POST", "/tables", wanted)
        if told is None:
            return None
        table = str(told["table"])
        self.tables.append(table)
        self.run.ledger.tables.add(table)
        if self.clock:
            self.run.clocks[table] = self.clock
        await ben.until_done("POST", f"/tables/{table}/seats", {})
        return table

    async def play_at(self, table: str) -> None:
        """Both arrive at once, by a request and by a socket, in their two languages."""
        seats = [Seat(person, table, seat) for seat, person in enumerate(self.people)]
        until = time.monotonic() + LONGEST_MATCH
        sockets = [asyncio.create_task(seat.listen()) for seat in seats]
        try:
            await asyncio.gather(*(seat.look() for seat in seats))
            await asyncio.gather(*(seat.play(until) for seat in seats))
        finally:
            for socket in sockets:
                socket.cancel()
            await asyncio.gather(*sockets, return_exceptions=True)

    async def close(self) -> None:
        for person in self.people:
            await person.http.aclose()
