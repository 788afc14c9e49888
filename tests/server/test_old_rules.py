"""A match that was begun by other rules: its numbers would mean something else today."""

import functools
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from templetop.engine.seats import CHANCE
from templetop.games.shelf import ready_games, take
from templetop.server.bots import bot_pool
from tests.every_game.tables import cut_short
from tests.server.held import experiment_at_once
from tests.server.serving import (
    Person,
    Refused,
    Serving,
    eventually,
    id_of,
    play_on,
    serving,
    settings_in,
)

UNKNOWN = 0  # a version that no game knows


def store_in(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "data" / "templetop.sqlite")


def age(folder: Path, table: str, version: int = UNKNOWN) -> None:
    """As if it had been begun before the rules changed."""
    with store_in(folder) as file:
        file.execute("UPDATE tables SET rules_version = ? WHERE id = ?", [version, table])


@functools.cache
def old_numbers(game: str, version: int) -> dict[tuple[bool, int], int]:
    """What today's numbers were then, of chance and of seats."""
    today = take(game).renumbered[version]
    found = {}
    for seat in (CHANCE, 0):
        for old in range(2_000):
            try:
                found[seat == CHANCE, today(seat, old)] = old
            except (LookupError, ValueError):
                continue
    return found


def write_as_then(folder: Path, table: str, game: str, version: int) -> None:
    """In the numbers of an earlier version, open decisions as well."""
    old = old_numbers(game, version)
    with store_in(folder) as file:
        for name in ("moves", "decisions"):
            rows = file.execute(
                f'SELECT rowid, seat, move FROM {name} WHERE "table" = ?', [table]
            ).fetchall()
            for row, seat, move in rows:
                number = old[seat == CHANCE, move]
                file.execute(f"UPDATE {name} SET move = ? WHERE rowid = ?", [number, row])
    age(folder, table, version)


def again(server: Serving, person: Person) -> Person:
    """The same person at a server that was started anew."""
    other = server.stranger()
    other.http.cookies.update(person.http.cookies)
    return other


def earlier() -> Iterator[tuple[str, int]]:
    """Versions with other numbers; where they are the same, only the version is to be changed."""
    for game in ready_games():
        for version in take(game).renumbered:
            if any(old != today for (_, today), old in old_numbers(game, version).items()):
                yield game, version


