"""The chance moves of a launch, read from its pictures and from nothing else.

So what is seen and what the rules are told agree by construction: the same function reads a launch
when it is made and when it is checked.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from templetop.games.vulkar.lines import lines
from templetop.games.vulkar.marbles.baked import baked_ground
from templetop.games.vulkar.marbles.terrain import BOX, CELL, COLUMNS, ROWS
from templetop.games.vulkar.marbles.trajectory import UPSET, Trajectory
from templetop.games.vulkar.rules.island import (
    LANE_END,
    LANE_STATIONS,
    MOUTH_LANES,
    NEXT_LANES,
    NOWHERE,
    PIT_LANE,
    SPACE_AT,
    STRAYS,
    UNSTABLE,
)
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    FALLS_TOO,
    FELLS,
    FELLS_AND_RESTS,
    INTO,
    LEAVES,
    PASSES,
    RESTS,
    SWEEPS,
    SWEEPS_AND_RESTS,
)

Places = NDArray[np.float64]

SHORT_OF_END = 10  # millimetres: who comes so near has reached the end of the lane
EDGE = [line.length - SHORT_OF_END for line in lines()]
TWO_LANES = 32  # millimetres apart: then a fork has become two lanes
PAST_JOINT = 4
FORKING = 110  # millimetres behind a fork, and
JOINING = 75  # millimetres before a joint, where it is hard to say which of two lanes one is in
OUT_OF_MOUTH = 30
JUMPED = 3  # pictures in a lane that does not follow: then it has strayed
OFF_BRIDGE = 14  # millimetres that a figure is lower than before
SWEPT = 45  # a figure that lies farther from its space is in the stream
RECENT = 8  # pictures before a fall in which the culprit touched


def label_at(x: float, y: float) -> tuple[int, int]:
    """The lane at a place, or NOWHERE, and how far along it."""
    column, row = round((x - BOX["west"]) / CELL), round((y - BOX["south"]) / CELL)
    if not (0 <= column < COLUMNS and 0 <= row < ROWS):
        return NOWHERE, 0
    ground = baked_ground()
    return int(ground.lane[row, column]), int(ground.along[row, column])


def following(lane: int) -> list[int]:
    return [int(other) for other in NEXT_LANES[lane] if other != NOWHERE]


@cache
def way_between(lane: int, other: int) -> tuple[int, ...] | None:
    """The lanes from one to another that follows it, at most three junctions on."""
    ways: list[tuple[int, ...]] = [(lane,)]
    for _ in range(3):
        ways = [(*way, ahead) for way in ways for ahead in following(way[-1])]
        for way in ways:
            if way[-1] == other:
                return way[1:]
    return None


def is_decided(lane: int, along: int) -> bool:
    """Is a marble that came from a lane so far in the next one that it stays there?"""
    return along > (past_fork(lane) if len(following(lane)) > 1 else PAST_JOINT)


@cache
def past_fork(lane: int) -> float:
    """How far into the lanes behind a fork it is decided which one a marble has taken."""
    left, right = (lines()[other].points for other in following(lane))
    both = min(len(left), len(right))
    gaps = np.linalg.norm(left[:both] - right[:both], axis=1)
    return float(lines()[following(lane)[0]].along[int(np.argmax(gaps > TWO_LANES))])


# ── The lanes of a marble ────────────────────────────────────────────────────────────────────────


def first_lane(way: Places, pit: int) -> tuple[int, int]:
    """The lane that a marble comes into, and at which picture; NOWHERE if it stays in its pit."""
    fit = [PIT_LANE + pit, *STRAYS[PIT_LANE + pit]] if pit != NOWHERE else [*MOUTH_LANES]
    for number, (x, y, _) in enumerate(way):
        lane, along = label_at(x, y)
        if pit != NOWHERE and lane == NEXT_LANES[PIT_LANE + pit][0]:
            return PIT_LANE + pit, number
        if lane in fit and along > OUT_OF_MOUTH:
            return lane, number
    return (NOWHERE if pit != NOWHERE else nearest_mouth(way[-1])), len(way) - 1


def nearest_mouth(place: Places) -> int:
    gaps = [np.linalg.norm(lines()[lane].points - place[:2], axis=1).min() for lane in MOUTH_LANES]
    return int(MOUTH_LANES[int(np.argmin(gaps))])


def lanes_of(way: Places, pit: int) -> list[int]:
    """All lanes that a marble was in, in order; none if it stayed in its pit."""
    lane, number = first_lane(way, pit)
    found, astray = [lane], 0
    for x, y, _ in way[number:] if lane != NOWHERE else []:
        other, along = label_at(x, y)
        ahead = way_between(found[-1], other)
        if ahead is not None and is_decided([found[-1], *ahead][-2], along):
            found += ahead
        astray = astray + 1 if is_astray(found[-1], other, along) else 0
        if astray == JUMPED:
            found.append(other)
    return [lane for lane in found if lane != NOWHERE]


def is_astray(lane: int, other: int, along: int) -> bool:
    """Is this another lane that does not follow, well away from where lanes meet?"""
    is_between = FORKING < along < lines()[other].length - JOINING
    return other != NOWHERE and other in STRAYS[lane] and is_between


def how_it_ended(place: Places, lane: int) -> int:
    """ARRIVES, RESTS or LEAVES, by where a marble was seen last."""
    other, along = label_at(place[0], place[1])
    if LANE_END[lane] != NOWHERE and other == lane and along > EDGE[lane]:
        return ARRIVES
    if place[2] < 0:
        return LEAVES
    return RESTS


# ── The falls ────────────────────────────────────────────────────────────────────────────────────


def falls(seen: Trajectory, figures: tuple[int, ...]) -> dict[int, tuple[int, int]]:
    """For each figure that fell: the picture that shows it first, and the marble that did it."""
    found = {}
    for figure, space in enumerate(figures):
        if space != NOWHERE and has_fallen(seen, figure, space):
            moment = first_moment(seen, figure, space)
            found[figure] = (moment, culprit(seen, figure, moment))
    return found


def has_fallen(seen: Trajectory, figure: int, space: int) -> bool:
    return bool(is_down(seen, figure, space)[-1])


def first_moment(seen: Trajectory, figure: int, space: int) -> int:
    return int(np.argmax(is_down(seen, figure, space)))


def is_down(seen: Trajectory, figure: int, space: int) -> NDArray[np.bool_]:
    """In which pictures a figure has tilted, gone away from its space, or dropped off a bridge."""
    moved = np.linalg.norm(seen.figures[:, figure, :2] - SPACE_AT[space], axis=1)
    dropped = seen.figures[0, figure, 2] - seen.figures[:, figure, 2]
    return np.asarray((seen.upright[:, figure] < UPSET) | (moved > SWEPT) | (dropped > OFF_BRIDGE))


def culprit(seen: Trajectory, figure: int, moment: int) -> int:
    """The marble that came nearest to a figure just before it fell; or else the last one seen."""
    first = max(0, moment - RECENT)
    gaps = (
        seen.marbles[first : moment + 1, :, :2] - seen.figures[first : moment + 1, figure, None, :2]
    )
    far = np.where(np.isnan(gaps[:, :, 0]), np.inf, np.hypot(gaps[:, :, 0], gaps[:, :, 1]))
    if np.isfinite(far).any():
        return int(np.argmin(far.min(axis=0)))
    here = ~np.isnan(seen.marbles[: moment + 1, :, 0])
    return int(np.argmax((here * np.arange(1, moment + 2)[:, None]).max(axis=0)))


def is_swept(seen: Trajectory, figure: int, space: int) -> bool:
    moved = np.linalg.norm(seen.figures[-1, figure, :2] - SPACE_AT[space])
    return bool(space in UNSTABLE or moved > SWEPT)


# ── All together ─────────────────────────────────────────────────────────────────────────────────


def events_of(seen: Trajectory, figures: tuple[int, ...], pit: int) -> list[list[int]]:
    """The chance moves of every marble, in the order of their start."""
    fell = falls(seen, figures)
    standing = {figure: space for figure, space in enumerate(figures) if space != NOWHERE}
    return [
        events_of_marble(seen, marble, pit, fell, standing)
        for marble in range(seen.marbles.shape[1])
        if not np.isnan(seen.marbles[:, marble, 0]).all()
    ]


def events_of_marble(
    seen: Trajectory,
    marble: int,
    pit: int,
    fell: dict[int, tuple[int, int]],
    standing: dict[int, int],
) -> list[int]:
    """One marble's run. Whom it fells is no longer among those that stand."""
    way = seen.marbles[:, marble]
    way = way[~np.isnan(way[:, 0])]
    mine = {figure for figure, (_, by) in fell.items() if by == marble}
    lanes = lanes_of(way, pit) or [PIT_LANE + pit] * bool(mine)
    if not lanes:
        return [RESTS if way[-1][2] > 0 else LEAVES]
    found = [event for lane in lanes for event in lane_events(seen, lane, mine, standing)]
    return ended([*found, *felled_besides(mine, standing)], how_it_ended(way[-1], lanes[-1]))


