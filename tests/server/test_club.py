"""The club: matches that count, friends, seats for them, talk, and what is shown of somebody."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from templetop.cli.app import app
from templetop.server.api_models import Phrase
from templetop.server.community import chat_reports, ratings
from templetop.server.core import settings
from templetop.server.operations import admin
from templetop.server.store.database import RevisionConflict, load_revisions
from templetop.server.store.schema import RatingChangeRow, RatingRow
from templetop.server.tables.chat import MAX_LENGTH, MAX_LINES
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    play_on,
    serving,
    settings_in,
)

PASSWORD = "under the third stone"
QUICK = "karuba_cards"
NUMBERS = iter(range(10_000))


def account(server: Serving, name: str) -> Person:
    person = server.stranger()
    person.post("/accounts", name=f"{name} {next(NUMBERS)}", password=PASSWORD)
    return person


def id_of(person: Person) -> str:
    return str(person.get("/me")["id"])


def company(server: Serving, **how: Any) -> tuple[Person, Person, Table]:
    """Two with accounts at a table."""
    ann, ben = account(server, "Ann"), account(server, "Ben")
    table = ann.open_table(QUICK, "me", "open", **how)
    ben.sit(table, table["invitation"] or "")
    return ann, ben, table


def befriend(one: Person, other: Person) -> None:
    one.ask("PUT", f"/friends/{id_of(other)}")
    other.ask("PUT", f"/friends/{id_of(one)}")


def refusal(what: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        what()
    return refused.value


def cut_short(ann: Person, ben: Person, table: Table) -> None:
    """Ben leaves, and Ann ends it: sooner than a match."""
    ben.leave(table)
    ann.post(f"/tables/{table['id']}/ballot", wish="end")


def rated(person: Person, table: Table) -> list[Any]:
    return [seat["rated"] for seat in person.look(table)["seats"]]


def all_rated(person: Person, table: Table) -> bool:
    return all(rated(person, table))


def rows(server: Serving, table: Table) -> list[Any]:
    with server.app.state.server.table_service.store.engine.connect() as connection:
        return [
            *connection.execute(
                select(RatingChangeRow.__table__).where(RatingChangeRow.table == table["id"])
            )
        ]


# ── Matches that count ───────────────────────────────────────────────────────────────────────────


def test_a_match_that_counts_changes_ratings_for_all_to_see(server: Serving) -> None:
    ann, ben, table = company(server, counts=True)
    with ben.live(table, drawing=False) as tab:
        play_on([ann, ben], table)
        seen = tab.table(lambda seen: all(seat["rated"] for seat in seen["seats"]))
    results = [seat["result"] for seat in seen["seats"]]
    for person, seat, result in zip((ann, ben), seen["seats"], results, strict=True):
        before, now = seat["rated"]
        assert before == 1500
        assert (now - before > 0) == (result == "won")
        page = server.stranger().get(f"/people/{id_of(person)}")
        [game] = page["ratings"]
        assert game["rating"] == {"rating": now, "is_provisional": True, "matches": 1}
        assert [(one["rating"], one["gained"]) for one in game["history"]] == [(now, now - before)]
        mine = person.get(f"/people/{id_of(person)}")
        [match], [figures] = mine["matches"], mine["figures"]["games"]
        assert (match["result"], match["points"]) == (result, seat["points"])
        assert (figures["matches"], figures["won"]) == (1, int(result == "won"))
        assert figures["points"] == seat["points"]
        assert figures["field"] == sum(one["points"] for one in seen["seats"]) - seat["points"]
    best = ann.get(f"/leaderboard?game={QUICK}")
    assert id_of(ann) in [one["person"] for one in best["newcomers"] if one["is_you"]]
    assert [mark["level"] for mark in best["marks"]] == [1, 2, 3, 4, 5]
    again = ann.rematch(table)
    assert (again["counts"], again["state"], again["you"]) == (True, "running", 1)
    assert ben.rematch(table)["id"] == again["id"]  # one click for each


def leave_unsettled(patch: pytest.MonkeyPatch) -> None:
    """As if the server were killed whenever a match is over."""

    async def nothing(table_service: Any, table_id: str) -> None:
        pass

    patch.setattr(ratings, "settle_after_match", nothing)
    patch.setattr(ratings, "find_unsettled", lambda now, connection: [])


def test_a_match_is_rated_once_however_many_try(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_unsettled(monkeypatch)
    ann, ben, table = company(server, counts=True)
    cut_short(ann, ben, table)
    assert rows(server, table) == []
    store = server.app.state.server.table_service.store
    with store.engine.connect() as connection:
        [revision] = load_revisions([table["id"]], connection).values()

    def settle(_: int) -> bool:
        try:
            with store.engine.begin() as connection:
                about = (table["id"], revision, time.time(), connection)
                return ratings.settle_in_store(*about) is not None
        except RevisionConflict:
            return False

    with ThreadPoolExecutor(4) as workers:
        assert sorted(workers.map(settle, range(4))) == [False, False, False, True]
    assert len(rows(server, table)) == 2
    assert eventually(lambda: all(rated(ann, table)))
    with store.engine.connect() as connection:
        mine = select(RatingRow.matches).where(RatingRow.person == id_of(ann))
        assert connection.execute(mine).scalar_one() == 1


def test_what_nobody_has_settled_is_found(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        leave_unsettled(patch)
        ann, ben, table = company(server, counts=True)
        cut_short(ann, ben, table)
        assert rated(ann, table) == [None, None]
    sweep(server, time.time())
    assert all(eventually(lambda: rated(ann, table)))


def sweep(server: Serving, now: float) -> None:
    """As it is done every minute."""
    here = server.app.state.server.table_service
    loop = next(iter(here.tasks.running)).get_loop()
    asyncio.run_coroutine_threadsafe(ratings.settle_due(here, now), loop).result()


def test_who_leaves_has_lost(server: Serving) -> None:
    ann, ben, table = company(server, counts=True)
    cut_short(ann, ben, table)
    stayed, left = eventually(lambda: all(rated(ann, table)) and rated(ann, table))
    assert stayed[1] > 1500 > left[1]
    alone = ann.open_table(QUICK, "me", 1, counts=True)
    ann.leave(alone)
    sweep(server, time.time())
    assert rated(ann, alone) == [None, None]  # they may come back
    sweep(server, time.time() + 2 * ratings.DESERTED_AFTER)
    lost, bots = rated(ann, alone)
    assert lost[1] < lost[0] == stayed[1]
    assert bots is None


def test_what_says_nothing_about_people_does_not_count(server: Serving) -> None:
    guest, ann = server.person("Guest"), account(server, "Ann")
    assert "account" in refusal(lambda: guest.open_table(QUICK, "me", 1, counts=True)).sentence
    asked: list[tuple[str, list[Any], dict[str, Any]]] = [
        (QUICK, ["me", "open"], {"guide": True}),
        ("vulkar", ["me", "open"], {"options": {"game": "curse"}}),
        ("karuba", ["me"], {}),
        (QUICK, [3, 4], {}),
    ]
    for game, seats, how in asked:
        wrong = partial(ann.open_table, game, *seats, counts=True, **how)
        assert refusal(wrong).status == 409, game
    table = ann.open_table("karuba", "me", "open", counts=True, options={"setup": "random"})
    assert "account" in refusal(lambda: guest.sit(table)).sentence
    ben = account(server, "Ben")
    ben.sit(table)
    for person in (ann, ben):
        person.move(table, ann.look(table)["number"], person.look(table)["offers"][0]["move"])
    seen = ann.look(table)
    assert not (seen["can_ask_undo"])
    assert not (seen["can_practise"])
    assert not (seen["guide"])
    undo = partial(ann.post, f"/tables/{table['id']}/ballot", wish="undo")
    assert "counts" in refusal(undo).sentence
    solo = ann.open_table("karuba", "me", 1, counts=True)
    back = partial(ann.delete, f"/tables/{solo['id']}/moves", number=0, practice=True)
    assert refusal(back).status == 409


def test_the_operator_is_shown_who_plays_too_often(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (ratings, admin):
        monkeypatch.setattr(module, "FULL_WEIGHT_MATCHES", 1)
    ann, ben, table = company(server, counts=True)
    for _ in range(2):
        cut_short(ann, ben, table)
        assert eventually(partial(all_rated, ann, table))
        first = rows(server, table)[0].weight
        table = ann.rematch(table)
        ben.sit(table)
    assert first == 0.5
    with server.app.state.server.table_service.store.engine.connect() as connection:
        names = {ann.get("/me")["name"], ben.get("/me")["name"]}
        [pair] = [one for one in admin.frequent_pairs(connection) if {one.one, one.other} == names]
    assert (pair.game, pair.matches) == (QUICK, 2)


# ── Friends ──────────────────────────────────────────────────────────────────────────────────────


def names(people: list[dict[str, Any]]) -> list[str]:
    return [one["id"] for one in people]


def test_friends_are_asked_and_agree_and_part(server: Serving) -> None:
    ann, ben, _ = company(server)
    eve, guest = account(server, "Eve"), server.person("Guest")
    a, b = id_of(ann), id_of(ben)
    assert names(ann.get("/friends")["met"]) == [b]
    assert "not played" in refusal(lambda: eve.ask("PUT", f"/friends/{a}")).sentence
    assert refusal(lambda: ann.ask("PUT", f"/friends/{id_of(guest)}")).status == 404
    assert refusal(lambda: ann.ask("PUT", f"/friends/{a}")).status == 409
    assert names(ann.ask("PUT", f"/friends/{b}")["asked"]) == [b]
    assert names(ben.get("/friends")["asking"]) == [a]
    assert names(ben.ask("PUT", f"/friends/{a}")["friends"]) == [a]
    assert names(ann.get("/friends")["friends"]) == [b]
    assert names(ben.delete(f"/friends/{a}")["friends"]) == []
    assert names(ann.get("/friends")["friends"]) == []


def test_who_is_blocked_is_not_told_and_not_heard(server: Serving) -> None:
    ann, ben, table = company(server)
    a, b = id_of(ann), id_of(ben)
    befriend(ann, ben)
    assert names(ann.ask("PUT", f"/blocked/{b}")["blocked"]) == [b]
    assert names(ben.get("/friends")["friends"]) == []
    assert names(ben.ask("PUT", f"/friends/{a}")["asked"]) == [a]
    assert names(ann.get("/friends")["asking"]) == []
    seats = ann.get(f"/tables/{table['id']}/company")["seats"]
    assert [(seat["tie"], seat["muted"]) for seat in seats] == [("none", False), ("blocked", True)]
    assert names(ann.delete(f"/blocked/{b}")["asking"]) == [b]
    ann.ask("PUT", f"/muted/{b}")
    assert [one["muted"] for one in ann.get(f"/tables/{table['id']}/company")["seats"]] == [
        False,
        True,
    ]


def test_a_friend_is_offered_a_seat_even_at_a_private_table(server: Serving) -> None:
    ann, ben, _ = company(server)
    befriend(ann, ben)
    eve = account(server, "Eve")
    table = ann.open_table(QUICK, "me", "open", is_public=False)
    where = f"/tables/{table['id']}/invitations"
    assert refusal(lambda: ann.post(where, person=id_of(eve))).status == 409
    assert refusal(lambda: eve.post(where, person=id_of(ben))).status == 403
    for _ in range(2):
        ann.post(where, person=id_of(ben))
    [invitation] = ben.get("/invitations")
    assert invitation["by"] == ann.get("/me")["name"]
    assert invitation["table"]["id"] == table["id"]
    assert eve.get("/invitations") == []
    ben.sit(table, invitation["link"])
    assert ben.get("/invitations") == []
    other = ann.open_table(QUICK, "me", "open")
    ann.post(f"/tables/{other['id']}/invitations", person=id_of(ben))
    ben.delete(f"/invitations/{other['id']}")
    assert ben.get("/invitations") == []
    assert ann.delete(f"/tables/{other['id']}") == ""


def test_a_bot_takes_an_empty_seat(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table(QUICK, "me", "open", "open")
    where = f"/tables/{table['id']}/bots"
    assert refusal(lambda: ben.post(where, seat=1, level=2)).status == 403
    ann.post(where, seat=2, level=2)
    assert ann.look(table)["state"] == "waiting"
    assert refusal(lambda: ann.post(where, seat=2, level=2)).status == 409
    ann.post(where, seat=1, level=2)
    seen = ann.look(table)
    assert seen["state"] == "running"
    assert [seat["level"] for seat in seen["seats"]] == [None, 2, 2]
    assert len({seat["name"] for seat in seen["seats"]}) == 3


# ── Talk ─────────────────────────────────────────────────────────────────────────────────────────


def say(person: Person, table: Table, says: str, kind: str = "phrase") -> None:
    person.post(f"/tables/{table['id']}/talk", kind=kind, says=says)


def told(person: Person, table: Table) -> list[str]:
    return [line["says"] for line in person.look(table)["talk"]]


def test_phrases_are_for_all_and_free_words_for_friends(server: Serving) -> None:
    ann, ben, table = company(server)
    eve = server.person("Eve")
    say(ann, table, "hello")
    for person in (ann, ben, eve):
        assert told(person, table) == ["hello"]
    assert refusal(lambda: say(eve, table, "hello")).status == 403
    assert refusal(lambda: say(ann, table, "you fool")).status == 422
    assert refusal(lambda: say(ann, table, "A secret", "text")).status == 403
    befriend(ann, ben)
    say(ann, table, "  A   secret ", "text")
    bad_ones = (
        " ",
        "x" * (MAX_LENGTH + 1),
        "a\u202eb",
        "nul\0",
        "\u3164",
        "\u2800 \u200d",
        "\u0301",
    )
    for bad in (*bad_ones, "a" + 9 * "\u0301"):
        assert refusal(partial(say, ann, table, bad, "text")).status in (400, 422), bad
    assert [told(one, table) for one in (ben, eve)] == [["hello", "A secret"], ["hello"]]
    for good in (
        "\u2764\ufe0f",
        "\U0001f468\u200d\U0001f469",
        "Vi\u1ec7t e\u0302\u0323",
        "1 \u20ac?",
    ):
        say(ann, table, good, "text")
    end = play_on([ann, ben], table)
    assert all("secret" not in line["says"] for line in end["log"])
    whole = ann.get(f"/tables/{table['id']}/match") + str(ann.get(f"/tables/{table['id']}/replay"))
    assert "secret" not in whole
    assert "hello" not in whole
    for _ in range(MAX_LINES):
        say(ann, table, "good game")
    assert len(ann.look(table)["talk"]) == MAX_LINES


def test_who_sits_down_later_does_not_hear_what_friends_have_said(server: Serving) -> None:
    ann, ben, _ = company(server)
    befriend(ann, ben)
    eve = account(server, "Eve")
    table = ann.open_table(QUICK, "me", "open", "open", "open")
    ben.sit(table)
    say(ann, table, "Between us", "text")
    eve.sit(table)
    assert (told(ben, table), told(eve, table)) == (["Between us"], [])
    assert refusal(lambda: say(ann, table, "Still us", "text")).status == 403
    ann.leave(table)
    assert told(ben, table) == []  # what they said goes with them


def test_a_line_is_reported_to_the_operator(server: Serving) -> None:
    ann, ben, table = company(server)
    befriend(ann, ben)
    say(ann, table, "Something rude", "text")
    [line] = ben.look(table)["talk"]
    where = f"/tables/{table['id']}/reports"
    assert refusal(lambda: server.person("Eve").post(where, line=line["number"])).status == 409
    for _ in range(2):
        ben.post(where, line=line["number"])
    with server.app.state.server.table_service.store.engine.begin() as connection:
        [found] = [one for one in admin.admin_reports(connection) if one.table == table["id"]]
        assert (found.says, found.said_by) == ("Something rude", id_of(ann))
        assert admin.dismiss_reports(table["id"], connection) == 1


def test_nobody_fills_the_store_with_reports(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, table = company(server)
    monkeypatch.setattr(chat_reports, "MAX_REPORTS", 2)
    for line in range(1, 4):
        say(ann, table, "wow")
        if line < 3:
            ben.post(f"/tables/{table['id']}/reports", line=line)
    ben.post(f"/tables/{table['id']}/reports", line=1)  # it is there already
    no = refusal(lambda: ben.post(f"/tables/{table['id']}/reports", line=3))
    assert (no.status, "2 lines" in no.sentence) == (409, True)
    ann.post(f"/tables/{table['id']}/reports", line=3)


def test_the_operator_reads_it_at_the_terminal(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path, limits=settings.RateLimitSettings(lines=2))) as server:
        ann, ben, table = company(server)
        say(ann, table, "wow")
        ben.post(f"/tables/{table['id']}/reports", line=1)
        say(ann, table, "wow")
        assert refusal(lambda: say(ann, table, "wow")).status == 429
        where = ["--data", str(tmp_path / "data")]
        answer = CliRunner().invoke(app, ["admin", "reports", "--json", *where])
        [found] = json.loads(answer.stdout)
        assert (found["says"], found["by"]) == ("wow", ben.get("/me")["name"])
        assert "wow" in CliRunner().invoke(app, ["admin", "reports", *where]).stdout
        done = CliRunner().invoke(app, ["admin", "reports", "--done", table["id"], *where])
        assert "1" in done.stdout
        assert "none" in CliRunner().invoke(app, ["admin", "pairs", *where]).stdout


def test_there_are_words_for_every_phrase() -> None:
    page = (Path(__file__).parents[2] / "web/src/table/phrases.ts").read_text(encoding="utf-8")
    for phrase in Phrase.__args__:  # type: ignore[attr-defined]
        assert f"'{phrase}':" in page or f"  {phrase}:" in page, phrase


# ── What is shown ────────────────────────────────────────────────────────────────────────────────


def test_everybody_chooses_who_sees_what(server: Serving) -> None:
    ann, ben, table = company(server, is_public=True)
    eve, page = account(server, "Eve"), f"/people/{id_of(ann)}"
    cut_short(ann, ben, table)
    assert ann.get(page)["is_you"]
    assert (eve.get(page)["matches"], eve.get(page)["ratings"]) == (None, [])
    befriend(ann, ben)
    [match] = ben.get(page)["matches"]
    assert (match["table"], match["gained"]) == (table["id"], None)
    assert ben.get(page)["figures"] is not None
    assert eve.get(page)["figures"] is None
    everybody = {"rating": "nobody", "matches": "everybody", "figures": "everybody"}
    ann.ask("PUT", "/me/showing", **everybody)
    assert ann.get("/me/showing") == everybody
    assert len(server.stranger().get(page)["matches"]) == 1
    assert server.stranger().get(page)["ratings"] is None
    private = ann.open_table(QUICK, "me", "open", is_public=False)
    ben.sit(private, private["invitation"])
    cut_short(ann, ben, private)
    assert [len(who.get(page)["matches"]) for who in (ann, ben, eve)] == [2, 2, 1]
    assert refusal(lambda: eve.get("/people/nobody at all")).status == 404
    assert refusal(lambda: eve.get(f"/people/{id_of(server.person('Guest'))}")).status == 404


@pytest.fixture
def deleted(server: Serving) -> tuple[Person, str, Table]:
    """Somebody who did everything in the club, and is gone; a friend is left."""
    ann, ben, table = company(server, counts=True)
    befriend(ann, ben)
    gone = id_of(ann)
    for says in ("Words", "More"):
        say(ann, table, says, "text")
        say(ben, table, says, "text")
    ben.post(f"/tables/{table['id']}/reports", line=1)
    cut_short(ben, ann, table)
    assert eventually(lambda: all(rated(ben, table)))
    waiting = ann.open_table(QUICK, "me", "open", "open")
    ann.post(f"/tables/{waiting['id']}/invitations", person=id_of(ben))
    ann.ask("PUT", "/me/showing", rating="nobody", matches="nobody", figures="nobody")
    kept = ann.get("/me/export")
    assert [one["gained"] for one in kept["club"]["ratings"]]
    assert kept["club"]["ties"] == [{"person": id_of(ben), "kind": "friend", "muted": False}]
    assert [one["said"] for one in kept["tables"] if one["id"] == table["id"]] == [
        ["Words", "More"]
    ]
    ann.delete("/me", password=PASSWORD)
    return ben, gone, table


def test_who_is_deleted_leaves_nothing_but_a_nameless_seat(
    server: Serving, deleted: tuple[Person, str, Table]
) -> None:
    from tests.server.test_farewell import everything

    ben, gone, table = deleted
    assert gone not in everything(server)
    assert ben.get("/friends")["friends"] == []
    assert ben.get("/invitations") == []
    assert told(ben, table) == ["Words", "More"]  # Ben's own
    [match] = ben.get(f"/people/{id_of(ben)}")["matches"]
    assert match["others"] == ["Somebody gone 1"]
    assert refusal(lambda: ben.get(f"/people/{gone}")).status == 404
