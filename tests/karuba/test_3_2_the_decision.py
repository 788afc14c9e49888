"""3.2  The decision."""

from itertools import permutations

import pytest

from templetop.engine import ask
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.games.karuba.rules.moves import DISCARD

from .drawn import (
    COLOURS,
    at,
    decide,
    drawing,
    goals,
    island,
    lays,
    match_at,
    number_of,
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
    assert number_of("call 36", CHANCE) not in legal_moves(state, CHANCE)
    assert 36 not in state.players[0].tiles


def test_3_2_1_it_takes_the_walk_away_to_lay_the_tile() -> None:
    state = table(ROADS)
    turn(state, 36, "lay d1")
    assert [at(state, who) for who in COLOURS] == ["a1", "beach", "a3", "beach"]


def test_3_2_2_all_decide_at_the_same_time() -> None:
    state = table(ROADS, ROADS, ROADS, tile=36)
    assert seats_to_move(state) == [0, 1, 2]
    match = match_at(state)
    match.play(1, number_of("lay d1"))
    assert match.awaited == [0, 2]
    match.play(2, number_of("discard"))
    assert match.awaited == [0]


@pytest.mark.parametrize("decision", ["lay d1", "discard", "walk brown to c1"])
def test_3_2_2_what_a_seat_decided_is_not_seen_by_the_others(decision: str) -> None:
    match = match_at(table(ROADS, ROADS, ROADS, tile=36))
    before = match.state.tobytes()
    match.play(1, number_of(decision))
    assert match.state.tobytes() == before  # of all that is asked of the game, nothing differs


def test_3_2_2_it_lies_nowhere_on_the_table_that_others_could_imagine_it_from() -> None:
    """What is hidden is kept by the match; a table has nothing that a seat cannot know."""
    state = table(ROADS, ROADS, ROADS, tile=36)
    for seat in range(3):
        world = state.copy()
        ask.imagine(world, seat, generator(1, seat))
        assert world.tobytes() == state.tobytes()


def test_3_2_3_nothing_is_carried_out_before_all_have_decided() -> None:
    state = table(ROADS, ROADS, tile=36)
    match_at(state).play(0, number_of("walk brown to c1"))
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
        match = match_at(table(ROADS, ROADS, ROADS, tile=36))
        for seat in order:
            match.play(seat, number_of(decisions[seat]))
        ends.add(match.state.tobytes())
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
