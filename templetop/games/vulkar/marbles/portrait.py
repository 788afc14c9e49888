"""`python -m templetop.games.vulkar.marbles.portrait FOLDER`: the island from above and the side.

Both are painted from the baked ground: a colour for every point, light from the north-west, and the
pieces of the game on top. The side is the same painting, laid over the heights and looked at from
the south.
"""

import struct
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from templetop.games.vulkar.drawing import DRAWING
from templetop.games.vulkar.lines import lines, toward
from templetop.games.vulkar.marbles import model
from templetop.games.vulkar.marbles.baked import baked_ground
from templetop.games.vulkar.marbles.noise import noise
from templetop.games.vulkar.marbles.terrain import BOX, CELL, inland
from templetop.games.vulkar.rules.island import (
    CAVES,
    CHUTE,
    COLOURS,
    HEART,
    HELIPAD,
    KIND,
    LANE_END,
    NEIGHBOURS,
    NEXT_LANES,
    NOWHERE,
    PIT_LANE,
    PLAIN,
    REGION,
    SCAR,
    SNAPSHOT,
    SPACE_AT,
    SPACES,
    STREAM,
    TREASURE,
    TREES,
    UNSTABLE,
)
from templetop.games.vulkar.rules.island import END_KIND as KIND_OF_END

Grid = NDArray[np.float64]
Painting = NDArray[np.float64]  # rows from north to south, columns, red green blue from 0 to 255
Colour = tuple[float, float, float]

FINE = 4  # points of the painting for each cell of the ground
SCALE = FINE / CELL  # points in a millimetre

SAND, MUD, INK = (236.0, 214.0, 160.0), (104.0, 74.0, 44.0), (44.0, 34.0, 28.0)
PAINTS: dict[str, Colour] = {
    "red": (206, 54, 44), "yellow": (240, 190, 40), "blue": (58, 118, 205),
}  # fmt: skip


def finer(grid: Grid) -> Grid:
    """The same with more points, each between those it lies between; north comes first."""
    rows, columns = grid.shape
    at_row = np.linspace(0, rows - 1, (rows - 1) * FINE + 1)
    at_column = np.linspace(0, columns - 1, (columns - 1) * FINE + 1)
    wide = np.stack([np.interp(at_column, np.arange(columns), row) for row in grid])
    tall = np.stack([np.interp(at_row, np.arange(rows), column) for column in wide.T], axis=1)
    return np.asarray(tall[::-1])


