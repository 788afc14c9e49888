"""`python -m bench.chaos`: whether anything is lost while workers, services, disk and clock fail.

Two workers serve tables of all games, on PostgreSQL and Redis where they are installed; otherwise
one worker on SQLite, as several need a database server. At every table two people arrive at once,
one for each language. Meanwhile workers are killed, the database and Redis are restarted, a small
file system is filled, and the server's clock is moved, by a plan that follows from a seed. In the
end the server is restarted, and everything that it had acknowledged or shown must be there, once.
"""

import argparse
import asyncio
import contextlib
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bench.chaos.ending import end, tracebacks
from bench.chaos.ledger import Comparison, longest_gap
from bench.chaos.plan import KINDS, RECOVERY, Fault, Kind, plan
from bench.chaos.players import Pair, Run
from bench.chaos.services import (
    Database,
    MovedClock,
    Redis,
    Server,
    Skipped,
    SmallDisk,
    terminated_as_by_ctrl_c,
)
from bench.keeping import keep
from bench.load import OUR_PROXY
from templetop.games.shelf import ORDER
from templetop.server.core.settings import Settings

MOST_MINUTES = 60.0
LONGEST_SILENCE = 10.0  # seconds in which nobody is answered; more is a failure
PROBE = 0.25  # seconds between two requests of somebody who only asks whether the server is well
PROBE_PATIENCE = 15.0
FIRST_TABLES = 240.0  # seconds until everybody sits at a table, on a busy machine
LAST_ANSWERS = 60.0  # seconds until everybody has heard that it is over
BETWEEN = 3.0  # seconds from the end of a fault to the next one, also where it took longer
TICK = 0.1
NOT_WANTED = "this run is without it"
CLOCK = 600  # seconds of the players at tables with a clock


@dataclass
class Injected:
    """What became of a fault of the plan."""

    fault: Fault
    begun: float = 0.0
    ended: float = 0.0
    skipped: str = ""
    notes: list[str] = field(default_factory=list)


@dataclass
class Rig:
    """Everything that was started; what is missing is skipped, and says why."""

    folder: Path
    log: Path
    server: Server
    disk: SmallDisk | None
    database: Database | None
    redis: Redis | None
    clock: MovedClock | None
    missing: dict[str, str]
    without: list[Kind]
    ends: list[str] = field(default_factory=list)  # of the server, that nobody wanted

    def inject(self, fault: Fault, done: Injected) -> None:
        """Blocks for as long as the fault lasts."""
        ways: dict[Kind, Callable[[Fault, Injected], None]] = {
            "kill one worker": self.kill_one,
            "kill all workers": self.kill_all,
            "restart the database": self.restart_database,
            "restart Redis": self.restart_redis,
            "fill the file system": self.fill,
            "move the clock": self.move_clock,
        }
        if fault.kind in self.without:
            raise Skipped(NOT_WANTED)
        ways[fault.kind](fault, done)

    def kill_one(self, fault: Fault, done: Injected) -> None:
        workers = self.server.serving()
        self.server.kill(workers[:1])  # the oldest, so that each is killed in turn
        done.notes.append(f"{len(workers[:1])} of {len(workers)}")

    def kill_all(self, fault: Fault, done: Injected) -> None:
        workers = self.server.serving()
        self.server.kill(workers)
        done.notes.append(f"{len(workers)}")

    def restart_database(self, fault: Fault, done: Injected) -> None:
        if self.database is None:
            raise Skipped(self.missing["database"])
        self.database.stop()
        time.sleep(fault.seconds)
        self.database.start()

    def restart_redis(self, fault: Fault, done: Injected) -> None:
        if self.redis is None:
            raise Skipped(self.missing["Redis"])
        self.redis.stop()
        time.sleep(fault.seconds)
        self.redis.start()

    def fill(self, fault: Fault, done: Injected) -> None:
        if self.disk is None:
            raise Skipped(self.missing["file system"])
        until = time.monotonic() + fault.seconds
        try:
            while time.monotonic() < until:
                self.disk.fill()
                time.sleep(TICK)
        finally:
            self.disk.empty()
        if self.database is not None and self.database.has_ended():
            done.notes.append("PostgreSQL ended for want of space and was started again")
            self.database.start()

    def move_clock(self, fault: Fault, done: Injected) -> None:
        if self.clock is None:
            raise Skipped(self.missing["clock"])
        try:
            for offset in fault.offsets:
                self.clock.move(offset)
                time.sleep(fault.seconds / len(fault.offsets))
        finally:
            self.clock.move(0)
        done.notes.append(", ".join(f"{offset:+,d} s" for offset in fault.offsets))


