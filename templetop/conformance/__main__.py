"""Writes the conformance kits of games: python -m templetop.conformance GAME …

A game is named by its id or by its folder; `all` are those of this package.
"""

import sys
from pathlib import Path

from templetop.conformance.kit import file_of, keep
from templetop.conformance.making import Making
from templetop.engine.faults import shown
from templetop.games.shelf import name, ours, take


def main(words: list[str]) -> None:
    for word in [*ours()] if words == ["all"] else words:
        game = take(name(word) if Path(word).is_dir() else word)
        making = Making(game)
        kit = making.kit()
        size = keep(game, kit)
        steps = sum(map(len, kit.matches))
        print(
            f"{shown(file_of(game))}: {len(kit.matches)} matches, {steps:,} exchanges,"
            f" {size:,} bytes; not met: {', '.join(making.not_met) or 'nothing'}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
