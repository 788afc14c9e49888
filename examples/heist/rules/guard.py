"""3.6  The guard rolls along the corridor: chance that is found by an experiment.

A stand-in for real physics: a ball bounces from wall to wall and loses speed, and where it comes to
rest is the roll. It takes as many seconds as HEIST_PACE says, to show a table that waits for it.
"""

import json
import os
import time
from typing import Any

from heist.rules.state import DIE, ROLL, ROLLING
from templetop.engine.random import below, generator

BOUNCES = 40


def takes_time(state: Any) -> bool:
    return bool(state.phase == ROLLING)


def experiment(state: Any, seed: int) -> tuple[list[int], bytes]:
    """The roll, and the way of the ball: where it is at each bounce, from 0 to 1."""
    time.sleep(float(os.environ.get("HEIST_PACE", "0")))
    random = generator(seed)
    number = below(random, DIE)
    rest = (number + 0.5) / DIE
    way = [rest + (below(random, 1000) / 1000 - rest) / (1 + n) for n in range(BOUNCES)]
    return [ROLL + number], json.dumps([round(place, 3) for place in [*way, rest]]).encode()
