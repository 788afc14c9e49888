"""The swarm: summoning, moving and sacrificing spawns."""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.agenda import add, done
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    NOWHERE,
    WORDS,
    is_any,
    only,
    without,
)
from templetop.games.karmaggan.rules.moves import LEAD, PAY, ROLL, SACRIFICE, STOP, SUMMON
from templetop.games.karmaggan.rules.pieces import DARK, MOST_SPAWNS
from templetop.games.karmaggan.rules.state import NO_PIECE, RAISING
from templetop.games.karmaggan.rules.steps import may_stay, steps_of
from templetop.games.karmaggan.rules.table import (
    first_spawn,
    lay,
    spawns_of,
    summoning_tiles,
    swarm_of,
    taken,
)


@rule
def own_spawn(state, number):
    """The piece that is this spawn of the active swarm."""
    return first_spawn(swarm_of(state, int(state.active))) + number


@rule
def summonable(state, seat):
    """7.7  Own summoning tiles without a piece or a loose Egg."""
    spaces = without(summoning_tiles(state, swarm_of(state, seat)), taken(state))
    return without(spaces, only(int(state.egg))) if state.egg != NOWHERE else spaces


@rule
def may_summon(state, seat):
    """7.5  At most six spawns."""
    has_spawn = spawns_of(state, swarm_of(state, seat)) < MOST_SPAWNS
    return has_spawn and is_any(summonable(state, seat))


@rule
def swarm_moves(state, seat, moves):
    """7.6  Summon or move; 7.8  spawns by turns; 7.9, 7.10  sacrifice or pay at any time."""
    is_stuck = True
    ways_to_act(state, seat, moves)
    if must_go_on(state):  # 7.8
        is_stuck = not is_any(steps_of(state, int(state.spawn), int(state.steps)))
    else:
        spawns_to_lead(state, moves)
    for number in range(MOST_SPAWNS):
        if state.at[own_spawn(state, number)] != NOWHERE:
            put(moves, SACRIFICE + number)
    if is_stuck:
        put(moves, STOP)


@rule
def must_go_on(state):
    """7.8  A spawn on another's space goes on first."""
    return state.spawn != NO_PIECE and not may_stay(state, int(state.spawn))


@rule
def ways_to_act(state, seat, moves):
    """7.6  Either summon or move, once; 7.10  for a medallion, summon besides."""
    can_summon = may_summon(state, seat)
    if not state.has_acted:
        if can_summon:
            put(moves, SUMMON)
        if spawns_of(state, swarm_of(state, seat)) > 0:
            put(moves, ROLL)
    if can_summon and state.players[seat].medallions > 0:
        put(moves, PAY)


@rule
def spawns_to_lead(state, moves):
    """7.8  Any other spawn that can step."""
    for number in range(MOST_SPAWNS):
        piece = own_spawn(state, number)
        if piece != state.spawn and is_any(steps_of(state, piece, int(state.steps))):
            put(moves, LEAD + number)


@rule
def summon(state, space):
    """7.7  A spawn appears; the tile stays."""
    done(state)
    number = 0
    while state.at[own_spawn(state, number)] != NOWHERE:
        number += 1
    state.at[own_spawn(state, number)] = space
    for word in range(WORDS):  # 7.13  it is another one than was there before
        state.used[number, word] = 0


@rule
def lead_only_spawn(state):
    """7.8  Who has one spawn need not say which."""
    state.spawn = NO_PIECE
    if spawns_of(state, swarm_of(state, int(state.active))) == 1:
        number = 0
        while state.at[own_spawn(state, number)] == NOWHERE:
            number += 1
        state.spawn = own_spawn(state, number)


@rule
def sacrifice(state, number):
    """7.9  Its tile becomes a summoning tile; in the centre, one beside it."""
    piece = own_spawn(state, number)
    space = int(state.at[piece])
    state.at[piece] = NOWHERE
    if state.spawn == piece:
        state.spawn = NO_PIECE
    if space == CENTRE:
        add(state, RAISING, state.active, 0, 1, CENTRE)
    else:
        lay(state, space, DARK + swarm_of(state, int(state.active)))
