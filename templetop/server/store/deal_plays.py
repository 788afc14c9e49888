"""Who has played a shared deal, with what result, and the ranking of the results.

Wins rank before draws, draws before losses, and people who gave up come last; among equals more
points rank first, where points decide the game. Equal results share a place.

A result has no place (column `apart`) if, before its match ended, a new person began the same deal
of a day from the same network: a guest, or an account opened that day. Otherwise anybody could look
at a deal as a guest in a second browser, and then play it with their account.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from templetop.engine.ending import Result
from templetop.games.shelf import NotOnTheShelf, take
from templetop.server.core import utc_days
from templetop.server.store.schema import DealPlayRow, NewHomeRow, PersonRow, SeatRow, TableRow

RESULT_RANK: Mapping[Result | None, int] = {"won": 3, "drawn": 2, "lost": 1, None: 1}
RANK_WEIGHT = 1_000_000  # of a rank in a score; more than twice MAX_POINTS
MAX_POINTS = RANK_WEIGHT // 2 - 1  # points in a score; more are counted as so many
GAVE_UP_SCORE = 0  # below the score of any loss
MAX_LISTED = 50  # results of a deal; worse ones are not listed
CACHE_SIZE = 200  # entries; beyond that, all are dropped
CACHE_SECONDS = 5.0  # seconds until the store is read again, for other workers' changes
NETWORK_RETENTION_SECONDS = 2 * utc_days.DAY  # seconds; then the day of a deal is over


class AlreadyBegun(Exception):
    """One of the people has begun this deal before; nothing was written."""


@dataclass(frozen=True)
class DealPlay:
    """A row of `plays`, with the name of its person."""

    deal: str
    person: str
    table: str | None
    seat: int
    began_at: float
    ended_at: float | None
    result: Result | None
    points: int | None
    gave_up: bool
    score: int | None
    home: str | None
    apart: bool
    name: str
    is_guest: bool

    @property
    def is_finished(self) -> bool:
        """True if the match has ended by its rules and the person stayed until then."""
        return self.ended_at is not None and self.result is not None and not self.gave_up


class Visit(NamedTuple):
    """The network, as a hash, from which a person begins the deal of a day, and if they are new."""

    network: str
    is_new: bool


@dataclass(frozen=True)
class DealRanking:
    """The place of a result: how many other results there are, are better, and are equal."""

    others: int
    better: int
    equal: int

    @property
    def place(self) -> int:
        return self.better + 1

    @property
    def percentile(self) -> float | None:
        """The percentage of other results that are worse, with half of the equal ones.

        None if there are no others.
        """
        if not self.others:
            return None
        return 100 * (self.others - self.better - self.equal / 2) / self.others


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────


def start_plays(
    deal: str,
    table: str,
    people: Mapping[int, str],
    now: float,
    visit: Visit | None,
    connection: Connection,
) -> None:
    """Notes that people begin a deal at a table; raises AlreadyBegun if one of them had before."""
    network = visit.network if visit else None
    apart = visit is not None and has_new_people(deal, visit.network, connection)
    about = {"deal": deal, "table": table, "began_at": now, "home": network, "apart": apart}
    rows = [{**about, "person": person, "seat": seat} for seat, person in people.items()]
    try:
        with connection.begin_nested():
            connection.execute(insert(DealPlayRow), rows)
    except IntegrityError:
        raise AlreadyBegun from None
    if visit is not None and visit.is_new:
        note_new_people(deal, visit.network, [*people.values()], now, connection)


def has_new_people(deal: str, network: str, connection: Connection) -> bool:
    """True if a new person has begun this deal from this network."""
    query = select(NewHomeRow.deal).where(NewHomeRow.deal == deal, NewHomeRow.home == network)
    return connection.execute(query).first() is not None


def note_new_people(
    deal: str, network: str, people: Sequence[str], now: float, connection: Connection
) -> None:
    """Notes that new people play this deal from a network, so that others there get no place.

    The note has no names, so that it outlasts a guest who is deleted.
    """
    if not has_new_people(deal, network, connection):
        with suppress(IntegrityError), connection.begin_nested():
            row = {"deal": deal, "home": network, "began_at": now}
            connection.execute(insert(NewHomeRow).values(**row))
    others = (
        (DealPlayRow.deal == deal)
        & (DealPlayRow.home == network)
        & DealPlayRow.person.not_in(people)
    )
    running = others & DealPlayRow.ended_at.is_(None)
    connection.execute(update(DealPlayRow).where(running).values(apart=True))


def end_plays(table_id: str, connection: Connection) -> None:
    """Writes the results of a match that is over; a score only if it ended in time."""
    now = utc_days.clock()
    query = (
        select(DealPlayRow.person, DealPlayRow.deal, TableRow.game, TableRow.standing, SeatRow.seat)
        .add_columns(SeatRow.result, SeatRow.has_left)
        .join(TableRow, TableRow.id == DealPlayRow.table)
        .join(SeatRow, (SeatRow.table == DealPlayRow.table) & (SeatRow.seat == DealPlayRow.seat))
        .where(DealPlayRow.table == table_id, DealPlayRow.ended_at.is_(None))
    )
    for row in [*connection.execute(query)]:
        points = row.standing[row.seat] if row.standing else 0
        score = score_of(row.game, row.result, points, row.has_left)
        this_play = (DealPlayRow.deal == row.deal) & (DealPlayRow.person == row.person)
        connection.execute(
            update(DealPlayRow).where(this_play).values(
                ended_at=now,
                result=row.result,
                points=points,
                gave_up=row.has_left,
                score=score if ended_in_time(row.deal, now) else None,
                home=None,
            )
        )  # fmt: skip


def score_of(game: str, result: Result | None, points: int, gave_up: bool) -> int:
    """Returns the number by which results are ranked; a higher one is better."""
    if gave_up:
        return GAVE_UP_SCORE
    counted = max(-MAX_POINTS, min(MAX_POINTS, points)) if points_decide(game) else 0
    return RESULT_RANK[result] * RANK_WEIGHT + counted


def points_decide(game: str) -> bool:
    """True if points decide the game; False also for a game that is no longer installed."""
    try:
        measure = take(game).measure
    except NotOnTheShelf:
        return False
    return measure is not None and measure.decides


def ended_in_time(deal: str, now: float) -> bool:
    """True if a match that ends now counts; only the deals of a day close."""
    kind, day, _ = deal.split("/")
    return kind != "day" or now < utc_days.closes_at(day)


def detach_table(table_id: str, connection: Connection) -> None:
    """Separates plays from a table that is deleted: results stay, unfinished plays are given up."""
    plays_at_table = DealPlayRow.table == table_id
    unended = {"ended_at": utc_days.clock(), "gave_up": True, "points": 0, "score": GAVE_UP_SCORE}
    connection.execute(
        update(DealPlayRow).where(plays_at_table, DealPlayRow.ended_at.is_(None)).values(**unended)
    )
    connection.execute(update(DealPlayRow).where(plays_at_table).values(table=None))


def erase_old_plays(since: float, connection: Connection) -> None:
    connection.execute(delete(DealPlayRow).where(DealPlayRow.began_at < since))


def erase_networks(now: float, connection: Connection) -> None:
    """Deletes networks, which matter only while the day of a deal lasts."""
    old = now - NETWORK_RETENTION_SECONDS
    connection.execute(delete(NewHomeRow).where(NewHomeRow.began_at < old))
    has_network = DealPlayRow.home.is_not(None) & (DealPlayRow.began_at < old)
    connection.execute(update(DealPlayRow).where(has_network).values(home=None))


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────

IS_LISTED = PersonRow.account.is_not(None) & PersonRow.banned.is_(None)


def has_ended(deal: str, person: str, connection: Connection) -> bool:
    """True if the person's play of the deal is over, by the rules or because they gave up."""
    play = play_of(deal, person, connection)
    return play is not None and play.ended_at is not None


