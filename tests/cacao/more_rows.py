"""A box with more rows, made up in the manner of the modules: a plugin for a pytest of its own.

    python -m pytest -p tests.cacao.more_rows tests/cacao/with_more_rows.py

Nothing of the game is changed but its tables, and the one deed that no column can say. The
reference learns the same from words of its own, so that both can be held against each other.
"""

from typing import Any

from templetop.engine.compile import rule
from templetop.games.cacao import box

# ── The box ──────────────────────────────────────────────────────────────────────────────────────

JUNGLE_TILES = [
    # mark  name           deed                   cacao  gold  steps  suns  box  fewer for two
    ("M5",  "market of 5", "sell 1 cacao each",      -1,    5,     0,    0,   1,             0),
    ("WG",  "watering",    "go back for 4 cacao",     4,    0,    -1,    0,   3,             0),
    ("SM",  "sun market",  "give a sun for 3 gold",   0,    3,     0,   -1,   1,             0),
    ("TR",  "tree",        "climb",                   0,    1,     0,    0,   1,             0),
]  # fmt: skip
INSTEAD_OF = {"P1": 1, "M3": 1, "G1": 1, "TE": 3}  # there are still 28
WORKER_TILES = {(0, 0, 0, 4): (1, 1, 1, 1), (0, 2, 0, 2): (2, 1, 0, 1)}  # each instead of one
PLENTY = box.Module(
    "plenty",
    "Temples give way to waterings, and everyone has another 0-0-0-4.",
    jungle_tiles={"WG": 2, "TE": -2},
    jungle_tiles_for_two={"WG": 1, "TE": -1},
    worker_tiles={(0, 0, 0, 4): 1, (1, 1, 1, 1): -1},
)
TREE = len(box.JUNGLE_TILES) + len(JUNGLE_TILES)

box.JUNGLE_TILES[:] = [
    (*row[:7], row[7] - INSTEAD_OF.get(row[0], 0), row[8]) for row in box.JUNGLE_TILES
]
box.JUNGLE_TILES += JUNGLE_TILES
for old in WORKER_TILES.values():
    (n,) = (n for n, row in enumerate(box.WORKER_TILES) if row[0] == old)
    edges, two, three, four = box.WORKER_TILES[n]
    box.WORKER_TILES[n] = edges, two - 1, three - 1, four - 1
box.WORKER_TILES += [(new, 1, 1, 1) for new in WORKER_TILES]
box.MODULES.append(PLENTY)

# ── A deed that no column says ───────────────────────────────────────────────────────────────────

from templetop.games.cacao import deeds  # noqa: E402  made from the box, as all that follows

usual_work = deeds.work


@rule
def work(player: Any, kind: int, workers: int) -> None:
    """At a tree the first worker of an edge takes 1 gold, the second 2, and so on."""
    if kind == TREE:
        player.gold += workers * (workers + 1) // 2
    else:
        usual_work(player, kind, workers)


deeds.work = work

# ── The reference ────────────────────────────────────────────────────────────────────────────────

from . import drawn, facts  # noqa: E402

facts.JUNGLE_TILES |= {"plantation": 5, "market of 3": 3, "gold mine of 1": 1, "temple": 2}
facts.JUNGLE_TILES |= {"market of 5": 1, "watering": 3, "sun market": 1, "tree": 1}
facts.FACES |= {"0-0-0-4": {"0004", "4000", "0400", "0040"}, "0-2-0-2": {"0202", "2020"}}
for tiles in facts.WORKER_TILES.values():
    tiles["1-1-1-1"] -= 1
    tiles["2-1-0-1"] -= 1
    tiles |= {"0-0-0-4": 1, "0-2-0-2": 1}
drawn.MARKS += ["M5", "WG", "SM", "TR"]
drawn.KINDS += ["0-0-0-4", "0-2-0-2"]

from . import reference  # noqa: E402  made from the facts

reference.MARKS |= {"market of 5": "M5", "watering": "WG", "sun market": "SM", "tree": "TR"}
usual_acted, usual_ways = reference.acted, reference.ways_to_act


def acted(board: reference.Board, tile: str, workers: int) -> reference.Board | None:
    """What can be done at the new tiles."""
    match tile:
        case "WG" if workers > board.water:
            return None
        case "WG":
            cacao = min(5, board.cacao + 4 * workers)
            return board._replace(water=board.water - workers, cacao=cacao)
        case "SM" if workers > board.suns:
            return None
        case "SM":
            return board._replace(suns=board.suns - workers, gold=board.gold + 3 * workers)
        case "TR":
            return board._replace(gold=board.gold + sum(range(workers + 1)))
    return usual_acted(board, tile, workers)


def ways_to_act(board: reference.Board, edge: reference.Edge, declining: str) -> set[Any]:
    """What has a price can always be declined."""
    return usual_ways(board, edge, "anything" if edge[0] in ("WG", "SM") else declining)


reference.acted, reference.ways_to_act = acted, ways_to_act
