"""What looks good at first sight, and that it leads to sensible games."""

from random import Random
from typing import Any

import numpy as np
import pytest

from templetop.engine import ask
from templetop.engine.compile import compiled
from templetop.engine.match import check, legal_moves, make, seats_to_move
from templetop.engine.seats import CHANCE, NOBODY, Array
from templetop.engine.simulate import simulate

from .drawn import CARD, bring_home, leave_in_the_stack, number_of, numbers_open, play, table

LEVEL, UPRIGHT, CROSSING = 1, 17, 25  # tiles: ─, │ and ┼
LEVEL_WITH_CRYSTAL, LEVEL_WITH_GOLD = 13, 14


def appeal(state: Any, words: str, seat: int = 0) -> int:
    """How good a move looks, which must be legal."""
    check(state, seat, number_of(words))
    return int(ask.appeal(state, seat, number_of(words)))


def most_appealing(state: Any, seat: int = 0) -> list[int]:
    """The moves that a greedy bot would choose from."""
    appeals = {move: ask.appeal(state, seat, move) for move in legal_moves(state, seat)}
    return [move for move, how_much in appeals.items() if how_much == max(appeals.values())]


# ── Walking ──────────────────────────────────────────────────────────────────────────────────────


def test_a_temple_with_its_best_treasure_is_better_than_a_crystal() -> None:
    state = table(". . . ─n ─◆ ─", tile=CROSSING)
    assert most_appealing(state) == [number_of("walk brown to temple")]
    assert appeal(state, "walk brown to e1") > appeal(state, "walk brown to f1")


def test_gold_is_better_than_a_crystal() -> None:
    state = table(
        """
        ─n ─●
        ─b ─◆
        """,
        tile=UPRIGHT,
    )
    assert appeal(state, "walk brown to b1") > appeal(state, "walk blue to b2")


def test_of_two_temples_the_one_with_the_better_treasure_is_better() -> None:
    state = table(
        """
        . . . . . ─n
        . . . . . ─b
        """,
        seats=2,
        tile=UPRIGHT,
    )
    bring_home(state, 1, "brown")
    assert appeal(state, "walk blue to temple") > appeal(state, "walk brown to temple")


def test_on_a_finished_path_the_nearer_to_the_temple_the_better() -> None:
    state = table("─ ─n ─ ─ ─ ─", tile=UPRIGHT)
    goals = ["walk brown to a1", "discard", "walk brown to c1", "walk brown to d1"]
    assert sorted(goals, key=lambda words: appeal(state, words)) == goals


def test_with_the_last_tile_a_crystal_in_reach_is_better_than_any_laying() -> None:
    state = table("─n ─◆ .", tile=LEVEL)
    leave_in_the_stack(state)
    assert most_appealing(state) == [number_of("walk brown to b1")]


# ── Laying ───────────────────────────────────────────────────────────────────────────────────────


def test_the_only_tile_missing_on_a_way_is_best_laid_there() -> None:
    state = table("─ ─ . ─ ─ ─", tile=LEVEL)
    assert most_appealing(state) == [number_of("lay c1")]


def test_blocking_the_last_way_is_worse_than_discarding() -> None:
    state = table("─ ─ . ─ ─ ─", tile=UPRIGHT)
    assert appeal(state, "lay c1") < appeal(state, "discard")


def test_a_tile_in_nobodys_way_is_as_good_as_discarded() -> None:
    state = table("─ ─ . ─ ─ ─", tile=UPRIGHT)
    assert appeal(state, "lay a5") == appeal(state, "discard")


def test_a_tile_on_the_ways_of_two_is_better_than_on_the_way_of_one() -> None:
    state = table("", tile=CROSSING, brown=(10, 70), blue=(80, 30))
    assert appeal(state, "lay c1") > appeal(state, "lay d1")
    assert appeal(state, "lay c1") > appeal(state, "lay c2")


@pytest.mark.parametrize("treasure", [LEVEL_WITH_CRYSTAL, LEVEL_WITH_GOLD])
def test_treasure_is_better_laid_where_somebody_can_walk_to_it(treasure: int) -> None:
    bare, rich = (table("─n ─", tile=tile) for tile in (LEVEL, treasure))
    assert appeal(rich, "lay c1") > appeal(bare, "lay c1")
    assert appeal(rich, "lay f5") == appeal(bare, "lay f5")


def test_a_gold_tile_is_like_any_other_once_all_gold_is_gone() -> None:
    bare, rich = (
        table("─n ─", tile=tile, options={"gold": "twelve"}) for tile in (LEVEL, LEVEL_WITH_GOLD)
    )
    assert appeal(rich, "lay c1") > appeal(bare, "lay c1")
    rich.gold = 0
    assert appeal(rich, "lay c1") == appeal(bare, "lay c1")


# ── Setting up ───────────────────────────────────────────────────────────────────────────────────


def test_alone_a_temple_in_middle_distance_is_best() -> None:
    state = CARD.start(1)
    play(state, 0, "place on 10")
    assert most_appealing(state) == [number_of("site on 60"), number_of("site on 70")]


def test_with_others_all_numbers_are_alike() -> None:
    state = CARD.start(2)
    assert len(most_appealing(state, 0)) == len(numbers_open(state, 0)) == 11
    play(state, 0, "place on 10")
    assert len(most_appealing(state, 0)) == len(numbers_open(state, 0))


# ── Everywhere ───────────────────────────────────────────────────────────────────────────────────


def test_looking_at_a_move_changes_nothing() -> None:
    state = table("─n ─● . ─ ─ ─", tile=LEVEL_WITH_GOLD, options={"gold": "twelve"})
    before = state.tobytes()
    appeals(state, 0)
    assert state.tobytes() == before


@pytest.mark.parametrize("seats", CARD.seats)
def test_machine_code_finds_the_same_appeal(seats: int) -> None:
    random = Random(seats)
    state = CARD.start(seats)
    while ask.to_move(state) != NOBODY:
        asked = seats_to_move(state)
        for seat in asked:
            if seat != CHANCE:
                assert appeals(state, seat) == machine_appeals(state, seat)
        make(state, [(seat, good_move(state, seat, random)) for seat in asked])


def good_move(state: Any, seat: int, random: Random) -> int:
    """Mostly one of the best, so that a game comes to everything."""
    is_good = seat != CHANCE and random.random() < 0.7
    return random.choice(most_appealing(state, seat) if is_good else legal_moves(state, seat))


def appeals(state: Any, seat: int) -> list[int]:
    return [int(ask.appeal(state, seat, move)) for move in legal_moves(state, seat)]


def machine_appeals(state: Any, seat: int) -> list[int]:
    states = CARD.state()
    states[0] = state
    moves = np.array(legal_moves(state, seat))
    found = np.zeros(len(moves), np.int64)
    fill_in_appeals(states, seat, moves, found)
    return [int(appeal) for appeal in found]


@compiled
def fill_in_appeals(states: Any, seat: int, moves: Array, found: Array) -> None:
    for n in range(len(moves)):
        found[n] = ask.appeal(states[0], seat, moves[n])


@pytest.mark.parametrize(("seats", "points"), [(1, 23), (2, 20), (3, 18), (4, 18)])
def test_greedy_bots_play_like_people_in_their_first_games(seats: int, points: int) -> None:
    played = simulate(CARD, seats, 400, ["greedy"], options={"setup": "random"})
    assert played.points.mean() > points


def test_a_greedy_bot_beats_random_ones() -> None:
    played = simulate(CARD, 4, 400, ["greedy", "random", "random", "random"])
    assert played.wins()[0] > 0.98
