"""The rules of Starter, sentence by sentence: `pytest` runs this file."""

from pathlib import Path

import pytest

import templetop as tt

GAME = tt.take(Path(__file__).parents[1])
ROLL, HOLD = range(2)


def begun(**options: str) -> tt.Match:
    return tt.Match.new(GAME, ["Ann", "Ben"], options)


def roll(match: tt.Match, *faces: int) -> None:
    """Whose turn it is rolls, and chance does what we say."""
    for face in faces:
        [seat] = match.awaited
        match.play(seat, ROLL)
        match.play(tt.CHANCE, face - 1)


def hold(match: tt.Match) -> None:
    [seat] = match.awaited
    match.play(seat, HOLD)


def points(match: tt.Match) -> list[int]:
    return [int(banked) for banked in match.state.banked[:2]]


def test_1_1_the_pot_is_empty_at_the_beginning_of_a_turn() -> None:
    match = begun()
    assert match.state.pot == 0
    roll(match, 4)
    hold(match)
    assert match.state.pot == 0


def test_1_2_everybody_begins_without_points() -> None:
    assert points(begun()) == [0, 0]


def test_2_1_the_turn_goes_round() -> None:
    match = begun()
    assert match.awaited == [0]
    roll(match, 1)
    assert match.awaited == [1]
    roll(match, 1)
    assert match.awaited == [0]


def test_2_2_whose_turn_it_is_rolls_or_holds() -> None:
    match = begun()
    roll(match, 5)
    assert match.legal(0) == [ROLL, HOLD]


def test_2_3_what_is_rolled_is_put_into_the_pot() -> None:
    match = begun()
    roll(match, 5, 3)
    assert match.state.pot == 8


def test_2_4_a_1_loses_the_pot_and_the_turn() -> None:
    match = begun()
    roll(match, 5, 1)
    assert match.awaited == [1]
    assert points(match) == [0, 0]


def test_2_5_who_holds_gets_the_pot() -> None:
    match = begun()
    roll(match, 5, 3)
    hold(match)
    assert points(match) == [8, 0]
    assert match.awaited == [1]


def test_2_6_nobody_holds_before_the_first_roll() -> None:
    with pytest.raises(tt.Refusal, match="roll first"):
        hold(begun())


def test_3_1_who_holds_enough_points_wins() -> None:
    match = begun(goal="10")
    roll(match, 6, 4)
    assert not match.is_over
    hold(match)
    assert match.is_over


def test_whole_games_come_to_an_end() -> None:
    """They are compiled for that, which takes a while the first time."""
    results = tt.simulate(GAME, seats=3, games=200, bots=["greedy", "random", "random"])
    assert (results.points.max(axis=1) >= 50).all()
    assert results.wins()[0] > 0.5
