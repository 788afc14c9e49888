"""Being taught at a table of one's own, step by step."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from templetop.engine.lesson import is_meant, lesson_of
from templetop.games.shelf import ready_games, take
from tests.server.conftest import mostly_at_sqlite
from tests.server.serving import Person, Refused, Serving, Table, play_on, serving, settings_in

TAUGHT = [game for game in ready_games() if lesson_of(take(game)) is not None]


def begin(person: Person, game: str) -> Table:
    return person.look(person.post(f"/games/{game}/lesson")["table"])


def read_on(person: Person, table: Table) -> Table:
    path = f"/tables/{table['id']}/lesson?view=true&drawing=false"
    seen: Table = person.post(path, step=table["lesson"]["step"])
    return seen


def card(person: Person, game: str) -> dict[str, Any]:
    (one,) = [one for one in person.get("/lessons") if one["game"] == game]
    return dict(one)


def first_named(table: Table) -> int:
    """The move that the step at hand names first."""
    lesson = lesson_of(take(table["game"]))
    assert lesson is not None
    codes = lesson.steps[table["lesson"]["step"]].moves
    first = codes[0].casefold()
    named = [o["move"] for o in table["offers"] if is_meant(o["code"].casefold(), first)]
    return int((named or [offer["move"] for offer in table["offers"]])[0])


def go_on(person: Person, table: Table) -> Table:
    if table["lesson"]["asks"]:
        return person.move(table, table["number"], first_named(table))
    return read_on(person, table)


@mostly_at_sqlite("game", TAUGHT)
def test_a_lesson_goes_to_its_end_and_tells_nothing_of_what_is_to_come(
    server: Serving, game: str
) -> None:
    ann, lesson = server.person("Ann"), lesson_of(take(game))
    assert lesson is not None
    assert (card(ann, game)["is_done"], card(ann, game)["table"]) == (False, None)
    table = begin(ann, game)
    for number, step in enumerate(lesson.steps):
        assert (table["lesson"]["step"], table["lesson"]["is_over"]) == (number, False)
        assert [said["title"] for said in table["lesson"]["said"]] == [
            one.title for one in lesson.steps[: number + 1]
        ]
        assert bool(table["offers"]) == step.asks == table["lesson"]["asks"]
        assert not any(line["by_odds"] for line in table["log"])
        for attempt in table["lesson"]["tries"]:
            with pytest.raises(Refused) as refused:
                ann.move(table, table["number"], attempt["move"])
            assert refused.value.status == 422
            assert ann.look(table)["number"] == table["number"]
        table = go_on(ann, table)
    assert (table["state"], table["lesson"]["is_over"]) == ("over", True)
    assert table["winner_says"] == "The lesson is over."
    assert card(ann, game) | {"level": 0} == {
        "game": game, "minutes": lesson.minutes, "table": None, "is_done": True, "level": 0,
    }  # fmt: skip
    assert [one["id"] for one in ann.get("/tables?which=over")] == []


@pytest.mark.parametrize("game", TAUGHT)
def test_everyone_is_taught_in_their_own_language(server: Serving, game: str) -> None:
    ann, anna = server.person("Ann"), server.person("Anna")
    anna.http.cookies.set("language", "de")
    english, german = begin(ann, game), begin(anna, game)
    while english["state"] != "over":
        pairs = zip(english["lesson"]["said"], german["lesson"]["said"], strict=True)
        assert not [one for one, other in pairs if one["says"] == other["says"]]
        tries = zip(english["lesson"]["tries"], german["lesson"]["tries"], strict=True)
        assert all(one["move"] == other["move"] for one, other in tries)
        assert not {t["says"] for t in english["lesson"]["tries"]} & {
            t["says"] for t in german["lesson"]["tries"]
        }
        english, german = go_on(ann, english), go_on(anna, german)
    assert german["state"] == "over"
    books = [person.get(f"/games/{game}/rulebook") for person in (ann, anna)]
    for beside in ("pieces", "short"):
        assert not {one["says"] for one in books[0][beside]} & {
            one["says"] for one in books[1][beside]
        }
    examples = [person.get(f"/games/{game}/examples") for person in (ann, anna)]
    assert not {one["says"] for one in examples[0]} & {one["says"] for one in examples[1]}


def test_what_the_step_does_not_want_gets_its_sentence_and_changes_nothing(
    server: Serving,
) -> None:
    ann = server.person("Ann")
    table = begin(ann, "karuba")
    with pytest.raises(Refused) as refused:
        ann.move(table, table["number"], 0)
    assert refused.value.sentence == "Read this first, and press Next."
    while not table["lesson"]["asks"]:
        table = read_on(ann, table)
    other = next(offer["move"] for offer in table["offers"] if offer["code"] != "a1")
    with pytest.raises(Refused) as refused:
        ann.move(table, table["number"], other)
    assert "begin at its beach" in refused.value.sentence
    with pytest.raises(Refused):
        read_on(ann, table)
    again = ann.look(table)
    assert (again["number"], again["lesson"]) == (table["number"], table["lesson"])


def test_a_lesson_is_left_and_resumed_where_it_was(server: Serving) -> None:
    ann, bob = server.person("Rosa"), server.person("Bob")
    table = begin(ann, "karuba")
    assert [seat["name"] for seat in table["seats"]] == ["Rosa", "Rosa (bot)"]
    for _ in range(7):
        table = go_on(ann, table)
    assert begin(ann, "karuba")["lesson"] == table["lesson"]
    assert card(ann, "karuba")["table"] == table["id"]
    (listed,) = ann.get("/tables?which=mine")
    assert (listed["lesson"], listed["id"]) == (True, table["id"])
    assert read_on_twice(ann, table) == table["lesson"]["step"]
    for refused_way in ("rematch", "ballot"):
        with pytest.raises(Refused):
            ann.post(f"/tables/{table['id']}/{refused_way}", **WISH.get(refused_way, {}))
    with pytest.raises(Refused):
        ann.leave(table)
    with pytest.raises(Refused):
        ann.delete(f"/tables/{table['id']}/moves", number=table["number"], practice=True)
    with pytest.raises(Refused):
        bob.look(table)
    with pytest.raises(Refused) as unknown:
        ann.post("/games/heist/lesson")
    assert unknown.value.status == 404


WISH = {"ballot": {"wish": "end"}}


def read_on_twice(person: Person, table: Table) -> int:
    """What was read before is read again, and changes nothing."""
    path = f"/tables/{table['id']}/lesson?view=true&drawing=false"
    return int(person.post(path, step=0)["lesson"]["step"])


def test_whoever_wins_is_offered_the_next_level(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        table = ann.open_table("karuba", "me", 3, options={"setup": "random", "tiles": "1"})
        play_on([ann], table)
        assert card(ann, "karuba") == card(server.stranger(), "karuba")
        with closing(sqlite3.connect(next(tmp_path.rglob("*.sqlite")))) as store:
            won = "UPDATE seats SET result = 'won' WHERE \"table\" = ? AND level IS NULL"
            store.execute(won, [table["id"]])
            store.commit()
        assert (card(ann, "karuba")["level"], card(ann, "cacao")["level"]) == (4, 1)


def test_a_lesson_that_was_rewritten_is_begun_again(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = server.person("Ann")
    table = begin(ann, "karuba")
    lesson = lesson_of(take("karuba"))
    assert lesson is not None
    monkeypatch.setitem(vars(lesson), "digest", "another")
    again = ann.look(table)
    assert again["lesson"]["is_rewritten"]
    with pytest.raises(Refused) as refused:
        read_on(ann, table)
    assert "rewritten" in refused.value.sentence
    assert begin(ann, "karuba")["id"] != table["id"]