def lane_events(
    seen: Trajectory, lane: int, mine: set[int], standing: dict[int, int]
) -> Iterator[int]:
    """It comes into a lane, and meets all who stand there."""
    yield INTO + lane
    on_lanes = {space: figure for figure, space in standing.items()}
    for space in [int(space) for space in LANE_STATIONS[lane] if space in on_lanes]:
        event = met_event(seen, on_lanes[space], space, mine)
        if event != PASSES:
            del standing[on_lanes[space]]
        yield event


def felled_besides(mine: set[int], standing: dict[int, int]) -> Iterator[int]:
    """Those whom it felled without meeting them."""
    for figure in [figure for figure in standing if figure in mine]:
        del standing[figure]
        yield FALLS_TOO + figure


def met_event(seen: Trajectory, figure: int, space: int, mine: set[int]) -> int:
    if figure not in mine:
        return PASSES
    return SWEEPS if is_swept(seen, figure, space) else FELLS


def ended(found: list[int], end: int) -> list[int]:
    """A marble that stays where it felled somebody says so in one event."""
    rests = {FELLS: FELLS_AND_RESTS, SWEEPS: SWEEPS_AND_RESTS}
    if end == RESTS and found[-1] in rests:
        return [*found[:-1], rests[found[-1]]]
    return [*found, end]
