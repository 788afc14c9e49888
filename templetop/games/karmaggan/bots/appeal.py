"""How good a move looks at first sight: a whole number, more is better.

A step nearer to what one is after is worth STRIDE; all other figures are to be read beside it.
"""

from templetop.engine.compile import rule
from templetop.games.karmaggan.bots.goals import (
    BOLD,
    exits,
    goal_of,
    prey,
    progress,
    sides_for,
    way,
    way_on_foot,
)
from templetop.games.karmaggan.rules.agenda import top
from templetop.games.karmaggan.rules.ground import (
    CENTRE,
    OUTER_OPEN,
    TRAIL,
    crosses_roller,
    has_space,
    is_any,
    only,
)
from templetop.games.karmaggan.rules.hands import cards_in
from templetop.games.karmaggan.rules.moves import (
    BATTLE,
    EXIT,
    GAIN,
    HAND_OVER,
    LEAD,
    PASS,
    PAY,
    PLAY,
    PUT,
    RING,
    ROLL,
    SACRIFICE,
    SPOIL,
    START,
    STAY,
    STEP,
    SUMMON,
    TAKE,
    TARGET,
    THROUGH,
    THROW,
    YES,
)
from templetop.games.karmaggan.rules.pieces import (
    ATTACK,
    BLOOD,
    CARVING,
    COUNTER,
    ECLIPSE,
    FINGERS,
    HAND,
    MISHMASH,
    NO_CARD,
    NULL,
    OBJECT,
    POWER,
    SALIVA,
    SPARKS,
    STONE,
    TAR,
    TEMPLE,
    TWINS,
    VALUE,
)
from templetop.games.karmaggan.rules.start import PASSAGE_SPACES
from templetop.games.karmaggan.rules.state import (
    ANSWERING,
    BATTLING,
    DROPPING,
    FLINGING,
    MEETING,
    MOVING,
    NAMING,
    NOBODY_CARRIES,
    PREPARING,
    PUSHING,
    SWARMING,
)
from templetop.games.karmaggan.rules.steps import user_of
from templetop.games.karmaggan.rules.swarm import own_spawn
from templetop.games.karmaggan.rules.table import (
    are_allies,
    are_partners,
    is_inside,
    is_spawn,
    piece_on,
    space_of_egg,
    spawns_of,
    swarm_of,
    tile_at,
)

STRIDE = 100
COIN = 150
CARD = 60
ENOUGH_SPAWNS = 3


@rule
def appeal(state, seat, move):
    """By the phase."""
    phase = int(state.phase)
    if phase in (MOVING, PREPARING):
        return appeal_of_raider(state, seat, move)
    if phase == SWARMING:
        return appeal_of_swarm(state, seat, move)
    if phase == BATTLING:
        return appeal_in_battle(state, seat, move - BATTLE)
    if phase in (MEETING, ANSWERING):
        return appeal_of_meeting(state, seat, move)
    if phase == NAMING:
        return appeal_of_target(state, seat, move)
    if phase == PUSHING:
        return appeal_of_push(state, seat, move - STEP)
    if PUT <= move < START:
        return appeal_of_place(state, seat, phase, move - PUT)
    return appeal_of_answer(state, seat, move)


@rule
def appeal_of_answer(state, seat, move):
    """Take what is offered; leave a passage where the goal is near; harm with rollers."""
    if move in (YES, THROUGH):
        return CARD
    if EXIT <= move < STAY:
        here, there = int(top(state).space), int(PASSAGE_SPACES[move - EXIT])
        goal, sides = goal_of(state, seat), sides_for(state, seat)
        nearer = way_on_foot(state, goal, here, sides) - way_on_foot(state, goal, there, sides)
        return STRIDE * nearer
    return 0


# ── Raiders ──────────────────────────────────────────────────────────────────────────────────────


@rule
def appeal_of_raider(state, seat, move):
    if move < PUT:
        return appeal_of_step(state, seat, move - STEP)
    if PLAY <= move < PAY:
        return appeal_of_card(state, seat, move - PLAY)
    if HAND_OVER <= move <= TAKE:
        return appeal_of_giving(state, seat, move)
    if move == PAY:
        return -COIN
    return STRIDE // 2 if move >= RING else 0


