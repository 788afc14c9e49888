"""A conformance kit: what is said to an engine, and what it must answer, in a compressed text.

    # Lines with # say what the numbers of moves and events mean.
    > conform 1 connect_four 1
    < ready

    > new 2
    < 0 7 4d801ace 536196d1 -
    > play 0 3
    < 1 7 4d801ace 0a8b35c4 -

The first exchange names the game. Each of the following blocks is a match, and ends with counts.
"""

import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from templetop.conformance.reference import BEGIN, NEW
from templetop.conformance.words import t
from templetop.engine.faults import shown
from templetop.engine.game import Game
from templetop.engine.refusal import Refusal

FILE = "conformance.txt.xz"
SAID, ANSWERED, COMMENT = "> ", "< ", "#"


class NoKit(Refusal):
    """A game without a kit, or a file that is none."""


class Exchange(NamedTuple):
    """A command, and the answer to it."""

    command: str
    answer: str


Recorded = tuple[Exchange, ...]  # a match, from `new` on


@dataclass(frozen=True)
class Kit:
    """The recorded matches of a game, and what the numbers in them mean."""

    listing: tuple[str, ...]  # lines for people
    begin: Exchange
    matches: tuple[Recorded, ...]

    def write(self) -> str:
        blocks = [(self.begin,), *self.matches]
        listed = "".join(f"{COMMENT} {line}".rstrip() + "\n" for line in self.listing)
        return "\n".join([listed, *map(written, blocks)])

    @classmethod
    def read(cls, text: str) -> "Kit":
        lines = text.splitlines()
        listing = tuple(line[2:] for line in lines if line.startswith(COMMENT))
        blocks: list[list[Exchange]] = []
        command = ""
        for line in lines:
            if line.startswith(SAID):
                command = line.removeprefix(SAID)
            elif line.startswith(ANSWERED):
                if not blocks or command.split()[0] == NEW:
                    blocks.append([])
                blocks[-1].append(Exchange(command, line.removeprefix(ANSWERED)))
        if not blocks or len(blocks[0]) != 1 or not blocks[0][0].command.startswith(BEGIN):
            raise NoKit(t("{file} is no conformance kit.", file=FILE))
        return cls(listing, blocks[0][0], tuple(map(tuple, blocks[1:])))


def written(block: Recorded) -> str:
    return "".join(f"{SAID}{said}\n{ANSWERED}{answer}\n" for said, answer in block)


def file_of(game: Game) -> Path:
    """Where the kit of a game lies: beside its rulebook."""
    if game.folder is None:
        raise NoKit(t("{game} has no folder, and so no conformance kit.", game=game.name))
    return game.folder / FILE


def kit_of(game: Game) -> Kit:
    """The kit that comes with a game."""
    path = file_of(game)
    try:
        return Kit.read(lzma.decompress(path.read_bytes()).decode())
    except FileNotFoundError:
        raise NoKit(
            t("{game} has no conformance kit yet;"
              " `python -m templetop.conformance {folder}` writes one.",
              game=game.name, folder=shown(path.parent))
        ) from None  # fmt: skip
    except (lzma.LZMAError, EOFError, UnicodeDecodeError):
        raise NoKit(t("{file} is no conformance kit.", file=shown(path))) from None


def keep(game: Game, kit: Kit) -> int:
    """Write the kit of a game into its folder; returns how many bytes it takes."""
    packed = lzma.compress(kit.write().encode(), preset=9 | lzma.PRESET_EXTREME)
    return file_of(game).write_bytes(packed)
