"""The table of odds: it belongs to the island, and knows an answer to every question."""

from itertools import product

import numpy as np
import pytest

from templetop.games.vulkar.marbles.fit import new_board, new_run
from templetop.games.vulkar.rules import odds
from templetop.games.vulkar.rules.island import (
    AIM_SIDE,
    DIRECTIONS,
    LANE_END,
    LANE_STATIONS,
    LANE_TREE,
    LANES,
    LANES_BEFORE,
    MOST_BEFORE,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    ON_LANES,
    PIT_LANE,
    PITS,
    SPACE_LANE,
    SPACES,
    STATION,
    STRAYS,
    STRENGTHS,
    TREE_HEADINGS,
    TREES,
    UNSTABLE,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    FALLEN,
    FALLS_TOO,
    FELLS,
    FELLS_AND_RESTS,
    INTO,
    LEAVES,
    LYING,
    MEETINGS,
    OVER,
    PASSES,
    RESTS,
    ROLLING,
    RUN_MOVES,
    SWEEPS,
    SWEEPS_AND_RESTS,
    run_happens,
    space_ahead,
    start_ember,
    start_fireball,
)

NOBODY = (NOWHERE,) * 4


def test_the_table_belongs_to_the_island_and_many_launches_are_behind_it() -> None:
    with np.load(odds.FILE) as file:
        assert int(file["launches"]) >= 20_000


def weights_of(run: np.record, figures: tuple[int, ...] = NOBODY, heading: int = 0) -> list[int]:
    weights = np.full(RUN_MOVES, 9, np.int64)  # of an earlier question
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


# ── What is read from the table (7.1) ────────────────────────────────────────────────────────────

SAMPLE = 200  # questions of each kind


def questions(*shape: int) -> list[tuple[int, ...]]:
    """So many of all questions, always the same ones."""
    random = np.random.default_rng(1)
    return [tuple(int(random.integers(many)) for many in shape) for _ in range(SAMPLE)]


def table(name: str, shape: tuple[int, ...]) -> np.ndarray:
    with np.load(odds.FILE) as file:
        part: np.ndarray = file[name].reshape(shape)
    return part


def test_7_1_by_which_mouth_a_fireball_leaves_depends_on_where_vulkar_looks() -> None:
    shares = table("mouth", odds.MOUTH_SHAPE)
    for heading in range(VULKAR_HEADINGS):
        run = new_run()
        start_fireball(run, heading)
        weights = weights_of(run)
        assert [weights[INTO + lane] for lane in MOUTH_LANES] == [*map(int, shares[heading])]


def test_7_1_what_becomes_of_an_ember_at_its_pit_depends_on_direction_and_strength() -> None:
    shares = table("flick", odds.FLICK_SHAPE)
    for pit, direction, strength in product(range(PITS), range(DIRECTIONS), range(STRENGTHS)):
        run = new_run()
        start_ember(run, pit, direction, strength)
        weights = weights_of(run)
        found = [weights[INTO + PIT_LANE + pit], weights[RESTS], weights[LEAVES]]
        assert found == [*map(int, shares[pit, direction * STRENGTHS + strength])]
        strays = {int(lane) for lane in STRAYS[PIT_LANE + pit] if lane != NOWHERE}
        assert all(weights[INTO + lane] == 1 for lane in strays)
        assert {*np.flatnonzero(weights[:LANES])} <= strays | {PIT_LANE + pit}


def test_7_1_whether_a_figure_falls_depends_on_its_space_and_on_how_the_marble_came() -> None:
    shares = table("meeting", odds.MEETING_SHAPE)
    for number, met, before, turn in questions(len(ON_LANES), MEETINGS, MOST_BEFORE, odds.TURNS):
        space = int(ON_LANES[number])
        run = rolling(int(SPACE_LANE[space]), before, turn, met)
        run.station = int(STATION[space])
        weights = weights_of(run, (space, *NOBODY[1:]))
        row = shares[number, met, before, turn]
        for answer in range(odds.MEETING_ANSWERS):
            can_be = space not in UNSTABLE or PASSES + answer in (PASSES, SWEEPS, SWEEPS_AND_RESTS)
            assert weights[PASSES + answer] == (int(row[answer]) if can_be else 0)


def test_7_1_where_a_lane_leads_depends_on_the_tree_and_on_how_the_marble_came() -> None:
    shares = table("end", odds.END_SHAPE)
    for lane, turned, met, before, turn in questions(*odds.END_SHAPE[:-1]):
        heading = turned if LANE_TREE[lane] != NOWHERE else 0
        weights = weights_of(rolling(lane, before, turn, met), heading=turned)
        row = [int(share) for share in shares[lane, heading, met, before, turn]]
        ahead = [int(other) for other in NEXT_LANES[lane] if other != NOWHERE]
        strays = [int(other) for other in STRAYS[lane] if other != NOWHERE]
        expected = dict(zip(ahead, row, strict=False))
        expected |= {stray: row[odds.THEN_STRAYS] if not n else 1 for n, stray in enumerate(strays)}
        expected |= {RESTS: row[odds.THEN_RESTS], LEAVES: row[odds.THEN_LEAVES]}
        if LANE_END[lane] != NOWHERE:
            expected[ARRIVES] = row[0]
        assert {event: w for event, w in enumerate(weights) if w} == {
            event: share for event, share in expected.items() if share
        }


