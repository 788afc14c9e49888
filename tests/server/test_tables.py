"""Tables over HTTP: opening, sitting, leaving, watching, playing. With both stores."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from templetop.bots.roster import level_name, strength
from templetop.games.shelf import ready_games, take
from templetop.server.bots.bot_pool import BotPool
from templetop.server.store import database
from tests.server.conftest import mostly_at_sqlite
from tests.server.serving import (
    PATIENCE,
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    play_on,
)


def test_a_table_waits_until_the_last_seat_is_taken(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    assert (table["state"], table["view"], table["offers"]) == ("waiting", None, [])
    table = ben.sit(table)
    assert (table["state"], table["you"]) == ("running", 1)
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Ben"]
    assert table["offers"]
    assert table["number"] == table["log"][-1]["last"] + 1 > 0


@mostly_at_sqlite("game", ready_games())
def test_two_people_play_a_match_to_its_end(whole_match: Callable[[str], Table], game: str) -> None:
    end = whole_match(game)
    assert end["state"] == "over"
    assert end["winner_says"]
    for seat in end["seats"]:
        assert (seat["result"] == "lost") == (seat["place"] > 1)
    assert not end["offers"]


@pytest.mark.parametrize("game", ready_games())
def test_every_store_keeps_a_match_as_it_was_played(server: Serving, game: str) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table(game, "me", "open")
    ben.sit(table)
    play_on([ann, ben], table, 25)
    eventually(lambda: not ann.look(table)["waits_for_chance"])
    before = [person.look(table) for person in (ann, ben)]
    server.app.state.server.table_service.rooms.clear()
    assert [person.look(table) for person in (ann, ben)] == before


def test_a_change_is_answered_in_short_unless_one_asks_for_the_table(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    seats = [{"kind": "me"}, {"kind": "open"}]
    options = {"setup": "random"}
    made = ann.post("/tables", game="karuba", seats=seats, options=options)
    where = f"/tables/{made['table']}"
    assert made == {"table": made["table"], "number": 0}
    number = ben.post(f"{where}/seats")["number"]
    assert number == ann.look(made["table"])["number"] > 0
    move = {"number": number, "move": ann.look(made["table"])["offers"][0]["move"]}
    assert ann.post(f"{where}/moves", **move) == {"table": made["table"], "number": number}
    assert ann.delete(f"{where}/moves", number=number)["number"] == number
    assert ann.post(f"{where}/moves?view=true", **move)["drawing"]
    assert not ann.post(f"{where}/moves?view=true&drawing=false", **move)["drawing"]
    assert ben.post(f"{where}/moves", **move)["number"] == number + 3  # with the next call
    assert ben.delete(f"{where}/seats") == {"table": made["table"], "number": number + 3}


def test_a_move_sent_twice_counts_once(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "random"})
    move = table["offers"][0]["move"]
    once = ann.move(table, table["number"], move)
    twice = ann.move(table, table["number"], move)
    assert once["number"] == twice["number"] == table["number"] + 2  # with the next call
    assert once["log"] == twice["log"]


def test_a_stale_number_is_refused_with_the_table_as_it_is(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "random"})
    now = ann.move(table, table["number"], table["offers"][0]["move"])
    with pytest.raises(Refused) as refused:
        ann.move(table, table["number"], table["offers"][1]["move"])
    assert refused.value.status == 409
    assert refused.value.table is not None
    assert refused.value.table["number"] == now["number"]
    assert ann.look(table)["number"] == now["number"]


def test_a_number_to_come_is_as_stale(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "random"})
    with pytest.raises(Refused) as refused:
        ann.move(table, table["number"] + 1, table["offers"][0]["move"])
    assert refused.value.status == 409


def test_what_the_rules_forbid_is_refused_with_the_rule(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba", "me", options={"setup": "random"})
    laid = ann.move(table, table["number"], 0)
    with pytest.raises(Refused) as refused:
        ann.move(table, laid["number"], 0)
    assert (refused.value.status, refused.value.rule) == (422, "3.3.1")
    assert ann.look(table)["number"] == laid["number"]


def test_decisions_at_the_same_time_stay_hidden_and_may_change(server: Serving) -> None:
    ann, ben, eve = (server.person(name) for name in ("Ann", "Ben", "Eve"))
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    number = ben.sit(table)["number"]
    first, second = (offer["move"] for offer in table_offers(ann.look(table))[:2])
    assert ann.move(table, number, first)["decided"] == first
    for other in (ben, eve):
        seen = other.look(table)
        assert seen["decided"] is None
        assert seen["number"] == number
        assert [seat["has_decided"] for seat in seen["seats"]] == [True, False]
    assert ann.move(table, number, second)["decided"] == second
    after = ben.move(table, number, first)
    assert after["decided"] is None
    said = [line for line in after["log"] if line["seat"] == 0]
    assert [line["target"]["space"] for line in said] == [second]


def test_a_seat_is_shown_what_it_answered_last(server: Serving) -> None:
    """Whoever got no answer finds out by that whether a move arrived."""
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    number = ben.sit(table)["number"]
    first, second = (offer["move"] for offer in table_offers(ann.look(table))[:2])
    assert ann.look(table)["answered"] is None
    assert ann.move(table, number, first)["answered"] == {"number": number, "move": first}
    assert ben.look(table)["answered"] is None
    assert ann.undo(table, number)["answered"] is None
    ann.move(table, number, second)
    assert ben.move(table, number, first)["answered"] == {"number": number, "move": first}
    assert ann.look(table)["answered"] == {"number": number, "move": second}
    assert server.stranger().look(table)["answered"] is None


def table_offers(table: dict[str, list[dict[str, int]]]) -> list[dict[str, int]]:
    return table["offers"]


def test_who_sits_nowhere_looks_on(server: Serving) -> None:
    ann, eve, stranger = server.person("Ann"), server.person("Eve"), server.stranger()
    table = ann.open_table("karuba_cards", "me", 3)
    for viewer in (eve, stranger):
        seen = viewer.look(table)
        assert (seen["you"], seen["offers"], seen["invitation"]) == (None, [], None)
        assert seen["view"]["hand"] == []
    assert ann.look(table)["view"]["hand"]
    with pytest.raises(Refused) as refused:
        eve.move(table, table["number"], 0)
    assert refused.value.status == 403


@pytest.mark.parametrize("which", ["mine", "over"])
def test_who_has_not_said_who_they_are_has_no_tables(server: Serving, which: str) -> None:
    """A bot and an open seat are nobody's, and a stranger is not nobody."""
    ann = server.person("Ann")
    ann.open_table("karuba", "me", 1, is_public=False)
    ann.open_table("karuba", "me", "open", is_public=False)
    play_on([ann], ann.open_table("karuba_cards", "me", 1, is_public=False))
    assert listed(ann, which)
    assert listed(server.stranger(), which) == []


