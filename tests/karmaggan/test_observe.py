"""What a seat may know, as numbers."""

from typing import Any

import numpy as np

from templetop.engine.observing import first_of
from templetop.games.karmaggan.bots.observe import OBSERVATION, PLANES, TURN, observe
from templetop.games.karmaggan.rules.ground import INSIDE

from .drawn import SEATS, battle, phase, temple, walk

USED = first_of(PLANES, PLANES[1].name)
ASKED = first_of(PLANES, next(p.name for p in PLANES if p.shape == (TURN,))) + TURN - 1


def observed(state: Any, seat: str) -> Any:
    numbers = np.full(OBSERVATION, np.nan, np.float32)
    observe(state, SEATS.index(seat), numbers)
    assert not np.isnan(numbers).any()
    return numbers


def asked(state: Any) -> list[str]:
    """Those who are told that they are asked."""
    return [seat for seat in SEATS[: state.seats] if observed(state, seat)[ASKED]]


def test_6_3_in_a_battle_both_are_asked() -> None:
    state = walk(temple("A6", "A7", "A40", hands=["pole", "tar, tar"]), 1, "A7")
    assert phase(state) == "battling"
    assert asked(state) == ["Ann", "Ben"]
    battle(state, Ann="pole", Ben="tar")
    assert asked(state) == ["Ben"]  # she has no card left


def test_3_2_while_the_dice_are_rolled_nobody_is() -> None:
    state = temple("A6", "A7")
    assert phase(state) == "rolling"
    assert asked(state) == []
    assert asked(walk(state, 4)) == ["Ann"]


def test_3_7_tiles_that_have_acted_on_a_spawn_have_not_on_a_raider() -> None:
    state = walk(temple("A6", "A37"), 4, "A7", "no")
    assert np.flatnonzero(observed(state, "Ann")[USED : USED + INSIDE]).tolist() == [7]
    state = walk(temple("A30", "dead", spawns="A6", active="Ben"), 4, "A7", "no")
    assert not observed(state, "Ann")[USED : USED + INSIDE].any()
