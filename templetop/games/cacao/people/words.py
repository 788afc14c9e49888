"""Moves and events in words: how they are told and typed, what they touch, and why not.

Nothing here says more than the move itself, so whoever may know the move may know its target. A
worker tile that is drawn is told to nobody but the seat that draws it (2.5).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from templetop.engine.kinds import Kind, Kinds
from templetop.engine.refusal import IllegalMove
from templetop.engine.speech import mark
from templetop.engine.words import listed
from templetop.games.cacao.people.asking import (
    FORMATS,
    each,
    how_many,
    label_of_edge,
    label_of_number,
    worded,
)
from templetop.games.cacao.people.view import Spot, spot_of_space, spot_of_square
from templetop.games.cacao.rules.deeds import is_market
from templetop.games.cacao.rules.ground import (
    COLUMN_NAMES,
    ROW_NAMES,
    SPOTS,
    first_side,
    includes,
    is_space,
    place_name,
    space_beside,
    space_name,
    square_name,
)
from templetop.games.cacao.rules.moves import (
    ACT,
    CHOOSE,
    DRAW,
    EDGES,
    FILL,
    NUMBERS,
    PLACE,
    REVEAL,
    TURN,
    chosen_kind,
    chosen_workers,
)
from templetop.games.cacao.rules.pieces import (
    CACAO,
    DEEDS,
    FACE_EDGES,
    FACES,
    FIRST_KIND,
    JUNGLE_KINDS,
    KIND_OF,
    KINDS,
    MARKS,
    NAMES,
    NO_TILE,
    SIDES,
    STEPS,
    WORKER_KINDS,
    WORKERS,
    face_name,
    kind_name,
)
from templetop.games.cacao.rules.scoring import part_of, workers_at
from templetop.games.cacao.rules.state import (
    CHOOSING,
    DEALING,
    DRAWING,
    FILLING,
    PLACING,
    REVEALING,
    TURNING,
    WORKING,
)
from templetop.games.cacao.rules.turn import (
    first_kind_to_fill,
    has_too_few_tiles,
    may_be_covered,
    tiles_in,
    worker_tiles_beside,
)
from templetop.games.cacao.rules.work import face_of, owner_of, tile_on
from templetop.games.cacao.words import SPEECH, t, tn

# ── What a move touches ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Square:
    """The square where the worker tile of this turn will lie."""

    kind: Literal["square"]
    words: Literal["free", "over"]
    seat: int
    spot: Spot
    is_over: bool  # built over a tile, for a sun
    filling: list[Spot]  # the spaces that are filled then


@dataclass(frozen=True)
class Edge:
    """So many workers beside a jungle tile, or beside a space that is filled then."""

    spot: Spot
    tile: str | None  # None: nobody knows yet
    workers: int


@dataclass(frozen=True)
class Turn:
    """A worker tile of the hand, turned so, on the square of this turn."""

    kind: Literal["turn"]
    words: Literal["to work", "to wait"]
    seat: int
    spot: Spot
    tile: str  # 2-1-0-1: its edges, however it lies
    workers: list[int]  # in the north, east, south and west, as it lies
    edges: list[Edge]  # those that find work
    finds: str  # the same in a sentence


@dataclass(frozen=True)
class Filling:
    """A jungle tile on a space."""

    spot: Spot
    tile: str
    workers: list[int]  # of each seat, that get their chance there


@dataclass(frozen=True)
class Fill:
    """A jungle tile of the display, and the other one where that follows."""

    kind: Literal["fill"]
    words: Literal["one", "both"]
    seat: int
    fillings: list[Filling]


@dataclass(frozen=True)
class Choose:
    """An edge of workers that acts before the others, and the tiles it may be at."""

    kind: Literal["choose"]
    words: Literal["one", "many"]
    seat: int
    tile: str
    workers: int
    sites: list[Spot]
    label: str  # of the button


@dataclass(frozen=True)
class Act:
    """So many workers act, or fruits are sold, at jungle tiles of one kind."""

    kind: Literal["act"]
    words: str
    seat: int
    tile: str
    number: int
    each: int  # fruits, gold, steps or suns for each
    is_sale: bool
    sites: list[Spot]
    label: str  # of the button


@dataclass(frozen=True)
class Draw:
    """A worker tile from the deck, into the hand."""

    kind: Literal["draw"]
    words: Literal["dealing", "drawing"]
    seat: int
    tile: str


@dataclass(frozen=True)
class Reveal:
    """A jungle tile turned up from the pile."""

    kind: Literal["reveal"]
    words: Literal["display", "space"]
    tile: str
    spot: Spot | None  # where it is put, unseen; None: into the display


Target = Square | Turn | Fill | Choose | Act | Draw | Reveal


def chosen_square(state: Any, seat: int, square: int) -> Square:
    is_over = bool(includes(state.occupied, square))
    spaces = [space_beside(square, side) for side in range(SIDES)]
    filled = [spot_of_space(space) for space in spaces if is_filled_then(state, space)]
    words: Literal["free", "over"] = "over" if is_over else "free"
    return Square("square", words, seat, spot_of_square(square), is_over, filled)


def is_filled_then(state: Any, space: int) -> bool:
    """3.2.1, 3.2.2  Is this space filled once a worker tile lies here? Others lie beside it."""
    is_empty = state.jungle[space] == NO_TILE
    return bool(is_empty and tiles_in(state.display) and worker_tiles_beside(state, space))


def turn(state: Any, seat: int, face: int) -> Turn:
    found = edges(state, face)
    words: Literal["to work", "to wait"] = "to work" if known(found) else "to wait"
    spot, tile = spot_of_square(state.square), kind_name(KIND_OF[face])
    return Turn("turn", words, seat, spot, tile, [*FACE_EDGES[face]], found, finds(found))


def edges(state: Any, face: int) -> list[Edge]:
    """3.3.1  The workers of this tile that are beside a jungle tile, or will be."""
    spaces = [space_beside(state.square, side) for side in range(SIDES)]
    return [
        Edge(spot_of_space(space), NAMES[kind] if kind != NO_TILE else None, workers)
        for space, workers in zip(spaces, FACE_EDGES[face], strict=True)
        if workers and ((kind := state.jungle[space]) != NO_TILE or is_filled_then(state, space))
    ]


def known(found: Sequence[Edge]) -> list[Edge]:
    return [edge for edge in found if edge.tile is not None]


def finds(found: Sequence[Edge]) -> str:
    """What the workers of a tile that lies so will find."""
    parts = [worded(FINDS, "known", **vars(edge)) for edge in known(found)]
    unknown = sum(edge.workers for edge in found if edge.tile is None)
    parts += [worded(FINDS, "unknown", workers=unknown)] if unknown else []
    return worded(FINDS, "work", parts=listed(parts)) if parts else t(FINDS["nothing"])


def fill(state: Any, seat: int, number: int) -> Fill:
    found = fillings(state, *side_and_kind(number))
    return Fill("fill", "both" if len(found) > 1 else "one", seat, found)


def side_and_kind(number: int) -> tuple[int, int]:
    side, kind = divmod(number, JUNGLE_KINDS)
    return side, kind + FIRST_KIND


def fillings(state: Any, side: int, kind: int) -> list[Filling]:
    """3.2.5  The tile on its space; and where the other tile goes then, if it has to go there."""
    spaces = [other for other in range(SIDES) if int(state.spaces) >> other & 1]
    rest = [other for other in range(1, KINDS) if state.display[other] > int(other == kind)]
    filled = [(side, kind)]
    if len(spaces) == 2 and side == spaces[0] and rest:
        filled.append((spaces[1], rest[0]))
    return [filling(state, space_beside(state.square, side), kind) for side, kind in filled]


def filling(state: Any, space: int, kind: int) -> Filling:
    """3.3.1, 3.3.2  All workers beside it get their chance, those of the new tile too."""
    workers = workers_at(state, space)
    counts = [int(part_of(workers, seat)) for seat in range(state.seats)]
    return Filling(spot_of_space(space), NAMES[kind], counts)


def choose(state: Any, seat: int, number: int) -> Choose:
    kind, workers = chosen_kind(CHOOSE + number), chosen_workers(CHOOSE + number)
    words: Literal["one", "many"] = "many" if workers > 1 else "one"
    label, here = label_of_edge(kind, workers), sites(state, seat, kind)
    return Choose("choose", words, seat, NAMES[kind], workers, here, label)


def act(state: Any, seat: int, number: int) -> Act:
    kind = int(state.job)
    is_sale, here, label = is_market(kind), sites(state, seat, kind), label_of_number(state, number)
    words = f"{DEEDS[kind]} {how_many(number)}" if number or is_sale else "decline"
    return Act(
        "act", words, seat, NAMES[kind], number, each(state, kind), bool(is_sale), here, label
    )


def sites(state: Any, seat: int, kind: int) -> list[Spot]:
    """3.3.1, 3.3.2  The tiles of a kind where the seat's workers were called in this turn."""
    spaces = [(space_beside(state.square, side), side) for side in range(SIDES)]
    return [
        spot_of_space(space)
        for space, side in spaces
        if state.jungle[space] == kind and has_called_workers(state, seat, space, side)
    ]


