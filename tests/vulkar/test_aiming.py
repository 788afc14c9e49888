"""The strongest bot thinks with the table of odds; its embers hit on the real island, too."""

from functools import cache
from typing import Any

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="The marbles roll by MuJoCo: pip install 'templetop[marbles]'")

from templetop.bots.roster import Engagement, call, level_name, make_ready
from templetop.bots.seen import seen_by
from templetop.engine.random import generator
from templetop.engine.seats import decisions
from templetop.games.vulkar.marbles.rolling import experiment
from templetop.games.vulkar.rules import turn
from templetop.games.vulkar.rules.island import ON_LANES, SPACE_IDS, TREE_HEADINGS, TREES
from templetop.games.vulkar.rules.moves import FLICK, NOTHING, RUN
from templetop.games.vulkar.rules.runs import FALLS_TOO, is_fall

from .drawn import do, game, island, phase

TO_M14 = ("m3", "m10", "m9", "m14")
TABLES = range(8)
LAUNCHES = range(4)  # of each flick


def table(number: int) -> Any:
    """A has to flick; three others stand on lanes, with tokens, and the trees are turned anyhow."""
    random = np.random.default_rng(number)
    others = [SPACE_IDS[space] for space in random.choice(ON_LANES, 3, replace=False)]
    state = island("M2", *others, cards={0: ["geyser 4"]}, tokens={"B": "rr", "C": "yy", "D": "bb"})
    state.trees[:] = random.integers(0, TREE_HEADINGS, TREES)
    do(state, "geyser 4", *TO_M14)
    assert phase(state) == "flicking"
    return state


@cache
def felled(number: int, flick: int) -> int:
    """How many falls there are in so many launches of this flick."""
    state = table(number)
    turn.play(state, decisions({0: flick}))
    runs = [experiment(state, seed)[0] for seed in LAUNCHES]
    return sum(is_a_fall(event) for events in runs for event in events)


def is_a_fall(event: int) -> bool:
    return bool(event - RUN >= FALLS_TOO or is_fall(event - RUN))


def aimed(number: int) -> int:
    """What level 5 does there."""
    state = table(number)
    bot = call(level_name(5), game(), 0, Engagement(4))
    try:
        return int(bot.decide(seen_by(0, state, 4, generator(number)), generator(number)))
    finally:
        bot.close()


@pytest.mark.slow
def test_level_5_aims_embers_better_than_chance() -> None:
    make_ready([level_name(5)], game(), print)
    chosen = [aimed(number) for number in TABLES]
    assert NOTHING not in chosen
    by_bot = sum(map(felled, TABLES, chosen))
    random = np.random.default_rng(18)
    by_chance = sum(felled(number, int(random.integers(FLICK, NOTHING))) for number in TABLES)
    assert by_bot >= len(TABLES) * len(LAUNCHES) / 4
    assert by_bot > 3 * by_chance
