"""Ratings as they are written: which matches count, what they are worth, and once only."""

import asyncio
import logging
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, update

from templetop.engine.refusal import Refusal
from templetop.server.community import ratings
from templetop.server.community.ratings import (
    BATCH_SIZE,
    DESERTED_AFTER,
    FULL_WEIGHT_MATCHES,
    MODEL,
    POINTS_PER_UNIT,
    REPEAT_SECONDS,
    START_POINTS,
    SURE_SIGMA,
    RatedPlayer,
    Rating,
    bot_points,
    bot_rating,
    find_unsettled,
    is_due,
    opponents_weight,
    place_of,
    players_at,
    rating_at,
    rating_points,
    ratings_after,
    ratings_of,
    recent_meetings,
    repeat_weight,
    settle_after_match,
    settle_and_tell,
    settle_due,
    settle_in_store,
    write_rating,
)
from templetop.server.store.change import Seat
from templetop.server.store.database import RevisionConflict
from templetop.server.store.schema import RatingChangeRow, RatingRow, SeatRow, TableRow
from templetop.server.tables.table import STAND_IN_LEVEL
from tests.server.rows import NOW, add, kept, member, row_of, rows, seat_of, store_in_memory, table


@pytest.fixture
def connection() -> Iterator[Connection]:
    with store_in_memory() as memory, memory.engine.begin() as connection:
        for name in ("Ann", "Ben", "Cem", "Dan"):
            member(name, connection)
        yield connection


def over(name: str, connection: Connection, *seats: Seat | int | str | None, **others: Any) -> None:
    table(name, connection, *seats, **{"state": "over", "counts": True, **others})


def won(name: str, connection: Connection, **others: Any) -> None:
    """A match that Ann has won against Ben."""
    ann, ben = seat_of(name, 0, "ann", place=1), seat_of(name, 1, "ben", place=2)
    over(name, connection, ann, ben, **others)


def known(person: str, points: int, connection: Connection, **others: Any) -> None:
    about = {"game": "karuba", "sigma": 2.0, "matches": 12, "changed_at": NOW, **others}
    mu = MODEL.mu + (points - START_POINTS) / POINTS_PER_UNIT
    add(RatingRow, connection, person=person, mu=mu, **about)


def met(one: str, other: str, name: str, connection: Connection, at: float = NOW) -> None:
    """They have played a match that counted."""
    for person in (one, other):
        add(RatingChangeRow, connection, table=name, person=person, game="karuba", at=at, mu=25.0,
            gained=0, weight=1.0)  # fmt: skip


# ── The scale ────────────────────────────────────────────────────────────────────────────────────


def test_the_marks_of_a_game_that_nobody_has_measured_are_three_wins_of_four_apart() -> None:
    step = 190.85
    expected = [
        START_POINTS - step,
        START_POINTS,
        START_POINTS + step,
        START_POINTS + 2 * step,
        START_POINTS + 3 * step,
    ]
    assert bot_points("nothing") == pytest.approx(expected, abs=1)
    assert [bot_rating("nothing", level).points for level in range(1, 6)] == bot_points("nothing")
    assert bot_rating("nothing", 3).sigma == SURE_SIGMA


def test_a_unit_of_the_model_in_points() -> None:
    assert rating_points(MODEL.mu) == START_POINTS
    assert rating_points(MODEL.mu + 1) == START_POINTS + 29 == round(START_POINTS + POINTS_PER_UNIT)
    assert Rating(MODEL.mu - 1).points == START_POINTS - 29


def test_early_on_a_rating_is_provisional() -> None:
    assert [Rating(matches=number).is_provisional for number in (0, 9, 10, 11)] == [
        True, True, False, False,
    ]  # fmt: skip


def test_the_more_often_the_same_two_meet_the_less_it_counts() -> None:
    found = [repeat_weight(number) for number in range(FULL_WEIGHT_MATCHES + 3)]
    assert found == [1.0] * 5 + [5 / 6, 5 / 7, 5 / 8]


# ── A match ──────────────────────────────────────────────────────────────────────────────────────


def player(seat: int, place: int | None, **others: Any) -> RatedPlayer:
    about = {"side": seat, "person": f"person {seat}", "rating": Rating(), **others}
    return RatedPlayer(seat, place=place, **about)


def test_a_match_adds_one_to_the_matches_of_each_person() -> None:
    found = ratings_after([player(0, 1, rating=Rating(matches=4)), player(1, 2)])
    assert [found[seat].matches for seat in (0, 1)] == [5, 1]
    assert found[0].sigma < Rating().sigma


