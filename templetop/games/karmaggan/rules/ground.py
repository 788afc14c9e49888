"""The ground: spaces, sets of spaces, and what lies beside, in line with, or so far from them.

    A 0 … 63   B 64 … 127   C 128 … 191     the Outer ring, from the rim inwards
    E 192 … 223   D 224 … 255               the Middle ring; row E is the inner one
    Inner 256 … 271   Centre 272
    trails 273 … 280                        outside, one behind each gate

A space is counted along its ring, not along the world: a ring that turns takes its tiles, walls and
pieces with it, and nothing but its offset changes. A set of spaces is five words of 64 bits: A, B,
C, E and D, and the rest; so a whole ring is turned, walked or shot through by a few operations.
"""

import numpy as np

from templetop.engine.bits import bits_in
from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.pieces import (
    CENTRAL_RING,
    CENTRAL_WALL,
    GAP,
    GATE_WIDTH,
    GATES,
    INNER_RING,
    INNER_WALL,
    MIDDLE_BARS,
    MIDDLE_RING,
    MIDDLE_WALL,
    OUTER_BARS,
    OUTER_RING,
    ROLLERS,
    SUN_GATES,
    TRAP,
)

OUTER_COLUMNS, MIDDLE_COLUMNS, INNER_COLUMNS = 64, 32, 16
A, B, C, E, D, INNER_SPACE, CENTRE, TRAIL = 0, 64, 128, 192, 224, 256, 272, 273
INSIDE = 273  # so many spaces lie inside the Temple
SPACES = INSIDE + len(GATES)
NOWHERE = -1
WORDS = 5
PER_SECTOR = 4, 2, 1  # columns of the Outer, the Middle and the Inner ring

ZERO, ONE = np.uint64(0), np.uint64(1)
LOW16, LOW32 = np.uint64(0xFFFF), np.uint64(0xFFFFFFFF)
CENTRE_BIT = np.uint64(1 << (CENTRE - INNER_SPACE))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def columns(found: list[int]) -> np.uint64:
    """A set of columns, a bit each."""
    return np.uint64(sum(1 << column for column in found))


def parts(wall: str, mark: str) -> np.uint64:
    """The parts of a wall that are drawn so."""
    return columns([number for number, part in enumerate(wall) if part == mark])


CENTRAL_GAPS, FIRES = parts(CENTRAL_WALL, GAP), parts(CENTRAL_WALL, TRAP)
INNER_GAPS, ACIDS = parts(INNER_WALL, GAP), parts(INNER_WALL, TRAP)
MIDDLE_GAPS, ARROW_SLITS = parts(MIDDLE_WALL, GAP), parts(MIDDLE_WALL, TRAP)
OUTER_OPEN = ALL ^ columns([*OUTER_BARS])  # columns without a bar before them
MIDDLE_OPEN = LOW32 ^ columns([*MIDDLE_BARS])
ROLLER_COLUMNS = columns([*ROLLERS])

GATE_AT = np.full(OUTER_COLUMNS, NOWHERE, np.int8)  # the gate of a column of the world
for number, first in enumerate(GATES):
    GATE_AT[first : first + GATE_WIDTH] = number
SUN, MOON = 1, 2
GROUP = np.array([SUN if gate in SUN_GATES else MOON for gate in GATES], np.int8)


# ── Rings ────────────────────────────────────────────────────────────────────────────────────────


@rule
def ring_of(space):
    """1.1  The ring that a space belongs to; a trail is behind the Outer one."""
    if space < E:
        return OUTER_RING
    if space < INNER_SPACE:
        return MIDDLE_RING
    return INNER_RING if space < CENTRE else CENTRAL_RING if space == CENTRE else OUTER_RING


@rule
def outer_column(state, space):
    """1.2  The column of the world that a space of the Outer ring is in now."""
    return (space + 4 * int(state.offsets[OUTER_RING])) & 63


