"""The same games played here and by OpenSpiel, side by side.

OpenSpiel's players move two checkers at once, by both dice; ours move them one by one. So what is
compared, before each of its decisions, is every board that may come of it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.ending import points_of
from templetop.engine.match import Match, Moves, legal_moves
from templetop.engine.seats import CHANCE, decisions
from templetop.games.shelf import take
from tests.every_game.tables import EXAMPLES

from .setting_up import BAR, CHECKERS, MOVING, POINTS, rolled

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is missing: pip install open_spiel.")

GAMES = 8
SCORINGS = {
    "wins": "winloss_scoring",
    "gammons": "enable_gammons",
    "backgammons": "full_scoring",
}
THEIR_BAR = 100
PASS = 2 * 26 * 26 - 1  # neither die moves a checker

Board = tuple[int, ...]  # the checkers of both seats in every place, as each counts them


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("scoring", SCORINGS)
def test_openspiel_plays_the_same_game(scoring: str, seed: int) -> None:
    random = Random(f"{scoring} {seed}")
    game = take(EXAMPLES.joinpath("backgammon").name)
    match = Match.new(game, ["Ann", "Ben"], {"scoring": scoring})
    theirs = pyspiel.load_game("backgammon", {"scoring_type": SCORINGS[scoring]})
    theirs = theirs.new_initial_state()
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            roll(match, theirs, random)
        else:
            move(match, theirs, random)
        assert our_board(match.state) == their_board(theirs)
    assert match.is_over
    ours, others = points_of(match.state).tolist()
    assert theirs.returns() == [ours - others, others - ours]


# ── Dice ─────────────────────────────────────────────────────────────────────────────────────────


def roll(match: Match, theirs: Any, random: Random) -> None:
    assert match.awaited == [CHANCE]
    outcomes = dict(theirs.chance_outcomes())
    assert len(legal_moves(match.state, CHANCE)) == len(outcomes)
    assert {round(likely * len(outcomes), 9) for likely in outcomes.values()} == {1.0}
    outcome = random.choice([*outcomes])
    dice = dice_of(theirs.action_to_string(CHANCE, outcome), is_first=len(outcomes) == 30)
    match.play(CHANCE, rolled(*dice))
    theirs.apply_action(outcome)


def dice_of(words: str, is_first: bool) -> tuple[int, int]:
    """The first number is the first seat's; for OpenSpiel, at first, the starter's is the lower."""
    one, other = map(int, words.removesuffix(")")[-2:])
    return (other, one) if is_first else (one, other)


# ── Checkers ─────────────────────────────────────────────────────────────────────────────────────


def move(match: Match, theirs: Any, random: Random) -> None:
    """A decision of OpenSpiel's: both dice, or as many as can be; or none, which we do not ask."""
    seat = theirs.current_player()
    if theirs.legal_actions() == [PASS]:
        assert seat not in match.awaited
        theirs.apply_action(PASS)
        return
    assert match.awaited == [seat]
    ours = {our_board(state): moves for state, moves in after_both_dice(match.state, seat)}
    others = {their_board(theirs.child(action)): action for action in theirs.legal_actions()}
    assert ours.keys() == others.keys()
    board = random.choice(sorted(ours))
    for mover, number in ours[board]:
        match.play(mover, number)
    theirs.apply_action(others[board])


def after_both_dice(state: Any, seat: int) -> Iterator[tuple[Any, Moves]]:
    """Every table after both dice, or as many as can be, and the moves that lead there."""
    for number in legal_moves(state, seat):
        then = state.copy()
        ask.play(then, decisions({seat: number}))
        if then.phase == MOVING and sum(then.dice > 0) == 1:
            for end, moves in after_both_dice(then, seat):
                yield end, [(seat, number), *moves]
        else:
            yield then, [(seat, number)]


def our_board(state: Any) -> Board:
    return tuple(int(count) for side in state.checkers for count in side)


def their_board(theirs: Any) -> Board:
    """The first player's point 1 is their 23, the second's is their 0."""
    board: list[int] = []
    for player in range(2):
        points = [theirs.board(player, 23 - n if player == 0 else n) for n in range(POINTS)]
        bar = theirs.board(player, THEIR_BAR)
        board += [CHECKERS - sum(points) - bar, *points, bar]
    assert len(board) == 2 * (BAR + 1)
    return tuple(board)
