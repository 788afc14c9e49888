"""What a seat may know, as numbers from 0 to about 1 for a network."""

from templetop.engine.compile import rule
from templetop.engine.game import Plane
from templetop.engine.observing import first_of, one_of, size_of
from templetop.games.cacao.rules.ground import HALF, MIDDLE, SIZE, SPOTS
from templetop.games.cacao.rules.pieces import (
    BUILT_OVER,
    FIRST_KIND,
    JUNGLE_KINDS,
    KINDS,
    LAST_FIELD,
    MAX_SEATS,
    MOST_JUNGLE,
    MOST_LAID,
    MOST_WORKERS,
    NO_TILE,
    SIDES,
    STORAGE,
    SUN_PLACES,
    WORKER_KINDS,
    WORKERS,
)
from templetop.games.cacao.rules.state import CHOOSING, OVER, WORKING
from templetop.games.cacao.rules.turn import seat_to_move, tiles_in
from templetop.games.cacao.rules.work import face_of, owner_of

# The board has room for a thousand tiles, and at most 80 or so lie on it: each is told by itself,
# and where it lies, as seen from the first plantation. Half the board away is 1, or -1.
WHERE = 2  # numbers: columns to the east, rows to the south
JUNGLE_TILE = WHERE + JUNGLE_KINDS
WORKER_TILE = WHERE + SIDES + MAX_SEATS + 1
TURN = 1 + WHERE + 2 * SIDES

# Of every seat, the seat's own first, then in the order of the seats
BOARD_PLANES = (
    Plane("gold, fruits, suns, water, tiles in hand, in the deck, active, asked", (8,)),
    Plane("tiles in hand and deck together, of each kind", (WORKER_KINDS,)),
    Plane("edges that have still to act", (KINDS, MOST_WORKERS)),
)
BOARD = size_of(BOARD_PLANES)
PLANES = (
    Plane(
        "jungle tiles, from the north-west: how far east and south, which kind",
        (MOST_JUNGLE, JUNGLE_TILE),
    ),
    Plane(
        "worker tiles, in the order of laying: how far east and south; workers in the north, east, "
        "south and west; whose it is, the seat's own first; one lies on another here",
        (MOST_LAID, WORKER_TILE),
    ),
    Plane(
        "the tile of this turn: is there one, how far east and south; then to be filled, and "
        "filled, in the north, east, south and west",
        (TURN,),
    ),
    *(
        Plane(f"seat {turn} from here: {plane.name}", plane.shape)
        for turn in range(MAX_SEATS)
        for plane in BOARD_PLANES
    ),
    Plane("the display", (JUNGLE_KINDS,)),
    Plane("the pile", (JUNGLE_KINDS,)),
    Plane("the seat's own hand", (WORKER_KINDS,)),
    Plane("the phase", (OVER + 1,)),
    Plane("the job in question", (KINDS,)),
    Plane("how many workers it is about", (1,)),
    Plane("how many seats", (MAX_SEATS,)),
    Plane("which of them this is", (MAX_SEATS,)),
    Plane("a third space is filled unseen; gains may be declined; upper tiles built over", (3,)),
)
OBSERVATION = size_of(PLANES)
LAID = PLANES[0].size
THIS_TURN = LAID + PLANES[1].size
BOARDS = THIS_TURN + PLANES[2].size
SHARED = first_of(PLANES, "the display")

A_LOT_OF_GOLD = 50
MOST_OF_A_KIND = 6  # jungle tiles
MANY_TILES = 11
MANY_WORKERS = 8


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    observe_jungle(state, numbers, 0)
    observe_tiles(state, seat, numbers, LAID)
    observe_this_turn(state, numbers, THIS_TURN)
    at = BOARDS
    for turn in range(MAX_SEATS):
        if turn < state.seats:
            observe_board(state, (seat + turn) % int(state.seats), numbers, at)
        at += BOARD
    observe_shared(state, seat, numbers, SHARED)


