"""2.5  What a seat imagines of the hands of others: all that they may be, and nothing else."""

from collections import Counter
from itertools import combinations
from math import comb, prod
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.random import generator

from .drawn import KINDS, table

DRAWS = 2000

Hand = tuple[int, ...]  # how many tiles of each kind


def possible(unlaid: list[int], size: int) -> dict[Hand, float]:
    """Every hand of so many tiles, and how likely it is, if the unlaid ones were shuffled."""
    tiles = [kind for kind, count in enumerate(unlaid) for _ in range(count)]
    hands = {tuple(hand.count(kind) for kind in range(4)) for hand in combinations(tiles, size)}
    every = comb(len(tiles), size)
    return {hand: prod(map(comb, unlaid, hand)) / every for hand in hands}


def worlds(state: Any, seat: int) -> list[Any]:
    random = generator(seat)
    found = []
    for _ in range(DRAWS):
        world = state.copy()
        ask.imagine(world, seat, random)
        found.append(world)
    return found


def hand_of(state: Any, seat: int) -> Hand:
    return tuple(int(count) for count in state.players[seat].hand)


@pytest.mark.parametrize(("hand", "deck"), [
    ("1-1-1-1 2-1-0-1 2-1-0-1", [3, 3, 1, 1]),
    ("3-0-0-1 3-1-0-0", [2, 1, 0, 0]),
    ("2-1-0-1", [0, 1, 0, 1]),
    ("1-1-1-1 1-1-1-1 1-1-1-1", [0, 0, 0, 0]),
])  # fmt: skip
def test_2_5_the_hands_of_others_vary_over_all_that_they_may_be(hand: str, deck: list[int]) -> None:
    state = table(seats=3, hand=hand)
    state.players["deck"] = deck
    unlaid = [count + hand.split().count(kind) for count, kind in zip(deck, KINDS)]
    expected = possible(unlaid, len(hand.split()))
    imagined = worlds(state, 0)
    for other in (1, 2):
        found = Counter(hand_of(world, other) for world in imagined)
        assert found.keys() == expected.keys()
        for tiles, likely in expected.items():
            deviation = (DRAWS * likely * (1 - likely)) ** 0.5
            assert abs(found[tiles] - DRAWS * likely) <= 4 * deviation


def test_2_5_the_hands_of_two_others_have_nothing_to_do_with_each_other() -> None:
    state = table(seats=3, hand="2-1-0-1")
    state.players["deck"] = [0, 1, 0, 1]
    found = Counter((hand_of(world, 1), hand_of(world, 2)) for world in worlds(state, 0))
    assert len(found) == 4
    assert found[(0, 1, 0, 0), (0, 1, 0, 0)] == pytest.approx(DRAWS * 4 / 9, rel=0.15)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_2_5_nothing_else_is_imagined(seat: int) -> None:
    """Only hands and decks of others change, and what is in both together does not."""
    state = table(seats=3, display="WA SU", red={"cacao": 3, "gold": 7})
    for world in worlds(state, seat)[:50]:
        assert (world.players["hand"] + world.players["deck"]).tolist() == (
            state.players["hand"] + state.players["deck"]
        ).tolist()
        assert hand_of(world, seat) == hand_of(state, seat)
        world.players["hand"], world.players["deck"] = state.players["hand"], state.players["deck"]
        assert world.tobytes() == state.tobytes()
