"""4  The end and the points."""

import pytest

from templetop.engine import ask
from templetop.engine.match import legal_moves, seats_to_move

from .drawn import anything, hands, is_over, laid, places, points, score, table

HOME = """
    16  2
    .   9
"""  # worth 3
WITH_GOLD = """
    16  7  2
    .   .  9
"""  # worth 5
WITH_A_CRYSTAL = """
    16  5  2
    .   .  9
"""  # worth 4


def test_4_1_the_game_ends_after_the_eighth_round() -> None:
    state = table(seats=2)
    anything(state, until=8)
    assert not is_over(state)
    while seats_to_move(state):
        assert state.rounds == 8
        seat = seats_to_move(state)[0]
        ask.play(state, seat, legal_moves(state, seat)[0])
    assert is_over(state)
    assert all(8 <= len(laid(state, seat)) <= 16 for seat in range(2))


def test_4_2_an_adventurer_scores_3_points_if_an_unbroken_path_leads_to_its_temple() -> None:
    assert score(HOME) == {"blue": 3}


@pytest.mark.parametrize(
    ("island", "colour"),
    [
        ("16 2 \n . 9", "blue"),
        (". 15 \n 10 2", "orange"),
        ("11 . \n 2 14", "green"),
        ("2 12 \n 13 .", "purple"),
    ],
)
def test_4_2_it_is_so_with_every_colour(island: str, colour: str) -> None:
    assert score(island) == {colour: 3}


@pytest.mark.parametrize("between", [6, 8, 3])
def test_4_2_both_cards_must_have_a_path_to_the_edge_between_them(between: int) -> None:
    island = f"""
        16  {between}
        .   9
    """
    assert score(island) == {}


def test_4_2_it_must_be_the_temple_of_its_own_colour() -> None:
    island = """
        .   15
        .   2
        .   9
    """
    assert score(island) == {}


def test_4_2_both_cards_must_lie_there() -> None:
    assert score(". 2 \n . 9") == score("16 2") == score("") == {}


def test_4_3_it_must_take_the_shortest_path() -> None:
    with_a_short_cut = """
        .   15
        10  2
        3   4
    """
    assert score(with_a_short_cut) == {"orange": 3}
    longer = """
        .   .   15
        10  5   1
        .   3   4
    """
    assert score(longer) == {"orange": 3 + 1 + 1}


def test_4_3_it_is_counted_in_cards_and_not_in_treasure() -> None:
    island = """
        .   15
        10  2
        6   8
        3   4
    """
    assert score(island) == {"orange": 3}


def test_4_4_it_passes_no_card_twice() -> None:
    aside = """
        16  2  7
        .   9  .
    """
    assert score(aside) == {"blue": 3}  # the gold would need a step aside and back again


def test_4_5_of_several_paths_that_are_equally_short_it_takes_the_best() -> None:
    island = """
        .   .   15
        .   3   4
        10  1   2
    """
    assert score(island) == {"orange": 3 + 1 + 1 + 1}
    mirrored = """
        .   .   15
        .   3   1
        10  2   4
    """
    assert score(mirrored) == {"orange": 3 + 1 + 1}


def test_4_5_it_does_so_wherever_the_better_one_lies() -> None:
    island = """
        10  2  15
        3   1  4
    """
    assert score(island) == {"orange": 3 + 3}


def test_4_5_it_takes_one_that_nobody_blocks() -> None:
    island = """
        .   .   15
        .   3   4
        10  1   12
    """
    assert score(island) == {"orange": 3 + 1 + 1 + 1}


def test_4_6_another_adventurer_on_its_path_blocks_it() -> None:
    island = """
        16  11
        .   9
    """
    assert score(island) == {}
    assert score(island.replace("11", "4 ")) == {"blue": 3 + 1}


def test_4_6_it_scores_nothing_even_if_there_is_a_longer_path() -> None:
    assert score(A_LONG_WAY_ROUND) == {}


def test_4_6_one_that_is_not_on_the_path_blocks_nobody() -> None:
    island = """
        10  12 .
        16  2  11
        .   9  .
    """
    assert score(island) == {"blue": 3}


A_LONG_WAY_ROUND = """
    .   .   15
    3   5   2
    6   10  12
    1   4   .
"""


def test_4_7_temples_of_other_colours_block_nobody() -> None:
    island = """
        .   15  .
        16  2   14
        .   9   .
    """
    assert score(island) == {"blue": 3}


def test_4_8_with_the_option_it_takes_the_shortest_of_the_paths_that_nobody_blocks() -> None:
    assert score(A_LONG_WAY_ROUND, blocking="detour") == {"orange": 3 + 5}


def test_4_8_it_still_scores_nothing_where_all_paths_are_blocked() -> None:
    assert score("16 11 \n . 9", blocking="detour") == {}


def test_4_8_it_still_takes_the_shortest_where_that_is_free() -> None:
    island = """
        .   15
        10  2
        3   4
    """
    assert score(island, blocking="detour") == {"orange": 3}


def test_4_9_a_crystal_on_its_path_scores_1_point_and_gold_2() -> None:
    assert score(WITH_A_CRYSTAL) == {"blue": 3 + 1}
    assert score(WITH_GOLD) == {"blue": 3 + 2}


def test_4_10_gold_and_crystals_elsewhere_score_nothing() -> None:
    island = """
        8   6   .
        16  2   7
        .   9   5
    """
    assert score(island) == {"blue": 3}


def test_4_10_nor_do_those_on_a_path_that_is_blocked_or_broken() -> None:
    blocked = """
        16  7  11
        .   .  9
    """
    broken = """
        16  7  8
        .   .  9
    """
    assert score(blocked) == score(broken) == {}


def test_4_11_what_lies_on_a_shared_stretch_scores_for_each_adventurer_that_uses_it() -> None:
    island = """
        .   10  .   15
        16  2   7   1
        .   .   .   9
    """
    assert score(island) == {"blue": 3 + 2 + 1, "orange": 3 + 2 + 1}


def test_4_12_the_most_points_win() -> None:
    state = table(WITH_A_CRYSTAL, HOME, WITH_GOLD, "")
    assert points(state) == [4, 3, 5, 0]
    assert places(state) == [2, 3, 1, 4]


def test_4_13_equals_share_the_place() -> None:
    state = table(HOME, WITH_GOLD, HOME, WITH_GOLD, "", HOME)
    assert places(state) == [3, 1, 3, 1, 6, 3]


def test_4_12_points_can_be_asked_at_any_time() -> None:
    state = hands((1, 3, 4), (1, 2, 3), islands=[HOME, ""])
    assert points(state) == [3, 0]
