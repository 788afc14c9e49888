"""The turn: a call, everyone's decision, and what follows from it.

    phase                who      the move decides              and then
    PLACING_ADVENTURER   a seat   where it sets out             PLACING_TEMPLE
    PLACING_TEMPLE       a seat   where its temple stands       PLACING_ADVENTURER, or CALLING
    CALLING              chance   which tile                    DECIDING; 4.3: perhaps OVER
    DECIDING             all      lay it, or discard and walk   CALLING, or OVER

The phase changes only in `place_adventurer`, `place_temple`, `call` and `carry_out`.
"""

import numpy as np

from templetop.engine.bits import ONE, WORD, bits_in, clear
from templetop.engine.compile import rule
from templetop.engine.seats import CHANCE, EVEN, NOBODY
from templetop.games.karuba.rules.island import (
    BEACH,
    ISLAND,
    NO_SPACE,
    SPACES,
    TEMPLE,
    just,
    one_step,
    opens_to_beach,
    opens_to_temple,
    ways_east,
    ways_south,
)
from templetop.games.karuba.rules.moves import (
    CALL,
    DISCARD,
    PLACE,
    PLACED,
    SITE,
    goal_of,
    is_lay,
    is_walk,
    walker,
)
from templetop.games.karuba.rules.pieces import (
    ADVENTURERS,
    CRYSTAL,
    EAST,
    GOLD,
    NO_TILE,
    NORTH,
    SOUTH,
    STEPS,
    TREASURE,
    WEST,
)
from templetop.games.karuba.rules.start import (
    ENOUGH_GOLD,
    chance_places,
    last_tile_is_revealed,
    place_adventurer,
    place_temple,
    placements,
    placer,
)
from templetop.games.karuba.rules.state import CALLING, DECIDING, OVER, PLACING_ADVENTURER

DISCARD_BIT = ONE << np.uint64(DISCARD)
CALL_WORD = CALL // WORD
PLACED_WORD = PLACED // WORD
PLACE_WORD = PLACE // WORD
PLACE_SHIFT = np.uint64(PLACE % WORD)
NO_SHIFT = np.uint64(0)
HALF = np.uint64(32)
TEMPLE_BIT = just(TEMPLE)


# ── Whose move it is, and what may be done ───────────────────────────────────────────────────────


@rule
def to_move(state):
    """3.2.2  All decide at the same time; chance calls the tiles."""
    if state.phase == DECIDING:
        return (1 << int(state.seats)) - 1
    if state.phase == CALLING:
        return CHANCE
    if state.phase == OVER:
        return NOBODY
    return CHANCE if chance_places(state) else 1 << placer(state)


@rule
def legal(state, seat, moves):
    """3.2.1  Lay the tile or discard it; who discards may walk one adventurer (set-up: 2.6)."""
    clear(moves)
    if state.phase == DECIDING:
        choices(state, state.players[seat], moves)
    elif state.phase < CALLING:
        moves[PLACE_WORD] = placements(state) << PLACE_SHIFT


@rule
def choices(state, player, moves):
    """3.2.1, 3.2.4  Every empty space, the discard, and each adventurer's reach, row by row."""
    steps = STEPS[state.tile]
    east = ways_east(player)
    south = ways_south(player)
    standing = occupied(player)
    moves[0] = np.uint64(empty_spaces(player)) | DISCARD_BIT
    for adventurer in range(ADVENTURERS):
        goals = np.uint64(reach(state, player, adventurer, steps, east, south, standing))
        row = adventurer + 1  # row 0 holds the empty spaces; two rows of 32 to a word
        moves[row >> 1] |= goals << (HALF if row & 1 else NO_SHIFT)


@rule
def empty_spaces(player):
    """3.3.1  A tile may be laid on any empty space: one without paths, as every tile has some."""
    return np.uint32(ISLAND & ~(player.north | player.east | player.south | player.west))


@rule
def occupied(player):
    """3.4.6  The spaces where adventurers stand; 3.4.7  not those on the beach or in a temple."""
    standing = NO_SPACE
    for adventurer in range(ADVENTURERS):
        if player.adventurers[adventurer] < SPACES:
            standing |= just(player.adventurers[adventurer])
    return np.uint32(standing)


@rule
def reach(state, player, adventurer, steps, east, south, standing):
    """3.4.1  Where it can get in so many steps: a set of spaces, and its temple as one bit more."""
    at = player.adventurers[adventurer]
    if at == TEMPLE:
        return NO_SPACE  # 3.6.3
    if at == BEACH:
        own = NO_SPACE
        reached = np.uint32(opens_to_beach(player, state.beaches[adventurer]) & ~standing)  # 3.4.5
        steps -= 1
    else:
        own = just(at)
        reached = own
    if reached == NO_SPACE:
        return NO_SPACE
    free = np.uint32(ISLAND & ~standing)  # 3.4.8
    before = reached
    for _ in range(steps):
        before = reached
        reached = np.uint32(reached | (one_step(reached, east, south) & free))  # 3.4.3
    door = opens_to_temple(player, state.temples[adventurer])  # 3.6.1
    if before & door:
        reached |= TEMPLE_BIT
    return np.uint32(reached & ~own)  # 3.4.9