def test_bots_are_not_rated() -> None:
    assert [*ratings_after([player(0, 1), player(1, 2, person=None)])] == [0]


def test_ended_early_all_who_stayed_share_the_first_place() -> None:
    assert place_of([player(0, None), player(1, 3)]) == 1
    assert place_of([player(0, 4), player(1, 3)]) == 3
    assert place_of([]) == 1
    found = ratings_after([player(0, None), player(1, None), player(2, None, is_gone=True)])
    assert found[0].mu == found[1].mu > Rating().mu > found[2].mu


def test_a_side_is_last_when_all_its_people_have_left() -> None:
    """A bot that plays on with nobody behind it wins nothing for them."""
    pair = [player(0, 1, side=0, is_gone=True), player(2, 1, side=0, is_gone=True)]
    rest = [player(1, 2, side=1), player(3, 2, side=1)]
    found = ratings_after([*pair, *rest])
    assert found[0].mu == found[2].mu < Rating().mu < found[1].mu
    with_a_bot = [pair[0], player(2, 1, side=0, person=None, rating=bot_rating("karuba", 3))]
    found = ratings_after([*with_a_bot, *rest])
    assert found[0].mu < Rating().mu < found[1].mu
    only_bots = [player(0, 1, side=0, person=None), *rest]
    assert ratings_after(only_bots)[1].mu < Rating().mu


def test_who_left_a_partner_is_last_for_themselves_alone() -> None:
    pair = [player(0, 1, side=0, is_gone=True), player(2, 1, side=0)]
    rest = [player(1, 2, side=1), player(3, 2, side=1)]
    found = ratings_after([*pair, *rest])
    assert found[0].mu < Rating().mu < found[2].mu
    assert found[1].mu < Rating().mu


def test_half_the_weight_is_half_the_way() -> None:
    full = ratings_after([player(0, 1), player(1, 2)])[0]
    half = ratings_after([player(0, 1, weight=0.5), player(1, 2)])[0]
    none = ratings_after([player(0, 1, weight=0.0), player(1, 2)])[0]
    assert half.mu - Rating().mu == pytest.approx((full.mu - Rating().mu) / 2)
    assert Rating().sigma - half.sigma == pytest.approx((Rating().sigma - full.sigma) / 2)
    assert (none.mu, none.sigma) == (Rating().mu, Rating().sigma)


# ── Which matches ────────────────────────────────────────────────────────────────────────────────

LONG_AGO = NOW - DESERTED_AFTER - 1
PEOPLE, BOTS = [seat_of("t", 0, "ann"), seat_of("t", 1, 2)], [seat_of("t", 0, 2)]


@pytest.mark.parametrize(("about", "seats", "due"), [
    ({"state": "over"}, PEOPLE, True),
    ({"state": "over"}, BOTS, True),
    ({"state": "over", "counts": False}, PEOPLE, False),
    ({"state": "over", "settled": True}, PEOPLE, False),
    ({"state": "over", "practice": True}, PEOPLE, False),
    ({"state": "running"}, PEOPLE, False),
    ({"state": "running", "changed_at": LONG_AGO}, PEOPLE, False),
    ({"state": "running", "changed_at": LONG_AGO}, BOTS, True),
    ({"state": "running", "changed_at": LONG_AGO + 1}, BOTS, False),
    ({"state": "waiting", "changed_at": LONG_AGO}, BOTS, False),
])  # fmt: skip
def test_what_is_due_is_over_or_left_by_all_people(
    connection: Connection, about: dict[str, Any], seats: list[Seat], due: bool
) -> None:
    about = {"counts": True, "changed_at": NOW, **about}
    assert is_due(row_of("t", **about), seats, NOW) == due
    table("t", connection, *seats, **about)
    is_for_ever = about["state"] == "waiting"
    assert find_unsettled(NOW, connection) == (["t"] if due and not is_for_ever else [])


def test_so_many_at_once(connection: Connection) -> None:
    for number in range(BATCH_SIZE + 1):
        over(f"t{number}", connection, 1)
    assert len(find_unsettled(NOW, connection)) == BATCH_SIZE == 50


def test_an_hour_after_all_have_left_it_is_lost() -> None:
    assert (DESERTED_AFTER, REPEAT_SECONDS) == (3600, 7 * 24 * 3600)


