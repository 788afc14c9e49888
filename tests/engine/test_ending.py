"""How a match ended: for every seat, alone, in teams, or for all together."""

import numpy as np
import pytest

from templetop.engine.ending import (
    are_together,
    ending,
    places_of,
    points_of,
    sides_of,
    verdict,
    win_of,
    winning_sides,
)
from templetop.engine.game import POINTS, Measure

from .scores import Standings
from .toy import TOY

WAY = Measure("space", "spaces", decides=False)  # shows how far all have come, and decides nothing


def results(*standings: str) -> dict[str, str]:
    """How it ended for everybody, by name."""
    table = Standings(*standings)
    found = ending(table.state)
    return {name: found.result(seat) for seat, name in enumerate(table.names)}


def said(*standings: str, is_over: bool = True, measure: Measure | None = POINTS) -> str:
    """The verdict."""
    table = Standings(*standings, is_over=is_over, measure=measure)
    return verdict(table.state, table.names)


# ── Won, drawn or lost ───────────────────────────────────────────────────────────────────────────


def test_the_first_has_won_and_all_others_have_lost() -> None:
    assert results("Ann 2", "Ben 1", "Cem 3") == {"Ann": "lost", "Ben": "won", "Cem": "lost"}


def test_who_shares_the_first_place_has_a_draw() -> None:
    assert results("Ann 1", "Ben 1", "Cem 3") == {"Ann": "drawn", "Ben": "drawn", "Cem": "lost"}


def test_partners_win_and_lose_together_wherever_they_sit() -> None:
    teams = results("Ann+Cem 1", "Ben+Dan 2")
    assert teams == {"Ann": "won", "Ben": "lost", "Cem": "won", "Dan": "lost"}


def test_partners_who_are_first_share_with_nobody() -> None:
    table = Standings("Ann+Cem 1", "Ben+Dan 2")
    assert [seat.win for seat in ending(table.state).seats] == [1, 0, 1, 0]


def test_teams_that_share_the_first_place_have_a_draw() -> None:
    table = Standings("Ann+Cem 1", "Ben+Dan 1", "Eve+Fay 3")
    assert [seat.win for seat in ending(table.state).seats] == [0.5, 0.5, 0.5, 0.5, 0, 0]
    assert set(results("Ann+Cem 1", "Ben+Dan 1").values()) == {"drawn"}


def test_all_together_win() -> None:
    assert results("Ann+Ben+Cem 1") == {"Ann": "won", "Ben": "won", "Cem": "won"}


def test_all_together_lose_where_the_game_has_beaten_them() -> None:
    assert results("Ann+Ben+Cem 2") == {"Ann": "lost", "Ben": "lost", "Cem": "lost"}


def test_nobody_wins_where_nobody_is_first() -> None:
    assert set(results("Ann 2", "Ben 2", "Cem 3").values()) == {"lost"}


def test_who_plays_alone_may_win_or_lose() -> None:
    assert results("Ann 1") == {"Ann": "won"}
    assert results("Ann 2") == {"Ann": "lost"}


@pytest.mark.parametrize(("standings", "sides", "is_together", "has_teams"), [
    (["Ann 1", "Ben 2"],                [[0], [1]],         False, False),
    (["Ann+Cem 1", "Ben+Dan 2"],        [[0, 2], [1, 3]],   False, True),
    (["Ann+Ben 1", "Cem 2"],            [[0, 1], [2]],      False, True),
    (["Ann+Ben+Cem 1"],                 [[0, 1, 2]],        True,  False),
    (["Ann 1"],                         [[0]],              True,  False),
])  # fmt: skip
def test_sides(
    standings: list[str], sides: list[list[int]], is_together: bool, has_teams: bool
) -> None:
    found = ending(Standings(*standings).state)
    assert (found.sides, found.is_together, found.has_teams) == (sides, is_together, has_teams)


def test_how_things_stand_can_be_asked_at_any_time() -> None:
    table = Standings("Ann 2 7", "Ben 1 12", is_over=False)
    found = ending(table.state)
    assert not found.is_over
    assert found.winners == [1]
    assert [(seat.place, seat.points) for seat in found.seats] == [(2, 7), (1, 12)]


def test_there_is_an_answer_for_each_seat_and_for_no_other() -> None:
    state = Standings("Ann 1 12", "Ben 2 7").state
    assert places_of(state).tolist() == [1, 2]
    assert points_of(state).tolist() == [12, 7]
    assert sides_of(state).tolist() == [0, 1]


def test_a_game_that_says_nothing_of_sides_has_everybody_alone() -> None:
    assert sides_of(TOY.start(3)).tolist() == [0, 1, 2]


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("standings", "sentence"), [
    (["Ann 2", "Ben 1", "Cem 3"],   "Ben wins."),
    (["Ann 1", "Ben 1", "Cem 3"],   "Ann and Ben share first place."),
    (["Ann 1", "Ben 1", "Cem 1"],   "Ann, Ben and Cem share first place."),
    (["Ann 2", "Ben 2"],            "Nobody wins: the game has beaten everyone."),
    (["Ann+Cem 1", "Ben+Dan 2"],    "Ann and Cem win."),
    (["Ann+Cem 2", "Ben 1"],        "Ben wins."),
    (["Ann+Cem 1", "Ben+Dan 1"],    "Ann, Ben, Cem and Dan share first place."),
    (["Ann+Cem 2", "Ben+Dan 2"],    "Nobody wins: the game has beaten everyone."),
    (["Ann+Ben+Cem 1"],             "Ann, Ben and Cem have won together."),
    (["Ann+Ben 2"],                 "Ann and Ben have lost together."),
    (["Ann 1 12"],                  "Ann has 12 points."),
    (["Ann 1 1"],                   "Ann has 1 point."),
    (["Ann 2 12"],                  "Ann has lost."),
])  # fmt: skip
def test_the_verdict(standings: list[str], sentence: str) -> None:
    assert said(*standings) == sentence


def test_who_plays_alone_has_won_where_nothing_is_counted_that_decides() -> None:
    assert said("Ann 1 12", measure=WAY) == said("Ann 1 12", measure=None) == "Ann has won."


def test_there_is_no_verdict_before_the_end() -> None:
    assert said("Ann 1", "Ben 2", is_over=False) == "The game is not over."


# ── For machine code ─────────────────────────────────────────────────────────────────────────────


def test_a_win_is_shared_by_sides_and_not_by_seats() -> None:
    places, sides = np.array([1, 1, 1, 2], np.int8), np.array([0, 1, 0, 1], np.int8)
    assert winning_sides(places, sides, 4) == 2
    assert [win_of(seat, places, sides, 4) for seat in range(4)] == [0.5, 0.5, 0.5, 0]


def test_seats_that_are_not_there_win_nothing() -> None:
    places, sides = np.array([1, 2, 1, 1], np.int8), np.array([0, 1, 2, 3], np.int8)
    assert winning_sides(places, sides, 2) == 1


@pytest.mark.parametrize(("sides", "answer"), [([3, 3, 3], True), ([3, 3, 1], False), ([2], True)])
def test_whether_all_are_on_one_side(sides: list[int], answer: bool) -> None:
    assert are_together(np.array(sides, np.int8), len(sides)) == answer
