"""What a seat may see."""

import json
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.karuba.card import CARD
from templetop.games.karuba.view import AdventurerView, SpaceView, TempleView, TileView

from .drawn import COLOURS, bring_home, number_of, play, table, turn

ISLAND = """
    ─n ─◆ ─●
    .  ┼  .
"""


def test_it_shows_the_tiles_with_their_paths_and_what_lies_on_them() -> None:
    seen = CARD.view(table(ISLAND), 0).islands[0]
    assert seen.spaces == [
        SpaceView(0, "a1", TileView(1, "─", 2, "nothing"), "nothing"),
        SpaceView(1, "b1", TileView(13, "─", 2, "crystal"), "crystal"),
        SpaceView(2, "c1", TileView(14, "─", 2, "gold"), "gold"),
        SpaceView(7, "b2", TileView(7, "┼", 4, "nothing"), "nothing"),
    ]


def test_it_shows_that_a_crystal_was_taken() -> None:
    state = table(ISLAND)
    turn(state, 36, "walk brown to b1")
    seen = CARD.view(state, 0).islands[0]
    assert seen.spaces[1] == SpaceView(1, "b1", TileView(13, "─", 2, "crystal"), "nothing")
    assert (seen.crystals, seen.gold, seen.points) == (1, 0, 1)


def test_it_shows_where_the_adventurers_are() -> None:
    state = table(ISLAND)
    bring_home(state, 0, "blue")
    assert CARD.view(state, 0).islands[0].adventurers == [
        AdventurerView("brown", "space", 0, 0),
        AdventurerView("blue", "temple", None, 5),
        AdventurerView("purple", "beach", None, 0),
        AdventurerView("yellow", "beach", None, 0),
    ]


def test_it_shows_beaches_temples_and_treasures_left() -> None:
    state = table("", "", brown=(50, 20))
    bring_home(state, 1, "brown")
    assert CARD.view(state, None).colours == [
        TempleView("brown", 50, 20, [3]),
        TempleView("blue", 20, 80, [5, 3]),
        TempleView("purple", 30, 90, [5, 3]),
        TempleView("yellow", 40, 100, [5, 3]),
    ]


def test_it_shows_what_is_placed_and_what_is_not_yet() -> None:
    state = CARD.start(2)
    play(state, 0, "place on 50")
    seen = CARD.view(state, 0)
    assert (seen.phase, seen.placing) == ("place temple", "brown")
    assert seen.colours[0] == TempleView("brown", 50, None, [5, 3])
    assert seen.colours[1] == TempleView("blue", None, None, [5, 3])
    assert [one.at for one in seen.islands[1].adventurers] == ["beach", *["unplaced"] * 3]


def test_it_shows_the_tile_called_and_those_still_to_come() -> None:
    state = table("")
    assert (CARD.view(state, 0).phase, CARD.view(state, 0).tile) == ("call", None)
    play(state, CHANCE, "call 14")
    seen = CARD.view(state, 0)
    assert (seen.phase, seen.tile) == ("decide", TileView(14, "─", 2, "gold"))
    assert seen.stack == [tile for tile in range(1, 37) if tile != 14]


def test_it_counts_the_tiles_still_to_come_by_their_paths() -> None:
    state = table("")
    assert CARD.view(state, 0).paths_to_come["┼"] == 4
    play(state, CHANCE, "call 7")
    to_come = CARD.view(state, 0).paths_to_come
    assert to_come["┼"] == 3
    assert sum(to_come.values()) == 35


@pytest.mark.parametrize(("gold", "supply"), [("enough", None), ("twelve", 12)])
def test_it_shows_how_much_gold_is_left(gold: str, supply: int | None) -> None:
    assert CARD.view(table(options={"gold": gold}), 0).gold == supply


def test_it_shows_points_places_and_tiles_laid_of_everyone() -> None:
    state = table(ISLAND, "─", "─ ─")
    bring_home(state, 1, "brown")
    seen = CARD.view(state, 2).islands
    assert [(one.seat, one.points, one.place, one.laid) for one in seen] == [
        (0, 0, 2, 4),
        (1, 5, 1, 1),
        (2, 0, 3, 2),
    ]


def test_it_shows_that_the_game_is_over() -> None:
    state = table(". . . . . ─n")
    bring_home(state, 0, *COLOURS[1:])
    turn(state, 36, "walk brown to temple")
    assert CARD.view(state, 0).phase == "over"


# ── What is hidden ───────────────────────────────────────────────────────────────────────────────


def test_it_shows_a_seat_its_own_decision_and_of_the_others_only_that_they_have_decided() -> None:
    state = table(ISLAND, ISLAND, ISLAND, tile=36)
    play(state, 1, "walk brown to c1")
    assert CARD.view(state, 1).choice == number_of("walk brown to c1")
    assert [CARD.view(state, seat).choice for seat in (0, 2, None)] == [None, None, None]
    for seat in (0, 1, 2, None):
        islands = CARD.view(state, seat).islands
        assert [one.has_decided for one in islands] == [False, True, False]


@pytest.mark.parametrize("seat", [0, 2, None])
def test_it_is_the_same_whatever_another_has_decided(seat: int | None) -> None:
    views = []
    for move in legal_moves(table(ISLAND, ISLAND, ISLAND, tile=36), 1):
        state = table(ISLAND, ISLAND, ISLAND, tile=36)
        ask.play(state, 1, move)
        views.append(CARD.view(state, seat))
    assert all(view == views[0] for view in views)


def test_it_shows_no_decision_once_all_is_carried_out() -> None:
    state = table(ISLAND, ISLAND)
    turn(state, 36, "walk brown to c1", "discard")
    for seat in (0, 1, None):
        seen = CARD.view(state, seat)
        assert seen.choice is None
        assert not any(one.has_decided for one in seen.islands)


# ── As JSON ──────────────────────────────────────────────────────────────────────────────────────


def as_json(state: Any, seat: int | None) -> Any:
    return json.loads(json.dumps(asdict(CARD.view(state, seat))))


def test_it_can_be_sent_as_json_at_any_time() -> None:
    random = Random(4)
    state = CARD.start(2, {"gold": "twelve"})
    while awaited := seats_to_move(state):
        for seat in awaited:
            assert as_json(state, seat) == asdict(CARD.view(state, seat))
            ask.play(state, seat, random.choice(legal_moves(state, seat)))
    assert as_json(state, None) == asdict(CARD.view(state, None))
