"""How good a move looks at first sight: to the greedy bot, and to a search that begins with it.

A move is judged by what this turn earns: gold, fruits for later sales, water, suns, workers at
temples, and what the tiles filled in bring to oneself and to others. Nothing is looked at but one's
own hand and what lies open.
"""

from templetop.engine.compile import rule
from templetop.games.cacao.rules.deeds import gold_at
from templetop.games.cacao.rules.ground import includes, space_beside
from templetop.games.cacao.rules.moves import ACT, PLACE, TURN, chosen_kind, kind_of, side_of
from templetop.games.cacao.rules.pieces import (
    CACAO,
    FACES,
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
    WORKERS,
)
from templetop.games.cacao.rules.scoring import SEAT, part_of, points_of, temple_gold, workers_at
from templetop.games.cacao.rules.state import CHOOSING, FILLING, PLACING, TURNING
from templetop.games.cacao.rules.turn import tiles_in, worker_tiles_beside
from templetop.games.cacao.rules.work import face_of, tile_on

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
NOBODY = -1  # where workers beside a space are counted: nothing is known to come there
THOUSANDTHS = 10  # in a hundredth


@rule
def appeal(state, seat, move):
    """How good a legal move looks: what it earns now, and what it is worth later."""
    if state.phase == PLACING:
        return best_face(state, seat, move - PLACE)
    if state.phase == TURNING:
        square = int(state.square)
        return laying(state, seat, square, move - TURN, surroundings(state, square))
    if state.phase == FILLING:
        return filling(state, seat, side_of(move), kind_of(move))
    if state.phase == CHOOSING:
        return choosing(state, chosen_kind(move))
    return acting(state, seat, move - ACT)


@rule
def prospect(state, seat):
    """What the points may come to: the gold as it would be counted now, and what lies in store."""
    player = state.players[seat]
    in_store = stock(state, seat, int(player.cacao)) + spare_sun(state) * int(player.suns)
    return THOUSANDTHS * (GOLDEN * points_of(state, seat) + in_store)


@rule
def best_face(state, seat, square):
    """A square is as good as the best tile of the hand that can lie on it."""
    around = surroundings(state, square)
    hand = state.players[seat].hand
    best = WORST
    for face in range(FACES):
        if hand[KIND_OF[face]] > 0:
            best = max(best, laying(state, seat, square, face, around))
    return best


# ── Laying a worker tile ─────────────────────────────────────────────────────────────────────────


@rule
def surroundings(state, square):
    """What lies around a square, side by side, and the workers there: the same for every face."""
    return (
        kind_at(state, square, 0), kind_at(state, square, 1),
        kind_at(state, square, 2), kind_at(state, square, 3),
    ), (
        workers_met(state, square, 0), workers_met(state, square, 1),
        workers_met(state, square, 2), workers_met(state, square, 3),
    )  # fmt: skip


@rule
def kind_at(state, square, side):
    return int(state.jungle[space_beside(square, side)])


@rule
def workers_met(state, square, side):
    """The workers beside a temple, or beside a space that is going to be filled; else NOBODY."""
    space = space_beside(square, side)
    kind = state.jungle[space]
    is_met = kind == TEMPLE
    if kind == NO_TILE:
        is_met = tiles_in(state.display) > 0 and worker_tiles_beside(state, space) > 0
    return workers_at(state, space) if is_met else NOBODY


@rule
def laying(state, seat, square, face, around):
    """What the workers of this face earn on this square."""
    kinds, met = around
    total = trading(state, seat, face, kinds)
    if includes(state.occupied, square):
        total -= sun(state)
    for side in range(SIDES):
        workers = int(WORKERS[face, side])
        kind = kinds[side]
        if kind == TEMPLE:
            total += crowd(state, seat, square, side, met[side], workers)
        elif kind == NO_TILE:
            total += outlook(state, seat, met[side], workers)
        elif CACAO[kind] == 0:
            total += worth(state, seat, kind, workers)
    return total


@rule
def sun(state):
    """A sun can be paid for building over, or kept for what it is worth in the end."""
    return max(SUN, GOLDEN * int(state.numbers.sun_worth))


@rule
def spare_sun(state):
    """What a sun is worth beyond the points it counts for already."""
    return sun(state) - GOLDEN * int(state.numbers.sun_worth)


@rule
def trading(state, seat, face, kinds):
    """Pick all fruits, then sell what is worth selling, the dearest first."""
    if not has_trade(kinds):
        return 0
    before = int(state.players[seat].cacao)
    turns = turns_to_come(state, seat)
    fruits = before
    for side in range(SIDES):
        fruits += max(0, CACAO[kinds[side]]) * int(WORKERS[face, side])
    earned = 0
    kind = KINDS - 1
    while kind > 0:
        if CACAO[kind] < 0:
            sold = sold_at(state, kind, fruits, workers_at_kind(kinds, face, kind), turns)
            earned += GOLDEN * gold_at(state, kind) * sold
            fruits -= sold
        kind -= 1
    return earned + kept(fruits, turns) - kept(before, turns)


@rule
def has_trade(kinds):
    """Is there a plantation or a market among them?"""
    return (
        CACAO[kinds[0]] != 0 or CACAO[kinds[1]] != 0 or CACAO[kinds[2]] != 0 or CACAO[kinds[3]] != 0
    )


