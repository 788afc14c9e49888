"""Marbles are let go on a board, and physics shows what happens.

`launch(board, shot, seed)` gives the chance moves of every marble and the pictures they are read
from. The same board, shot and seed give the same bytes, on one machine, in any process.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import lines, toward
from templetop.games.vulkar.marbles import model
from templetop.games.vulkar.marbles.events import EDGE, events_of, label_at
from templetop.games.vulkar.marbles.trajectory import (
    ABSENT,
    DECKS,
    FIGURE,
    RATE,
    TENTHS,
    TILT_PARTS,
    TURN_PARTS,
    WIDTH,
    Trajectory,
)
from templetop.games.vulkar.rules.island import (
    DIRECTIONS,
    LANE_END,
    NOWHERE,
    PIT_LANE,
    SPACE_AT,
    UNSTABLE,
    VULKAR_HEADINGS,
)

BETWEEN = 0.35  # seconds from one fireball to the next
SETTLING = 0.12  # seconds before the first
CHECK = 5  # steps from one look at the marbles to the next
SLOW, PATIENCE = 0.006, 0.3  # a marble slower than this for so long has come to rest
LONGEST = 8.0  # seconds
DEEP = -0.012  # metres: in the sea
AFTERMATH = 0.5  # seconds in which figures come to rest when all marbles have

MOUTH_AT = 36.0  # millimetres from Vul-Kar's axis
MOUTH_SWAY, MOUTH_SHIFT, MOUTH_HURRY = 9.0, 2.0, 0.06  # degrees, millimetres, metres a second
EMBER = model.MARBLES - 1
HAIR = 0.3  # millimetres above the ground
FLICKS = (0.52, 0.66, 0.84)  # metres a second: soft, normal, hard
FLICK_SWAY, FLICK_HURRY = 8.0, 0.07

# On the helipad: millimetres from its middle, for the first figure there and those after it.
BESIDE = ((0, 0), (-18, 0), (0, 18), (-18, 18))


@dataclass(frozen=True)
class Board:
    """What matters to marbles. A figure that does not stand on the island is NOWHERE."""

    heading: int
    trees: tuple[int, ...]
    figures: tuple[int, ...] = (NOWHERE,) * model.FIGURES


@dataclass(frozen=True)
class Fireballs:
    count: int


@dataclass(frozen=True)
class Ember:
    pit: int
    direction: int
    strength: int


Shot = Fireballs | Ember


@dataclass(frozen=True)
class Launched:
    """For each marble its chance moves, in the order of their start; and what was seen."""

    runs: list[list[int]]
    seen: Trajectory


@dataclass(frozen=True)
class Start:
    """Which marble begins where, and how fast: metres, metres a second, seconds."""

    marble: int
    place: NDArray[np.float64]
    speed: NDArray[np.float64]
    time: float


def launch(board: Board, shot: Shot, seed: int) -> Launched:
    random = np.random.default_rng(seed)
    seen = Trajectory(Rolling(board, starts(board, shot, random)).pictures())
    return Launched(events_of(seen, board.figures, pit_of(shot)), seen)


@lru_cache(maxsize=64)
def remembered(board: Board, shot: Shot, seed: int) -> Launched:
    """The same; whoever asks for one event after the other lets the marbles roll once."""
    return launch(board, shot, seed)


def pit_of(shot: Shot) -> int:
    return shot.pit if isinstance(shot, Ember) else NOWHERE


# ── Starting ─────────────────────────────────────────────────────────────────────────────────────


def starts(board: Board, shot: Shot, random: np.random.Generator) -> list[Start]:
    if isinstance(shot, Ember):
        return [flicked(shot, random)]
    return [dropped(board.heading, number, random) for number in range(shot.count)]


def dropped(heading: int, number: int, random: np.random.Generator) -> Start:
    """Through Vul-Kar, out of one of his mouths."""
    mouth = random.choice(DRAWING["vulkar"]["mouths"])
    way = toward(heading * 360 / VULKAR_HEADINGS + mouth + random.normal(0, MOUTH_SWAY))
    aside = np.array([-way[1], way[0]]) * random.normal(0, MOUTH_SHIFT)
    speed = DRAWING["vulkar"]["speed"] / 1000 + random.normal(0, MOUTH_HURRY)
    place = np.array(DRAWING["vulkar"]["at"]) + MOUTH_AT * way + aside
    return Start(number, on_ground(place, number), np.append(way * speed, 0), BETWEEN * number)


def flicked(ember: Ember, random: np.random.Generator) -> Start:
    way = toward(ember.direction * 360 / DIRECTIONS + random.normal(0, FLICK_SWAY))
    speed = FLICKS[ember.strength] + random.normal(0, FLICK_HURRY)
    place = lines()[PIT_LANE + ember.pit].points[0]
    return Start(EMBER, on_ground(place, EMBER), np.append(way * speed, 0), 0.0)


def on_ground(place: Any, number: int) -> NDArray[np.float64]:
    """A marble's middle, in metres, when it lies at a place given in millimetres."""
    x, y = place
    z = model.ground_at(x, y) + model.RADIUS[number] * 1000 + HAIR
    return np.array([x, y, z]) * model.MILLIMETRE


# ── Rolling ──────────────────────────────────────────────────────────────────────────────────────


@cache
def compiled_model() -> Any:
    return model.build()


