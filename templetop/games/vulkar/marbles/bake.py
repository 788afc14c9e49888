"""`python -m templetop.games.vulkar.marbles.bake`: the ground anew, when the island has changed.

What the pages are told of the island is written as well, where their sources are.
"""

from templetop.games.vulkar.marbles import for_pages
from templetop.games.vulkar.marbles.baked import FILE, bake

if __name__ == "__main__":
    bake()
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes")
    if for_pages.FOLDER.parent.is_dir():
        for_pages.bake_for_pages()
