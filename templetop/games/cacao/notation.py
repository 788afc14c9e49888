"""The ground and whole tables as text, both ways.

The ground is drawn with one mark for each square and space, with the names of columns and rows:

    .        nothing lies there
    P1 P2    plantations; M2 M3 M4 markets, G1 G2 gold mines, WA water, SU sun site, TE temple
    r2101    a worker tile: its colour (red, purple, white, yellow) and its workers in the north,
             east, south and west
    7r2101   the same, laid as the seventh of all

A drawing shows upper tiles only; the tiles below them are listed apart. In drawings for tests the
worker tiles have no numbers: then they were laid in the order of reading.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.notation import Line, Lines, options_words, written_lines
from templetop.games.cacao import moves
from templetop.games.cacao.census import jungle_tiles, worker_tiles
from templetop.games.cacao.ground import (
    COLUMN_NAMES,
    NO_SQUARE,
    ROW_NAMES,
    SIZE,
    SPOTS,
    add,
    is_space,
    number_at,
    place_of_space,
    place_of_square,
    space_beside,
    space_name,
    square_name,
)
from templetop.games.cacao.pieces import (
    BUILT_OVER,
    COLOURS,
    FACE_EDGES,
    HAND,
    KINDS,
    MARKS,
    MOST_LAID,
    MOST_WORKERS,
    NO_TILE,
    OWNER,
    PARTS,
    SIDES,
    STORAGE,
    SUN_PLACES,
    WATER_TRACK,
    WORKER_KINDS,
    face_name,
    kind_name,
)
from templetop.games.cacao.rules import seat_at_work, tiles_in
from templetop.games.cacao.start import (
    OPTIONS,
    is_played,
    jungle_tiles_in,
    new,
    put_jungle,
    worker_tiles_in,
)
from templetop.games.cacao.state import (
    DEAL,
    DRAW,
    FILL,
    OVER,
    PHASES,
    PLACE,
    REVEAL,
    TURN,
    WORK,
    State,
)
from templetop.games.cacao.view import beside
from templetop.games.cacao.work import face_of, owner_of

LETTERS = "rpwy"  # of the seats
EMPTY = "."
NONE = "none"
MARK_WIDTH = 9

FACE_NAMES = [face_name(face) for face in range(len(FACE_EDGES))]
KIND_NAMES = [kind_name(kind) for kind in range(WORKER_KINDS)]
SPACE_NAMES = [space_name(space) for space in range(SPOTS)]
SQUARE_NAMES = [square_name(square) for square in range(SPOTS)]
WATER_NAMES = [str(gold) for gold in WATER_TRACK]

TILE_MARK = re.compile(rf"([0-9]{{1,2}})?([{LETTERS}])([0-{MOST_WORKERS}]{{4}})")


class Laid(NamedTuple):
    """A worker tile that is drawn or listed; number 0 is none."""

    number: int
    square: int
    tile: int  # its face and its owner


class Drawn(NamedTuple):
    """What a drawing of the ground shows."""

    jungle: dict[int, int]  # the kind on each space
    tiles: list[Laid]


# ── Writing the ground ───────────────────────────────────────────────────────────────────────────


def write_ground(state: Any, numbers: bool = False) -> str:
    """The ground as far as tiles lie on it; if wanted, with the numbers of the worker tiles."""
    marks = marks_on(state, numbers)
    columns = stretch({column for column, _ in marks})
    rows = stretch({row for _, row in marks})
    heading = "".join(f"{COLUMN_NAMES[column]:<{MARK_WIDTH}}" for column in columns)
    lines = [f"{'':<6}{heading}".rstrip()]
    for row in rows:
        words = [marks.get((column, row), EMPTY) for column in columns]
        line = "".join(f"{word:<{MARK_WIDTH}}" for word in words)
        lines.append(f"{ROW_NAMES[row]:>4}  {line}".rstrip())
    return "\n".join(lines)


def marks_on(state: Any, numbers: bool) -> dict[tuple[int, int], str]:
    """The mark of every tile that is seen, by its column and row."""
    marks = {
        place_of_space(space): MARKS[kind]
        for space, kind in enumerate(state.jungle.tolist())
        if kind != NO_TILE
    }
    for n in range(state.laid):
        number = str(n + 1) if numbers else ""
        marks[place_of_square(state.squares[n])] = number + tile_mark(int(state.tiles[n]))
    return marks


def tile_mark(tile: int) -> str:
    return LETTERS[owner_of(tile)] + FACE_NAMES[face_of(tile)]


def stretch(numbers: set[int]) -> list[int]:
    """3.1.6  The columns, or rows, from end to end: they begin after the widest gap."""
    taken = sorted(numbers)
    gaps = [(taken[n] - taken[n - 1]) % SIZE or SIZE for n in range(len(taken))]
    first = taken[gaps.index(max(gaps))]
    length = SIZE - max(gaps) + 1
    return [(first + n) % SIZE for n in range(length)]


# ── Reading the ground ───────────────────────────────────────────────────────────────────────────


def read_ground(text: str) -> Drawn:
    """What a drawing shows."""
    return drawn(written_lines(text))


def drawn(lines: list[Line]) -> Drawn:
    """The lines of a drawing: names of columns, and then the rows, each with its name."""
    if len(lines) < 2:
        raise lines[-1].refusal("the ground is drawn with a line for each row.")
    ground = Drawn({}, [])
    columns = [lines[0].which(word, COLUMN_NAMES, "column") for word in lines[0].text.split()]
    for line in lines[1:]:
        name, *words = line.text.split()
        row = line.which(name, ROW_NAMES, "row")
        if len(words) != len(columns):
            raise line.refusal(f"there are {len(columns)} columns, not {len(words)}.")
        for column, word in zip(columns, words, strict=True):
            if word != EMPTY:
                draw(ground, line, (column, row), word)
    return ground


def draw(ground: Drawn, line: Line, place: tuple[int, int], word: str) -> None:
    """3.1.5  Jungle tiles on spaces, worker tiles on squares."""
    name = COLUMN_NAMES[place[0]] + ROW_NAMES[place[1]]
    if word in MARKS:
        if not is_space(*place):
            raise line.refusal(f"no jungle tile can lie on {name}.")
        ground.jungle[number_at(*place)] = MARKS.index(word)
    else:
        if is_space(*place):
            raise line.refusal(f"{word!r} is not a mark that can stand on {name}.")
        ground.tiles.append(laid_tile(line, number_at(*place), word))


def laid_tile(line: Line, square: int, word: str) -> Laid:
    found = TILE_MARK.fullmatch(word)
    if not found or found[3] not in FACE_NAMES:
        raise line.refusal(f"{word!r} is not a tile; one reads r2101.")
    face, owner = FACE_NAMES.index(found[3]), LETTERS.index(found[2])
    return Laid(int(found[1] or 0), square, face + OWNER * owner)


def lay_out(ground: Drawn, state: Any, covered: Iterable[Laid] = ()) -> None:
    """Make the ground what is drawn, and nothing else."""
    state.jungle[:], state.occupied[:], state.open[:] = NO_TILE, 0, 0
    state.squares[:], state.tiles[:] = NO_SQUARE, 0
    tiles = sorted([*covered, *ground.tiles], key=lambda laid: laid.number)
    squares = [laid.square for laid in tiles]
    for n, laid in enumerate(tiles):
        state.squares[n] = laid.square
        state.tiles[n] = laid.tile + BUILT_OVER * (squares.count(laid.square) > 1)
        add(state.occupied, laid.square)
    state.laid = len(tiles)
    for space, kind in ground.jungle.items():
        put_jungle(state, space, kind)


def count_the_rest(state: Any) -> None:
    """What does not lie open is in the pile and in the decks."""
    state.pile[:] = 0
    for kind in range(1, KINDS):
        state.pile[kind] = jungle_tiles_in(state, kind) - jungle_tiles(state, kind)
    for seat in range(state.seats):
        player = state.players[seat]
        player.deck[:] = 0
        for kind in range(WORKER_KINDS):
            player.deck[kind] = worker_tiles_in(state, kind) - worker_tiles(state, seat, kind)


# ── Writing the table ────────────────────────────────────────────────────────────────────────────


def write(state: Any) -> str:
    """The whole table, with everyone's hand."""
    seats = range(state.seats)
    lines = [
        f"Cacao for {state.seats} seats",
        f"options  {options_words(OPTIONS, choices_of(state))}",
        f"phase    {PHASES[state.phase]}",
        f"active   {COLOURS[state.active]}",
        f"square   {NONE if state.square == NO_SQUARE else square_name(state.square)}",
        f"to fill  {spaces_words(state, state.spaces)}",
        f"filled   {spaces_words(state, state.filled)}",
        f"asked    {question_words(state)}",
        f"display  {counted(MARKS, state.display)}",
        f"pile     {counted(MARKS, state.pile)}",
        f"covered  {covered_words(state)}",
        *("\n" + seat_words(state, seat) for seat in seats),
        "",
        write_ground(state, numbers=True),
    ]
    return "\n".join(lines) + "\n"


