"""A match that was begun by other rules: its numbers would mean something else today."""

import sqlite3
from pathlib import Path

import pytest

from tests.server.serving import Refused, eventually, play_on, serving, settings_in


def age(folder: Path, table: str) -> None:
    """As if it had been begun before the rules changed."""
    with sqlite3.connect(folder / "data" / "templetop.sqlite") as file:
        file.execute("UPDATE tables SET rules_version = 0 WHERE id = ?", [table])


def test_it_is_not_misread_but_refused_in_a_sentence(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server:
        ann, ben = server.person("Ann"), server.person("Ben")
        table = ann.open_table("karuba_cards", "me", "open")
        ben.sit(table)
        play_on([ann, ben], table, 12)
        cookies = ann.http.cookies
    age(tmp_path, table["id"])
    with serving(settings_in(tmp_path)) as server:
        ann = server.stranger()
        ann.http.cookies = cookies
        for path in ("", "/replay", "/match"):
            with pytest.raises(Refused) as refused:
                ann.get(f"/tables/{table['id']}{path}")
            assert refused.value.status == 404
            assert "was begun by version 0 of the rules" in refused.value.sentence
        assert [card["id"] for card in ann.get("/tables?which=mine")] == [table["id"]]


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
