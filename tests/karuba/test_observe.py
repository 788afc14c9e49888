"""What a seat may know, as numbers; where each stands is told by the planes of observe.py."""

from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.match import seats_to_move
from templetop.engine.seats import CHANCE, Array

from .drawn import CARD, SPACE_NAMES, bring_home, move_on, play, table, turn

SPACES_OF = slice(0, 30 * 6)
STANDING = slice(180, 180 + 4 * 32)
GATHERED = slice(308, 315)
ISLAND_SIZE = 315
SHARED_SIZES = {
    "beaches": 44, "temples": 44, "treasures": 16, "tile": 37, "stack": 37, "phase": 5,
    "placing": 5, "seats": 4, "seat": 4, "distance": 3, "chance places": 1, "gold": 1,
    "last tile": 1,
}  # fmt: skip

ISLAND = """
    ─n ─◆ ─●
    .  └  .
"""


def observed(state: Any, seat: int = 0) -> Array:
    """Everything, over what was there before."""
    numbers = np.full(CARD.observation, np.nan, np.float32)
    ask.observe(state, seat, numbers)
    return numbers


def island_seen(state: Any, seat: int, turn: int) -> Array:
    """The island of the seat that comes so many seats later."""
    return observed(state, seat)[turn * ISLAND_SIZE : (turn + 1) * ISLAND_SIZE]


def shared(state: Any, seat: int = 0) -> dict[str, list[float]]:
    rest = observed(state, seat)[4 * ISLAND_SIZE :]
    ends = np.cumsum(list(SHARED_SIZES.values()))
    parts = np.split(rest, ends)
    assert len(parts[-1]) == 0
    return {name: part.tolist() for name, part in zip(SHARED_SIZES, parts)}


def ones(numbers: list[float]) -> list[int]:
    """Where a 1 stands among zeros."""
    assert set(numbers) <= {0, 1}
    return [n for n, number in enumerate(numbers) if number]


# ── An island ────────────────────────────────────────────────────────────────────────────────────


def test_a_space_is_its_paths_to_the_four_edges_and_what_lies_there() -> None:
    seen = island_seen(table(ISLAND), 0, 0)[SPACES_OF].reshape(30, 6)
    drawn = {SPACE_NAMES[space]: seen[space].tolist() for space in range(30) if seen[space].any()}
    assert drawn == {
        #      N  E  S  W  ◆  ●
        "a1": [0, 1, 0, 1, 0, 0],
        "b1": [0, 1, 0, 1, 1, 0],
        "c1": [0, 1, 0, 1, 0, 1],
        "b2": [1, 1, 0, 0, 0, 0],
    }


def test_an_adventurer_is_a_one_where_it_stands() -> None:
    state = table(ISLAND + "\n. . ─p .")
    bring_home(state, 0, "yellow")
    standing = island_seen(state, 0, 0)[STANDING].reshape(4, 32).tolist()
    assert [ones(row) for row in standing] == [[0], [31], [SPACE_NAMES.index("c3")], [30]]


def test_an_adventurer_that_is_not_placed_yet_stands_nowhere() -> None:
    assert ones(island_seen(CARD.start(1), 0, 0)[STANDING].tolist()) == []


def test_what_was_gathered_is_a_part_of_what_can_be() -> None:
    state = table(ISLAND, ISLAND)
    bring_home(state, 1, "blue")
    bring_home(state, 0, "blue")
    turn(state, 36, "walk brown to b1", "walk brown to c1")
    first, second = (island_seen(state, 0, turn)[GATHERED] for turn in (0, 1))
    assert first == pytest.approx([0, 3 / 5, 0, 0, 0.1, 0, 4 / 30])
    assert second == pytest.approx([0, 5 / 5, 0, 0, 0, 0.1, 4 / 30])


