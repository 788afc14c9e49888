"""The deal of the day: the same for everybody, played once, and shut until one has played it."""

import itertools
import secrets
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update
from websockets.exceptions import ConnectionClosed

from templetop.engine.game import Game
from templetop.games.shelf import take
from templetop.server.core import utc_days
from templetop.server.deals import daily, shared_deals
from templetop.server.deals.daily import playable_game
from templetop.server.store import deal_plays
from templetop.server.store.schema import DealPlayRow, NewHomeRow, PersonRow
from tests.server.serving import Person, Refused, Serving, Table, eventually, play_on

NOON = utc_days.end_of_day("2026-03-01") + 12 * 3600  # of the second of March
DAY = "2026-03-02"
PASSWORD = "a river of ink"
WAYS = ["", "/replay", "/replay/3", "/match", "/hint", "/keepsakes/1"]


FRESH = itertools.count(0, 10)


class Clock:
    """A day of its own for every test, as the server knows only one day at a time."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    clock.now += next(FRESH) * utc_days.DAY  # the store of all tests is the same
    monkeypatch.setattr(utc_days, "clock", clock)
    monkeypatch.setattr(daily, "playable_game", cut_short)
    return clock


def cut_short(game: str) -> Game:
    """The same, with a few tiles: it is not about them."""
    card = playable_game(game)
    if game != "karuba":
        return card
    return replace(card, daily=replace(card.daily, options={"setup": "random", "tiles": "6"}))


def begin(person: Person, game: str = "karuba") -> str:
    return str(person.post(f"/daily/{game}")["table"])


def deal_for(person: Person, game: str = "karuba", day: str = "") -> Any:
    asked = person.get(f"/daily?day={day}" if day else "/daily")
    return next(deal for deal in asked["deals"] if deal["game"] == game)


def with_account(server: Serving, name: str) -> Person:
    """Somebody who has been here before today."""
    person = newcomer(server, name)
    mine = PersonRow.id == person.get("/me")["id"]
    with server.app.state.server.table_service.store.engine.begin() as connection:
        connection.execute(update(PersonRow).where(mine).values(made_at=0.0))
    server.app.state.server.people.sessions.uncache_all()
    return person


def newcomer(server: Serving, name: str) -> Person:
    """The account was opened only now, which is later than the days of these tests."""
    person = server.stranger()
    person.post("/accounts", name=f"{name} {secrets.token_hex(4)}", password=PASSWORD)
    return person


def refused(person: Person, way: str, table: str) -> str:
    with pytest.raises(Refused) as refusal:
        person.get(f"/tables/{table}{way}")
    assert refusal.value.status == 403
    return refusal.value.sentence


def test_two_people_meet_the_same_chance_and_see_each_other_afterwards(
    server: Serving, clock: Clock
) -> None:
    ann, ben = with_account(server, "Ann"), with_account(server, "Ben")
    table = begin(ann)
    assert deal_for(ann)["state"] == "running"
    ended = play_on([ann], table)
    assert ended["deal"] == shared_deals.daily_deal_id(utc_days.today_utc(), "karuba")
    mine = deal_for(ann)
    assert mine["mine"]["points"] == ended["seats"][0]["points"]
    assert (mine["mine"]["place"], mine["percentile"], mine["players"]) == (1, None, 1)
    seen = deal_for(ben)
    assert (seen["state"], seen["mine"], seen["results"], seen["players"]) == ("new", None, [], 1)
    for way in WAYS:
        assert "played the deal yourself" in refused(ben, way, table)
    with pytest.raises(ConnectionClosed), ben.live(table) as line:
        line.table()
    tried = ann.look(ann.post(f"/tables/{table}/again", moves=3)["table"])
    assert (tried["invitation"], tried["admission"]) == ("", "")  # nobody else is let in there
    assert "private" in refused(ben, "?link=", tried["id"])
    play_on([ann], tried)
    once_more = ann.look(ann.post(f"/tables/{tried['id']}/again", moves=3)["table"])
    assert (once_more["invitation"], once_more["admission"]) == ("", "")
    own = begin(ben)
    refused(ben, "", table)  # still, while he plays
    other = play_on([ben], own)
    assert own != table
    assert other["log"][1]["says"] == ended["log"][1]["says"]
    assert [line["says"] for line in other["log"] if line["seat"] is None] == [
        line["says"] for line in ended["log"] if line["seat"] is None
    ]
    for person in (ann, ben):
        deal = deal_for(person)
        assert [line["place"] for line in deal["results"]] == [1, 1]  # they decided alike
        assert [line["is_you"] for line in deal["results"]].count(True) == 1
        assert deal["percentile"] == 50.0
    assert ben.look(table)["you"] is None
    assert ben.get(f"/tables/{table}/replay")["moments"]
    with ben.live(table) as line:
        assert line.table()["state"] == "over"


def test_bots_do_the_same_to_all_who_do_the_same(server: Serving, clock: Clock) -> None:
    logs = [first_decisions(server.person(name)) for name in ("Ann", "Ben")]
    assert logs[0] == logs[1]
    clock.now += utc_days.DAY
    assert first_decisions(server.person("Cyd")) != logs[0]


def first_decisions(person: Person) -> list[str]:
    table = begin(person, "karuba_cards")
    for _ in range(4):
        seen = eventually(lambda: asked(person, table))
        person.move(table, seen["number"], seen["offers"][-1]["move"])
    seen = eventually(lambda: asked(person, table))
    mine = seen["seats"][seen["you"]]["name"]
    return [str(line["says"]).replace(mine, "I") for line in seen["log"]]


def asked(person: Person, table: str) -> Table | None:
    seen = person.look(table)
    waits = any(seat["is_awaited"] for seat in seen["seats"][1:])
    return seen if seen["offers"] and seen["decided"] is None and not waits else None


def test_it_is_played_once_and_nothing_is_taken_back(server: Serving, clock: Clock) -> None:
    ann = server.person("Ann")
    table = begin(ann)
    assert begin(ann) == table
    seen = ann.look(table)
    assert not any(seen[can] for can in ("guide", "can_undo", "can_practise", "can_close"))
    assert seen["invitation"] is None
    assert seen["admission"] is None
    after = ann.any_move(seen)
    for practice in (False, True):
        with pytest.raises(Refused, match="nothing can be taken back"):
            ann.delete(f"/tables/{table}/moves", number=after["number"], practice=practice)
    with pytest.raises(Refused, match="no guide"):
        ann.get(f"/tables/{table}/hint?at_first_sight=true")
    with pytest.raises(Refused) as closing:
        ann.delete(f"/tables/{table}")
    assert closing.value.status == 403
    ann.leave(table)
    mine = deal_for(ann)
    assert (mine["state"], mine["mine"]["gave_up"]) == ("over", True)
    for again in ("/seats", "/rematch"):
        with pytest.raises(Refused):
            ann.post(f"/tables/{table}{again}")
    assert begin(ann) == table
    assert ann.look(table)["state"] == "over"


def test_giving_up_opens_nothing_that_others_did(server: Serving, clock: Clock) -> None:
    """Not even what they are doing just now; a second browser would know it all from there."""
    ann, ben, eve = (with_account(server, name) for name in ("Ann", "Ben", "Eve"))
    over, running, own = begin(ann), begin(ben), begin(eve)
    play_on([ann], over)
    eve.leave(own)
    for table in (over, running):
        for method, path in ways_to(server, table):
            answer = eve.http.request(method, path, json={})
            assert answer.status_code in (403, 422), (method, path)  # 422: it was not even read
            assert table not in answer.text
        with pytest.raises(ConnectionClosed), eve.live(table) as line:
            line.table()
        for link in ("?link=", "/replay?link=x"):
            assert "to its end" in refused(eve, link, table)
    told = deal_for(eve)
    assert (told["state"], told["mine"]["gave_up"], told["results"]) == ("over", True, [])
    assert all(table not in eve.http.get(page).text for page in PAGES for table in (over, running))
    assert eve.look(own)["state"] == "over"
    assert deal_for(ann)["results"]  # who has finished it sees how others do
    assert ann.look(running)["state"] == "running"
    clock.now = utc_days.closes_at(utc_days.today_utc())
    assert eve.look(over)["state"] == "over"


PAGES = [
    "/daily", "/daily/history", "/tables", "/tables?which=running", "/tables?which=mine",
    "/tables?which=over", "/duplicates", "/me/export", "/me/bests", "/invitations",
]  # fmt: skip


def ways_to(server: Serving, table: str) -> list[tuple[str, str]]:
    """Everything that may be asked of a table, as far as the server describes it."""
    described = server.app.openapi()["paths"]
    filled = {"{table_id}": table, "{number}": "1"}
    return [
        (method.upper(), with_parts(path, filled).removeprefix("/api"))
        for path, ways in described.items()
        for method in ways
        if "/tables/{table_id}" in path
    ]


def with_parts(path: str, parts: dict[str, str]) -> str:
    for part, value in parts.items():
        path = path.replace(part, value)
    return path


def test_a_second_browser_at_the_same_address_takes_no_place(server: Serving, clock: Clock) -> None:
    """Whichever of the two begins first, and even if the guest has gone again."""
    ann, ben, cyd = (with_account(server, name) for name in ("Ann", "Ben", "Cyd"))
    play_on([ann], begin(ann))
    assert deal_for(ann)["mine"]["place"] == 1  # nobody new had begun it
    early = begin(ben)
    guest = server.person("Eve")
    play_on([guest], begin(guest))
    guest.delete("/me", password="")
    play_on([ben], early)
    play_on([cyd], begin(cyd))
    for cheat in (ben, cyd):
        deal = deal_for(cheat)
        assert (deal["mine"]["place"], deal["mine"]["apart"]) == (None, True)
        assert [line["place"] for line in deal["results"]] == [1, None, None]
        [past] = cheat.get("/daily/history")
        assert past["line"]["place"] is None
    clock.now = utc_days.closes_at(utc_days.today_utc())
    assert deal_for(ann)["best"]["line"]["place"] == 1


def test_at_another_address_everybody_takes_a_place(
    server: Serving, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, fay, gus = with_account(server, "Ann"), newcomer(server, "Fay"), newcomer(server, "Gus")
    visit_of = shared_deals.visit_of
    homes: dict[str, str] = {}

    def from_elsewhere(secret: bytes, deal: str, household: str, person: Any) -> deal_plays.Visit:
        return visit_of(secret, deal, homes.get(person.id, household), person)

    monkeypatch.setattr(shared_deals, "visit_of", from_elsewhere)
    for person, home in ((fay, "203.0.113.1"), (ann, "203.0.113.2"), (gus, "203.0.113.1")):
        homes[person.get("/me")["id"]] = home
        play_on([person], begin(person))
    assert [deal_for(one)["mine"]["place"] for one in (fay, ann, gus)] == [1, 1, None]
    assert deal_for(fay)["percentile"] == 50.0  # among those who take a place


def test_where_a_deal_was_begun_is_kept_as_a_hash_until_its_day_is_over(
    server: Serving, clock: Clock
) -> None:
    begin(server.person("Eve"))
    deal = shared_deals.daily_deal_id(utc_days.today_utc(), "karuba")

    def homes() -> list[str | None]:
        with server.app.state.server.table_service.store.engine.begin() as connection:
            deal_plays.erase_networks(clock.now, connection)
            queries = [
                select(row.home).where(row.deal == deal) for row in (NewHomeRow, DealPlayRow)
            ]
            return [home for query in queries for home in connection.execute(query).scalars()]

    noted, running = homes()
    assert noted == running
    assert noted is not None
    assert len(bytes.fromhex(noted)) == 32
    clock.now += deal_plays.NETWORK_RETENTION_SECONDS
    assert homes() == [noted, running]
    clock.now += 1
    assert homes() == [None]


def test_guests_are_not_listed_until_they_have_an_account(server: Serving, clock: Clock) -> None:
    ann, ben = server.person("Ann"), with_account(server, "Ben")
    ben.leave(begin(ben))
    play_on([ann], begin(ann))
    deal = deal_for(ann)
    assert not ann.get("/daily")["is_listed"]
    assert deal["players"] == 2
    assert [(line["is_you"], line["gave_up"]) for line in deal["results"]] == [(False, True)]
    assert (deal["mine"]["place"], deal["percentile"]) == (1, 100.0)
    ann.post("/accounts", name=f"Ann {secrets.token_hex(4)}", password=PASSWORD)
    assert [line["is_you"] for line in deal_for(ann)["results"]] == [True, False]
    assert deal_for(ben)["percentile"] == 0.0
    [past] = ann.get("/daily/history")
    assert (past["day"], past["game"], past["is_counted"]) == (utc_days.today_utc(), "karuba", True)
    export = ann.get("/me/export")
    assert [play["deal"] for play in export["plays"]] == [
        shared_deals.daily_deal_id(utc_days.today_utc(), "karuba")
    ]


def test_a_day_ends_at_midnight_and_what_was_begun_has_an_hour(
    server: Serving, clock: Clock
) -> None:
    ann, ben, eve = (with_account(server, name) for name in ("Ann", "Ben", "Eve"))
    tables = {person: begin(person) for person in (ann, ben)}
    day = utc_days.today_utc()
    clock.now = utc_days.end_of_day(day) + 60
    assert begin(eve) not in tables.values()  # that is tomorrow's
    play_on([ann], tables[ann])
    assert deal_for(ann, day=day)["mine"]["place"] == 1
    refused(eve, "/replay", tables[ann])  # somebody may still be in the midst of it
    assert deal_for(eve, day=day)["state"] == "missed"
    assert (deal_for(eve, day=day)["results"], deal_for(eve)["best"]) == ([], None)
    clock.now = utc_days.closes_at(day)
    play_on([ben], tables[ben])
    late = deal_for(ben, day=day)
    assert (late["state"], late["mine"]["place"], late["players"]) == ("over", None, 1)
    best = deal_for(eve)["best"]
    assert (best["day"], best["line"]["table"]) == (day, tables[ann])
    assert eve.get(f"/tables/{tables[ann]}/replay")["moments"]
    assert server.stranger().look(tables[ann])["state"] == "over"
    for wrong in ("2026-02-30", "today", "9999-01-01", "0001-01-01"):
        with pytest.raises(Refused) as refusal:
            ann.get(f"/daily?day={wrong}")
        assert refusal.value.status == 404
    with pytest.raises(Refused, match="no game"):
        begin(ann, "chess")


def test_what_is_deleted_leaves_nothing_behind(server: Serving, clock: Clock) -> None:
    ann, ben = with_account(server, "Ann"), with_account(server, "Ben")
    for person in (ann, ben):
        person.leave(begin(person))
    assert deal_for(ann)["players"] == 2
    ben.delete("/me", password=PASSWORD)
    assert deal_for(ann)["players"] == 1
    day = utc_days.today_utc()
    with server.app.state.server.table_service.store.engine.begin() as connection:
        deal_plays.erase_old_plays(clock.now + 1, connection)
    server.app.state.server.table_service.deal_lists.forget()  # as whoever keeps house does
    assert deal_for(ann, day=day)["players"] == 0


def test_the_order_is_by_result_then_points_then_who_gave_up() -> None:
    def score(result: Any, points: int, gave_up: bool = False) -> int:
        return deal_plays.score_of("cacao", result, points, gave_up)

    best_first = [
        score("won", 60), score("won", 59), score("drawn", 99), score("lost", 98),
        score("lost", -3), score("won", 99, gave_up=True),
    ]  # fmt: skip
    assert best_first == sorted({*best_first}, reverse=True)
    assert deal_plays.score_of("karmaggan", "won", 3, False) == deal_plays.score_of(
        "karmaggan", "won", 9, False
    )


def test_nobody_foretells_the_key_and_every_day_and_game_has_its_own() -> None:
    names = [
        shared_deals.daily_deal_id(day, game)
        for day in (DAY, "2026-03-03")
        for game in ("cacao", "karuba")
    ]
    keys = {
        shared_deals.shared_deal_secret(secret, name)
        for secret in (b"a" * 32, b"b" * 32)
        for name in names
    }
    assert len(keys) == 8
    assert take("karuba").daily.seats == 1
    assert take("cacao").daily.seats == 2
