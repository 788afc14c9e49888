"""The server that the pages are tested with: `python -m tests.web.serve PORT FOLDER`.

As `templetop serve` does it, but all our guests come from one address, more than it lets in; and
everyone's first table has always the same luck, the second another: what fails once fails again.
LUCK=2 in the environment is another luck for all.
"""

import os
import sys
from collections import defaultdict

from templetop.server import luck
from templetop.server.run import run
from templetop.server.settings import Limits, Settings
from templetop.server.table import Table

LUCK = int(os.environ.get("LUCK", "1"))
tables_of: dict[str, list[str]] = defaultdict(list)  # a person's, in their order


def seed(table: Table, number: int, seat: int) -> int:
    person = next((seat.person for seat in table.seats if seat.person), "")
    tables = tables_of[person]
    if table.id not in tables:
        tables.append(table.id)
    return 10_000_000 * LUCK + 100_000 * tables.index(table.id) + 100 * number + seat


if __name__ == "__main__":
    luck.seed = seed
    port, data = sys.argv[1:]
    run(Settings(data=data, limits=Limits(guests=0)), "127.0.0.1", int(port), 1, False)
