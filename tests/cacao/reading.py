"""Grounds and tables read from text as `notation` writes them; damaged ones are refused."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from templetop.engine.match import legal_moves, seats_to_move
from templetop.games import shelf
from templetop.games.cacao.people.notation import EMPTY, KIND_NAMES, LETTERS, NONE, write
from templetop.games.cacao.rules.ground import (
    COLUMN_NAMES,
    NO_SQUARE,
    ROW_NAMES,
    SPOTS,
    add,
    is_space,
    number_at,
    space_beside,
    space_name,
    square_name,
)
from templetop.games.cacao.rules.moves import PLACE
from templetop.games.cacao.rules.pieces import (
    BUILT_OVER,
    COLOURS,
    FACES,
    HAND,
    KINDS,
    MARKS,
    MOST_LAID,
    MOST_WORKERS,
    NO_TILE,
    OWNER,
    SIDES,
    STORAGE,
    SUN_PLACES,
    WATER_TRACK,
    WORKER_KINDS,
    face_name,
)
from templetop.games.cacao.rules.start import OPTIONS, new, put_jungle
from templetop.games.cacao.rules.state import (
    CHOOSING,
    DEALING,
    DRAWING,
    FILLING,
    OVER,
    PHASES,
    PLACING,
    REVEALING,
    TURNING,
    WORKING,
)
from templetop.games.cacao.rules.turn import tiles_in
from tests.reading import Line, Lines, written_lines

from .census import jungle_tiles, worker_tiles

CARD = shelf.take("cacao")

FACE_NAMES = [face_name(face) for face in range(FACES)]
PHASE_NAMES = [phase.name for phase in PHASES]
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


# ── The ground ───────────────────────────────────────────────────────────────────────────────────


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
    """What does not lie open is in the pile and in the decks, as many as the box has."""
    box = CARD.start(int(state.seats))
    state.pile[:] = 0
    for kind in range(1, KINDS):
        state.pile[kind] = jungle_tiles(box, kind) - jungle_tiles(state, kind)
    for seat in range(state.seats):
        player = state.players[seat]
        player.deck[:] = 0
        for kind in range(WORKER_KINDS):
            player.deck[kind] = worker_tiles(box, 0, kind) - worker_tiles(state, seat, kind)


# ── The table ────────────────────────────────────────────────────────────────────────────────────

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
    state = CARD.state()[0]
    new(state, int(seats), lines.settings(OPTIONS))
    return state


def read_turn(lines: Lines, state: Any) -> Line:
    """Whose turn it is, and how far it has come; and where its phase is written."""
    colours = "|".join(COLOURS[: state.seats])
    first, (phase,) = lines.take(f"phase ({'|'.join(PHASE_NAMES)})", "the phase")
    _, (colour,) = lines.take(f"active ({colours})", "the active seat")
    state.phase, state.active = PHASE_NAMES.index(phase), COLOURS.index(colour)
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
    if state.phase == DEALING:
        return state.laid == 0 and not tiles_in(state.display) and hands[state.active] < HAND
    if state.phase == REVEALING:
        return state.laid == 0 and hands == [HAND] * len(hands)
    return bool(state.phase == (PLACING if any(hands) else OVER))


def fits_a_turn(state: Any, hands: list[int]) -> bool:
    """3.1.1  A square is taken; 3.2  or a tile lies on it and is beside empty spaces; 3.3, 3.5."""
    is_laid = state.laid and state.squares[state.laid - 1] == state.square
    has_jobs = any(state.players[seat].jobs.any() for seat in range(state.seats))
    if state.phase == TURNING:
        return not state.filled and not state.spaces and may_be_taken(state)
    if not is_laid or has_jobs != (state.phase in (CHOOSING, WORKING)):
        return False
    if state.phase == DRAWING:
        return not state.spaces and hands[state.active] < HAND
    if state.phase in (CHOOSING, WORKING):
        return bool((state.job == NO_TILE) == (state.phase == CHOOSING))
    return bool(state.spaces) if state.phase == FILLING else state.phase == REVEALING


def may_be_taken(state: Any) -> bool:
    """3.1.1, 4.1  The square of this turn was one that its seat could take."""
    before = state.copy()
    before.phase, before.square = PLACING, NO_SQUARE
    return PLACE + int(state.square) in legal_moves(before, int(state.active))


def is_asked_something(state: Any) -> bool:
    """Somebody, or chance, has a move; or the game is over."""
    return state.phase == OVER or all(legal_moves(state, seat) for seat in seats_to_move(state))
