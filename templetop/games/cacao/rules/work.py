"""What workers do beside jungle tiles, and which questions their seat is asked about it.

Jobs are counted for each seat: so many edges with so many workers beside such a tile. What needs no
question is done at once. The rest is asked in an order that leaves all ways open:

    gains other than cacao    edge by edge; at once where they cannot be declined
    plantations               the same, as long as no order of edges could lead to anything else
    plantations and markets   if one could, which edge acts next
    markets alone             the dearest first, those of one price together

Rules that do something until their seat has to be asked return ASKED then, else DONE.
"""

from templetop.engine.compile import rule
from templetop.games.cacao.rules.deeds import gold_at, is_market, most_useful, work
from templetop.games.cacao.rules.ground import OPPOSITE, space_beside, square_beside
from templetop.games.cacao.rules.pieces import (
    BUILT_OVER,
    CACAO,
    KINDS,
    MOST_WORKERS,
    NO_TILE,
    OWNER,
    SIDES,
    STORAGE,
    TEMPLE,
    TRADES,
    WORKERS,
)
from templetop.games.cacao.rules.state import CHOOSING, WORKING
from templetop.games.cacao.rules.trades import (
    NO_EDGE,
    edge_of,
    edge_to_begin,
    kind_beside,
    traded,
    workers_on,
)

NOT_LAID = -1
ASKED, DONE = True, False


@rule
def face_of(tile):
    return int(tile) % OWNER


@rule
def owner_of(tile):
    return int(tile) % BUILT_OVER // OWNER


@rule
def tile_on(state, square):
    """4.5  The tile that lies on a square, the upper one where there are two; or NOT_LAID."""
    squares = state.squares
    n = int(state.laid) - 1
    while n >= 0:
        if squares[n] == square:
            return int(state.tiles[n])
        n -= 1
    return NOT_LAID


# ── Who may act in this turn ─────────────────────────────────────────────────────────────────────


@rule
def call_workers(state):
    """3.3.1, 3.3.2  The workers of the new tile, and all beside the tiles filled in."""
    tile = tile_on(state, state.square)
    for side in range(SIDES):
        space = space_beside(state.square, side)
        call_edge(state, tile, side, int(state.jungle[space]))
        if int(state.filled) >> side & 1:
            call_neighbours(state, space, int(OPPOSITE[side]))


@rule
def call_neighbours(state, space, new_side):
    """3.3.2  All workers beside a tile filled in, whosever they are; the new tile was called."""
    for side in range(SIDES):
        if side != new_side:
            tile = tile_on(state, square_beside(space, side))
            if tile != NOT_LAID:
                call_edge(state, tile, int(OPPOSITE[side]), int(state.jungle[space]))


@rule
def call_edge(state, tile, side, kind):
    """3.3.3  The workers of one edge act together, once."""
    workers = int(WORKERS[face_of(tile), side])
    if workers > 0 and kind != NO_TILE and kind != TEMPLE:
        state.players[owner_of(tile)].jobs[kind, workers - 1] += 1


@rule
def forget_jobs(player):
    jobs = player.jobs
    for kind in range(1, KINDS):
        forget_kind(jobs, kind)


@rule
def forget_kind(jobs, kind):
    for n in range(MOST_WORKERS):
        jobs[kind, n] = 0


@rule
def workers_called(jobs, kind):
    """How many workers have still to act beside such tiles."""
    workers = 0
    for n in range(MOST_WORKERS):
        workers += (n + 1) * int(jobs[kind, n])
    return workers


@rule
def first_edge(jobs, kind):
    """How many workers are on the smallest edge that has still to act there; 0 if there is none."""
    for n in range(MOST_WORKERS):
        if jobs[kind, n] > 0:
            return n + 1
    return 0


# ── What is asked ────────────────────────────────────────────────────────────────────────────────


@rule
def work_on(state, player):
    """3.3.6  All that needs no question is done: gains first, as nothing depends on them."""
    if take_gains(state, player) == ASKED:
        return ASKED
    return trade(state, player)


