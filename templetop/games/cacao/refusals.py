"""Why a move may not be made: the sentence of the rulebook that forbids it."""

import re
from typing import Any

from templetop.engine.game import CHANCE, IllegalMove
from templetop.games.cacao import moves
from templetop.games.cacao.deeds import has_price
from templetop.games.cacao.ground import (
    COLUMN_NAMES,
    ROW_NAMES,
    includes,
    is_space,
    space_beside,
    space_name,
    square_name,
)
from templetop.games.cacao.moves import first_kind, first_workers, kind_of, side_of
from templetop.games.cacao.pieces import (
    BUILT_OVER,
    CACAO,
    FACES,
    GOLD,
    KIND_OF,
    MARKS,
    NAMES,
    NO_TILE,
    STEPS,
    SUNS,
    face_name,
    kind_name,
)
from templetop.games.cacao.rules import (
    first_kind_to_fill,
    may_build_over,
    spaces_to_fill,
    tiles_in,
)
from templetop.games.cacao.state import DEAL, DRAW, FILL, PLACE, REVEAL, TURN, WORK
from templetop.games.cacao.work import owner_of, tile_on

# What is to be done in each phase, and the rule that says so.
NOW = {
    DEAL: ("a worker tile is dealt", "2.5"),
    PLACE: ("a square for a worker tile is taken", "3.1.1"),
    TURN: ("a worker tile is laid", "3.1.2"),
    FILL: ("a space is filled", "3.2.2"),
    DRAW: ("a worker tile is drawn", "3.5.1"),
    REVEAL: ("a jungle tile is turned up", "3.5.2"),
}
WAIT = {  # the phase: the rule by which a seat waits for others
    DEAL: "2.5",
    PLACE: "3.5.3",
    TURN: "3.5.3",
    FILL: "3.2.3",
    WORK: "3.3.6",
    DRAW: "3.5.1",
    REVEAL: "3.5.2",
}


def why_not(state: Any, seat: int, move: int) -> IllegalMove:
    """The reason why a seat, or chance, may not make this move now."""
    if not moves.is_move(move):
        return IllegalMove(f"There is no move {move}.")
    if seat == CHANCE:
        return why_not_drawn(state, move)
    if state.phase == PLACE and move >= moves.PLACE:
        return why_not_there(state, seat, move - moves.PLACE)
    if state.phase == TURN and moves.FACE <= move < moves.FILL:
        name = kind_name(KIND_OF[move - moves.FACE])
        return IllegalMove(f"There is no {name} in hand.", rule="3.1.2")
    if state.phase == FILL and moves.FILL <= move < moves.NEXT:
        return why_not_filled(state, side_of(move), kind_of(move))
    if state.phase in NOW:
        return not_now(state)
    return why_not_worked(state, seat, move)


def not_now(state: Any) -> IllegalMove:
    deed, rule = NOW[int(state.phase)]
    return IllegalMove(f"Now {deed}.", rule=rule)


def why_not_drawn(state: Any, move: int) -> IllegalMove:
    """2.5, 3.5  Chance can only draw what is there."""
    if state.phase == REVEAL and moves.REVEAL < move < moves.FACE:
        name = MARKS[move - moves.REVEAL]
        return IllegalMove(f"There is no {name} in the pile any more.", rule="3.5.2")
    if state.phase != REVEAL and move < moves.REVEAL:
        name = kind_name(move)
        return IllegalMove(f"There is no {name} in the deck any more.", rule="3.5.1")
    return not_now(state)


def why_not_there(state: Any, seat: int, square: int) -> IllegalMove:
    """3.1.1, 4  No tile can be laid on this square."""
    name = square_name(square)
    if not includes(state.occupied, square):
        return IllegalMove(f"No jungle tile lies beside {name}.", rule="3.1.1")
    tile = tile_on(state, square)
    if tiles_in(state.display) + tiles_in(state.pile):
        return IllegalMove(
            f"A worker tile lies on {name}, and there are jungle tiles left.", rule="4.1"
        )
    if owner_of(tile) != seat:
        return IllegalMove(f"The worker tile on {name} belongs to another seat.", rule="4.2")
    if tile >= BUILT_OVER:
        return IllegalMove(f"On {name} a tile was built over before.", rule="4.4")
    assert not may_build_over(state, state.players[seat])
    return IllegalMove("To build over a tile costs a sun, and there is none.", rule="4.6")


