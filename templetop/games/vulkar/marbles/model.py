"""The island as MuJoCo's world: the ground, Vul-Kar, trees, stones round the pits, bridges, pieces.

What was found to work, and why, is said beside the numbers. Here lengths are metres.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import Points, lines, place, toward
from templetop.games.vulkar.marbles.baked import baked_ground
from templetop.games.vulkar.marbles.terrain import BOX, COLUMNS, ROWS, height_at
from templetop.games.vulkar.rules.island import (
    LANE_TREE,
    NEXT_LANES,
    PIT_LANE,
    PITS,
    SPACE_ALONG,
    SPACE_AT,
    SPACE_IDS,
    SPACE_LANE,
    TREE_HEADINGS,
    TREE_IDS,
    UNSTABLE,
)

FIREBALLS, FIGURES = 4, 4
MARBLES = FIREBALLS + 1  # the last one is the ember
MILLIMETRE = 0.001
RADIUS = (0.0084,) * FIREBALLS + (0.0066,)  # of the marbles: an ember is smaller and lighter, so
MASS = (0.0065,) * FIREBALLS + (0.0028,)  # that it fells a figure less often than a fireball does
DRAG = 0.8  # of a marble's speed, in a second: felt and varnish, so that nothing gets too fast
STEP = 0.001  # seconds; with 0.004 marbles go other ways than with 0.0005

ROOTS = ((0, 16.5), (180, 12.0))  # of a tree: degrees, millimetres; never a V, which holds marbles
APART = 28.0  # a tree stands where its two lanes are so far apart
POST = 5.0
STONES = 7  # round a pit, all but where its lane begins
STONE_RING, STONE, STONE_HEIGHT = 19.0, 5.0, 20.0  # millimetres
OPENING = 82.0  # degrees
DECK = (34.0, 11.0, 1.5)  # of a bridge: half its length, width and thickness
CLEARANCE = 26.0  # of a deck above the middle of its lane
FIGURE_HEIGHT = 36.0
FEET_RING = 4.6  # millimetres: narrow enough to fall when a marble grazes it

# Who touches whom. The feet of a figure feel the ground alone, a marble feels its body: cylinders
# on a height field tremble until they fall.
GROUND, MARBLE, FEET, BODY = 1, 2, 4, 8

HEAD = f"""
<mujoco model="Vul-Kar">
  <option timestep="{STEP}" integrator="implicitfast" cone="elliptic" impratio="10" solver="Newton"
          iterations="30" sleep_tolerance="0.004">
    <flag sleep="enable"/>
  </option>
  <size memory="64M"/>
  <default>
    <geom contype="{GROUND}" conaffinity="0" friction=".5 .002 .0001"/>
    <default class="marble">
      <geom type="sphere" condim="6" priority="1"
            friction=".45 .0001 .00005" solref=".006 .35" solimp=".95 .99 .0005"
            contype="{MARBLE}" conaffinity="{GROUND | MARBLE | BODY}"/>
    </default>
    <default class="foot">
      <geom type="sphere" size=".0015" mass=".0001" condim="4" contype="{FEET}"
            conaffinity="{GROUND}" friction=".5 .002 .0001"/>
    </default>
    <default class="body">
      <geom contype="{BODY}" conaffinity="{GROUND | BODY}" friction=".3 .002 .0001"/>
    </default>
    <default class="stone"><geom solref=".006 1.2"/></default>
  </default>