def choices_of(state: Any) -> list[int]:
    """What was agreed upon, a number for each option."""
    modules = [int(is_played(state, part)) for part in range(1, PARTS)]
    return [int(state.blind), 1 - int(state.declines), *modules]


def spaces_words(state: Any, sides: int) -> str:
    return " ".join(space_name(space) for space in beside(state, sides)) or NONE


def question_words(state: Any) -> str:
    """Whose workers are asked about, and what."""
    if state.phase != WORK:
        return NONE
    colour = COLOURS[seat_at_work(state)]
    if state.job == NO_TILE:
        return f"{colour} which edge"
    return f"{colour} {MARKS[state.job]} {state.workers}"


def counted(names: Iterable[str], counts: Any) -> str:
    """Tiles of several kinds: P1x3 TE."""
    pairs = [(name, int(count)) for name, count in zip(names, counts, strict=True) if count]
    return " ".join(f"{name}x{count}" if count > 1 else name for name, count in pairs) or NONE


def covered_words(state: Any) -> str:
    """The tiles that were built over: 4r1111 on q25."""
    covered = [
        f"{n + 1}{tile_mark(int(state.tiles[n]))} on {square_name(state.squares[n])}"
        for n in range(state.laid)
        if state.squares[n] in state.squares[n + 1 : state.laid]
    ]
    return ", ".join(covered) or NONE