@pytest.mark.parametrize(("game", "version"), [*earlier()])
def test_it_is_carried_over_where_the_game_knows_how(
    game: str, version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that runs, with a decision that nobody has seen yet, and one that is over."""
    monkeypatch.setattr(bot_pool, "experiment_in_worker", experiment_at_once)
    with serving(settings_in(tmp_path)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        options = cut_short(take(game))
        tables = [ann.open_table(game, "me", "open", options=options) for _ in range(2)]
        for table, moves in zip(tables, (12, 10_000), strict=True):
            ben.sit(table)
            play_on([ann, ben], table, moves)
        asked = next(person for person in (ann, ben) if person.look(tables[0])["offers"])
        asked.any_move(tables[0])
        before = [[person.look(table) for table in tables] for person in (ann, ben)]
    for table in tables:
        write_as_then(tmp_path, id_of(table), game, version)
    with serving(settings_in(tmp_path)) as server:
        ann, ben = again(server, ann), again(server, ben)
        assert [[person.look(table) for table in tables] for person in (ann, ben)] == before
        assert versions(tmp_path) == {take(game).rules_version}
        end = play_on([ann, ben], tables[0])
        assert end["state"] == "over"
    with serving(settings_in(tmp_path)) as server:  # and it was written back
        assert again(server, ann).look(tables[0])["log"] == end["log"]


def versions(folder: Path) -> set[int]:
    with store_in(folder) as file:
        return {version for (version,) in file.execute("SELECT rules_version FROM tables")}


def test_what_could_not_have_been_played_is_not_carried_over(tmp_path: Path) -> None:
    """Its numbers are known, but they do not make a match."""
    with serving(settings_in(tmp_path)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        table = ann.open_table("karuba", "me", "open", options={"setup": "random"})
        ben.sit(table)
        play_on([ann, ben], table, 20)
    write_as_then(tmp_path, id_of(table), "karuba", 1)
    with store_in(tmp_path) as file:
        file.execute("UPDATE moves SET move = 0 WHERE seat >= 0")  # all on one space
    with serving(settings_in(tmp_path)) as server:
        with pytest.raises(Refused) as refused:
            server.stranger().look(table)
        assert refused.value.status == 404
        assert "by today's rules it could not have been played" in refused.value.sentence
        assert versions(tmp_path) == {-1}  # so that the lists know, and nobody tries again
        [card] = again(server, ann).get("/tables?which=mine")
        assert "with version 1 of the rules" in card["closed"]


def test_it_is_not_misread_but_refused_in_a_sentence(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        table = ann.open_table("karuba_cards", "me", "open")
        ben.sit(table)
        points = [seat["points"] for seat in play_on([ann, ben], table, 12)["seats"]]
    age(tmp_path, table["id"])
    with serving(settings_in(tmp_path)) as server:
        ann = again(server, ann)
        sentences = set()
        for path in ("", "/replay", "/match", "/keepsakes/0"):
            with pytest.raises(Refused) as refused:
                ann.get(f"/tables/{table['id']}{path}")
            assert refused.value.status == 404
            assert "was begun with version 0 of the rules" in refused.value.sentence
            sentences.add(refused.value.sentence)
        [card] = ann.get("/tables?which=mine")
        assert (card["id"], {card["closed"]}) == (table["id"], sentences)
        assert [seat["name"] for seat in card["seats"]] == ["Ann", "Ben"]
        assert [seat["points"] for seat in card["seats"]] == points


@pytest.mark.parametrize("aged", [0, 1])
def test_it_keeps_no_other_table_waiting(tmp_path: Path, aged: int) -> None:
    """Two clocks have run out; at one of the tables nobody can play on."""
    clock = {"kind": "move", "seconds": 1000}
    with serving(settings_in(tmp_path)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        tables = [ann.open_table("karuba", "me", "open", clock=clock) for _ in range(2)]
        numbers = [ben.sit(table)["number"] for table in tables]
    age(tmp_path, tables[aged]["id"])
    with sqlite3.connect(tmp_path / "data" / "templetop.sqlite") as file:
        file.execute("UPDATE tables SET deadline = 1, seconds = 1, asked_at = 1")
    with serving(settings_in(tmp_path)) as server:
        other, stranger = 1 - aged, server.stranger()
        eventually(lambda: stranger.look(tables[other])["number"] > numbers[other])


@pytest.mark.parametrize("can_be_numbered", [False, True])
def test_one_that_is_over_is_opened_without_its_moves(
    tmp_path: Path, can_be_numbered: bool
) -> None:
    """Neither where nobody knows its numbers, nor where by today's rules they are no match."""
    game = "karuba" if can_be_numbered else "karuba_cards"
    options = cut_short(take(game))
    with serving(settings_in(tmp_path)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        table = ann.open_table(game, "me", "open", options=options)
        ben.sit(table)
        ann.post(f"/tables/{table['id']}/talk", kind="phrase", says="hello")
        before = play_on([ann, ben], table)
        assert before["state"] == "over"
    if can_be_numbered:
        write_as_then(tmp_path, id_of(table), game, 1)
        with store_in(tmp_path) as file:
            file.execute("UPDATE moves SET move = 0 WHERE seat >= 0")
    else:
        age(tmp_path, id_of(table))
    for _ in range(2):  # the second time the store knows already
        with serving(settings_in(tmp_path)) as server:
            ann = again(server, ann)
            seen = ann.look(table)
            for what in ("name", "points", "place", "result"):
                assert [s[what] for s in seen["seats"]] == [s[what] for s in before["seats"]]
            assert seen["talk"] == before["talk"]
            assert (seen["view"], seen["offers"], seen["state"]) == (None, [], "over")
            [line] = seen["log"]
            assert line["says"] == seen["winner_says"]
            assert "its moves can no longer be shown" in line["says"]
            assert time.strftime("%Y-%m-%d", time.gmtime()) in line["says"]
            with ann.live(table) as tab:
                assert tab.table()["log"] == seen["log"]
            for path in ("/replay", "/replay/0", "/match", "/coach"):
                with pytest.raises(Refused) as refused:
                    ann.get(f"/tables/{table['id']}{path}")
                assert (refused.value.status, refused.value.sentence) == (404, line["says"])
            with pytest.raises(Refused):
                ann.post(f"/tables/{table['id']}/again", moves=3)
            [card] = ann.get("/tables?which=over")
            assert card["closed"] == line["says"]