@rule
def gate_at(state, space):
    """1.7  The gate before a space of row A, or NOWHERE."""
    return int(GATE_AT[outer_column(state, space)]) if space < B else NOWHERE


@rule
def is_open(state, gate):
    """1.7  The gates of the Sun and those of the Moon open and close together."""
    return gate != NOWHERE and int(state.gates) & int(GROUP[gate]) != 0


@rule
def between(state, ring, other):
    """1.2  How many sectors a ring is ahead of another."""
    return int(state.offsets[ring]) - int(state.offsets[other])


# ── Sets of spaces ───────────────────────────────────────────────────────────────────────────────


@rule
def nothing():
    return ZERO, ZERO, ZERO, ZERO, ZERO


@rule
def only(space):
    """The set of one space."""
    bit = ONE << np.uint64(space & 63)
    return (
        bit if space < B else ZERO,
        bit if B <= space < C else ZERO,
        bit if C <= space < E else ZERO,
        bit if E <= space < INNER_SPACE else ZERO,
        bit if space >= INNER_SPACE else ZERO,
    )


@rule
def kept(words):
    """A set that is kept in the record."""
    return words[0], words[1], words[2], words[3], words[4]


@rule
def either(one, other):
    a, b, c, m, i = one
    o, p, q, r, s = other
    return a | o, b | p, c | q, m | r, i | s


@rule
def both(one, other):
    a, b, c, m, i = one
    o, p, q, r, s = other
    return a & o, b & p, c & q, m & r, i & s


@rule
def without(one, other):
    a, b, c, m, i = one
    o, p, q, r, s = other
    return a & ~o, b & ~p, c & ~q, m & ~r, i & ~s


@rule
def is_any(spaces):
    a, b, c, m, i = spaces
    return (a | b | c | m | i) != ZERO


@rule
def how_many(spaces):
    a, b, c, m, i = spaces
    return bits_in(a) + bits_in(b) + bits_in(c) + bits_in(m) + bits_in(i)


@rule
def word_of(spaces, number):
    a, b, c, m, i = spaces
    if number == 0:
        return a
    if number == 1:
        return b
    if number == 2:
        return c
    return m if number == 3 else i


@rule
def includes(spaces, space):
    return (word_of(spaces, space >> 6) >> np.uint64(space & 63)) & ONE != ZERO


@rule
def has_space(words, space):
    """The same for a set in the record."""
    return (words[space >> 6] >> np.uint64(space & 63)) & ONE != ZERO


@rule
def add_space(words, space):
    words[space >> 6] |= ONE << np.uint64(space & 63)


@rule
def remove_space(words, space):
    words[space >> 6] &= ~(ONE << np.uint64(space & 63))


@rule
def all_inside():
    """Every space but the trails."""
    return ALL, ALL, ALL, ALL, LOW16 | CENTRE_BIT


@rule
def ring_spaces(ring):
    """1.1  All spaces of a ring."""
    if ring == OUTER_RING:
        return ALL, ALL, ALL, ZERO, ZERO
    if ring == MIDDLE_RING:
        return ZERO, ZERO, ZERO, ALL, ZERO
    return ZERO, ZERO, ZERO, ZERO, LOW16 if ring == INNER_RING else CENTRE_BIT


# ── Turning, doubling and halving columns ────────────────────────────────────────────────────────


@rule
def turned64(columns, by):
    by = by & 63
    return (columns << np.uint64(by)) | (columns >> np.uint64((64 - by) & 63))


@rule
def turned32(columns, by):
    by = by & 31
    return ((columns << np.uint64(by)) | (columns >> np.uint64(32 - by))) & LOW32


@rule
def turned16(columns, by):
    by = by & 15
    return ((columns << np.uint64(by)) | (columns >> np.uint64(16 - by))) & LOW16


