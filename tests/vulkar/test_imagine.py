"""5.3, 5.4  What a seat imagines of the others: all that may be, as often as it should."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.random import generator
from templetop.games.vulkar.rules.tokens import EVERYONE, add_token

from .census import census
from .drawn import FIGURES, LETTERS, hand_of, island, kit_of
from .swaps import forget_rumours, tokens_of

WORLDS = 300
HIDDEN = ("hands", "deck", "souvenirs", "shop")


def worlds(state: Any, seat: int, many: int = WORLDS) -> list[Any]:
    random = generator(1, seat)
    found = [state.copy() for _ in range(many)]
    for world in found:
        ask.imagine(world, seat, random)
    return found


def dealt(pool: Sequence[Any], sizes: Sequence[int]) -> dict[Any, float]:
    """All ways to deal so many things to each of them, and how likely each is."""
    ways: Counter[Any] = Counter()
    for order in permutations(pool, sum(sizes)):
        piles, rest = [], [*order]
        for size in sizes:
            piles.append(tuple(sorted(rest[:size])))
            rest = rest[size:]
        ways[tuple(piles)] += 1
    return {piles: number / ways.total() for piles, number in ways.items()}


def assert_as_likely(found: Counter[Any], expected: dict[Any, float]) -> None:
    """Nothing else is found, and everything about as often as it should."""
    assert found.keys() <= expected.keys()
    for piles, likely in expected.items():
        spread = (found.total() * likely * (1 - likely)) ** 0.5
        assert abs(found[piles] - found.total() * likely) <= 4 * spread + 1, piles


def table_with_hands() -> Any:
    """Three seats; two cards and two souvenirs are not dealt."""
    state = island(
        "M2", "B1", "B12",
        cards={0: ["geyser 4", "shop 3"], 1: ["roots 4", "roots 5"], 2: ["blast 5", "blast 5"]},
        kit={0: ["boots"], 1: ["umbrella", "umbrella"], 2: ["bag"]},
    )  # fmt: skip
    state.discards += state.deck
    state.deck[:] = 0
    for card in (6 + 2, 18 + 1):  # Flame Geyser 5, Vul-Kar Turns 4
        state.discards[card] -= 1
        state.deck[card] += 1
    state.gone += state.shop
    state.shop[:] = [1, 0, 0, 1, 0, 0]
    state.gone -= state.shop
    return state


def test_5_4_the_cards_of_others_may_be_any_that_are_not_seen() -> None:
    pool = ["roots 4", "roots 5", "blast 5", "blast 5", "geyser 5", "vul-kar 4"]
    found = Counter(
        (tuple(sorted(hand_of(world, 1))), tuple(sorted(hand_of(world, 2))))
        for world in worlds(table_with_hands(), 0)
    )
    assert_as_likely(found, dealt(pool, [2, 2]))


def test_5_4_so_may_their_souvenirs() -> None:
    pool = ["umbrella", "umbrella", "bag", "stick", "boots"]
    found = Counter(
        (tuple(sorted(kit_of(world, 1))), tuple(kit_of(world, 2)))
        for world in worlds(table_with_hands(), 0)
    )
    assert_as_likely(found, dealt(pool, [2, 1]))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_5_4_what_a_seat_has_itself_and_all_that_lies_open_stay_as_they_are(seat: int) -> None:
    state = table_with_hands()
    for world in worlds(state, seat, 20):
        assert census(world) == census(state)
        assert hand_of(world, seat) == hand_of(state, seat)
        assert kit_of(world, seat) == kit_of(state, seat)
        for field in HIDDEN:
            world[field] = state[field]
        assert world.tobytes() == state.tobytes()


def test_5_4_a_hand_that_waits_for_a_card_stays_as_small() -> None:
    state = table_with_hands()
    state.discards[state.hands[1, 1]] += 1
    state.hands[1, 1] = -1
    for world in worlds(state, 0, 20):
        assert len(hand_of(world, 1)) == 1
        assert census(world) == census(state)


def table_with_thefts() -> Any:
    """Of the tokens of B one is unseen by A, and of those of C two; the bits are the seats."""
    state = table_with_hands()
    tokens = [
        ("A", "y", EVERYONE), ("A", "b", 0b011),
        ("B", "r", EVERYONE), ("B", "r", 0b111), ("B", "y", 0b110), ("B", "b", 0b011),
        ("C", "b", 0b100), ("C", "r", 0b110), ("C", "y", 0b101),
    ]  # fmt: skip
    for name, colour, known in tokens:
        add_token(state.figures[FIGURES.index(name)], LETTERS[colour], known)
    return state


def unseen(world: Any, figure: int, seat: int) -> tuple[int, ...]:
    return tuple(
        sorted(colour for colour, known in tokens_of(world, figure) if not known >> seat & 1)
    )


def test_5_3_tokens_that_were_stolen_unseen_may_be_any_of_them() -> None:
    found = Counter(
        (unseen(world, 1, 0), unseen(world, 2, 0)) for world in worlds(table_with_thefts(), 0)
    )
    assert_as_likely(found, dealt([LETTERS[letter] for letter in "ybr"], [1, 2]))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_5_3_tokens_that_the_seat_has_seen_stay_where_they_are(seat: int) -> None:
    """That others have seen one of them as well is not certain, unless all have."""
    state = table_with_thefts()
    told = state.copy()
    forget_rumours(told, seat)
    for world in worlds(state, seat, 20):
        assert census(world) == census(state)
        for figure in range(3):
            seen = [one for one in tokens_of(world, figure) if one[1] >> seat & 1]
            assert seen == [one for one in tokens_of(told, figure) if one[1] >> seat & 1]
            owners = {known for _, known in tokens_of(world, figure) if not known >> seat & 1}
            assert owners <= {1 << figure}
        assert tokens_of(world, seat) == tokens_of(state, seat)
        assert [int(one.held) for one in world.figures] == [int(one.held) for one in state.figures]
        assert not world.bag.any()


def test_5_3_of_two_figures_each_the_tokens_of_both_are_known_to_their_seat() -> None:
    state = island("M2", "B1", "B12", "S20", seats=2)
    for figure, colour, known in [(0, 0, 0b01), (2, 1, 0b01), (1, 2, 0b10), (3, 0, 0b10)]:
        add_token(state.figures[figure], colour, known)
    found: Counter[Any] = Counter()
    for world in worlds(state, 0):
        assert [tokens_of(world, figure) for figure in (0, 2)] == [[(0, 0b01)], [(1, 0b01)]]
        found[unseen(world, 1, 0), unseen(world, 3, 0)] += 1
    assert_as_likely(found, dealt([2, 0], [1, 1]))


def test_12_1_under_the_curse_nothing_has_to_be_imagined() -> None:
    state = island("M2", "B1", game="curse", kit={1: ["boots"]}, tracker=["shop 3"] * 3)
    add_token(state.figures[1], 0, 0b10)
    assert {world.tobytes() for world in worlds(state, 0, 5)} == {state.tobytes()}
