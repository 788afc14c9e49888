"""The browser's types and the store's tables are those of the code."""

import ast
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import text

from templetop.games.shelf import ours
from templetop.server import api_models
from templetop.server.store.database import MIGRATIONS, Store, create_engine_for, load_table
from templetop.server.store.schema import Base
from templetop.server.tables import deal_key
from templetop.server.typescript import FILE, NoTypescriptType, typescript_source, typescript_type


def test_the_types_of_the_browser_are_not_stale() -> None:
    made = typescript_source()
    assert FILE.read_text(encoding="utf-8") == made, "run `python -m templetop.server.typescript`"


def test_every_game_has_its_view_and_its_targets() -> None:
    made = typescript_source()
    for game in ours():
        prefix = "".join(word.title() for word in game.split("_"))
        assert f"export interface {prefix}View " in made
        assert f"  {game}: {prefix}Target;" in made


def classes_in(*paths: Path) -> set[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    return {node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}


def test_what_is_sent_has_a_name_of_its_own() -> None:
    package = Path(api_models.__file__).parents[1]
    others = [path for part in ("engine", "bots") for path in (package / part).glob("*.py")]
    assert classes_in(Path(api_models.__file__)) & classes_in(*others) == set()


@pytest.mark.parametrize(("kind", "written"), [
    (int | None, "number | null"),
    (list[int | None], "(number | null)[]"),
    (dict[str, list[bool]], "Record<string, boolean[]>"),
    (tuple[int, str], "[number, string]"),
    (tuple[int, ...], "number[]"),
])  # fmt: skip
def test_types_are_written_as_the_browser_knows_them(kind: object, written: str) -> None:
    assert typescript_type(kind, str) == written


def test_what_the_browser_cannot_know_is_noticed() -> None:
    with pytest.raises(NoTypescriptType):
        typescript_type(set[int], str)


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


def test_a_store_of_the_first_version_keeps_its_tables(tmp_path: Path) -> None:
    """Whoever sat there sits there still; nobody is a program."""
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    old = create_engine_for(address)
    with old.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        table = "('T', 'cacao', 1, '{}', true, 'I', 'waiting', 0.0, 0, 0, 0, 0, '[]')"
        columns = "(id, game, rules_version, options, is_public, invitation, state, made_at, "
        columns += "revision, undone, length, awaited, standing)"
        connection.execute(text(f"INSERT INTO tables {columns} VALUES {table}"))
        seat = "('T', 0, 'bot', 3, 'Monkey', false, 0.0)"
        columns = '("table", seat, kind, level, name, has_left, spent)'
        connection.execute(text(f"INSERT INTO seats {columns} VALUES {seat}"))
    old.dispose()
    store = Store(address)
    with store.engine.connect() as connection:
        kept = load_table("T", 0, connection)
    store.close()
    [sitting] = kept.seats
    assert (sitting.name, sitting.level, sitting.program) == ("Monkey", 3, None)
    assert len(bytes.fromhex(kept.row.secret)) == deal_key.KEY_BYTES
