"""Standing up, walking, and what a figure meets on its way."""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.games.vulkar.rules.agenda import add, add_task, done, top
from templetop.games.vulkar.rules.ground import neighbour, steps_between
from templetop.games.vulkar.rules.hands import use
from templetop.games.vulkar.rules.island import (
    BRIDGE,
    CAVE_1,
    CAVE_3,
    CAVES,
    HEART,
    HELIPAD,
    HELIPAD_SPACE,
    KIND,
    LADDER,
    LADDER_FOOT,
    LADDER_SPACE,
    MOST_NEIGHBOURS,
    NOWHERE,
    REGION,
    SNAPSHOT,
    SPACES,
    SWEPT_TO,
    TREASURE,
)
from templetop.games.vulkar.rules.moves import (
    BOARD,
    EXCHANGE,
    HANDFULS,
    LEAVE,
    MAP,
    NO_COLOUR,
    NO_EXCHANGE,
    PICK,
    RISE,
    ROLL,
    STEP,
    TAKE,
    THE_HEART,
    THE_PENNY,
)
from templetop.games.vulkar.rules.pieces import (
    FIREBALLS,
    LAST_TURNS,
    NO_TOKEN,
    SLAB,
    TOKEN_COLOURS,
    TRAIL_MAP,
)
from templetop.games.vulkar.rules.state import (
    ABOARD,
    AWAY,
    COLLECTING,
    COMING,
    DELVING,
    EXPLORING,
    GRABBING,
    HERE,
    IN_MAW,
    LYING,
    MEETING,
    OFF,
    ON_SLAB,
    RISING,
    ROLLING,
    STANDING,
    SWEPT,
    WON,
)
from templetop.games.vulkar.rules.table import (
    cards_in,
    has_all_pictures,
    has_picture,
    is_at,
    is_curse,
    is_curse_broken,
    is_on_island,
    is_taken,
    might_have,
    seat_of,
)
from templetop.games.vulkar.rules.tokens import EVERYONE, add_token, number_of, remove_token

FAR = 99

# ── Standing up (3.6 to 3.9) ─────────────────────────────────────────────────────────────────────


@rule
def way_home(figure, space):
    """How far a space is from where the figure stands up, if that is free."""
    if figure.posture == OFF:  # 3.8, 3.12
        far = FAR
        for cave in range(len(CAVES)):
            far = min(far, steps_between(CAVES[cave], space))
        return far
    return steps_between(home_of(figure), space)


@rule
def home_of(figure):
    """3.6  Where it lies; 3.7  the end of the river or chute, or the foot of the ladder."""
    space = int(figure.at)
    if figure.posture == LYING:
        return space
    return LADDER_FOOT if space == LADDER_SPACE else int(SWEPT_TO[space])


@rule
def rising_places(state, figure, moves):
    """3.9  Of all free spaces the nearest."""
    nearest = FAR
    for space in range(SPACES):
        if not is_taken(state, space, figure):
            nearest = min(nearest, way_home(state.figures[figure], space))
    for space in range(SPACES):
        is_near = way_home(state.figures[figure], space) == nearest
        if is_near and not is_taken(state, space, figure):
            put(moves, RISE + space)


@rule
def stand(state, figure):
    """3.1  Who has fallen stands up first."""
    done(state)
    if state.figures[figure].posture == LYING:  # 3.6
        state.figures[figure].posture = STANDING
    elif state.figures[figure].posture in (SWEPT, OFF):
        add_task(state, RISING, figure)


@rule
def rise(state, space):
    """3.7 to 3.9  It stands there."""
    figure = state.figures[int(top(state).figure)]
    done(state)
    figure.at = space
    figure.posture = STANDING


# ── Steps (4.1 to 4.6, 10.4) ─────────────────────────────────────────────────────────────────────


@rule
def is_walk_over(state):
    """4.1  All spaces are gone; 4.3  nobody stops where another figure is."""
    figure = int(state.active)
    if not is_on_island(state.figures[figure]):
        return True
    return state.steps <= 0 and not is_taken(state, int(state.figures[figure].at), figure)


@rule
def ways_on(state, moves):
    """4.2  Any path but the one it came by; 10.4  from the helipad also into the copter."""
    must_stop = has_to_stop(state)
    for way in range(MOST_NEIGHBOURS):
        space = way_on(state, way)
        if space != NOWHERE and not (must_stop and is_taken(state, space, int(state.active))):
            put(moves, STEP + space)
    if may_board(state):
        put(moves, BOARD)


@rule
def way_on(state, way):
    """4.2  Where a path leads, or NOWHERE; nobody turns back."""
    space = neighbour(int(state.figures[int(state.active)].at), way)
    return NOWHERE if space == state.came else space


