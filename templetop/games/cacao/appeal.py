"""How good a move looks at first sight: to the greedy bot, and to a search that begins with it.

A move is judged by what this turn earns: gold, fruits for later sales, water, suns, workers at
temples, and what the tiles filled in bring to oneself and to others. Nothing is looked at but one's
own hand and what lies open.
"""

from templetop.engine.compile import rule
from templetop.games.cacao.ground import includes, space_beside
from templetop.games.cacao.moves import ACT, FACE, first_kind, kind_of, side_of
from templetop.games.cacao.moves import PLACE as PLACE_MOVE
from templetop.games.cacao.pieces import (
    CACAO,
    FACES,
    GOLD,
    KIND_OF,
    KINDS,
    LAST_FIELD,
    NO_TILE,
    SIDES,
    STEPS,
    STORAGE,
    SUN_PLACES,
    SUNS,
    TEMPLE,
    WATER_TRACK,
    WORKERS,
)
from templetop.games.cacao.rules import tiles_in, worker_tiles_beside
from templetop.games.cacao.scoring import SEAT, part_of, points_of, temple_gold, workers_at
from templetop.games.cacao.state import FILL as FILLING
from templetop.games.cacao.state import TURN
from templetop.games.cacao.work import face_of, tile_on

# In hundredths of gold; chosen by self-play, 3,000 games for each of a few values. Dearer fruits
# (by a sixth) cost one or two points a game, other values of the rest about one. TEMPLES under 50
# would earn more there, but only because nobody contests them then.
GOLDEN = 100
FRUITS = (0, 220, 420, 590, 730, 840)  # what so many fruits in the storage are worth …
SOON = 6  # … while there are so many turns to come, and less with fewer
STEP = 325  # a step of the water carrier is worth half of this and half of what it gains at once
SUN = 200
TEMPLES = 50  # per cent of the gold as a temple would be scored now
RIVALS = 30  # per cent: what a tile filled in brings to others counts against it
IDLE = 25  # a worker beside an empty space may still get something to do
WORST = -10000
THOUSANDTHS = 10  # in a hundredth


@rule
def appeal(state, seat, move):
    """How good a legal move looks: what it earns now, and what it is worth later."""
    if move >= PLACE_MOVE:
        return best_face(state, seat, move - PLACE_MOVE)
    if state.phase == TURN:
        return laying(state, seat, int(state.square), move - FACE)
    if state.phase == FILLING:
        return filling(state, seat, side_of(move), kind_of(move))
    if move >= ACT:
        return acting(state, seat, move - ACT)
    return -CACAO[first_kind(move)] * GOLDEN + GOLD[first_kind(move)]  # sell before fruits are lost


@rule
def prospect(state, seat):
    """What the points may come to: the gold as it would be counted now, and what lies in store."""
    player = state.players[seat]
    in_store = stock(state, seat, int(player.cacao)) + (SUN - GOLDEN) * int(player.suns)
    return THOUSANDTHS * (GOLDEN * points_of(state, seat) + in_store)


@rule
def best_face(state, seat, square):
    """A square is as good as the best tile of the hand that can lie on it."""
    best = WORST
    for face in range(FACES):
        if state.players[seat].hand[KIND_OF[face]] > 0:
            best = max(best, laying(state, seat, square, face))
    return best


# ── Laying a worker tile ─────────────────────────────────────────────────────────────────────────


@rule
def laying(state, seat, square, face):
    """What the workers of this face earn on this square."""
    total = trading(state, seat, square, face)
    if includes(state.occupied, square):
        total -= SUN
    for side in range(SIDES):
        space = space_beside(square, side)
        workers = int(WORKERS[face, side])
        kind = int(state.jungle[space])
        if kind == TEMPLE:
            total += crowd(state, seat, square, space, workers)
        elif kind == NO_TILE:
            total += outlook(state, seat, space, workers)
        elif CACAO[kind] == 0:
            total += worth(state, seat, kind, workers)
    return total


@rule
def trading(state, seat, square, face):
    """Pick all fruits, then sell what is worth selling, the dearest first."""
    before = int(state.players[seat].cacao)
    fruits = before
    for kind in range(1, KINDS):
        if CACAO[kind] > 0:
            fruits += CACAO[kind] * workers_at_kind(state, square, face, kind)
    earned = 0
    kind = KINDS - 1
    while kind > 0:
        if CACAO[kind] < 0:
            workers = workers_at_kind(state, square, face, kind)
            sold = sold_at(state, seat, kind, fruits, workers)
            earned += GOLDEN * GOLD[kind] * sold
            fruits -= sold
        kind -= 1
    return earned + stock(state, seat, fruits) - stock(state, seat, before)


@rule
def sold_at(state, seat, kind, fruits, workers):
    """How many fruits are worth selling at this price."""
    sold = 0
    while sold < min(workers, fruits) and is_worth_selling(state, seat, kind, fruits - sold):
        sold += 1
    return sold