def has_finished(deal: str, person: str, connection: Connection) -> bool:
    """True if the person has played the deal to its end by the rules, without giving up."""
    play = play_of(deal, person, connection)
    return play is not None and play.is_finished


def find_plays(
    connection: Connection, *where: ColumnElement[bool], limit: int, order: Any
) -> list[DealPlay]:
    query = (
        select(*DealPlayRow.__table__.columns, PersonRow.name)
        .add_columns(PersonRow.account.is_(None).label("is_guest"))
        .join(PersonRow, PersonRow.id == DealPlayRow.person)
        .where(*where)
        .order_by(*order)
        .limit(limit)
    )
    return [DealPlay(**row) for row in connection.execute(query).mappings()]


def play_of(deal: str, person: str, connection: Connection) -> DealPlay | None:
    this_play = (DealPlayRow.deal == deal, DealPlayRow.person == person)
    return next(iter(find_plays(connection, *this_play, limit=1, order=[DealPlayRow.deal])), None)


def best_plays(deal: str, limit: int, connection: Connection) -> list[DealPlay]:
    """Returns plays of people with an account, the best first; among equals, the earlier end first.

    Plays that have no place come last.
    """
    order = [DealPlayRow.apart, DealPlayRow.score.desc(), DealPlayRow.ended_at, DealPlayRow.person]
    counts = (DealPlayRow.deal == deal, DealPlayRow.score.is_not(None), IS_LISTED)
    return find_plays(connection, *counts, limit=limit, order=order)


