"""What a seat may know, as numbers; where each stands is told by the planes of observe.py."""

from typing import Any

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.seats import Array

from .drawn import CARD, SPACE_NAMES, anything, decide, hands, open_to, play, table, to_lay

SEAT_SIZES = {
    "island": 49 * 17, "turned": 16, "played": 16, "discards": 16, "unseen": 16,
    "hand": 1, "pile": 1,
}  # fmt: skip
SHARED_SIZES = {
    "own hand": 16, "own pile": 16, "round": 8, "phase": 5, "seats": 6, "seat": 6,
    "detours": 1, "worth": 3,
}  # fmt: skip
SEAT_SIZE = sum(SEAT_SIZES.values())


def observed(state: Any, seat: int = 0) -> Array:
    """Everything, over what was there before."""
    numbers = np.full(CARD.observation, np.nan, np.float32)
    ask.observe(state, seat, numbers)
    return numbers


def seen_of(state: Any, seat: int = 0, turn: int = 0) -> dict[str, list[float]]:
    """What a seat sees of the one that comes so many seats later."""
    return parted(observed(state, seat)[turn * SEAT_SIZE : (turn + 1) * SEAT_SIZE], SEAT_SIZES)


def shared(state: Any, seat: int = 0) -> dict[str, list[float]]:
    return parted(observed(state, seat)[6 * SEAT_SIZE :], SHARED_SIZES)


def parted(numbers: Array, sizes: dict[str, int]) -> dict[str, list[float]]:
    parts = np.split(numbers, np.cumsum([*sizes.values()]))
    assert len(parts[-1]) == 0
    return {name: part.tolist() for name, part in zip(sizes, parts)}


def ones(numbers: list[float]) -> list[int]:
    """Where a 1 stands among zeros."""
    assert set(numbers) <= {0, 1}
    return [n for n, number in enumerate(numbers) if number]


def cards(numbers: list[float]) -> list[int]:
    return [n + 1 for n in ones(numbers)]


# ── What everyone sees of a seat ─────────────────────────────────────────────────────────────────


def test_a_space_is_the_card_that_lies_there_and_whether_the_frame_may_reach_it() -> None:
    island = "1 16\n9"
    spaces = np.array(seen_of(table(island))["island"]).reshape(49, 17)
    lying = {SPACE_NAMES[n]: cards(space[:16].tolist()) for n, space in enumerate(spaces)}
    assert {name: card for name, card in lying.items() if card} == {
        "d4": [1], "e4": [16], "d5": [9],
    }  # fmt: skip
    inside = {SPACE_NAMES[n] for n in ones(spaces[:, 16].tolist())}
    assert inside == {column + row for column in "bcdefg" for row in "234567"}
    assert open_to(island) < inside


def test_the_cards_played_the_discards_and_those_not_seen_yet() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    decide(state, "keep 12", "keep 2")
    assert cards(seen_of(state)["played"]) == cards(seen_of(state)["turned"]) == [3, 7]
    play(state, 0, "discard 7")
    seen, other = seen_of(state), seen_of(state, turn=1)
    assert (cards(seen["played"]), cards(seen["discards"])) == ([], [7])
    assert (cards(other["played"]), cards(other["discards"])) == ([16], [])
    assert (cards(seen["turned"]), cards(other["turned"])) == ([3, 7], [1, 16])
    assert cards(seen["unseen"]) == [card for card in range(1, 17) if card not in (3, 7)]
    assert seen["hand"] == pytest.approx([1 / 3])
    assert seen["pile"] == pytest.approx([13 / 16])


def test_ones_own_cards_come_first_and_then_those_of_the_others_in_their_order() -> None:
    state = table("1", "2", "3")
    d4 = slice(24 * 17, 24 * 17 + 16)
    seen = [[cards(seen_of(state, seat, n)["island"][d4]) for n in range(3)] for seat in range(3)]
    assert seen == [[[1], [2], [3]], [[2], [3], [1]], [[3], [1], [2]]]
    assert not observed(state)[3 * SEAT_SIZE : 6 * SEAT_SIZE].any()  # nobody sits there


# ── What this seat knows, and what all share ─────────────────────────────────────────────────────


def test_ones_own_hand_and_pile() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    assert cards(shared(state, 1)["own hand"]) == [1, 2, 16]
    assert cards(shared(state, 1)["own pile"]) == [*range(3, 16)]


def test_the_round_and_the_phase() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    assert (ones(shared(state)["round"]), ones(shared(state)["phase"])) == ([0], [1])
    decide(state, "keep 12", "keep 2")
    assert ones(shared(state)["phase"]) == [2]
    anything(state, until=8)
    assert ones(shared(state)["round"]) == [7]
    assert ones(shared(to_lay("1", 5))["phase"]) == [3]
    assert ones(shared(table())["phase"]) == [0]


def test_how_many_seats_which_of_them_and_the_reading_of_blocking() -> None:
    state = table(seats=5, options={"blocking": "detour"})
    assert [ones(shared(state, seat)["seats"]) for seat in (0, 4)] == [[4], [4]]
    assert [ones(shared(state, seat)["seat"]) for seat in (0, 4)] == [[0], [4]]
    assert (shared(state)["detours"], shared(table())["detours"]) == ([1], [0])


def test_what_coming_home_a_crystal_and_gold_are_worth() -> None:
    assert shared(table())["worth"] == pytest.approx([3 / 20, 1 / 20, 2 / 20])
    worth = {"home": "5", "crystal": "0", "gold": "20"}
    assert shared(table(options=worth))["worth"] == pytest.approx([5 / 20, 0, 1])


# ── What is hidden ───────────────────────────────────────────────────────────────────────────────


def test_it_is_the_same_whatever_another_holds() -> None:
    seen = {observed(hands((3, 7, 12), hand), 0).tobytes() for hand in ((1, 2, 16), (4, 5, 6))}
    assert len(seen) == 1
    own = {observed(hands((3, 7, 12), hand), 1).tobytes() for hand in ((1, 2, 16), (4, 5, 6))}
    assert len(own) == 2