@rule
def odds(state, events, weights):
    """3.1.1  Any tile not called before, each equally likely (in the set-up: 2.13)."""
    clear(events)
    if state.phase == CALLING:
        events[CALL_WORD] = state.stack
    elif state.phase < CALLING:
        events[PLACED_WORD] = placements(state)
    return EVEN


# ── What a move does ─────────────────────────────────────────────────────────────────────────────


@rule
def play(state, decisions):
    """3.2.2  What all have decided at the same time; in the set-up, 2.6, one seat places."""
    if state.phase == DECIDING:
        carry_out(state, decisions)
    else:
        place(state, decisions[placer(state)] - PLACE)


@rule
def happen(state, event):
    """3.1.1  A tile is called; 2.13  in the set-up, chance may place."""
    if state.phase == CALLING:
        call(state, event - CALL)
    else:
        place(state, event - PLACED)


@rule
def place(state, number):
    """2.6  An adventurer is placed on a beach number, or its temple; those come after these."""
    if state.phase == PLACING_ADVENTURER:
        place_adventurer(state, number)
    else:
        place_temple(state, number - (SITE - PLACE))


@rule
def call(state, tile):
    """3.1.1, 3.1.2  The tile leaves the stack, and everyone decides about it; 4.3  if it counts."""
    state.stack &= ~(ONE << np.uint64(tile))
    if is_last(state) and last_tile_is_revealed(state):
        state.phase = OVER
        return
    state.tile = tile
    state.phase = DECIDING


@rule
def is_last(state):
    """4.2  Is the tile called the last one? 4.4  Others may be left over."""
    return bits_in(state.stack) <= int(state.numbers.left_over)


@rule
def carry_out(state, decisions):
    """3.2.3  Everything is carried out, and the next tile is called, or the game is over."""
    finished = is_last(state)  # 4.2
    for seat in range(state.seats):
        move = int(decisions[seat])
        if is_lay(move):
            lay_tile(state, state.players[seat], move)
        elif is_walk(move):
            walk_to(state, seat, walker(move), goal_of(move), decisions)
            finished |= is_home(state.players[seat])
    state.tile = NO_TILE
    state.phase = OVER if finished else CALLING


@rule
def lay_tile(state, player, space):
    """3.3.1, 3.3.2  The tile lies on the space as it is drawn."""
    tile = state.tile
    shift = np.uint32(space)
    player.tiles[space] = tile
    player.north |= NORTH[tile] << shift
    player.east |= EAST[tile] << shift
    player.south |= SOUTH[tile] << shift
    player.west |= WEST[tile] << shift
    player.laid += 1
    if TREASURE[tile] == CRYSTAL:
        player.lying_crystals |= just(space)
    elif TREASURE[tile] == GOLD:
        put_gold(state, player, space)


@rule
def put_gold(state, player, space):
    """3.3.4  Gold is put on the tile; 1.11  unless the supply has run out."""
    if state.gold == 0:
        return
    if state.gold != ENOUGH_GOLD:
        state.gold -= 1
    player.lying_gold |= just(space)


@rule
def walk_to(state, seat, adventurer, goal, decisions):
    """3.4.2  This one adventurer walks to the goal and takes what it finds there."""
    player = state.players[seat]
    player.adventurers[adventurer] = goal
    if goal == TEMPLE:
        take_treasure(state, seat, adventurer, decisions)
    else:
        pick_up(player, just(goal))


@rule
def pick_up(player, space):
    """3.5.1  It takes what lies where its walk ends; 3.5.2  what it only passed stays."""
    if player.lying_crystals & space:
        player.crystals += 1
        player.lying_crystals &= ~space
    if player.lying_gold & space:
        player.gold += 1
        player.lying_gold &= ~space


@rule
def take_treasure(state, seat, adventurer, decisions):
    """3.6.2  The best treasure left; 3.6.4  and crystals up to what the first of this turn got."""
    player = state.players[seat]
    taken = int(state.taken[adventurer])
    best = state.treasures[taken - arrived_before(seat, decisions)]
    own = state.treasures[taken]
    player.treasures[adventurer] = own
    player.crystals += best - own
    state.taken[adventurer] = taken + 1


@rule
def arrived_before(seat, decisions):
    """3.6.4  How many seats before this one reach the same temple in the same turn."""
    count = 0
    for other in range(seat):
        if decisions[other] == decisions[seat]:
            count += 1
    return count


@rule
def is_home(player):
    """4.1  All four adventurers are in their temples."""
    for adventurer in range(ADVENTURERS):
        if player.adventurers[adventurer] != TEMPLE:
            return False
    return True
