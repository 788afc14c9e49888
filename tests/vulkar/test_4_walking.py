"""4  Walking."""

from itertools import combinations
from typing import Any

import pytest

from templetop.engine.bits import members
from templetop.engine.match import check
from templetop.engine.refusal import IllegalMove
from templetop.games.vulkar.rules.island import CAVES, NEIGHBOURS, NOWHERE, SPACE_IDS, SPACES
from templetop.games.vulkar.rules.walking import is_walk_over, step, ways_on

from .drawn import choices, do, game, island, legal, odds, phase, tokens_of, where

AWAY = ("B1", "B12")


def test_4_1_all_spaces_of_the_card_are_gone() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4", "shop 3"]})
    do(state, "roots 4", "m3", "m10", "m9")
    assert phase(state) == "walking"
    do(state, "m14")
    assert (where(state, "A"), phase(state)) == ("M14", "bending")


def test_4_2_at_every_space_any_path_but_the_one_it_came_by() -> None:
    state = island("M2", *AWAY, cards={0: ["roots 4"]})
    assert choices(do(state, "roots 4")) == {"m1", "m3"}
    assert choices(do(state, "m3")) == {"m4", "m10"}


def test_4_2_it_may_walk_in_a_circle() -> None:
    state = island("S20", *AWAY, cards={0: ["roots 4"]}, slabs={"S15": "red"})
    do(state, "roots 4", "s15", "s21", "s20")
    assert choices(state) == {"s15", "s19"}


def test_4_2_the_path_by_which_another_figure_came_is_open() -> None:
    state = island("M2", "M3", "B12", cards={0: ["shop 3"], 1: ["roots 4"]})
    do(state, "shop 3", "m3", "m10", "m9", "gets boots")
    game().happen(state, min(odds(state)))  # a card is drawn
    assert int(state.active) == 1
    assert choices(do(state, "roots 4")) == {"m2", "m4", "m10"}


def test_4_3_a_space_with_a_figure_counts_but_is_only_passed() -> None:
    state = island("M2", "M3", "B12", cards={0: ["shop 3"]}, slabs={"M3": "red", "M10": "blue"})
    do(state, "shop 3", "m3")
    assert tokens_of(state, "A") == ""
    do(state, "m10")
    assert (tokens_of(state, "A"), int(state.steps)) == ("b", 1)


def test_4_3_who_would_stop_there_goes_on_to_the_next_free_space() -> None:
    state = island("M2", "M9", "M14", cards={0: ["shop 3"]})
    do(state, "shop 3", "m3", "m10", "m9")
    assert (where(state, "A"), phase(state)) == ("M8", "giving")  # and not over the next one


def test_4_3_over_a_further_figure_only_if_no_free_space_is_there() -> None:
    state = island("M2", "M9", "M14", "M8", cards={0: ["shop 3"]})
    do(state, "shop 3", "m3", "m10", "m9")
    assert int(state.steps) == 0
    assert choices(state) == {"m8", "m14"}
    do(state, "m14")
    assert choices(state) == {"m6", "m15"}
    do(state, "m15")
    assert (where(state, "A"), phase(state)) == ("M15", "giving")


def triangles() -> list[tuple[int, int, int]]:
    near = [{int(other) for other in ways if other != NOWHERE} for ways in NEIGHBOURS]
    found = combinations(range(SPACES), 3)
    return [(a, b, c) for a, b, c in found if b in near[a] and c in near[a] & near[b]]


def test_4_3_nobody_runs_round_in_circles_for_ever() -> None:
    """Three figures stand in a triangle, and a fourth always takes the way over one of them."""
    assert triangles()
    for corners in triangles():
        for entry in corners:
            outside = [
                int(space) for space in NEIGHBOURS[entry] if space not in (*corners, NOWHERE)
            ]
            for start in outside:
                state = island(SPACE_IDS[start], *(SPACE_IDS[corner] for corner in corners))
                state.steps = 1
                step(state, entry)
                steps = 1
                while not is_walk_over(state) and steps < 10:
                    step(state, max(legal_steps(state), key=corners.count))
                    steps += 1
                assert steps <= 5, corners


def legal_steps(state: Any) -> list[int]:
    numbers = game().move_set()
    ways_on(state, numbers)
    return members(numbers)