def plays_of(person: str, kind: str, limit: int, connection: Connection) -> list[DealPlay]:
    """Returns a person's plays of one kind of deal, the newest first."""
    own_plays = (DealPlayRow.person == person, DealPlayRow.deal.startswith(f"{kind}/"))
    return find_plays(
        connection, *own_plays, limit=limit, order=[DealPlayRow.began_at.desc(), DealPlayRow.deal]
    )


def plays_at(deals: Sequence[str], connection: Connection) -> list[DealPlay]:
    """Returns all plays of these deals, ordered by deal and person."""
    order = [DealPlayRow.deal, DealPlayRow.person]
    return find_plays(connection, DealPlayRow.deal.in_(deals), limit=100_000, order=order)


def count_players(deal: str, connection: Connection) -> int:
    """Returns how many people, guests included, have finished a deal in time."""
    counts = (DealPlayRow.deal == deal) & DealPlayRow.score.is_not(None)
    query = select(func.count()).select_from(DealPlayRow).where(counts)
    return connection.execute(query).scalar_one()


class DealLists:
    """Caches, for each deal, how many people have played it and the best plays.

    Call `forget` after a change by this worker; changes by other workers show `CACHE_SECONDS`
    later.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.entries: OrderedDict[tuple[str, str], tuple[float, Any]] = OrderedDict()

    def forget(self) -> None:
        self.entries = OrderedDict()

    def count_players(self, deal: str, connection: Connection) -> int:
        found: int = self.get_or_find(("players", deal), lambda: count_players(deal, connection))
        return found

    def best_plays(self, deal: str, connection: Connection) -> list[DealPlay]:
        """Returns the best plays of a deal, `MAX_LISTED` at most."""
        found: list[DealPlay] = self.get_or_find(
            ("best", deal), lambda: best_plays(deal, MAX_LISTED, connection)
        )
        return found

    def get_or_find(self, key: tuple[str, str], find: Callable[[], Any]) -> Any:
        now, entries = self.clock(), self.entries
        found = entries.get(key)
        if found is None or now >= found[0] + CACHE_SECONDS:
            found = entries[key] = now, find()  # lost if `forget` is called meanwhile
            if len(entries) > CACHE_SIZE:
                self.entries = OrderedDict()
        return found[1]


def ranking_of(play: DealPlay, connection: Connection) -> DealRanking | None:
    """Returns the place of a play among others with an account and a place.

    None while the play has no score.
    """
    if play.score is None:
        return None
    others = (
        select(DealPlayRow.score, func.count().label("many"))
        .join(PersonRow, PersonRow.id == DealPlayRow.person)
        .where(DealPlayRow.deal == play.deal, DealPlayRow.score.is_not(None), IS_LISTED)
        .where(DealPlayRow.person != play.person, DealPlayRow.apart.is_(False))
        .group_by(DealPlayRow.score)
    )
    scores: dict[int, int] = {row.score: row.many for row in connection.execute(others)}
    better = sum(count for score, count in scores.items() if score > play.score)
    return DealRanking(sum(scores.values()), better, scores.get(play.score, 0))
