"""The table of odds: it belongs to the island, and knows an answer to every question."""

from itertools import product

import numpy as np

from templetop.games.vulkar.marbles.fit import new_board, new_run
from templetop.games.vulkar.rules import odds
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANE_END,
    LANE_TREE,
    LANES,
    MOST_BEFORE,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    ON_LANES,
    PIT_LANE,
    PITS,
    SPACE_LANE,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    UNSTABLE,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    FALLS_TOO,
    FELLS,
    INTO,
    MEETINGS,
    PASSES,
    RESTS,
    ROLLING,
    RUN_MOVES,
    SWEEPS,
    start_ember,
    start_fireball,
)

NOBODY = (NOWHERE,) * 4


def test_the_table_belongs_to_the_island_and_many_launches_are_behind_it() -> None:
    with np.load(odds.FILE) as file:
        assert int(file["launches"]) >= 20_000


def weights_of(run: np.record, figures: tuple[int, ...] = NOBODY, heading: int = 0) -> list[int]:
    weights = np.zeros(RUN_MOVES, np.int64)
    odds.run_weights(run, new_board(figures), figures, (heading,) * TREES, weights)
    return [int(weight) for weight in weights]


def rolling(lane: int, before: int = 0, turn: int = 0, met: int = 0) -> np.record:
    run: np.record = new_run()
    run.phase, run.lane, run.before, run.turn, run.met = ROLLING, lane, before, turn, met
    run.pit = NOWHERE
    return run


def test_a_fireball_may_come_into_any_lane_at_the_top_and_nothing_else() -> None:
    for heading in range(VULKAR_HEADINGS):
        run = new_run()
        start_fireball(run, heading)
        assert {*np.flatnonzero(weights_of(run))} == {*map(int, MOUTH_LANES)}


def test_an_ember_may_leave_its_pit_or_stay() -> None:
    for pit, direction, strength in product(range(PITS), range(DIRECTIONS), range(STRENGTHS)):
        run = new_run()
        start_ember(run, pit, direction, strength)
        weights = weights_of(run)
        assert weights[INTO + PIT_LANE + pit] > 0
        assert weights[RESTS] > 0


def test_at_the_end_of_a_lane_all_lanes_behind_it_are_possible() -> None:
    for lane, heading, before, turn, met in product(
        range(LANES), range(TREE_HEADINGS), range(MOST_BEFORE), range(odds.TURNS), range(MEETINGS)
    ):
        if heading and LANE_TREE[lane] == NOWHERE:
            continue
        weights = weights_of(rolling(lane, before, turn, met), heading=heading)
        ahead = [int(other) for other in NEXT_LANES[lane] if other != NOWHERE]
        assert all(weights[INTO + other] > 0 for other in ahead)
        assert (weights[ARRIVES] > 0) == (LANE_END[lane] != NOWHERE)
        assert weights[RESTS] > 0


def test_a_figure_in_the_way_is_passed_or_falls_and_from_a_bridge_it_falls_into_the_stream() -> (
    None
):
    for space in map(int, ON_LANES):
        weights = weights_of(rolling(int(SPACE_LANE[space])), (space, *NOBODY[1:]))
        assert weights[PASSES] > 0
        assert weights[SWEEPS] > 0
        assert (weights[FELLS] > 0) == (space not in UNSTABLE)
        assert not any(weights[:PASSES])
        assert not any(weights[FALLS_TOO:])


def test_a_figure_elsewhere_may_fall_too() -> None:
    elsewhere = next(int(space) for space in ON_LANES if SPACE_LANE[space] != 0)
    weights = weights_of(rolling(0), (NOWHERE, elsewhere, NOWHERE, NOWHERE))
    assert [bool(weight) for weight in weights[FALLS_TOO:]] == [False, True, False, False]