def seat_words(state: Any, seat: int) -> str:
    player = state.players[seat]
    board = f"gold {player.gold}, cacao {player.cacao}, suns {player.suns}"
    return "\n".join([
        f"{COLOURS[seat]}: {board}, water {WATER_NAMES[player.water]}",
        f"hand     {counted(KIND_NAMES, player.hand)}",
        f"deck     {counted(KIND_NAMES, player.deck)}",
        f"jobs     {jobs_words(player)}",
    ])  # fmt: skip


def jobs_words(player: Any) -> str:
    """The edges that have still to act: M3/2 is one with two workers at a market of 3."""
    edges = [
        f"{MARKS[kind]}/{workers}"
        for kind in range(1, KINDS)
        for workers in range(1, MOST_WORKERS + 1)
        for _ in range(player.jobs[kind, workers - 1])
    ]
    return " ".join(edges) or NONE


# ── Reading the table ────────────────────────────────────────────────────────────────────────────

COLOUR = "|".join(COLOURS)


def read(text: str) -> Any:
    """The table that `write` wrote; a damaged text is refused, also one that contradicts itself."""
    lines = Lines(text)
    state = read_agreement(lines)
    phase = read_turn(lines, state)
    read_piles(lines, state)
    covered = read_covered(lines)
    for seat in range(state.seats):
        read_seat(lines, state, seat)
    lay_out(numbered(drawn(lines.rest("the ground")), covered, lines.all[-1]), state, covered)
    lines.agree_with(write(state))
    check_counts(state, lines.all[-1])
    check_phase(state, phase)
    return state


