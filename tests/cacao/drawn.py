"""Grounds drawn as pictures, turns told in words, and what can be seen after them.

Moves are told as they are typed: q25 chooses a square, 2101 lays a tile, m3 fills the next space
with a market of 3 and m3 r25 that one, 2 lets two workers act, p1x2 lets two at a plantation act
first. What chance does is told as draw 2-1-0-1 and turn te.
"""

from collections.abc import Mapping
from typing import Any

from templetop.engine import ask
from templetop.engine.ending import places_of, points_of
from templetop.engine.match import check, code_of, legal_moves, make, seats_to_move
from templetop.engine.seats import CHANCE, NOBODY
from templetop.games import shelf
from templetop.games.cacao.people.notation import write_ground
from templetop.games.cacao.rules.moves import DRAW, REVEAL
from templetop.games.cacao.rules.state import PLACING

from .reading import count_the_rest, lay_out, read_ground

CARD = shelf.take("cacao")

SEATS = ["red", "purple", "white", "yellow"]
KINDS = ["1-1-1-1", "2-1-0-1", "3-0-0-1", "3-1-0-0"]
MARKS = [".", "P1", "P2", "M2", "M3", "M4", "G1", "G2", "WA", "SU", "TE"]
WATER = [-10, -4, -1, 0, 2, 4, 7, 11, 16]
EVENTS = [*(f"draw {kind}" for kind in KINDS), *(f"turn {mark.lower()}" for mark in MARKS[1:])]
assert (0, len(KINDS)) == (DRAW, REVEAL)

START = """
        p     q
    25  P1    .
    26  .     M2
"""

ONE_SPACE = """
        p     q      r
    24  .     .      .
    25  P1    r1111  .
    26  .     M2     .
"""  # r26 makes r25 to be filled

TWO_SPACES = """
        p     q      r
    25  P1    r1111  .
    26  .     M2     .
    27  .     p1111  .
"""  # r26 makes r25 and r27 to be filled

THREE_SPACES = """
        p      q      r      s
    25  .      r1111  .      .
    26  .      .      .      .
    27  M2     .      .      p1111
    28  .      .      .      .
    29  .      p1111  .      .
"""  # q27 makes q26, r27 and q28 to be filled

USUAL_HAND = "1-1-1-1 2-1-0-1 3-0-0-1"
UNASKED = {"declining": "sales"}  # 3.3.10: so that a test tells only the moves it is about

Board = Mapping[str, int]


# ── Drawing a table ──────────────────────────────────────────────────────────────────────────────


def table(
    ground: str = START,
    seats: int = 2,
    display: str = "TE TE",
    pile: str | None = None,
    hand: str = USUAL_HAND,
    active: str = "red",
    options: Mapping[str, str] = {},
    **boards: Board,
) -> Any:
    """A table where the active seat is to take a square, with these tiles in everyone's hand.

    `red={"cacao": 3, "water": -4}` says what a seat has; the rest is nothing. A `pile` that is not
    given holds all tiles that are nowhere else. Gains are taken unasked, if `options` do not say
    otherwise.
    """
    state = CARD.start(seats, {**UNASKED, **options})
    lay_out(read_ground(ground), state)
    state.display[:] = counts(display, MARKS)
    for seat in range(seats):
        give(state.players[seat], hand, boards.get(SEATS[seat], {}))
    count_the_rest(state)
    if pile is not None:
        state.pile[:] = counts(pile, MARKS)
    state.phase, state.active = PLACING, SEATS.index(active)
    return state


def give(player: Any, hand: str, board: Board) -> None:
    player.hand[:] = counts(hand, KINDS)
    for thing in ("gold", "cacao", "suns"):
        player[thing] = board.get(thing, 0)
    player.water = WATER.index(board.get("water", -10))


def counts(words: str, names: list[str]) -> list[int]:
    return [words.split().count(name) for name in names]


# ── Moves in words ───────────────────────────────────────────────────────────────────────────────


def number_of(state: Any, seat: int, words: str) -> int:
    """The number of a move, legal or not; or of the only legal one that begins so."""
    if seat == CHANCE:
        return EVENTS.index(words)
    codes = [code_of(state, seat, move) for move in range(CARD.moves.count)]
    if words in codes:
        return codes.index(words)
    (move,) = (n for n in legal_moves(state, seat) if codes[n].startswith(f"{words} "))
    return move


def play(state: Any, *moves: str) -> None:
    """Moves of whoever is asked, which must be legal; chance's too."""
    for words in moves:
        (seat,) = seats_to_move(state)
        move = number_of(state, seat, words)
        check(state, seat, move)
        make(state, [(seat, move)])


def choices(state: Any) -> set[str]:
    """All that whoever is asked, or chance, may do."""
    (seat,) = seats_to_move(state)
    return {told(state, seat, move) for move in legal_moves(state, seat)}


def told(state: Any, seat: int, move: int) -> str:
    """A move as it is typed, or an event in the words of these tests."""
    return EVENTS[move] if seat == CHANCE else code_of(state, seat, move)


def asked(state: Any) -> str:
    """Who is asked: a colour, chance or nobody."""
    seats = seats_to_move(state)
    return "nobody" if not seats else "chance" if seats == [CHANCE] else SEATS[seats[0]]


def draw_on(state: Any) -> None:
    """Chance draws the first that it can until a seat is asked."""
    while ask.to_move(state) == CHANCE:
        ask.happen(state, legal_moves(state, CHANCE)[0])


def is_over(state: Any) -> bool:
    return bool(ask.to_move(state) == NOBODY)


# ── What can be seen ─────────────────────────────────────────────────────────────────────────────


def board(state: Any, colour: str) -> dict[str, int]:
    """What a seat has, without the kinds it has none of, and its field of the water track."""
    player = state.players[SEATS.index(colour)]
    things = {thing: int(player[thing]) for thing in ("gold", "cacao", "suns")}
    water = {"water": WATER[player.water]} if player.water else {}
    return {thing: amount for thing, amount in things.items() if amount} | water


def ground(state: Any) -> list[str]:
    """The rows of the ground, to be compared with a drawing."""
    return [" ".join(line.split()) for line in write_ground(state).splitlines()]


def drawing(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def points(state: Any) -> list[int]:
    return [int(amount) for amount in points_of(state)]


def places(state: Any) -> list[int]:
    return [int(place) for place in places_of(state)]
