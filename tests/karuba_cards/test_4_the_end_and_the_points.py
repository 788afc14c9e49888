"""4  The end and the points."""

import re

import pytest

from templetop.engine.match import seats_to_move
from templetop.games.karuba_cards.people.picture import picture
from templetop.games.karuba_cards.people.view import card_view

from .drawn import (
    CARD,
    anything,
    hands,
    invented,
    is_over,
    laid,
    move_on,
    places,
    points,
    score,
    score_invented,
    table,
)
from .facts import ADVENTURERS, SHOWS
from .test_picture import printed

HOME = """
    9   1
    .   16
"""  # worth 4: no path home is without a crystal
WITH_GOLD = """
    9   4  1
    .   .  16
"""  # worth 6
WITH_A_CRYSTAL = """
    9   6  1
    .   .  16
"""  # worth 5
A_SHORT_CUT = """
    .   14
    11  1
    2   3
"""  # past card 1; the longer way goes past 2 and 3 as well
A_WAY_ROUND = """
    2   4   3
    5   11  1
    9   12  16
"""  # the short way goes past the purple and the orange adventurer


def test_4_1_the_game_ends_after_the_eighth_round() -> None:
    state = table(seats=2)
    anything(state, until=8)
    assert not is_over(state)
    while seats_to_move(state):
        assert state.rounds == 8
        move_on(state)
    assert is_over(state)
    assert all(8 <= len(laid(state, seat)) <= 16 for seat in range(2))


def test_4_2_an_adventurer_scores_3_points_if_an_unbroken_path_leads_to_its_temple() -> None:
    assert score(HOME) == {"blue": 3 + 1}
    assert score_invented(invented("╶B ┐ \n . └b")) == {"blue": 3}


@pytest.mark.parametrize(
    ("island", "colour"),
    [
        ("9 1 \n . 16", "blue"),
        (". 14 \n 11 1", "orange"),
        ("15 . \n 1 10", "green"),
        ("1 12 \n 13 .", "purple"),
    ],
)
def test_4_2_it_is_so_with_every_colour(island: str, colour: str) -> None:
    assert score(island) == {colour: 3 + 1}


@pytest.mark.parametrize("between", [2, 5, 7, 4, 6, 8])
def test_4_2_both_cards_must_have_a_path_to_the_edge_between_them(between: int) -> None:
    island = f"""
        9   {between}
        .   16
    """
    assert score(island) == {}


def test_4_2_it_must_be_the_temple_of_its_own_colour() -> None:
    island = """
        .   14
        .   1
        .   9
    """
    assert score(island) == {}


def test_4_2_both_cards_must_lie_there() -> None:
    assert score("9 1") == score("1 \n 16") == score("") == {}


@pytest.mark.parametrize("blocking", ["stops", "detour"])
def test_4_3_it_must_take_the_shortest_path(blocking: str) -> None:
    assert score(A_SHORT_CUT, blocking) == {"orange": 3 + 1}
    without_it = """
        .   14
        .   1
        11  3
    """
    assert score(without_it, blocking) == {"orange": 3 + 1 + 1}


@pytest.mark.parametrize("blocking", ["stops", "detour"])
@pytest.mark.parametrize(
    ("long", "short", "points"), [("│●", "│", 3), ("│", "│●", 5), ("│●", "│◆", 4), ("│●", "│●", 5)]
)
def test_4_3_it_does_so_where_it_has_more_treasure_and_where_it_has_less(
    long: str, short: str, points: int, blocking: str
) -> None:
    island = f"""
        ┌       ┬       ╴O
        {long}  {short} .
        └       ┴o      .
    """
    assert score_invented(invented(island), blocking) == {"orange": points}


def test_4_3_it_is_counted_in_cards_and_not_in_treasure() -> None:
    island = """
        .   14
        11  1
        7   5
        2   3
    """
    assert score(island) == {"orange": 3 + 1}


def test_4_4_it_passes_no_card_twice() -> None:
    aside = """
        9   1   4
        .   16  .
    """
    assert score(aside) == {"blue": 3 + 1}  # the gold would need a step aside and back again


@pytest.mark.parametrize(
    ("north", "south", "points"),
    [("●", "◆", 5), ("◆", "●", 5), ("◆", "", 4), ("", "◆", 4), ("", "", 3)],
)
def test_4_5_of_several_paths_that_are_equally_short_it_takes_the_best(
    north: str, south: str, points: int
) -> None:
    island = f"""
        ┌{north}  ┬         ╴O
        └o        ┘{south}  .
    """
    assert score_invented(invented(island)) == {"orange": points}


def test_4_5_it_does_so_wherever_the_better_one_parts_from_the_others() -> None:
    island = """
        ┌   ┬●  ┬   ╴O
        ├◆  ┼   ┤◆  .
        └o  ┴◆  ┘●  .
    """
    assert score_invented(invented(island)) == {"orange": 3 + 1 + 2 + 1}
    assert score_invented(invented(island.replace("┘●", "┘"))) == {"orange": 3 + 1 + 2}


def test_4_5_it_takes_one_that_nobody_blocks() -> None:
    past_green = """
        11  10  14
        2   1   3
    """
    past_purple = """
        2   1   3
        9   12  16
    """
    assert score(past_green) == {"orange": 3 + 1 + 1 + 1}
    assert score(past_purple) == {"blue": 3 + 1 + 1 + 1}


def test_4_6_another_adventurer_on_its_path_blocks_it() -> None:
    island = """
        9   10
        .   16
    """
    assert score(island) == {}
    assert score(island.replace("10", "3 ")) == {"blue": 3 + 1}


