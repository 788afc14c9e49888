"""Steps: where a piece may go, what happens when it gets there, and where nobody may stay."""

from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.agenda import add, done, top
from templetop.games.karmaggan.rules.fate import ROLLER, hurt_by_dice
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    FAR,
    NOWHERE,
    TRAIL,
    WORDS,
    add_space,
    all_inside,
    beside,
    both,
    crosses_roller,
    distance,
    either,
    has_space,
    includes,
    is_any,
    kept,
    landings,
    nothing,
    only,
    ring_of,
    ring_spaces,
    without,
)
from templetop.games.karmaggan.rules.pieces import (
    BLOOD,
    FIRST_SPAWN,
    MOST_SPAWNS,
    OBJECT,
    PASSAGE,
    PIECES,
    TEMPLE,
)
from templetop.games.karmaggan.rules.state import (
    ACT,
    CONSUMING,
    LEAVING,
    MEET,
    NO_PIECE,
    PICK,
    TAKING,
    UNCOVERING,
)
from templetop.games.karmaggan.rules.table import (
    abysses,
    are_allies,
    exit_before,
    exit_from,
    is_abyss,
    is_inside,
    is_shared_with_raider,
    is_spawn,
    other_piece,
    taken,
    tile_at,
)

# ── Where a piece may go (3.3 to 3.5, 3.13 to 3.15) ──────────────────────────────────────────────


@rule
def near(state, piece):
    """3.4  What is one step away and no abyss; 7.11  for a spawn neither is a loose Egg."""
    spaces = without(beside(state, only(int(state.at[piece]))), abysses(state))
    return without(spaces, only(int(state.egg))) if avoids_egg(state, piece) else spaces


@rule
def avoids_egg(state, piece):
    """7.11  Spawns cannot step on a loose Egg."""
    return is_spawn(piece) and state.egg != NOWHERE


@rule
def steps_of(state, piece, steps):
    """3.3  The spaces that a piece with so many steps left may step on, without the trails."""
    if steps <= 0 or state.at[piece] == NOWHERE or state.at[piece] >= TRAIL:
        return nothing()
    spaces = near(state, piece)
    for other in range(PIECES):
        space = int(state.at[other])
        is_near = 0 <= space < TRAIL and other != piece and includes(spaces, space)
        if is_near and not may_step_onto(state, piece, other, steps):
            spaces = without(spaces, only(space))
    return either(spaces, abyss_steps(state, piece, steps))


@rule
def may_step_onto(state, piece, other, steps):
    """3.13  Onto a rival, to fight; 3.15  onto an ally only if the steps suffice to go on."""
    if not are_allies(state, piece, other):
        return True
    return can_get_off(state, piece, int(state.at[other]), steps - 1)


@rule
def abyss_steps(state, piece, steps):
    """5.12  With a pole, an abyss tile; 3.15  if the steps suffice to get off it."""
    found = nothing()
    if state.poles <= 0 or is_spawn(piece):
        return found
    around = both(beside(state, only(int(state.at[piece]))), abysses(state))
    for word in range(WORDS):
        for bit in range(64):
            space = 64 * word + bit
            is_near = space < TRAIL and includes(around, space)
            if is_near and can_get_off(state, piece, space, steps - 1):
                found = either(found, only(space))
    return found


@rule
def can_get_off(state, piece, space, steps):
    """3.15  Do so many steps lead from there to a free space, or to a rival, or out?"""
    if steps > 0 and exit_from(state, piece, space) != NOWHERE:
        return True
    stops = without(all_inside(), either(abysses(state), allied(state, piece)))
    if avoids_egg(state, piece):
        stops = without(stops, only(int(state.egg)))
    front = only(space)
    for _ in range(steps):
        front = beside(state, front)
        if is_any(both(front, stops)):
            return True
        front = both(front, allied(state, piece))
    return False


@rule
def allied(state, piece):
    """Where the piece's allies are; itself is none of them."""
    spaces = nothing()
    for other in range(PIECES):
        space = int(state.at[other])
        if 0 <= space < TRAIL and other != piece and are_allies(state, piece, other):
            spaces = either(spaces, only(space))
    return spaces


@rule
def has_step(state, piece, steps):
    if steps > 0 and exit_before(state, piece) != NOWHERE:
        return True
    return is_any(steps_of(state, piece, steps))


@rule
def may_stay(state, piece):
    """3.13  Nobody ends a turn on another's space, 3.5  or on an abyss."""
    return other_piece(state, piece) == NO_PIECE and not is_abyss(state, int(state.at[piece]))


