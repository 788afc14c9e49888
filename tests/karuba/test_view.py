"""What a seat may see."""

import json
from dataclasses import asdict, replace
from random import Random
from typing import Any

import pytest

from templetop.engine.match import seats_to_move
from templetop.engine.seats import CHANCE
from templetop.games.karuba.people.view import AdventurerView, SpaceView, TempleView, TileView

from .drawn import CARD, COLOURS, bring_home, move_on, play, table, turn

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
    assert (seen.phase, seen.placing) == ("placing temple", "brown")
    assert seen.colours[0] == TempleView("brown", 50, None, [5, 3])
    assert seen.colours[1] == TempleView("blue", None, None, [5, 3])
    assert [one.at for one in seen.islands[1].adventurers] == ["beach", *["unplaced"] * 3]


def test_it_shows_the_tile_called_and_those_still_to_come() -> None:
    state = table("")
    assert (CARD.view(state, 0).phase, CARD.view(state, 0).tile) == ("calling", None)
    play(state, CHANCE, "call 14")
    seen = CARD.view(state, 0)
    assert (seen.phase, seen.tile) == ("deciding", TileView(14, "─", 2, "gold"))
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


def test_it_shows_everybody_the_same_but_for_what_they_are_asked() -> None:
    state = table(ISLAND, ISLAND, ISLAND, tile=36)
    for seat in range(3):
        assert CARD.view(state, seat).seat == seat
        alike = replace(CARD.view(state, seat), seat=None, asks=None, closed=[], first_move=None)
        assert alike == CARD.view(state, None)


# ── As JSON ──────────────────────────────────────────────────────────────────────────────────────


def as_json(state: Any, seat: int | None) -> Any:
    return json.loads(json.dumps(asdict(CARD.view(state, seat))))


def test_it_can_be_sent_as_json_at_any_time() -> None:
    random = Random(4)
    state = CARD.start(2, {"gold": "twelve"})
    while seats_to_move(state):
        for seat in range(2):
            assert as_json(state, seat) == asdict(CARD.view(state, seat))
        move_on(state, random)
    assert as_json(state, None) == asdict(CARD.view(state, None))
