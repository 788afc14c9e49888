"""The island: all that is drawn can be reached, walked and rolled down."""

import itertools

import numpy as np
import pytest

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import lines
from templetop.games.vulkar.rules import island
from templetop.games.vulkar.rules.island import NOWHERE
from templetop.games.vulkar.rules.pieces import COPIES, HEAD_STARTS, MOST, STRIDES

LARGEST_WALK = MOST + STRIDES * COPIES + max(HEAD_STARTS)  # a card, all Hiking Boots, and 2.12
STOPS = {island.BRIDGE, island.LADDER, island.CAVE_1, island.CAVE_2, island.CAVE_3}
LANE_WIDTH = 32  # millimetres from its middle to where a ridge begins


def near(space: int) -> list[int]:
    return [int(other) for other in island.NEIGHBOURS[space] if other != NOWHERE]


def following(lane: int) -> list[int]:
    return [int(other) for other in island.NEXT_LANES[lane] if other != NOWHERE]


# ── Spaces ───────────────────────────────────────────────────────────────────────────────────────


def test_there_are_about_a_hundred_spaces_in_three_regions_in_a_row() -> None:
    assert 90 <= island.SPACES <= 120
    assert [region["name"] for region in DRAWING["regions"]] == [*island.REGIONS]
    edges = [-np.inf, *(region["east"] for region in DRAWING["regions"])]
    for space, (x, _) in enumerate(island.SPACE_AT):
        region = island.REGION[space]
        assert edges[region] - 30 < x < edges[region + 1] + 30, island.SPACE_IDS[space]


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        (island.TREASURE, 36), (island.SNAPSHOT, 6), (island.HEART, 1), (island.HELIPAD, 1),
        (island.CAVE_1, 1), (island.CAVE_2, 1), (island.CAVE_3, 1),
        (island.BRIDGE, 2), (island.LADDER, 1),
    ],
)  # fmt: skip
def test_there_are_as_many_of_each_kind_as_the_rules_ask_for(kind: int, count: int) -> None:
    assert len(island.spaces_of(kind)) == count


@pytest.mark.parametrize("region", range(3))
def test_each_region_has_twelve_treasures_two_snapshots_and_a_cave(region: int) -> None:
    kinds = island.KIND[region == island.REGION]
    assert (kinds == island.TREASURE).sum() == 12
    assert (kinds == island.SNAPSHOT).sum() == 2
    assert np.isin(kinds, [island.CAVE_1, island.CAVE_2, island.CAVE_3]).sum() == 1


def test_every_space_can_be_reached_and_none_is_a_dead_end() -> None:
    assert (island.TO_HELIPAD != NOWHERE).all()
    assert min(len(near(space)) for space in range(island.SPACES)) >= 2


def test_a_way_leads_both_ways() -> None:
    for space in range(island.SPACES):
        assert all(space in near(other) for other in near(space))


def test_a_figure_that_stands_beside_another_does_not_touch_it() -> None:
    for one, other in itertools.combinations(island.SPACE_AT, 2):
        assert np.linalg.norm(one - other) > 38


def test_no_cave_bridge_or_ladder_is_on_the_only_way() -> None:
    stops = {space for space in range(island.SPACES) if int(island.KIND[space]) in STOPS}
    reached, new = {island.HELIPAD_SPACE}, [island.HELIPAD_SPACE]
    while new:
        new = [other for space in new for other in near(space) if other not in reached | stops]
        reached |= set(new)
    assert reached == set(range(island.SPACES)) - stops


def can_walk(before: int, space: int, steps: int) -> bool:
    """Is there a whole move of so many steps, or one that ends where the rules end it?"""
    if steps == 0 or (before != NOWHERE and int(island.KIND[space]) in STOPS):
        return True
    return any(can_walk(space, other, steps - 1) for other in near(space) if other != before)


def test_from_every_space_and_way_of_entering_a_card_can_be_moved_in_full() -> None:
    for space in range(island.SPACES):
        for before in [NOWHERE, *near(space)]:
            assert all(can_walk(before, space, steps) for steps in range(1, LARGEST_WALK + 1))


# ── Lanes ────────────────────────────────────────────────────────────────────────────────────────


def test_every_lane_ends_or_leads_on_and_none_in_a_circle() -> None:
    def longest(lane: int) -> int:
        return 1 + max(map(longest, following(lane)), default=0)

    assert max(longest(lane) for lane in range(island.LANES)) <= 6
    for lane in range(island.LANES):
        assert bool(following(lane)) != (island.LANE_END[lane] != NOWHERE)


def test_every_fork_has_a_tree_and_every_tree_a_fork() -> None:
    for lane in range(island.LANES):
        assert (len(following(lane)) == 2) == (island.LANE_TREE[lane] != NOWHERE)
    trees = island.LANE_TREE[island.LANE_TREE != NOWHERE]
    assert sorted(set(trees)) == [*range(island.TREES)] == [*range(7)]


def test_every_lane_comes_from_vul_kar_or_from_a_pit() -> None:
    sources = {*map(int, island.MOUTH_LANES), *range(island.PIT_LANE, island.LANES)}
    for lane in range(island.LANES):
        comes_from = [other for other in island.LANES_BEFORE[lane] if other != NOWHERE]
        assert bool(comes_from) != (lane in sources)
    assert len(sources) == 12


def test_a_figure_that_is_swept_away_gets_out_where_no_marble_comes() -> None:
    for space in island.ON_LANES:
        assert island.SPACE_LANE[island.SWEPT_TO[space]] == NOWHERE
    assert island.SPACE_LANE[island.LADDER_FOOT] == NOWHERE
    assert island.LADDER_FOOT in near(island.LADDER_SPACE)


def distance_to_lanes(place: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return min(float(np.linalg.norm(line.points - place, axis=1).min()) for line in lines())


def test_spaces_lie_on_ridges_or_on_a_lane() -> None:
    for space in range(island.SPACES):
        if island.SPACE_LANE[space] == NOWHERE:
            assert distance_to_lanes(island.SPACE_AT[space]) > LANE_WIDTH, island.SPACE_IDS[space]


def test_a_path_crosses_a_lane_only_where_a_space_is_on_it() -> None:
    for space in range(island.SPACES):
        for other in near(space):
            if island.SPACE_LANE[space] == island.SPACE_LANE[other] == NOWHERE:
                one, end = island.SPACE_AT[space], island.SPACE_AT[other]
                between = [one + (end - one) * part for part in np.linspace(0, 1, 12)]
                assert min(map(distance_to_lanes, between)) > 18, (
                    island.SPACE_IDS[space], island.SPACE_IDS[other],
                )  # fmt: skip


def test_tables_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        island.NEIGHBOURS[0, 0] = 1