@rule
def is_worth_selling(state, seat, kind, fruits):
    """Is the price more than what the last of the fruits is worth?"""
    return GOLDEN * GOLD[kind] > stock(state, seat, fruits) - stock(state, seat, fruits - 1)


@rule
def stock(state, seat, fruits):
    """What so many fruits are worth; towards the end there are fewer turns to sell them in."""
    turns = turns_to_come(state, seat)
    worth = FRUITS[min(fruits, STORAGE)]
    return worth * min(turns, SOON) // SOON


@rule
def turns_to_come(state, seat):
    """How many turns the seat has still to come after this one: one for each tile it has then."""
    player = state.players[seat]
    tiles = tiles_in(player.hand) + tiles_in(player.deck)
    is_about_to_lay = seat == state.active and state.phase <= TURN
    return tiles - 1 if is_about_to_lay else tiles


@rule
def workers_at_kind(state, square, face, kind):
    """How many workers of this face would act beside such tiles."""
    workers = 0
    for side in range(SIDES):
        if state.jungle[space_beside(square, side)] == kind:
            workers += int(WORKERS[face, side])
    return workers


@rule
def worth(state, seat, kind, workers):
    """What so many workers of a seat earn beside one such tile."""
    player = state.players[seat]
    fruits = int(player.cacao)
    stored = stock(state, seat, fruits)
    if CACAO[kind] > 0:
        return stock(state, seat, fruits + CACAO[kind] * workers) - stored
    if CACAO[kind] < 0:
        sold = sold_at(state, seat, kind, fruits, workers)
        return GOLDEN * GOLD[kind] * sold + stock(state, seat, fruits - sold) - stored
    water = int(player.water)
    steps = max(min(STEPS[kind] * workers, LAST_FIELD - water), -water)
    gained = GOLDEN * (WATER_TRACK[water + steps] - WATER_TRACK[water])
    suns = min(SUNS[kind] * workers, SUN_PLACES - int(player.suns))
    return GOLDEN * GOLD[kind] * workers + (gained + STEP * steps) // 2 + SUN * suns


@rule
def crowd(state, seat, square, space, workers):
    """What the workers change at a temple, as it would be scored now."""
    before = workers_at(state, space)
    after = before + (workers - own_workers(state, square, space) << (SEAT * seat))
    seats = int(state.seats)
    mine = temple_gold(after, seats, seat) - temple_gold(before, seats, seat)
    return TEMPLES * mine + IDLE * workers


@rule
def own_workers(state, square, space):
    """The workers beside the temple that would be built over."""
    if not includes(state.occupied, square):
        return 0
    face = face_of(tile_on(state, square))
    for side in range(SIDES):
        if space_beside(square, side) == space:
            return int(WORKERS[face, side])
    return 0


# ── Filling the jungle ───────────────────────────────────────────────────────────────────────────


@rule
def outlook(state, seat, space, workers):
    """What an empty space promises: the best tile of the display, if it is going to be filled."""
    if tiles_in(state.display) == 0:
        return 0
    if worker_tiles_beside(state, space) == 0:
        return IDLE * workers
    best = WORST
    for kind in range(1, KINDS):
        if state.display[kind] > 0:
            best = max(best, bringing(state, seat, space, kind, workers))
    return best


@rule
def filling(state, seat, side, kind):
    """What this tile brings there, and the other one where it has to go."""
    total = bringing(state, seat, space_beside(state.square, side), kind, 0)
    for other_side in range(side + 1, SIDES):
        if int(state.spaces) >> other_side & 1:
            other = other_kind(state, kind)
            space = space_beside(state.square, other_side)
            if other != NO_TILE:
                total += bringing(state, seat, space, other, 0)
            return total
    return total


@rule
def other_kind(state, kind):
    """The other tile of the display."""
    for other in range(1, KINDS):
        if state.display[other] > int(other == kind):
            return other
    return NO_TILE


@rule
def bringing(state, seat, space, kind, workers):
    """What a tile on this space brings to the seat, less some of what it brings to others."""
    beside = workers_at(state, space) + (workers << (SEAT * seat))
    seats = int(state.seats)
    total = 0
    for other in range(seats):
        share = 100 if other == seat else -RIVALS
        theirs = part_of(beside, other)
        if kind == TEMPLE:
            total += share * TEMPLES * temple_gold(beside, seats, other) // 100
        elif theirs:
            total += share * worth(state, other, kind, theirs) // 100
    return total


# ── Letting workers act ──────────────────────────────────────────────────────────────────────────


@rule
def acting(state, seat, number):
    """What so many earn: fruits are sold as long as the price is better than keeping them."""
    kind = int(state.job)
    if CACAO[kind] >= 0:
        return number
    fruits = int(state.players[seat].cacao)
    return GOLDEN * GOLD[kind] * number + stock(state, seat, fruits - number)
