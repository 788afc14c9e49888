"""How a match stands, or how it ended, as a table."""

from typing import TYPE_CHECKING, Any

from rich.table import Table

from templetop.cli.words import t
from templetop.engine import ask
from templetop.engine.ending import ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from templetop.engine.ending import Ending


def standings(state: Any, names: "Sequence[str]") -> Table:
    """Every seat with what was counted, and what that is made of; the first place first.

    Partners stand together, with one place for all; who plays with all others has no place, but
    has won or lost with them.
    """
    found, game = ending(state), ask.game_of(state)
    parts = [game.breakdown(state, seat) for seat in range(len(names))]
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    if not found.is_together:
        table.add_column(t("place"), justify="right")
    table.add_column(t("seat"), overflow="fold")
    for heading in (*([game.measure.many] if game.measure else []), *parts[0]):
        table.add_column(game.words.text(heading), justify="right")
    for seat, place in rows(found):
        counted = [found.seats[seat].points] if game.measure else []
        numbers = map(str, (*counted, *parts[seat].values()))
        first = [] if found.is_together else [place]
        style = "bold" if found.seats[seat].place == 1 else ""
        table.add_row(*first, names[seat], *numbers, style=style)
    return table


def rows(found: "Ending") -> "Iterator[tuple[int, str]]":
    """The seats, side by side, the best side first; the place of a side stands at its first."""
    for side in sorted(found.sides, key=lambda side: found.seats[side[0]].place):
        for seat in side:
            yield seat, f"{found.seats[seat].place}." if seat == side[0] else ""
