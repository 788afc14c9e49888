"""What was seen of a launch: 30 pictures a second of all that moved, in a few thousand bytes.

A picture is a row of whole numbers: marbles by x, y, z (tenths of a millimetre; ABSENT before their
start and after their end), figures by x, y, z and the four parts of their turn (of 10,000), bridges
and ladder by their tilt (thousandths of a radian). Written down are the changes from one picture to
the next, compressed.
"""

import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pictures = NDArray[np.int16]

RATE = 30
MARBLES, FIGURES, DECKS = 5, 4, 3  # four fireballs and an ember
FIGURE = 3 * MARBLES  # the first column that is a figure's
DECK = FIGURE + 7 * FIGURES
WIDTH = DECK + DECKS
TENTHS, TURN_PARTS, TILT_PARTS = 10, 10_000, 1000
ABSENT = -32_000
UPSET = 0.7071  # how far a figure that falls has turned: 45°


@dataclass(frozen=True)
class Trajectory:
    pictures: Pictures  # one row each

    @property
    def marbles(self) -> NDArray[np.float64]:
        """x, y, z in millimetres, by picture and marble; not a number where it is absent."""
        found = self.pictures[:, :FIGURE].reshape(-1, MARBLES, 3) / TENTHS
        found[self.pictures[:, :FIGURE:3] == ABSENT] = np.nan
        return found

    @property
    def figures(self) -> NDArray[np.float64]:
        """x, y, z in millimetres, by picture and figure."""
        return self.pictures[:, FIGURE:DECK].reshape(-1, FIGURES, 7)[:, :, :3] / TENTHS

    @property
    def upright(self) -> NDArray[np.float64]:
        """The cosine of each figure's tilt, by picture and figure."""
        turn = self.pictures[:, FIGURE:DECK].reshape(-1, FIGURES, 7)[:, :, 3:] / TURN_PARTS
        return np.asarray(1 - 2 * (turn[:, :, 1] ** 2 + turn[:, :, 2] ** 2))

    def to_bytes(self) -> bytes:
        changes = np.diff(self.pictures, axis=0, prepend=np.zeros((1, WIDTH), np.int16))
        return zlib.compress(changes.astype("<i2").T.tobytes(), 9)


def from_bytes(written: bytes) -> Trajectory:
    changes = np.frombuffer(zlib.decompress(written), "<i2").reshape(WIDTH, -1).T
    return Trajectory(np.cumsum(changes, axis=0, dtype=np.int16))
