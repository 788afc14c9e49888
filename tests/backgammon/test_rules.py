"""The rules of backgammon, sentence by sentence."""

from collections import Counter

import pytest

from templetop.engine.ending import ending, points_of, verdict
from templetop.engine.match import Match, legal_moves, message_of
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE

from .setting_up import (
    BAR,
    BEGINNING,
    NAMES,
    OFF,
    ROLLING,
    Places,
    backgammon,
    checkers,
    open_codes,
    play,
    position,
    rolled,
)

SMALLER = 32
FAR: Places = {2: 15}  # all at home, out of the way


def refused(match: Match, number: int) -> IllegalMove:
    [seat] = match.awaited
    with pytest.raises(IllegalMove) as found:
        match.play(seat, number)
    return found.value


# ── 1  What there is ─────────────────────────────────────────────────────────────────────────────


def test_1_1_point_1_of_one_is_point_24_of_the_other() -> None:
    match = position({3: 2, 2: 13}, {24: 1, 12: 2}, (1, 2))
    play(match, "3/1")
    assert checkers(match, 1)[BAR] == 1


def test_1_2_points_1_to_6_are_home() -> None:
    assert "6/off 6" in open_codes(position({6: 15}, FAR, (6, 5)))
    assert "6/off 6" not in open_codes(position({7: 1, 6: 14}, FAR, (6, 5)))


def test_1_3_fifteen_checkers_stand_on_four_points() -> None:
    for seat in range(2):
        assert checkers(backgammon(), seat) == {24: 2, 13: 5, 8: 3, 6: 5}


def test_1_4_there_are_two_dice() -> None:
    match = position({13: 2}, FAR, (3, 5))
    assert match.state.dice.tolist() == [5, 3]


# ── 2  A turn ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("dice", "begins"), [((6, 1), 0), ((2, 5), 1)])
def test_2_1_who_rolls_more_begins_with_both_numbers(dice: tuple[int, int], begins: int) -> None:
    match = backgammon()
    match.play(CHANCE, rolled(*dice))
    assert match.awaited == [begins]
    assert match.state.dice.tolist() == sorted(dice, reverse=True)


def test_2_1_equal_rolls_are_rolled_again() -> None:
    match = backgammon()
    assert match.state.phase == BEGINNING
    assert len(legal_moves(match.state, CHANCE)) == 30
    assert rolled(4, 4) not in legal_moves(match.state, CHANCE)


def test_2_2_each_turn_begins_with_a_roll_and_the_other_one_moves() -> None:
    match = position({13: 2}, FAR, (3, 5))
    play(match, "13/8", "13/10")
    assert match.state.phase == ROLLING
    assert legal_moves(match.state, CHANCE) == [*range(36)]
    match.play(CHANCE, rolled(1, 1))
    assert match.awaited == [1]


def test_2_3_each_die_moves_one_checker_in_either_order() -> None:
    match = position({24: 1, 13: 1}, FAR, (3, 5))
    assert open_codes(match) == ["13/8", "24/19", "13/10", "24/21"]


def test_2_3_both_dice_may_move_the_same_checker() -> None:
    match = position({24: 1, 13: 1}, FAR, (3, 5))
    play(match, "24/21", "21/16")
    assert checkers(match, 0) == {OFF: 13, 16: 1, 13: 1}


def test_2_4_a_double_is_played_twice() -> None:
    match = position({24: 1}, FAR, (2, 2))
    play(match, "24/22", "22/20", "20/18", "18/16")
    assert match.state.phase == ROLLING
    assert checkers(match, 0) == {OFF: 14, 16: 1}


def test_2_4_as_long_as_a_checker_can_be_moved() -> None:
    match = position({24: 1}, {BAR - 16: 2}, (2, 2))
    play(match, "24/22", "22/20", "20/18")
    assert match.state.phase == ROLLING


def test_2_5_both_dice_are_played_if_there_is_a_way() -> None:
    """20/14/9 is the only one: after 10/4 there would be no 5."""
    match = position({20: 1, 10: 1}, {BAR - 15: 2, BAR - 5: 2}, (6, 5))
    assert open_codes(match) == ["20/14"]
    assert refused(match, 10).rule == "2.5"
    play(match, "20/14")
    assert open_codes(match) == ["14/9"]


def test_2_6_if_either_can_be_played_but_not_both_it_is_the_larger_one() -> None:
    match = position({13: 1}, {BAR - 2: 2, 1: 13}, (6, 5))
    assert open_codes(match) == ["13/7"]
    play(match, "13/7")
    assert match.state.phase == ROLLING


def test_2_6_if_only_the_smaller_one_can_be_played_it_must_be() -> None:
    match = position({13: 1}, {BAR - 7: 2, BAR - 2: 2, 1: 11}, (6, 5))
    assert open_codes(match) == ["13/8"]


def test_2_7_who_cannot_move_loses_the_turn() -> None:
    walls = dict.fromkeys(range(1, 7), 2)
    match = position({BAR: 1}, walls | {8: 3}, (6, 6))
    assert match.state.phase == ROLLING
    match.play(CHANCE, rolled(2, 1))
    assert match.awaited == [1]