def built(stack: contextlib.ExitStack, on_sqlite: bool, without: list[Kind]) -> Rig:
    folder = Path(tempfile.mkdtemp(prefix="templetop-chaos-"))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o711)  # PostgreSQL runs as somebody else where we are root
    log = folder / "server.log"
    missing: dict[str, str] = {}

    def unless_missing(what: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except Skipped as why:
            missing[what] = str(why)
            print(f"Skipped: {why}.", flush=True)
            return None

    disk = unless_missing("file system", lambda: SmallDisk(folder / "disk"))
    if disk is not None:
        stack.callback(disk.close)
    services_log = stack.enter_context((folder / "services.log").open("ab"))
    database = redis = None
    if on_sqlite:
        missing["database"] = missing["Redis"] = "this run is on SQLite"
    else:
        make_database = lambda: Database(folder / "disk" / "postgresql", services_log)  # noqa: E731
        database = unless_missing("database", make_database)
        redis = unless_missing("Redis", lambda: Redis(folder, services_log))
        if database is None or redis is None:
            missing.setdefault("database", "it is used only with Redis")
            missing.setdefault("Redis", "it is used only with PostgreSQL")
            database = redis = None
    for service in filter(None, (database, redis)):
        stack.callback(service.stop)
        service.start()
    if "move the clock" in without:
        missing["clock"], clock = NOT_WANTED, None
    else:
        clock = unless_missing("clock", lambda: MovedClock(folder))
    settings = Settings(
        str(folder / "disk" / "server"),
        database.address if database else "",
        redis.address if redis else "",
        is_compiling=False,
        has_access_log=False,
        usual_clock=0,
        proxies=OUR_PROXY,  # that we pretend to be, so that everyone has an address of their own
    )
    server_log = stack.enter_context(log.open("ab"))
    server = Server(settings, 2 if database else 1, server_log, clock.environment if clock else {})
    stack.callback(server.stop)
    return Rig(folder, log, server, disk, database, redis, clock, missing, without)


# ── While it runs ────────────────────────────────────────────────────────────────────────────────


async def probe(run: Run) -> None:
    """Somebody who asks again and again, each time by a new connection, and waits for nobody."""
    asking: set[asyncio.Task[None]] = set()
    address = f"http://127.0.0.1:{run.port}/api/health"

    async def ask(http: httpx.AsyncClient) -> None:
        with contextlib.suppress(httpx.HTTPError):
            answer = await http.get(address, headers={"Connection": "close"})
            run.log.note("GET", "/health", answer)

    limits = httpx.Limits(max_keepalive_connections=0)
    options: dict[str, Any] = {"timeout": PROBE_PATIENCE, "verify": False, "trust_env": False}
    async with httpx.AsyncClient(limits=limits, **options) as http:
        while not run.is_over.is_set():
            asking.add(task := asyncio.create_task(ask(http)))
            task.add_done_callback(asking.discard)
            await run.pause(PROBE)
        await asyncio.gather(*asking)


async def keep_running(rig: Rig, run: Run) -> None:
    """Start the server again when it has ended, as a service manager does."""
    while not run.is_over.is_set():
        if rig.server.has_ended():
            assert rig.server.process is not None
            if rig.server.workers > 1:
                rig.ends.append(f"exit code {rig.server.process.returncode}")
            rig.server.start()
        await run.pause(TICK)


async def measure_pauses(run: Run, pauses: list[float]) -> None:
    """How late these scripts are themselves: on a busy machine nobody is measured better."""
    while not run.is_over.is_set():
        begun = time.monotonic()
        await asyncio.sleep(TICK)
        pauses.append(time.monotonic() - begun - TICK)


async def inject_all(rig: Rig, faults: list[Fault], begin: float) -> list[Injected]:
    done, free_from = [], begin
    for fault in faults:
        await asyncio.sleep(max(begin + fault.at, free_from) - time.monotonic())
        one = Injected(fault, time.monotonic())
        print(f"{one.begun - begin:7.1f} s  {fault.kind} for {fault.seconds:.1f} s", flush=True)
        try:
            await asyncio.to_thread(rig.inject, fault, one)
        except Skipped as why:
            one.skipped = str(why)
        one.ended = time.monotonic()
        said = f"skipped: {one.skipped}" if one.skipped else ", ".join(one.notes)
        print(f"{one.ended - begin:7.1f} s  … over{said and f' ({said})'}", flush=True)
        done.append(one)
        free_from = one.ended + BETWEEN
    return done


def pairs_at(run: Run, tables: int) -> list[Pair]:
    """All games in turn; every other table has a bot, every third a clock."""
    return [
        Pair(run, ORDER[n % len(ORDER)], n // len(ORDER) % 2, CLOCK if n % 3 == 2 else 0)
        for n in range(tables)
    ]


async def chaos(rig: Rig, arguments: argparse.Namespace) -> dict[str, Any]:
    seconds = 60 * arguments.minutes
    faults, run = plan(arguments.seed, seconds), Run(rig.server.port)
    pairs, pauses = pairs_at(run, arguments.tables), list[float]()
    playing = [asyncio.create_task(pair.play()) for pair in pairs]
    beside = [probe(run), keep_running(rig, run), measure_pauses(run, pauses)]
    tasks = [*playing, *(asyncio.create_task(one) for one in beside)]
    try:
        await until_all_play(pairs, run)
        begin, memory = time.monotonic(), [rig.server.memory()]
        pauses.clear()
        print(f"{arguments.tables} tables are played at; {len(faults)} faults.", flush=True)
        done = await inject_all(rig, faults, begin)
        await asyncio.sleep(begin + seconds - time.monotonic())
        finish = time.monotonic()
        memory.append(rig.server.memory())
        counted = figures(run, done, begin, finish)
        run.is_over.set()
        await asyncio.wait_for(asyncio.gather(*tasks), LAST_ANSWERS)
        stopped = await asyncio.to_thread(restart, rig)
        comparison, differ = await end(run, pairs, rig.server.settings.store_url)
    finally:
        run.is_over.set()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pair in pairs:
            await pair.close()
    about = {
        "store": "PostgreSQL and Redis" if rig.database else "SQLite",
        "workers": rig.server.workers,
        "seed": arguments.seed,
        "minutes": arguments.minutes,
        "tables at once": arguments.tables,
        "skipped": rig.missing,
    }
    ends = {
        "longest pause of these scripts s": round(max(pauses, default=0.0), 1),
        "seconds until the server had stopped": round(stopped, 1),
        "unwanted ends of the server": rig.ends,
        "MB at the start": memory[0][0],
        "MB at the end": memory[1][0],
        "processes at the start": memory[0][1],
        "processes at the end": memory[1][1],
    }
    log = rig.log.read_text(encoding="utf-8", errors="replace")
    return {
        **about,
        **counted,
        **ends,
        "acknowledged": run.ledger.counts(),
        **losses(comparison),
        "differences": differ,
        "faults of the server": run.log.faults,
        "tracebacks in the server's log": tracebacks(log),
    }


async def until_all_play(pairs: list[Pair], run: Run) -> None:
    """Until a move was made at every table where people sit down first."""
    until = time.monotonic() + FIRST_TABLES
    while {pair.tables[0] for pair in pairs if pair.tables} - {d.table for d in run.ledger.moves}:
        if time.monotonic() > until:
            raise TimeoutError("Nobody could play at some tables even before the first fault.")
        await asyncio.sleep(TICK)


def restart(rig: Rig) -> float:
    """The database and the server; returns how long the server took to end."""
    took = rig.server.stop()
    if rig.database is not None:
        rig.database.stop()
        rig.database.start()
    rig.server.start()
    rig.server.wait()
    return took


# ── What came of it ──────────────────────────────────────────────────────────────────────────────


def losses(comparison: Comparison) -> dict[str, list[str]]:
    return {
        "lost": comparison.lost,
        "doubled": comparison.doubled,
        "moves that nobody has sent": comparison.unexplained,
    }


def figures(run: Run, done: list[Injected], begin: float, finish: float) -> dict[str, Any]:
    log = run.log
    answered = [moment for moment in log.answered if begin < moment < finish]
    return {
        "requests answered": len(answered),
        "nobody was answered for s": round(longest_gap(log.answered, begin, finish), 1),
        "nobody could move for s": round(longest_gap(log.accepted, begin, finish), 1),
        "503": dict(Counter(sentence for _, sentence in log.unavailable)),
        "not answered": dict(Counter(why for _, why in log.unanswered)),
        "refused": dict(log.refusals),
        "sockets closed": dict(log.closed),
        "faults": [of_fault(run, one, begin, finish) for one in done],
    }


def of_fault(run: Run, one: Injected, begin: float, finish: float) -> dict[str, Any]:
    """In the time of the fault and shortly after it."""
    about = {"fault": one.fault.kind, "at s": round(one.begun - begin, 1)}
    if one.skipped:
        return {**about, "skipped": one.skipped}
    log, until = run.log, min(one.ended + RECOVERY, finish)
    during = {"503": log.unavailable, "not answered": log.unanswered}
    counts = {
        name: sum(one.begun <= moment < until for moment, _ in told)
        for name, told in during.items()
    }
    return {
        **about,
        "lasted s": round(one.ended - one.begun, 1),
        "nobody was answered for s": round(longest_gap(log.answered, one.begun, until), 1),
        "nobody could move for s": round(longest_gap(log.accepted, one.begun, until), 1),
        **counts,
        "notes": one.notes,
    }


def failures(found: dict[str, Any]) -> list[str]:
    """Why the run has failed; nothing, if it has not."""
    names = ("lost", "doubled", "moves that nobody has sent", "differences", "faults of the server")
    failed = [f"{len(found[name])} × {name}" for name in names if found[name]]
    silent = found["nobody was answered for s"]
    if silent > LONGEST_SILENCE:
        failed.append(f"nobody was answered for {silent} s")
    if found["unwanted ends of the server"]:
        failed.append("the server ended")
    return failed


COLUMNS = ("at s", "lasted s", "nobody was answered for s", "nobody could move for s", "503")
HEADS = ("at", "lasted", "silent", "no move", "503", "not answered")


def show(found: dict[str, Any]) -> None:
    print(f"\n{'fault':<22}" + "".join(f"{head:>14}" for head in HEADS))
    for one in found["faults"]:
        if "skipped" in one:
            print(f"{one['fault']:<22}{one['at s']:>14} skipped: {one['skipped']}")
            continue
        cells = [one[name] for name in (*COLUMNS, "not answered")]
        notes = ", ".join(one["notes"])
        print(f"{one['fault']:<22}" + "".join(f"{cell:>14}" for cell in cells) + f"  {notes}")
    print()
    for name in ("lost", "doubled", "moves that nobody has sent", "differences"):
        print(f"{name:<38}{len(found[name]) or 'nothing'}")
        for one in found[name][:20]:
            print(f"    {one}")
    for name in (
        "acknowledged", "requests answered", "nobody was answered for s", "nobody could move for s",
        "longest pause of these scripts s", "MB at the start", "MB at the end",
        "processes at the start", "processes at the end",
        "seconds until the server had stopped", "503", "not answered", "refused", "sockets closed",
        "unwanted ends of the server",
    ):  # fmt: skip
        print(f"{name:<38}{in_a_line(found[name])}")
    for one in found["faults of the server"]:
        print(f"Fault of the server: {one}")
    for one in found["tracebacks in the server's log"]:
        print(f"\n{one['times']} × {one['record']}", *one["lines"], sep="\n    ")


def in_a_line(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {part}" for name, part in value.items()) or "none"
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def minutes(word: str) -> float:
    value = float(word)
    if not 0.5 <= value <= MOST_MINUTES:
        raise argparse.ArgumentTypeError(f"It takes 0.5 to {MOST_MINUTES:.0f} minutes.")
    return value


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[2])
    words.add_argument("--minutes", type=minutes, default=10.0)
    words.add_argument("--seed", type=int, default=None, help="of the plan; any, if none is given")
    words.add_argument("--tables", type=int, default=10, help="that are played at together")
    words.add_argument(
        "--without", choices=KINDS, action="append", default=[], help="faults that are skipped"
    )
    words.add_argument("--sqlite", action="store_true", help="also where PostgreSQL is installed")
    words.add_argument("--keep", action=argparse.BooleanOptionalAction, default=True)
    words.add_argument("--log", type=Path, help="where a copy of the server's log is left")
    arguments = words.parse_args()
    if arguments.seed is None:
        arguments.seed = random.randrange(10_000)
    random.seed(arguments.seed)
    print(f"Seed {arguments.seed}; at most {arguments.minutes:g} minutes of faults.", flush=True)
    try:
        with terminated_as_by_ctrl_c(), contextlib.ExitStack() as stack:
            rig = built(stack, arguments.sqlite, arguments.without)
            if arguments.log:
                stack.callback(shutil.copyfile, rig.log, arguments.log)
            rig.server.start()
            rig.server.wait()
            found = asyncio.run(chaos(rig, arguments))
    except KeyboardInterrupt:
        sys.exit("Stopped; everything that was started has ended.")
    show(found)
    if arguments.keep:
        print(f"Kept in {keep('chaos' if found['workers'] > 1 else 'chaos-sqlite', found).name}.")
    if failed := failures(found):
        sys.exit(f"Failed: {'; '.join(failed)}.")


if __name__ == "__main__":
    main()