@pytest.mark.parametrize(("space", "first"), [("S17", "s16"), ("M21", "m22")])
def test_4_4_a_bridge_or_the_ladder_ends_the_walk(space: str, first: str) -> None:
    state = island(space, *AWAY, cards={0: ["shop 5"]})
    do(state, "shop 5", first)
    assert where(state, "A") == first.upper()
    assert phase(state) == "giving"


def test_4_4_in_the_next_turn_one_leaves_either_way() -> None:
    state = island("S16", *AWAY, cards={0: ["shop 5"]})
    assert choices(do(state, "shop 5")) == {"s15", "s17"}


def test_4_4_an_occupied_bridge_is_crossed() -> None:
    state = island("S17", "S16", "B12", cards={0: ["shop 3"]})
    do(state, "shop 3", "s16")
    assert (where(state, "A"), int(state.steps)) == ("S15", 1)


def test_4_5_a_cave_ends_the_walk_and_the_die_says_where_one_goes() -> None:
    state = island("S12", *AWAY, cards={0: ["shop 5"]})
    do(state, "shop 5", "s11")
    assert phase(state) == "rolling"
    assert len(odds(state)) == 3
    assert where(do(state, "rolls 3"), "A") == "B19"


def test_4_5_one_stays_by_the_same_number_or_if_the_cave_is_taken() -> None:
    for number in (1, 2):
        state = island("S12", "M31", "B12", cards={0: ["shop 5"]})
        do(state, "shop 5", "s11", f"rolls {number}")
        assert where(state, "A") == "S11"
        assert phase(state) == "giving"


def test_4_5_an_occupied_cave_is_passed() -> None:
    state = island("S12", "S11", "B12", cards={0: ["shop 3"]})
    do(state, "shop 3", "s11")
    assert (phase(state), int(state.steps)) == ("walking", 2)


def test_4_6_the_helipad_holds_any_number() -> None:
    state = island("M2", "M1", "M1", cards={0: ["roots 4"]})
    do(state, "roots 4", "m1", "m5")
    state = island("M3", "M1", "M1", "B12", cards={0: ["shop 3"]})
    do(state, "shop 3", "m2")
    assert int(state.steps) == 1  # on the helipad, which is entered
    assert choices(state) == {"m5", "m7"}


def test_4_6_whoever_enters_it_passes_those_who_are_there() -> None:
    state = island("M3", "M1", "B12", cards={0: ["shop 3"]}, heart="B")
    do(state, "shop 3", "m2")
    assert (where(state, "A"), phase(state)) == ("M1", "meeting")
    assert choices(state) == {"take", "pass"}


def test_4_7_going_from_cave_to_cave_passes_nobody() -> None:
    state = island("S12", "B17", "B20", cards={0: ["shop 5"]}, heart="B")
    do(state, "shop 5", "s11", "rolls 3")
    assert phase(state) == "giving"


def test_4_2_the_move_to_any_space_is_known_to_whoever_is_asked() -> None:
    state = do(island("M2", "B12", cards={0: ["roots 4"]}), "roots 4")
    first = game().view(state, 0).first_move
    assert [game().view(state, seat).first_move for seat in (1, None)] == [None, None]
    assert first + SPACE_IDS.index("M1") in legal(state)
    with pytest.raises(IllegalMove, match="No path leads from M2 to B12"):
        check(state, 0, first + SPACE_IDS.index("B12"))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_4_5_every_cave_ends_the_walk(number: int) -> None:
    cave = int(CAVES[number - 1])
    before = next(int(space) for space in NEIGHBOURS[cave] if space != NOWHERE)
    state = island(SPACE_IDS[before], "M1", "M1", cards={0: ["roots 8"]})
    do(state, "roots 8", SPACE_IDS[cave].lower())
    assert (where(state, "A"), phase(state)) == (SPACE_IDS[cave], "rolling")
    for rolled in (1, 2, 3):
        then = do(state.copy(), f"rolls {rolled}")
        assert where(then, "A") == SPACE_IDS[CAVES[rolled - 1]]
        assert (int(then.steps), phase(then)) == (0, "bending")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_4_5_the_die_has_three_numbers_however_many_play(seats: int) -> None:
    cave = int(CAVES[0])
    before = next(int(space) for space in NEIGHBOURS[cave] if space != NOWHERE)
    others = ["M1"] * (3 if seats == 2 else seats - 1)
    state = island(SPACE_IDS[before], *others, seats=seats, cards={0: ["roots 8"]})
    do(state, "roots 8", SPACE_IDS[cave].lower())
    assert [*odds(state).values()] == [1, 1, 1]
