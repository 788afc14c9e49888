"""Where several decide at once: odds that nobody can make use of. And partners, who help."""

from typing import Any

import numpy as np
import pytest

from templetop.bots.seen import Seen
from templetop.bots.thinker import Budget
from templetop.bots.thought import Thought
from templetop.engine.ending import points_of
from templetop.engine.game import Game
from templetop.engine.level import Ways
from templetop.engine.match import make
from templetop.engine.seats import Array
from tests.parameters import slow

from .small import DUEL, PAIRS, PAPER, ROCK, ROUNDS, SCISSORS
from .thinking import thinker

SEEDS = 40
MODEST = Budget(240)
LIKE_OUR_GAMES = Ways(curiosity=0.1, margin=25.0, eagerness=0.25, trust=30.0)
WAYS = pytest.mark.parametrize(
    "ways",
    [
        pytest.param(LIKE_OUR_GAMES, id="as in our games"),
        pytest.param(Ways(), id="usual", marks=pytest.mark.slow),
    ],
)


def thoughts(game: Game, ways: Ways, budget: Budget = MODEST) -> list[Thought]:
    """Of the first seat, at the beginning, with many seeds."""
    seen = Seen(game, game.start(game.seats[0]), 0, game.seats[0])
    searching = thinker(game, ways=ways, budget=budget)
    return [searching.think(seen, seed) for seed in range(SEEDS)]


def shares(thought: Thought) -> Array:
    row = np.zeros(DUEL.moves.count)
    for one in thought.weighed:
        row[one.move] = one.share
    return row


@WAYS
def test_the_answer_is_odds_over_all_three_signs(ways: Ways) -> None:
    found = np.array([*map(shares, thoughts(DUEL, ways))])
    assert np.allclose(found.sum(axis=1), 1)
    assert (found > 0).all(axis=1).mean() > 0.8
    assert found.mean(axis=0).max() < 0.5
    assert found.max(axis=1).mean() < 0.6


@WAYS
def test_the_longer_it_thinks_the_less_can_be_foreseen(ways: Ways) -> None:
    long = np.array([*map(shares, thoughts(DUEL, ways, Budget(3000)))])
    assert long.max(axis=1).mean() < 0.42


def lead(answer: Any, ways: Ways, games_played: int = 60) -> float:
    """How many points the search is ahead of its rival in the mean of so many games."""
    searching, leads = thinker(DUEL, ways=ways, budget=MODEST), []
    tickets = np.random.default_rng(5)
    for number in range(games_played):
        state = DUEL.start(2)
        for turn in range(ROUNDS):
            thought = searching.think(Seen(DUEL, state, 0, 2), ROUNDS * number + turn)
            drawn = thought.pick(tickets.random())
            make(state, [(0, drawn), (1, answer(thought))])
        own, other = points_of(state)
        leads.append(int(own) - int(other))
    return float(np.mean(leads))


NOISE = 3 * np.sqrt(ROUNDS * 2 / 3 / 60)  # three standard errors of the mean lead of equals


def beat(thought: Thought) -> int:
    """The answer to its most likely sign, by who knows which one that is."""
    return (thought.move + 1) % 3


def test_the_measure_finds_out_who_can_be_foreseen() -> None:
    """Who answers every sign wins all rounds against one that is always as foreseen."""
    state = DUEL.start(2)
    for _ in range(ROUNDS):
        make(state, [(0, ROCK), (1, PAPER)])
    assert points_of(state).tolist() == [0, ROUNDS]


@WAYS
def test_who_knows_its_most_likely_sign_gains_no_more_than_noise(ways: Ways) -> None:
    assert lead(beat, ways) > -NOISE


@pytest.mark.parametrize("sign", [ROCK, *slow(PAPER, SCISSORS)])
def test_who_always_shows_the_same_gains_nothing(sign: int) -> None:
    """Nor does it lose: odds that nobody can make use of cannot make use of anybody."""
    assert abs(lead(lambda thought: sign, Ways())) < NOISE


def test_where_one_seat_alone_decides_there_is_a_best_move() -> None:
    for thought in thoughts(PAIRS, Ways())[:5]:
        assert all(one.share == 0 for one in thought.weighed)
        assert thought.pick(0.0) == thought.pick(0.999) == thought.move


def test_a_seat_helps_its_partner() -> None:
    """A point for the partner, or for one of the rivals: nobody else can have it."""
    assert {thought.move for thought in thoughts(PAIRS, Ways())} == {2}
