"""1  What lies on the table."""

from collections import Counter

import pytest

from templetop.games.cacao.card import CARD
from templetop.games.cacao.pieces import WATER_TRACK
from templetop.games.cacao.state import State

from .drawn import SEATS, board, choices, play, table
from .facts import FACES, JUNGLE_TILES, WORKER_TILES
from .facts import WATER_TRACK as FIELDS


def test_1_1_there_are_28_jungle_tiles() -> None:
    census = CARD.census(CARD.start(3))
    assert {name: census[name] for name in JUNGLE_TILES} == JUNGLE_TILES
    assert sum(JUNGLE_TILES.values()) == 28


def test_1_2_every_seat_has_11_worker_tiles() -> None:
    for player in CARD.view(CARD.start(2), None).players:
        assert player.unlaid == WORKER_TILES[2]
        assert sum(player.unlaid.values()) == 11


@pytest.mark.parametrize("kind", FACES)
def test_1_3_the_numbers_are_the_workers_on_the_edges_clockwise(kind: str) -> None:
    state = table(hand=f"{kind} {kind}")
    play(state, "q25")
    offered = choices(state) if kind != "1-1-1-1" else FACES[kind]
    assert offered == FACES[kind]
    clockwise = kind.replace("-", "")
    assert all(face in clockwise * 2 for face in offered)


def test_1_3_it_shows_four_workers_on_every_tile() -> None:
    assert all(sum(map(int, face)) == 4 for faces in FACES.values() for face in faces)


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


def test_1_6_a_seat_has_room_for_three_suns() -> None:
    state = table(display="SU SU", red={"suns": 2})
    play(state, "q25", "0130")
    assert board(state, "red")["suns"] == 2
    sun_site = """
            p     q
        25  SU    .
    """
    state = table(sun_site, red={"suns": 2})
    play(state, "p26", "3001")
    assert board(state, "red")["suns"] == 3


def test_1_7_the_water_track_has_nine_fields() -> None:
    assert [int(gold) for gold in WATER_TRACK] == FIELDS


def test_1_8_gold_is_never_short() -> None:
    mine = """
            p     q
        25  G2    .
    """
    state = table(mine, red={"gold": 204})
    play(state, "p26", "3001")
    assert board(state, "red")["gold"] == 210


def test_1_9_fruits_and_suns_are_never_short() -> None:
    """Nobody can have more than four seats have room for, so no supply is counted."""
    assert len(SEATS) * 5 == 20
    assert len(SEATS) * 3 == 12
    full = {"cacao": 4, "suns": 3}
    state = table(seats=4, red=full, purple=full, white=full, yellow=full)
    play(state, "p26", "1111")
    assert board(state, "red")["cacao"] == 5


def test_1_10_modules_are_not_part_of_this_game() -> None:
    assert [option.name for option in CARD.options] == ["third_fill", "declining"]
    state = CARD.start(4)
    census = Counter(CARD.census(state))
    assert sum(census[name] for name in JUNGLE_TILES) == 28


def test_1_it_fits_into_a_kibibyte() -> None:
    assert State.itemsize <= 1024
