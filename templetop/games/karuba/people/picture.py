"""The table for a person in the terminal, drawn with characters; rich prints it."""

import textwrap
from collections.abc import Sequence
from typing import Any

from templetop.engine.canvas import (
    Canvas,
    Looks,
    Size,
    Spot,
    boxed,
    first_that_fits,
    in_a_column,
    in_a_row,
    in_rows,
    lines,
)
from templetop.engine.picture import Drawing, Picture
from templetop.games.karuba.people.island_notation import (
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
from templetop.games.karuba.people.notation import number_words, treasures_left
from templetop.games.karuba.rules.island import (
    BEACHES,
    COLUMNS,
    ROWS,
    SPACES,
    TEMPLES,
    space_name,
)
from templetop.games.karuba.rules.pieces import (
    COLOURS,
    CRYSTAL,
    DRAWING,
    GOLD,
    NO_TILE,
    NOTHING,
    PATHS,
    STEPS,
    TILES,
    TREASURE,
)
from templetop.games.karuba.rules.scoring import points_of
from templetop.games.karuba.rules.start import ENOUGH_GOLD, chance_places, placer
from templetop.games.karuba.rules.state import CALLING, DECIDING, OVER, PLACING_ADVENTURER

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
TWO_PANELS = PANEL_WIDTH + 1 + PANEL_WIDTH
SIDE_WIDTH = 27  # what lies beside the islands needs so much, and no more than this:
WIDEST_SIDE = 43

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
    drawing = DRAWING[tile]
    canvas.dot(spot, size, "jungle", ground)
    canvas.put(spot, str(tile), "number", ground)
    canvas.draw_paths(spot, size, drawing, PATHS[drawing], "path", ground)


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
    drawing = DRAWING[tile]
    canvas.draw_paths((row, column), (SMALL_SPACE, 1), drawing, PATHS[drawing], "path", ground)
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


class KarubaDrawing(Drawing):
    """The table as a seat sees it, its own island in large; or as a spectator does."""

    coloured, plain = COLOURED, PLAIN

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
        return in_a_column([self.heading(self.news()), self.beside(islands, least)])

    def small_islands(self, seats: Sequence[int], width: int) -> Canvas:
        return in_rows([self.panel(seat) for seat in seats], width, 1)

    def panel(self, seat: int) -> Canvas:
        """A small island in a box, with its seat's name and points."""
        island = small_island(self.state, seat, self.looks)
        return boxed(island, self.names[seat], self.progress(seat))

    def progress(self, seat: int) -> str:
        return f"{points_of(self.state, self.state.players[seat])} points"

    # What is going on

    def news(self) -> str:
        called = TILES - int(self.state.stack).bit_count()
        turn = f", tile {called} of {TILES - int(self.state.numbers.left_over)}" if called else ""
        return f"Karuba{turn}: {self.going_on()}."

    def going_on(self) -> str:
        """What the table is waiting for."""
        phase = self.state.phase
        if phase == DECIDING:
            return f"{self.deciding()} to decide"
        if phase == CALLING:
            return "the next tile is to be called"
        if phase == OVER:
            return self.outcome()
        thing = "adventurer" if phase == PLACING_ADVENTURER else "temple"
        who = "chance" if chance_places(self.state) else self.names[placer(self.state)]
        return f"{who} to place the {COLOURS[self.state.placing]} {thing}"

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
        left = max(0, len(stack) - int(self.state.numbers.left_over))  # 4.4
        words = [f"{left or 'no'} tiles to come", *textwrap.wrap(" ".join(counts), width)]
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
        return self.roster(" points  ▲  ◆ ● tiles", self.counts, width)

    def counts(self, seat: int) -> str:
        player = self.state.players[seat]
        treasures = sum(int(treasure) for treasure in player.treasures)
        points = points_of(self.state, player)
        taken = f"{points:>7}{treasures:>3}{player.crystals:>3}{player.gold:>2}"
        return f"{taken}{player.laid:>6}"


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    """The table as a seat sees it, or as a spectator does, for rich to print."""
    return Picture(KarubaDrawing, state, seat, **how)
