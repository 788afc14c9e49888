"""Who played a deal that is the same for everybody, and how well: what the store is asked."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, update

from templetop.server.core import utc_days
from templetop.server.store import deal_plays
from templetop.server.store.deal_plays import (
    GAVE_UP_SCORE,
    MAX_POINTS,
    NETWORK_RETENTION_SECONDS,
    RANK_WEIGHT,
    AlreadyBegun,
    DealPlay,
    DealRanking,
    Visit,
    best_plays,
    count_players,
    detach_table,
    end_plays,
    ended_in_time,
    erase_networks,
    erase_old_plays,
    has_ended,
    has_finished,
    play_of,
    plays_at,
    plays_of,
    points_decide,
    ranking_of,
    score_of,
    start_plays,
)
from templetop.server.store.schema import DealPlayRow, NewHomeRow, PersonRow, TableRow
from tests.server.rows import (
    NOW,
    add,
    member,
    person,
    rows,
    seat_of,
    store_in_memory,
    table,
)

DAY = "2023-11-14"  # that of NOW
DEAL = f"day/{DAY}/karuba"
OTHER = f"day/{DAY}/cacao"
HOME = "the first house"


@pytest.fixture
def connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    monkeypatch.setattr(utc_days, "clock", lambda: NOW + 60)
    with store_in_memory() as memory, memory.engine.begin() as connection:
        for name in ("Ann", "Ben", "Cem"):
            member(name, connection)
        yield connection


def of(who: str, connection: Connection, deal: str = DEAL) -> DealPlay:
    play = play_of(deal, who, connection)
    assert play is not None
    return play


def scored(who: str, score: int | None, connection: Connection, **others: Any) -> None:
    """A play that has ended with this score."""
    about = {"deal": DEAL, "table": None, "seat": 0, "began_at": NOW, "ended_at": NOW, **others}
    add(DealPlayRow, connection, person=who, score=score, **about)


# ── Begun ────────────────────────────────────────────────────────────────────────────────────────


def test_all_who_sit_there_begin(connection: Connection) -> None:
    start_plays(DEAL, "t", {0: "ann", 2: "ben"}, NOW, None, connection)
    assert [(one.person, one.seat, one.table) for one in plays_at([DEAL], connection)] == [
        ("ann", 0, "t"),
        ("ben", 2, "t"),
    ]
    assert of("ann", connection).began_at == NOW
    assert of("ann", connection).home is None
    assert not of("ann", connection).apart


def test_nobody_begins_twice_and_then_nobody_there_begins(connection: Connection) -> None:
    start_plays(DEAL, "t", {0: "ann"}, NOW, None, connection)
    with pytest.raises(AlreadyBegun):
        start_plays(DEAL, "u", {0: "ben", 1: "ann"}, NOW, None, connection)
    assert play_of(DEAL, "ben", connection) is None
    assert of("ann", connection).table == "t"
    start_plays(OTHER, "u", {0: "ann"}, NOW, None, connection)


def test_who_begins_where_somebody_new_has_begun_takes_no_place(connection: Connection) -> None:
    start_plays(DEAL, "t", {0: "ann"}, NOW, Visit(HOME, True), connection)
    start_plays(DEAL, "u", {0: "ben"}, NOW, Visit(HOME, False), connection)
    start_plays(DEAL, "v", {0: "cem"}, NOW, Visit("another house", False), connection)
    assert [of(who, connection).apart for who in ("ann", "ben", "cem")] == [False, True, False]
    assert of("ben", connection).home == HOME
    start_plays(OTHER, "w", {0: "ben"}, NOW, Visit(HOME, False), connection)
    assert not of("ben", connection, OTHER).apart


def test_who_is_in_the_midst_of_it_when_somebody_new_begins_takes_none(
    connection: Connection,
) -> None:
    start_plays(DEAL, "t", {0: "ann"}, NOW, Visit(HOME, False), connection)
    start_plays(OTHER, "u", {0: "ann"}, NOW, Visit(HOME, False), connection)
    start_plays(DEAL, "v", {0: "ben"}, NOW, Visit("another house", False), connection)
    start_plays(DEAL, "w", {0: "cem"}, NOW, Visit(HOME, True), connection)
    assert of("ann", connection).apart
    assert not of("ann", connection, OTHER).apart
    assert not of("ben", connection).apart
    assert not of("cem", connection).apart


def test_what_has_ended_by_then_keeps_its_place(connection: Connection) -> None:
    scored("ann", 1, connection, home=HOME)
    start_plays(DEAL, "t", {0: "cem"}, NOW, Visit(HOME, True), connection)
    assert not of("ann", connection).apart


def test_without_somebody_new_nothing_is_noted(connection: Connection) -> None:
    start_plays(DEAL, "t", {0: "ann"}, NOW, Visit(HOME, False), connection)
    start_plays(DEAL, "u", {0: "ben"}, NOW, None, connection)
    assert rows(NewHomeRow, connection) == []


def test_somebody_new_is_noted_once(connection: Connection) -> None:
    start_plays(DEAL, "t", {0: "ann"}, NOW, Visit(HOME, True), connection)
    start_plays(DEAL, "u", {0: "ben"}, NOW + 9, Visit(HOME, True), connection)
    assert rows(NewHomeRow, connection) == [{"deal": DEAL, "home": HOME, "began_at": NOW}]


# ── Ended ────────────────────────────────────────────────────────────────────────────────────────


def over(connection: Connection, deal: str = DEAL, **seat: Any) -> DealPlay:
    """How Ann comes off at a table that is over."""
    sits = {"result": "won", **seat}
    ann, ben = seat_of("t", 0, "ann", result="lost"), seat_of("t", 1, "ben", **sits)
    table("t", connection, ann, ben, deal=deal, standing=[3, 25])
    add(
        DealPlayRow, connection, deal=deal, person="ben", table="t", seat=1, began_at=NOW, home=HOME
    )
    end_plays("t", connection)
    return of("ben", connection, deal)


def test_the_end_of_a_match_is_written(connection: Connection) -> None:
    play = over(connection)
    assert (play.ended_at, play.result, play.points, play.gave_up) == (NOW + 60, "won", 25, False)
    assert (play.score, play.home) == (3 * RANK_WEIGHT + 25, None)
    assert play.is_finished
    assert has_ended(DEAL, "ben", connection)
    assert has_finished(DEAL, "ben", connection)


def test_of_several_each_comes_off_as_their_seat_does(connection: Connection) -> None:
    ann, ben = seat_of("t", 0, "ann", result="lost"), seat_of("t", 1, "ben", result="won")
    table("t", connection, ann, ben, deal=DEAL, standing=[3, 25])
    start_plays(DEAL, "t", {0: "ann", 1: "ben"}, NOW, None, connection)
    start_plays(DEAL, "u", {0: "cem"}, NOW, None, connection)
    end_plays("t", connection)
    found = {one.person: (one.result, one.points) for one in plays_at([DEAL], connection)}
    assert found == {"ann": ("lost", 3), "ben": ("won", 25), "cem": (None, None)}


def test_who_left_gave_up(connection: Connection) -> None:
    play = over(connection, has_left=True)
    assert (play.gave_up, play.score) == (True, GAVE_UP_SCORE)
    assert not play.is_finished
    assert has_ended(DEAL, "ben", connection)
    assert not has_finished(DEAL, "ben", connection)


def test_what_was_ended_early_is_not_finished(connection: Connection) -> None:
    play = over(connection, result=None)
    assert play.ended_at is not None
    assert not play.is_finished


def test_what_ends_too_late_does_not_count(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(utc_days, "clock", lambda: utc_days.closes_at(DAY))
    play = over(connection)
    assert (play.result, play.points, play.score) == ("won", 25, None)


def test_what_has_ended_does_not_end_again(connection: Connection) -> None:
    over(connection)
    connection.execute(update(TableRow).values(standing=[3, 99]))
    end_plays("t", connection)
    assert of("ben", connection).points == 25


def test_without_points_there_are_none(connection: Connection) -> None:
    table("t", connection, seat_of("t", 0, "ann", result="won"), deal=DEAL)
    start_plays(DEAL, "t", {0: "ann"}, NOW, None, connection)
    end_plays("t", connection)
    assert of("ann", connection).points == 0


def test_who_has_not_begun_has_not_ended(connection: Connection) -> None:
    start_plays(DEAL, "t", {0: "ann"}, NOW, None, connection)
    for who in ("ann", "ben"):
        assert not has_ended(DEAL, who, connection)
        assert not has_finished(DEAL, who, connection)


def test_only_a_deal_of_a_day_can_be_late() -> None:
    late = utc_days.closes_at(DAY)
    assert ended_in_time(DEAL, late - 1)
    assert not ended_in_time(DEAL, late)
    assert ended_in_time("friends/abc/1", 1e12)


def test_the_score_orders_by_the_result_and_then_by_points() -> None:
    assert points_decide("karuba")
    assert not points_decide("nothing that anybody knows")
    assert [score_of("karuba", result, 7, False) for result in ("won", "drawn", "lost", None)] == [
        3 * RANK_WEIGHT + 7,
        2 * RANK_WEIGHT + 7,
        RANK_WEIGHT + 7,
        RANK_WEIGHT + 7,
    ]
    assert score_of("karuba", "won", 7, True) == GAVE_UP_SCORE == 0
    assert score_of("nothing that anybody knows", "won", 7, False) == 3 * RANK_WEIGHT
    assert score_of("karuba", "won", 10**9, False) == 3 * RANK_WEIGHT + MAX_POINTS
    assert score_of("karuba", "won", -(10**9), False) == 3 * RANK_WEIGHT - MAX_POINTS
    assert 2 * MAX_POINTS < RANK_WEIGHT


@pytest.mark.parametrize(("decides", "expected"), [(True, True), (False, False), (None, False)])
def test_points_decide_where_the_game_says_so(
    monkeypatch: pytest.MonkeyPatch, decides: bool | None, expected: bool
) -> None:
    measure = None if decides is None else SimpleNamespace(decides=decides)
    monkeypatch.setattr(deal_plays, "take", lambda game: SimpleNamespace(measure=measure))
    assert points_decide("any") == expected


def test_who_was_in_the_midst_of_a_table_that_is_deleted_has_given_up(
    connection: Connection,
) -> None:
    start_plays(DEAL, "t", {0: "ann"}, NOW, None, connection)
    start_plays(DEAL, "u", {0: "cem"}, NOW, None, connection)
    scored("ben", 5, connection, table="t", points=5)
    detach_table("t", connection)
    ann, ben, cem = (of(who, connection) for who in ("ann", "ben", "cem"))
    assert (ann.table, ann.ended_at, ann.gave_up, ann.points, ann.score) == (
        None,
        NOW + 60,
        True,
        0,
        GAVE_UP_SCORE,
    )
    assert (ben.table, ben.ended_at, ben.gave_up, ben.score) == (None, NOW, False, 5)
    assert (cem.table, cem.ended_at, cem.gave_up) == ("u", None, False)


def test_old_plays_are_deleted(connection: Connection) -> None:
    scored("ann", 1, connection, began_at=NOW - 1)
    scored("ben", 1, connection, began_at=NOW)
    erase_old_plays(NOW, connection)
    assert [one.person for one in plays_at([DEAL], connection)] == ["ben"]


def test_where_from_is_forgotten_after_two_days(connection: Connection) -> None:
    for who, began in (("ann", NOW - 1), ("ben", NOW)):
        scored(who, None, connection, began_at=began, home=HOME)
        add(NewHomeRow, connection, deal=who, home=HOME, began_at=began)
    assert NETWORK_RETENTION_SECONDS == 2 * 24 * 3600
    erase_networks(NOW + NETWORK_RETENTION_SECONDS, connection)
    assert [one.home for one in plays_at([DEAL], connection)] == [None, HOME]
    assert [row["deal"] for row in rows(NewHomeRow, connection)] == ["ben"]


# ── Asked ────────────────────────────────────────────────────────────────────────────────────────


def test_the_best_come_first_and_of_equals_who_was_done_first(connection: Connection) -> None:
    names = ["First", "Second", "Third", "Apart", "Banned", "Unfinished"]
    first, second, third, apart, banned, unfinished = (member(one, connection) for one in names)
    guest = person("Guest", connection)
    connection.execute(update(PersonRow).where(PersonRow.id == banned).values(banned="Noise."))
    scored(third, 10, connection, ended_at=NOW + 5)
    scored(second, 10, connection, ended_at=NOW + 4)
    scored(first, 11, connection, ended_at=NOW + 9)
    scored(apart, 99, connection, apart=True)
    scored(banned, 99, connection)
    scored(guest, 99, connection)
    scored(unfinished, None, connection, ended_at=None)
    scored("ann", 99, connection, deal=OTHER)
    found = best_plays(DEAL, 10, connection)
    assert [one.person for one in found] == [first, second, third, apart]
    assert not any(one.is_guest for one in found)
    assert [one.person for one in best_plays(DEAL, 2, connection)] == [first, second]
    assert count_players(DEAL, connection) == 6
    assert of(guest, connection).is_guest
    assert of(guest, connection).name == "Guest"


def test_somebodys_plays_of_a_kind_come_the_newest_first(connection: Connection) -> None:
    scored("ann", 1, connection, deal="day/1/b", began_at=NOW)
    scored("ann", 1, connection, deal="day/1/a", began_at=NOW)
    scored("ann", 1, connection, deal="day/2/a", began_at=NOW + 1)
    scored("ann", 1, connection, deal="days/3/a", began_at=NOW + 1)
    scored("ben", 1, connection, deal="day/1/a", began_at=NOW)
    found = [one.deal for one in plays_of("ann", "day", 9, connection)]
    assert found == ["day/2/a", "day/1/a", "day/1/b"]
    assert [one.deal for one in plays_of("ann", "day", 1, connection)] == ["day/2/a"]


def test_the_plays_of_some_deals(connection: Connection) -> None:
    for who in ("ben", "ann"):
        for deal in ("d/2/x", "d/1/x", "d/3/x"):
            scored(who, 1, connection, deal=deal)
    found = [(one.deal, one.person) for one in plays_at(["d/1/x", "d/2/x"], connection)]
    assert found == [("d/1/x", "ann"), ("d/1/x", "ben"), ("d/2/x", "ann"), ("d/2/x", "ben")]


def test_where_one_stands_among_all_others(connection: Connection) -> None:
    for number, score in enumerate((9, 9, 5, 5, 5, 3)):
        scored(member(f"P{number}", connection), score, connection)
    scored(person("Guest", connection), 9, connection)
    scored(member("Apart", connection), 9, connection, apart=True)
    scored(member("Banned", connection, banned="Noise."), 9, connection)
    scored(member("Running", connection), None, connection)
    scored("ann", 9, connection, deal=OTHER)
    play = of("p2", connection)
    assert ranking_of(play, connection) == DealRanking(5, 2, 2)
    assert ranking_of(replace(play, score=None), connection) is None
    assert ranking_of(replace(play, person="ben", score=4), connection) == DealRanking(6, 5, 0)
    assert ranking_of(replace(play, person="ben", score=0), connection) == DealRanking(6, 6, 0)


def test_the_place_and_the_part_that_is_left_behind() -> None:
    assert DealRanking(10, 3, 2).place == 4
    assert DealRanking(10, 3, 2).percentile == 60
    assert DealRanking(0, 0, 0).percentile is None
    assert DealRanking(1, 0, 0).percentile == 100
