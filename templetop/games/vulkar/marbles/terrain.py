"""The ground: how high the island is at every point of a grid, and which lane is there.

The ground is the lowest of all routes, each a floor with banks that rise to the hills. So forks and
joints need no shaping of their own, and no hollow can come about where lanes meet. Millimetres.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import Points, curve, evenly, lines
from templetop.games.vulkar.marbles.hollows import without_hollows
from templetop.games.vulkar.marbles.noise import noise
from templetop.games.vulkar.marbles.slopes import Route, profile, routes
from templetop.games.vulkar.rules.island import (
    BRIDGE,
    KIND,
    LADDER,
    LANES,
    NOWHERE,
    PIT_LANE,
    SPACE_ALONG,
    SPACE_AT,
    SPACE_LANE,
    SPACES,
)

Grid = NDArray[np.float64]

BOX = DRAWING["box"]
CELL = float(BOX["cell"])
COLUMNS = round((BOX["east"] - BOX["west"]) / CELL) + 1
ROWS = round((BOX["north"] - BOX["south"]) / CELL) + 1
X, Y = np.meshgrid(
    np.linspace(BOX["west"], BOX["east"], COLUMNS), np.linspace(BOX["south"], BOX["north"], ROWS)
)

FLOOR = 20.0  # half the width of a lane's floor
PIT_FLOOR = 16.5
BOWL = 0.5  # the floor's middle lies so much deeper than its sides
FORD = 2.5  # and so much before a space
BANK = 15.0  # so wide are the banks
CREST = 20.0  # and so high at least
LANE_REACH = 36.0  # a marble so near to a lane's middle is in that lane
SEA_BED = -26.0
PAD, PAD_RIM, PAD_SLOPE = 10.5, 18.0, 0.06  # a space: level in the middle, and its edge
DIMPLE, DIMPLE_RIM = 6.5, 11.0  # a pit


def smooth(part: Grid) -> Grid:
    """0 up to 0, 1 from 1 on, and no corner between."""
    t = np.clip(part, 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


# ── Distances ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Beside:
    """For every cell, the nearest point of a route: how far away, how high, where along."""

    distance: Grid
    height: Grid
    lane: Grid
    along: Grid
    shape: Grid  # how much higher the floor is here, since it leans, or is hollowed


def beside(route: Route) -> Beside:
    nearest, far = nearest_points(route.points)
    ahead = ahead_of(route, nearest)
    fall = np.gradient(route.height) / np.maximum(1e-6, step_lengths(route.points))
    far = np.where(route.ends & (nearest == len(route.points) - 1), np.inf, far)
    height = route.height[nearest] + np.clip(ahead, -2, 2) * fall[nearest]
    left = np.clip(left_of(route, nearest), -FLOOR, FLOOR)
    hollow = FORD * route.ford[nearest] * ((left - route.aside[nearest]) / FLOOR) ** 2
    shape = route.lean[nearest] * left + hollow
    return Beside(far, height, route.lane[nearest], route.along[nearest] + ahead, shape)


def step_lengths(points: Points) -> Grid:
    return np.asarray(np.linalg.norm(np.gradient(points, axis=0), axis=1))


def ahead_of(route: Route, nearest: NDArray[np.intp]) -> Grid:
    """How far a cell lies beyond the point that is nearest to it, along the route."""
    way, point = route.ways[nearest], route.points[nearest]
    return np.asarray((X - point[..., 0]) * way[..., 0] + (Y - point[..., 1]) * way[..., 1])


def left_of(route: Route, nearest: NDArray[np.intp]) -> Grid:
    """How far a cell lies to the left of the route."""
    way, point = route.ways[nearest], route.points[nearest]
    return np.asarray((Y - point[..., 1]) * way[..., 0] - (X - point[..., 0]) * way[..., 1])


def nearest_points(points: Points) -> tuple[NDArray[np.intp], Grid]:
    nearest, far = np.zeros(X.shape, np.intp), np.full(X.shape, np.inf)
    for number, (x, y) in enumerate(points):
        gap = (X - x) ** 2 + (Y - y) ** 2
        closer = gap < far
        nearest[closer], far[closer] = number, gap[closer]
    return nearest, np.sqrt(far)


# ── Hills and coast ──────────────────────────────────────────────────────────────────────────────


@cache
def coast() -> Points:
    """The shore line, closed."""
    drawn = np.array([*DRAWING["coast"], DRAWING["coast"][0]], float)
    way = drawn[1] - drawn[-2]
    way = way / np.linalg.norm(way)
    return evenly(curve(drawn, way, way)).points


def inland() -> Grid:
    """How far every cell is from the shore; below 0 in the sea."""
    _, far = nearest_points(coast()[::2])
    return np.where(is_inside(coast()), far, -far)


def is_inside(shore: Points) -> NDArray[np.bool_]:
    inside = np.zeros(X.shape, bool)
    for (x, y), (to_x, to_y) in pairwise(shore):
        crosses = (y > Y) != (to_y > Y)
        rise = to_y - y if to_y != y else 1e-9
        inside ^= crosses & (x + (Y - y) / rise * (to_x - x) > X)
    return inside


def mean_lane_height() -> Grid:
    """The heights of all lanes, the nearer the more: a smooth ground to put hills on."""
    total, weight = np.zeros(X.shape), np.zeros(X.shape)
    for lane in range(LANES):
        for (x, y), height in zip(lines()[lane].points[::5], profile(lane)[::5]):
            near = ((X - x) ** 2 + (Y - y) ** 2 + 60.0) ** -1.75
            total += near * height
            weight += near
    return total / weight


def hills(from_lane: Grid) -> Grid:
    """How much higher than the lanes the land is: crags in the west, dunes in the east."""
    away = smooth((from_lane - 24) / 60)
    west, east = smooth((-110 - X) / 160), smooth((X - 130) / 170)
    crags = 15 + 9 * np.abs(noise(X, Y, 62, 3)) + 5 * noise(X, Y, 27, 5)
    peaks = 13 + 7 * noise(X, Y, 75, 7) + 3 * noise(X, Y, 30, 9)
    dunes = 8 + 5 * noise(X, Y * 1.7 + X * 0.4, 90, 11) + 1.5 * noise(X, Y, 34, 13)
    return away * (west * crags + east * dunes + (1 - west - east) * peaks)


def shore_cut(ground: Grid, off_shore: Grid) -> Grid:
    """The land falls to the sea: in cliffs in the west and the north, in beaches in the east."""
    east = smooth((X - 120) / 200)
    rise = smooth((off_shore + 17) / (18 + 14 * east))
    return np.asarray(SEA_BED + (ground - SEA_BED) * rise)


# ── All together ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Ground:
    """Height, lane (or NOWHERE) and how far along it, for every cell; rows from south to north."""

    height: Grid
    lane: NDArray[np.int8]
    along: NDArray[np.int16]


def lane_floor(near: Beside, side: Grid, half: float) -> Grid:
    """A lane's floor, and its banks that rise to the hills."""
    floor = near.height + near.shape + BOWL * np.minimum(1, near.distance / half) ** 2
    return np.asarray(floor + (side - floor) * smooth((near.distance - half + 1) / BANK))