def test_who_leaves_before_the_match_leaves_an_open_seat(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "open", "me", "open")
    ben.sit(table, seat=2)
    ann.leave(table)
    assert [seat["kind"] for seat in ben.look(table)["seats"]] == ["open", "open", "person"]


def test_a_table_that_all_have_left_is_not_listed_until_somebody_is_back(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", 1)
    ann.leave(table)
    assert table["id"] not in listed(ben, "open")
    ben.sit(table)
    assert table["id"] in listed(ann, "open")
    empty = ann.open_table("karuba", "open", "open")  # for others; nobody has left it
    assert empty["id"] in listed(ben, "open")


def listed(person: Person, which: str) -> list[str]:
    return [card["id"] for card in person.get(f"/tables?which={which}")]


def test_a_long_list_says_where_it_goes_on(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "MAX_LISTED", 3)
    ann = server.person("Ann")
    tables = [ann.open_table("karuba", "me", "open", is_public=False)["id"] for _ in range(7)]
    path, pages = "/api/tables?which=mine", []
    while path:
        answer = ann.http.get(path.removeprefix("/api"))
        pages.append([card["id"] for card in answer.json()])
        path = answer.links.get("next", {}).get("url", "")
    assert [len(page) for page in pages] == [3, 3, 1]
    assert [table for page in pages for table in page] == tables[::-1]
    with pytest.raises(Refused) as refused:
        ann.get("/tables?which=mine&after=nowhere")
    assert refused.value.status == 404


def test_for_who_leaves_a_match_a_bot_plays_on_until_they_are_back(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    left = ben.leave(table)
    assert left["you"] is None
    assert left["seats"][1]["kind"] == "bot"
    number = ann.look(table)["number"]
    ann.any_move(table)
    eventually(lambda: ann.look(table)["number"] > number)
    assert ben.sit(table)["you"] == 1


def test_a_bot_does_not_decide_for_who_is_back_before_it_has(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    autoplay = server.app.state.server.autoplay
    bot_pool, truly_decide_for = autoplay.bot_pool, autoplay.submit_bot_move
    thinks, may_answer, was_heard = (threading.Event() for _ in range(3))
    truly = bot_pool.decide

    async def slowly(*question: Any) -> int:
        move: int = await truly(*question)
        thinks.set()
        await asyncio.to_thread(may_answer.wait)
        return move

    async def decide_for(*answer: Any) -> bool:
        has_decided: bool = await truly_decide_for(*answer)
        was_heard.set()
        return has_decided

    monkeypatch.setattr(bot_pool, "decide", slowly)
    monkeypatch.setattr(autoplay, "submit_bot_move", decide_for)
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    ben.leave(table)
    assert thinks.wait(PATIENCE)
    ben.sit(table)
    may_answer.set()
    assert was_heard.wait(PATIENCE)
    assert not ann.look(table)["seats"][1]["has_decided"]
    may_answer.clear()
    for _ in range(2):  # away, back, and away again while it thinks
        ben.leave(table)
        seen = ben.sit(table)
        assert seen["you"] == 1
    ben.leave(table)
    may_answer.set()
    eventually(lambda: ann.look(table)["seats"][1]["has_decided"])


def test_bots_play_with_a_person_to_the_end(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("karuba_cards", 1, "me", 2)
    assert [seat["level"] for seat in table["seats"]] == [1, None, 2]
    assert play_on([ann], table)["winner_says"]


def test_lists_say_which_tables_wait_for_one(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    assert table["id"] in [card["id"] for card in ben.get("/tables?which=open")]
    ben.sit(table)
    assert table["id"] in [card["id"] for card in ben.get("/tables?which=running")]
    (card,) = ann.get("/tables?which=mine")
    assert card["awaits_you"]
    ann.any_move(table)
    (card,) = ann.get("/tables?which=mine")
    assert not card["awaits_you"]
    play_on([ann, ben], table)
    assert ann.get("/tables?which=mine") == []
    (card,) = ann.get("/tables?which=over")
    assert card["moves"] == ann.look(table)["number"]


def test_a_rematch_has_the_same_people_and_one_is_enough(server: Serving) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", 1, options={"setup": "random"})
    ben.sit(table)
    with pytest.raises(Refused) as refused:
        ann.rematch(table)
    assert refused.value.status == 409
    play_on([ann, ben], table)
    again = ann.rematch(table)
    assert again["id"] == ben.rematch(table)["id"]
    assert ann.look(table)["rematch"] == again["id"]
    before, after = ann.look(table)["seats"], again["seats"]
    assert [seat["name"] for seat in after] == [seat["name"] for seat in before[-1:] + before[:-1]]
    assert ben.look(again)["you"] == 2


@pytest.mark.parametrize(("seats", "options", "status"), [
    (["me"] * 2, {}, 409),
    (["me", "open", "open", "open", "open"], {}, 422),
    (["me"], {"setup": "sideways"}, 422),
    (["me"], {"weather": "rain"}, 422),
    ([9], {}, 422),
    ([], {}, 422),
])  # fmt: skip
def test_a_table_that_cannot_be_is_refused(
    server: Serving, seats: list[str | int], options: dict[str, str], status: int
) -> None:
    ann = server.person("Ann")
    with pytest.raises(Refused) as refused:
        ann.open_table("karuba", *seats, options=options)
    assert refused.value.status == status
    assert refused.value.sentence


def test_two_of_one_name_are_told_apart(server: Serving) -> None:
    table = server.person("Ann").open_table("karuba", "me", "open")
    seats = server.person("Ann").sit(table)["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "Ann 2"]


@pytest.mark.parametrize("game", ready_games())
def test_no_bot_waits_for_the_compiler(game: str) -> None:
    """Whatever its level: without machine code it is one that does not search."""
    bot_pool = BotPool(is_compiling=False)
    levels = range(1, 1 + len(take(game).levels))
    names = {bot_pool.playable_bot(game, level) for level in levels}
    assert all(strength(name, take(game))[1] is None for name in names)
    bot_pool.compiled_games.add(game)
    assert [bot_pool.playable_bot(game, level) for level in levels] == [*map(level_name, levels)]