# ── Who played ───────────────────────────────────────────────────────────────────────────────────


def test_the_ratings_of_a_game(connection: Connection) -> None:
    known("ann", 1600, connection)
    known("ben", 1700, connection, matches=3, sigma=4.0)
    known("cem", 1800, connection)
    known("ann", 1900, connection, game="cacao")
    found = ratings_of(["ann", "ben", "dan"], "karuba", connection)
    assert {who: (one.points, one.sigma, one.matches) for who, one in found.items()} == {
        "ann": (1600, 2.0, 12),
        "ben": (1700, 4.0, 3),
    }


def test_who_has_no_rating_has_the_first_one_and_bots_have_their_marks() -> None:
    ratings = {"ann": Rating(30.0, 1.0, 3)}
    assert rating_at("karuba", seat_of("t", 0, "ann"), ratings) == ratings["ann"]
    assert rating_at("karuba", seat_of("t", 0, "ben"), ratings) == Rating()
    assert rating_at("karuba", seat_of("t", 0, 4), ratings) == bot_rating("karuba", 4)
    program = seat_of("t", 0, 4, level=None, program="own")
    assert rating_at("karuba", program, ratings) == bot_rating("karuba", STAND_IN_LEVEL)


def test_everybody_at_the_table_is_a_player(connection: Connection) -> None:
    known("ann", 1600, connection)
    seats = [seat_of("t", 0, "ann", place=2), seat_of("t", 1, 3, place=1),
             seat_of("t", 2, "ben", place=3, has_left=True)]  # fmt: skip
    found = players_at(row_of("t"), seats, NOW, connection)
    assert [(one.seat, one.side, one.person, one.place, one.is_gone) for one in found] == [
        (0, 0, "ann", 2, False),
        (1, 1, None, 1, False),
        (2, 2, "ben", 3, True),
    ]
    assert [one.rating.points for one in found] == [1600, bot_points("karuba")[2], START_POINTS]


def test_who_missed_their_last_decision_is_gone_if_the_match_has_an_end(
    connection: Connection,
) -> None:
    late = [seat_of("t", 0, "ann", place=1, missed=1), seat_of("t", 1, "ben", place=2)]
    found = players_at(row_of("t"), late, NOW, connection)
    assert [one.is_gone for one in found] == [True, False]
    early = [seat_of("t", 0, "ann", missed=1), seat_of("t", 1, "ben", has_left=True)]
    found = players_at(row_of("t"), early, NOW, connection)
    assert [one.is_gone for one in found] == [False, True]


def test_where_nobody_has_won_lost_or_left_there_is_nobody_to_rate(connection: Connection) -> None:
    seats = [seat_of("t", 0, "ann"), seat_of("t", 1, "ben")]
    assert players_at(row_of("t"), seats, NOW, connection) == []
    one = [seat_of("t", 0, "ann", place=1)]
    assert players_at(row_of("t"), one, NOW, connection) == []


def test_together_nobody_is_rated(connection: Connection) -> None:
    seats = [seat_of("t", 0, "ann", place=1), seat_of("t", 1, "ben", place=1)]
    curse = row_of("t", game="vulkar", options={"game": "curse"})
    assert players_at(curse, seats, NOW, connection) == []
    assert len(players_at(row_of("t", game="vulkar"), seats, NOW, connection)) == 2


def test_how_often_two_have_met_within_some_days(connection: Connection) -> None:
    since = NOW - REPEAT_SECONDS
    met("ann", "ben", "t", connection)
    met("ann", "ben", "u", connection, since + 1)
    met("ann", "ben", "v", connection, since)
    met("ann", "cem", "w", connection)
    met("ben", "cem", "x", connection)
    assert recent_meetings("ann", ["ben", "dan"], since, connection) == {"ben": 2}
    assert recent_meetings("ann", ["ben", "cem"], since, connection) == {"ben": 2, "cem": 1}


