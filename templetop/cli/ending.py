"""How a match stands, or how it ended, as a table."""

from typing import TYPE_CHECKING, Any

from rich.table import Table

from templetop.engine.match import places_of, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def standings(state: Any, names: "Sequence[str]") -> Table:
    """Places, seats, points and what these are made of, the first place first; equals share it."""
    from templetop.engine import ask

    places, points = places_of(state, len(names)), points_of(state, len(names))
    parts = [ask.game_of(state).breakdown(state, seat) for seat in range(len(names))]
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("place", justify="right")
    table.add_column("seat", overflow="fold")
    for heading in ("points", *parts[0]):
        table.add_column(heading, justify="right")
    for seat in sorted(range(len(names)), key=lambda seat: int(places[seat])):
        style = "bold" if places[seat] == 1 else ""
        numbers = map(str, (points[seat], *parts[seat].values()))
        table.add_row(f"{places[seat]}.", names[seat], *numbers, style=style)
    return table
