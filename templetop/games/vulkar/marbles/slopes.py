"""How high the lanes are: every junction gets a height, and every lane falls smoothly between two.

All heights and lengths here are millimetres.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import STEP, Points, lines
from templetop.games.vulkar.rules.island import (
    BRIDGE,
    END_IDS,
    GOALS,
    KIND,
    LADDER,
    LANE_STATIONS,
    LANE_TREE,
    LANES,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    PIT_LANE,
    SPACE_ALONG,
    SPACE_ASIDE,
    STARTS,
)

SLOPE = 0.19  # what every lane would have if it could
PIT_SLOPE = 0.17
FOOT_HEIGHT = 24.0  # of the ends above the sea, if it were so
PULL = 3e-4  # how strongly the ends are pulled there
TOP = "top"  # all lanes of Vul-Kar's mouths begin equally high
LEAD = 60.0  # a pit's lane is shaped so far into the lane that it joins
FORD_BEFORE, FORD_LENGTH = 38.0, 50.0  # the hollow before a space: how far before, how long
FORD_TO_FORK = 90.0  # nearer to a fork there is none: marbles are to come there as they like
RUN_OUT = 44.0  # so far lanes go on beyond their ends, into the sea


def starts() -> list[str]:
    """Where lanes begin, with one name for all mouths."""
    return [TOP if str(start).endswith(" mouth") else str(start) for start in STARTS]


@cache
def heights() -> dict[str, float]:
    """The heights of all junctions and ends, such that lanes are as equally steep as can be."""
    names = sorted({*starts()[:PIT_LANE], *GOALS})
    rows = [*lane_rows(names), *end_rows(names)]
    matrix = np.array([row for row, _ in rows])
    found = np.linalg.lstsq(matrix, np.array([value for _, value in rows]), rcond=None)[0]
    return dict(zip(names, found.tolist()))


def lane_rows(names: Sequence[str]) -> Iterator[tuple[Points, float]]:
    for lane in range(PIT_LANE):
        row, length = np.zeros(len(names)), lines()[lane].length
        row[names.index(starts()[lane])] = 1 / length**0.5
        row[names.index(GOALS[lane])] = -1 / length**0.5
        yield row, SLOPE * length**0.5


def end_rows(names: Sequence[str]) -> Iterator[tuple[Points, float]]:
    for end in END_IDS:
        row = np.zeros(len(names))
        row[names.index(end)] = PULL**0.5
        yield row, FOOT_HEIGHT * PULL**0.5


def mean_slope(lane: int) -> float:
    if lane >= PIT_LANE:
        return PIT_SLOPE
    return (heights()[starts()[lane]] - heights()[GOALS[lane]]) / lines()[lane].length


@cache
def slope_at(name: str) -> float:
    """All lanes that meet at a junction are equally steep there, so that none is a step."""
    meeting = [lane for lane in range(PIT_LANE) if name in (starts()[lane], GOALS[lane])]
    return sum(map(mean_slope, meeting)) / len(meeting)


@cache
def profile(lane: int) -> Points:
    """The height of a lane at every point of its line."""
    length, end = lines()[lane].length, heights()[GOALS[lane]]
    first = end + PIT_SLOPE * length if lane >= PIT_LANE else heights()[starts()[lane]]
    leaving = PIT_SLOPE if lane >= PIT_LANE else slope_at(starts()[lane])
    t = lines()[lane].along / length
    return np.asarray(
        (2 * t**3 - 3 * t**2 + 1) * first
        - (t**3 - 2 * t**2 + t) * leaving * length
        + (3 * t**2 - 2 * t**3) * end
        - (t**3 - t**2) * slope_at(GOALS[lane]) * length
    )


@dataclass(frozen=True)
class Route:
    """A way of marbles from a source to an end: points, ways and heights all along."""

    points: Points
    ways: Points
    height: Points
    lane: Points  # which lane each point belongs to
    along: Points  # and how far along that lane
    lean: Points  # how much its floor rises to the left
    ford: Points  # how much it is hollowed towards a space, from 0 to 1
    aside: Points  # and how far to the left of the middle that space is
    ends: bool  # it is cut off in the middle of a lane, which another route shapes


def leaning(lane: int) -> Points:
    """Before a fork a floor may lean, so that marbles come to the tree in its middle."""
    line, lean = lines()[lane], [*DRAWING["lanes"], *DRAWING["pits"]][lane].get("lean", 0)
    return np.asarray(lean * np.sin(np.pi * line.along / line.length) ** 2)


def fords(lane: int) -> Points:
    """Towards a space the floor is hollowed, so that more marbles come to it than pass it by."""
    along = lines()[lane].along
    ford, aside = np.zeros(len(along)), np.zeros(len(along))
    for space in LANE_STATIONS[lane][LANE_STATIONS[lane] != NOWHERE]:
        to_end = lines()[lane].length - SPACE_ALONG[space]
        is_free = LANE_TREE[lane] == NOWHERE or to_end > FORD_TO_FORK
        if is_free and KIND[space] not in (BRIDGE, LADDER):
            near = np.exp(-(((along - SPACE_ALONG[space] + FORD_BEFORE) / FORD_LENGTH) ** 2))
            aside = np.where(near > ford, SPACE_ASIDE[space], aside)
            ford = np.maximum(ford, near)
    return np.stack([ford, aside])


def route_of(lanes: Sequence[int], first: int, ends: bool) -> Route:
    """Lanes one after another, with what comes before the first or after the last."""
    points = np.concatenate([lines()[lane].points for lane in lanes])
    ways = np.concatenate([lines()[lane].ways for lane in lanes])
    height = np.concatenate([profile(lane) for lane in lanes])
    along = np.concatenate([lines()[lane].along for lane in lanes])
    lane = np.concatenate([np.full(len(lines()[lane].points), lane) for lane in lanes])
    lean = np.concatenate([leaning(lane) for lane in lanes])
    ford, aside = np.concatenate([fords(lane) for lane in lanes], axis=1)
    keep = np.concatenate([[True], np.linalg.norm(np.diff(points, axis=0), axis=1) > 0.5])
    route = Route(
        points[keep], ways[keep], height[keep], lane[keep], along[keep],
        lean[keep], ford[keep], aside[keep], ends,
    )  # fmt: skip
    return cut(route, first) if ends else prolonged(route)


def cut(route: Route, lane: int) -> Route:
    """Keep this lane, and a little of what follows."""
    keep = (route.lane == lane) | (route.along < LEAD)
    return Route(
        route.points[keep], route.ways[keep], route.height[keep],
        route.lane[keep], route.along[keep], route.lean[keep],
        route.ford[keep], route.aside[keep], True,
    )  # fmt: skip


def prolonged(route: Route) -> Route:
    """From Vul-Kar's axis on, and beyond the end into the sea."""
    before = np.arange(-30.0, -1.0, STEP)
    after = np.arange(STEP, RUN_OUT, STEP)
    down = slope_at(TOP), slope_at(GOALS[int(route.lane[-1])])
    return Route(
        np.concatenate([
            route.points[0] + before[:, None] * route.ways[0],
            route.points,
            route.points[-1] + after[:, None] * route.ways[-1],
        ]),
        np.concatenate([
            np.tile(route.ways[0], (len(before), 1)),
            route.ways,
            np.tile(route.ways[-1], (len(after), 1)),
        ]),
        np.concatenate([
            route.height[0] - before * down[0],
            route.height,
            route.height[-1] - after * down[1],
        ]),
        np.concatenate([
            np.full(len(before), route.lane[0]), route.lane, np.full(len(after), route.lane[-1]),
        ]),
        np.concatenate([before, route.along, route.along[-1] + after]),
        np.concatenate([0 * before, route.lean, 0 * after]),
        np.concatenate([0 * before, route.ford, 0 * after]),
        np.concatenate([0 * before, route.aside, 0 * after]),
        False,
    )  # fmt: skip


def ways_down(lane: int) -> Iterator[list[int]]:
    """All series of lanes from this one to an end."""
    following = [int(other) for other in NEXT_LANES[lane] if other != NOWHERE]
    if not following:
        yield [lane]
    for other in following:
        yield from ([lane, *rest] for rest in ways_down(other))


@cache
def routes() -> Sequence[Route]:
    """From each mouth to each end, and out of each pit."""
    whole = [route_of(way, 0, False) for lane in MOUTH_LANES for way in ways_down(int(lane))]
    pits = [
        route_of([lane, int(NEXT_LANES[lane][0])], lane, True) for lane in range(PIT_LANE, LANES)
    ]
    return (*whole, *pits)