@rule
def doubled(columns):
    """1.3  Each of up to 32 columns becomes two."""
    x = columns
    x = (x | (x << np.uint64(16))) & np.uint64(0x0000FFFF0000FFFF)
    x = (x | (x << np.uint64(8))) & np.uint64(0x00FF00FF00FF00FF)
    x = (x | (x << np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    x = (x | (x << np.uint64(2))) & np.uint64(0x3333333333333333)
    x = (x | (x << np.uint64(1))) & np.uint64(0x5555555555555555)
    return x | (x << np.uint64(1))


@rule
def halved(columns):
    """1.3  Each two columns become one, if any of them is in the set."""
    x = (columns | (columns >> np.uint64(1))) & np.uint64(0x5555555555555555)
    x = (x | (x >> np.uint64(1))) & np.uint64(0x3333333333333333)
    x = (x | (x >> np.uint64(2))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    x = (x | (x >> np.uint64(4))) & np.uint64(0x00FF00FF00FF00FF)
    x = (x | (x >> np.uint64(8))) & np.uint64(0x0000FFFF0000FFFF)
    return (x | (x >> np.uint64(16))) & LOW32


# ── Through the walls between rings (1.3, 1.4) ───────────────────────────────────────────────────


@rule
def from_centre(state):
    """The columns of the Inner ring behind a gap of the Central wall."""
    return turned16(CENTRAL_GAPS, between(state, CENTRAL_RING, INNER_RING))


@rule
def from_inner(state, inner):
    """The columns of row E behind gaps of the Inner wall."""
    return turned32(doubled(inner) & INNER_GAPS, 2 * between(state, INNER_RING, MIDDLE_RING))


@rule
def to_inner(state, row_e):
    through = turned32(row_e, 2 * between(state, MIDDLE_RING, INNER_RING)) & INNER_GAPS
    return halved(through)


@rule
def from_middle(state, row_d):
    """The columns of row C behind gaps of the Middle wall."""
    return turned64(doubled(row_d) & MIDDLE_GAPS, 4 * between(state, MIDDLE_RING, OUTER_RING))


@rule
def to_middle(state, row_c):
    return halved(turned64(row_c, 4 * between(state, OUTER_RING, MIDDLE_RING)) & MIDDLE_GAPS)


# ── One step (3.4) ───────────────────────────────────────────────────────────────────────────────


@rule
def along_outer(row, passable):
    """To both sides, where no bar is in the way."""
    return (turned64(row, 1) & passable) | turned64(row & passable, -1)


@rule
def along_middle(row):
    return (turned32(row, 1) & MIDDLE_OPEN) | turned32(row & MIDDLE_OPEN, -1)


@rule
def beside(state, spaces):
    """3.4  All spaces one step from these: never diagonally, never through a wall."""
    return beside_by(state, spaces, OUTER_OPEN)


@rule
def beside_by(state, spaces, passable):
    """The same, with the sides of the Outer ring that may be crossed."""
    a, b, c, m, i = spaces
    e, d, inner = m & LOW32, m >> np.uint64(32), i & LOW16
    door = from_centre(state)
    near_c = along_outer(c, passable) | b | from_middle(state, d)
    near_e = along_middle(e) | d | from_inner(state, inner)
    near_d = along_middle(d) | e | to_middle(state, c)
    near_inner = turned16(inner, 1) | turned16(inner, -1) | to_inner(state, e)
    if i & CENTRE_BIT != ZERO:
        near_inner |= door
    centre = CENTRE_BIT if inner & door != ZERO else ZERO
    return (
        along_outer(a, passable) | b,
        along_outer(b, passable) | a | c,
        near_c,
        near_e | (near_d << np.uint64(32)),
        near_inner | centre,
    )


# ── Rollers (1.8) ────────────────────────────────────────────────────────────────────────────────


@rule
def roller_sides(state):
    """Columns of the Outer ring with a roller before them now; none before they are out."""
    if not state.rollers:
        return ZERO
    return turned64(ROLLER_COLUMNS, -4 * int(state.offsets[OUTER_RING]))


@rule
def beside_past_rollers(state, spaces):
    """One step that crosses no roller."""
    return beside_by(state, spaces, OUTER_OPEN & ~roller_sides(state))


@rule
def across_rollers(state, spaces):
    """One step across a roller."""
    a, b, c, _, _ = spaces
    sides = OUTER_OPEN & roller_sides(state)
    return along_outer(a, sides), along_outer(b, sides), along_outer(c, sides), ZERO, ZERO


@rule
def crosses_roller(state, space, to):
    """4.4  Does a step from one space to another lead across a roller?"""
    return includes(across_rollers(state, only(space)), to)


# ── Lines (4.2) ──────────────────────────────────────────────────────────────────────────────────


@rule
def line_from(state, space, taken):
    """The first taken spaces on all lines that lead outwards from a space."""
    _a, b, c, m, i = only(space)
    e, d, inner = m & LOW32, m >> np.uint64(32), i & LOW16
    begin = from_centre(state) if space == CENTRE else ZERO
    return hit(state, taken, begin, from_inner(state, inner), e, from_middle(state, d), c, b)


@rule
def hit(state, taken, inner, e, d, c, b, a):
    """4.2  What comes outwards into these columns goes on until a wall or a piece stops it."""
    in_a, in_b, in_c, in_m, in_i = taken
    in_e, in_d = in_m & LOW32, in_m >> np.uint64(32)
    e |= from_inner(state, inner & ~in_i)
    d |= e & ~in_e
    c |= from_middle(state, d & ~in_d)
    b |= c & ~in_c
    a |= b & ~in_b
    return (
        a & in_a,
        b & in_b,
        c & in_c,
        (e & in_e) | ((d & in_d) << np.uint64(32)),
        inner & in_i & LOW16,
    )


@rule
def fire_hits(state, taken):
    """1.5  Fire comes out of the Central wall."""
    inner = turned16(FIRES, between(state, CENTRAL_RING, INNER_RING))
    return hit(state, taken, inner, ZERO, ZERO, ZERO, ZERO, ZERO)


@rule
def acid_hits(state, taken):
    """1.5  Acid comes out of the Inner wall."""
    row_e = turned32(ACIDS, 2 * between(state, INNER_RING, MIDDLE_RING))
    return hit(state, taken, ZERO, row_e, ZERO, ZERO, ZERO, ZERO)


@rule
def arrow_hits(state, taken):
    """1.5  Arrows come out of the Middle wall."""
    row_c = turned64(ARROW_SLITS, 4 * between(state, MIDDLE_RING, OUTER_RING))
    return hit(state, taken, ZERO, ZERO, ZERO, row_c, ZERO, ZERO)


# ── Distances ────────────────────────────────────────────────────────────────────────────────────

FAR = 99


@rule
def distance(state, space, goal, passable):
    """How many steps from a space to the nearest of some others; FAR if no way leads there."""
    reached = only(space)
    steps = 0
    while not is_any(both(reached, goal)):
        wider = either(reached, both(beside(state, reached), passable))
        if how_many(wider) == how_many(reached):
            return FAR
        reached = wider
        steps += 1
    return steps


@rule
def landings(state, space, least, fit):
    """6.10  Where something comes down that is thrown from a space: so many steps away at least.

    Two sets: what is reached without a roller in the way, and what is reached across one. Farther
    if nothing fits so near, and nearer if there is nothing so far.
    """
    reached = only(space)
    past, across = reached, nothing()
    found_past, found_across = nothing(), nothing()
    steps = 0
    while is_any(either(past, across)):
        steps += 1
        next_across = either(beside(state, across), across_rollers(state, past))
        across = without(next_across, reached)
        past = without(beside_past_rollers(state, past), reached)
        reached = either(reached, either(past, across))
        if is_any(both(either(past, across), fit)):
            found_past, found_across = both(past, fit), both(across, fit)
            if steps >= least:
                break
    return found_past, found_across
