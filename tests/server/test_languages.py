"""In which language somebody is answered: each in their own, at the same table."""

import pytest

from templetop.server.http.language_middleware import accepted_language, language_cookie
from tests.server.serving import Person, Refused, Serving


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"), ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr, en;q=0.4, de;q=0.5", "de"), ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("en;q=0.1, de;q=0.2", "de"), ("de;q=0, fr", "en"),
        ("*", "en"), ("nonsense;;q=x, \x00", "en"), ("de" * 10_000, "en"),
    ],
)  # fmt: skip
def test_a_browser_asks_for_languages(asked: str, language: str) -> None:
    assert accepted_language(asked) == language


def test_what_was_chosen_on_a_page_counts_more() -> None:
    assert language_cookie("session=x; language=de") == "de"
    assert language_cookie("language=fr") is None
    assert language_cookie('language="de"; language=en') == "de"
    assert language_cookie('language="; x') is None
    assert language_cookie("xlanguage=de") is None
    assert language_cookie("session=language") is None


def german(person: Person) -> Person:
    person.http.cookies.set("language", "de")
    return person


def test_everyone_at_a_table_reads_their_own_language(server: Serving) -> None:
    ann, ben = german(server.person("Ann")), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    with ann.live(table) as anns, ben.live(table) as bens, server.stranger().live(table) as eves:
        seen = ann.look(table)
        assert seen["offers"][0]["says"].startswith("legt Plättchen ")
        assert seen["view"]["asks"].startswith("Lege Plättchen ")
        number, move = seen["number"], seen["offers"][0]["move"]
        ann.move(table, number, move)
        ben.move(table, number, move)
        logs = [tab.table(lambda t: t["number"] > number)["log"] for tab in (anns, bens, eves)]
    told = [[line["says"] for line in log] for log in logs]
    assert told[0][-3].startswith("Ann legt Plättchen ")
    assert told[0][0] == "Der Zufall stellt die Abenteurer und ihre Tempel auf."
    assert told[1][-3].startswith("Ann lays tile ")
    assert told[1] == told[2]
    assert not {*told[0]} & {*told[1]}
    assert ben.look(table)["view"]["asks"].startswith("Lay tile ")


def test_games_have_their_german_names_and_count_german_points(server: Serving) -> None:
    anna = german(server.person("Anna"))
    names = {"Karuba: Das Kartenspiel"}
    daily = anna.get("/daily")
    assert names & {deal["name"] for deal in daily["deals"]}
    counted = {deal["measure"]["many"] for deal in daily["deals"] if deal["measure"]}
    assert ("Punkte" in counted, "points" in counted) == (True, False)
    assert names & {shelf["name"] for shelf in anna.get("/puzzles")}
    shelf = anna.get("/puzzles/karuba_cards")
    assert shelf["name"] in names
    puzzle = anna.get(f"/puzzles/karuba_cards/{shelf['puzzles'][0]['id']}")
    assert (puzzle["game_name"], puzzle["measure"]["many"]) == ("Karuba: Das Kartenspiel", "Punkte")
    assert anna.get("/leaderboard?game=karuba_cards")["name"] in names
    ben = server.person("Ben")
    ben.post("/accounts", name="Ben Birke", password="under the third stone")
    with pytest.raises(Refused) as refused:
        anna.ask("PUT", f"/friends/{ben.get('/me')['id']}")
    assert refused.value.sentence.startswith("Für Freunde brauchst du ein Konto")


def test_refusals_and_games_are_german_too(server: Serving) -> None:
    ann, ben = german(server.person("Ann")), server.person("Ben")
    table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
    ben.sit(table)
    number = ann.look(table)["number"]
    for person, sentence in ((ann, "Es gibt keinen Zug 999."), (ben, "There is no move 999.")):
        with pytest.raises(Refused) as refused:
            person.move(table, number, 999)
        assert refused.value.sentence == sentence
    with pytest.raises(Refused) as missing:
        ann.get("/tables/nowhere")
    assert missing.value.sentence == "Diesen Tisch gibt es nicht."
    with pytest.raises(Refused) as malformed:
        ann.post("/guests", name="")
    assert malformed.value.sentence == "name: nötig sind mindestens 1 Zeichen."
    games = {card["id"]: card for card in ann.get("/games")}
    assert games["karuba"]["options"][0]["called"] == "Aufbau"
    assert games["karuba"]["options"][0]["name"] == "setup"
    assert games["karuba"]["measure"]["many"] == "Punkte"
    assert ben.get("/games")[0]["measure"]["many"] == "points"
