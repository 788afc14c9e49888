"""3.3  Laying."""

from random import Random

import pytest

from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.karuba.rules.island import SPACES
from templetop.games.karuba.rules.pieces import DRAWING, NO_TILE

from .drawn import (
    CARD,
    SPACE_NAMES,
    drawing,
    gathered,
    island,
    just_one,
    lays,
    move_on,
    table,
    turn,
)
from .facts import EDGES, SHOWS


def test_3_3_1_a_tile_may_be_laid_on_any_empty_space_connected_or_not() -> None:
    state = table(
        """
        ─  ─n .
        │  .  ┼
        """,
        tile=36,
    )
    assert lays(state) == {*SPACE_NAMES} - {"a1", "b1", "a2", "c2"}


def test_3_3_1_it_lies_where_it_was_laid() -> None:
    state = table("─ ─n .")
    turn(state, 5, "lay d4")
    assert island(state) == drawing("""
        ─  ─n .  .
        .  .  .  .
        .  .  .  .
        .  .  .  ┬
    """)


def test_3_3_1_it_may_be_laid_in_everyones_own_place() -> None:
    state = table("", "", "")
    turn(state, 5, "lay a1", "lay f5", "discard")
    assert island(state, 0) == drawing(just_one("┬", "a1"))
    assert island(state, 1) == drawing(just_one("┬", "f5"))
    assert island(state, 2) == drawing("")


@pytest.mark.parametrize("tile", range(1, 37))
def test_3_3_2_a_tile_is_never_turned(tile: int) -> None:
    state = table("")
    turn(state, tile, "lay c3")
    player, c3 = state.players[0], SPACE_NAMES.index("c3")
    paths = {"N": player.north, "E": player.east, "S": player.south, "W": player.west}
    assert {edge for edge, spaces in paths.items() if spaces == 1 << c3} == set(EDGES[tile])
    assert {edge for edge, spaces in paths.items() if spaces == 0} == set("NESW") - set(EDGES[tile])
    assert island(state)[2].split()[2][0] == DRAWING[tile]


def test_3_3_2_it_can_be_laid_in_one_way_only_on_a_space() -> None:
    state = table("", tile=5)
    assert len(legal_moves(state, 0)) == SPACES + 1  # and the discard


def test_3_3_3_a_tile_that_has_been_laid_stays_for_the_rest_of_the_game() -> None:
    random = Random(333)
    state = CARD.start(2, {"setup": "random"})
    while seats_to_move(state):
        before = state["players"]["tiles"].copy()
        move_on(state, random)
        laid = before != NO_TILE
        assert (state["players"]["tiles"][laid] == before[laid]).all()


def test_3_3_3_nothing_can_be_laid_over_it() -> None:
    state = table(just_one("┬", "d4"), tile=7)
    assert lays(state) == {*SPACE_NAMES} - {"d4"}


@pytest.mark.parametrize("tile", range(1, 37))
def test_3_3_4_a_crystal_or_gold_shown_on_the_tile_is_put_on_it_by_everyone_who_lays_it(
    tile: int,
) -> None:
    state = table("", "", "")
    turn(state, tile, "lay c3", "lay b1", "discard")
    mark = {"crystal": "◆", "gold": "●", "nothing": ""}[SHOWS[tile]]
    assert island(state, 0) == drawing(just_one(DRAWING[tile] + mark, "c3"))
    assert island(state, 1) == drawing(just_one(DRAWING[tile] + mark, "b1"))
    assert gathered(state, 0) == gathered(state, 1) == {}


@pytest.mark.parametrize("tile", [13, 14])
def test_3_3_5_who_discards_the_tile_gets_nothing_for_what_it_shows(tile: int) -> None:
    state = table("─n ─", "─n ─", "─n ─")
    turn(state, tile, "discard", "walk brown to b1", "lay c1")
    assert [gathered(state, seat) for seat in range(3)] == [{}, {}, {}]
    assert island(state, 0) == drawing("─n ─")
    assert island(state, 1) == drawing("─ ─n")


def test_3_3_6_a_discarded_tile_is_out_of_the_game() -> None:
    state = table("─n")
    turn(state, 5, "discard")
    assert not int(state.stack) >> 5 & 1
    assert 5 not in state.players[0].tiles
