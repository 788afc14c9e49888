"""What a seat may know, as numbers from 0 to about 1 for a network.

the ground, row by row, closed upon itself like the board
    512 spaces     which of the 10 jungle tiles lies there
    512 squares    workers in the north, east, south and west of the tile on top; whose it is, the
                   seat's own first, then in the order of the seats; built over; open; taken in this
                   turn; then to be filled, and filled, in the north, east, south and west
then for each of the four seats, the seat's own first
    8              gold, fruits, suns, water, tiles in hand, in the deck, active, asked
    4 + 33         tiles in hand and deck together, of each kind; edges that have still to act
and
    10 + 10        display and pile, of each kind
    4              the seat's own hand, of each kind
    8 + 11 + 1     the phase; the job in question and how many workers it is about
    4 + 4 + 1 + 1  how many seats, which of them this is, and the two options
"""

from templetop.engine.compile import rule
from templetop.games.cacao.ground import SPOTS, includes
from templetop.games.cacao.pieces import (
    BUILT_OVER,
    KINDS,
    LAST_FIELD,
    MAX_SEATS,
    MOST_WORKERS,
    NO_TILE,
    SIDES,
    STORAGE,
    SUN_PLACES,
    WORKER_KINDS,
    WORKERS,
)
from templetop.games.cacao.rules import seat_at_work, tiles_in
from templetop.games.cacao.state import OVER, WORK
from templetop.games.cacao.work import face_of, owner_of

JUNGLE_PLANES = KINDS - 1
OWNER_PLANE = SIDES
STACK_PLANE = OWNER_PLANE + MAX_SEATS
OPEN_PLANE = STACK_PLANE + 1
TAKEN_PLANE = OPEN_PLANE + 1
FILL_PLANE = TAKEN_PLANE + 1
WORKER_PLANES = FILL_PLANE + 2 * SIDES
GROUND = SPOTS * (JUNGLE_PLANES + WORKER_PLANES)
JOBS = KINDS * MOST_WORKERS
BOARD = 8 + WORKER_KINDS + JOBS
SHARED = 2 * JUNGLE_PLANES + WORKER_KINDS + (OVER + 1) + KINDS + 1 + 2 * MAX_SEATS + 2
OBSERVATION = GROUND + MAX_SEATS * BOARD + SHARED

A_LOT_OF_GOLD = 50
MOST_OF_A_KIND = 6  # jungle tiles
MANY_TILES = 11
MANY_WORKERS = 8


@rule
def observe(state, seat, numbers):
    """Fill in the table as this seat sees it."""
    for n in range(OBSERVATION):
        numbers[n] = 0
    observe_jungle(state, numbers)
    observe_squares(state, seat, numbers, SPOTS * JUNGLE_PLANES)
    at = GROUND
    for turn in range(MAX_SEATS):
        if turn < state.seats:
            observe_board(state, (seat + turn) % int(state.seats), numbers, at)
        at += BOARD
    observe_shared(state, seat, numbers, at)


@rule
def observe_jungle(state, numbers):
    for space in range(SPOTS):
        kind = int(state.jungle[space])
        if kind != NO_TILE:
            numbers[space * JUNGLE_PLANES + kind - 1] = 1


@rule
def observe_squares(state, seat, numbers, first):
    for n in range(state.laid):
        at = first + WORKER_PLANES * int(state.squares[n])
        observe_tile(int(state.tiles[n]), seat, int(state.seats), numbers, at)
    for square in range(SPOTS):
        if includes(state.open, square):
            numbers[first + WORKER_PLANES * square + OPEN_PLANE] = 1
    if state.square >= 0:
        at = first + WORKER_PLANES * int(state.square)
        numbers[at + TAKEN_PLANE] = 1
        for side in range(SIDES):
            numbers[at + FILL_PLANE + side] = int(state.spaces) >> side & 1
            numbers[at + FILL_PLANE + SIDES + side] = int(state.filled) >> side & 1


@rule
def observe_tile(tile, seat, seats, numbers, at):
    """A tile that is laid later writes over the one below it."""
    for side in range(SIDES):
        numbers[at + side] = WORKERS[face_of(tile), side] / MOST_WORKERS
    numbers[at + OWNER_PLANE + (owner_of(tile) - seat + seats) % seats] = 1
    numbers[at + STACK_PLANE] = 1 if tile >= BUILT_OVER else 0


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
    numbers[at + 7] = 1 if state.phase == WORK and seat_at_work(state) == seat else 0
    at += 8
    for kind in range(WORKER_KINDS):
        numbers[at + kind] = (int(player.hand[kind]) + int(player.deck[kind])) / MANY_TILES
    at += WORKER_KINDS
    for kind in range(KINDS):
        for n in range(MOST_WORKERS):
            numbers[at + MOST_WORKERS * kind + n] = player.jobs[kind, n] / MOST_OF_A_KIND


@rule
def observe_shared(state, seat, numbers, at):
    for kind in range(1, KINDS):
        numbers[at] = state.display[kind] / MOST_OF_A_KIND
        numbers[at + JUNGLE_PLANES] = state.pile[kind] / MOST_OF_A_KIND
        at += 1
    at += JUNGLE_PLANES
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


@rule
def one_of(numbers, at, how_many, which):
    """Set one of so many numbers; returns where the next numbers go."""
    numbers[at + int(which)] = 1
    return at + how_many
