"""Temple cards: what is turned up, and what it does."""

from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.agenda import add, counted_down, done, top
from templetop.games.karmaggan.rules.fate import ROLLER, hurt_by_dice, lose_coins, settle_later
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    MOON,
    NOWHERE,
    SUN,
    E,
    acid_hits,
    arrow_hits,
    fire_hits,
    includes,
    outer_column,
)
from templetop.games.karmaggan.rules.hands import discard_hand
from templetop.games.karmaggan.rules.pieces import (
    ACID,
    ARROWS,
    FIRE,
    FLASH,
    MOON_CLOSE,
    MOON_OPEN,
    OUTER_RING,
    PISTON,
    PLENTY,
    PLENTY_CARDS,
    RAM,
    RAM_CARDS,
    ROLLERS,
    ROTATIONS,
    SECTORS,
    SUN_CLOSE,
    SUN_OPEN,
)
from templetop.games.karmaggan.rules.state import DRAWING, FLASHING, TURNING
from templetop.games.karmaggan.rules.table import is_inside, taken

CLOCKWISE, COUNTERCLOCKWISE = range(2)
ARROW_DAMAGE, FIRE_DAMAGE = 1, 2
NO_TEMPLE_CARD = -1


@rule
def uncover(state, card):
    """4.1  A temple card is turned up, for the raider who stepped on the tile."""
    seat = int(top(state).seat)
    counted_down(state)
    state.temple[card] -= 1
    state.turned_up[card] += 1
    state.shown_temple = NO_TEMPLE_CARD
    if card < ROTATIONS:
        add(state, TURNING, seat, card >> 1, card & 1, NOWHERE)
    elif card <= PISTON:
        let_trap_go(state, card)
    elif card >= SUN_OPEN:
        turn_gates(state, card)
    else:
        concern(state, seat, card)


@rule
def concern(state, seat, card):
    """4.8, 4.9, 4.10  What concerns the raider alone."""
    if card == RAM:
        discard_hand(state, seat)
        add(state, DRAWING, seat, 0, RAM_CARDS, NOWHERE)
    elif card == PLENTY:
        add(state, DRAWING, seat, 0, PLENTY_CARDS, NOWHERE)
    elif card == FLASH:
        add(state, FLASHING, state.active, seat, 0, NOWHERE)


# ── Traps (4.5 to 4.7) ───────────────────────────────────────────────────────────────────────────


@rule
def let_trap_go(state, card):
    """4.5  All traps of a wall; 4.7  the piston in the centre."""
    if card == ARROWS:
        wound(state, arrow_hits(state, taken(state)), ARROW_DAMAGE)
    elif card == FIRE:
        wound(state, fire_hits(state, taken(state)), FIRE_DAMAGE)
    elif card == ACID:
        state.victims = raiders_on(state, acid_hits(state, taken(state)))
        hurt_by_dice(state, ACID)
    else:
        crush(state)


@rule
def raiders_on(state, spaces):
    seats = 0
    for seat in range(state.seats):
        if is_inside(state, seat) and includes(spaces, int(state.at[seat])):
            seats |= 1 << seat
    return seats


@rule
def wound(state, spaces, damage):
    """4.5  Every raider that is hit loses coins."""
    hit = raiders_on(state, spaces)
    for seat in range(state.seats):
        if hit >> seat & 1:
            lose_coins(state, seat, damage)
    settle_later(state)


@rule
def crush(state):
    """4.7  Half of the coins, rounded in the raider's favour."""
    for seat in range(state.seats):
        if is_inside(state, seat) and state.at[seat] == CENTRE:
            lose_coins(state, seat, int(state.players[seat].coins) // 2)


# ── Gates (4.11) ─────────────────────────────────────────────────────────────────────────────────


@rule
def turn_gates(state, card):
    """4.11  They open and close in groups."""
    if card == SUN_OPEN:
        state.gates = int(state.gates) | SUN
    elif card == MOON_OPEN:
        state.gates = int(state.gates) | MOON
    elif card == SUN_CLOSE:
        state.gates = int(state.gates) & MOON
    elif card == MOON_CLOSE:
        state.gates = int(state.gates) & SUN
    else:
        state.gates = 0


# ── Rings (4.3) ──────────────────────────────────────────────────────────────────────────────────


@rule
def turn_ring(state, number):
    """4.3  The ring turns by so many sectors; 4.4  rollers hurt whoever is dragged through."""
    ring, way = int(top(state).what), int(top(state).many)
    done(state)
    if ring == OUTER_RING and state.rollers:
        state.victims = dragged(state, number, way)
    sectors = number if way == CLOCKWISE else SECTORS - number
    state.offsets[ring] = (int(state.offsets[ring]) + sectors) % SECTORS
    hurt_by_dice(state, ROLLER)


@rule
def dragged(state, number, way):
    """4.4  The raiders of the Outer ring that the turn takes across a roller, a bit each."""
    seats = 0
    for seat in range(state.seats):
        column = outer_column(state, int(state.at[seat]))
        is_there = is_inside(state, seat) and state.at[seat] < E
        if is_there and is_dragged(column, 4 * number, way):
            seats |= 1 << seat
    return seats


@rule
def is_dragged(column, by, way):
    """4.4  Is a roller among so many columns ahead?"""
    for roller in ROLLERS:
        ahead = (roller - 1 - column) & 63 if way == CLOCKWISE else (column - roller) & 63
        if ahead < by:
            return True
    return False
