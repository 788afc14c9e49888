"""What a move belongs to: spaces, adventurers and their ways, numbers on the shore."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move, target_of
from templetop.engine.seats import CHANCE
from templetop.games.karuba.people.words import (
    Call,
    Discard,
    Lay,
    PlaceAdventurer,
    PlaceTemple,
    Walk,
)
from templetop.games.karuba.rules.pieces import PATHS

from .drawn import CARD, COLOURS, NUMBERS, SPACE_NAMES, number_of, play, stand, table


def offered(state: Any, words: str, seat: int = 0) -> Any:
    return target_of(state, seat, number_of(words, seat))


def way(state: Any, words: str) -> list[str]:
    """The spaces that the walk enters."""
    return [SPACE_NAMES[space] for space in offered(state, words).path]


def test_3_3_1_a_tile_is_laid_on_a_space_of_ones_own_island() -> None:
    assert offered(table("", "", tile=36), "lay c2", seat=1) == Lay("lay", 1, 36, 8)


def test_3_2_4_a_discard_belongs_to_the_tile_alone() -> None:
    assert offered(table("", tile=36), "discard") == Discard("discard", 0, 36)


def test_2_6_adventurers_and_temples_belong_to_numbers_on_the_shore() -> None:
    state = CARD.start(2)
    assert offered(state, "place on 50") == PlaceAdventurer("place adventurer", "brown", 50)
    play(state, 0, "place on 50")
    assert offered(state, "site on 110") == PlaceTemple("place temple", "brown", 110)


def test_3_1_1_a_call_belongs_to_the_tile() -> None:
    assert offered(table(""), "call 7", CHANCE) == Call("call", 7)


def test_3_4_3_a_walk_names_the_spaces_on_its_way_and_not_where_it_began() -> None:
    state = table("─n ─ ─ ┐\n. . . ┼", tile=26)
    assert way(state, "walk brown to d2") == ["b1", "c1", "d1", "d2"]
    assert offered(state, "walk brown to d2").to == SPACE_NAMES.index("d2")


def test_3_4_5_from_the_beach_the_first_space_is_on_the_way() -> None:
    assert way(table("─ ─ ─", tile=26), "walk brown to c1") == ["a1", "b1", "c1"]


def test_3_4_6_it_goes_round_where_another_stands() -> None:
    state = table("┬n ─ ┐\n└ ─ ┘", tile=26)
    assert way(state, "walk brown to c1") == ["b1", "c1"]
    stand(state, "blue", "b1")
    assert way(state, "walk brown to c1") == ["a2", "b2", "c2", "c1"]


def test_3_6_1_the_way_into_a_temple_ends_at_its_door() -> None:
    state = table(". . . ─n ─ ─", tile=26)
    assert way(state, "walk brown to temple") == ["e1", "f1"]
    assert offered(state, "walk brown to temple").to == "temple"
    stand(state, "brown", "f1")
    assert way(state, "walk brown to temple") == []


def test_2_13_chance_places_as_players_do() -> None:
    state = CARD.start(2, {"setup": "random"})
    assert offered(state, "place on 50", CHANCE) == PlaceAdventurer("place adventurer", "brown", 50)
    play(state, CHANCE, "place on 50")
    assert offered(state, "site on 110", CHANCE) == PlaceTemple("place temple", "brown", 110)


def test_it_is_said_of_no_walk_that_leads_nowhere() -> None:
    with pytest.raises(ValueError, match="No path"):
        offered(table("─n . ─", tile=26), "walk brown to c1")


@pytest.mark.parametrize("seed", range(4))
def test_3_4_1_every_way_keeps_to_the_paths_and_to_the_steps_of_the_tile(seed: int) -> None:
    random = Random(seed)
    state = CARD.start(2)
    walks = 0
    while awaited := seats_to_move(state):
        for seat in awaited:
            view = CARD.view(state, None if seat == CHANCE else seat)
            for target in [target_of(state, seat, move) for move in legal_moves(state, seat)]:
                check_target(view, target)
                walks += isinstance(target, Walk)
        make(state, [(seat, rather_lay(state, seat, random)) for seat in awaited])
    assert walks > 20


def rather_lay(state: Any, seat: int, random: Random) -> int:
    """Any move; where tiles can be laid, mostly that, so that there is something to walk on."""
    moves = legal_moves(state, seat)
    lays = [move for move in moves if seat != CHANCE and move < 30]
    return random.choice(lays if lays and random.random() < 0.7 else moves)


def check_target(view: Any, target: Any) -> None:
    match target:
        case Lay(seat=seat, space=space):
            assert space in range(30)
            assert space not in {one.space for one in view.islands[seat].spaces}
        case PlaceAdventurer(colour=colour, beach=number):
            assert colour in COLOURS
            assert number in NUMBERS
        case PlaceTemple(colour=colour, temple=number):
            assert colour in COLOURS
            assert number in NUMBERS
        case Walk():
            check_walk(view, target)


def check_walk(view: Any, walk: Walk) -> None:
    island = view.islands[walk.seat]
    who = island.adventurers[COLOURS.index(walk.adventurer)]
    drawing = {one.space: PATHS[one.tile.drawing] for one in island.spaces}
    steps = walk.path if who.space is None else [who.space, *walk.path]
    for before, after in pairwise(steps):
        edges = {1: "EW", -1: "WE", 6: "SN", -6: "NS"}[after - before]
        assert edges[0] in drawing[before]
        assert edges[1] in drawing[after]
    standing = {one.space for one in island.adventurers if one.space is not None}
    assert not standing & set(walk.path)
    assert len(set(walk.path)) == len(walk.path)
    assert len(walk.path) + (walk.to == "temple") <= view.tile.steps
    assert walk.to == "temple" or walk.path[-1] == walk.to