@rule
def appeal_of_step(state, seat, space):
    """Nearer to the goal, over useful tiles, not into trouble."""
    if space >= TRAIL:
        return 100 * STRIDE
    here = int(state.at[seat])
    looks = STRIDE * progress(state, goal_of(state, seat), here, space, sides_for(state, seat))
    looks += appeal_of_tile(state, seat, space)
    other = piece_on(state, space)
    if other >= 0 and not are_allies(state, seat, other):
        looks += appeal_of_rival(state, seat, other)
    if crosses_roller(state, here, space):
        looks -= STRIDE // 3 if state.players[seat].coins >= BOLD else 6 * COIN
    return looks - STRIDE // 4


@rule
def appeal_of_tile(state, seat, space):
    """Cards and blood are welcome; a temple tile is, as long as a carrier needs a gate."""
    if has_space(state.used[seat], space):
        return 0
    kind = tile_at(state, space)
    if kind == OBJECT:
        return CARD if cards_in(state.players[seat]) < HAND else 0
    if kind == BLOOD:
        return 2 * COIN
    if kind != TEMPLE:
        return 0
    wants_gate = has_egg(state, seat) and not is_any(exits(state))
    return STRIDE if wants_gate else -STRIDE // 6


@rule
def has_egg(state, seat):
    """The seat or a team-mate."""
    carrier = int(state.carrier)
    return carrier == seat or (carrier != NOBODY_CARRIES and are_partners(state, seat, carrier))


@rule
def appeal_of_rival(state, seat, other):
    """A battle: for the Egg at once, else only against who is weaker."""
    if not is_spawn(other) and state.carrier == other:
        return 2 * STRIDE if state.players[seat].coins > 1 else 0
    return STRIDE // 2 if strength(state, seat) > strength_of(state, other) else -2 * STRIDE


@rule
def strength(state, seat):
    """Coins, and cards that beat something."""
    player = state.players[seat]
    total = 2 * min(int(player.coins), 4)
    for place in range(HAND):
        card = int(player.cards[place])
        total += int(card != NO_CARD) + int(VALUE[card] >= POWER)
    return total


@rule
def strength_of(state, other):
    """What others can see of it."""
    if is_spawn(other):
        return 5
    player = state.players[other]
    return 2 * min(int(player.coins), 4) + cards_in(player)


@rule
def appeal_of_card(state, seat, card):
    """Most cards are better kept for battle."""
    player = state.players[seat]
    if card == MISHMASH:
        return 2 * CARD if cards_in(player) < HAND - 1 else 0
    if card == STONE:
        return COIN
    if card == TWINS:
        return CARD // 2
    if card == FINGERS:
        return CARD // 2
    if card == TAR:
        return CARD if player.coins > 4 and cards_in(player) < HAND - 2 else -4 * COIN
    if card == SALIVA:
        needs_gate = state.carrier == seat and not is_any(exits(state))
        return STRIDE if needs_gate and player.coins > 2 else -COIN
    if card == SPARKS:
        return appeal_of_sparks(state, seat)
    if card == ECLIPSE:
        return appeal_of_eclipse(state, seat)
    return -CARD


@rule
def appeal_of_sparks(state, seat):
    """When two steps more bring what one is after."""
    if state.phase != MOVING or state.steps > 0:
        return -CARD
    left = way(state, goal_of(state, seat), int(state.at[seat]), sides_for(state, seat))
    return 2 * STRIDE if left < 2 + int(state.carrier != seat) else -CARD


@rule
def appeal_of_eclipse(state, seat):
    """When a rival is about to leave."""
    carrier = int(state.carrier)
    if carrier == NOBODY_CARRIES or has_egg(state, seat) or not is_inside(state, carrier):
        return -10 * CARD
    gates = exits(state)
    is_near = is_any(gates) and way(state, gates, int(state.at[carrier]), OUTER_OPEN) < 6
    return 4 * STRIDE if is_near else -10 * CARD


@rule
def appeal_of_giving(state, seat, move):
    """To a team-mate who is nearer to an exit; never to a rival."""
    gates = exits(state)
    if move == TAKE:
        giver, other = int(state.carrier), seat
    else:
        giver = int(state.carrier)  # 8.9  not always the seat itself
        other = move - HAND_OVER if move < THROW else move - THROW
    if not are_partners(state, giver, other):
        return -50 * STRIDE
    if not is_any(gates):
        return -STRIDE
    return (
        STRIDE * progress(state, gates, int(state.at[giver]), int(state.at[other]), OUTER_OPEN)
        - 2 * STRIDE
    )