def read_agreement(lines: Lines) -> Any:
    """A new table for so many seats, with these options."""
    _, (seats,) = lines.take("Cacao for ([2-4]) seats", "'Cacao for' 2 to 4 seats")
    state = np.zeros(1, State)[0]
    new(state, int(seats), lines.settings(OPTIONS))
    return state


def read_turn(lines: Lines, state: Any) -> Line:
    """Whose turn it is, and how far it has come; and where its phase is written."""
    colours = "|".join(COLOURS[: state.seats])
    first, (phase,) = lines.take(f"phase ({'|'.join(PHASES)})", "the phase")
    _, (colour,) = lines.take(f"active ({colours})", "the active seat")
    state.phase, state.active = PHASES.index(phase), COLOURS.index(colour)
    line, (square,) = lines.take("square ([a-z0-9]+)", "the square of this turn")
    state.square = NO_SQUARE if square == NONE else line.which(square, SQUARE_NAMES, "square")
    for field, words in (("spaces", "to fill"), ("filled", "filled")):
        line, (names,) = lines.take(f"{words} (.+)", f"the spaces {words}")
        state[field] = sides_of(line, state, names)
    line, (question,) = lines.take("asked (.+)", "who is asked")
    if question != NONE:
        read_question(line, state, question)
    return first


def sides_of(line: Line, state: Any, names: str) -> int:
    """The sides of this turn's tile where these spaces are."""
    if names == NONE:
        return 0
    spaces = [line.which(name, SPACE_NAMES, "space") for name in names.split()]
    around = [space_beside(state.square, side) for side in range(SIDES)]
    if state.square == NO_SQUARE or not {*spaces} <= {*around}:
        raise line.refusal("the spaces lie beside the square of this turn.")
    return sum(1 << side for side in range(SIDES) if around[side] in spaces)


def read_question(line: Line, state: Any, question: str) -> None:
    found = re.fullmatch(rf"({COLOUR}) (?:which edge|(\w\w) ([0-9]{{1,2}}))", question)
    if not found or (found[2] or MARKS[1]) not in MARKS:
        raise line.refusal(f"{question!r} is no question; one reads 'red M3 2'.")
    seat = COLOURS.index(found[1])
    state.working = (seat - int(state.active)) % int(state.seats)
    state.job = MARKS.index(found[2]) if found[2] else NO_TILE
    state.workers = int(found[3] or 0)


def read_piles(lines: Lines, state: Any) -> None:
    line, (tiles,) = lines.take("display (.+)", "the display")
    state.display[:] = counts_of(line, tiles, list(MARKS))
    line, (tiles,) = lines.take("pile (.+)", "the pile")
    state.pile[:] = counts_of(line, tiles, list(MARKS))


def counts_of(line: Line, text: str, names: list[str]) -> list[int]:
    """How many of each kind: P1x3 TE."""
    counts = [0] * len(names)
    for word in [] if text == NONE else text.split():
        name, _, count = word.partition("x")
        if name not in names or not (count or "1").isdecimal() or len(count) > 2:
            raise line.refusal(f"{word!r} is no tile that can be here.")
        counts[names.index(name)] = int(count or 1)
    return counts


def read_covered(lines: Lines) -> list[Laid]:
    line, (text,) = lines.take("covered (.+)", "the covered tiles")
    covered = []
    for words in [] if text == NONE else text.split(", "):
        mark, _, square = words.partition(" on ")
        covered.append(laid_tile(line, line.which(square, SQUARE_NAMES, "square"), mark))
    return covered


