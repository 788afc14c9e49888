"""What the operator's Prometheus is told: how much goes on here, and whether all is well.

They are not for everybody. With a token, whoever knows it may have them. Without one, only whoever
asks from this machine itself: neither through a proxy nor by a name that others know it by.
"""

import asyncio
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Header, Request, Response
from sqlalchemy import Connection, func, select

from templetop import __version__
from templetop.server.bots.process_pool import Turns
from templetop.server.core.client_addresses import understood
from templetop.server.core.histogram import Histogram, Sample
from templetop.server.core.refusals import NotYours
from templetop.server.dependencies import Server, TheServer, address_of, api
from templetop.server.store.database import Store
from templetop.server.store.schema import TableRow

KIND = "text/plain; version=0.0.4; charset=utf-8"
RECOUNT = 15.0  # seconds after which the tables of the store are counted again
PATIENCE = 2.0  # seconds for that
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")  # headers of proxies
STATES = ("waiting", "running", "over")

Labels = Mapping[str, str | int]


class Tally:
    """What requests came to, since this worker was started."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.durations = Histogram()

    def count(self, status: int, seconds: float) -> None:
        self.statuses[status] += 1
        self.durations.count(seconds)


class Census:
    """How many tables the store keeps; counted now and then, however often it is asked."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.clock = clock
        self.counted_at = -RECOUNT
        self.tables: dict[str, int] = {}

    async def count(self) -> dict[str, int]:
        if self.clock() - self.counted_at >= RECOUNT:
            async with asyncio.timeout(PATIENCE):
                self.tables = await self.store.have(count_tables)
            self.counted_at = self.clock()
        return self.tables


def count_tables(connection: Connection) -> dict[str, int]:
    query = select(TableRow.state, func.count().label("tables")).group_by(TableRow.state)
    found = {row.state: row.tables for row in connection.execute(query)}
    return {state: found.get(state, 0) for state in STATES}


# ── Who may have them ────────────────────────────────────────────────────────────────────────────


@api.get(
    "/metrics", response_model=None, responses={200: {"content": {"text/plain": {"schema": {}}}}}
)
async def metrics(
    server: TheServer, request: Request, authorization: Annotated[str, Header()] = ""
) -> Response:
    """For the operator's Prometheus, by their token or from the machine of the server itself."""
    token = server.settings.metrics_token
    if token and not is_right(authorization, token):
        raise NotYours("Metrics are only for the operator of this server, who has a token.")
    if not token and not is_from_here(request):
        raise NotYours("Metrics are only for the operator of this server, on its own machine.")
    restarts: int = request.app.state.restarts()
    return Response(await told_by(server, restarts), media_type=KIND)


def is_right(authorization: str, token: str) -> bool:
    kind, _, given = authorization.partition(" ")
    said = given.strip().encode(errors="replace")
    return kind.lower() == "bearer" and secrets.compare_digest(said, token.encode())


def is_from_here(request: Request) -> bool:
    """Whoever comes through a proxy of this machine asks for the host that the world knows."""
    if any(name in request.headers for name in FORWARDED):
        return False
    return is_loopback(address_of(request)) and is_loopback(host_in(request.headers.get("host")))


def host_in(header: str | None) -> str:
    try:
        return urlsplit(f"//{header or ''}").hostname or ""
    except ValueError:
        return ""


def is_loopback(word: str) -> bool:
    address = understood(word)
    return word == "localhost" or (address is not None and address.is_loopback)


# ── What they are told ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Metric:
    """A thing that is measured, of a kind that Prometheus knows."""

    name: str
    kind: str
    says: str
    samples: Iterable[Sample]

    def written(self, worker: int) -> str:
        lines = [f"# HELP templetop_{self.name} {self.says}"]
        lines += [f"# TYPE templetop_{self.name} {self.kind}"]
        parts = self.in_buckets() if self.kind == "histogram" else self.plain()
        for suffix, labels, value in parts:
            known = ",".join(
                f'{name}="{said}"' for name, said in {**labels, "worker": worker}.items()
            )
            lines.append(f"templetop_{self.name}{suffix}{{{known}}} {value:.10g}")
        return "\n".join(lines) + "\n"

    def plain(self) -> Iterable[tuple[str, Labels, float]]:
        return [("", labels, value) for labels, value in self.samples]

    def in_buckets(self) -> Iterable[tuple[str, Labels, float]]:
        """The last two samples are the sum and the count."""
        *buckets, (_, total), (_, count) = self.samples
        yield from (("_bucket", labels, value) for labels, value in buckets)
        yield ("_sum", {}, total)
        yield ("_count", {}, count)