class Rolling:
    """One launch, from the first step to the last."""

    def __init__(self, board: Board, starting: list[Start]) -> None:
        import mujoco

        self.step = mujoco.mj_step
        self.model = compiled_model()
        self.turn_trees(board)  # what never moves is placed when the data are made
        self.starting = starting
        self.data = mujoco.MjData(self.model)
        self.marbles = [self.joint(f"marble {n}") for n in range(model.MARBLES)]
        self.figures = [self.joint(f"figure {n}") for n in range(model.FIGURES)]
        self.decks = [self.data.joint(self.model.body(f"deck {n}").jntadr[0]) for n in range(DECKS)]
        self.model.body_gravcomp[:] = 0
        for number in range(model.MARBLES):
            self.model.body_gravcomp[self.model.body(f"marble {number}").id] = 1
        for number, space in enumerate(board.figures):
            if space != NOWHERE:
                self.stand(number, space, board.figures[:number].count(space))
        self.rolls = [False] * model.MARBLES
        self.slow_since = [0.0] * model.MARBLES

    def joint(self, body: str) -> Any:
        return self.data.joint(self.model.body(body).jntadr[0])

    def turn_trees(self, board: Board) -> None:
        for tree, heading in enumerate(board.trees):
            half = np.radians(model.tree_angle(tree, heading)) / 2
            self.model.body(f"tree {tree}").quat[:] = np.cos(half), 0, 0, np.sin(half)

    def stand(self, number: int, space: int, others: int) -> None:
        """Put a figure on a space, a hair above the ground; 4.6  on the helipad beside others."""
        if space in UNSTABLE:
            (x, y), z, _ = model.deck_pose([*UNSTABLE].index(space))
            z += model.DECK[2] + 0.1
        else:
            x, y = SPACE_AT[space] + BESIDE[others]
            z = stands_at(float(x), float(y))
        self.figures[number].qpos[:3] = np.array([x, y, z]) * model.MILLIMETRE

    def pictures(self) -> NDArray[np.int16]:
        self.step(self.model, self.data, round(SETTLING / model.STEP))
        found, ends, frame = [self.picture()], LONGEST, 1
        began = self.data.time
        waiting = [*self.starting]
        while self.data.time - began < ends:
            now = self.data.time - began
            while waiting and now >= waiting[0].time - 1e-9:
                self.release(waiting.pop(0))
            self.step(self.model, self.data, CHECK)
            self.look_at_marbles()
            if (self.data.time - began) * RATE >= frame:
                found.append(self.picture())
                self.park_the_ended()
                frame += 1
            if not waiting and not any(self.rolls):
                ends = min(ends, now + AFTERMATH if self.somebody_moves() else now)
        found.append(self.picture())
        return np.array(found)

    def somebody_moves(self) -> bool:
        """Does a figure still fall, or slide?"""
        return any(joint.qvel @ joint.qvel > SLOW**2 for joint in self.figures)

    def release(self, start: Start) -> None:
        number, joint = start.marble, self.marbles[start.marble]
        joint.qpos[:] = *start.place, 1, 0, 0, 0
        joint.qvel[:] = *start.speed, 0, 0, 0
        self.model.body_gravcomp[self.model.body(f"marble {number}").id] = 0
        self.rolls[number] = True
        self.slow_since[number] = self.data.time

    def look_at_marbles(self) -> None:
        for number, rolls in enumerate(self.rolls):
            speed = self.marbles[number].qvel[:3] if rolls else None
            if speed is not None and speed @ speed > SLOW**2:
                self.slow_since[number] = self.data.time

    def has_ended(self, number: int) -> bool:
        """At rest, in the sea, or at the end of its lane."""
        x, y, z = self.marbles[number].qpos[:3]
        if z < DEEP or self.data.time - self.slow_since[number] > PATIENCE:
            return True
        lane, along = label_at(x * 1000, y * 1000)
        return lane != NOWHERE and LANE_END[lane] != NOWHERE and along > EDGE[lane]

    def park_the_ended(self) -> None:
        """After its last picture a marble is in nobody's way."""
        for number, rolls in enumerate(self.rolls):
            if rolls and self.has_ended(number):
                joint = self.marbles[number]
                joint.qpos[:3] = np.array(model.marble_park(number)) * model.MILLIMETRE
                joint.qvel[:] = 0
                self.model.body_gravcomp[self.model.body(f"marble {number}").id] = 1
                self.rolls[number] = False

    def picture(self) -> NDArray[np.int16]:
        row = np.full(WIDTH, ABSENT, np.float64)
        for number, rolls in enumerate(self.rolls):
            if rolls:
                row[3 * number : 3 * number + 3] = self.marbles[number].qpos[:3] * 1000 * TENTHS
        for number, joint in enumerate(self.figures):
            first = FIGURE + 7 * number
            row[first : first + 3] = joint.qpos[:3] * 1000 * TENTHS
            row[first + 3 : first + 7] = joint.qpos[3:] * TURN_PARTS
        row[-DECKS:] = [joint.qpos[0] * TILT_PARTS for joint in self.decks]
        return np.round(np.clip(row, ABSENT, -ABSENT)).astype(np.int16)


def stands_at(x: float, y: float) -> float:
    """How high a figure is put so that none of its feet is in the ground."""
    feet = [
        (x + model.FEET_RING * c, y + model.FEET_RING * s)
        for c, s in map(toward, range(0, 360, 60))
    ]
    return max(model.ground_at(*foot) for foot in feet) + 0.15
