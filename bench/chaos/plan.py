"""The plan of a run: which faults are injected, when and for how long.

It follows from a seed alone, not from the machine, so a run can be repeated: a fault that cannot be
injected on a machine is skipped there, and all others come at the same moments.
"""

from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

Kind = Literal[
    "kill one worker",
    "kill all workers",
    "restart the database",
    "restart Redis",
    "fill the file system",
    "move the clock",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

WARM_UP = 10.0  # seconds before the first fault
RECOVERY = 10.0  # seconds after a fault that still count as its own
PAUSES = (6.0, 14.0)  # seconds between the end of a fault and the next one
LASTS: dict[Kind, tuple[float, float]] = {  # seconds
    "kill one worker": (0.0, 0.0),
    "kill all workers": (0.0, 0.0),
    "restart the database": (1.0, 6.0),
    "restart Redis": (1.0, 6.0),
    "fill the file system": (3.0, 8.0),
    "move the clock": (9.0, 15.0),
}
FORWARD = (60, 5400)  # seconds by which the clock goes forward, then back, then to the truth
BACK = (60, 9000)


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong at a moment, in seconds since the start, and for how long."""

    kind: Kind
    at: float
    seconds: float
    offsets: tuple[int, ...] = ()  # of the server's clock, one after another

    @property
    def end(self) -> float:
        return self.at + self.seconds


def plan(seed: int, seconds: float) -> list[Fault]:
    """Every kind once in a random order, then every kind again, for as long as there is time."""
    random, faults, at = Random(seed), list[Fault](), WARM_UP
    while True:
        for kind in random.sample(KINDS, len(KINDS)):
            lasts = round(random.uniform(*LASTS[kind]), 1)
            if at + lasts + RECOVERY > seconds:
                return faults
            offsets: tuple[int, ...] = ()
            if kind == "move the clock":
                offsets = (random.randint(*FORWARD), -random.randint(*BACK), 0)
            faults.append(Fault(kind, at, lasts, offsets))
            at = round(at + lasts + random.uniform(*PAUSES), 1)