def test_the_weight_is_the_mean_over_all_people_on_the_other_sides(connection: Connection) -> None:
    for number in range(FULL_WEIGHT_MATCHES + 1):
        met("ann", "ben", f"t{number}", connection)
    who: list[str | int] = ["ann", "ben", "cem", 3]
    seats = [seat_of("t", number, one) for number, one in enumerate(who)]
    often = repeat_weight(FULL_WEIGHT_MATCHES + 1)

    def weight(seat: int, *sides: int) -> float:
        return opponents_weight(seats[seat], seats, sides, NOW, connection)

    assert weight(0, 0, 1, 2, 3) == pytest.approx((often + 1) / 2)
    assert weight(1, 0, 1, 2, 3) == pytest.approx((often + 1) / 2)
    assert weight(2, 0, 1, 2, 3) == 1.0
    assert weight(3, 0, 1, 2, 3) == 1.0
    assert weight(0, 0, 0, 1, 1) == 1.0  # partners do not count
    assert weight(0, 0, 1, 0, 1) == pytest.approx(often)
    assert weight(0, 0, 0, 0, 1) == 1.0  # only bots
    assert opponents_weight(seats[0], seats, (0, 1, 2, 3), NOW + REPEAT_SECONDS, connection) == 1.0


# ── Written ──────────────────────────────────────────────────────────────────────────────────────


def test_a_rating_is_written_in_the_place_of_the_one_before(connection: Connection) -> None:
    known("ann", 1600, connection)
    known("ann", 1700, connection, game="cacao")
    known("ben", 1800, connection)
    before = RatedPlayer(0, 0, "ann", Rating(MODEL.mu), 1, weight=0.25)
    new = Rating(MODEL.mu + 2, 3.0, 13)
    write_rating(row_of("t"), before, new, NOW + 5, connection)
    found = {(row["person"], row["game"]): row for row in rows(RatingRow, connection)}
    assert found["ann", "karuba"] == {
        "person": "ann",
        "game": "karuba",
        "mu": new.mu,
        "sigma": 3.0,
        "matches": 13,
        "changed_at": NOW + 5,
    }
    assert rating_points(found["ann", "cacao"]["mu"]) == 1700
    assert rating_points(found["ben", "karuba"]["mu"]) == 1800
    assert rows(RatingChangeRow, connection) == [
        {
            "table": "t",
            "person": "ann",
            "game": "karuba",
            "at": NOW + 5,
            "mu": new.mu,
            "gained": new.points - START_POINTS,
            "weight": 0.25,
        }
    ]


def test_a_match_is_settled_with_all_that_belongs_to_it(connection: Connection) -> None:
    known("ann", 1600, connection)
    won("t", connection, length=9)
    change = settle_in_store("t", 0, NOW, connection)
    assert change is not None
    found = kept("t", connection)
    assert (found.row.settled, found.row.revision) == (True, 1)
    new = ratings_of(["ann", "ben"], "karuba", connection)
    assert found.seats[0].rated == [1600, new["ann"].points]
    assert found.seats[1].rated == [START_POINTS, new["ben"].points]
    assert new["ann"].points > 1600
    assert new["ben"].points < START_POINTS
    assert (new["ann"].matches, new["ben"].matches) == (13, 1)
    assert change.row == {"settled": True}
    assert change.seats == {seat: {"rated": found.seats[seat].rated} for seat in (0, 1)}
    assert settle_in_store("t", 1, NOW, connection) is None


def test_a_match_with_bots_is_settled_for_people_alone(connection: Connection) -> None:
    seats = [seat_of("t", 0, 3, place=2), seat_of("t", 1, "ann", place=1)]
    over("t", connection, *seats)
    change = settle_in_store("t", 0, NOW, connection)
    assert change is not None
    assert [*change.seats] == [1]
    assert [row["person"] for row in rows(RatingChangeRow, connection)] == ["ann"]


def test_a_match_in_which_nothing_can_be_rated_is_settled_all_the_same(
    connection: Connection,
) -> None:
    over("t", connection, "ann", "ben")
    change = settle_in_store("t", 0, NOW, connection)
    assert change is not None
    assert change.seats == {}
    assert kept("t", connection).row.settled
    assert rows(RatingChangeRow, connection) == []


def test_who_read_another_revision_settles_nothing(connection: Connection) -> None:
    won("t", connection, revision=3)
    for revision in (2, 4):
        with pytest.raises(RevisionConflict):
            settle_in_store("t", revision, NOW, connection)
    assert rows(RatingChangeRow, connection) == []


def test_what_is_not_due_is_left_as_it_is(connection: Connection) -> None:
    won("t", connection, state="running")
    assert settle_in_store("t", 0, NOW, connection) is None
    assert kept("t", connection).row.revision == 0


# ── In the hall ──────────────────────────────────────────────────────────────────────────────────


