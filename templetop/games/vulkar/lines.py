"""The centre lines of the lanes: smooth curves through the points that the island's file names."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from templetop.games.vulkar.drawing import DRAWING

Points = NDArray[np.float64]

STEP = 2.0  # millimetres between two points of a line
MOUTH = 30.0  # so far from Vul-Kar's axis do his lanes begin


def toward(degrees: float) -> Points:
    """A step of one millimetre that way."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


@dataclass(frozen=True)
class Line:
    """A lane seen from above: points every two millimetres, and which way it leads at each."""

    points: Points
    ways: Points

    @property
    def along(self) -> Points:
        """How far each point is from the beginning."""
        steps = np.linalg.norm(np.diff(self.points, axis=0), axis=1)
        return np.concatenate([[0.0], np.cumsum(steps)])

    @property
    def length(self) -> float:
        return float(self.along[-1])

    def at(self, along: float) -> Points:
        return np.array([np.interp(along, self.along, self.points[:, axis]) for axis in (0, 1)])

    def way_at(self, along: float) -> Points:
        way = np.array([np.interp(along, self.along, self.ways[:, axis]) for axis in (0, 1)])
        return np.asarray(way / np.linalg.norm(way))


def curve(points: Points, first: Points, last: Points) -> Points:
    """A smooth curve through points that begins and ends that way: cubic from each to the next."""
    chords = np.linalg.norm(np.diff(points, axis=0), axis=1)
    ways = [first, *middle_ways(points), last]
    parts = [
        cubic(points[n], points[n + 1], ways[n] * chords[n], ways[n + 1] * chords[n])
        for n in range(len(chords))
    ]
    return np.concatenate(parts)


def middle_ways(points: Points) -> Iterator[Points]:
    """At a point between two others the curve leads as the line from the one to the other."""
    for before, after in zip(points[:-2], points[2:]):
        yield (after - before) / np.linalg.norm(after - before)


def cubic(start: Points, end: Points, leaving: Points, arriving: Points) -> Points:
    t = np.linspace(0, 1, 80)[:, None]
    return np.asarray(
        (2 * t**3 - 3 * t**2 + 1) * start
        + (t**3 - 2 * t**2 + t) * leaving
        + (3 * t**2 - 2 * t**3) * end
        + (t**3 - t**2) * arriving
    )


def evenly(points: Points) -> Line:
    """The same curve by points that are equally far apart."""
    keep = np.concatenate([[True], np.linalg.norm(np.diff(points, axis=0), axis=1) > 1e-6])
    points = points[keep]
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    wanted = np.linspace(0, along[-1], max(2, round(along[-1] / STEP) + 1))
    even = np.stack([np.interp(wanted, along, points[:, axis]) for axis in (0, 1)], axis=1)
    ways = np.gradient(even, axis=0)
    return Line(even, ways / np.linalg.norm(ways, axis=1, keepdims=True))


def place(name: str) -> Mapping[str, Any]:
    """A junction or an end, as it is drawn."""
    drawn: Mapping[str, Any] = {**DRAWING["junctions"], **DRAWING["ends"]}[name]
    return drawn


def lane_line(lane: Mapping[str, Any]) -> Line:
    start, end = place(lane["from"]), place(lane["to"])
    way = toward(start["way"])
    first = np.array(start["at"], float)
    if lane["from"].endswith("mouth"):
        first = first + MOUTH * way
    points = np.array([first, *lane["by"], end["at"]], float)
    return evenly(curve(points, way, toward(end["way"])))


def pit_line(pit: Mapping[str, Any]) -> Line:
    end = place(pit["to"])
    points = np.array([pit["at"], end["at"]], float)
    return evenly(curve(points, toward(pit["way"]), toward(end["way"])))


@cache
def lines() -> Sequence[Line]:
    """All lanes in the order of their numbers: those of the file, then one for each pit."""
    lanes = [lane_line(lane) for lane in DRAWING["lanes"]]
    return (*lanes, *(pit_line(pit) for pit in DRAWING["pits"]))