def has_called_workers(state: Any, seat: int, space: int, side: int) -> bool:
    """3.3.2  Beside a tile filled in, all workers; 3.3.1  else those of the new tile alone."""
    if int(state.filled) >> side & 1:
        return bool(part_of(workers_at(state, space), seat) > 0)
    new = tile_on(state, state.square)
    return bool(owner_of(new) == seat and WORKERS[face_of(new), side] > 0)


def draw(state: Any, seat: int, kind: int) -> Draw:
    words: Literal["dealing", "drawing"] = "dealing" if state.phase == DEALING else "drawing"
    return Draw("draw", words, int(state.active), kind_name(kind))


def reveal(state: Any, seat: int, number: int) -> Reveal:
    tile = NAMES[number + FIRST_KIND]
    if not (state.blind and state.spaces):
        return Reveal("reveal", "display", tile, None)
    space = space_beside(state.square, first_side(int(state.spaces)))
    return Reveal("reveal", "space", tile, spot_of_space(space))


# ── As they are typed ────────────────────────────────────────────────────────────────────────────

SYNONYMS = {
    "none": "0", "nothing": "0",
    "choose": "", "take": "", "build": "", "over": "", "lay": "", "put": "", "on": "", "sell": "",
}  # fmt: skip


def fill_code(state: Any, seat: int, number: int) -> str:
    side, kind = side_and_kind(number)
    return f"{MARKS[kind].lower()} {space_name(space_beside(state.square, side))}"


