"""A store in memory, and rows for it: for tests of what is asked of a store, without a server."""

import contextlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, insert, select

from templetop.server.store.change import MadeMove, PendingDecision, Row, Seat, StoredTable
from templetop.server.store.database import Store, add_table, load_table
from templetop.server.store.person_store import Person, add_person

NOW = 1_700_000_000.0  # a moment of all these tests, in seconds since 1970


@contextlib.contextmanager
def store_in_memory() -> Iterator[Store]:
    store = Store("sqlite://")
    try:
        yield store
    finally:
        store.close()


def person(name: str, connection: Connection, **others: Any) -> str:
    """A guest, unless an account is named; their id is their name in small letters."""
    about = {"account": None, "password": None, "made_at": NOW, "seen_at": NOW, **others}
    add_person(Person(name.lower(), name, **about), connection)
    return name.lower()


def member(name: str, connection: Connection, **others: Any) -> str:
    about = {"account": name.lower(), "looks": name.lower(), **others}
    return person(name, connection, **about)


def row_of(table_id: str, **others: Any) -> Row:
    about = {
        "game": "karuba",
        "rules_version": 1,
        "options": {},
        "is_public": True,
        "invitation": f"invitation to {table_id}",
        "admission": f"admission to {table_id}",
        "secret": "secret",
        "clock": None,
        "seconds": None,
        "state": "running",
        "made_at": NOW,
        "asked_at": NOW,
        "changed_at": NOW,
    }
    return Row(id=table_id, **{**about, **others})


def seat_of(table_id: str, number: int, whose: str | int | None, **others: Any) -> Seat:
    """Of a person, of a bot of a level, or open."""
    about: dict[str, Any] = {"kind": "open"}
    if isinstance(whose, int):
        about = {"kind": "bot", "level": whose, "name": f"Bot {whose}"}
    elif whose is not None:
        about = {"kind": "person", "person": whose, "name": whose.title()}
    return Seat(table_id, number, **{**about, **others})


def table(
    table_id: str, connection: Connection, *seats: str | int | Seat | None, **others: Any
) -> StoredTable:
    """With these seats and without a move."""
    kept = StoredTable(
        row_of(table_id, **others),
        [
            one if isinstance(one, Seat) else seat_of(table_id, number, one)
            for number, one in enumerate(seats)
        ],
        [],
        {},
    )
    add_table(kept, None, connection)
    return kept


def made(*moves: int) -> list[MadeMove]:
    """One after the other by seats 0 and 1, each answering the number before it."""
    return [MadeMove(number % 2, move, number) for number, move in enumerate(moves)]


def decided(**moves: int) -> dict[int, PendingDecision]:
    """By seat_0, seat_1 …"""
    return {
        int(seat.removeprefix("seat_")): PendingDecision(move, NOW) for seat, move in moves.items()
    }


def kept(table_id: str, connection: Connection) -> StoredTable:
    """As the store has it now."""
    return load_table(table_id, 0, connection)


def rows(kind: Any, connection: Connection) -> list[dict[str, Any]]:
    """All of a kind."""
    return [dict(row) for row in connection.execute(select(kind.__table__)).mappings()]


def add(kind: Any, connection: Connection, /, **values: Any) -> None:
    connection.execute(insert(kind).values(**values))
