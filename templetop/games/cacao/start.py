"""Setting up: the options, the piles and decks, the first two jungle tiles."""

from templetop.engine.compile import rule
from templetop.engine.game import Choice, Option
from templetop.games.cacao.box import MODULES
from templetop.games.cacao.ground import (
    NO_SQUARE,
    START_MARKET,
    START_PLANTATION,
    add,
    includes,
    square_beside,
)
from templetop.games.cacao.pieces import (
    JUNGLE_FOR,
    KINDS,
    MARKET_2,
    MOST_LAID,
    PARTS,
    PLANTATION,
    SIDES,
    TILES_FOR,
    WORKER_KINDS,
)
from templetop.games.cacao.state import DEAL

OPTIONS: tuple[Option, ...] = (
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
    *(
        Option(
            module.name,
            module.says,
            (Choice("no", "It is left out."), Choice("yes", "It is played with.")),
        )
        for module in MODULES
    ),
)
THIRD_FILL, DECLINING, FIRST_MODULE = range(3)


@rule
def new(state, seats, options):
    """2  Set up the table, as far as the dealing of the hands."""
    state.seats = seats
    state.blind = options[THIRD_FILL]
    state.declines = 1 - options[DECLINING]
    state.modules = modules_in(options)
    state.phase = DEAL
    state.square = NO_SQUARE
    for n in range(MOST_LAID):
        state.squares[n] = NO_SQUARE
    for seat in range(seats):
        take_deck(state, state.players[seat])
    make_pile(state)
    start_jungle(state, START_PLANTATION, PLANTATION)
    start_jungle(state, START_MARKET, MARKET_2)


@rule
def modules_in(options):
    """1.10  The modules that are agreed upon, a bit each."""
    modules = 0
    for part in range(1, PARTS):
        modules |= int(options[FIRST_MODULE + part - 1]) << (part - 1)
    return modules


@rule
def is_played(state, part):
    """Is this part of the box in the game? The first part is the game itself, modules follow."""
    return part == 0 or int(state.modules) >> (part - 1) & 1 == 1


@rule
def take_deck(state, player):
    """2.2  Everyone's worker tiles; 2.3, 2.4  fewer of them for three and for four."""
    for kind in range(WORKER_KINDS):
        player.deck[kind] = worker_tiles_in(state, kind)


@rule
def worker_tiles_in(state, kind):
    """2.2, 2.3, 2.4  How many worker tiles of a kind each seat has in this game."""
    tiles = 0
    for part in range(PARTS):
        if is_played(state, part):
            tiles += int(TILES_FOR[part, state.seats, kind])
    return tiles


@rule
def make_pile(state):
    """2.6  All jungle tiles; 2.7  fewer of them for two."""
    for kind in range(KINDS):
        state.pile[kind] = jungle_tiles_in(state, kind)


@rule
def jungle_tiles_in(state, kind):
    """2.6, 2.7  How many jungle tiles of a kind there are in this game."""
    tiles = 0
    for part in range(PARTS):
        if is_played(state, part):
            tiles += int(JUNGLE_FOR[part, state.seats, kind])
    return tiles


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