@rule
def appeal_of_meeting(state, seat, move):
    """Fight for the Egg, or when one is stronger; the swarm has nothing to lose."""
    piece, other = int(top(state).what), int(top(state).many)
    if state.phase == ANSWERING:
        piece, other = other, piece
    if move == PASS:
        return 0
    if is_spawn(piece):
        return STRIDE if cards_in(state.players[seat]) > 0 else -STRIDE
    if state.carrier == seat:
        return -STRIDE
    return appeal_of_rival(state, seat, other)


@rule
def appeal_in_battle(state, seat, card):
    """Strong cards, and of equal ones those that are not wanted for anything else."""
    if card == NO_CARD:
        return -STRIDE
    value = int(VALUE[card])
    if value == NULL:
        return 10
    return 40 if value == COUNTER else 30 if value == ATTACK else 60


@rule
def appeal_of_target(state, seat, move):
    """Rivals, the carrier first."""
    if move == GAIN:
        return COIN
    card = int(top(state).what)
    if not TARGET <= move < GAIN:
        return 0
    other = move - TARGET if move < SPOIL else move - SPOIL
    if card == STONE:
        return -COIN
    is_friend = are_partners(state, seat, other)
    if card == CARVING and move < SPOIL:
        return CARD if is_friend else -CARD
    worth = cards_in(state.players[other]) + (10 if state.carrier == other else 0)
    return -worth if is_friend else worth


@rule
def appeal_of_push(state, seat, space):
    """Away from where they want to go, unless it is a team-mate."""
    other = int(top(state).what)
    nearer = progress(state, goal_of(state, other), int(state.at[other]), space, OUTER_OPEN)
    return STRIDE * nearer if are_partners(state, seat, other) else -STRIDE * nearer


@rule
def appeal_of_place(state, seat, phase, space):
    """Where something is put: a rival far from the Egg, the Egg near the centre, oneself near."""
    if phase == FLINGING:
        return STRIDE * way(state, only(egg_inside(state)), space, OUTER_OPEN)
    if phase == DROPPING:
        return -STRIDE * way(state, only(CENTRE), space, OUTER_OPEN)
    if is_inside(state, seat):
        return -STRIDE * way(state, goal_of(state, seat), space, sides_for(state, seat))
    return -STRIDE * way(state, only(egg_inside(state)), space, OUTER_OPEN)


@rule
def egg_inside(state):
    """Where the Egg is, or the centre if it is outside."""
    space = space_of_egg(state)
    return space if space < TRAIL else CENTRE


# ── The swarm ────────────────────────────────────────────────────────────────────────────────────


@rule
def appeal_of_swarm(state, seat, move):
    spawns = spawns_of(state, swarm_of(state, seat))
    if move < PUT:
        return appeal_of_spawn(state, seat, int(state.spawn), move - STEP)
    if move == SUMMON:
        return 2 * STRIDE if spawns < ENOUGH_SPAWNS else -STRIDE
    if move == ROLL:
        return STRIDE
    if move == PAY:
        return STRIDE // 2 if spawns < ENOUGH_SPAWNS else -STRIDE
    if LEAD <= move < SACRIFICE:
        return appeal_of_lead(state, move - LEAD)
    return -4 * STRIDE if move >= SACRIFICE else 0


@rule
def appeal_of_spawn(state, seat, piece, space):
    """Nearer to the prey, and onto it."""
    other = piece_on(state, space)
    looks = STRIDE * progress(state, prey(state, piece), int(state.at[piece]), space, OUTER_OPEN)
    if other >= 0 and not are_allies(state, piece, other) and cards_in(state.players[seat]) > 0:
        looks += 2 * STRIDE
    if tile_at(state, space) == OBJECT and not has_space(state.used[user_of(piece)], space):
        looks += CARD
    return looks - STRIDE // 4


@rule
def appeal_of_lead(state, number):
    """The spawn that is nearest to its prey first, unless another is on its way."""
    piece = own_spawn(state, number)
    left = way(state, prey(state, piece), int(state.at[piece]), OUTER_OPEN)
    if state.spawn >= 0:
        return -STRIDE // 2 - left
    return STRIDE - left
