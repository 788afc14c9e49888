"""Our sheet of tiles and our shore, held against the fact sheet."""

import pytest

from templetop.games.karuba.rules import island
from templetop.games.karuba.rules.pieces import (
    DRAWING,
    EAST,
    NORTH,
    PATHS,
    SOUTH,
    STEPS,
    TILES,
    TREASURE,
    TREASURE_NAMES,
    WEST,
)

from .drawn import SPACE_NAMES
from .facts import BEACHES, EDGES, SHOWS, TEMPLES

BY_EDGE = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}


def test_the_fact_sheet_is_complete() -> None:
    assert list(EDGES) == list(SHOWS) == list(range(1, TILES + 1))
    assert list(BEACHES) == list(TEMPLES) == list(range(10, 120, 10))
    assert sum(map(len, EDGES.values())) == 88


@pytest.mark.parametrize("tile", EDGES)
def test_every_tile_has_the_paths_of_the_fact_sheet(tile: int) -> None:
    assert set(PATHS[DRAWING[tile]]) == set(EDGES[tile])
    assert {edge for edge in "NESW" if BY_EDGE[edge][tile]} == set(EDGES[tile])


@pytest.mark.parametrize("tile", EDGES)
def test_every_tile_allows_as_many_steps_as_it_has_paths(tile: int) -> None:
    assert STEPS[tile] == len(EDGES[tile])


@pytest.mark.parametrize("tile", SHOWS)
def test_every_tile_shows_the_treasure_of_the_fact_sheet(tile: int) -> None:
    assert TREASURE_NAMES[TREASURE[tile]] == SHOWS[tile]


def test_the_tile_that_is_none_has_neither_paths_nor_treasure() -> None:
    assert STEPS[0] == TREASURE[0] == 0
    assert not any(paths[0] for paths in BY_EDGE.values())


@pytest.mark.parametrize(("ours", "facts"), [(island.BEACHES, BEACHES), (island.TEMPLES, TEMPLES)])
def test_every_number_lies_at_the_edge_and_space_of_the_fact_sheet(
    ours: list[tuple[int, str, int]], facts: dict[int, tuple[str, tuple[int, int]]]
) -> None:
    assert [(number, edge, SPACE_NAMES[space]) for number, edge, space in ours] == [
        (number, edge, "abcdef"[column - 1] + str(row))
        for number, (edge, (row, column)) in facts.items()
    ]


def test_spaces_are_called_a1_to_f5() -> None:
    assert [island.space_name(space) for space in range(30)] == SPACE_NAMES