@rule
def retreats(state, piece):
    """3.14  The nearest free spaces."""
    fit = without(all_inside(), either(abysses(state), taken(state)))
    if avoids_egg(state, piece):
        fit = without(fit, only(int(state.egg)))
    past, across = landings(state, int(state.at[piece]), 1, fit)
    return either(past, across)


@rule
def retreat(state, space):
    """3.14  A roller in the way hurts, if no way as short leads past it."""
    piece = int(top(state).what)
    done(state)
    past, _ = landings(state, int(state.at[piece]), 1, only(space))
    arrive(state, piece, space, not is_any(past))


# ── What happens there (3.6) ─────────────────────────────────────────────────────────────────────


@rule
def step(state, piece, space):
    """3.6  A roller, whoever is there, the Egg, the tile: in this order."""
    is_hurt = not is_spawn(piece) and crosses_roller(state, int(state.at[piece]), space)
    if is_abyss(state, space):
        state.poles -= 1
    state.at[piece] = space
    add(state, ACT, 0, piece, 0, space)
    add(state, PICK, 0, piece, 0, space)
    add(state, MEET, 0, piece, 0, space)
    if is_hurt:
        state.victims = 1 << piece
        hurt_by_dice(state, ROLLER)


@rule
def arrive(state, piece, space, is_hurt):
    """6.10, 3.14  A piece comes down somewhere: the tile does nothing."""
    state.at[piece] = space
    if is_spawn(piece):
        return
    add(state, PICK, 0, piece, 0, space)
    if is_hurt and state.players[piece].coins > 0:
        state.victims = 1 << piece
        hurt_by_dice(state, ROLLER)


@rule
def user_of(piece):
    """3.7  The row of `used` for a raider, or for a spawn of the active swarm."""
    return (piece - FIRST_SPAWN) % MOST_SPAWNS if is_spawn(piece) else piece


@rule
def act(state):
    """3.7  The tile acts on who has stepped on it, once a turn."""
    piece, space = int(top(state).what), int(top(state).space)
    done(state)
    if state.at[piece] != space or space >= TRAIL:
        return
    kind = tile_at(state, space)
    if acts_on(state, piece, space, kind) and not is_cancelled(state, piece):
        add_space(state.used[user_of(piece)], space)
        activate(state, piece, space, kind)


@rule
def acts_on(state, piece, space, kind):
    """3.7  Not again in this turn; 3.8  not where another raider stands; 7.13  spawns draw only."""
    if kind == OBJECT or (not is_spawn(piece) and (kind in (TEMPLE, BLOOD, PASSAGE))):
        is_new = not has_space(state.used[user_of(piece)], space)
        return is_new and not is_shared_with_raider(state, piece)
    return False


@rule
def is_cancelled(state, piece):
    """5.14  A spell cancels the next tile that would act on its player."""
    if piece == state.active and state.spells > 0:
        state.spells -= 1
        return True
    return False


@rule
def activate(state, piece, space, kind):
    """3.9 to 3.12  What the tile does."""
    seat = int(state.active) if is_spawn(piece) else piece
    if kind == OBJECT:
        add(state, TAKING, seat, 0, 0, space)
    elif kind == TEMPLE:
        add(state, UNCOVERING, seat, 0, 1, space)
    elif kind == BLOOD:
        add(state, CONSUMING, seat, 0, 0, space)
    else:
        add(state, LEAVING, state.active, piece, 0, space)


@rule
def exits_of_passage(state, space):
    """3.11  The other passages that nobody is on."""
    return without(without(kept(state.tiles[PASSAGE]), only(space)), taken(state))


@rule
def exits_of_flash(state, piece):
    """4.9  Other temple tiles of the same ring that nobody is on, for who stands on one."""
    space = int(state.at[piece])
    if tile_at(state, space) != TEMPLE:
        return nothing()
    tiles = both(kept(state.tiles[TEMPLE]), ring_spaces(ring_of(space)))
    return without(without(tiles, only(space)), taken(state))


# ── Cut off (3.16) ───────────────────────────────────────────────────────────────────────────────


@rule
def is_cut_off(state, seat):
    """3.16  No way over tiles leads to the centre, whoever may stand in it."""
    if not is_inside(state, seat):
        return False
    ground = without(all_inside(), abysses(state))
    return distance(state, int(state.at[seat]), only(CENTRE), ground) == FAR
