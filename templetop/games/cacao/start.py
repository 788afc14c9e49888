"""Setting up: the options, the piles and decks, the first two jungle tiles."""

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Option
from templetop.games.cacao.ground import (
    NO_SQUARE,
    START_MARKET,
    START_PLANTATION,
    add,
    includes,
    square_beside,
)
from templetop.games.cacao.pieces import (
    FEWER_FOR_TWO,
    IN_THE_BOX,
    KINDS,
    MARKET_2,
    MOST_LAID,
    PLANTATION,
    SIDES,
    TILES_FOR,
    WORKER_KINDS,
)
from templetop.games.cacao.state import DEAL

# A module (huts, gem mines …) is one option more, and rows in the tables of `pieces`.
OPTIONS = (
    Option(
        "third_fill",
        "What a third space is filled with in one turn.",
        (
            Choice("chosen", "The display is made full again, and one chooses (3.2.6)."),
            Choice("blind", "The next tile of the pile, unseen (3.2.7)."),
        ),
    ),
    Option(
        "declining",
        "What a seat may let its workers decline.",
        (
            Choice("anything", "Anything they could do (3.3.9)."),
            Choice("sales", "Sales only; gains that cost nothing are taken unasked (3.3.10)."),
        ),
    ),
)
THIRD_FILL, DECLINING = range(len(OPTIONS))


@rule
def new(state, seats, options):
    """2  Set up the table, as far as the dealing of the hands."""
    state.seats = seats
    state.blind = options[THIRD_FILL]
    state.declines = 1 - options[DECLINING]
    state.phase = DEAL
    state.square = NO_SQUARE
    for n in range(MOST_LAID):
        state.squares[n] = NO_SQUARE
    for seat in range(seats):
        take_deck(state.players[seat], seats)
    make_pile(state, seats)
    start_jungle(state, START_PLANTATION, PLANTATION)
    start_jungle(state, START_MARKET, MARKET_2)


@rule
def take_deck(player, seats):
    """2.2  Everyone's worker tiles; 2.3, 2.4  fewer of them for three and for four."""
    for kind in range(WORKER_KINDS):
        player.deck[kind] = TILES_FOR[seats, kind]


@rule
def make_pile(state, seats):
    """2.6  All jungle tiles; 2.7  fewer of them for two."""
    for kind in range(KINDS):
        state.pile[kind] = IN_THE_BOX[kind] - (FEWER_FOR_TWO[kind] if seats == 2 else 0)


@rule
def start_jungle(state, space, kind):
    """2.8  One of the first two jungle tiles is taken from the pile and lies on its space."""
    state.pile[kind] -= 1
    put_jungle(state, space, kind)


@rule
def put_jungle(state, space, kind):
    """3.1.1  The free squares beside a jungle tile are open to worker tiles."""
    state.jungle[space] = kind
    for side in range(SIDES):
        square = square_beside(space, side)
        if not includes(state.occupied, square):
            add(state.open, square)
