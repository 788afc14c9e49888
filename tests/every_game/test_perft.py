"""As many games follow from recorded positions as did when they were counted."""

import pytest

from templetop.engine.game import Game
from tests.parameters import slow

from .perft import ENOUGH, Counts, Position, counts_from, file_of, positions_of, read, written

FEW = 100  # tables at one depth are enough for a start

COUNT_AGAIN = "If they are meant to change: python -m tests.every_game.perft {game}"


@pytest.fixture
def counted(game: Game) -> dict[Position, Counts]:
    try:
        return read(file_of(game).read_text("utf-8"))
    except (OSError, ValueError):
        pytest.fail(COUNT_AGAIN.format(game=game.id))


@pytest.mark.parametrize("enough", [FEW, *slow(ENOUGH)])
def test_as_many_games_follow_each_position_as_were_counted(
    game: Game, counted: dict[Position, Counts], enough: int
) -> None:
    tables = positions_of(game)
    assert list(tables) == list(counted)
    for position, counts in counted.items():
        assert counts, f"Nothing follows {position}"
        found = counts_from(*tables[position], enough)
        assert len(found) == len(counts) or enough < ENOUGH
        again = COUNT_AGAIN.format(game=game.id)
        assert found == counts[: len(found)] != [], f"from {position}. {again}"


def test_the_file_of_counts_reads_as_it_was_written(
    game: Game, counted: dict[Position, Counts]
) -> None:
    assert written(game, counted) == file_of(game).read_text("utf-8")
