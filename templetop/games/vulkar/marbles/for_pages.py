"""The island for the pages: all that is drawn, and the ground that the marbles roll on.

`island.json` has places in millimetres with their heights. `ground.bin` has the heights in tenths
of a millimetre, as changes from column to column and from row to row, low bytes before high ones,
and then the lane of every cell; compressed by zlib.
"""

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from templetop.games.vulkar.drawing import DRAWING, HASH
from templetop.games.vulkar.lines import Line, lines, toward
from templetop.games.vulkar.marbles import model
from templetop.games.vulkar.marbles.baked import baked_ground
from templetop.games.vulkar.marbles.terrain import BOX, COLUMNS, ROWS, coast
from templetop.games.vulkar.rules.island import (
    COLOURS,
    DIRECTIONS,
    END_IDS,
    END_SPACE,
    HEART,
    KIND,
    KINDS,
    LANE_END,
    LANE_IDS,
    LANE_TREE,
    LANES,
    NEIGHBOURS,
    NEXT_LANES,
    NOWHERE,
    PIT_IDS,
    PIT_LANE,
    REGION,
    REGIONS,
    SPACE_ALONG,
    SPACE_AT,
    SPACE_IDS,
    SPACE_LANE,
    SPACE_NAMES,
    SPACES,
    STREAM,
    STREAMS,
    SWEPT_TO,
    TREASURE,
    TREE_HEADINGS,
    TREE_IDS,
    UNSTABLE,
)
from templetop.games.vulkar.rules.pieces import PICTURE_LANES

FOLDER = Path(__file__).parents[4] / "web" / "src" / "games" / "vulkar" / "baked"
TENTHS = 10
EVERY = 3  # only each third point of a line is told: one in six millimetres
SLAB_REACH = 19.0  # millimetres from a space to its slab
WAYS = 24  # in which a slab may lie

Json = dict[str, Any]


def rounded(*numbers: float) -> list[float]:
    return [round(float(number), 1) for number in numbers]


def spot(x: float, y: float, above: float = 0) -> list[float]:
    return rounded(x, y, model.ground_at(x, y) + above)


def some(numbers: NDArray[Any]) -> list[int]:
    return [int(number) for number in numbers if number != NOWHERE]


def one_or_none(number: Any) -> int | None:
    return None if number == NOWHERE else int(number)


# ── Spaces ───────────────────────────────────────────────────────────────────────────────────────


def space(number: int) -> Json:
    x, y = SPACE_AT[number]
    above = model.CLEARANCE + model.DECK[2] if number in UNSTABLE else 0.0
    return {
        "id": SPACE_IDS[number],
        "name": SPACE_NAMES[number],
        "kind": KINDS[KIND[number]],
        "region": int(REGION[number]),
        "at": spot(x, y, above),
        "near": some(NEIGHBOURS[number]),
        "lane": one_or_none(SPACE_LANE[number]),
        "along": max(0, int(SPACE_ALONG[number])),
        "swept": one_or_none(SWEPT_TO[number]),
        "slab": slab(number) if KIND[number] in (TREASURE, HEART) else None,
    }


def slab(number: int) -> list[float]:
    """Beside its space, as far from all paths, spaces and lanes as can be."""
    places = [SPACE_AT[number] + SLAB_REACH * toward(360 / WAYS * way) for way in range(WAYS)]
    return spot(*max(places, key=lambda place: clearance(number, place)))


def clearance(number: int, place: NDArray[np.float64]) -> float:
    others = np.delete(SPACE_AT, number, axis=0)
    streams = np.concatenate([line.points for line in lines()])
    gaps = [
        np.linalg.norm(others - place, axis=1).min() - 12,
        min(0.0, np.linalg.norm(streams - place, axis=1).min() - 24),
        min(off_path(SPACE_AT[number], SPACE_AT[near], place) for near in some(NEIGHBOURS[number])),
        18.0,
    ]
    return float(min(gaps[0], gaps[2], gaps[3]) + gaps[1])


def off_path(start: NDArray[Any], end: NDArray[Any], place: NDArray[Any]) -> float:
    along = np.clip((place - start) @ (end - start) / ((end - start) @ (end - start)), 0, 1)
    return float(np.linalg.norm(start + along * (end - start) - place))


