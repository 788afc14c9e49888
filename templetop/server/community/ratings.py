"""Skill ratings of people, for each game, and when a match changes them.

The model is openskill's Plackett-Luce: one formula for two players, eight players and teams, with
ties, which also says how certain each rating is. It is shown on the scale of Elo: it starts at
1500, and 400 points more mean ten wins for every loss. Bots of a level have fixed ratings on that
scale (`strength.py`), with level 2 at 1500.

A match is settled once: one transaction writes the new ratings and marks the table as settled, at
the revision that was read. If the table has changed since, the transaction fails. Start reading at
`settle_in_store`.
"""

import asyncio
import logging
import math
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, delete, exists, func, insert, select, text
from sqlalchemy.orm import aliased

from templetop.bots.strength import steps
from templetop.engine.refusal import Refusal
from templetop.server.store.change import Row, Seat, TableChange
from templetop.server.store.database import RevisionConflict, load_table, write_change
from templetop.server.store.schema import RatingChangeRow, RatingRow, SeatRow, TableRow
from templetop.server.tables.room import TableRoom
from templetop.server.tables.service import TableListener, TableService
from templetop.server.tables.table import STAND_IN_LEVEL
from templetop.server.tables.view_builder import sides_at_start

MODEL = PlackettLuce()
START_POINTS = 1500  # points of a person without matches, and of bots of level 2
POINTS_PER_UNIT = 400 / (
    math.log(10) * math.sqrt(2) * MODEL.beta
)  # points of one unit of the model
SURE_SIGMA = 1.0  # the uncertainty of a bot's rating, in the model's units
PROVISIONAL_MATCHES = 10  # matches until which a rating is shown as provisional
HOUR, DAY = 3600.0, 24 * 3600.0
DESERTED_AFTER = HOUR  # after this, a match that all people have left is settled as lost
REPEAT_SECONDS = 7 * DAY  # seconds in which matches of the same two people are counted
FULL_WEIGHT_MATCHES = (
    5  # matches of the same two that count in full; further ones count less and less
)
MAX_TRIES = 5  # to settle a table that keeps changing; after that it is left for later
SETTLEMENT_INTERVAL = 60.0  # seconds between two searches for unsettled matches
BATCH_SIZE = 50  # tables that one search returns
SETTLEMENT_LOCK = 7_403_251  # the key by which one worker at a time changes ratings
NO_MOVES = 2**31 - 1  # loads a table without its moves: the seats have the results

log = logging.getLogger("templetop.server")