def test_2_7_it_is_said_with_the_roll() -> None:
    match = position({BAR: 1, 13: 1}, dict.fromkeys(range(1, 7), 2) | {13: 3}, (6, 5))
    assert message_of(match.state, CHANCE, rolled(1, 2)).sentence("Chance", NAMES) == (
        "Ben rolls 1 and 2."
    )
    match.state.turn = 0
    assert message_of(match.state, CHANCE, rolled(1, 2)).sentence("Chance", NAMES) == (
        "Ann rolls 1 and 2, and cannot move."
    )


# ── 3  A move ────────────────────────────────────────────────────────────────────────────────────


def test_3_1_a_checker_moves_as_far_as_the_die_shows() -> None:
    match = position({24: 1, 13: 1}, FAR, (3, 5))
    play(match, "13/8")
    assert checkers(match, 0) == {OFF: 13, 24: 1, 8: 1}
    assert refused(match, SMALLER + 5).rule == "3.1"


def test_3_2_it_may_not_stop_where_the_other_one_has_two() -> None:
    match = position({24: 1, 13: 1}, {BAR - 8: 2, BAR - 21: 1}, (3, 5))
    assert open_codes(match) == ["24/19", "13/10", "24/21"]
    assert str(refused(match, 13)) == "Point 8 is held by two checkers or more."


def test_3_3_a_single_checker_is_hit_and_put_on_the_bar() -> None:
    match = position({13: 2}, {BAR - 8: 1, 6: 2}, (5, 3))
    play(match, "13/8")
    assert checkers(match, 1) == {OFF: 12, 6: 2, BAR: 1}
    assert checkers(match, 0)[8] == 1


@pytest.mark.parametrize(("dice", "codes"), [((1, 6), ["bar/19", "bar/24"]), ((4, 4), ["bar/21"])])
def test_3_4_a_checker_on_the_bar_enters_first(dice: tuple[int, int], codes: list[str]) -> None:
    match = position({BAR: 1, 13: 2}, FAR, dice)
    assert open_codes(match) == codes
    assert refused(match, 13).rule == "3.4"


def test_3_4_with_two_on_the_bar_both_dice_enter() -> None:
    match = position({BAR: 2, 13: 2}, FAR, (3, 1))
    play(match, "bar/22")
    assert open_codes(match) == ["bar/24"]


def test_3_5_checkers_at_home_are_borne_off_with_the_very_die() -> None:
    match = position({4: 2, 6: 2}, FAR, (4, 1))
    assert "4/off 4" in open_codes(match)
    play(match, "4/off 4")
    assert checkers(match, 0)[OFF] == 12


def test_3_5_not_while_one_is_outside() -> None:
    match = position({4: 2, 7: 1}, FAR, (4, 3))
    assert open_codes(match) == ["7/3", "4/1", "7/4"]
    assert refused(match, 4).rule == "3.5"


def test_3_6_a_larger_die_bears_off_from_the_highest_point() -> None:
    match = position({4: 1, 2: 2}, FAR, (6, 5))
    assert open_codes(match) == ["4/off 6", "4/off 5"]
    assert refused(match, 2).rule == "3.6"


# ── 4  The end ───────────────────────────────────────────────────────────────────────────────────


def test_4_1_who_has_borne_off_all_checkers_wins() -> None:
    match = position({1: 1}, {1: 1}, (6, 5))
    play(match, "1/off 6")
    assert match.is_over
    assert verdict(match.state, NAMES) == "Ann wins."
    assert [ending(match.state).result(seat) for seat in range(2)] == ["won", "lost"]


@pytest.mark.parametrize(("scoring", "loser", "points"), [
    ("wins", {24: 15}, 1),
    ("wins", {1: 1}, 1),
    ("gammons", {1: 1}, 1),
    ("gammons", {1: 15}, 2),
    ("gammons", {24: 15}, 2),
    ("backgammons", {1: 1, BAR: 1}, 1),
    ("backgammons", {18: 15}, 2),
    ("backgammons", {1: 14, 19: 1}, 3),
    ("backgammons", {1: 14, BAR: 1}, 3),
])  # fmt: skip
def test_4_2_4_3_4_4_what_a_win_is_worth(scoring: str, loser: Places, points: int) -> None:
    match = position({1: 1}, loser, (6, 5), scoring=scoring)
    if match.awaited == [0]:
        play(match, "1/off 6")
    assert points_of(match.state).tolist() == [points, 0]


# ── Numbers ──────────────────────────────────────────────────────────────────────────────────────


def test_every_roll_is_as_likely_as_two_dice_make_it() -> None:
    match = position({13: 1}, FAR, (6, 5))
    play(match, "13/7", "7/2")
    rolls = Counter(
        tuple(sorted((number // 6 + 1, number % 6 + 1)))
        for number in legal_moves(match.state, CHANCE)
    )
    assert rolls[(1, 1)] == 1
    assert rolls[(1, 2)] == 2
    assert len(rolls) == 21
