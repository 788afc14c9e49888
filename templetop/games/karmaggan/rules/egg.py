"""The Egg: picked up, handed over, thrown and dropped."""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.agenda import base, done, top
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    NOWHERE,
    all_inside,
    beside,
    either,
    includes,
    landings,
    line_from,
    only,
    without,
)
from templetop.games.karmaggan.rules.moves import HAND_OVER, TAKE, THROW
from templetop.games.karmaggan.rules.pieces import FIRST_SPAWN
from templetop.games.karmaggan.rules.state import NOBODY_CARRIES
from templetop.games.karmaggan.rules.table import (
    abysses,
    are_partners,
    is_alive,
    is_inside,
    is_spawn,
    piece_on,
    space_of_egg,
    taken,
    taken_by_spawns,
)


@rule
def pick_up(state):
    """8.1  A living raider on the space of a loose Egg carries it."""
    piece, space = int(top(state).what), int(top(state).space)
    done(state)
    if state.egg == space and state.at[piece] == space and lives(state, piece):
        carry(state, piece)


@rule
def lives(state, piece):
    """8.1  A raider with blood left: one killed in battle is thrown before it dies."""
    return not is_spawn(piece) and is_alive(state, piece) and state.players[piece].coins > 0


@rule
def carry(state, seat):
    state.egg = NOWHERE
    state.carrier = seat


@rule
def let_rollers_out(state):
    """8.2  When the Egg is off the centre for the first time."""
    if not state.rollers and space_of_egg(state) != CENTRE:
        state.rollers = 1


# ── Giving it away in a turn (8.4 to 8.6) ────────────────────────────────────────────────────────


@rule
def may_give(state, seat):
    """8.6  A carrier in the Temple who has not given it away in this turn."""
    return state.carrier == seat and is_inside(state, seat) and not int(state.gave) >> seat & 1


@rule
def may_hand_over(state, seat, other):
    """8.4  To a team-mate on a space beside, without a wall between."""
    near = beside(state, only(int(state.at[seat])))
    return (
        other != seat
        and are_partners(state, seat, other)
        and is_inside(state, other)
        and includes(near, int(state.at[other]))
    )


@rule
def is_in_line(state, seat, other):
    """8.5  The first on a line that leads outwards."""
    if other == seat or not is_inside(state, other):
        return False
    hits = line_from(state, int(state.at[seat]), taken(state))
    return includes(hits, int(state.at[other]))


@rule
def egg_moves(state, seat, moves):
    """8.4, 8.5  Hand it over, throw it; 8.6, 8.9  take it from a team-mate, or have it thrown."""
    if may_give(state, seat):
        for other in range(state.seats):
            if may_hand_over(state, seat, other):
                put(moves, HAND_OVER + other)
            elif is_in_line(state, seat, other):
                put(moves, THROW + other)
        return
    if may_take(state, seat):
        put(moves, TAKE)
    for other in range(state.seats):
        if may_have_thrown(state, seat, other):
            put(moves, THROW + other)


@rule
def may_take(state, seat):
    """8.6  In one's own turn, from a team-mate who could give it."""
    carrier = int(state.carrier)
    if carrier == NOBODY_CARRIES or not are_partners(state, seat, carrier):
        return False
    if carrier == seat or not may_give(state, carrier) or not is_inside(state, seat):
        return False
    return may_hand_over(state, carrier, seat) or is_in_line(state, carrier, seat)


@rule
def note_moved(state, piece):
    """8.9  The active raider has moved a carrier of its own team by a dagger."""
    active = int(state.active)
    if state.carrier == piece and piece != active and are_partners(state, active, piece):
        base(state).many = piece + 1


@rule
def has_moved_carrier(state):
    """8.9  In this turn, by a dagger; and it still has the Egg, and may give it away."""
    carrier = int(state.carrier)
    return base(state).many == carrier + 1 and may_give(state, carrier)


@rule
def may_have_thrown(state, seat, other):
    """8.9  By the carrier that the seat has moved, to a third raider of the team in line."""
    if other == seat or not are_partners(state, seat, other) or not has_moved_carrier(state):
        return False
    return is_in_line(state, int(state.carrier), other)


@rule
def give(state, other):
    """8.6  From the carrier to another raider."""
    state.gave = int(state.gave) | 1 << int(state.carrier)
    state.carrier = other


# ── Dropped (6.14, 8.7) ──────────────────────────────────────────────────────────────────────────


@rule
def drops(state, space):
    """8.7  One step away or as few more as needed: no abyss, no spawn."""
    fit = without(without(all_inside(), abysses(state)), taken_by_spawns(state))
    past, across = landings(state, space, 1, fit)
    return either(past, across)


@rule
def drop(state, space):
    """8.7  The Egg comes down; a raider there has it."""
    done(state)
    state.carrier = NOBODY_CARRIES
    state.egg = space
    piece = piece_on(state, space)
    if 0 <= piece < FIRST_SPAWN:
        carry(state, piece)
