"""Questions."""

from templetop.engine.match import seats_to_move

from .drawn import (
    anything,
    cards,
    cards_to,
    decide,
    hands,
    laid,
    open_to,
    play,
    points,
    score,
    table,
)
from .figures import drawn_under
from .reference import paths_home
from .test_reference import as_reference

# The example of the rule text, with our cards, as the rulebook draws it: gold and two crystals on
# the way from blue to its temple, gold and a crystal on the way from orange to its own; the blue
# adventurer is in the way of the green one, and the purple adventurer's path leads nowhere.
LUIS = drawn_under("Questions")


def test_f_1_may_i_keep_a_card_for_the_whole_game_yes_until_the_eighth_round() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    while state.rounds < 8:
        anything(state, until=int(state.rounds))
        assert 12 in cards(state, 0, "hand")
        decide(state, "keep 12", f"keep {cards(state, 1, 'hand')[0]}")
        anything(state, until=int(state.rounds) + 1)
    assert 12 in cards(state, 0, "played")


def test_f_2_what_happens_if_all_sums_are_equal_everyone_discards_a_card() -> None:
    state = hands((1, 2, 16), (3, 7, 14), (5, 6, 12))
    decide(state, "keep 2", "keep 7", "keep 6")
    assert seats_to_move(state) == [0, 1, 2]


def test_f_3_may_i_lay_a_card_where_it_leads_nowhere_yes() -> None:
    assert open_to("13") == {"d3", "c4", "e4", "d5"}


def test_f_4_does_a_long_path_with_more_gold_count_if_a_shorter_one_is_there_no() -> None:
    island = """
        .   14
        11  1
        7   5
        2   3
    """
    assert score(island) == {"orange": 3 + 1}
    without_the_shorter_one = """
        .   14
        .   1
        11  5
        2   3
    """
    assert score(without_the_shorter_one) == {"orange": 3 + 1 + 1 + 2 + 1}


def test_f_5_the_example_of_the_rule_text_is_13_points() -> None:
    assert score(LUIS) == {"blue": 3 + 2 + 1 + 1, "orange": 3 + 2 + 1}
    assert points(table(LUIS)) == [13, 0]


def test_f_5_there_green_is_blocked_by_the_blue_adventurer_and_purple_is_not_connected() -> None:
    island = as_reference(table(LUIS), seat=0)
    (green,) = paths_home(island, "green")
    assert [island[space].who for space in green if island[space].who] == ["green", "blue", "GREEN"]
    assert not paths_home(island, "purple")


def test_f_6_my_cards_add_up_to_16_and_the_others_to_20_so_i_discard_one_of_mine() -> None:
    state = hands((4, 12, 13), (6, 14, 16))
    decide(state, "keep 13", "keep 16")
    assert seats_to_move(state) == [0]
    assert cards_to("discard", state, 0) == [4, 12]
    play(state, 0, "discard 12")
    assert laid(state, 0) == {"d4": 4}
    play(state, 1, "lay 14 on d3")
    assert laid(state, 1) == {"d4": 6, "d3": 14}