def choose_code(state: Any, seat: int, number: int) -> str:
    mark = MARKS[chosen_kind(CHOOSE + number)].lower()
    return f"{mark}x{chosen_workers(CHOOSE + number)}"


# ── Why not ──────────────────────────────────────────────────────────────────────────────────────


def why_not_square(state: Any, seat: int, square: int) -> IllegalMove:
    """3.1.1, 4  No tile can be laid on this square."""
    name = square_name(square)
    if not includes(state.occupied, square):
        return IllegalMove(t("There is no jungle tile beside {name}.", name=name), rule="3.1.1")
    if tiles_in(state.display) + tiles_in(state.pile):
        return IllegalMove(
            t(
                "A worker tile lies on {name}; build over it when no jungle tile is left.",
                name=name,
            ),
            rule="4.1",
        )
    if owner_of(tile_on(state, square)) != seat:
        return IllegalMove(
            t("The worker tile on {name} belongs to another seat.", name=name), rule="4.2"
        )
    if not may_be_covered(state, tile_on(state, square)):
        return IllegalMove(
            t("A tile on {name} has already been built over.", name=name), rule="4.4"
        )
    return IllegalMove(t("Building over a tile costs a sun, and you have none."), rule="4.6")


def why_not_turn(state: Any, seat: int, face: int) -> IllegalMove:
    return IllegalMove(
        t("You have no {kind} in your hand.", kind=kind_name(KIND_OF[face])), rule="3.1.2"
    )