@dataclass(frozen=True)
class Rating:
    """How strong a person is estimated to be in a game, and how certain that is."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def points(self) -> int:
        return rating_points(self.mu)

    @property
    def is_provisional(self) -> bool:
        return self.matches < PROVISIONAL_MATCHES


def rating_points(mu: float) -> int:
    return round(START_POINTS + POINTS_PER_UNIT * (mu - MODEL.mu))


def bot_points(game: str) -> list[int]:
    """Returns the rating points of the bots of all levels, the weakest first."""
    up = steps(game)
    return [
        round(START_POINTS + sum(up[1:level]) - (up[0] if not level else 0)) for level in range(5)
    ]


def bot_rating(game: str, level: int) -> Rating:
    return Rating(
        MODEL.mu + (bot_points(game)[level - 1] - START_POINTS) / POINTS_PER_UNIT, SURE_SIGMA
    )


# ── Rating a match ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class RatedPlayer:
    """A seat of a match to be rated: a person, or a bot of a level."""

    seat: int
    side: int
    person: str | None
    rating: Rating
    place: int | None  # None if the match was ended early
    is_gone: bool = False  # left or out of time: lost, whatever the bot achieves
    weight: float = 1.0


def ratings_after(players: Sequence[RatedPlayer]) -> dict[int, Rating]:
    """Returns the new ratings of the people at these seats; empty if there is only one side."""
    sides = sorted({player.side for player in players})
    if len(sides) < 2:
        return {}
    gone = {side for side in sides if is_given_up(players, side)}
    found = {}
    for player in players:
        if player.person is not None:
            last = gone | ({player.side} if player.is_gone else set())
            found[player.seat] = damped_rating(
                player, model_ratings(players, sides, last)[player.seat]
            )
    return found


def is_given_up(players: Sequence[RatedPlayer], side: int) -> bool:
    """True if all people of a side have left it to bots."""
    people = [player for player in players if player.side == side and player.person is not None]
    return bool(people) and all(player.is_gone for player in people)


def model_ratings(
    players: Sequence[RatedPlayer], sides: Sequence[int], last: Collection[int]
) -> dict[int, PlackettLuceRating]:
    """Returns the ratings by the model, with the given sides placed last."""
    teams = [[player for player in players if player.side == side] for side in sides]
    ranks = [math.inf if side in last else place_of(team) for side, team in zip(sides, teams)]
    order = sorted({*ranks})
    current = [
        [MODEL.rating(member.rating.mu, member.rating.sigma) for member in team] for team in teams
    ]
    new = MODEL.rate(current, ranks=[float(order.index(rank)) for rank in ranks])
    return {
        player.seat: rating
        for team, ratings in zip(teams, new)
        for player, rating in zip(team, ratings)
    }


def place_of(team: Sequence[RatedPlayer]) -> float:
    """Returns the place of a team. In a match that was ended early, all who stayed share the
    first."""
    return min((player.place or 1 for player in team), default=1)


def damped_rating(player: RatedPlayer, new: PlackettLuceRating) -> Rating:
    """Returns the rating moved by a part of the way, which is less where the same people met
    often."""
    old, part = player.rating, player.weight
    mu, sigma = (a + part * (b - a) for a, b in ((old.mu, new.mu), (old.sigma, new.sigma)))
    return Rating(mu, sigma, old.matches + 1)


def repeat_weight(matches: int) -> float:
    """Returns how much one more match counts after so many between the same two people in a
    week."""
    return 1.0 if matches < FULL_WEIGHT_MATCHES else FULL_WEIGHT_MATCHES / (matches + 1)


# ── At the store ─────────────────────────────────────────────────────────────────────────────────


def settle_in_store(
    table_id: str, revision: int, now: float, connection: Connection
) -> TableChange | None:
    """Writes the new ratings, and marks the table as settled.

    Returns the change of the table, or None if there is nothing to settle. Raises
    `RevisionConflict` if the table has changed since it was read.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({SETTLEMENT_LOCK})"))
        this = select(TableRow.id).where(TableRow.id == table_id)
        connection.execute(this.with_for_update())  # before transactions that only read the row
    stored = load_table(table_id, NO_MOVES, connection)
    if stored.row.revision != revision:
        raise RevisionConflict
    if not is_due(stored.row, stored.seats, now):
        return None
    before = players_at(stored.row, stored.seats, now, connection)
    new = ratings_after(before)
    shown = {one.seat: [one.rating.points, new[one.seat].points] for one in before if one.person}
    change = TableChange(
        row={"settled": True}, seats={s: {"rated": points} for s, points in shown.items()}
    )
    write_change(table_id, revision, stored.row.length, change, False, connection)
    for player in before:
        if player.person is not None:
            write_rating(stored.row, player, new[player.seat], now, connection)
    return change


def is_due(row: Row, seats: Sequence[Seat], now: float) -> bool:
    """True if a match that counts has not been settled, and is over or was left by all people long
    ago."""
    if not row.counts or row.settled or row.practice:
        return False
    is_deserted = not any(seat.kind == "person" for seat in seats)
    is_long_ago = row.changed_at < now - DESERTED_AFTER
    return row.state == "over" or (row.state == "running" and is_deserted and is_long_ago)


def players_at(
    row: Row, seats: Sequence[Seat], now: float, connection: Connection
) -> list[RatedPlayer]:
    """Returns the seats to be rated; none if nobody has won, lost or left, or if there is only one
    side."""
    sides = sides_at_start(row.game, len(seats), row.options)
    has_places = any(seat.place is not None for seat in seats)
    people = [seat.person for seat in seats if seat.person is not None]
    ratings = ratings_of(people, row.game, connection)
    if not (has_places or any(seat.has_left for seat in seats)) or len({*sides}) < 2:
        return []
    return [
        RatedPlayer(
            seat=seat.seat,
            side=sides[seat.seat],
            person=seat.person,
            rating=rating_at(row.game, seat, ratings),
            place=seat.place,
            is_gone=seat.has_left or (has_places and seat.missed > 0),
            weight=opponents_weight(seat, seats, sides, now, connection),
        )
        for seat in seats
    ]


def rating_at(game: str, seat: Seat, ratings: Mapping[str, Rating]) -> Rating:
    if seat.person is not None:
        return ratings.get(seat.person, Rating())
    return bot_rating(game, seat.level or STAND_IN_LEVEL)


def ratings_of(people: Sequence[str], game: str, connection: Connection) -> dict[str, Rating]:
    query = select(RatingRow.person, RatingRow.mu, RatingRow.sigma, RatingRow.matches).where(
        RatingRow.person.in_(people), RatingRow.game == game
    )
    return {row.person: Rating(row.mu, row.sigma, row.matches) for row in connection.execute(query)}