def test_4_6_the_one_in_its_way_scores_as_ever() -> None:
    green_behind_blue = """
        ╶G  ┬b  ╴g
        .   │●  .
        .   ╵B  .
    """
    assert score_invented(invented(green_behind_blue)) == {"blue": 3 + 2}
    assert score_invented(invented(green_behind_blue.replace("b", ""))) == {"green": 3}


def test_4_6_it_scores_nothing_even_if_there_is_a_longer_path() -> None:
    assert score(A_WAY_ROUND) == {}
    assert score(A_WAY_ROUND.replace("12", "8 ")) == {"blue": 3 + 2 + 1 + 2 + 1 + 1}


def test_4_6_one_that_is_not_on_the_path_blocks_nobody() -> None:
    island = """
        11  12  .
        9   1   10
        .   16  .
    """
    assert score(island) == {"blue": 3 + 1}


@pytest.mark.parametrize("island", ["╶B ─g ─ ─b", "╶B ─ ─g ─b", "╶B ─g ─o ─b"])
def test_4_6_it_does_so_wherever_it_is_on_the_path(island: str) -> None:
    assert score_invented(invented(island)) == {}
    assert score_invented(invented("╶B ─ ─ ─b")) == {"blue": 3}


def test_4_7_temples_of_other_colours_block_nobody() -> None:
    past_a_temple = """
        ╶B  ─O  ┐
        .   .   └b
    """
    assert score_invented(invented(past_a_temple)) == {"blue": 3}
    assert score_invented(invented(past_a_temple.replace("O", "o"))) == {}


def test_4_7_with_our_cards_no_path_leads_past_a_temple() -> None:
    island = """
        .   14  .
        9   1   15
        .   16  .
    """
    assert score(island) == {"blue": 3 + 1}


def test_4_8_with_the_option_it_takes_the_shortest_of_the_paths_that_nobody_blocks() -> None:
    assert score(A_WAY_ROUND, blocking="detour") == {"blue": 3 + 2 + 1 + 2 + 1 + 1}
    two_ways_round = invented("""
        ┌●  ─   ┐   .
        ├   ─   ┤   .
        ├b  ─g  ┴   ╴B
    """)
    assert score_invented(two_ways_round, blocking="stops") == {}
    assert score_invented(two_ways_round, blocking="detour") == {"blue": 3}


def test_4_8_it_still_scores_nothing_where_all_paths_are_blocked() -> None:
    assert score("9 10 \n . 16", blocking="detour") == {}
    assert score(A_WAY_ROUND.replace("4   3", "4   10"), blocking="detour") == {}


def test_4_8_it_still_takes_the_shortest_where_that_is_free() -> None:
    assert score(A_SHORT_CUT, blocking="detour") == {"orange": 3 + 1}


def test_4_9_a_crystal_on_its_path_scores_1_point_and_gold_2() -> None:
    assert score(WITH_A_CRYSTAL) == {"blue": 3 + 1 + 1}
    assert score(WITH_GOLD) == {"blue": 3 + 2 + 1}


@pytest.mark.parametrize("colour", ADVENTURERS)
def test_4_9_there_is_never_treasure_on_an_adventurers_own_card(colour: str) -> None:
    """So whether it would count is no question; the game is not even made with such a card."""
    assert SHOWS[ADVENTURERS[colour]] == "nothing"
    assert card_view(ADVENTURERS[colour]).shows == "nothing"


def test_4_10_gold_and_crystals_elsewhere_score_nothing() -> None:
    island = """
        5   7   .
        9   1   4
        6   16  .
    """
    assert score(island) == {"blue": 3 + 1}


def test_4_10_nor_do_those_on_a_path_that_is_blocked_or_broken() -> None:
    blocked = """
        9   4  10
        .   .  16
    """
    broken = """
        9   4  5
        .   .  16
    """
    whole = """
        9   4  3
        .   .  16
    """
    assert score(blocked) == score(broken) == {}
    assert score(whole) == {"blue": 3 + 2 + 1}


def test_4_11_what_lies_on_a_shared_stretch_scores_for_each_adventurer_that_uses_it() -> None:
    island = """
        .   11  .   14
        9   1   4   3
        .   .   .   16
    """
    assert score(island) == {"blue": 3 + 1 + 2 + 1, "orange": 3 + 1 + 2 + 1}


def test_4_12_the_most_points_win() -> None:
    state = table(WITH_A_CRYSTAL, HOME, WITH_GOLD, "")
    assert points(state) == [5, 4, 6, 0]
    assert places(state) == [2, 3, 1, 4]


def test_4_13_equals_share_the_place() -> None:
    state = table(HOME, WITH_GOLD, HOME, WITH_GOLD, "", HOME)
    assert places(state) == [3, 1, 3, 1, 6, 3]


def test_4_12_points_can_be_asked_at_any_time() -> None:
    state = hands((2, 3, 4), (1, 2, 3), islands=[HOME, ""])
    assert points(state) == [4, 0]


def test_4_8_who_comes_home_by_a_way_round_wins_and_it_is_said() -> None:
    for blocking, points_home, order in (("stops", 0, [2, 1]), ("detour", 10, [1, 2])):
        state = table(A_WAY_ROUND, HOME, options={"blocking": blocking})
        assert points(state) == [points_home, 4]
        assert places(state) == order
        assert CARD.breakdown(state, 0)["blue"] == points_home
        assert [one.place for one in CARD.view(state, None).seats] == order
        lines = printed(picture(state, 0)).splitlines()
        (standing,) = [line for line in lines if "seat 1 " in line]
        assert re.search(rf" {points_home}  {'b' if points_home else '·'} ", standing)
        lines = printed(picture(state, 1)).splitlines()
        assert any(f"─ {points_home} points" in line for line in lines)
