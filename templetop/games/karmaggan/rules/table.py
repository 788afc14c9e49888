"""Who and what is where: pieces, sides, and the tiles under them."""

from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.ground import (
    NOWHERE,
    TRAIL,
    B,
    add_space,
    either,
    gate_at,
    has_space,
    is_open,
    kept,
    nothing,
    only,
    remove_space,
)
from templetop.games.karmaggan.rules.pieces import (
    ABYSS,
    DARK,
    EMPTY,
    FIRST_SPAWN,
    KINDS,
    MOST_SPAWNS,
    PIECES,
    SWARMS,
)
from templetop.games.karmaggan.rules.state import ALIVE, NO_PIECE, TEAMS

# ── Sides ────────────────────────────────────────────────────────────────────────────────────────


@rule
def swarm_of(state, seat):
    """7.5  One swarm for all; in a team match one for each team."""
    return seat % SWARMS if state.mode == TEAMS else 0


@rule
def is_spawn(piece):
    return piece >= FIRST_SPAWN


@rule
def swarm_of_spawn(piece):
    return (piece - FIRST_SPAWN) // MOST_SPAWNS


@rule
def first_spawn(swarm):
    return FIRST_SPAWN + MOST_SPAWNS * swarm


@rule
def are_allies(state, piece, other):
    """2.2  The raiders and spawns of a team; 2.1  without teams, all spawns and nobody else."""
    if state.mode == TEAMS:
        return team_of(piece) == team_of(other)
    return piece == other or (is_spawn(piece) and is_spawn(other))


@rule
def team_of(piece):
    """2.2  Every other seat; the swarms have the numbers of their teams."""
    return swarm_of_spawn(piece) if is_spawn(piece) else piece % SWARMS


@rule
def are_partners(state, seat, other):
    """2.2  Of one team."""
    return state.mode == TEAMS and seat % SWARMS == other % SWARMS


@rule
def seat_after(state, seat):
    return (seat + 1) % int(state.seats)


# ── Pieces ───────────────────────────────────────────────────────────────────────────────────────


@rule
def is_alive(state, seat):
    return state.players[seat].life == ALIVE


@rule
def is_inside(state, seat):
    """A living raider in the Temple."""
    return is_alive(state, seat) and 0 <= state.at[seat] < TRAIL


@rule
def is_outside(state, seat):
    """9.2  A living raider on a trail."""
    return is_alive(state, seat) and state.at[seat] >= TRAIL


@rule
def taken(state):
    """The spaces with a piece on them."""
    spaces = nothing()
    for piece in range(PIECES):
        if state.at[piece] != NOWHERE:
            spaces = either(spaces, only(int(state.at[piece])))
    return spaces


@rule
def taken_by_spawns(state):
    spaces = nothing()
    for piece in range(FIRST_SPAWN, PIECES):
        if state.at[piece] != NOWHERE:
            spaces = either(spaces, only(int(state.at[piece])))
    return spaces


@rule
def other_piece(state, piece):
    """Who else is on the piece's space, or NO_PIECE."""
    for other in range(PIECES):
        if other != piece and state.at[other] == state.at[piece]:
            return other
    return NO_PIECE


@rule
def piece_on(state, space):
    for piece in range(PIECES):
        if state.at[piece] == space:
            return piece
    return NO_PIECE


@rule
def is_shared_with_raider(state, piece):
    """3.8  Does another raider stand there too?"""
    other = other_piece(state, piece)
    return other != NO_PIECE and not is_spawn(other)


@rule
def is_taken(state, space):
    return piece_on(state, space) != NO_PIECE


@rule
def spawns_of(state, swarm):
    """7.5  How many spawns a swarm has."""
    first = first_spawn(swarm)
    number = 0
    for piece in range(first, first + MOST_SPAWNS):
        number += int(state.at[piece] != NOWHERE)
    return number


# ── Tiles ────────────────────────────────────────────────────────────────────────────────────────


@rule
def tile_at(state, space):
    """1.9  The kind of tile."""
    for kind in range(KINDS):
        if has_space(state.tiles[kind], space):
            return kind
    return EMPTY


@rule
def is_abyss(state, space):
    return space < TRAIL and has_space(state.tiles[ABYSS], space)


@rule
def lay(state, space, kind):
    """A tile becomes another one."""
    remove_space(state.tiles[tile_at(state, space)], space)
    add_space(state.tiles[kind], space)


@rule
def abysses(state):
    return kept(state.tiles[ABYSS])


@rule
def summoning_tiles(state, swarm):
    return kept(state.tiles[DARK + swarm])


# ── The Egg ──────────────────────────────────────────────────────────────────────────────────────


@rule
def space_of_egg(state):
    """8.1  Where it lies, or where its carrier is."""
    return int(state.egg) if state.egg != NOWHERE else int(state.at[state.carrier])


@rule
def exit_before(state, piece):
    """9.1  The trail that a raider may step on, or NOWHERE."""
    return exit_from(state, piece, int(state.at[piece]))


@rule
def exit_from(state, piece, space):
    """9.1  The same, if the raider were on that space."""
    if is_spawn(piece) or space >= B:
        return NOWHERE
    gate = gate_at(state, space)
    if not is_open(state, gate):
        return NOWHERE
    follows = space_of_egg(state) == TRAIL + gate and not are_allies(state, piece, state.carrier)
    return TRAIL + gate if state.carrier == piece or follows else NOWHERE