def smooth(part: Grid) -> Grid:
    t = np.clip(part, 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


def blend(under: Painting, over: Colour | Painting, part: Grid) -> Painting:
    share = np.clip(part, 0, 1)[..., None]
    return np.asarray(under * (1 - share) + np.asarray(over) * share)


class Canvas:
    """The painting, and how high everything on it is."""

    def __init__(self) -> None:
        self.height = finer(baked_ground().height)
        rows, columns = self.height.shape
        self.x, self.y = np.meshgrid(
            BOX["west"] + np.arange(columns) / SCALE, BOX["north"] - np.arange(rows) / SCALE
        )
        self.paint = np.zeros((rows, columns, 3))

    def near(self, x: float, y: float, reach: float) -> tuple[slice, slice]:
        """The part of the painting around a place."""
        column, row = round((x - BOX["west"]) * SCALE), round((BOX["north"] - y) * SCALE)
        far = round(reach * SCALE) + 2
        return (
            slice(max(0, row - far), max(0, row + far)),
            slice(max(0, column - far), max(0, column + far)),
        )

    def disc(self, x: float, y: float, radius: float, colour: Colour, part: float = 1) -> None:
        area = self.near(x, y, radius)
        far = np.hypot(self.x[area] - x, self.y[area] - y)
        self.paint[area] = blend(
            self.paint[area], colour, part * smooth((radius - far) * 1.2 + 0.5)
        )

    def bump(self, x: float, y: float, radius: float, high: float, colour: Colour) -> None:
        """Something round that stands on the ground, with its shadow to the south-east."""
        self.disc(x + radius * 0.4, y - radius * 0.4, radius, INK, 0.35)
        area = self.near(x, y, radius)
        far = np.hypot(self.x[area] - x, self.y[area] - y) / radius
        dome = np.sqrt(np.clip(1 - far**2, 0, 1))
        light = 0.72 + 0.4 * (self.y[area] - y - self.x[area] + x) / radius * 0.5
        shaded = np.asarray(colour) * np.clip(light, 0.45, 1.2)[..., None]
        self.paint[area] = blend(self.paint[area], shaded, smooth((1 - far) * radius))
        self.height[area] = np.maximum(self.height[area], self.height[area] + high * dome)

    def stroke(self, places: Iterable[tuple[float, float]], radius: float, colour: Colour) -> None:
        for x, y in places:
            self.disc(x, y, radius, colour, 0.8)


# ── Land and water ───────────────────────────────────────────────────────────────────────────────


def land(canvas: Canvas) -> None:
    """Ash in the west, grey rock and moss at the top, jungle and sand in the east."""
    x, y, height = canvas.x, canvas.y, canvas.height
    west, east = smooth((-60 - x) / 260), smooth((x - 40) / 260)
    grain = 0.5 + 0.5 * noise(x, y, 9, 21)
    patches = 0.5 + 0.5 * noise(x, y, 70, 23)
    canvas.paint[:] = np.array((142.0, 130.0, 118.0)) * (0.85 + 0.25 * grain)[..., None]
    canvas.paint[:] = blend(canvas.paint, (96, 122, 70), 0.75 * patches * (1 - west))
    canvas.paint[:] = blend(canvas.paint, (118, 84, 78), west * (0.6 + 0.4 * grain))
    canvas.paint[:] = blend(canvas.paint, (72, 58, 60), west * 0.7 * patches)
    canvas.paint[:] = blend(canvas.paint, (74, 138, 62), east * (0.7 + 0.3 * patches))
    canvas.paint[:] = blend(canvas.paint, (44, 104, 52), east * smooth(noise(x, y, 24, 29)))
    shore = finer(inland())
    beach = (
        smooth((34 + 18 * east - shore) / 26) * (0.35 + 0.65 * east) * smooth((60 - height) / 30)
    )
    canvas.paint[:] = blend(canvas.paint, SAND, beach)


def streams(canvas: Canvas) -> None:
    """Lava that cools on its way down, and water."""
    for lane, line in enumerate(lines()):
        shown = line.points if LANE_END[lane] == NOWHERE else extended(line.points, line.ways)
        paint_stream(canvas, shown, STREAM[lane] == CHUTE, 15.0 if lane >= PIT_LANE else 19.0)


def extended(places: Grid, ways: Grid) -> Grid:
    on = np.arange(2.0, 30.0, 2.0)[:, None]
    return np.concatenate([places, places[-1] + on * ways[-1]])


def paint_stream(canvas: Canvas, places: Grid, is_lava: bool, half: float) -> None:
    bed: Colour = (120, 58, 36) if is_lava else (72, 126, 158)
    for x, y in places[::2]:
        canvas.disc(x, y, half, bed, 0.5)
    core: Colour = (242, 122, 34) if is_lava else (96, 176, 214)
    for x, y in places[::2]:
        canvas.disc(x, y, half * 0.62, core, 0.28)


def veins(canvas: Canvas) -> None:
    """Bright threads in the middle of every stream."""
    for lane, line in enumerate(lines()):
        is_lava = STREAM[lane] == CHUTE
        sway = 5 * np.sin(line.along / 17 + lane)
        places = line.points + sway[:, None] * np.stack([-line.ways[:, 1], line.ways[:, 0]], axis=1)
        canvas.stroke(
            places[:: 1 if is_lava else 2], 1.6, (255, 208, 92) if is_lava else (206, 236, 246)
        )


def steam(canvas: Canvas) -> None:
    """Where lava meets water."""
    for lane, line in enumerate(lines()):
        following = [other for other in NEXT_LANES[lane] if other != NOWHERE]
        if STREAM[lane] == CHUTE and any(STREAM[other] != CHUTE for other in following):
            x, y = line.points[-1]
            for right, up, radius in (
                (0, 0, 17),
                (9, 8, 13),
                (-10, 6, 12),
                (4, -9, 12),
                (-6, 16, 9),
            ):
                for part in (1.0, 0.75, 0.5):
                    canvas.disc(x + right, y + up, radius * part, (246, 246, 242), 0.3)


def light(canvas: Canvas) -> None:
    """The sun stands in the north-west."""
    down, right = np.gradient(canvas.height, 1 / SCALE)
    shade = 1 + 0.62 * (right * 0.75 + down * 0.75)
    canvas.paint *= np.clip(shade, 0.42, 1.35)[..., None]


def sea(canvas: Canvas) -> None:
    shore = finer(inland())
    wet = smooth((1.5 - canvas.height) / 2.5)
    deep = smooth((-shore - 4) / 60)
    waves = 0.5 + 0.5 * noise(canvas.x * 0.7, canvas.y * 2.2, 12, 31)
    water = blend(np.broadcast_to((92.0, 186.0, 190.0), canvas.paint.shape), (24, 84, 128), deep)
    water = water * (0.94 + 0.09 * waves)[..., None]
    foam = smooth(1 - np.abs(shore + 3 + 3 * waves) / 3) * 0.7
    canvas.paint[:] = blend(canvas.paint, blend(water, (244, 250, 248), foam), wet)
    canvas.height[:] = np.maximum(canvas.height, -2)


# ── Pieces ───────────────────────────────────────────────────────────────────────────────────────


def paths(canvas: Canvas) -> None:
    for space in range(SPACES):
        for other in NEIGHBOURS[space]:
            if other > space:
                start, end = SPACE_AT[space], SPACE_AT[other]
                count = int(np.hypot(*(end - start)) / 7) + 1
                canvas.stroke(
                    [tuple(start + (end - start) * n / count) for n in range(count)], 2.3, MUD
                )


def spaces(canvas: Canvas) -> None:
    for space in range(SPACES):
        if space not in UNSTABLE:
            x, y = SPACE_AT[space]
            canvas.disc(x + 1.5, y - 1.5, 11.5, INK, 0.4)
            canvas.disc(x, y, 11, MUD)
            canvas.disc(x, y, 9.4, SAND)
            mark(canvas, space, x, y)


def mark(canvas: Canvas, space: int, x: float, y: float) -> None:
    """What makes a space special."""
    kind = int(KIND[space])
    if kind == TREASURE:
        canvas.disc(x, y, 5.4, (150, 104, 20))
        canvas.disc(x, y, 4.4, (255, 214, 64))
    elif kind == SNAPSHOT:
        canvas.disc(x, y, 9.4, PAINTS[COLOURS[REGION[space]]])
        canvas.disc(x, y, 5.2, (250, 250, 250))
        canvas.disc(x, y, 3.2, INK)
    elif kind == HEART:
        canvas.disc(x, y, 7.5, (120, 10, 30))
        canvas.bump(x, y, 6, 12, (236, 40, 72))
    elif kind == HELIPAD:
        helipad(canvas, x, y)
    elif kind != PLAIN:
        cave(canvas, x, y, 1 + [*CAVES].index(space))


def helipad(canvas: Canvas, x: float, y: float) -> None:
    canvas.disc(x, y, 21, (70, 72, 76))
    canvas.disc(x, y, 18, (228, 228, 222))
    canvas.disc(x, y, 15.5, (70, 72, 76))
    bars = [(x + side, y + up) for side in (-6, 6) for up in np.arange(-9, 9.1, 1)]
    canvas.stroke(
        [*bars, *((x + right, y) for right in np.arange(-6, 6.1, 1))], 1.8, (245, 245, 240)
    )


def cave(canvas: Canvas, x: float, y: float, number: int) -> None:
    """A dark hole with as many pebbles as its number."""
    canvas.disc(x, y, 9.4, (34, 28, 30))
    for pebble in range(number):
        canvas.disc(x + 5 * (pebble - (number - 1) / 2), y, 2, (240, 236, 220))


def bridges(canvas: Canvas) -> None:
    for number in range(len(UNSTABLE)):
        (x, y), height, degrees = model.deck_pose(number)
        along, across = toward(degrees), toward(degrees + 90)
        for plank in np.arange(-32, 33, 6.4):
            places = [
                np.array([x, y]) + plank * across + step * along for step in np.arange(-9, 9.1, 1)
            ]
            canvas.stroke([(p[0] + 2, p[1] - 2) for p in places], 2.6, INK)
            canvas.stroke([(p[0], p[1]) for p in places], 2.5, (176, 122, 66))
            for px, py in places:
                area = canvas.near(px, py, 3)
                canvas.height[area] = np.maximum(canvas.height[area], height)


def pits(canvas: Canvas) -> None:
    for pit in DRAWING["pits"]:
        x, y = pit["at"]
        for angle in np.linspace(model.OPENING / 2, 360 - model.OPENING / 2, model.STONES):
            right, up = model.STONE_RING * toward(pit["way"] + angle)
            canvas.bump(x + right, y + up, 5.5, 9, (112, 100, 96))
        canvas.disc(x, y, 11, (70, 26, 16), 0.8)
        canvas.bump(x, y, 7, 8, (255, 140, 24))


def scar(canvas: Canvas) -> None:
    for end, kind in zip(DRAWING["ends"].values(), KIND_OF_END):
        if kind == SCAR:
            x, y = end["at"]
            canvas.disc(x - 8, y - 3, 27, (52, 30, 30), 0.85)
            canvas.disc(x - 8, y - 3, 20, (150, 40, 18), 0.7)
            for right, up in ((-16, 2), (-4, 6), (-2, -9), (-14, -10)):
                canvas.bump(x + right, y + up, 6.5, 8, (196, 34, 26))


def trees(canvas: Canvas) -> None:
    for tree in range(TREES):
        x, y = model.tree_at(tree)
        for degrees, length in model.ROOTS:
            way = toward(model.tree_angle(tree, 0) + degrees)
            canvas.stroke(
                [(x + way[0] * n, y + way[1] * n) for n in np.arange(0, length, 1)], 2, (92, 62, 34)
            )
        for right, up, radius in ((0, 0, 12), (-7, 3, 8), (6, 5, 8), (2, -7, 8)):
            canvas.bump(x + right, y + up, radius, 24, (40 + 3 * radius, 118 + radius, 48))


def grove(canvas: Canvas) -> None:
    """Palms in the east and dead trunks in the west, where nothing else is."""
    random = np.random.default_rng(4)
    taken = np.concatenate([SPACE_AT, *(line.points[::4] for line in lines())])
    shore = finer(inland())
    for x, y in random.uniform((-540, -340), (540, 340), (900, 2)):
        row, column = round((BOX["north"] - y) * SCALE), round((x - BOX["west"]) * SCALE)
        if shore[row, column] > 14 and np.linalg.norm(taken - (x, y), axis=1).min() > 33:
            wild = random.uniform(0.7, 1.2)
            if x > 40:
                canvas.bump(x, y, 6.5 * wild, 12, (46, 112 + 30 * wild, 50))
            elif x < -150:
                canvas.bump(x, y, 5 * wild, 9, (104, 84, 80))
            else:
                canvas.bump(x, y, 5 * wild, 8, (108, 118, 84))


def vulkar(canvas: Canvas) -> None:
    """He looks where he looks at the beginning."""
    x, y = DRAWING["vulkar"]["at"]
    canvas.bump(x, y, 33, 34, (96, 52, 44))
    canvas.bump(x, y, 25, 30, (130, 60, 46))
    facing = DRAWING["vulkar"]["first"] * 360 / DRAWING["vulkar"]["headings"]
    for mouth in DRAWING["vulkar"]["mouths"]:
        right, up = 24 * toward(facing + mouth)
        canvas.disc(x + right, y + up, 8, (40, 10, 8))
        canvas.disc(x + right, y + up, 5, (255, 176, 40))
    for side in (-35, 35):
        right, up = 12 * toward(facing + side)
        canvas.disc(x + right, y + up, 4.5, (255, 236, 150))
        canvas.disc(x + right * 1.1, y + up * 1.1, 2, INK)


def painted() -> Canvas:
    canvas = Canvas()
    for step in (
        land,
        streams,
        light,
        veins,
        sea,
        scar,
        steam,
        grove,
        paths,
        bridges,
        spaces,
        pits,
        trees,
        vulkar,
    ):
        step(canvas)
    return canvas


# ── Pictures ─────────────────────────────────────────────────────────────────────────────────────

TILT, STRETCH = 0.62, 1.15  # how much depth is shortened, and heights are stretched
SKY = 70  # points above the highest peak
SKY_TOP, SKY_LOW = (150.0, 196.0, 226.0), (232.0, 240.0, 236.0)


def from_the_side(canvas: Canvas) -> Painting:
    """Row by row from the nearest: each hides what is lower behind it."""
    rows, columns = canvas.height.shape
    rise = int(canvas.height.max() * STRETCH * SCALE)
    tall = int(rows * TILT) + rise + 40
    horizon = np.linspace(0, 1, tall)[:, None, None]
    out = np.broadcast_to(
        np.array(SKY_TOP) * (1 - horizon) + np.array(SKY_LOW) * horizon, (tall, columns, 3)
    ).copy()
    lowest = np.full(columns, tall)
    for row in range(rows - 1, -1, -1):
        ground = tall - 12 - (rows - 1 - row) * TILT
        tops = np.clip(ground - canvas.height[row] * STRETCH * SCALE, 0, tall).astype(int)
        for column in np.flatnonzero(tops < lowest):
            out[tops[column] : lowest[column], column] = canvas.paint[row, column]
        lowest = np.minimum(lowest, tops)
    return out[max(0, lowest.min() - SKY) :]


def png(painting: Painting) -> bytes:
    pixels = np.clip(painting, 0, 255).astype(np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    size = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", size), chunk(b"IDAT", zlib.compress(rows, 9)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def chunk(kind: bytes, content: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + check


def main(folder: Path) -> None:
    canvas = painted()
    (folder / "vulkar-above.png").write_bytes(png(canvas.paint))
    (folder / "vulkar-side.png").write_bytes(png(from_the_side(canvas)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