"""


def vector(values: Any) -> str:
    return " ".join(f"{value:.6g}" for value in np.ravel(values))


def metres(x: float, y: float, z: float) -> str:
    return vector(np.array([x, y, z]) * MILLIMETRE)


def ground_at(x: float, y: float) -> float:
    """The height of the ground, in millimetres."""
    return height_at(baked_ground().height, x, y)


# ── Trees, stones, bridges ───────────────────────────────────────────────────────────────────────


def trunk_of(tree: int) -> int:
    """The lane that the tree stands at the end of."""
    return int(np.flatnonzero(tree == LANE_TREE)[0])


@cache
def clear_of_fork(tree: int, apart: float = APART) -> float:
    """How far beyond the fork the two lanes are so far apart."""
    left, right = (lines()[lane].points for lane in NEXT_LANES[trunk_of(tree)])
    both = min(len(left), len(right))
    gaps = np.linalg.norm(left[:both] - right[:both], axis=1)
    return float(lines()[NEXT_LANES[trunk_of(tree)][0]].along[int(np.argmax(gaps > apart))])


def tree_at(tree: int) -> Points:
    """Between the two lanes behind the fork, moved to where most marbles come along."""
    along = clear_of_fork(tree)
    left, right = (lines()[lane].at(along) for lane in NEXT_LANES[trunk_of(tree)])
    way = toward(place(TREE_IDS[tree])["way"])
    aside = DRAWING["trees"][TREE_IDS[tree]]["aside"]
    return np.asarray((left + right) / 2 + aside * np.array([-way[1], way[0]]))


def tree_angle(tree: int, heading: int) -> float:
    """Which way the long root points, in degrees: at heading 0 up the lane."""
    return float(place(TREE_IDS[tree])["way"] + 180 + heading * 360 / TREE_HEADINGS)


def tree_body(tree: int) -> str:
    x, y = tree_at(tree)
    z = ground_at(x, y) - 4
    roots = "".join(
        f'<geom type="box" pos="{metres(length / 2 * c, length / 2 * s, 8)}" euler="0 0 {degrees}" '
        f'size="{metres(length / 2, 1.5, 11)}"/>'
        for degrees, length in ROOTS
        for c, s in [toward(degrees)]
    )
    return (
        f'<body name="tree {tree}" pos="{metres(x, y, z)}">'
        f'<geom type="cylinder" size="{vector([POST / 1000, 0.02])}" pos="0 0 .016"/>{roots}</body>'
    )


def stones(pit: int) -> Iterator[str]:
    """They are dead: a marble that hits one stays in its pit."""
    x, y = lines()[PIT_LANE + pit].points[0]
    way = DRAWING["pits"][pit]["way"]
    for angle in np.linspace(OPENING / 2, 360 - OPENING / 2, STONES):
        right, up = STONE_RING * toward(way + angle)
        z = ground_at(x, y)
        yield (
            f'<geom class="stone" type="capsule" size="{STONE / 1000}" fromto="'
            f'{metres(x + right, y + up, z)} {metres(x + right, y + up, z + STONE_HEIGHT)}"/>'
        )


def deck_pose(number: int) -> tuple[Points, float, float]:
    """Of a bridge or the ladder: where its middle is, how high, and which way the lane leads."""
    space = int(UNSTABLE[number])
    x, y = SPACE_AT[space]
    way = lines()[SPACE_LANE[space]].way_at(float(SPACE_ALONG[space]))
    degrees = float(np.degrees(np.arctan2(way[1], way[0])))
    return np.array([x, y]), ground_at(x, y) + CLEARANCE, degrees


def deck_body(number: int) -> str:
    """A plank that turns about its length, and a peg under it that marbles may hit."""
    (x, y), z, degrees = deck_pose(number)
    long, wide, thick = DECK
    peg = DRAWING["pegs"][SPACE_IDS[UNSTABLE[number]]]
    return (
        f'<body name="deck {number}" pos="{metres(x, y, z)}" euler="0 0 {degrees}">'
        '<joint type="hinge" axis="0 1 0" frictionloss="5e-5" damping="2e-5" stiffness="1e-4" '
        'limited="true" range="-85 85"/>'
        f'<geom type="box" size="{metres(wide, long, thick)}" mass=".003"/>'
        f'<geom type="capsule" size=".002" mass=".0003" '
        f'fromto="{metres(0, peg["aside"], -thick)} {metres(0, peg["aside"], -peg["length"])}"/>'
        "</body>"
    )


# ── Pieces ───────────────────────────────────────────────────────────────────────────────────────


def marble_body(number: int) -> str:
    return (
        f'<body name="marble {number}" pos="{metres(*marble_park(number))}" gravcomp="1" '
        'sleep="never">'
        f'<freejoint/><geom class="marble" size="{RADIUS[number]}" mass="{MASS[number]}"/></body>'
    )


def figure_body(number: int) -> str:
    feet = "".join(
        f'<geom class="foot" pos="{metres(FEET_RING * c, FEET_RING * s, 1.5)}"/>'
        for c, s in map(toward, range(0, 360, 60))
    )
    return (
        f'<body name="figure {number}" pos="{metres(*figure_park(number))}"><freejoint/>{feet}'
        f'<geom type="cylinder" size=".0078 .0035" pos="0 0 .0045" mass=".0002" contype="{BODY}" '
        f'conaffinity="0" friction=".3 .002 .0001"/>'
        f'<geom class="body" type="capsule" size=".0064" mass=".0010" '
        f'fromto="0 0 .0082 0 0 {(FIGURE_HEIGHT - 6.4) / 1000}"/></body>'
    )


def marble_park(number: int) -> tuple[float, float, float]:
    """Where a marble waits, in millimetres: far below, without weight."""
    return 1500 + 40 * number, 0, -400


def figure_park(number: int) -> tuple[float, float, float]:
    return 1500 + 80 * number, 200, -500


def world() -> str:
    height = baked_ground().height
    low, high = float(height.min()), float(height.max())
    half_x, half_y = (BOX["east"] - BOX["west"]) / 2, (BOX["north"] - BOX["south"]) / 2
    x, y = DRAWING["vulkar"]["at"]
    return "".join([
        HEAD,
        f'<asset><hfield name="ground" nrow="{ROWS}" ncol="{COLUMNS}" '
        f'size="{vector(np.array([half_x, half_y, high - low, 50]) * MILLIMETRE)}"/></asset>',
        "<worldbody>",
        f'<geom type="hfield" hfield="ground" pos="{metres(0, 0, low)}"/>',
        '<geom type="plane" size="1 1 .1" pos="1.6 .2 -.5"/>',
        f'<geom type="cylinder" size=".026 .03" pos="{metres(x, y, ground_at(x, y) + 20)}"/>',
        *(tree_body(tree) for tree in range(len(TREE_IDS))),
        *(stone for pit in range(PITS) for stone in stones(pit)),
        *(deck_body(number) for number in range(len(UNSTABLE))),
        *(marble_body(number) for number in range(MARBLES)),
        *(figure_body(number) for number in range(FIGURES)),
        "</worldbody></mujoco>",
    ])  # fmt: skip


def build() -> Any:
    """The model, compiled; MuJoCo is loaded here and not before."""
    import mujoco

    model = mujoco.MjModel.from_xml_string(world())
    height = baked_ground().height
    model.hfield_data[:] = ((height - height.min()) / (height.max() - height.min())).ravel()
    for number in range(MARBLES):
        first = model.joint(model.body(f"marble {number}").jntadr[0]).dofadr[0]
        model.dof_damping[first : first + 3] = DRAG * MASS[number]
    return model