def alone(value: float) -> list[Sample]:
    return [({}, value)]


async def told_by(server: Server, restarts: int = 0) -> str:
    """All of it, whether the store answers or not; what only the store knows is left out then."""
    says = "Worker processes that have ended and were replaced."
    found = [Metric("worker_restarts_total", "counter", says, alone(restarts))]
    found += [*of_the_store(await tables_in(server)), *of_requests(server.tally)]
    found += [*of_the_hall(server), *of_the_rooms(server)]
    return "".join(metric.written(os.getpid()) for metric in found)


async def tables_in(server: Server) -> dict[str, int] | None:
    if not await server.pulse.is_well():
        return None
    try:
        return await server.census.count()
    except Exception:  # it has gone in this very moment
        return None


def of_the_store(tables: dict[str, int] | None) -> Iterable[Metric]:
    yield Metric("info", "gauge", "Which version this is.", [({"version": __version__}, 1)])
    is_up = alone(0 if tables is None else 1)
    yield Metric("store_up", "gauge", "1 while the store answers.", is_up)
    if tables is not None:
        counted: list[Sample] = [({"state": state}, count) for state, count in tables.items()]
        yield Metric("tables", "gauge", "Tables that the store keeps.", counted)


def of_requests(tally: Tally) -> Iterable[Metric]:
    answers = sorted(tally.statuses.items())
    all_of_them: list[Sample] = [({"status": status}, count) for status, count in answers]
    refused: list[Sample] = [({"status": status}, n) for status, n in answers if status >= 400]
    yield Metric("requests_total", "counter", "Requests that were answered.", all_of_them)
    yield Metric("refusals_total", "counter", "Requests that were refused.", refused)
    says = "How long requests took."
    yield Metric("request_duration_seconds", "histogram", says, tally.durations.samples())


def of_the_hall(server: Server) -> Iterable[Metric]:
    hall, sockets = server.hall, server.sockets
    watching = sum(len(circle.watchers) for circle in hall.circles.values())
    yield Metric("circles", "gauge", "Tables in memory.", alone(len(hall.circles)))
    yield Metric("sockets", "gauge", "Tabs that listen to a table.", alone(sockets.in_all))
    yield Metric("watchers", "gauge", "Tabs that are sent a table.", alone(watching))
    yield Metric("sockets_refused_total", "counter", "Tabs refused.", alone(sockets.refused))
    says = "Moves of people, bots and chance that were written to the store."
    yield Metric("moves_total", "counter", says, alone(hall.moves))
    says = "Times that a bot, chance or a clock could not go on, as the store did not answer."
    yield Metric("waits_for_store_total", "counter", says, alone(hall.driver.outage.failures))


def of_the_rooms(server: Server) -> Iterable[Metric]:
    minds = server.hall.driver.minds
    bots = {"search": minds.searching.turns, "first sight": minds.at_first_sight.turns}
    trials = minds.experimenting.turns
    yield Metric("bots_thinking", "gauge", "Bots thinking.", by_room(bots, lambda t: t.taken))
    yield Metric(
        "bots_waiting", "gauge", "Bots waiting to think.", by_room(bots, lambda t: t.in_line)
    )
    says = "How long bots waited until they could search."
    waited = bots["search"].waited.samples()
    yield Metric("bots_wait_seconds", "histogram", says, waited)
    yield Metric("experiments_running", "gauge", "Experiments of chance.", alone(trials.taken))
    yield Metric("experiments_waiting", "gauge", "Experiments waiting.", alone(trials.in_line))
    says = "Games whose bots can search by now."
    yield Metric("games_compiled", "gauge", says, alone(len(minds.ready)))


def by_room(rooms: dict[str, Turns], count: Callable[[Turns], int]) -> list[Sample]:
    return [({"room": room}, count(turns)) for room, turns in rooms.items()]