@rule
def has_to_stop(state):
    """4.3  With no steps left, where a free space is next to it; else figures may go in circles."""
    if state.steps > 0:
        return False
    for way in range(MOST_NEIGHBOURS):
        space = way_on(state, way)
        if space != NOWHERE and not is_taken(state, space, int(state.active)):
            return True
    return False


@rule
def may_board(state):
    """10.4  From the helipad, when it has come; 12.14  under the Curse with the Heart alone."""
    figure = int(state.active)
    is_there = state.figures[figure].at == HELIPAD_SPACE and state.copter == HERE
    if not is_there or state.steps <= 0:
        return False
    return not is_curse(state) or (state.heart == figure and is_curse_broken(state))


@rule
def land(state, figure):
    """2.11  The first step leads from the copter to the helipad."""
    state.figures[figure].posture = STANDING
    state.figures[figure].at = NOWHERE
    step(state, HELIPAD_SPACE)


@rule
def step(state, space):
    """4.1  One space further; 4.3  it is entered if nobody is there, else passed."""
    figure = int(state.active)
    state.came = state.figures[figure].at
    state.figures[figure].at = space
    state.steps = max(0, int(state.steps) - 1)
    if not is_taken(state, space, figure):
        enter(state, figure, space)
    meet_all(state, figure, space)


@rule
def enter(state, figure, space):
    """4.4, 4.5  A bridge, the ladder or a cave ends the walk; elsewhere there is something."""
    kind = int(KIND[space])
    if kind in (BRIDGE, LADDER) or CAVE_1 <= kind <= CAVE_3:
        state.steps = 0
    if CAVE_1 <= kind <= CAVE_3:
        explore(state, figure)
    elif kind == HELIPAD:
        reach_helipad(state, figure)
    else:
        look_around(state, figure, space)


@rule
def look_around(state, figure, space):
    """5.1, 5.2, 5.5  What is to be had on a space that is entered, or started on."""
    kind = int(KIND[space])
    if kind == TREASURE and state.slabs[SLAB[space]] != NO_TOKEN:
        if is_curse(state):  # 12.10
            add_task(state, COLLECTING, figure)
        else:
            collect(state, figure)
    elif kind == SNAPSHOT:
        photograph(state, figure, int(REGION[space]))
    elif kind == HEART and may_grab(state):
        add_task(state, GRABBING, figure)


@rule
def collect(state, figure):
    """5.1  The token beside its space; all have seen it."""
    slab = int(SLAB[state.figures[figure].at])
    add_token(state.figures[figure], int(state.slabs[slab]), EVERYONE)
    state.slabs[slab] = NO_TOKEN


@rule
def can_photograph(state, figure, colour):
    """5.2  One of each colour, as long as there are any."""
    return state.album[colour] > 0 and not has_picture(state.figures[figure], colour)


@rule
def photograph(state, figure, colour):
    if can_photograph(state, figure, colour):
        state.album[colour] -= 1
        state.figures[figure].pictures |= 1 << colour


# ── Caves (4.5) ──────────────────────────────────────────────────────────────────────────────────


@rule
def explore(state, figure):
    """13.7, 13.10  Who might have a Trail Map is asked; else the die is rolled."""
    if might_have(state, seat_of(state, figure), TRAIL_MAP):
        add_task(state, EXPLORING, figure)
    else:
        add_task(state, ROLLING, figure)


@rule
def ways_out(state, seat, moves):
    put(moves, ROLL)
    for cave in range(len(CAVES)):
        if state.souvenirs[seat, TRAIL_MAP] > 0:
            put(moves, MAP + cave)


@rule
def leave_cave(state, move):
    """4.5  By the die; 13.7  or by the map."""
    figure = int(top(state).figure)
    done(state)
    if move == ROLL:
        add_task(state, ROLLING, figure)
    else:
        use(state, seat_of(state, figure), TRAIL_MAP)
        go_to_cave(state, figure, move - MAP)


@rule
def go_to_cave(state, figure, cave):
    """4.5  Unless somebody is there; 4.7  nothing is entered."""
    if not is_taken(state, int(CAVES[cave]), figure):
        state.figures[figure].at = CAVES[cave]


# ── The Heart, and other figures (5.5 to 5.7, 12.11) ─────────────────────────────────────────────


@rule
def may_grab(state):
    """5.5  As long as it is there; 12.12  under the Curse when all have their sets."""
    return state.heart == ON_SLAB and (not is_curse(state) or is_curse_broken(state))