def why_not_fill(state: Any, seat: int, number: int) -> IllegalMove:
    """3.2  Not this tile, or not there."""
    side, kind = side_and_kind(number)
    space = space_name(space_beside(state.square, side))
    if not int(state.spaces) >> side & 1:
        return IllegalMove(
            t("The space {space} is not being filled now.", space=space), rule="3.2.1"
        )
    if not state.display[kind]:
        return IllegalMove(t("There is no {tile} in the display.", tile=NAMES[kind]), rule="3.2.3")
    first = first_kind_to_fill(state)
    if has_too_few_tiles(state) and kind != first:
        return IllegalMove(
            t("The {tile} has to be put on a space first.", tile=NAMES[first]), rule="3.2.5"
        )
    return IllegalMove(t("Another space comes before {space}.", space=space), rule="3.2.5")


def why_not_choose(state: Any, seat: int, number: int) -> IllegalMove:
    workers, tile = chosen_workers(CHOOSE + number), NAMES[chosen_kind(CHOOSE + number)]
    return IllegalMove(
        t("No edge with {workers} at a {tile} can act first.", workers=workers, tile=tile),
        rule="3.3.4",
    )


def why_not_act(state: Any, seat: int, number: int) -> IllegalMove:
    """3.3.8, 3.4  Fewer can act."""
    kind, workers = int(state.job), int(state.workers)
    if number > workers:
        return IllegalMove(
            t("Only {workers} can act at the {tile}.", workers=workers, tile=NAMES[kind]),
            rule="3.3.3",
        )
    if is_market(kind):
        fruits = state.players[seat].cacao
        return IllegalMove(
            tn("You have only {count} fruit to sell.", "You have only {count} fruits to sell.",
               int(fruits)),
            rule="3.4.5",
        )  # fmt: skip
    rule = "3.4.3" if CACAO[kind] else "3.4.7" if STEPS[kind] else "3.4.8"
    return IllegalMove(
        t("You have no room for what {number} would bring.", number=number), rule=rule
    )


def why_not_draw(state: Any, seat: int, kind: int) -> IllegalMove:
    return IllegalMove(
        t("There is no {kind} left in the deck.", kind=kind_name(kind)), rule="3.5.1"
    )


def why_not_reveal(state: Any, seat: int, number: int) -> IllegalMove:
    tile = NAMES[number + FIRST_KIND]
    return IllegalMove(t("There is no {tile} left in the pile.", tile=tile), rule="3.5.2")


NAMED_PLACE = re.compile(r"([a-z]{1,2})([0-9]{1,9})")
NAMED_FACE = re.compile(r"[0-9]{4}")


def why_no_move(state: Any, seat: int, typed: str) -> IllegalMove | None:
    """The rule by which there is no such square, or no worker tile that lies like this."""
    named = NAMED_PLACE.fullmatch(typed)
    if named and state.phase == PLACING:
        return why_no_square(named[1], named[2])
    is_face = NAMED_FACE.fullmatch(typed) and state.phase == TURNING
    if is_face and typed not in map(face_name, range(FACES)):
        workers = " ".join(typed)
        return IllegalMove(
            t("No worker tile can show {workers}, clockwise.", workers=workers), rule="1.2"
        )
    return None


def why_no_square(column: str, row: str) -> IllegalMove | None:
    """3.1.5, 3.1.6  A jungle tile belongs there, or nothing can get there."""
    name = f"{column}{row}"
    if column not in COLUMN_NAMES or row not in ROW_NAMES:
        ends = t("{first} to {last}", first=f"{COLUMN_NAMES[0]}{ROW_NAMES[0]}",
                 last=f"{COLUMN_NAMES[-1]}{ROW_NAMES[-1]}")  # fmt: skip
        return IllegalMove(
            t("No game gets as far as {name}: places go from {ends}.", name=name, ends=ends),
            rule="3.1.6",
        )
    if is_space(COLUMN_NAMES.index(column), ROW_NAMES.index(row)):
        return IllegalMove(t("{name} is a space for jungle tiles.", name=name), rule="3.1.5")
    return None


