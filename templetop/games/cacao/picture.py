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
from templetop.games.cacao.ground import (
    COLUMN_NAMES,
    NO_SQUARE,
    ROW_NAMES,
    SPOTS,
    includes,
    is_space,
    number_at,
    place_name,
    place_of_space,
    place_of_square,
    square_name,
)
from templetop.games.cacao.moves import say_deed, say_workers
from templetop.games.cacao.notation import LETTERS, counted, spaces_words, stretch
from templetop.games.cacao.pieces import (
    CACAO,
    COLOURS,
    EAST,
    FACE_EDGES,
    GOLD,
    KIND_OF,
    KINDS,
    MARKS,
    MAX_SEATS,
    NO_TILE,
    NORTH,
    SOUTH,
    STORAGE,
    SUN_PLACES,
    TEMPLE,
    TILES_FOR,
    WATER_TRACK,
    WEST,
)
from templetop.games.cacao.rules import seat_at_work, tiles_in
from templetop.games.cacao.scoring import places, points, temple_gold, workers_at, workers_of
from templetop.games.cacao.state import DEAL, DRAW, FILL, OVER, PLACE, REVEAL, TURN, WORK
from templetop.games.cacao.view import beside
from templetop.games.cacao.work import (
    BUILT_OVER,
    NOT_LAID,
    OWNER,
    face_of,
    most_useful,
    owner_of,
    tile_on,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult  # rich is slow to import

# The look of everything that is drawn, in colour and without.
COLOURED = {
    "bold": "bold",
    "dim": "dim",
    "name": "#7f9184",
    "open": "#a9b8ad on #2a332d",
    "taken": "bold #1a1a1a on #8fd694",
    "to fill": "bold #1a1a1a on #f2dca4",
    "fruit": "bold #d98c4a",
    "sun": "bold #ffd54a",
    "field": "bold #ffffff on #1d6fa5",
    "r": "#ffffff on #b3312c",
    "p": "#ffffff on #7b3fa0",
    "w": "#1a1a1a on #e8e6df",
    "y": "#1a1a1a on #e3b51c",
    "P": "#f0d9a8 on #5b3a1e",
    "M": "#fff3c4 on #1f5a5a",
    "G": "#ffe680 on #4a4a4a",
    "W": "#dff4ff on #1d5f93",
    "S": "#ffe680 on #8a4b12",
    "T": "#f4f4f4 on #2f4f2f",
}
PLAIN = {
    **dict.fromkeys(COLOURED, ""),
    **dict.fromkeys(["bold", "taken", "to fill", "fruit", "sun", "field", *LETTERS], "bold"),
    **dict.fromkeys(["dim", "name", "open"], "dim"),
}

CELL_HEIGHT = 3
CELL_WIDTHS = (7, 5, 3)
NAMES_WIDTH = 3  # of the rows
PANEL_WIDTH = 40
GAP = 2
SYMBOLS = {"P": "●", "M": "", "G": "◆", "W": "≈", "S": "☼", "T": "▟█▙"}
WORDS = {"P": "cacao", "M": "market", "G": "gold", "W": "water", "S": "sun", "T": "temple"}
TWICE = {"P2", "G2"}  # the symbol is drawn two times
DEEDS = {
    DEAL: "the hands are being dealt",
    PLACE: "{} to take a square",
    DRAW: "{} draws a worker tile",
    REVEAL: "a jungle tile is to be turned up",
}


# ── Tiles ────────────────────────────────────────────────────────────────────────────────────────


def draw_jungle_tile(canvas: Canvas, spot: Spot, size: Size, kind: int) -> None:
    """Its symbol, its word and its mark; in little the mark alone."""
    mark, width = MARKS[kind], size[0]
    look = mark[0]
    canvas.fill(spot, size, look)
    row, column = spot
    if width < max(CELL_WIDTHS):
        canvas.put((row + 1, column), f"{mark:^{width}}", look)
        return
    symbol = SYMBOLS[look] or mark[1]
    symbols = f"{symbol} {symbol}" if mark in TWICE else symbol
    for down, text in enumerate((symbols, WORDS[look], mark)):
        canvas.put((row + down, column), f"{text:^{width}}", look)


def draw_worker_tile(canvas: Canvas, spot: Spot, size: Size, tile: int) -> None:
    """The workers at its edges, and in the middle whose it is: a capital where it is built over."""
    (row, column), (width, _) = spot, size
    letter = LETTERS[owner_of(tile)]
    workers = [str(number) if number else "·" for number in FACE_EDGES[face_of(tile)]]
    centre = column + width // 2
    canvas.fill(spot, size, letter)
    canvas.put((row, centre), workers[NORTH], letter, "bold")
    canvas.put((row + 2, centre), workers[SOUTH], letter, "bold")
    reach = width // 2 - width // max(CELL_WIDTHS)  # from the middle to the workers at either side
    canvas.put((row + 1, centre - reach), workers[WEST], letter, "bold")
    canvas.put((row + 1, centre + reach), workers[EAST], letter, "bold")
    middle = letter.upper() if tile >= BUILT_OVER else letter
    canvas.put((row + 1, centre), middle, letter)
    if width > min(CELL_WIDTHS) and canvas.looks is PLAIN:
        canvas.put((row + 1, centre - 1), f"({middle})", letter)


# ── The ground ───────────────────────────────────────────────────────────────────────────────────


class Ground:
    """All tiles, and around them the free squares, with the names of columns and rows."""

    def __init__(self, state: Any, looks: Looks, width: int) -> None:
        self.state = state
        places = [*tiles_seen(state), *squares_open(state)]
        self.columns = stretch({column for column, _ in places})
        self.rows = stretch({row for _, row in places})
        room = (width - NAMES_WIDTH) // len(self.columns)
        self.cell = next((cell for cell in CELL_WIDTHS if cell <= room), min(CELL_WIDTHS))
        self.filling = beside(state, state.spaces)
        size = NAMES_WIDTH + self.cell * len(self.columns), 1 + CELL_HEIGHT * len(self.rows)
        self.canvas = Canvas(*size, looks)

    def drawn(self) -> Canvas:
        for across, column in enumerate(self.columns):
            name = COLUMN_NAMES[column].center(self.cell)
            self.canvas.put((0, NAMES_WIDTH + across * self.cell), name, "name")
        for down, row in enumerate(self.rows):
            self.canvas.put((2 + down * CELL_HEIGHT, 0), ROW_NAMES[row].rjust(2), "name")
            for across, column in enumerate(self.columns):
                spot = 1 + down * CELL_HEIGHT, NAMES_WIDTH + across * self.cell
                self.draw_place(spot, column, row)
        return self.canvas

    def draw_place(self, spot: Spot, column: int, row: int) -> None:
        number, size = number_at(column, row), (self.cell, CELL_HEIGHT)
        if is_space(column, row):
            if self.state.jungle[number] != NO_TILE:
                draw_jungle_tile(self.canvas, spot, size, int(self.state.jungle[number]))
            elif number in self.filling:
                self.draw_empty(spot, "fill", place_name(column, row), "to fill")
            return
        tile = tile_on(self.state, number)
        if number == self.state.square and self.state.phase == TURN:
            self.draw_empty(spot, "here", place_name(column, row), "taken")
        elif tile != NOT_LAID:
            draw_worker_tile(self.canvas, spot, size, tile)
        elif includes(self.state.open, number):
            self.draw_empty(spot, "", place_name(column, row), "open")

    def draw_empty(self, spot: Spot, word: str, name: str, look: str) -> None:
        """A place where something may be laid, with its name where there is room."""
        (row, column), width = spot, self.cell
        self.canvas.fill(spot, (width, CELL_HEIGHT), look)
        if width > min(CELL_WIDTHS):
            self.canvas.put((row, column), word.center(width), look)
            self.canvas.put((row + 1, column), name.center(width), look)
        else:
            self.canvas.put((row + 1, column), "?" if word else "·".center(width), look)


def tiles_seen(state: Any) -> list[tuple[int, int]]:
    """The places where tiles lie."""
    spaces = [space for space in range(SPOTS) if state.jungle[space] != NO_TILE]
    squares = [int(square) for square in state.squares[: state.laid]]
    return [*map(place_of_space, spaces), *map(place_of_square, squares)]


def squares_open(state: Any) -> list[tuple[int, int]]:
    """The places where worker tiles may be laid, and where one is being laid."""
    squares = [square for square in range(SPOTS) if includes(state.open, square)]
    taken = [int(state.square)] if state.square != NO_SQUARE else []
    return [place_of_square(square) for square in [*squares, *taken]]


# ── The table ────────────────────────────────────────────────────────────────────────────────────


class Table:
    """The table as a seat sees it, or as a spectator does."""

    def __init__(
        self, state: Any, seat: int | None, names: Sequence[str], looks: Looks, width: int
    ) -> None:
        self.state = state
        self.seat = seat
        self.seats = range(int(state.seats))
        self.names = [*names] or [COLOURS[seat] for seat in self.seats]
        self.looks = looks
        self.width = width
        self.points = np.zeros(MAX_SEATS, np.int64)
        points(state, self.points)

    def drawn(self) -> Canvas:
        """The ground, and beside it, or below where it would get too small, what else there is."""
        narrow = Ground(self.state, self.looks, self.width - PANEL_WIDTH - GAP)
        wide = Ground(self.state, self.looks, self.width)
        panels = [self.jungle(), *(self.board(seat) for seat in self.seats), *self.temples()]
        fits = narrow.canvas.width + GAP + PANEL_WIDTH <= self.width
        if fits and (narrow.cell > min(CELL_WIDTHS) or narrow.cell == wide.cell):
            table = in_a_row([narrow.drawn(), in_a_column(panels, 1)], GAP)
        else:
            table = in_a_column([wide.drawn(), *self.rows_of(panels)], 1)
        return in_a_column([self.heading(), table])

    def rows_of(self, panels: list[Canvas]) -> list[Canvas]:
        """As many panels in a row as there is room for."""
        count = max(1, (self.width + GAP) // (PANEL_WIDTH + GAP))
        rows = [panels[first : first + count] for first in range(0, len(panels), count)]
        return [in_a_row(row, GAP) for row in rows]

    # What is going on

    def heading(self) -> Canvas:
        laid, all_tiles = int(self.state.laid), len(self.seats) * TILES_FOR[len(self.seats)].sum()
        began = self.state.phase in (PLACE, TURN)
        turn = min(laid + began, all_tiles)
        words = f"Cacao, turn {turn} of {all_tiles}: {self.going_on()}."
        return lines(textwrap.wrap(words, self.width), self.looks, others="bold")

    def going_on(self) -> str:
        phase = int(self.state.phase)
        active = self.names[int(self.state.active)]
        if phase == OVER:
            return self.outcome()
        if phase == TURN:
            return f"{active} to lay a worker tile on {square_name(self.state.square)}"
        if phase == FILL:
            spaces = spaces_words(self.state, self.state.spaces).replace(" ", " and ")
            return f"{active} to fill {spaces}"
        if phase == WORK:
            return self.question()
        return DEEDS[phase].format(active)

    def question(self) -> str:
        """3.3.6  Who is asked about its workers, and what."""
        name, job = self.names[seat_at_work(self.state)], int(self.state.job)
        if job == NO_TILE:
            return f"{name} to say which edge acts first"
        most = most_useful(
            self.state.players[seat_at_work(self.state)], job, int(self.state.workers)
        )
        if CACAO[job] < 0:
            return f"{name} to sell up to {most} cacao at {GOLD[job]} gold"
        return f"{name} to let up to {say_workers(most)} {say_deed(job)}"

    def outcome(self) -> str:
        """5.3.4, 5.3.5  Who has won."""
        standings = np.zeros(MAX_SEATS, np.int64)
        places(self.state, standings)
        winners = [self.names[seat] for seat in self.seats if standings[seat] == 1]
        deed = "wins" if len(winners) == 1 else "share the first place"
        return f"the game is over and {' and '.join(winners)} {deed}"

    # What lies beside the ground

    def jungle(self) -> Canvas:
        """The display, and what is left in the pile."""
        shown = [kind for kind in range(1, KINDS) for _ in range(self.state.display[kind])]
        tiles = [self.jungle_tile(kind) for kind in shown]
        count = tiles_in(self.state.pile)
        words = [f"{count or 'none'} in the pile"]
        if count:
            room = PANEL_WIDTH - (max(CELL_WIDTHS) + 1) * len(tiles)
            words += textwrap.wrap(counted(MARKS, self.state.pile), room)
        elif any(tile >= BUILT_OVER for tile in self.state.tiles):
            words += ["a capital letter: built over"]
        return padded(in_a_row([*tiles, lines(words, self.looks)], 1))

    def jungle_tile(self, kind: int) -> Canvas:
        size = max(CELL_WIDTHS), CELL_HEIGHT
        canvas = Canvas(*size, self.looks)
        draw_jungle_tile(canvas, (0, 0), size, kind)
        return canvas

    def board(self, seat: int) -> Canvas:
        """A seat's points, what it has stored, its water carrier and its tiles."""
        canvas = Canvas(PANEL_WIDTH, 4 + 3 * (seat == self.seat), self.looks)
        letter, player = LETTERS[seat], self.state.players[seat]
        told = f" {self.points[seat]} points "
        name = cut(self.names[seat], PANEL_WIDTH - len(told) - 4)
        canvas.put((0, 0), f" {letter} ", letter, "bold")
        canvas.put((0, 4), name, *["bold"] * (seat == self.seat))
        canvas.put((0, PANEL_WIDTH - width_of(told)), told, "bold")
        self.draw_stored(canvas, player)
        self.draw_water(canvas, player)
        self.draw_tiles(canvas, player, seat)
        return canvas

    def draw_stored(self, canvas: Canvas, player: Any) -> None:
        """1.5, 1.6  Gold, and the places for fruits and suns."""
        canvas.put((1, 4), f"gold {player.gold}")
        canvas.put((1, 14), "cacao")
        canvas.put((1, 20), "●" * int(player.cacao), "fruit")
        canvas.put((1, 20 + int(player.cacao)), "·" * (STORAGE - int(player.cacao)), "dim")
        canvas.put((1, 28), "suns")
        canvas.put((1, 33), "☼" * int(player.suns), "sun")
        canvas.put((1, 33 + int(player.suns)), "·" * (SUN_PLACES - int(player.suns)), "dim")

    def draw_water(self, canvas: Canvas, player: Any) -> None:
        """1.7  The water track; the field of the carrier stands in brackets."""
        canvas.put((2, 4), "water")
        column = 10
        for field, gold in enumerate(WATER_TRACK):
            is_here = field == player.water
            word = f"[{gold}]" if is_here else f" {gold}"
            canvas.put((2, column), word, "field" if is_here else "dim")
            column += len(word)

    def draw_tiles(self, canvas: Canvas, player: Any, seat: int) -> None:
        """2.5  The hand is drawn for its own seat alone; others see how many tiles it has."""
        hand, deck = tiles_in(player.hand), tiles_in(player.deck)
        if seat != self.seat:
            canvas.put((3, 4), f"{hand} in hand, {deck} in the deck")
            return
        canvas.put((4, 0), f"{deck} in the deck".rjust(PANEL_WIDTH))
        column = 4
        for face in [face for face, _ in enumerate(FACE_EDGES) if is_first_face(face)]:
            for _ in range(player.hand[KIND_OF[face]]):
                tile = face + OWNER * seat
                draw_worker_tile(canvas, (4, column), (5, CELL_HEIGHT), tile)
                column += 6

    def temples(self) -> list[Canvas]:
        """5.2  Who would earn what at each temple."""
        found = [space for space in range(SPOTS) if self.state.jungle[space] == TEMPLE]
        if not found:
            return []
        words = ["temple  " + "".join(f"{LETTERS[seat]:<8}" for seat in self.seats)]
        words += map(self.temple, found)
        words += ["workers → gold as things stand"]
        return [padded(lines(words, self.looks, first="dim"))]

    def temple(self, space: int) -> str:
        workers, seats = workers_at(self.state, space), len(self.seats)
        shares = [
            f"{workers_of(workers, seat)} → {temple_gold(workers, seats, seat)}"
            for seat in self.seats
        ]
        name = place_name(*place_of_space(space))
        return f"{name:<8}" + "".join(f"{share:<8}" for share in shares)


def padded(panel: Canvas) -> Canvas:
    """All panels are equally wide."""
    canvas = Canvas(PANEL_WIDTH, len(panel.rows), panel.looks)
    canvas.paste((0, 0), panel)
    return canvas


def is_first_face(face: int) -> bool:
    """Is it a tile as it is named, not turned?"""
    return face == 0 or bool(KIND_OF[face] != KIND_OF[face - 1])


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
        for row in table.drawn().rows:
            yield Text.assemble(*row, no_wrap=True)


def picture(
    state: Any, seat: int | None = None, colour: bool = True, names: Sequence[str] = ()
) -> Picture:
    """The table as this seat may see it, or a spectator; for rich to print."""
    return Picture(state, seat, colour, names)
