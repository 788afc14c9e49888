"""Which lanes marbles take by the odds: a hint for who aims, and no promise."""

import numpy as np
import pytest

from templetop.games.vulkar.people.spread import (
    EMPTY_ISLAND,
    NO_FIGURES,
    flicked,
    forked,
    new_run,
    passing,
    spat,
)
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANE_IDS,
    LANES,
    MOUTH_LANES,
    PIT_IDS,
    PITS,
    STRENGTHS,
    TREE_HEADINGS,
    TREE_IDS,
    TREES,
    VULKAR_HEADINGS,
)
from templetop.games.vulkar.rules.odds import run_weights
from templetop.games.vulkar.rules.pieces import PICTURE_LANES
from templetop.games.vulkar.rules.runs import LEAVES, OVER, RUN_MOVES, run_happens, start_ember

AS_SET_UP = (0,) * TREES


def test_6_4_an_ember_comes_into_its_own_lane_where_it_is_well_aimed() -> None:
    for pit in range(PITS):
        shares = [flicked(pit, aim, AS_SET_UP) for aim in range(DIRECTIONS * STRENGTHS)]
        own = [lanes.get(PIT_IDS[pit], 0) for lanes in shares]
        assert max(own) > 90
        assert min(own) < 5
        assert all(0 < part <= 100 for lanes in shares for part in lanes.values())


def test_6_4_behind_a_fork_there_are_no_more_marbles_than_before() -> None:
    lanes = flicked(PIT_IDS.index("Hiccup"), 12 * STRENGTHS + 1, AS_SET_UP)
    assert lanes["heron"] + lanes["sleeper"] <= lanes["low doze"] + 15  # some come from elsewhere


def test_12_6_as_many_embers_run_past_a_picture_space_as_by_playing_them_out() -> None:
    """Wink and Sneeze lead past those of Beachside, Spitter never; each aim is counted apart."""
    random = np.random.default_rng(1)
    for pit, aim, region in [(4, 1, 2), (4, 46, 2), (0, 18, 0), (2, 30, 0)]:
        found = sum(has_passed(pit, aim, region, random) for _ in range(300)) / 3
        assert passing(pit, aim, AS_SET_UP, region) == pytest.approx(found, abs=9)


def has_passed(pit: int, aim: int, region: int, random: np.random.Generator) -> bool:
    """One ember on an empty island, by the table of odds."""
    run, is_past = new_run(), False
    start_ember(run, pit, *divmod(aim, STRENGTHS))
    while run.phase != OVER:
        weights = np.zeros(RUN_MOVES, np.int64)
        run_weights(run, EMPTY_ISLAND, NO_FIGURES, AS_SET_UP, weights)
        event = int(random.choice(RUN_MOVES, p=weights / weights.sum()))
        if event == LEAVES:
            return False
        is_past |= event < LANES and bool(PICTURE_LANES[region, event])
        run_happens(run, EMPTY_ISLAND, AS_SET_UP, event)
    return is_past


def turned(tree: int) -> list[tuple[int, ...]]:
    """All headings of one tree, with the others as they are set up."""
    return [
        tuple(heading * (other == tree) for other in range(TREES))
        for heading in range(TREE_HEADINGS)
    ]


def test_6_3_turning_a_tree_changes_the_way_of_an_ember() -> None:
    sneeze, spindle = PIT_IDS.index("Sneeze"), TREE_IDS.index("spindle")
    ways = {flicked(sneeze, 1, trees).get("high water") for trees in turned(spindle)}
    assert len(ways) > 2


@pytest.mark.parametrize("tree", range(TREES))
def test_6_3_every_tree_has_turns_that_open_other_lanes(tree: int) -> None:
    shares = [forked(tree, trees) for trees in turned(tree)]
    lanes = {lane for share in shares for lane in share}
    apart = [
        max(share.get(lane, 0) for share in shares) - min(share.get(lane, 0) for share in shares)
        for lane in lanes
    ]
    assert max(apart) > 30


def test_6_2_fireballs_leave_below_vulkars_mouths() -> None:
    mouths = {LANE_IDS[lane] for lane in MOUTH_LANES}
    for heading in range(VULKAR_HEADINGS):
        assert {*spat(heading)} <= mouths
        assert 95 <= sum(spat(heading).values()) <= 105
    assert spat(0) != spat(4)
