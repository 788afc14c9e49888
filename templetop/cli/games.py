"""`templetop games`: what stands on the shelf."""

from dataclasses import asdict

from templetop.cli.parameters import Json
from templetop.cli.sentences import print_json, screen


def games(json: Json = False) -> None:
    """Show the shelf: which games there are, and which of them can be played."""
    from templetop.games.shelf import SHELF

    if json:
        print_json([asdict(box) for box in SHELF])
        return
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    for box in SHELF:
        style, ready = ("bold", "ready") if box.is_ready else ("", "not yet")
        title = Text.assemble((box.name, style), f", {box.seats} seats\n", (box.says, "dim"))
        table.add_row(Text(box.id, style), title, Text(ready, style))
    screen().print(table)
