"""Damage, death, summoning tiles, and how the game ends."""

from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.agenda import add, done, top
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    NOWHERE,
    beside,
    both,
    only,
    ring_spaces,
    without,
)
from templetop.games.karmaggan.rules.pieces import ACID, DARK, INNER_RING
from templetop.games.karmaggan.rules.state import (
    COLLAPSED,
    DROPPING,
    ESCAPED,
    FALLEN,
    GONE,
    HURTING,
    NO_PIECE,
    NOBODY_CARRIES,
    NOT_ENDED,
    OVER,
    OVERRUN,
    RAISING,
    SETTLE,
    TEAMS,
    WIPED_OUT,
)
from templetop.games.karmaggan.rules.table import (
    abysses,
    are_partners,
    is_alive,
    is_spawn,
    lay,
    other_piece,
    seat_after,
    swarm_of,
)

ROLLER = 0  # what hurts, besides ACID

# ── Damage (4.4 to 4.7) ──────────────────────────────────────────────────────────────────────────


@rule
def hurt_by_dice(state, cause):
    """4.12  Everyone concerned rolls; then all who are dead die together."""
    if state.victims:
        add(state, SETTLE, state.active, 0, 0, NOWHERE)
        add(state, HURTING, state.active, cause, 0, NOWHERE)


@rule
def next_victim(state):
    """4.12  Clockwise from the active seat."""
    seat = int(state.active)
    while not int(state.victims) >> seat & 1:
        seat = seat_after(state, seat)
    return seat


@rule
def damage(state, cause, number):
    """4.6  Acid: the die less 2; 4.4, 4.14  rollers: the die less 1."""
    if cause == ACID:
        return max(0, number - 2)
    return max(int(state.least), number - 1)


@rule
def hurt(state, number):
    """4.4, 4.6  The next victim has rolled."""
    seat = next_victim(state)
    lose_coins(state, seat, damage(state, top(state).what, number))
    state.victims = int(state.victims) & ~(1 << seat)
    if not state.victims:
        done(state)


@rule
def lose_coins(state, seat, number):
    player = state.players[seat]
    player.coins = max(0, int(player.coins) - number)


@rule
def settle_later(state):
    """7.1  Whoever has no coins left will die."""
    add(state, SETTLE, state.active, 0, 0, NOWHERE)


# ── Death (7.1 to 7.4) ───────────────────────────────────────────────────────────────────────────


@rule
def dying(state):
    """7.1  The raiders without coins, a bit each."""
    seats = 0
    for seat in range(state.seats):
        if is_alive(state, seat) and state.players[seat].coins <= 0:
            seats |= 1 << seat
    return seats


@rule
def settle(state):
    """4.12  All die together, and then choose in turn."""
    done(state)
    dead = dying(state)
    if not dead:
        return
    end_if_all_are_dead(state, dead)
    if state.ending != NOT_ENDED:
        return
    for turn in range(int(state.seats) - 1, -1, -1):  # the first to choose comes on top
        seat = (int(state.active) + turn) % int(state.seats)
        if dead >> seat & 1:  # 7.15  the tile of the first to choose is laid last, and stays
            die(state, seat, is_first_of_swarm(state, seat, dead, turn))
    state.fallen = int(state.fallen) | dead


@rule
def is_first_of_swarm(state, seat, dead, turn):
    """7.3  The first death of a swarm, of several at once the first clockwise."""
    swarm = swarm_of(state, seat)
    for other in range(state.seats):
        if int(state.fallen) >> other & 1 and swarm_of(state, other) == swarm:
            return False
    for earlier in range(turn):
        other = (int(state.active) + earlier) % int(state.seats)
        if dead >> other & 1 and swarm_of(state, other) == swarm:
            return False
    return True


@rule
def die(state, seat, is_first):
    """7.1  The raider is removed; 7.2  a summoning tile lies there; 7.3  perhaps a second one."""
    space = int(state.at[seat])
    leave_egg(state, seat, space)
    state.players[seat].life = FALLEN
    state.at[seat] = NOWHERE
    more = 1 if is_first else 0
    if space == CENTRE:
        add(state, RAISING, seat, 0, 1 + more, CENTRE)
        return
    lay(state, space, DARK + swarm_of(state, seat))
    if is_first:
        add(state, RAISING, seat, 0, 1, space)


@rule
def leave_egg(state, seat, space):
    """7.4  It stays where the body is, with whoever is there; 8.7  but not under a spawn."""
    if state.carrier != seat:
        return
    other = other_piece(state, seat)
    if other != NO_PIECE and not is_spawn(other):
        state.carrier = other
        return
    state.carrier = NOBODY_CARRIES
    state.egg = space
    if other != NO_PIECE:
        add(state, DROPPING, seat, 0, 0, space)


@rule
def raisable(state, space):
    """7.3  A tile beside, without a wall between; 7.2  beside the centre, an Inner one."""
    spaces = without(beside(state, only(space)), abysses(state))
    return (
        both(spaces, ring_spaces(INNER_RING)) if space == CENTRE else without(spaces, only(CENTRE))
    )


@rule
def raise_tile(state, space):
    """7.2, 7.3  The victim has placed a summoning tile; the second one lies beside the first."""
    seat, more = int(top(state).seat), int(top(state).many) - 1
    done(state)
    lay(state, space, DARK + swarm_of(state, seat))
    if more:
        add(state, RAISING, seat, 0, more, space)


# ── The end (9.2 to 9.7) ─────────────────────────────────────────────────────────────────────────


@rule
def end(state, how, winners):
    state.ending = how
    state.winners = winners
    state.phase = OVER


@rule
def everyone(state):
    """9.6, 9.7  A draw of all; without teams, of all who are not out of the game."""
    seats = 0
    for seat in range(state.seats):
        if state.mode == TEAMS or state.players[seat].life != GONE:
            seats |= 1 << seat
    return seats


@rule
def team_of_seats(state, seat):
    """2.2  The seat and its partners, a bit each."""
    seats = 1 << seat
    for other in range(state.seats):
        if are_partners(state, seat, other):
            seats |= 1 << other
    return seats


@rule
def living(state):
    seats = 0
    for seat in range(state.seats):
        if is_alive(state, seat):
            seats |= 1 << seat
    return seats


@rule
def escape(state, seat):
    """9.3  The carrier has lasted outside: its side wins."""
    end(state, ESCAPED, team_of_seats(state, seat))


@rule
def end_if_all_are_dead(state, dead):
    """9.5, 9.6  Is nobody left of a team, or of all?"""
    left = living(state) & ~dead
    if state.mode == TEAMS:
        end_of_teams(state, left)
    elif not left:
        overrun(state)


@rule
def end_of_teams(state, left):
    """9.5, 9.8  A team without raiders has lost or fights on; 9.9  two such teams draw."""
    dark, light = left & team_of_seats(state, 0), left & team_of_seats(state, 1)
    if not left:
        end(state, WIPED_OUT, everyone(state))
    elif state.team_wipe and not dark:
        end(state, WIPED_OUT, team_of_seats(state, 1))
    elif state.team_wipe and not light:
        end(state, WIPED_OUT, team_of_seats(state, 0))


@rule
def overrun(state):
    """9.6  Those win who were dead before the last blow; if nobody was, all share it."""
    before = int(state.fallen)
    end(state, OVERRUN, before if before else everyone(state))


@rule
def collapse(state):
    """9.7  The Temple falls in: without teams the swarm has won, if there is one."""
    before = int(state.fallen)
    is_won = state.mode != TEAMS and before
    end(state, COLLAPSED, before if is_won else everyone(state))
