"""The ground: as it is baked, and nowhere a hollow in which a marble would stay."""

import numpy as np

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import lines
from templetop.games.vulkar.marbles.baked import STEPS, baked_ground
from templetop.games.vulkar.marbles.hollows import under_marble, without_hollows
from templetop.games.vulkar.marbles.slopes import profile
from templetop.games.vulkar.marbles.terrain import CELL, X, Y, ground
from templetop.games.vulkar.rules.island import (
    LANES,
    NOWHERE,
    PIT_LANE,
    REGION,
    SPACE_AT,
    SPACE_LANE,
    SUMMIT,
)

MARBLE = 8.4  # millimetres
DEPTH = 0.6  # of a hollow that would hold a marble
PIT_REACH = 30
SCAR, SCAR_REACH = DRAWING["ends"]["the Scar"]["at"], 70


def test_what_is_baked_belongs_to_the_island() -> None:
    fresh, baked = ground(), baked_ground()
    assert np.abs(fresh.height - baked.height).max() <= 0.51 / STEPS
    assert (fresh.lane == baked.lane).all()
    assert (fresh.along == baked.along).all()


def test_no_hollow_but_the_pits_and_the_scar_holds_a_marble() -> None:
    middle = under_marble(baked_ground().height, CELL, MARBLE)
    held = without_hollows(middle, CELL) - middle > DEPTH
    pits = np.array([lines()[lane].points[0] for lane in range(PIT_LANE, LANES)])
    held &= np.hypot(X - SCAR[0], Y - SCAR[1]) > SCAR_REACH  # where fireballs are to stay
    places = np.stack([X[held], Y[held]], axis=1)
    near = np.linalg.norm(places[:, None] - pits[None], axis=2)
    assert (near.min(axis=1) < PIT_REACH).all(), places[near.min(axis=1) >= PIT_REACH]
    assert {*near.argmin(axis=1)} == {*range(len(pits))}


def test_every_lane_falls_all_the_way() -> None:
    for lane in range(LANES):
        assert (np.diff(profile(lane)) < 0).all()


def test_the_summit_is_the_highest_region() -> None:
    height = baked_ground().height
    highest = [
        height[(west < X) & (east > X)].max()
        for west, east in ((-560, -185), (-185, 190), (190, 560))
    ]
    assert np.argmax(highest) == SUMMIT


def test_spaces_on_ridges_lie_above_the_lanes_around_them() -> None:
    ridge = SPACE_LANE == NOWHERE
    assert ridge.sum() > 80
    assert set(REGION[ridge]) == {0, 1, 2}
    labels = baked_ground().lane
    for x, y in SPACE_AT[ridge]:
        row, column = round((y - Y[0, 0]) / CELL), round((x - X[0, 0]) / CELL)
        assert labels[row, column] == NOWHERE or baked_ground().height[row, column] > 0
