"""The island as tables: spaces and the ways between them, lanes and what lies along them.

All is read from the drawing, `island.json`. Spaces, lanes, trees, pits and ends of lanes are
counted from 0 in the order in which they are drawn; ISLAND.md beside it tells what a run is.
Tables are padded with NOWHERE.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import lines

NOWHERE = -1
Table = NDArray[Any]


def padded(rows: Sequence[Sequence[int]], kind: type = np.int8) -> Table:
    """Rows of different lengths as one table."""
    table: Table = np.full((len(rows), max(map(len, rows))), NOWHERE, kind)
    for row, found in zip(table, rows):
        row[: len(found)] = found
    return table


def counted(rows: Iterable[Any]) -> Table:
    return np.array([*rows], np.int8)


# ── Spaces ───────────────────────────────────────────────────────────────────────────────────────

REGIONS = tuple(region["name"] for region in DRAWING["regions"])
COLOURS = tuple(region["colour"] for region in DRAWING["regions"])
SCARSIDE, SUMMIT, BEACHSIDE = range(len(REGIONS))

KINDS = (
    "plain", "treasure", "snapshot", "heart", "helipad",
    "cave 1", "cave 2", "cave 3", "bridge", "ladder",
)  # fmt: skip
PLAIN, TREASURE, SNAPSHOT, HEART, HELIPAD, CAVE_1, CAVE_2, CAVE_3, BRIDGE, LADDER = range(
    len(KINDS)
)

ROWS = [(region, row) for region in REGIONS for row in DRAWING["spaces"][region]]
SPACE_IDS = tuple(row[0] for _, row in ROWS)
SPACES = len(ROWS)
NUMBER_OF = {name: number for number, name in enumerate(SPACE_IDS)}
SPACE_NAMES = tuple(DRAWING["names"].get(name, name) for name in SPACE_IDS)
REGION = counted(REGIONS.index(region) for region, _ in ROWS)
KIND = counted(KINDS.index(row[3] or "plain") for _, row in ROWS)


def spaces_of(*kinds: int) -> Table:
    """The spaces of these kinds, in their order."""
    return counted(space for kind in kinds for space in np.flatnonzero(kind == KIND))


TREASURES = spaces_of(TREASURE)
SNAPSHOTS = spaces_of(SNAPSHOT)
CAVES = spaces_of(CAVE_1, CAVE_2, CAVE_3)  # by the number on the die, less one
BRIDGES = spaces_of(BRIDGE)
UNSTABLE = spaces_of(BRIDGE, LADDER)
HEART_SPACE = int(spaces_of(HEART)[0])
HELIPAD_SPACE = int(spaces_of(HELIPAD)[0])
LADDER_SPACE = int(spaces_of(LADDER)[0])


# ── Ways between spaces ──────────────────────────────────────────────────────────────────────────


def ways() -> list[list[int]]:
    """For each space those that a step leads to, in the order of their numbers."""
    found: list[set[int]] = [set() for _ in range(SPACES)]
    for path in DRAWING["paths"]:
        numbers = [NUMBER_OF[name] for name in path.split()]
        for one, other in pairwise(numbers):
            found[one].add(other)
            found[other].add(one)
    return [sorted(near) for near in found]


NEIGHBOURS = padded(ways())
MOST_NEIGHBOURS = NEIGHBOURS.shape[1]


def steps_from(space: int) -> Table:
    """How many steps it is from a space to every other; NOWHERE where no way leads."""
    steps = np.full(SPACES, NOWHERE, np.int8)
    reached, count = {space}, 0
    while reached:
        steps[[*reached]] = count
        near = {int(other) for one in reached for other in NEIGHBOURS[one] if other != NOWHERE}
        reached = {other for other in near if steps[other] == NOWHERE}
        count += 1
    return steps


STEPS = np.stack([steps_from(space) for space in range(SPACES)])  # from each space to each other
TO_HELIPAD = STEPS[HELIPAD_SPACE]


# ── Lanes ────────────────────────────────────────────────────────────────────────────────────────
# First those that the file draws, then one for each pit, by which its ember leaves.

DRAWN = DRAWING["lanes"]
PITS = len(DRAWING["pits"])
PIT_IDS = tuple(pit["id"] for pit in DRAWING["pits"])
LANE_IDS = (*(lane["id"] for lane in DRAWN), *PIT_IDS)
LANES = len(LANE_IDS)
PIT_LANE = LANES - PITS  # the lane of the first pit; the others follow
STREAMS = ("chute", "river")
CHUTE, RIVER = range(len(STREAMS))
STREAM = counted(STREAMS.index(lane["kind"]) for lane in [*DRAWN, *DRAWING["pits"]])

END_IDS = tuple(DRAWING["ends"])
ENDS = len(END_IDS)
END_KINDS = ("foot", "scar")
FOOT, SCAR = range(len(END_KINDS))
END_KIND = counted(END_KINDS.index(end["kind"]) for end in DRAWING["ends"].values())
END_SPACE = counted(NUMBER_OF[end["space"]] for end in DRAWING["ends"].values())

STARTS = [*(lane["from"] for lane in DRAWN), *(NOWHERE for _ in PIT_IDS)]
GOALS = [*(lane["to"] for lane in DRAWN), *(pit["to"] for pit in DRAWING["pits"])]

NEXT_LANES = padded([[n for n in range(LANES) if STARTS[n] == goal] for goal in GOALS])
LANES_BEFORE = padded([[n for n in range(LANES) if GOALS[n] == start] for start in STARTS])
MOST_BEFORE = LANES_BEFORE.shape[1]
LANE_END = counted(END_IDS.index(goal) if goal in END_IDS else NOWHERE for goal in GOALS)

TREE_IDS = tuple(DRAWING["trees"])
TREES = len(TREE_IDS)
TREE_HEADINGS = 6  # of 60° each; at 0 the long root points up the lane, towards Vul-Kar
LANE_TREE = counted(TREE_IDS.index(goal) if goal in TREE_IDS else NOWHERE for goal in GOALS)

VULKAR_HEADINGS = DRAWING["vulkar"]["headings"]  # of 45° each: east, north-east, north …
FIRST_HEADING = DRAWING["vulkar"]["first"]  # towards the helipad
MOUTHS = len(DRAWING["vulkar"]["mouths"])
MOUTH_LANES = counted(n for n, start in enumerate(STARTS) if str(start).endswith(" mouth"))

DIRECTIONS, STRENGTHS = 16, 3  # of a flick: every 22.5° from east, counterclockwise; soft to hard
SOFT, NORMAL, HARD = range(STRENGTHS)
SIDES = 3  # a flick goes to the right of the way out of its pit, straight along it, or to the left
STRAIGHT = 15  # degrees to either side


def side_of(pit: int, direction: int) -> int:
    """On which side of the way out a direction is: 0 right, 1 straight, 2 left."""
    gap = (direction * 360 / DIRECTIONS - DRAWING["pits"][pit]["way"] + 180) % 360 - 180
    return 1 if abs(gap) <= STRAIGHT else 0 if gap < 0 else 2


AIM_SIDE = np.array([[side_of(pit, d) for d in range(DIRECTIONS)] for pit in range(PITS)], np.int8)


# A marble that jumps out of its lane can land in one of these. Nothing but physics makes it jump.
REACH = 110  # millimetres
MOST_STRAYS = 4


def strays_from(lane: int) -> list[int]:
    """The nearest lanes that do not follow this one, nor come before it."""
    line = lines()[lane].points[::4]
    kin = {lane, *NEXT_LANES[lane], *LANES_BEFORE[lane]}
    near = [(gap(line, lines()[other].points[::4]), other) for other in range(LANES)]
    near = [(far, other) for far, other in near if far < REACH and other not in kin]
    return [other for _, other in sorted(near)[:MOST_STRAYS]]


def gap(line: Table, other: Table) -> float:
    return float(np.linalg.norm(line[:, None] - other[None], axis=2).min())


STRAYS = padded([strays_from(lane) for lane in range(LANES)])


# ── What lies along the lanes ────────────────────────────────────────────────────────────────────


def is_on_lane(row: Sequence[Any]) -> bool:
    return isinstance(row[1], str)


SPACE_LANE = counted(LANE_IDS.index(row[1]) if is_on_lane(row) else NOWHERE for _, row in ROWS)
SPACE_ALONG = np.array([row[2] if is_on_lane(row) else NOWHERE for _, row in ROWS], np.int16)
SPACE_ASIDE = counted(row[4] if len(row) > 4 else 0 for _, row in ROWS)  # to the left of the middle
LANE_STATIONS = padded([
    sorted(np.flatnonzero(lane == SPACE_LANE), key=lambda space: int(SPACE_ALONG[space]))
    for lane in range(LANES)
])  # fmt: skip
MOST_STATIONS = LANE_STATIONS.shape[1]
STATION = np.full(SPACES, NOWHERE, np.int8)  # which one on its lane
for stations in LANE_STATIONS:
    for order, space in enumerate(stations[stations != NOWHERE]):
        STATION[space] = order
ON_LANES = counted(np.flatnonzero(SPACE_LANE != NOWHERE))


def stream_end(lane: int) -> int:
    """The space at the end of the river or chute that a figure is carried down from this lane."""
    while LANE_END[lane] == NOWHERE:
        lane = int(NEXT_LANES[lane][0])
    return int(END_SPACE[LANE_END[lane]])


# Where a figure that is swept away, or falls from a bridge, stands up again.
SWEPT_TO = counted(stream_end(int(lane)) if lane != NOWHERE else NOWHERE for lane in SPACE_LANE)
LADDER_FOOT = NUMBER_OF[DRAWING["ladder foot"]]


def drawn_at(row: Sequence[Any]) -> Table:
    """Where a space is, in millimetres from the middle of the island."""
    if not is_on_lane(row):
        return np.array(row[1:3], float)
    line = lines()[LANE_IDS.index(row[1])]
    way, aside = line.way_at(row[2]), row[4] if len(row) > 4 else 0
    return np.asarray(line.at(row[2]) + aside * np.array([-way[1], way[0]]))


SPACE_AT = np.stack([drawn_at(row) for _, row in ROWS])

for table in [value for value in vars().values() if isinstance(value, np.ndarray)]:
    table.setflags(write=False)