# ── Lanes and what stands beside them ────────────────────────────────────────────────────────────


def lane(number: int) -> Json:
    return {
        "id": LANE_IDS[number],
        "kind": STREAMS[STREAM[number]],
        "points": line_points(lines()[number]),
        "length": rounded(lines()[number].length)[0],
        "next": some(NEXT_LANES[number]),
        "tree": one_or_none(LANE_TREE[number]),
        "end": one_or_none(LANE_END[number]),
        "pictures": [region for region in range(len(REGIONS)) if PICTURE_LANES[region, number]],
    }


def line_points(line: Line) -> list[list[float]]:
    shown = [*line.points[:-1:EVERY], line.points[-1]]
    return [spot(x, y) for x, y in shown]


def tree(number: int) -> Json:
    return {
        "id": TREE_IDS[number],
        "at": spot(*model.tree_at(number)),
        "way": model.tree_angle(number, 0),
        "trunk": model.trunk_of(number),
    }


def pit(number: int) -> Json:
    drawn = DRAWING["pits"][number]
    return {"id": PIT_IDS[number], "at": spot(*drawn["at"]), "way": drawn["way"]}


def end(number: int) -> Json:
    drawn = DRAWING["ends"][END_IDS[number]]
    return {
        "id": END_IDS[number],
        "kind": drawn["kind"],
        "at": spot(*drawn["at"]),
        "way": drawn["way"],
        "space": int(END_SPACE[number]),
    }


def deck(number: int) -> Json:
    """A bridge, or the ladder: its middle, and which way the lane under it leads."""
    (x, y), z, degrees = model.deck_pose(number)
    return {"space": int(UNSTABLE[number]), "at": rounded(x, y, z), "way": rounded(degrees)[0]}


def vulkar() -> Json:
    drawn = DRAWING["vulkar"]
    return {
        "at": spot(*drawn["at"]),
        **{key: drawn[key] for key in ("headings", "first", "mouths")},
    }


def island() -> Json:
    return {
        "hash": HASH,
        "box": {**BOX, "columns": COLUMNS, "rows": ROWS},
        "regions": [{"name": name, "colour": COLOURS[n]} for n, name in enumerate(REGIONS)],
        "coast": [rounded(x, y) for x, y in coast()[::EVERY]],
        "vulkar": vulkar(),
        "spaces": [space(number) for number in range(SPACES)],
        "lanes": [lane(number) for number in range(LANES)],
        "pitLane": PIT_LANE,
        "trees": [tree(number) for number in range(len(TREE_IDS))],
        "treeHeadings": TREE_HEADINGS,
        "roots": [[*root] for root in model.ROOTS],
        "pits": [pit(number) for number in range(len(PIT_IDS))],
        "stones": {
            "count": model.STONES,
            "ring": model.STONE_RING,
            "radius": model.STONE,
            "height": model.STONE_HEIGHT,
            "opening": model.OPENING,
        },
        "directions": DIRECTIONS,
        "ends": [end(number) for number in range(len(END_IDS))],
        "decks": [deck(number) for number in range(len(UNSTABLE))],
        "deck": [*model.DECK],
        "radius": [1000 * radius for radius in model.RADIUS],
        "figure": model.FIGURE_HEIGHT,
    }


def island_file() -> bytes:
    """A line for each thing, so that a change of the island can be read."""
    told = island()
    rows = [f"{json.dumps(key)}: {listed(value)}" for key, value in told.items()]
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def listed(value: Any) -> str:
    if not (isinstance(value, list) and value and isinstance(value[0], dict)):
        return packed(value)
    return "[\n" + ",\n".join(packed(row) for row in value) + "\n]"


def packed(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# ── The ground ───────────────────────────────────────────────────────────────────────────────────


def ground_file() -> bytes:
    ground = baked_ground()
    height = np.round(ground.height * TENTHS).astype(np.int16)
    changes = np.diff(np.diff(height, axis=1, prepend=0), axis=0, prepend=0).astype(np.int16)
    low, high = changes & 255, changes >> 8
    parts = [part.astype(np.int8, casting="unsafe").tobytes() for part in (low, high, ground.lane)]
    return zlib.compress(b"".join(parts), 9)


def bake_for_pages() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "island.json").write_bytes(island_file())
    (FOLDER / "ground.bin").write_bytes(ground_file())
