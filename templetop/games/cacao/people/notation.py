"""The ground and whole tables as text.

The ground is drawn with one mark for each square and space, with the names of columns and rows:

    .        nothing lies there
    P1 P2    plantations; M2 M3 M4 markets, G1 G2 gold mines, WA water, SU sun site, TE temple
    r2101    a worker tile: its colour (red, purple, white, yellow) and its workers in the north,
             east, south and west
    7r2101   the same, laid as the seventh of all

A drawing shows upper tiles only; the tiles below them are listed apart. In drawings for tests the
worker tiles have no numbers: then they were laid in the order of reading.
"""

from collections.abc import Iterable
from typing import Any

from templetop.engine.notation import options_words
from templetop.games.cacao.people.view import beside
from templetop.games.cacao.rules.ground import (
    COLUMN_NAMES,
    NO_SQUARE,
    ROW_NAMES,
    SIZE,
    place_of_space,
    place_of_square,
    space_name,
    square_name,
)
from templetop.games.cacao.rules.pieces import (
    COLOURS,
    KINDS,
    MARKS,
    MOST_WORKERS,
    NO_TILE,
    PARTS,
    WORKER_KINDS,
    face_name,
    kind_name,
)
from templetop.games.cacao.rules.start import OPTIONS, is_played
from templetop.games.cacao.rules.state import CHOOSING, PHASES, WORKING
from templetop.games.cacao.rules.turn import seat_to_move
from templetop.games.cacao.rules.work import face_of, owner_of

LETTERS = "rpwy"  # of the seats
EMPTY = "."
NONE = "none"
MARK_WIDTH = 9

KIND_NAMES = [kind_name(kind) for kind in range(WORKER_KINDS)]


# ── The ground ───────────────────────────────────────────────────────────────────────────────────


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
    return LETTERS[owner_of(tile)] + face_name(face_of(tile))


def stretch(numbers: set[int]) -> list[int]:
    """3.1.6  The columns, or rows, from end to end: they begin after the widest gap."""
    taken = sorted(numbers)
    gaps = [(taken[n] - taken[n - 1]) % SIZE or SIZE for n in range(len(taken))]
    first = taken[gaps.index(max(gaps))]
    length = SIZE - max(gaps) + 1
    return [(first + n) % SIZE for n in range(length)]


# ── The table ────────────────────────────────────────────────────────────────────────────────────


def write(state: Any) -> str:
    """The whole table, with everyone's hand."""
    seats = range(state.seats)
    lines = [
        f"Cacao for {state.seats} seats",
        f"options  {options_words(OPTIONS, choices_of(state))}",
        f"phase    {PHASES[state.phase].name}",
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
    return [int(state.blind), 1 - int(state.declines), int(state.by_tile), *modules]


def spaces_words(state: Any, sides: int) -> str:
    return " ".join(space_name(space) for space in beside(state, sides)) or NONE


def question_words(state: Any) -> str:
    """Whose workers are asked about, and what."""
    colour = COLOURS[seat_to_move(state)]
    if state.phase == CHOOSING:
        return f"{colour} which edge"
    return f"{colour} {MARKS[state.job]} {state.workers}" if state.phase == WORKING else NONE


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
        f"{COLOURS[seat]}: {board}, water {state.water_track[player.water]}",
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