def read_seat(lines: Lines, state: Any, seat: int) -> None:
    """A seat's board, hand and deck."""
    player = state.players[seat]
    stored = rf"gold (\d{{1,3}}), cacao ([0-{STORAGE}]), suns ([0-{SUN_PLACES}])"
    form = rf"{COLOURS[seat]}: {stored}, water (-?\d{{1,2}})"
    line, (gold, cacao, suns, water) = lines.take(form, f"the board of {COLOURS[seat]}")
    player.gold, player.cacao, player.suns = int(gold), int(cacao), int(suns)
    player.water = line.which(water, WATER_NAMES, "field")
    for field in ("hand", "deck"):
        line, (tiles,) = lines.take(f"{field} (.+)", f"the {field} of {COLOURS[seat]}")
        player[field] = counts_of(line, tiles, KIND_NAMES)
    line, (edges,) = lines.take("jobs (.+)", f"the jobs of {COLOURS[seat]}")
    for edge in [] if edges == NONE else edges.split():
        read_job(line, player, edge)


def read_job(line: Line, player: Any, edge: str) -> None:
    mark, _, workers = edge.partition("/")
    if mark not in MARKS[1:] or workers not in map(str, range(1, MOST_WORKERS + 1)):
        raise line.refusal(f"{edge!r} is no edge that can act.")
    player.jobs[MARKS.index(mark), int(workers) - 1] += 1


def numbered(ground: Drawn, covered: list[Laid], line: Line) -> Drawn:
    """Every worker tile must have its number, from 1 on."""
    numbers = sorted(laid.number for laid in [*ground.tiles, *covered])
    if numbers != [*range(1, len(numbers) + 1)] or len(numbers) > MOST_LAID:
        raise line.refusal("the worker tiles are numbered from 1 in the order they were laid.")
    return ground


def check_counts(state: Any, line: Line) -> None:
    """1.1, 1.2  All tiles are there, none twice."""
    given = state.copy()
    count_the_rest(given)
    if given.tobytes() != state.tobytes():
        raise line.refusal("there are other tiles on this table than in the box.")


def check_phase(state: Any, line: Line) -> None:
    """3  What is going on agrees with what else is on the table, and whoever is asked can move."""
    fits = fits_no_turn if state.square == NO_SQUARE else fits_a_turn
    hands = [tiles_in(state.players[seat].hand) for seat in range(state.seats)]
    if max(hands) > HAND or not fits(state, hands) or not is_asked_something(state):
        raise line.refusal(f"{line.text!r} cannot be with what else is on this table.")


def fits_no_turn(state: Any, hands: list[int]) -> bool:
    """2.5  Hands are dealt; 2.9  the display is filled; 3.1.1  a square is taken; 5.1.1  end."""
    if state.phase == DEAL:
        return state.laid == 0 and not tiles_in(state.display) and hands[state.active] < HAND
    if state.phase == REVEAL:
        return state.laid == 0 and hands == [HAND] * len(hands)
    return bool(state.phase == (PLACE if any(hands) else OVER))


def fits_a_turn(state: Any, hands: list[int]) -> bool:
    """3.1.1  A square is taken; 3.2  or a tile lies on it and is beside empty spaces; 3.3, 3.5."""
    is_laid = state.laid and state.squares[state.laid - 1] == state.square
    has_jobs = any(state.players[seat].jobs.any() for seat in range(state.seats))
    if state.phase == TURN:
        return not state.filled and not state.spaces and may_be_taken(state)
    if not is_laid or has_jobs != (state.phase == WORK):
        return False
    if state.phase == DRAW:
        return not state.spaces and hands[state.active] < HAND
    return bool(state.spaces) if state.phase == FILL else state.phase in (WORK, REVEAL)


def may_be_taken(state: Any) -> bool:
    """3.1.1, 4.1  The square of this turn was one that its seat could take."""
    before = state.copy()
    before.phase, before.square = PLACE, NO_SQUARE
    return moves.PLACE + int(state.square) in legal_moves(before, int(state.active))


def is_asked_something(state: Any) -> bool:
    """Somebody, or chance, has a move; or the game is over."""
    return state.phase == OVER or all(legal_moves(state, seat) for seat in seats_to_move(state))