class Tables:
    """As much of the service of tables as ratings need: its store, and what it was told."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.store = SimpleNamespace(run=self.run_job)
        self.said: list[tuple[str, Any]] = []
        self.broken: set[str] = set()
        self.rooms: dict[str, Any] = {}

    async def run_job(self, job: Any, *about: Any) -> Any:
        return job(*about, self.connection)

    async def get(self, table_id: str) -> Any:
        if table_id in self.broken:
            raise Refusal("Rules that nobody knows.")
        if table_id not in self.rooms:
            room = SimpleNamespace(id=table_id, lock=asyncio.Lock())
            room.table = SimpleNamespace(
                row=row_of(table_id), apply=lambda change: self.said.append((table_id, change))
            )
            self.rooms[table_id] = room
        return self.rooms[table_id]

    async def catch_up(self, room: Any) -> None:
        assert room.lock.locked()
        self.said.append((room.id, "catch up"))
        room.table.row.revision += 1

    def publish_change(self, room: Any, change: Any) -> None:
        assert room.lock.locked()
        self.said.append((room.id, "ring"))

    def notify(self, room: Any) -> None:
        assert not room.lock.locked()
        self.said.append((room.id, "tell"))


def test_everybody_is_told_of_a_match_that_is_settled(connection: Connection) -> None:
    won("t", connection)
    table_service: Any = Tables(connection)
    asyncio.run(settle_and_tell(table_service, "t"))
    (_, change), *rest = table_service.said
    assert change.row == {"settled": True}
    assert rest == [("t", "ring"), ("t", "tell")]
    table_service.said.clear()
    table_service.rooms["t"].table.row.revision = 1
    asyncio.run(settle_and_tell(table_service, "t"))
    assert table_service.said == [("t", "tell")]


def test_who_is_behind_catches_up_and_tries_again(connection: Connection) -> None:
    won("t", connection, revision=2)
    table_service: Any = Tables(connection)
    asyncio.run(settle_and_tell(table_service, "t"))
    assert [what for _, what in table_service.said[:2]] == ["catch up", "catch up"]
    assert kept("t", connection).row.settled
    assert len(table_service.said) == 5


def test_but_not_for_ever(connection: Connection) -> None:
    won("t", connection, revision=99)
    table_service: Any = Tables(connection)
    asyncio.run(settle_and_tell(table_service, "t"))
    assert [what for _, what in table_service.said] == ["catch up"] * ratings.MAX_TRIES + ["tell"]
    assert not kept("t", connection).row.settled


def test_all_that_is_due_is_settled_and_what_cannot_be_hinders_nothing(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("t", "broken", "u"):
        won(name, connection)
    won("later", connection, state="running")
    deserted = {"state": "running", "changed_at": LONG_AGO}
    connection.execute(update(TableRow).where(TableRow.id == "u").values(**deserted))
    connection.execute(
        update(SeatRow).where(SeatRow.table == "u").values(kind="bot", has_left=True)
    )
    table_service: Any = Tables(connection)
    table_service.broken = {"broken"}
    with caplog.at_level(logging.INFO, "templetop.server"):
        asyncio.run(settle_due(table_service, NOW))
    settled = {row["id"] for row in rows(TableRow, connection) if row["settled"]}
    assert settled == {"t", "u"}
    assert {row["at"] for row in rows(RatingChangeRow, connection)} == {NOW}
    assert "broken cannot be rated: Rules that nobody knows." in caplog.text


def test_right_after_a_match_a_failure_is_only_noted(
    connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    won("t", connection)
    table_service: Any = Tables(connection)
    asyncio.run(settle_after_match(table_service, "t"))
    assert kept("t", connection).row.settled
    assert caplog.text == ""
    table_service.broken = {"t"}
    asyncio.run(settle_after_match(table_service, "t"))
    assert "The match at table t could not be rated; trying again." in caplog.text


class Stop(Exception):
    """Ends what goes on for ever."""


def test_it_looks_again_and_again_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looked: list[Any] = []

    async def look(table_service: Any, now: float) -> None:
        looked.append(table_service)
        if len(looked) == 1:
            raise ValueError("The store is away.")

    async def sleep(seconds: float) -> None:
        assert seconds == ratings.SETTLEMENT_INTERVAL
        if len(looked) == 3:
            raise Stop

    monkeypatch.setattr(ratings, "settle_due", look)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    table_service: Any = object()
    with pytest.raises(Stop):
        asyncio.run(ratings.run_settlement(table_service))
    assert looked == [table_service] * 3
    assert caplog.text.count("could not be looked for") == 1