def test_7_1_a_figure_that_lies_on_the_way_counts_at_the_end_of_the_lane() -> None:
    """As long as the marble has met nobody else there, and has not rolled over it yet."""
    shares = table("end", odds.END_SHAPE)
    for lane in {int(SPACE_LANE[space]) for space in ON_LANES}:
        first, *_ = (int(space) for space in LANE_STATIONS[lane])
        board = new_board(NOBODY)
        board[first] = FALLEN
        for met, station, as_if in [(0, 0, LYING), (2, 0, 2), (0, 1, 0), (1, 1, 1)]:
            run = rolling(lane, met=met)
            run.station = station
            weights = np.zeros(RUN_MOVES, np.int64)
            odds.run_weights(run, board, NOBODY, (0,) * TREES, weights)
            assert weights[RESTS] == shares[lane, 0, as_if, 0, 0, odds.THEN_RESTS]
            assert weights[LEAVES] == shares[lane, 0, as_if, 0, 0, odds.THEN_LEAVES]


def test_7_1_whoever_stands_elsewhere_may_fall_too_but_not_who_has_fallen() -> None:
    lane, one, other = 0, SPACES - 1, int(ON_LANES[-1])
    board = new_board((one, other))
    board[other] = FALLEN
    weights = np.zeros(RUN_MOVES, np.int64)
    figures = (NOWHERE, other, NOWHERE, one)
    odds.run_weights(rolling(lane), board, figures, (0,) * TREES, weights)
    assert [int(weight) for weight in weights[FALLS_TOO:]] == [0, 0, 0, 1]


# ── What happens on the lanes (7.1, 7.2) ─────────────────────────────────────────────────────────


def test_7_1_a_marble_meets_the_figures_on_its_lane_one_after_another() -> None:
    """Whoever was passed stays behind; who lies is rolled over."""
    lane = max(range(LANES), key=lambda one: int((LANE_STATIONS[one] != NOWHERE).sum()))
    spaces = [int(space) for space in LANE_STATIONS[lane] if space != NOWHERE]
    assert len(spaces) > 1
    for event, then in [(PASSES, 1), (FELLS, 2), (SWEEPS, 2)]:
        board, run = new_board(spaces), rolling(lane)
        for space in spaces:
            assert space_ahead(run, board) == space
            fell = run_happens(run, board, (0,) * TREES, event)
            assert (fell, run.met) == (NOWHERE if event == PASSES else space, then)
        assert space_ahead(run, board) == NOWHERE
    board = new_board(spaces[1:])
    board[spaces[0]] = FALLEN
    assert space_ahead(rolling(lane), board) == spaces[1]


@pytest.mark.parametrize(
    ("event", "is_over"),
    [
        (ARRIVES, True), (RESTS, True), (LEAVES, True), (PASSES, False), (FELLS, False),
        (SWEEPS, False), (FELLS_AND_RESTS, True), (SWEEPS_AND_RESTS, True), (FALLS_TOO, False),
    ],
)  # fmt: skip
def test_7_1_a_run_ends_where_the_marble_stays(event: int, is_over: bool) -> None:
    space = next(int(space) for space in ON_LANES if space not in UNSTABLE)
    run = rolling(int(SPACE_LANE[space]))
    run_happens(run, new_board((space,)), (0,) * TREES, event)
    assert (run.phase == OVER) == is_over


def test_7_1_from_which_lane_a_marble_comes_is_remembered() -> None:
    """One that has jumped comes as from the first of them; so does one from a mouth or a pit."""
    for lane in range(LANES):
        before = [int(other) for other in LANES_BEFORE[lane] if other != NOWHERE]
        for other in range(LANES):
            run = rolling(other, before=1, turn=3, met=2)
            run.station = 1
            run_happens(run, new_board(NOBODY), (0,) * TREES, INTO + lane)
            assert run.before == (before.index(other) if other in before else 0)
            assert (run.lane, run.phase, run.met, run.station) == (lane, ROLLING, 0, 0)
        run = new_run()
        start_fireball(run, 0)
        run_happens(run, new_board(NOBODY), (0,) * TREES, INTO + lane)
        assert (run.before, run.lane) == (0, lane)


def test_7_1_how_the_last_junction_was_turned_is_remembered() -> None:
    """It is the tree; where there is none, what it was before; at the start, Vul-Kar or the aim."""
    trees = [(3 * tree + 1) % TREE_HEADINGS for tree in range(TREES)]
    for lane in range(LANES):
        run = rolling(lane, turn=6)
        run_happens(run, new_board(NOBODY), trees, INTO)
        assert run.turn == (trees[LANE_TREE[lane]] if LANE_TREE[lane] != NOWHERE else 6)
    run = new_run()
    start_fireball(run, 5)
    run_happens(run, new_board(NOBODY), trees, INTO + int(MOUTH_LANES[0]))
    assert run.turn == 5


def test_6_4_an_ember_rolls_as_it_was_flicked() -> None:
    """By the side of the way out of its pit on which the direction is, and by the strength."""
    for pit, direction, strength in product(range(PITS), range(DIRECTIONS), range(STRENGTHS)):
        run = new_run()
        start_ember(run, pit, direction, strength)
        side = int(AIM_SIDE[pit, direction])
        assert (run.pit, run.aim) == (pit, direction * STRENGTHS + strength)
        assert (run.turn, run.lane, run.met, run.before) == (side * STRENGTHS + strength, -1, 0, 0)