def half_width(route: Route) -> float:
    return PIT_FLOOR if route.lane[0] >= PIT_LANE else FLOOR


def ground() -> Ground:
    near = [beside(route) for route in routes()]
    from_lane = np.min([found.distance for found in near], axis=0)
    land = shore_cut(mean_lane_height() + CREST + hills(from_lane), inland())
    height = land.copy()
    for route, found in zip(routes(), near):
        side = np.where(found.distance < 60, np.maximum(land, banks(found)), land)
        height = np.minimum(height, lane_floor(found, side, half_width(route)))
    height = softened(height)
    for space in range(SPACES):
        height = with_pad(height, space)
    height = without_hollows(softened(height), CELL)
    for pit in range(PIT_LANE, LANES):
        height = with_dimple(height, pit)
    return Ground(height, *labels(near))


def banks(found: Beside) -> Grid:
    """So high at least they are, down to the sea."""
    return np.asarray(np.where(found.height > 3, found.height + CREST, SEA_BED))


def softened(height: Grid) -> Grid:
    """Every cell a little like its neighbours."""
    for axis in (0, 1):
        before, after = np.roll(height, 1, axis), np.roll(height, -1, axis)
        height = (before + 2 * height + after) / 4
    return height


def with_pad(height: Grid, space: int) -> Grid:
    """A level place to stand on; on a lane it leans a little, so that no marble stays there."""
    if KIND[space] in (BRIDGE, LADDER):
        return height
    x, y = SPACE_AT[space]
    far = np.hypot(X - x, Y - y)
    level = np.full(X.shape, height_at(height, x, y))
    if SPACE_LANE[space] != NOWHERE:
        way = lines()[SPACE_LANE[space]].way_at(float(SPACE_ALONG[space]))
        level = level - PAD_SLOPE * ((X - x) * way[0] + (Y - y) * way[1])
    return np.asarray(level + (height - level) * smooth((far - PAD) / (PAD_RIM - PAD)))


def with_dimple(height: Grid, lane: int) -> Grid:
    x, y = lines()[lane].points[0]
    return height - DIMPLE * (1 - smooth(np.hypot(X - x, Y - y) / DIMPLE_RIM))


def height_at(height: Grid, x: float, y: float) -> float:
    """Between four cells."""
    column, row = (x - BOX["west"]) / CELL, (y - BOX["south"]) / CELL
    left, low = int(column), int(row)
    right, up = column - left, row - low
    below = height[low, left] * (1 - right) + height[low, left + 1] * right
    above = height[low + 1, left] * (1 - right) + height[low + 1, left + 1] * right
    return float(below * (1 - up) + above * up)


def labels(near: list[Beside]) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """The lane whose middle is nearest, if one is near, and how far along it."""
    nearest = np.argmin([found.distance for found in near], axis=0)[None]
    pick = [np.take_along_axis(np.array(grids), nearest, 0)[0] for grids in (
        [found.distance for found in near],
        [found.lane for found in near],
        [found.along for found in near],
    )]  # fmt: skip
    lane = np.where(pick[0] < LANE_REACH, pick[1], NOWHERE)
    return lane.astype(np.int8), np.round(pick[2]).astype(np.int16)