@rule
def observe_jungle(state, numbers, at):
    for space in range(SPOTS):
        kind = int(state.jungle[space])
        if kind != NO_TILE:
            row = space // HALF
            observe_place(2 * (space % HALF) + row % 2, row, numbers, at)
            numbers[at + WHERE + kind - FIRST_KIND] = 1
            at += JUNGLE_TILE


@rule
def observe_tiles(state, seat, numbers, at):
    for n in range(state.laid):
        observe_square(int(state.squares[n]), numbers, at)
        observe_tile(int(state.tiles[n]), seat, int(state.seats), numbers, at + WHERE)
        at += WORKER_TILE


@rule
def observe_tile(tile, seat, seats, numbers, at):
    for side in range(SIDES):
        numbers[at + side] = WORKERS[face_of(tile), side] / MOST_WORKERS
    numbers[at + SIDES + (owner_of(tile) - seat + seats) % seats] = 1
    numbers[at + SIDES + MAX_SEATS] = 1 if tile >= BUILT_OVER else 0


@rule
def observe_this_turn(state, numbers, at):
    if state.square >= 0:
        numbers[at] = 1
        observe_square(int(state.square), numbers, at + 1)
        at += 1 + WHERE
        for side in range(SIDES):
            numbers[at + side] = int(state.spaces) >> side & 1
            numbers[at + SIDES + side] = int(state.filled) >> side & 1


@rule
def observe_square(square, numbers, at):
    row = square // HALF
    observe_place(2 * (square % HALF) + 1 - row % 2, row, numbers, at)


@rule
def observe_place(column, row, numbers, at):
    """How far it is from the first plantation, on a board that is closed upon itself."""
    numbers[at] = ((column - MIDDLE[0] + HALF) % SIZE - HALF) / HALF
    numbers[at + 1] = ((row - MIDDLE[1] + HALF) % SIZE - HALF) / HALF


@rule
def observe_board(state, seat, numbers, at):
    player = state.players[seat]
    numbers[at] = player.gold / A_LOT_OF_GOLD
    numbers[at + 1] = player.cacao / STORAGE
    numbers[at + 2] = player.suns / SUN_PLACES
    numbers[at + 3] = player.water / LAST_FIELD
    numbers[at + 4] = tiles_in(player.hand) / MANY_TILES
    numbers[at + 5] = tiles_in(player.deck) / MANY_TILES
    numbers[at + 6] = 1 if state.active == seat else 0
    numbers[at + 7] = 1 if is_asked(state, seat) else 0
    at += 8
    for kind in range(WORKER_KINDS):
        numbers[at + kind] = (int(player.hand[kind]) + int(player.deck[kind])) / MANY_TILES
    at += WORKER_KINDS
    for kind in range(KINDS):
        for n in range(MOST_WORKERS):
            numbers[at + MOST_WORKERS * kind + n] = player.jobs[kind, n] / MOST_OF_A_KIND


@rule
def observe_shared(state, seat, numbers, at):
    for kind in range(FIRST_KIND, KINDS):
        numbers[at] = state.display[kind] / MOST_OF_A_KIND
        numbers[at + JUNGLE_KINDS] = state.pile[kind] / MOST_OF_A_KIND
        at += 1
    at += JUNGLE_KINDS
    for kind in range(WORKER_KINDS):
        numbers[at + kind] = state.players[seat].hand[kind] / MANY_TILES
    at += WORKER_KINDS
    at = one_of(numbers, at, OVER + 1, state.phase)
    at = one_of(numbers, at, KINDS, state.job)
    numbers[at] = state.workers / MANY_WORKERS
    at = one_of(numbers, at + 1, MAX_SEATS, int(state.seats) - 1)
    at = one_of(numbers, at, MAX_SEATS, seat)
    numbers[at] = state.blind
    numbers[at + 1] = state.declines
    numbers[at + 2] = state.by_tile


@rule
def is_asked(state, seat):
    """3.3.6  Is the seat asked about its workers?"""
    return CHOOSING <= state.phase <= WORKING and seat_to_move(state) == seat
