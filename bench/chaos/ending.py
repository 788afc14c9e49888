"""What a run looks at when it is over: the store, every table in both languages, and the log."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bench.chaos.ledger import Comparison, Decision, Line, Stored, compared, without_words
from bench.chaos.players import Json, Pair, Person, Run
from templetop.server.store.database import Store
from templetop.server.store.schema import DecisionRow, MoveRow

AT_ONCE = 8  # tables that are looked at together
TRIES = 20  # until a table with bots stands still while it is looked at twice
PUBLIC = ("number", "moves", "state", "ballot", "rematch")
OF_A_SEAT = ("seat", "kind", "level", "points", "place", "is_replaced", "has_left", "has_decided")
OF_A_LINE = ("number", "last", "seat")
OF_AN_OFFER = ("move", "kind", "code")
RECORD = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z (\w+) +(.*)")
TRACEBACK = "Traceback (most recent call last):"
EXCEPTION = re.compile(r"(?: {4})?(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?::|$)|.*\(most recent call last\):")
BELOW = "    "  # before what stands below a record
SHOWN_LINES = 12  # of a traceback
ROOT = Path(__file__).parents[2]
FILE = re.compile(r'(?<=File ")/[^"]+(?=")')
LIBRARIES = re.compile(r".*/(?=site-packages/|dist-packages/|python\d[\d.]*/)")


def decisions_in(address: str) -> list[tuple[Decision, int]]:
    """All that seats have decided, revealed or not."""
    store = Store(address)
    moves = select(MoveRow.table, MoveRow.answers, MoveRow.seat, MoveRow.move)
    hidden = select(DecisionRow.table, DecisionRow.number, DecisionRow.seat, DecisionRow.move)
    try:
        with store.engine.connect() as connection:
            rows = [*connection.execute(moves), *connection.execute(hidden)]
    finally:
        store.close()
    return [
        (Decision(table, number, seat), move) for table, number, seat, move in rows if seat >= 0
    ]


async def end(run: Run, pairs: list[Pair], address: str) -> tuple[Comparison, list[str]]:
    """What is missing, and what the two languages disagree about."""
    stored, some = Stored(), asyncio.Semaphore(AT_ONCE)
    people_at: set[tuple[str, int]] = set()
    disagreements: list[str] = []

    async def look_at(pair: Pair, table: str) -> None:
        async with some:
            views = await seen_by_both(pair, table)
            if views is None:
                return
            stored.tables.add(table)
            ann, ben, again = views
            stored.lines += [Line(table, one["seat"], one["says"]) for one in ann["talk"]]
            if table not in run.clocks:
                people_at.update(
                    (table, seat["seat"])
                    for seat in ann["seats"]
                    if seat["kind"] == "person" and not seat["has_left"]
                )
            disagreements.extend(
                f"{pair.game}, table {table}: {what}" for what in differences(ann, ben, again)
            )
            disagreements.extend(forgotten(run, table, [ann, ben]))

    await asyncio.gather(*(look_at(pair, table) for pair in pairs for table in pair.tables))
    for pair in pairs:
        for person in pair.people:
            status, _ = await person.ask("GET", "/me")
            if status == 200:
                stored.people.add(person.address)
    stored.moves = await asyncio.to_thread(decisions_in, address)
    return compared(run.ledger, stored, people_at), disagreements


async def seen_by_both(pair: Pair, table: str) -> tuple[Json, Json, Json] | None:
    """By Ann in English, by Ben in German and by Ann in German, all at the same moment."""
    ann, ben = pair.people
    for _ in range(TRIES):
        views = await asyncio.gather(
            view(ann, table), view(ben, table), view(ann, table, language="de")
        )
        if any(one is None for one in views):
            return None
        if len({one["number"] for one in views}) == 1:  # type: ignore[index]
            return views[0], views[1], views[2]  # type: ignore[return-value]
        await asyncio.sleep(0.2)
    return views[0], views[1], views[2]  # type: ignore[return-value]


async def view(person: Person, table: str, language: str = "") -> Json | None:
    headers = person.headers
    if language:
        session = headers["Cookie"].partition(";")[0]
        headers = {**headers, "Cookie": f"{session}; language={language}"}
    status, told = await person.ask("GET", f"/tables/{table}?drawing=false", headers=headers)
    return told if status == 200 else None


def differences(ann: Json, ben: Json, again: Json) -> list[str]:
    """Between two people in what everybody sees; between two languages in all but the words."""
    found = [
        f"{name} is {one!r} in English and {other!r} in German"
        for (name, one), (_, other) in zip(public(ann), public(ben), strict=True)
        if one != other
    ]
    if public(ann) != public(again) or own(ann) != own(again):
        found.append("the same person sees another state in the other language")
    return found


def public(table: Json) -> list[tuple[str, Any]]:
    seats = [[seat[name] for name in OF_A_SEAT] for seat in table["seats"]]
    lines = [[line[name] for name in OF_A_LINE] for line in table["log"]]
    told = [(name, table[name]) for name in PUBLIC]
    return [*told, ("seats", seats), ("log", lines)]


def own(table: Json) -> list[Any]:
    offers = [[offer[name] for name in OF_AN_OFFER] for offer in table["offers"]]
    return [without_words(table["view"]), offers, table["decided"], table["answered"]]


def forgotten(run: Run, table: str, views: list[Json]) -> list[str]:
    """Whether the server still tells everybody the last move that it has acknowledged."""
    found = []
    for seat, seen in enumerate(views):
        made = [one for one in run.ledger.moves if (one.table, one.seat) == (table, seat)]
        if made and seen["answered"] is not None:
            last, told = max(made), seen["answered"]
            is_other = told["number"] == last.number and told["move"] != run.ledger.moves[last]
            if told["number"] < last.number or is_other:
                found.append(f"table {table}: seat {seat} is told {told} for its last move, {last}")
    return found


# ── The log ──────────────────────────────────────────────────────────────────────────────────────


def tracebacks(text: str) -> list[Json]:
    """Every kind of traceback in a server's log once, the most frequent first."""
    found: Counter[tuple[str, str]] = Counter()
    shown: dict[tuple[str, str], list[str]] = {}
    for said, lines in told_below(text):
        if any(line.strip() == TRACEBACK for line in lines):
            key = (said, next(line for line in reversed(lines) if is_end(line)).strip())
            found[key] += 1
            shown[key] = [*map(without_folders, lines[-SHOWN_LINES:])]
    return [
        {"times": times, "record": said, "ends with": last, "lines": shown[said, last]}
        for (said, last), times in found.most_common()
    ]


def without_folders(line: str) -> str:
    """A line of a traceback, its file named from our root or its library's: where they lie on the
    machine that measured is of no use to anybody else."""
    return FILE.sub(lambda found: brief_path(found[0]), line)


def brief_path(path: str) -> str:
    in_library = LIBRARIES.sub("", path)
    if in_library != path:
        return in_library
    return path.removeprefix(f"{ROOT}/") if path.startswith(f"{ROOT}/") else Path(path).name


def told_below(text: str) -> Iterator[tuple[str, list[str]]]:
    """The records of a log, and the lines below them; what Python itself prints has no record."""
    said, lines = "", list[str]()
    for line in text.splitlines():
        begins, is_python = RECORD.match(line), not line.startswith(BELOW)
        if begins or (is_python and line == TRACEBACK):
            yield said, lines
            said, lines = f"{begins[1]} {begins[2]}" if begins else "", []
        if not begins:
            lines.append(line)
    yield said, lines


def is_end(line: str) -> bool:
    """Is it the last line of a traceback: at the edge, with the name of an exception?"""
    return EXCEPTION.match(line) is not None
