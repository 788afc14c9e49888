"""The table for a person in the terminal, drawn with characters; rich prints it."""

import textwrap
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from templetop.engine.canvas import (
    Canvas,
    Looks,
    Size,
    Spot,
    cut,
    in_a_column,
    in_a_row,
    in_rows,
    lines,
    width_of,
)
from templetop.engine.ending import points_of
from templetop.engine.picture import Drawing, Picture
from templetop.games.cacao.people.asking import each, worded
from templetop.games.cacao.people.notation import LETTERS, counted, spaces_words, stretch
from templetop.games.cacao.people.view import beside
from templetop.games.cacao.rules.deeds import is_market, most_useful
from templetop.games.cacao.rules.ground import (
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
from templetop.games.cacao.rules.pieces import (
    BUILT_OVER,
    COLOURS,
    EAST,
    FACE_EDGES,
    KIND_OF,
    KINDS,
    MARKS,
    NAMES,
    NO_TILE,
    NORTH,
    OWNER,
    SOUTH,
    STORAGE,
    SUN_PLACES,
    TEMPLE,
    WEST,
    face_name,
)
from templetop.games.cacao.rules.scoring import part_of, temple_gold, workers_at
from templetop.games.cacao.rules.state import (
    CHOOSING,
    DEALING,
    DRAWING,
    FILLING,
    OVER,
    PLACING,
    REVEALING,
    TURNING,
    WORKING,
)
from templetop.games.cacao.rules.turn import seat_to_move, tiles_in
from templetop.games.cacao.rules.work import NOT_LAID, face_of, owner_of, tile_on

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

# A square or a space, wide and high, the most beautiful first.
CELLS = LARGE, UPRIGHT, FLAT, SMALL, _, _, ONE_LINE = (
    (7, 3), (5, 3), (7, 2), (5, 2), (4, 2), (3, 2), (5, 1),
)  # fmt: skip

NAMES_WIDTH = 3  # of the rows
PANEL_WIDTH = 40
BRIEF_WIDTH = 30
GAP = 2
SYMBOLS = {"P": "●", "M": "", "G": "◆", "W": "≈", "S": "☼", "T": "▟█▙"}
WORDS = {"P": "cacao", "M": "market", "G": "gold", "W": "water", "S": "sun", "T": "temple"}
TWICE = {"P2", "G2"}  # the symbol is drawn two times
NEWS = {  # of each phase
    DEALING: "the hands are being dealt",
    PLACING: "{who} to take a square",
    TURNING: "{who} to lay a worker tile on {square}",
    FILLING: "{who} to fill {spaces}",
    CHOOSING: "{who} to say which edge acts first",
    WORKING: "{who} to let up to {most:workers} act at the {tile}",
    "sale": "{who} to sell up to {most} cacao at {each} gold",
    DRAWING: "{who} draws a worker tile",
    REVEALING: "a jungle tile is to be turned up",
}


# ── Tiles ────────────────────────────────────────────────────────────────────────────────────────


def draw_jungle_tile(canvas: Canvas, spot: Spot, size: Size, kind: int) -> None:
    """Its mark, and as much of its symbol and its word as there is room for."""
    mark, (width, height) = MARKS[kind], size
    look = mark[0]
    symbol = SYMBOLS[look] or mark[1]
    symbols = (" " if width > 4 else "").join([symbol] * (2 if mark in TWICE else 1))
    texts = {
        LARGE: (symbols, WORDS[look], mark),
        FLAT: (f"{mark} {SYMBOLS[look] and symbols}", WORDS[look]),
        ONE_LINE: (mark,),
    }.get(size, (symbols, mark))
    canvas.fill(spot, size, look)
    for down, text in enumerate(texts[:height]):
        canvas.put((spot[0] + down, spot[1]), centred(text.rstrip(), width), look)


def draw_worker_tile(canvas: Canvas, spot: Spot, size: Size, tile: int) -> None:
    """The workers at its edges, and whose it is: a capital where it is built over."""
    letter = LETTERS[owner_of(tile)]
    shown = letter.upper() if tile >= BUILT_OVER else letter
    canvas.fill(spot, size, letter)
    if size == ONE_LINE:
        canvas.put(spot, shown + face_name(face_of(tile)), letter)
        return
    workers = [str(number) if number else "·" for number in FACE_EDGES[face_of(tile)]]
    around = workers_in_three_lines if size[1] > 2 else workers_in_two_lines
    around(canvas, spot, size[0], workers, letter, shown)


def centred(text: str, width: int) -> str:
    """In the middle, or a little to the east of it, so that neighbours do not touch."""
    return text.center(width - 1 + width % 2).rjust(width)


def workers_in_three_lines(
    canvas: Canvas, spot: Spot, width: int, workers: list[str], look: str, shown: str
) -> None:
    """Every number at its own edge, and the letter in the middle."""
    (row, column), reach = spot, width // 2 - (width > 5)  # from the middle to the west and east
    centre = column + width // 2
    canvas.put((row, centre), workers[NORTH], look, "bold")
    canvas.put((row + 1, centre - reach), workers[WEST], look, "bold")
    canvas.put((row + 1, centre + reach), workers[EAST], look, "bold")
    canvas.put((row + 2, centre), workers[SOUTH], look, "bold")
    middle = f"({shown})" if canvas.looks is PLAIN else f" {shown} "
    canvas.put((row + 1, centre - 1), middle, look)


def workers_in_two_lines(
    canvas: Canvas, spot: Spot, width: int, workers: list[str], look: str, shown: str
) -> None:
    """As the arrows lie on a keyboard: the north above; west, south and east below."""
    (row, column), reach = spot, min((width - 1) // 2, 2)
    centre = column + width // 2
    canvas.put((row, centre - reach), shown, look)
    canvas.put((row, centre), workers[NORTH], look, "bold")
    for step, side in enumerate((WEST, SOUTH, EAST), start=-1):
        canvas.put((row + 1, centre + step * reach), workers[side], look, "bold")


# ── The ground ───────────────────────────────────────────────────────────────────────────────────


class Ground:
    """All tiles, and around them the free squares, with the names of columns and rows."""

    def __init__(self, state: Any) -> None:
        self.state = state
        places = [*tiles_seen(state), *squares_open(state)]
        self.columns = stretch({column for column, _ in places})
        self.rows = stretch({row for _, row in places})
        self.filling = beside(state, state.spaces)

    def size(self, cell: Size) -> Size:
        """How wide and high it is with such squares and spaces."""
        return NAMES_WIDTH + cell[0] * len(self.columns), 1 + cell[1] * len(self.rows)

    def drawn(self, cell: Size, looks: Looks) -> Canvas:
        canvas, (width, height) = Canvas(*self.size(cell), looks), cell
        for across, column in enumerate(self.columns):
            name = centred(COLUMN_NAMES[column], width)
            canvas.put((0, NAMES_WIDTH + across * width), name, "name")
        for down, row in enumerate(self.rows):
            top = 1 + down * height
            canvas.put((top + height // 2, 0), ROW_NAMES[row].rjust(2), "name")
            for across, column in enumerate(self.columns):
                self.draw_place(canvas, (top, NAMES_WIDTH + across * width), cell, column, row)
        return canvas

    def draw_place(self, canvas: Canvas, spot: Spot, cell: Size, column: int, row: int) -> None:
        number, name = number_at(column, row), place_name(column, row)
        if is_space(column, row):
            if self.state.jungle[number] != NO_TILE:
                draw_jungle_tile(canvas, spot, cell, int(self.state.jungle[number]))
            elif number in self.filling:
                draw_empty(canvas, spot, cell, "fill", name, "to fill")
            return
        tile = tile_on(self.state, number)
        if number == self.state.square and self.state.phase == TURNING:
            draw_empty(canvas, spot, cell, "here", name, "taken")
        elif tile != NOT_LAID:
            draw_worker_tile(canvas, spot, cell, tile)
        elif includes(self.state.open, number):
            draw_empty(canvas, spot, cell, "", name, "open")


def draw_empty(canvas: Canvas, spot: Spot, size: Size, word: str, name: str, look: str) -> None:
    """A place where something may be laid: its name, and a word where it is to be laid now."""
    (row, column), (width, height) = spot, size
    canvas.fill(spot, size, look)
    if height > 1:
        short = word if len(word) <= width else "?"
        canvas.put((row, column), centred(short, width), look)
    elif word:
        name = f"?{name}"
    if len(name) > width:
        name = "·"
    canvas.put((row + min(height - 1, 1), column), centred(name, width), look)


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


class Layout(NamedTuple):
    """One of the ways to put the ground and what else there is together."""

    ground: Ground
    cell: Size
    panels: Canvas
    is_beside: bool  # else the panels are below

    @property
    def width(self) -> int:
        width = self.ground.size(self.cell)[0]
        return width + GAP + self.panels.width if self.is_beside else max(width, self.panels.width)

    @property
    def height(self) -> int:
        heights = self.ground.size(self.cell)[1], len(self.panels.rows)
        return max(heights) if self.is_beside else sum(heights)

    def drawn(self) -> Canvas:
        ground = self.ground.drawn(self.cell, self.panels.looks)
        if self.is_beside:
            return in_a_row([ground, self.panels], GAP)
        return in_a_column([ground, self.panels])


class CacaoDrawing(Drawing):
    """The table as a seat sees it, or as a spectator does."""

    coloured, plain = COLOURED, PLAIN

    def usual_name(self, seat: int) -> str:
        return COLOURS[seat]

    @cached_property
    def points(self) -> list[int]:
        return [int(points) for points in points_of(self.state)]

    def drawn(self, height: int | None = None) -> Canvas:
        """The first layout for which there is room, or the one that takes the least height."""
        heading = self.heading(self.news())
        room = None if height is None else height - len(heading.rows)
        layouts = []
        for layout in self.layouts():
            if layout.width <= self.width and (room is None or layout.height <= room):
                return in_a_column([heading, layout.drawn()])
            layouts.append(layout)
        return in_a_column([heading, min(layouts, key=self.want_of_room).drawn()])

    def want_of_room(self, layout: Layout) -> tuple[int, int]:
        """What is too wide cannot be read; what is too high can be scrolled."""
        return max(0, layout.width - self.width), layout.height

    def layouts(self) -> Iterator[Layout]:
        """From the most beautiful one to the smallest."""
        ground = Ground(self.state)
        for cell in CELLS:
            room = min(PANEL_WIDTH, self.width - ground.size(cell)[0] - GAP)
            if room == PANEL_WIDTH:
                yield Layout(ground, cell, in_a_column(self.all_panels, 1), True)
            if room >= BRIEF_WIDTH:
                brief, temples = self.brief_panels(room), self.brief_temples(room)
                yield Layout(ground, cell, in_a_column([*brief, *temples], 1), True)
                yield Layout(ground, cell, in_a_column([*brief, *temples]), True)
                yield Layout(ground, cell, in_a_column(brief), True)
        room = max(BRIEF_WIDTH, min(PANEL_WIDTH, self.width))
        brief = [*self.brief_panels(room), *self.brief_temples(room)]
        for cell in CELLS:
            for panels in (self.all_panels, brief):
                yield Layout(ground, cell, in_rows(panels, self.width, GAP), False)

    # What is going on

    def news(self) -> str:
        state, players = self.state, self.state.players[: len(self.seats)]
        laid = int(state.laid)
        all_tiles = laid + int(players["hand"].sum() + players["deck"].sum())
        turn = min(laid + (state.phase in (PLACING, TURNING)), all_tiles)
        return f"Cacao, turn {turn} of {all_tiles}: {self.going_on()}."

    def going_on(self) -> str:
        """3  What is to be done; 3.3.6  about workers, whose they are is asked."""
        state, seat, job = self.state, seat_to_move(self.state), int(self.state.job)
        if state.phase == OVER:
            return self.outcome()
        return worded(
            NEWS,
            "sale" if state.phase == WORKING and is_market(job) else int(state.phase),
            who=self.names[seat],
            square=square_name(state.square),
            spaces=spaces_words(state, state.spaces).replace(" ", " and "),
            most=most_useful(state, state.players[seat], job, int(state.workers)),
            tile=NAMES[job],
            each=each(state, job),
        )

    # What lies beside the ground, with all details

    @cached_property
    def all_panels(self) -> list[Canvas]:
        """The jungle tiles to come, everyone's board, and the temples."""
        boards = [self.board(seat) for seat in self.seats]
        panels = [self.jungle(LARGE, PANEL_WIDTH), *boards, *self.temples(8, 1)]
        return [padded(panel, PANEL_WIDTH) for panel in panels]

    def jungle(self, size: Size, width: int) -> Canvas:
        """The display, and what is left in the pile."""
        shown = [kind for kind in range(1, KINDS) for _ in range(self.state.display[kind])]
        tiles = [self.jungle_tile(kind, size) for kind in shown]
        count = tiles_in(self.state.pile)
        words = [f"{count or 'none'} in the pile"]
        if count:
            room = width - (size[0] + 1) * len(tiles)
            words += textwrap.wrap(counted(MARKS, self.state.pile), room)
        elif any(tile >= BUILT_OVER for tile in self.state.tiles):
            words += ["capital: built over"]
        return in_a_row([*tiles, lines(words, self.looks)], 1)

    def jungle_tile(self, kind: int, size: Size) -> Canvas:
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
        for field, gold in enumerate(self.state.water_track):
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
        canvas.paste((4, 4), self.hand(seat, UPRIGHT))

    def hand(self, seat: int, size: Size) -> Canvas:
        """The worker tiles in a hand, side by side."""
        hand = self.state.players[seat].hand
        faces = [face for face in range(len(FACE_EDGES)) if is_first_face(face)]
        held = [face for face in faces for _ in range(hand[KIND_OF[face]])]
        canvas = Canvas((size[0] + 1) * len(held), size[1], self.looks)
        for number, face in enumerate(held):
            spot = 0, (size[0] + 1) * number
            draw_worker_tile(canvas, spot, size, face + OWNER * seat)
        return canvas

    def temples(self, share_width: int, gap: int) -> list[Canvas]:
        """5.2  Who would earn what at each temple."""
        if not self.temple_spaces:
            return []
        heads = "".join(f"{LETTERS[seat]:<{share_width}}" for seat in self.seats)
        words = [f"temple  {heads}".rstrip()]
        words += [self.temple(space, share_width, " " * gap) for space in self.temple_spaces]
        words += ["workers → gold as things stand"]
        return [lines(words, self.looks, first="dim")]

    @cached_property
    def temple_spaces(self) -> list[int]:
        return [space for space in range(SPOTS) if self.state.jungle[space] == TEMPLE]

    def temple(self, space: int, share_width: int, gap: str) -> str:
        workers = workers_at(self.state, space)
        shares = [
            f"{part_of(workers, seat)}{gap}→{gap}{temple_gold(self.state, workers, seat)}"
            for seat in self.seats
        ]
        name = place_name(*place_of_space(space))
        return f"{name:<8}" + "".join(f"{share:<{share_width}}" for share in shares)

    # The same in few lines

    def brief_panels(self, width: int) -> list[Canvas]:
        """The jungle tiles to come, one's own tiles, and a line for each seat."""
        own = [] if self.seat is None else self.own_tiles(self.seat)
        panels = [self.jungle(FLAT, width), *own, self.standings(width)]
        return [padded(panel, width) for panel in panels]

    def brief_temples(self, width: int) -> list[Canvas]:
        return [padded(panel, width) for panel in self.temples(5, 0)]

    def own_tiles(self, seat: int) -> list[Canvas]:
        """The hand, the size of the deck, and where which number stands on a tile in two lines."""
        player = self.state.players[seat]
        if not tiles_in(player.hand):
            return []
        words = [f"{tiles_in(player.deck)} in deck", "↑ over ←↓→"]
        return [in_a_row([self.hand(seat, SMALL), lines(words, self.looks, first="")], 0)]

    def standings(self, width: int) -> Canvas:
        """Everyone's gold, fruits, suns, water and points."""
        letters = Canvas(2, 1 + len(self.seats), self.looks)
        for seat in self.seats:
            letters.put((1 + seat, 0), LETTERS[seat], LETTERS[seat], "bold")
        roster = self.roster("gold cacao suns  ≈ pts", self.figures, width - letters.width)
        return in_a_row([letters, roster], 0)

    def figures(self, seat: int) -> str:
        player = self.state.players[seat]
        cacao = "●" * int(player.cacao) + "·" * (STORAGE - int(player.cacao))
        suns = "☼" * int(player.suns) + "·" * (SUN_PLACES - int(player.suns))
        water = self.state.water_track[player.water]
        return f"{player.gold:>4} {cacao} {suns} {water:>3}{self.points[seat]:>4}"


def padded(panel: Canvas, width: int) -> Canvas:
    """All panels are equally wide."""
    canvas = Canvas(width, len(panel.rows), panel.looks)
    canvas.paste((0, 0), panel)
    return canvas


def is_first_face(face: int) -> bool:
    """Is it a tile as it is named, not turned?"""
    return face == 0 or bool(KIND_OF[face] != KIND_OF[face - 1])


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    """The table as a seat sees it, or as a spectator does, for rich to print."""
    return Picture(CacaoDrawing, state, seat, **how)
