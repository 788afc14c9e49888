"""All that is baked anew, when the island has changed.

    python -m templetop.games.vulkar.marbles.bake
    python -m templetop.games.vulkar.marbles.bake --odds FILE

The first makes the ground, and what the pages are told of the island, where their sources are. The
second fits the table of odds as well, to launches that it makes on the new ground and keeps in FILE
(it goes on where the file ends): with 20,000 of them that takes hours.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from templetop.games.vulkar.marbles import baked, fit, for_pages
from templetop.games.vulkar.rules import odds


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--odds", type=Path, metavar="FILE")
    parser.add_argument("--launches", type=int, default=fit.LAUNCHES)
    wanted = parser.parse_args(arguments)
    baked.bake()
    print(f"{baked.FILE.name}: {baked.FILE.stat().st_size:,} bytes")
    if for_pages.FOLDER.parent.is_dir():
        for_pages.bake_for_pages()
    if wanted.odds:
        fit.launch_to(wanted.odds, 0, wanted.launches)
        print(f"{odds.FILE.name}: fitted to {fit.bake([wanted.odds]):,} launches")


if __name__ == "__main__":
    main()