def why_not_filled(state: Any, side: int, kind: int) -> IllegalMove:
    """3.2  Not this tile, or not there."""
    space = space_name(space_beside(state.square, side))
    if not int(state.spaces) >> side & 1:
        return IllegalMove(f"The space {space} is not to be filled now.", rule="3.2.1")
    if not state.display[kind]:
        return IllegalMove(f"There is no {NAMES[kind]} in the display.", rule="3.2.3")
    if spaces_to_fill(state) > tiles_in(state.display) and kind != first_kind_to_fill(state):
        first = NAMES[first_kind_to_fill(state)]
        return IllegalMove(f"The {first} is put on a space before.", rule="3.2.5")
    return IllegalMove(f"Another space is filled before {space}.", rule="3.2.5")


def why_not_worked(state: Any, seat: int, move: int) -> IllegalMove:
    """3.3  No such question, or no such answer."""
    job = int(state.job)
    if job != NO_TILE and moves.ACT <= move <= moves.LAST_ACT:
        return too_many(state, state.players[seat], move - moves.ACT)
    if job == NO_TILE and moves.NEXT <= move < moves.ACT:
        edge = f"{first_workers(move)} at a {NAMES[first_kind(move)]}"
        return IllegalMove(f"There is no edge of {edge} that could act first.", rule="3.3.4")
    if job == NO_TILE:
        return IllegalMove("Now it is asked which edge acts first.", rule="3.3.4")
    return IllegalMove(f"Now it is asked how many act at the {NAMES[job]}.", rule="3.3.5")


def too_many(state: Any, player: Any, number: int) -> IllegalMove:
    """3.3.8, 3.4  Fewer can act."""
    job, workers = int(state.job), int(state.workers)
    if number > workers:
        return IllegalMove(f"Only {workers} can act at the {NAMES[job]}.", rule="3.3.3")
    if has_price(job) and not CACAO[job] < 0 < GOLD[job]:
        return IllegalMove(f"{number} workers cannot give what they have to.", rule="3.4.5")
    if CACAO[job] < 0:
        return IllegalMove(f"There are only {player.cacao} fruits to sell.", rule="3.4.5")
    rule = "3.4.3" if CACAO[job] else "3.4.7" if STEPS[job] else "3.4.8" if SUNS[job] else "3.3.8"
    return IllegalMove(f"There is no room for what {number} would bring.", rule=rule)


# ── What is not even a move ──────────────────────────────────────────────────────────────────────

NAMED_PLACE = re.compile(r"([a-z]{1,2})([0-9]{1,9})")
NAMED_FACE = re.compile(r"[0-9]{4}")


def why_no_move(state: Any, seat: int, typed: str) -> IllegalMove | None:
    """The rule by which there is no such square, or no worker tile that lies like this."""
    if found := NAMED_PLACE.fullmatch(typed):
        return why_no_square(state, found[1], found[2])
    if NAMED_FACE.fullmatch(typed):
        return why_no_face(state, typed)
    return None


def why_no_square(state: Any, column: str, row: str) -> IllegalMove | None:
    """3.1.5, 3.1.6  A jungle tile belongs there, or nothing can get there."""
    if state.phase != PLACE:
        return None
    name = f"{column}{row}"
    if column not in COLUMN_NAMES or row not in ROW_NAMES:
        ends = f"{COLUMN_NAMES[0]}{ROW_NAMES[0]} to {COLUMN_NAMES[-1]}{ROW_NAMES[-1]}"
        return IllegalMove(f"No game gets as far as {name}: places are {ends}.", rule="3.1.6")
    if is_space(COLUMN_NAMES.index(column), ROW_NAMES.index(row)):
        return IllegalMove(f"{name} is a space, where jungle tiles belong.", rule="3.1.5")
    return None


def why_no_face(state: Any, typed: str) -> IllegalMove | None:
    """1.2, 1.4  No tile has such edges, however it is turned."""
    if state.phase != TURN or typed in map(face_name, range(FACES)):
        return None
    workers = " ".join(typed)
    return IllegalMove(f"No worker tile can be turned to {workers}, clockwise.", rule="1.2")


def why_wait(state: Any, seat: int) -> str:
    """2.5, 3.2.3, 3.3.6, 3.5  The rule by which it is not this seat's turn."""
    return WAIT.get(int(state.phase), "")