# ── The tables ───────────────────────────────────────────────────────────────────────────────────

SQUARES = {
    "free": "{who} chooses the free square {spot:place}",
    "over": "{who} chooses to build over {spot:place}, for a sun",
}
TURNS = {
    "to work": "{who} lays a worker tile {workers:face} on {spot:place}: {edges:edges}",
    "to wait": "{who} lays a worker tile {workers:face} on {spot:place}",
}
FINDS = mark({
    "work": "Work for {parts}.",
    "nothing": "No work for anybody.",
    "known": "{workers} at the {tile}",
    "unknown": "{workers} where the jungle is filled",
    "edge": "{workers:workers} at a {tile}",
})  # fmt: skip
FILLS = {
    "one": "{who} puts the {fillings[0].tile} on {fillings[0].spot:place}",
    "both": (
        "{who} puts the {fillings[0].tile} on {fillings[0].spot:place} "
        "and the {fillings[1].tile} on {fillings[1].spot:place}"
    ),
}
CHOICES = {
    "one": "{who} lets {workers} worker at a {tile} act first",
    "many": "{who} lets {workers} workers at a {tile} act first",
}
ACTS = {
    "sell none": "{who} sells nothing at {each} gold",
    "sell one": "{who} sells {number} for {each} gold",
    "sell many": "{who} sells {number} for {each} gold each",
    "decline": "{who} declines the {tile}",
    "pick one": "{who} lets {number} worker pick {each} cacao",
    "pick many": "{who} lets {number} workers pick {each} cacao each",
    "dig one": "{who} lets {number} worker dig {each} gold",
    "dig many": "{who} lets {number} workers dig {each} gold each",
    "fetch one": "{who} lets {number} worker fetch water",
    "fetch many": "{who} lets {number} workers fetch water",
    "pray one": "{who} lets {number} worker pray",
    "pray many": "{who} lets {number} workers pray",
}
DRAWS = dict.fromkeys(["dealing", "drawing"], "{who} gives {seat:seat} a worker tile {tile}")
REVEALS = {
    "display": "{who} turns up a {tile}",
    "space": "{who} turns up a {tile} and puts it on {spot:place}",
}
ALL_FORMATS = FORMATS | {
    "place": lambda spot: place_name(spot.column, spot.row),
    "face": lambda workers: "-".join(map(str, workers)),
    "edges": lambda found: ", ".join(worded(FINDS, "edge", **vars(edge)) for edge in known(found)),
}

MOVES = Kinds(
    Kind("turn", TURN, FACES, (TURNING,), TURNS,
         lambda state, seat, face: face_name(face), turn, why_not_turn),
    Kind("fill", FILL, SIDES * JUNGLE_KINDS, (FILLING,), FILLS, fill_code, fill, why_not_fill),
    Kind("choose", CHOOSE, EDGES, (CHOOSING,), CHOICES, choose_code, choose, why_not_choose),
    Kind("act", ACT, NUMBERS, (WORKING,), ACTS,
         lambda state, seat, number: str(number), act, why_not_act),
    Kind("square", PLACE, SPOTS, (PLACING,), SQUARES,
         lambda state, seat, square: square_name(square), chosen_square, why_not_square),
    formats=ALL_FORMATS,
    words=SPEECH,
)  # fmt: skip

EVENTS = Kinds(
    Kind("draw", DRAW, WORKER_KINDS, (DEALING, DRAWING), DRAWS, target=draw, why_not=why_not_draw,
         seen_by=lambda target: [target.seat], hidden="{who} gives {seat:seat} a worker tile",
         together={"dealing": "{who} deals the first hands"}),
    Kind("reveal", REVEAL, JUNGLE_KINDS, (REVEALING,), REVEALS, target=reveal,
         why_not=why_not_reveal, together={"display": "{who} refills the display"}),
    formats=ALL_FORMATS,
    words=SPEECH,
)  # fmt: skip
