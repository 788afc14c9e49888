"""The browser's types and the store's tables are those of the code."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from templetop.games.shelf import ready_games
from templetop.server.schema import Base
from templetop.server.store import Store
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
