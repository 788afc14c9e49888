"""The table for a person in the terminal, drawn with characters; rich prints it."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from templetop.engine.canvas import (
    Canvas,
    Looks,
    Size,
    Spot,
    cut,
    in_a_column,
    in_a_row,
    lines,
    width_of,
)
from templetop.games.karuba.island import (
    BEACHES,
    COLUMNS,
    ROWS,
    SPACES,
    TEMPLES,
    space_name,
)
from templetop.games.karuba.island_notation import (
    BEACH_NUMBERS,
    EMPTY,
    LETTERS,
    MARK_OF,
    TEMPLE_NUMBERS,
    beach_mark,
    lying,
    standing,
    temple_mark,
)
from templetop.games.karuba.notation import choice_words, number_words, treasures_left
from templetop.games.karuba.pieces import (
    COLOURS,
    CRYSTAL,
    DRAWING,
    GOLD,
    MAX_SEATS,
    NO_TILE,
    NOTHING,
    PATHS,
    STEPS,
    TILES,
    TREASURE,
)
from templetop.games.karuba.scoring import places, points_of
from templetop.games.karuba.start import ENOUGH_GOLD, placer
from templetop.games.karuba.state import CALL, DECIDE, NO_CHOICE, OVER, PLACE_ADVENTURER

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult  # rich is slow to import

HEAVY = dict(zip("─│┌┐└┘├┤┬┴┼", "━┃┏┓┗┛┣┫┳┻╋", strict=True))

# The look of everything that is drawn, in colour and without.
COLOURED = {
    "bold": "bold",
    "dim": "dim",
    "path": "bold #f2dca4",
    "jungle": "#4f8a5b",
    "number": "#a9cfae",
    "tile even": "on #1b5133",
    "tile odd": "on #206040",
    "name": "#7f9184",
    "empty even": "on #222b26",
    "empty odd": "on #28322c",
    "sand": "#5c4a1e on #dcc68c",
    "stone": "#d5dad6 on #4d5852",
    CRYSTAL: "bold #8ff0ff",
    GOLD: "bold #ffd54a",
    "n": "bold #ffffff on #8a5a2b",
    "b": "bold #ffffff on #2563eb",
    "p": "bold #ffffff on #9333ea",
    "y": "bold #1a1a1a on #facc15",
}
PLAIN = {
    **dict.fromkeys(COLOURED, ""),
    **dict.fromkeys(["bold", "path", CRYSTAL, GOLD, *LETTERS], "bold"),
    **dict.fromkeys(["dim", "jungle", "number", "name"], "dim"),
}

SPACE_WIDTH, SPACE_HEIGHT = 7, 3
SHORE_WIDTH, SHORE_HEIGHT = 5, 3  # beaches and temples with their numbers, and the border
LARGE_WIDTH = SHORE_WIDTH + COLUMNS * SPACE_WIDTH + SHORE_WIDTH
LARGE_HEIGHT = SHORE_HEIGHT + ROWS * SPACE_HEIGHT + SHORE_HEIGHT
SMALL_SPACE = 4
SMALL_SHORE = 3
SMALL_WIDTH = SMALL_SHORE + COLUMNS * SMALL_SPACE + SMALL_SHORE
PANEL_WIDTH = SMALL_WIDTH + 2
PANEL_HEIGHT = ROWS + 4
TWO_PANELS = PANEL_WIDTH + 1 + PANEL_WIDTH
SIDE_WIDTH = 27  # what lies beside the islands needs so much, and no more than this:
WIDEST_SIDE = 43
COUNTS_WIDTH = 21

KINDS = {
    "─": "straight", "│": "straight",
    "┌": "corner", "┐": "corner", "└": "corner", "┘": "corner",
    "├": "junction", "┤": "junction", "┬": "junction", "┴": "junction",
    "┼": "crossing",
}  # fmt: skip
TREASURE_WORDS = {NOTHING: "", CRYSTAL: "with a crystal", GOLD: "with gold"}


# ── Tiles ────────────────────────────────────────────────────────────────────────────────────────


def draw_tile(canvas: Canvas, spot: Spot, size: Size, tile: int, ground: str) -> None:
    """Jungle with a number in its upper left corner, and the paths."""
    row, column = spot
    for down in range(size[1]):
        jungle = "".join(" ·"[(down + across) % 2] for across in range(size[0]))
        canvas.put((row + down, column), jungle, "jungle", ground)
    canvas.put(spot, str(tile), "number", ground)
    draw_paths(canvas, spot, size, DRAWING[tile], ground)


def draw_paths(canvas: Canvas, spot: Spot, size: Size, drawing: str, ground: str) -> None:
    """Heavy lines to every edge that a path reaches; they meet in the middle."""
    (row, column), (width, height) = spot, size
    middle, centre = height // 2, (width - 1) // 2
    for down in range(height):
        if ("N" if down < middle else "S") in PATHS[drawing]:
            canvas.put((row + down, column + centre), "┃", "path", ground)
    if "W" in PATHS[drawing]:
        canvas.put((row + middle, column), "━" * centre, "path", ground)
    if "E" in PATHS[drawing]:
        canvas.put((row + middle, column + centre), "━" * (width - centre), "path", ground)
    canvas.put((row + middle, column + centre), HEAVY[drawing], "path", ground)


def large_tile(tile: int, looks: Looks) -> Canvas:
    """A tile by itself, larger than on an island."""
    canvas = Canvas(11, 5, looks)
    draw_tile(canvas, (0, 0), (11, 5), tile, "tile even")
    if treasure := int(TREASURE[tile]):
        canvas.put((2, 5), MARK_OF[treasure], treasure, "tile even")
    return canvas


def ground_of(space: int, tile: int) -> str:
    """Neighbouring spaces differ a little, like a chessboard."""
    parity = "odd" if sum(divmod(space, COLUMNS)) % 2 else "even"
    return f"empty {parity}" if tile == NO_TILE else f"tile {parity}"


# ── An island in large ───────────────────────────────────────────────────────────────────────────


def large_island(state: Any, seat: int, looks: Looks) -> Canvas:
    """An island with paths that join from space to space, beaches and temples around it."""
    canvas = Canvas(LARGE_WIDTH, LARGE_HEIGHT, looks)
    draw_shore(canvas)
    for space in range(SPACES):
        draw_space(canvas, state.players[seat], space)
    for number, (_, edge, space) in enumerate(BEACHES):
        draw_number(canvas, BEACH_NUMBERS[number], edge, space)
        draw_site(canvas, beach_mark(state, seat, number), edge, space)
    for number, (_, edge, space) in enumerate(TEMPLES):
        draw_number(canvas, TEMPLE_NUMBERS[number], edge, space)
        draw_site(canvas, temple_mark(state, seat, number), edge, space)
    for space in range(SPACES):
        draw_exits(canvas, space, int(state.players[seat].tiles[space]))
    return canvas


def draw_shore(canvas: Canvas) -> None:
    """Stone in the north and east, sand in the west and south, and a thin line round the jungle."""
    right, bottom = LARGE_WIDTH - SHORE_WIDTH, LARGE_HEIGHT - SHORE_HEIGHT
    line = "─" * (right - SHORE_WIDTH)
    canvas.fill((0, 0), (LARGE_WIDTH, LARGE_HEIGHT), "stone")
    canvas.fill((SHORE_HEIGHT, 0), (SHORE_WIDTH, LARGE_HEIGHT - SHORE_HEIGHT), "sand")
    canvas.fill((bottom, 0), (LARGE_WIDTH, SHORE_HEIGHT), "sand")
    canvas.put((SHORE_HEIGHT - 1, SHORE_WIDTH - 1), f"┌{line}┐", "stone")
    canvas.put((bottom, SHORE_WIDTH - 1), f"└{line}┘", "sand")
    for row in range(SHORE_HEIGHT, bottom):
        canvas.put((row, SHORE_WIDTH - 1), "│", "sand")
        canvas.put((row, right), "│", "stone")


def corner_of(space: int) -> Spot:
    """The upper left corner of a space."""
    row, column = divmod(space, COLUMNS)
    return SHORE_HEIGHT + row * SPACE_HEIGHT, SHORE_WIDTH + column * SPACE_WIDTH


def draw_space(canvas: Canvas, player: Any, space: int) -> None:
    """A tile with who stands and what lies on it, or the name of an empty space."""
    row, column = corner_of(space)
    tile = int(player.tiles[space])
    ground = ground_of(space, tile)
    if tile == NO_TILE:
        canvas.fill((row, column), (SPACE_WIDTH, SPACE_HEIGHT), ground)
        canvas.put((row + 1, column + 3), space_name(space), "name", ground)
        return
    draw_tile(canvas, (row, column), (SPACE_WIDTH, SPACE_HEIGHT), tile, ground)
    if treasure := lying(player, space):
        canvas.put((row + 1, column + 3), MARK_OF[treasure], treasure, ground)
    if letter := standing(player, space):
        canvas.put((row + 1, column + 2), badge(letter, canvas.looks), letter)


def badge(mark: str, looks: Looks) -> str:
    """An adventurer or a temple: on its colour, or in brackets where there are no colours."""
    if mark[0].isupper():
        return f"▲{mark:<2}"
    return f"({mark})" if looks is PLAIN else f" {mark} "


def draw_number(canvas: Canvas, number: str, edge: str, space: int) -> None:
    """A beach or temple number, at the outside of the shore."""
    row, column = corner_of(space)
    spot = {
        "N": (row - 3, column),
        "E": (row, column + SPACE_WIDTH + 1),
        "S": (row + SPACE_HEIGHT + 2, column),
        "W": (row, column - 4),
    }[edge]
    words = number.center(SPACE_WIDTH) if edge in "NS" else number.rjust(3)
    canvas.put(spot, words, "stone" if edge in "NE" else "sand")


def draw_site(canvas: Canvas, mark: str, edge: str, space: int) -> None:
    """Who or what stands at a number, at the inside of the shore."""
    row, column = corner_of(space)
    spot = {
        "N": (row - 2, column + 2),
        "E": (row + 1, column + SPACE_WIDTH + 1),
        "S": (row + SPACE_HEIGHT + 1, column + 2),
        "W": (row + 1, column - 4),
    }[edge]
    if mark != EMPTY:
        canvas.put(spot, badge(mark, canvas.looks), mark[0].lower())


def draw_exits(canvas: Canvas, space: int, tile: int) -> None:
    """Where a path reaches the shore, the line round the jungle opens to it."""
    row, column = corner_of(space)
    edges = [edge for _, edge, beside in [*BEACHES, *TEMPLES] if beside == space]
    for edge in set(edges) & set(PATHS.get(DRAWING[tile], "")):
        spot, opening = {
            "N": ((row - 1, column + 3), "┰"),
            "E": ((row + 1, column + SPACE_WIDTH), "┥"),
            "S": ((row + SPACE_HEIGHT, column + 3), "┸"),
            "W": ((row + 1, column - 1), "┝"),
        }[edge]
        canvas.put(spot, opening, "stone" if edge in "NE" else "sand")


# ── An island in little ──────────────────────────────────────────────────────────────────────────


def small_island(state: Any, seat: int, looks: Looks) -> Canvas:
    """One line for each row, four characters for each space."""
    canvas = Canvas(SMALL_WIDTH, ROWS + 2, looks)
    for space in range(SPACES):
        draw_small_space(canvas, state.players[seat], space)
    for number, (_, edge, space) in enumerate(BEACHES):
        draw_small_site(canvas, beach_mark(state, seat, number), edge, space)
    for number, (_, edge, space) in enumerate(TEMPLES):
        draw_small_site(canvas, temple_mark(state, seat, number), edge, space)
    return canvas


def small_corner_of(space: int) -> Spot:
    row, column = divmod(space, COLUMNS)
    return 1 + row, SMALL_SHORE + column * SMALL_SPACE


def draw_small_space(canvas: Canvas, player: Any, space: int) -> None:
    """The drawing with its arms, and behind it what lies or who stands there."""
    row, column = small_corner_of(space)
    tile = int(player.tiles[space])
    ground = ground_of(space, tile)
    canvas.fill((row, column), (SMALL_SPACE, 1), ground)
    if tile == NO_TILE:
        canvas.put((row, column + 1), "·", "name", ground)
        return
    draw_paths(canvas, (row, column), (SMALL_SPACE, 1), DRAWING[tile], ground)
    if treasure := lying(player, space):
        canvas.put((row, column + 2), MARK_OF[treasure], treasure, ground)
    if letter := standing(player, space):
        canvas.put((row, column + 2), letter, letter)


def draw_small_site(canvas: Canvas, mark: str, edge: str, space: int) -> None:
    """The letters of a beach or a temple."""
    row, column = small_corner_of(space)
    spot = {
        "N": (row - 1, column + 1),
        "E": (row, column + SMALL_SPACE + 1),
        "S": (row + 1, column + 1),
        "W": (row, column - 2),
    }[edge]
    if mark != EMPTY:
        canvas.put(spot, mark, mark[0].lower())


# ── The table ────────────────────────────────────────────────────────────────────────────────────


class Table:
    """The table as a seat sees it, its own island in large; or as a spectator does."""

    def __init__(
        self, state: Any, seat: int | None, names: Sequence[str], looks: Looks, width: int
    ) -> None:
        self.state = state
        self.seat = seat
        self.seats = range(int(state.seats))
        self.names = [*names] or [f"seat {number + 1}" for number in self.seats]
        self.looks = looks
        self.width = width

    def drawn(self, height: int | None = None) -> Canvas:
        """The islands and what else there is; for want of height some of it is left out."""
        own = 0 if len(self.seats) == 1 else self.seat
        small = self.small_islands(self.seats, min(self.width, TWO_PANELS))
        if own is None:
            return self.with_all_else(small)
        if self.width < LARGE_WIDTH:
            least = self.with_all_else(self.panel(own), least=True)
            return first_that_fits([self.with_all_else(small), least], height)
        rivals = [seat for seat in self.seats if seat != own]
        island = large_island(self.state, own, self.looks)
        alone, least = self.with_all_else(island), self.with_all_else(island, least=True)
        both = [in_a_column([alone, self.small_islands(rivals, self.width)])] if rivals else []
        return first_that_fits([*both, alone, least], height)

    def with_all_else(self, islands: Canvas, least: bool = False) -> Canvas:
        return in_a_column([self.heading(), self.beside(islands, least)])

    def small_islands(self, seats: Sequence[int], width: int) -> Canvas:
        """As many islands in a row as there is room for."""
        count = max(1, (width + 1) // (PANEL_WIDTH + 1))
        panels = [self.panel(seat) for seat in seats]
        rows = [panels[first : first + count] for first in range(0, len(panels), count)]
        return in_a_column([in_a_row(row, 1) for row in rows])

    def panel(self, seat: int) -> Canvas:
        """A small island in a box, with its seat's name and points."""
        canvas = Canvas(PANEL_WIDTH, PANEL_HEIGHT, self.looks)
        for row in range(1, PANEL_HEIGHT - 1):
            canvas.put((row, 0), "│" + " " * SMALL_WIDTH + "│", "dim")
        canvas.put((0, 0), f"╭{'─' * SMALL_WIDTH}╮", "dim")
        canvas.put((PANEL_HEIGHT - 1, 0), f"╰{'─' * SMALL_WIDTH}╯", "dim")
        canvas.put((0, 2), f" {cut(self.names[seat], SMALL_WIDTH - 4)} ", "bold")
        canvas.put((PANEL_HEIGHT - 1, 2), f" {self.progress(seat)} ")
        canvas.paste((1, 1), small_island(self.state, seat, self.looks))
        return canvas

    def progress(self, seat: int) -> str:
        """3.2.2  Whether a seat has decided is seen; what, is not."""
        points = f"{points_of(self.state.players[seat])} points"
        if self.state.phase != DECIDE:
            return points
        return f"{points}, {'deciding' if self.is_deciding(seat) else 'has decided'}"

    def is_deciding(self, seat: int) -> bool:
        return bool(int(self.state.deciding) >> seat & 1)

    # What is going on

    def heading(self) -> Canvas:
        called = TILES - int(self.state.stack).bit_count()
        turn = f", tile {called} of {TILES}" if called else ""
        words = f"Karuba{turn}: {self.going_on()}{self.own_decision()}."
        return lines(textwrap.wrap(words, self.width), self.looks, others="bold")

    def going_on(self) -> str:
        """What the table is waiting for."""
        phase = self.state.phase
        if phase == DECIDE:
            return f"{self.named([*filter(self.is_deciding, self.seats)])} to decide"
        if phase == CALL:
            return "the next tile is to be called"
        if phase == OVER:
            return self.outcome()
        thing = "adventurer" if phase == PLACE_ADVENTURER else "temple"
        who = "chance" if self.state.chance_places else self.names[placer(self.state)]
        return f"{who} to place the {COLOURS[self.state.placing]} {thing}"

    def outcome(self) -> str:
        """5.5, 5.6  Who has won."""
        standings = np.zeros(MAX_SEATS, np.int64)
        places(self.state, standings)
        winners = [seat for seat in self.seats if standings[seat] == 1]
        deed = "wins" if len(winners) == 1 else "share the first place"
        return f"the game is over and {self.named(winners)} {deed}"

    def named(self, seats: Sequence[int]) -> str:
        """One, two and three."""
        names = [self.names[seat] for seat in seats]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def own_decision(self) -> str:
        """What the seat that looks on has decided itself."""
        if self.seat is None or self.state.players[self.seat].choice == NO_CHOICE:
            return ""
        return f"; you have decided: {choice_words(int(self.state.players[self.seat].choice))}"

    # What lies beside the islands

    def beside(self, islands: Canvas, least: bool = False) -> Canvas:
        """The islands, and all else beside them, or below where there is no room; or the least."""
        room = self.width - islands.width - SIDE_WIDTH
        side = min(SIDE_WIDTH + max(0, room - 3), WIDEST_SIDE)
        calling = [*self.called(), self.to_come(side)]
        counting = [self.stacks(), self.standings(side)]
        if room >= 1:
            return in_a_row([islands, in_a_column([*calling, *counting], 1)], min(room, 3))
        kept = 1 if least else None
        below = [in_a_column(calling[:kept], 1), in_a_column(counting[:kept], 1)]
        in_two_columns = in_a_row(below, 4)
        if in_two_columns.width > self.width:
            return in_a_column([islands, in_a_column(below, 1)])
        return in_a_column([islands, in_two_columns])

    def called(self) -> list[Canvas]:
        """The tile called, with its number, its steps and its treasure."""
        tile = int(self.state.tile)
        if tile == NO_TILE:
            return []
        words = [f"tile {tile}", KINDS[DRAWING[tile]], f"{STEPS[tile]} steps"]
        words.append(TREASURE_WORDS[int(TREASURE[tile])])
        return [in_a_row([large_tile(tile, self.looks), lines(words, self.looks)], 2)]

    def to_come(self, width: int) -> Canvas:
        """3.1.3  How many tiles of each drawing are still to come; 1.11  and what gold there is."""
        stack = [DRAWING[tile] for tile in range(TILES + 1) if int(self.state.stack) >> tile & 1]
        counts = [f"{drawing}×{stack.count(drawing)}" for drawing in PATHS if drawing in stack]
        words = [f"{len(stack) or 'no'} tiles to come", *textwrap.wrap(" ".join(counts), width)]
        if self.state.gold != ENOUGH_GOLD:
            words.append(f"{self.state.gold} gold in the supply")
        return lines(words, self.looks)

    def stacks(self) -> Canvas:
        """Each colour's beach, temple and treasures, a dot for each that is gone."""
        words = ["    colour from  to stack"]
        for colour, name in enumerate(COLOURS):
            beach = number_words(BEACH_NUMBERS, self.state.beaches[colour])
            temple = number_words(TEMPLE_NUMBERS, self.state.temples[colour])
            words.append(f"    {name:<6} {beach:>4} {temple:>3} {self.stack(colour)}")
        canvas = lines(words, self.looks, first="dim")
        for colour, letter in enumerate(LETTERS):
            canvas.put((1 + colour, 0), badge(letter, self.looks), letter)
        return canvas

    def stack(self, colour: int) -> str:
        gone = ["·"] * int(self.state.taken[colour])
        return " ".join([*gone, *map(str, treasures_left(self.state, colour))])

    def standings(self, width: int) -> Canvas:
        """What each seat has taken and laid."""
        room = min(max(map(width_of, self.names)), width - COUNTS_WIDTH)
        names = cut_apart(self.names, room)
        canvas = Canvas(room + COUNTS_WIDTH, 1 + len(self.seats), self.looks)
        canvas.put((0, 0), " " * room + " points  ▲  ◆ ● tiles", "dim")
        for seat in self.seats:
            look = ["bold"] if seat == self.seat else []
            canvas.put((1 + seat, 0), names[seat], *look)
            canvas.put((1 + seat, room), self.counts(self.state.players[seat]), *look)
        return canvas

    def counts(self, player: Any) -> str:
        treasures = sum(int(treasure) for treasure in player.treasures)
        taken = f"{points_of(player):>7}{treasures:>3}{player.crystals:>3}{player.gold:>2}"
        return f"{taken}{player.laid:>6}"


