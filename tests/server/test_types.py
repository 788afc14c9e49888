"""The browser's types and the store's tables are those of the code."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, text

from templetop.games.shelf import ready_games
from templetop.server.schema import Base, TableRow
from templetop.server.store import MIGRATIONS, Store, engine_of, load_table
from templetop.server.types import FILE, NoTypeFor, all_types, in_typescript


def test_the_types_of_the_browser_are_not_stale() -> None:
    made = all_types()
    assert FILE.read_text(encoding="utf-8") == made, "run `python -m templetop.server.types`"


def test_every_game_has_its_view_and_its_targets() -> None:
    made = all_types()
    for game in ready_games():
        prefix = "".join(word.title() for word in game.split("_"))
        assert f"export interface {prefix}View " in made
        assert f"  {game}: {prefix}Target;" in made


@pytest.mark.parametrize(("kind", "written"), [
    (int | None, "number | null"),
    (list[int | None], "(number | null)[]"),
    (dict[str, list[bool]], "Record<string, boolean[]>"),
    (tuple[int, str], "[number, string]"),
])  # fmt: skip
def test_types_are_written_as_the_browser_knows_them(kind: object, written: str) -> None:
    assert in_typescript(kind, str) == written


def test_what_the_browser_cannot_know_is_noticed() -> None:
    with pytest.raises(NoTypeFor):
        in_typescript(set[int], str)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_lead_to_the_schema(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    sqlite = f"sqlite:///{tmp_path / 'new.sqlite'}"
    address = sqlite if kind == "sqlite" else request.getfixturevalue("postgresql")
    store = Store(address)
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
    store.close()
    Store(address).close()  # a store that is up to date stays as it is


def store_of_the_first_version(address: str, tables: dict[str, list[str]]) -> None:
    """Of each table, who sits there: "person", "open", "bot", or "gone" for whom a bot plays on."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    old = engine_of(address)
    with old.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for table, kinds in tables.items():
            played = {"id": table, "game": "cacao", "rules_version": 1, "options": {}}
            waiting = {"invitation": "I", "state": "waiting", "made_at": 0.0, "is_public": True}
            connection.execute(insert(TableRow).values(**played, **waiting))
            for seat, kind in enumerate(kinds):
                add_seat(connection, table, seat, kind)
    old.dispose()


def add_seat(connection: Connection, table: str, seat: int, kind: str) -> None:
    sits, has_left = ("bot", True) if kind == "gone" else (kind, False)
    values = {"table": table, "seat": seat, "kind": sits, "left": has_left}
    columns = '("table", seat, kind, level, name, has_left, spent)'
    seated = "(:table, :seat, :kind, 3, 'Monkey', :left, 0.0)"
    connection.execute(text(f"INSERT INTO seats {columns} VALUES {seated}"), values)


def test_a_store_of_the_first_version_keeps_its_tables(tmp_path: Path) -> None:
    """Whoever sat there sits there still; nobody is a program."""
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    store_of_the_first_version(address, {"T": ["bot"]})
    store = Store(address)
    with store.engine.connect() as connection:
        [sitting] = load_table("T", 0, connection).seats
    store.close()
    assert (sitting.name, sitting.level, sitting.program) == ("Monkey", 3, None)


def test_at_older_tables_there_is_a_guide_for_who_plays_against_bots_alone(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    company = {
        "solo": (["person"], True),
        "bots": (["bot", "person", "bot"], True),
        "two": (["person", "person", "bot"], False),
        "free": (["person", "open"], False),
        "gone": (["person", "gone"], False),  # and may come back
    }
    store_of_the_first_version(address, {name: kinds for name, (kinds, _) in company.items()})
    store = Store(address)
    with store.engine.connect() as connection:
        found = {name: load_table(name, 0, connection).row.guide for name in company}
    store.close()
    assert found == {name: guide for name, (_, guide) in company.items()}
