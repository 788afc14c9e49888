"""The ground as it was baked: a file beside this one, named by the island that it belongs to."""

from functools import cache
from pathlib import Path

import numpy as np

from templetop.games.vulkar.drawing import HASH
from templetop.games.vulkar.marbles.terrain import Ground, ground

FILE = Path(__file__).with_name(f"ground-{HASH}.npz")
STEPS = 100  # of height in a millimetre


def bake() -> None:
    """Make the ground anew, and throw away what belongs to other islands."""
    made = ground()
    height = np.round(made.height * STEPS).astype(np.int16)
    for old in FILE.parent.glob("ground-*.npz"):
        old.unlink()
    np.savez_compressed(FILE, height=height, lane=made.lane, along=made.along)


@cache
def baked_ground() -> Ground:
    if not FILE.exists():
        raise FileNotFoundError(
            "The ground is that of another island: python -m templetop.games.vulkar.marbles.bake"
        )
    with np.load(FILE) as file:
        return Ground(file["height"] / STEPS, file["lane"], file["along"])
