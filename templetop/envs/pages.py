"""What a seat observes, a page for each game: `python -m templetop.envs.pages FOLDER`.

Pages are made from what the games declare (`PLANES`), and never written by hand.
"""

import sys
from pathlib import Path

from templetop.engine.observing import page
from templetop.games.shelf import ours, take


def write_pages(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in ours():
        (folder / f"{game}.md").write_text(page(take(game)), encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]))
