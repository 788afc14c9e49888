"""The numbers of `observe`: where each of them stands, and how some are filled in."""

from collections.abc import Sequence

from templetop.engine.compile import rule
from templetop.engine.game import Game, Plane


def size_of(planes: Sequence[Plane]) -> int:
    """How many numbers they are together."""
    return sum(plane.size for plane in planes)


def first_of(planes: Sequence[Plane], name: str) -> int:
    """Where a plane begins."""
    names = [plane.name for plane in planes]
    return size_of(planes[: names.index(name)])


def page(game: Game) -> str:
    """What a seat observes in a game, as a page for people: from the game's own words."""
    lines = [
        f"# What a seat observes in {game.name}",
        "",
        f"{game.observation:,} numbers for each seat, from -1 to 1 or a little more, in this "
        "order. The seat's own come first, then those of the others in the order of the seats. "
        "Nothing that the seat cannot know is among them. Moves are numbered from 0 to "
        f"{game.moves.count - 1}, events of chance from 0 to {max(0, game.events.count - 1)}.",
        "",
        "| from | to | shape | what |",
        "|---|---|---|---|",
    ]
    at = 0
    for plane in game.planes:
        shape = " × ".join(map(str, plane.shape))
        lines.append(f"| {at} | {at + plane.size - 1} | {shape} | {plane.name} |")
        at += plane.size
    return "\n".join(lines) + "\n"


@rule
def one_of(numbers, at, how_many, which):
    """Set one of so many numbers, if it is one of them; returns where the next numbers go."""
    if 0 <= which < how_many:
        numbers[at + int(which)] = 1
    return at + how_many
