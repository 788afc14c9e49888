"""A box for a longer game: 45 jungle tiles, and 15 worker tiles for each of four seats. A plugin.

python -m pytest -p tests.cacao.more_tiles tests/cacao/with_more_tiles.py
"""

from templetop.games.cacao import box

MORE = {"P1": 4, "M3": 3, "WA": 3, "G1": 3, "TE": 4}
LONGER = box.Module(
    "longer",
    "There are more tiles of every sort.",
    jungle_tiles=MORE,
    jungle_tiles_for_two=MORE,
    worker_tiles={(1, 1, 1, 1): 3, (2, 1, 0, 1): 3},
)
box.MODULES.append(LONGER)
