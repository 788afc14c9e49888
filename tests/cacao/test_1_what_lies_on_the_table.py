"""1  What lies on the table."""

from typing import Any

import pytest

from templetop.engine.game import Option
from templetop.games.cacao.rules.state import State

from .census import census
from .drawn import CARD, SEATS, board, choices, play, table
from .facts import FACES, JUNGLE_TILES, WATER_TRACK, WORKER_TILES


def test_1_1_there_are_28_jungle_tiles() -> None:
    counted = census(CARD.start(3))
    assert {name: counted[name] for name in JUNGLE_TILES} == JUNGLE_TILES
    assert sum(JUNGLE_TILES.values()) == 28


def test_1_2_every_seat_has_11_worker_tiles() -> None:
    for player in CARD.view(CARD.start(2), None).players:
        assert player.unlaid == WORKER_TILES[2]
        assert sum(player.unlaid.values()) == 11


FOUR_SIDES = """
        p     q     r
    24  .     G1    .
    25  P1    .     WA
    26  .     SU    .
"""


def workers_around(state: Any, face: str) -> list[int]:
    """How many workers act in the north, east, south and west of the tile on q25, if it lies so."""
    after = state.copy()
    play(after, face)
    red = after.players[0]
    return [int(red.gold), int(red.water), int(red.suns), int(red.cacao)]


@pytest.mark.parametrize("kind", WORKER_TILES[2])
def test_1_3_the_numbers_are_the_workers_on_the_edges_clockwise(kind: str) -> None:
    """Each way to turn the tile is offered, and sends its workers to the sides it says."""
    state = table(FOUR_SIDES, hand=f"{kind} {kind}", display="TE TE")
    play(state, "q25")
    north_first = kind.replace("-", "")
    turned = {north_first[-n:] + north_first[:-n] for n in range(4)}
    assert choices(state) == turned
    for face in turned:
        assert workers_around(state, face) == [int(workers) for workers in face]


@pytest.mark.parametrize("kind", WORKER_TILES[2])
def test_1_3_it_shows_four_workers_on_every_tile(kind: str) -> None:
    state = table(FOUR_SIDES, hand=kind, display="TE TE")
    play(state, "q25")
    assert {sum(workers_around(state, face)) for face in choices(state)} == {4}


def test_1_4_a_tile_may_not_be_flipped_so_mirror_images_are_different() -> None:
    mirrored = {face[0] + face[:0:-1] for face in FACES["3-0-0-1"]}
    assert mirrored == FACES["3-1-0-0"]
    state = table(hand="3-0-0-1")
    play(state, "q25")
    assert not choices(state) & mirrored


def test_1_5_a_seat_has_room_for_five_fruits() -> None:
    state = table(red={"cacao": 5})
    play(state, "p26", "3001")
    assert board(state, "red") == {"cacao": 5}


@pytest.mark.parametrize(("before", "after"), [(0, 3), (1, 3), (2, 3), (3, 3)])
def test_1_6_a_seat_has_room_for_three_suns(before: int, after: int) -> None:
    sun_site = """
            p     q
        25  SU    .
    """
    state = table(sun_site, red={"suns": before})
    play(state, "p26", "3001")
    assert board(state, "red") == {"suns": after}


def test_1_7_the_water_track_has_nine_fields() -> None:
    assert CARD.view(CARD.start(2), None).water_track == WATER_TRACK


def test_1_8_gold_is_never_short() -> None:
    mine = """
            p     q
        25  G2    .
    """
    state = table(mine, red={"gold": 204})
    play(state, "p26", "3001")
    assert board(state, "red")["gold"] == 210


def test_1_9_fruits_and_suns_are_never_short() -> None:
    """The last fruit and the last sun of the box can be had by the last who has room for them."""
    both = """
            p     q     r
        25  P1    .     SU
    """
    full = {"cacao": 5, "suns": 3}
    state = table(both, seats=4, red={"cacao": 4, "suns": 2}, purple=full, white=full, yellow=full)
    play(state, "q25", "1111")
    boards = [board(state, colour) for colour in SEATS]
    assert sum(board["cacao"] for board in boards) == 20
    assert sum(board["suns"] for board in boards) == 12


def test_1_10_modules_are_not_part_of_this_game() -> None:
    options = [option.name for option in CARD.options if isinstance(option, Option)]
    assert options == ["third_fill", "declining", "building_over"]
    counted = census(CARD.start(4))
    assert sum(counted[name] for name in JUNGLE_TILES) == 28


def test_1_it_fits_into_a_kibibyte() -> None:
    assert State.itemsize <= 1024