def first_that_fits(canvases: Sequence[Canvas], height: int | None) -> Canvas:
    """The first that is not too high, or the last."""
    fitting = [canvas for canvas in canvases if height is None or len(canvas.rows) <= height]
    return fitting[0] if fitting else canvases[-1]


def cut_apart(names: Sequence[str], width: int) -> list[str]:
    """Names cut to a width; those that would look the same keep their ends, too: greed… 2."""
    short = [cut(name, width) for name in names]
    return [
        f"{cut(name, width - 2)}{name[-2:]}" if look != name and short.count(look) > 1 else look
        for name, look in zip(names, short, strict=True)
    ]


class Picture:
    """A table to be printed; what fits where, and in which colours, the terminal decides."""

    def __init__(self, state: Any, seat: int | None, colour: bool, names: Sequence[str]) -> None:
        self.state = state.copy()
        self.seat = seat
        self.colour = colour
        self.names = names

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from rich.text import Text

        has_colours = self.colour and not console.no_color and console.color_system is not None
        looks = COLOURED if has_colours else PLAIN
        table = Table(self.state, self.seat, self.names, looks, options.max_width)
        for row in table.drawn(options.height).rows:
            yield Text.assemble(*row, no_wrap=True)


def picture(
    state: Any, seat: int | None = None, colour: bool = True, names: Sequence[str] = ()
) -> Picture:
    """The table as this seat may see it, or a spectator; for rich to print."""
    return Picture(state, seat, colour, names)