@rule
def sold_at(state, kind, fruits, workers, turns):
    """How many fruits are worth selling at this price."""
    sold = 0
    while sold < min(workers, fruits) and is_worth_selling(state, kind, fruits - sold, turns):
        sold += 1
    return sold


@rule
def is_worth_selling(state, kind, fruits, turns):
    """Is the price more than what the last of the fruits is worth?"""
    return GOLDEN * gold_at(state, kind) > kept(fruits, turns) - kept(fruits - 1, turns)


@rule
def stock(state, seat, fruits):
    """What so many fruits are worth to a seat."""
    return kept(fruits, turns_to_come(state, seat))


@rule
def kept(fruits, turns):
    """What so many fruits are worth; towards the end there are fewer turns to sell them in."""
    return FRUITS[min(fruits, STORAGE)] * min(turns, SOON) // SOON


@rule
def turns_to_come(state, seat):
    """How many turns the seat has still to come after this one: one for each tile it has then."""
    player = state.players[seat]
    tiles = tiles_in(player.hand) + tiles_in(player.deck)
    is_about_to_lay = seat == state.active and state.phase <= TURNING
    return tiles - 1 if is_about_to_lay else tiles


@rule
def workers_at_kind(kinds, face, kind):
    """How many workers of this face would act beside such tiles."""
    workers = 0
    for side in range(SIDES):
        if kinds[side] == kind:
            workers += int(WORKERS[face, side])
    return workers


@rule
def worth(state, seat, kind, workers):
    """What so many workers of a seat earn beside one such tile."""
    player = state.players[seat]
    if CACAO[kind] != 0:
        return worth_of_trade(state, kind, int(player.cacao), workers, turns_to_come(state, seat))
    water = int(player.water)
    steps = min(STEPS[kind] * workers, LAST_FIELD - water)
    gained = GOLDEN * (int(state.water_track[water + steps]) - int(state.water_track[water]))
    suns = min(SUNS[kind] * workers, SUN_PLACES - int(player.suns))
    return (
        GOLDEN * gold_at(state, kind) * workers + (gained + STEP * steps) // 2 + sun(state) * suns
    )


@rule
def worth_of_trade(state, kind, fruits, workers, turns):
    """What they earn by picking, or by selling as long as it is worth it."""
    if CACAO[kind] > 0:
        return kept(fruits + CACAO[kind] * workers, turns) - kept(fruits, turns)
    sold = sold_at(state, kind, fruits, workers, turns)
    return GOLDEN * gold_at(state, kind) * sold + kept(fruits - sold, turns) - kept(fruits, turns)


@rule
def crowd(state, seat, square, side, before, workers):
    """What the workers change at a temple, as it would be scored now."""
    after = before + (workers - own_workers(state, square, side) << (SEAT * seat))
    mine = temple_gold(state, after, seat) - temple_gold(state, before, seat)
    return TEMPLES * mine + IDLE * workers


@rule
def own_workers(state, square, side):
    """The workers on that side who would be built over."""
    if not includes(state.occupied, square):
        return 0
    return int(WORKERS[face_of(tile_on(state, square)), side])


# ── Filling the jungle ───────────────────────────────────────────────────────────────────────────


@rule
def outlook(state, seat, met, workers):
    """What an empty space promises: the best tile of the display, if it is going to be filled."""
    display = state.display
    if met == NOBODY:
        return IDLE * workers if tiles_in(display) else 0
    beside = met + (workers << (SEAT * seat))
    best = WORST
    for kind in range(1, KINDS):
        if display[kind] > 0:
            best = max(best, bringing(state, seat, beside, kind))
    return best


@rule
def filling(state, seat, side, kind):
    """What this tile brings there, and the other one where it has to go."""
    total = bringing(state, seat, workers_at(state, space_beside(state.square, side)), kind)
    for other_side in range(side + 1, SIDES):
        if int(state.spaces) >> other_side & 1:
            other = other_kind(state, kind)
            space = space_beside(state.square, other_side)
            if other != NO_TILE:
                total += bringing(state, seat, workers_at(state, space), other)
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
def bringing(state, seat, beside, kind):
    """What a tile brings to the seat with these workers beside it, less some of what others get."""
    total = 0
    for other in range(state.seats):
        share = 100 if other == seat else -RIVALS
        theirs = part_of(beside, other)
        if kind == TEMPLE:
            total += share * TEMPLES * temple_gold(state, beside, other) // 100
        elif theirs:
            total += share * worth(state, other, kind, theirs) // 100
    return total


# ── Letting workers act ──────────────────────────────────────────────────────────────────────────


@rule
def choosing(state, kind):
    """Fruits are sold before some are lost, at the best price."""
    return -CACAO[kind] * GOLDEN + gold_at(state, kind)


@rule
def acting(state, seat, number):
    """What so many earn: fruits are sold as long as the price is better than keeping them."""
    kind = int(state.job)
    if CACAO[kind] >= 0:
        return number
    fruits = int(state.players[seat].cacao)
    return GOLDEN * gold_at(state, kind) * number + stock(state, seat, fruits - number)
