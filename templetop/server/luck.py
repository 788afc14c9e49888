"""Where a table's luck comes from."""

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from templetop.server.table import Table


def seed(table: "Table", number: int, seat: int) -> int:
    """For what chance does there, or what the bot of a seat imagines, after so many moves.

    Nobody can foretell it. It stands in one place so that tests can have the same luck twice.
    """
    return secrets.randbits(63)
