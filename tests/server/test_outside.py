"""A game that lies outside the package, at the web table: options, teams, all together, bots."""

from pathlib import Path

import pytest

from templetop.cli.new_game import write
from templetop.games.shelf import ELSEWHERE, put
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    Table,
    eventually,
    id_of,
    play_on,
    serving,
)
from tests.server.serving import settings_in as settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> object:
    with serving(settings(tmp_path_factory.mktemp("outside"))) as running:
        yield running


def over(person: Person, table: Table) -> Table | None:
    seen = person.look(table)
    return seen if seen["state"] == "over" else None


def test_it_is_on_the_shelf_with_its_rulebook(server: Serving) -> None:
    [card] = [card for card in server.stranger().get("/games") if card["id"] == "heist"]
    assert card["seats"] == [*range(1, 9)]
    assert card["measure"] == {"one": "step", "many": "steps", "decides": False}
    mode, corridor, *_ = card["options"]
    assert [choice["seats"] for choice in mode["choices"]] == [[*range(2, 9)], [4, 6, 8], None]
    assert (mode["numbers"], corridor["choices"]) == (None, [])
    assert corridor["numbers"] == {"values": [5], "low": 1, "high": 20, "total": None}
    book = server.stranger().get("/games/heist/rulebook")
    assert "3.6" in [entry["number"] for entry in book["entries"]]


@pytest.mark.parametrize(("seats", "options", "sentence"), [
    (1, {}, "Heist seats 2 to 8 with mode=alone, not 1; with mode=together it does."),
    (3, {"mode": "teams"},
     "Heist seats 4, 6 or 8 with mode=teams, not 3; with mode=alone or mode=together it does."),
    (2, {"corridor": "21"}, "The option corridor must be a number from 1 to 20, not '21'."),
    (2, {"corridor": "long"}, "The option corridor must be a number from 1 to 20, not 'long'."),
    (2, {"weather": "rain"}, None),
])  # fmt: skip
def test_what_cannot_be_played_is_refused_in_its_own_words(
    server: Serving, seats: int, options: dict[str, str], sentence: str | None
) -> None:
    ann = server.person("Ann")
    with pytest.raises(Refused) as refused:
        ann.open_table("heist", "me", *["open"] * (seats - 1), options=options)
    assert refused.value.status == 422
    assert sentence is None or refused.value.sentence == sentence


def test_numbers_that_were_agreed_on_are_kept_and_played_by(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("heist", "me", 1, options={"corridor": "7"})
    assert table["options"] == {"mode": "alone", "corridor": "7"}
    assert table["view"]["corridor"] == 7
    server.app.state.server.table_service.rooms.clear()
    assert ann.look(table)["view"]["corridor"] == 7


def test_eight_bots_play_each_for_themselves(server: Serving) -> None:
    """In processes of their own, which know the game as well."""
    ann = server.person("Ann")
    table = ann.open_table("heist", *[1, 2] * 4)
    with ann.live(table, drawing=False):
        end = eventually(lambda: over(ann, table))
    assert [seat["side"] for seat in end["seats"]] == [*range(8)]
    check_results(end)


def test_partners_win_and_lose_together(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("heist", "me", 1, 2, 1, options={"mode": "teams"})
    assert [seat["side"] for seat in table["seats"]] == [0, 1, 0, 1]
    assert {seat["result"] for seat in table["seats"]} == {None}
    end = play_on([ann], table)
    assert end["seats"][0]["result"] == end["seats"][2]["result"]
    assert end["seats"][1]["result"] == end["seats"][3]["result"]
    check_results(end)
    [card] = [card for card in ann.get("/tables?which=over") if card["id"] == id_of(table)]
    for listed, shown in zip(card["seats"], end["seats"], strict=True):
        assert {**listed, "is_here": False} == {**shown, "is_here": False}


def test_partners_are_known_before_the_match(server: Serving) -> None:
    ann = server.person("Ann")
    table = ann.open_table("heist", "me", *["open"] * 3, options={"mode": "teams"})
    assert [seat["side"] for seat in table["seats"]] == [0, 1, 0, 1]


@pytest.mark.parametrize(("corridor", "result"), [("1", "won"), ("20", "lost")])
def test_all_play_together_and_win_or_lose_as_one(
    server: Serving, corridor: str, result: str
) -> None:
    """One step is enough for everybody, or there are too few rounds for anybody."""
    ann, ben = server.person("Ann"), server.person("Ben")
    options = {"mode": "together", "corridor": corridor, "rounds": "2"}
    table = ann.open_table("heist", "me", "open", options=options)
    ben.sit(table)
    while (seen := ann.look(table))["state"] == "running":
        for person in (ann, ben):
            if person.look(table)["offers"]:
                person.move(table, seen["number"], 0)
    end = ann.look(table)
    assert [(seat["side"], seat["result"]) for seat in end["seats"]] == [(0, result)] * 2
    assert end["winner_says"] == f"Ann and Ben have {result} together."


def check_results(end: Table) -> None:
    """Who has the first place has won, or drawn, if another side has it as well."""
    first = {seat["side"] for seat in end["seats"] if seat["place"] == 1}
    for seat in end["seats"]:
        best = "won" if len(first) == 1 else "drawn"
        assert seat["result"] == (best if seat["place"] == 1 else "lost")
    assert end["winner_says"]


def test_a_game_that_was_begun_a_minute_ago_is_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "minute", "A Minute")
    monkeypatch.setenv(ELSEWHERE, "")
    put(tmp_path / "minute")
    with serving(settings(tmp_path)) as server:
        ann = server.person("Ann")
        table = ann.open_table("minute", "me", 1, options={"goal": "10"})
        assert table["view"] == {
            "seat": 0, "phase": "deciding", "turn": 0, "pot": 0, "goal": 10, "points": [0, 0]
        }  # fmt: skip
        assert [offer["says"] for offer in table["offers"]] == ["rolls"]
        check_results(play_on([ann], table))


def test_a_server_without_it_still_lists_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(settings(tmp_path)) as server:
        ann = server.person("Ann")
        heist, karuba = (
            ann.open_table("heist", "me", "open"),
            ann.open_table("karuba", "me", "open"),
        )
        cookies = dict(ann.http.cookies)
    monkeypatch.setenv("TEMPLETOP_GAMES", "")
    with serving(settings(tmp_path)) as server:
        ann = server.stranger()
        ann.http.cookies.update(cookies)
        cards = {card["id"]: card for card in ann.get("/tables?which=mine")}
        assert cards[karuba["id"]]["closed"] is None
        assert "heist is no longer on the shelf" in cards[heist["id"]]["closed"]
        assert cards[heist["id"]]["seats"][0]["name"] == "Ann"
        with pytest.raises(Refused) as refused:
            ann.look(heist)
        assert (refused.value.status, refused.value.sentence) == (
            404,
            cards[heist["id"]]["closed"],
        )
