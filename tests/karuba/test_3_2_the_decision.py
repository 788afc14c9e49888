"""3.2  The decision."""

from itertools import permutations

import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.games.karuba.card import CARD
from templetop.games.karuba.moves import DISCARD

from .drawn import (
    COLOURS,
    at,
    decide,
    drawing,
    goals,
    island,
    lays,
    number_of,
    play,
    points,
    table,
    turn,
)

ROADS = """
    ─n ─  ─◆ .
    ─  │  .  .
    ─p ─  .  .
"""


def test_3_2_1_everyone_either_lays_the_tile_or_discards_it_and_may_walk_one_adventurer() -> None:
    state = table(ROADS, tile=36)
    decisions = [f"lay {space}" for space in lays(state)] + ["discard"]
    for who, spaces in {"brown": ["b1", "c1"], "blue": ["a2"], "purple": ["b3"]}.items():
        assert goals(state, who) == set(spaces)
        decisions += [f"walk {who} to {space}" for space in spaces]
    assert legal_moves(state, 0) == sorted(map(number_of, decisions))


def test_3_2_1_it_is_not_laid_by_who_walks() -> None:
    state = table(ROADS)
    turn(state, 36, "walk brown to b1")
    assert island(state) == drawing("""
        ─  ─n ─◆ .
        ─  │  .  .
        ─p ─  .  .
    """)


def test_3_2_1_it_does_not_come_back_once_discarded() -> None:
    state = table("", "")
    turn(state, 36, "discard", "lay a1")
    assert number_of("call 36") not in legal_moves(state, CHANCE)
    assert 36 not in state.players[0].tiles


def test_3_2_1_it_takes_the_walk_away_to_lay_the_tile() -> None:
    state = table(ROADS)
    turn(state, 36, "lay d1")
    assert [at(state, who) for who in COLOURS] == ["a1", "beach", "a3", "beach"]


def test_3_2_2_all_decide_at_the_same_time() -> None:
    state = table(ROADS, ROADS, ROADS, tile=36)
    play(state, 1, "lay d1")
    assert seats_to_move(state) == [0, 2]
    play(state, 2, "discard")
    assert seats_to_move(state) == [0]


@pytest.mark.parametrize("decision", ["lay d1", "discard", "walk brown to c1"])
def test_3_2_2_what_a_seat_decided_is_not_seen_by_the_others(decision: str) -> None:
    state, same = (table(ROADS, ROADS, ROADS, tile=36) for _ in range(2))
    play(state, 1, decision)
    play(same, 1, "lay f5")
    assert [CARD.view(state, seat) == CARD.view(same, seat) for seat in (0, 1, 2)] == [1, 0, 1]
    assert CARD.view(state, None) == CARD.view(same, None)
    assert legal_moves(state, 0) == legal_moves(same, 0)


def test_3_2_2_it_may_be_anything_legal_for_all_that_the_others_can_know() -> None:
    state = table(ROADS, ROADS, ROADS, tile=36)
    play(state, 0, "discard")
    play(state, 1, "lay d1")
    imagined = set()
    for stream in range(400):
        world = state.copy()
        ask.imagine(world, 0, generator(1, stream), CARD.move_set())
        assert world.players[0].choice == DISCARD  # its own decision a seat knows
        imagined.add(int(world.players[1].choice))
        world.players[1].choice = state.players[1].choice
        assert world == state  # and nothing else is redrawn
    assert imagined == set(legal_moves(state, 1))


def test_3_2_3_nothing_is_carried_out_before_all_have_decided() -> None:
    state = table(ROADS, ROADS, tile=36)
    play(state, 0, "walk brown to c1")
    assert island(state, 0) == drawing(ROADS)
    assert points(state) == [0, 0]


def test_3_2_3_when_all_have_it_is_carried_out_and_the_next_tile_is_called() -> None:
    state = table(ROADS, ROADS, tile=36)
    decide(state, "walk brown to c1", "lay d1")
    assert island(state, 0) == drawing("""
        ─  ─  ─n .
        ─  │  .  .
        ─p ─  .  .
    """)
    assert island(state, 1) == drawing("""
        ─n ─  ─◆ │
        ─  │  .  .
        ─p ─  .  .
    """)
    assert points(state) == [1, 0]
    assert seats_to_move(state) == [CHANCE]


def test_3_2_3_it_does_not_matter_who_decides_first() -> None:
    decisions = ["walk brown to c1", "lay d1", "walk purple to b3"]
    ends = set()
    for order in permutations(range(3)):
        state = table(ROADS, ROADS, ROADS, tile=36)
        for seat in order:
            play(state, seat, decisions[seat])
        ends.add(state.tobytes())
    assert len(ends) == 1


def test_3_2_4_a_tile_may_be_discarded_without_walking_anybody() -> None:
    state = table(ROADS)
    turn(state, 36, "discard")
    assert island(state) == drawing(ROADS)
    assert seats_to_move(state) == [CHANCE]


def test_3_2_4_on_a_full_island_it_is_the_only_way_if_nobody_can_walk() -> None:
    full = """
        │  │  │  │  │  │
        │  ┼  ┼  ┼  ┼  │
        ├  ├  ┤  ┤  ┌  ┌
        ┐  ┐  └  └  ┘  ┘
        ─  ─  ─  ─  ─  ─
    """
    state = table(full, tile=5, purple=(70, 90), yellow=(80, 100))
    assert legal_moves(state, 0) == [DISCARD]
