"""What the pages are told of the island is what the marbles roll on, and what the rules know."""

import json
import zlib
from typing import Any

import numpy as np

from templetop.games.vulkar.marbles import model
from templetop.games.vulkar.marbles.baked import baked_ground
from templetop.games.vulkar.marbles.for_pages import FOLDER, ground_file, island_file
from templetop.games.vulkar.rules.island import (
    LANES,
    NEIGHBOURS,
    NOWHERE,
    SPACE_AT,
    SPACE_LANE,
    SPACES,
    TREASURES,
)

BAKE = "run `python -m templetop.games.vulkar.marbles.bake`"
SLAB = 12  # millimetres that a slab is away from all spaces at least


def baked() -> Any:
    return json.loads((FOLDER / "island.json").read_bytes())


def test_the_island_of_the_pages_is_not_stale() -> None:
    assert (FOLDER / "island.json").read_bytes() == island_file(), BAKE


def test_the_ground_of_the_pages_is_what_marbles_roll_on() -> None:
    plain = np.frombuffer(zlib.decompress((FOLDER / "ground.bin").read_bytes()), np.int8)
    low, high, lane = plain.reshape(3, *baked_ground().height.shape)
    changes = low.astype(np.uint8).astype(np.int32) + 256 * high.astype(np.int32)
    height = np.cumsum(np.cumsum(changes, axis=0), axis=1) / 10
    assert np.abs(height - baked_ground().height).max() <= 0.0501
    assert (lane == baked_ground().lane).all()
    assert zlib.decompress(ground_file()) == plain.tobytes(), BAKE


def test_spaces_and_lanes_are_those_of_the_rules() -> None:
    told = baked()
    assert len(told["spaces"]) == SPACES
    assert len(told["lanes"]) == LANES
    for number, space in enumerate(told["spaces"]):
        assert np.abs(SPACE_AT[number] - space["at"][:2]).max() <= 0.051
        assert space["near"] == [near for near in NEIGHBOURS[number] if near != NOWHERE]
        assert (space["lane"] is None) == (SPACE_LANE[number] == NOWHERE)


def test_every_treasure_has_a_slab_beside_its_space_and_on_no_other() -> None:
    told = baked()
    slabs = {n: space["slab"] for n, space in enumerate(told["spaces"]) if space["slab"]}
    assert {*TREASURES} < {*slabs}
    for number, (x, y, z) in slabs.items():
        far = np.linalg.norm(SPACE_AT - (x, y), axis=1)
        assert np.delete(far, number).min() > SLAB
        assert abs(z - model.ground_at(x, y)) < 0.2
