"""All on one side play for the win: a small game in which points and the win part ways."""

from typing import Any

import numpy as np
import pytest

from templetop.bots.search import FOR_POINTS, TO_WIN_TOGETHER, aim_of, weigh
from templetop.bots.thinker import alone
from templetop.coach.luck import results_of
from templetop.coach.scales import unit_of
from templetop.engine import ask
from templetop.engine.bits import clear, put
from templetop.engine.compile import record, rule
from templetop.engine.game import Game, Measure
from templetop.engine.kinds import Kind, Kinds, Phase
from templetop.engine.level import Ways
from templetop.engine.seats import NOBODY, decisions
from templetop.games.shelf import take

from .small import code_of, no_odds, nothing_happens, number_of, view, write
from .thinking import room

# ── A boat with a leak: in each of four turns somebody fishes, or bails ──────────────────────────
# A fish is worth ten points, and bailing none. Who has bailed three times in all comes home, and
# whoever has not is drowned with all the fish.

FISH, BAIL = range(2)
TURNS = 4
BAILED = 3
FISH_POINTS = 10
PHASES = (Phase("fishing", "It is time to fish or to bail."), Phase("over", "The game is over."))
FISHING, OVER = range(len(PHASES))


@rule
def boat_new(state: Any, seats: int, options: Any) -> None:
    state.seats = seats


@rule
def boat_to_move(state: Any) -> Any:
    return NOBODY if state.phase == OVER else 1 << int(state.turn) % int(state.seats)


@rule
def boat_legal(state: Any, seat: int, moves: Any) -> None:
    clear(moves)
    put(moves, FISH)
    put(moves, BAIL)


@rule
def boat_play(state: Any, decisions: Any) -> None:
    if decisions[int(state.turn) % int(state.seats)] == FISH:
        state.fish += 1
    else:
        state.bailed += 1
    state.turn += 1
    if state.turn == TURNS:
        state.phase = OVER


@rule
def boat_points(state: Any, points: Any) -> None:
    for seat in range(state.seats):
        points[seat] = FISH_POINTS * int(state.fish)


@rule
def boat_places(state: Any, places: Any) -> None:
    for seat in range(state.seats):
        places[seat] = 1 if state.bailed >= BAILED else 2


@rule
def boat_sides(state: Any, sides: Any) -> None:
    for seat in range(state.seats):
        sides[seat] = 0


@rule
def boat_prospect(state: Any, seat: int) -> int:
    """Bailing is all that helps."""
    return 300 * int(state.bailed)


BOAT = ask.know(
    Game(
        id="boat",
        name="Boat",
        says="Bail, or fish and drown.",
        rules_version=1,
        seats=[1, 2],
        State=record([
            ("fish", np.int8), ("bailed", np.int8), ("turn", np.int8), ("seats", np.int8),
            ("phase", np.int8), ("of_boat", np.int8),
        ]),
        phases=PHASES,
        moves=Kinds(Kind("do", 0, 2, (FISHING,), "{who} does {number}", code_of, number_of)),
        events=Kinds(),
        new=boat_new,
        to_move=boat_to_move,
        legal=boat_legal,
        odds=no_odds,
        play=boat_play,
        happen=nothing_happens,
        points=boat_points,
        places=boat_places,
        sides=boat_sides,
        prospect=boat_prospect,
        measure=Measure(),
        view=view,
        write=write,
        picture=view,
    )
)  # fmt: skip

GREEDY_FOR_POINTS = Ways(eagerness=0.05, depth=0, greed=0)


def boat(seats: int, *moves: int) -> Any:
    """The boat after these moves."""
    state = BOAT.start(seats)
    for turn, move in enumerate(moves):
        ask.play(state, decisions({turn % seats: move}))
    return state


def values(state: Any, seats: int, ways: Ways, deals: int = 64) -> list[float]:
    """What fishing and bailing are worth to the first seat, in the mean of so many deals."""
    candidates = np.array([FISH, BAIL], np.int64)
    thinking, odds, samples = room(BOAT, deals, 2)
    seat = int(state.turn) % seats
    which = (candidates, 0, 1, np.uint64(3))
    weigh.plain(alone(state), seat, seats, *which, ways, thinking, odds, samples)
    assert np.ptp(samples["values"][:, :, :seats], axis=2).max() == 0  # all have the same
    return [float(value) for value in samples["values"][:, :, 0].mean(axis=0)]


@pytest.mark.parametrize("seats", [1, 2])
def test_bailing_wins_though_fishing_brings_points(seats: int) -> None:
    fishing, bailing = values(boat(seats), seats, GREEDY_FOR_POINTS)
    assert bailing > fishing


@pytest.mark.parametrize("seats", [1, 2])
def test_a_win_without_a_point_is_worth_more_than_any_loss(seats: int) -> None:
    state = boat(seats, BAIL, BAIL, FISH)
    lost, won = values(state, seats, GREEDY_FOR_POINTS, 1)
    assert won == 1.0
    assert 0 < lost < 0.1


def test_who_cannot_win_any_more_prefers_the_smaller_loss() -> None:
    fishing, bailing = values(boat(1, FISH, FISH), 1, GREEDY_FOR_POINTS)
    assert 0 < bailing < fishing < 0.1


def test_short_of_the_end_the_value_is_the_chance_that_the_game_tells() -> None:
    at_once = GREEDY_FOR_POINTS._replace(horizon=0)
    assert values(boat(2, BAIL), 2, at_once) == pytest.approx([0.3, 0.6])


def aim(played: Game, seats: int, **options: str) -> int:
    thinking, _, _ = room(played, 1, 1)
    return int(aim_of(played.start(seats, options), seats, thinking))


def test_only_where_all_are_on_one_side_and_may_lose() -> None:
    assert aim(BOAT, 1) == aim(BOAT, 2) == TO_WIN_TOGETHER
    assert aim(take("karuba"), 1) == FOR_POINTS  # alone, for as many points as can be had
    assert aim(take("karuba"), 2) == FOR_POINTS
    assert aim(take("karmaggan"), 4, mode="teams") == FOR_POINTS
    assert aim(take("vulkar"), 4) == FOR_POINTS
    assert [aim(take("vulkar"), seats, game="curse") for seats in range(1, 5)] == [
        TO_WIN_TOGETHER
    ] * 4


@pytest.mark.parametrize("seats", [1, 2])
def test_the_coach_counts_in_chances_and_a_win_is_all_of_it(seats: int) -> None:
    unit = unit_of(boat(seats), seats)
    assert unit == "chances"
    won, lost = boat(seats, BAIL, BAIL, BAIL, FISH), boat(seats, FISH, BAIL, BAIL, FISH)
    assert results_of(won, seats, unit).tolist() == [1.0] * seats
    assert max(results_of(lost, seats, unit)) < 0.1
