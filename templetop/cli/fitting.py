"""Tables on a narrow screen: row by row with a line for each cell, so that nothing is cut off."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

ANY_WIDTH = 10_000


class Fitting:
    """A table where there is room for it, and a list of its rows elsewhere."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.update(width=ANY_WIDTH)
        needed = Measurement.get(console, wide, self.table).minimum
        if needed <= options.max_width:
            yield self.table
        else:
            yield from self.rows(console)

    def rows(self, console: Console) -> Iterator[Text]:
        """The name of a row, that is, what stands in its first column with words; then the rest."""
        headings = [console.render_str(str(column.header)) for column in self.table.columns]
        for cells in zip(*(column.cells for column in self.table.columns), strict=True):
            pairs = [
                Text.assemble((f"{heading} ", "dim"), cell if isinstance(cell, Text) else str(cell))
                if str(heading)
                else Text(str(cell))
                for heading, cell in zip(headings, cells, strict=True)
                if str(cell)
            ]
            yield pairs[0]
            for pair in pairs[1:]:
                pair.pad_left(2)
                yield pair