def test_ones_own_island_comes_first_and_then_the_others_in_their_order() -> None:
    state = table("─", "─ ─", "─ ─ ─")
    laid = [[float(island_seen(state, seat, turn)[314]) for turn in range(4)] for seat in range(3)]
    assert np.rint(30 * np.array(laid)).tolist() == [[1, 2, 3, 0], [2, 3, 1, 0], [3, 1, 2, 0]]


# ── What all share ───────────────────────────────────────────────────────────────────────────────


def test_numbers_of_beaches_and_temples() -> None:
    seen = shared(table("", brown=(50, 20), yellow=(110, 10)))
    assert ones(seen["beaches"]) == [4, 11 + 1, 22 + 2, 33 + 10]
    assert ones(seen["temples"]) == [1, 11 + 7, 22 + 8, 33 + 0]


def test_treasures_left_the_best_first() -> None:
    state = table("", "", "")
    bring_home(state, 2, "blue")
    treasures = np.array(shared(state)["treasures"]).reshape(4, 4) * 5
    full = [5, 3, 2, 0]
    assert np.rint(treasures).tolist() == [full, [0, 3, 2, 0], full, full]


def test_the_tile_called_and_the_stack() -> None:
    state = table("")
    turn(state, 7, "discard")
    assert ones(shared(state)["tile"]) == []
    play(state, CHANCE, "call 36")
    assert ones(shared(state)["tile"]) == [36]
    assert ones(shared(state)["stack"]) == [tile for tile in range(1, 36) if tile != 7]


def test_the_phase_and_what_is_placed() -> None:
    state = CARD.start(1)
    assert (ones(shared(state)["phase"]), ones(shared(state)["placing"])) == ([0], [0])
    play(state, 0, "place on 10")
    assert (ones(shared(state)["phase"]), ones(shared(state)["placing"])) == ([1], [0])
    state = table("")
    assert (ones(shared(state)["phase"]), ones(shared(state)["placing"])) == ([2], [4])


def test_how_many_seats_and_which_of_them() -> None:
    state = table("", "", "")
    assert [ones(shared(state, seat)["seats"]) for seat in range(3)] == [[2], [2], [2]]
    assert [ones(shared(state, seat)["seat"]) for seat in range(3)] == [[0], [1], [2]]


@pytest.mark.parametrize(("distance", "number"), [("apart", 0), ("between", 1), ("any", 2)])
def test_the_options(distance: str, number: int) -> None:
    assert ones(shared(CARD.start(2, {"distance": distance}))["distance"]) == [number]
    assert shared(CARD.start(2, {"setup": "random"}))["chance places"] == [1]
    assert shared(CARD.start(2, {"gold": "twelve"}))["gold"] == [12 / 16]
    assert shared(CARD.start(2, {"gold": "enough"}))["gold"] == [1]
    assert shared(CARD.start(2))["last tile"] == [1]
    assert shared(CARD.start(2, {"last_tile": "revealed"}))["last tile"] == [0]


# ── Everywhere ───────────────────────────────────────────────────────────────────────────────────


def test_the_planes_are_all_the_numbers_in_their_order() -> None:
    sizes = [plane.size for plane in CARD.planes]
    island = [30 * 6, 4 * 32, 4, 3]
    shared_by_all = [44, 44, 16, 37, 37, 5, 5, 4, 4, 3, 3]
    assert sizes == island * 4 + shared_by_all
    assert sum(sizes) == CARD.observation == 4 * ISLAND_SIZE + sum(SHARED_SIZES.values())


def test_every_number_is_filled_in() -> None:
    assert not np.isnan(observed(table(ISLAND, ISLAND, tile=36))).any()


def test_all_numbers_are_from_0_to_about_1_at_any_time() -> None:
    random = Random(6)
    state = CARD.start(4)
    while seats_to_move(state):
        for seat in range(4):
            numbers = observed(state, seat)
            assert ((numbers >= 0) & (numbers <= 1.5)).all()
        move_on(state, random)