def opponents_weight(
    seat: Seat, seats: Sequence[Seat], sides: Sequence[int], now: float, connection: Connection
) -> float:
    """Returns the mean of the repeat weights over all people on other sides. Bots are left out:
    their ratings are fixed, so playing them often gains nothing."""
    own = sides[seat.seat]
    rivals = [
        rival_seat.person
        for rival_seat in seats
        if rival_seat.person and sides[rival_seat.seat] != own
    ]
    if seat.person is None or not rivals:
        return 1.0
    met = recent_meetings(seat.person, rivals, now - REPEAT_SECONDS, connection)
    return sum(repeat_weight(met.get(rival, 0)) for rival in rivals) / len(rivals)


def recent_meetings(
    person: str, others: Sequence[str], since: float, connection: Connection
) -> dict[str, int]:
    """Returns how many matches that counted a person has played with each of the others."""
    own, other = aliased(RatingChangeRow), aliased(RatingChangeRow)
    query = (
        select(other.person, func.count())
        .join(own, own.table == other.table)
        .where(own.person == person, other.person.in_(others), own.at > since)
        .group_by(other.person)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def write_rating(
    row: Row, player: RatedPlayer, new: Rating, now: float, connection: Connection
) -> None:
    mine = (RatingRow.person == player.person) & (RatingRow.game == row.game)
    key: dict[str, Any] = {"person": player.person, "game": row.game}
    values = {"mu": new.mu, "sigma": new.sigma, "matches": new.matches}
    connection.execute(delete(RatingRow).where(mine))
    connection.execute(insert(RatingRow).values(**key, **values, changed_at=now))
    result = {"mu": new.mu, "gained": new.points - player.rating.points, "weight": player.weight}
    connection.execute(insert(RatingChangeRow).values(**key, **result, table=row.id, at=now))


def find_unsettled(now: float, connection: Connection) -> list[str]:
    """Returns tables whose settlement was missed, because the server stopped or all people have
    left."""
    sits = exists().where(SeatRow.table == TableRow.id, SeatRow.kind == "person")
    is_deserted = (
        (TableRow.state == "running") & ~sits & (TableRow.changed_at < now - DESERTED_AFTER)
    )
    query = select(TableRow.id).where(
        TableRow.counts.is_(True),
        TableRow.settled.is_(False),
        TableRow.practice.is_(False),
        (TableRow.state == "over") | is_deserted,
    )
    return [*connection.execute(query.limit(BATCH_SIZE)).scalars()]


# ── At the tables ────────────────────────────────────────────────────────────────────────────────


async def settle_and_tell(
    table_service: TableService, table_id: str, now: float | None = None
) -> None:
    """Settles the match at a table, and sends the change to everybody at the table.

    Another worker may do the same; the match is settled once. Tries again if the table changes
    meanwhile.
    """
    room = await table_service.get(table_id)
    async with room.lock:
        for _ in range(MAX_TRIES):
            arguments = (table_id, room.table.row.revision, now or time.time())
            try:
                change = await table_service.store.run(settle_in_store, *arguments)
            except RevisionConflict:
                await table_service.catch_up(room)
                continue
            if change is not None:
                room.table.apply(change)
                table_service.publish_change(room, change)
            break
    table_service.notify(room)


class MatchSettlement(TableListener):
    """Rates a match that counts as soon as it is over."""

    def __init__(self, table_service: TableService) -> None:
        self.table_service = table_service

    def table_changed(self, room: TableRoom, change: TableChange | None) -> None:
        is_over = change is not None and change.row.get("state") == "over"
        if is_over and room.table.row.counts:
            self.table_service.start_task(settle_after_match(self.table_service, room.table.id))


async def settle_after_match(table_service: TableService, table_id: str) -> None:
    """Settles a match that has just ended. After an error, `run_settlement` finds it later."""
    try:
        await settle_and_tell(table_service, table_id)
    except Exception:
        log.exception("The match at table %s could not be rated; trying again.", table_id)


async def run_settlement(table_service: TableService) -> None:
    """Settles, every minute, the matches whose settlement was missed."""
    while True:
        try:
            await settle_due(table_service, time.time())
        except Exception:
            log.exception("Matches that count could not be looked for.")
        await asyncio.sleep(SETTLEMENT_INTERVAL)


async def settle_due(table_service: TableService, now: float) -> None:
    for table_id in await table_service.store.run(find_unsettled, now):
        try:
            await settle_and_tell(table_service, table_id, now)
        except Refusal as refusal:  # its rules are no longer known
            log.info("The match at table %s cannot be rated: %s", table_id, refusal)