@rule
def grab_heart(state, figure):
    """5.6  It stirs a fireball; 12.13  under the Curse it calls the copter instead."""
    state.heart = figure
    if is_curse(state):
        state.copter = HERE
    else:
        stir_fireball(state)


@rule
def stir_fireball(state):
    """5.6, 9.3  From the tracker to the Scar, if one is left; 10.2  the fourth calls the copter."""
    if state.scar < FIREBALLS:
        state.scar += 1
        if state.scar == FIREBALLS and state.copter == AWAY:
            state.copter = COMING


@rule
def meet_all(state, figure, space):
    """4.6, 5.7  Everyone who is passed, one after another."""
    for other in range(int(state.count) - 1, -1, -1):
        is_passed = other != figure and is_at(state.figures[other], space)
        if is_passed and is_worth_meeting(state, figure, other):
            add(state, MEETING, figure, other, 0)


@rule
def is_worth_meeting(state, figure, other):
    """5.7  The carrier; 12.11  under the Curse anybody, if there is anything to exchange."""
    if state.heart == other:
        return True
    return is_curse(state) and state.figures[figure].held + state.figures[other].held > 0


@rule
def exchanges(state, moves):
    """5.7  The Heart or nothing; 12.11  or a token for a token, for nothing, or as a present."""
    one, other = int(top(state).figure), int(top(state).what)
    if state.heart == other:
        put(moves, TAKE)
    put(moves, NO_EXCHANGE)
    if not is_curse(state):
        return
    for given in range(HANDFULS):
        for taken in range(HANDFULS):
            if given != taken and has_any(state, one, given) and has_any(state, other, taken):
                put(moves, EXCHANGE + HANDFULS * given + taken)


@rule
def has_any(state, figure, colour):
    """A token of that colour; nobody lacks none."""
    return colour == NO_COLOUR or number_of(state.figures[figure], colour) > 0


@rule
def exchange(state, move):
    """12.11  Tokens change hands openly; 5.7  or the Heart does."""
    one, other = int(top(state).figure), int(top(state).what)
    done(state)
    if move == TAKE:
        state.heart = one
    else:
        hand_over(state, one, other, (move - EXCHANGE) // HANDFULS)
        hand_over(state, other, one, (move - EXCHANGE) % HANDFULS)


@rule
def hand_over(state, one, other, colour):
    if colour != NO_COLOUR:
        remove_token(state.figures[one], colour)
        add_token(state.figures[other], colour, EVERYONE)


# ── The helipad and the copter (10.1 to 10.5) ────────────────────────────────────────────────────


@rule
def reach_helipad(state, figure):
    """10.1  Three colours call the copter at once; 10.14, 10.17  who came first is remembered."""
    is_called = not is_curse(state) and state.copter != HERE and has_all_pictures(state, figure)
    if is_called:
        state.copter = HERE
        state.turns_left = LAST_TURNS * int(state.count) + 1  # 10.8  and the rest of this one
    note_arrival(state, figure)
    if is_called:
        note_those_there(state)


@rule
def note_arrival(state, figure):
    if state.copter == HERE and state.figures[figure].reached == 0:
        state.arrivals += 1
        state.figures[figure].reached = state.arrivals


@rule
def note_those_there(state):
    """10.17  Whoever is on the helipad when the copter comes, in the order of play."""
    for turn in range(1, int(state.count) + 1):
        figure = (int(state.active) + turn) % int(state.count)
        if is_at(state.figures[figure], HELIPAD_SPACE):
            note_arrival(state, figure)


@rule
def board(state):
    """10.4  The walk is over; 10.5  something from the Maw; 12.14  or all have won."""
    figure = int(state.active)
    state.figures[figure].posture = ABOARD
    state.figures[figure].at = NOWHERE
    state.steps = 0
    if is_curse(state):
        state.ending = WON
    elif state.heart == IN_MAW or state.penny == IN_MAW or cards_in(state.maw) > 0:
        add_task(state, DELVING, figure)


@rule
def things_in_maw(state, moves):
    for colour in range(TOKEN_COLOURS):
        if state.maw[colour] > 0:
            put(moves, PICK + colour)
    if state.heart == IN_MAW:
        put(moves, PICK + THE_HEART)
    if state.penny == IN_MAW:
        put(moves, PICK + THE_PENNY)


@rule
def pick(state, thing):
    """10.5  Seen by all."""
    figure = int(top(state).figure)
    done(state)
    if thing == THE_HEART:
        state.heart = figure
    elif thing == THE_PENNY:
        state.penny = figure
    else:
        state.maw[thing] -= 1
        add_token(state.figures[figure], thing, EVERYONE)


@rule
def take_or_leave(state, moves):
    put(moves, TAKE)
    put(moves, LEAVE)