@rule
def take_gains(state, player):
    """3.3.6  Gains other than cacao, edge by edge."""
    kind = next_gain(player)
    while kind != NO_TILE:
        if gain(state, player, kind, first_edge(player.jobs, kind)) == ASKED:
            return ASKED
        kind = next_gain(player)
    return DONE


@rule
def trade(state, player):
    """3.3.7  Which edge acts first, if that matters; in the end only markets are left."""
    while plantation_edge(player) != NO_EDGE:
        edge = next_edge(state, player)
        if edge == NO_EDGE:
            return ask_which(state)
        if choose_edge(state, player, kind_beside(edge), workers_on(edge)) == ASKED:
            return ASKED
    market = dearest_market(state, player)
    if market != NO_TILE and player.cacao > 0:
        return ask_how_many(state, market, workers_called(player.jobs, market))
    forget_jobs(player)
    return DONE


@rule
def ask_which(state):
    """3.3.4  Which edge acts first?"""
    state.phase = CHOOSING
    state.job = NO_TILE
    state.workers = 0
    return ASKED


@rule
def ask_how_many(state, kind, workers):
    """3.3.5  How many of these workers act?"""
    state.phase = WORKING
    state.job = kind
    state.workers = workers
    return ASKED


@rule
def gain(state, player, kind, workers):
    """3.3.9  Any gain may be declined; 3.3.10  or all are taken without a question."""
    if state.declines and most_useful(state, player, kind, workers) > 0:
        return ask_how_many(state, kind, workers)
    if not state.declines:
        work(state, player, kind, workers)
    player.jobs[kind, workers - 1] -= 1
    return DONE


@rule
def next_gain(player):
    """A kind of tile that gives something else than cacao, where workers have still to act."""
    jobs = player.jobs
    for kind in range(1, KINDS):
        if CACAO[kind] == 0 and first_edge(jobs, kind):
            return kind
    return NO_TILE


@rule
def next_edge(state, player):
    """3.3.7  Where no fruit can be lost a plantation; else an edge that leaves all ways open."""
    if dearest_market(state, player) != NO_TILE and may_lose_fruits(player):
        return edge_to_begin(state, player)
    return plantation_edge(player)


@rule
def plantation_edge(player):
    """An edge that has still to act at a plantation, or NO_EDGE."""
    jobs = player.jobs
    for trade in range(1, TRADES):
        kind = traded(trade)
        if CACAO[kind] > 0 and first_edge(jobs, kind):
            return edge_of(kind, first_edge(jobs, kind))
    return NO_EDGE


@rule
def dearest_market(state, player):
    """The kind of market where workers have still to act, or NO_TILE."""
    best = NO_TILE
    jobs = player.jobs
    for trade in range(1, TRADES):
        kind = traded(trade)
        is_dearer = gold_at(state, kind) > gold_at(state, best)
        if CACAO[kind] < 0 and is_dearer and first_edge(jobs, kind):
            best = kind
    return best


@rule
def may_lose_fruits(player):
    """3.3.7  The storage cannot hold all that can be picked."""
    fruits = int(player.cacao)
    for trade in range(1, TRADES):
        kind = traded(trade)
        if CACAO[kind] > 0:
            fruits += CACAO[kind] * workers_called(player.jobs, kind)
    return fruits > STORAGE


# ── What is answered ─────────────────────────────────────────────────────────────────────────────


@rule
def choose_edge(state, player, kind, workers):
    """3.3.4  This edge acts next: at a plantation at once, unless it may be declined."""
    if is_market(kind):
        return ask_how_many(state, kind, workers)
    return gain(state, player, kind, workers)


@rule
def answer(state, player, number):
    """3.3.5  So many workers act; the others have had their chance."""
    kind, workers = int(state.job), int(state.workers)
    work(state, player, kind, number)
    if workers == workers_called(player.jobs, kind):
        forget_kind(player.jobs, kind)
    else:
        player.jobs[kind, workers - 1] -= 1
