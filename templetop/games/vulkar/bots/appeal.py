"""How good a move looks at first sight: whole numbers, in thousandths of a point.

A card is worth the walk that it allows, and a little for its action; a flick, the treasures of
those whom the ember may run over, less one's own.
"""

from templetop.engine.compile import rule
from templetop.games.vulkar.bots.goals import (
    EXPOSED,
    POINT,
    REACH,
    SIGHT,
    STRIDE,
    WAY_OUT,
    WHOLE,
    ends_walk,
    helps_somebody,
    home_worth,
    picture_worth,
    promise,
    step_worth,
    token_loss,
    token_worth,
    walk_worth,
    want,
    wishes,
)
from templetop.games.vulkar.rules.agenda import top
from templetop.games.vulkar.rules.island import (
    CAVES,
    DIRECTIONS,
    NORMAL,
    NOWHERE,
    SPACE_LANE,
    STRENGTHS,
)
from templetop.games.vulkar.rules.moves import (
    AIMS,
    BAG,
    BOARD,
    BOOTS,
    CARD,
    EXCHANGE,
    FLICK,
    GLOBE,
    HANDFULS,
    LOSE,
    MAP,
    NO_COLOUR,
    NO_EXCHANGE,
    NOTHING,
    PAY_CARD,
    PAY_TOKEN,
    PICK,
    RISE,
    ROLL,
    SEIZE_HEART,
    SELFIE,
    SHELTER,
    STEP,
    TAKE,
    THE_HEART,
    THE_PENNY,
)
from templetop.games.vulkar.rules.pieces import (
    ACTION,
    CATACLYSM,
    FACES,
    FLAME_GEYSER,
    GIFT_SHOP,
    LAVA_BLAST,
    LENGTH,
    SLAB,
    SLOTS,
)
from templetop.games.vulkar.rules.state import (
    CHOOSING,
    COLLECTING,
    DELVING,
    EXPLORING,
    FLICKING,
    LOSING,
    MEETING,
    PAYING,
    RISING,
    SEIZING,
    SHELTERING,
    STANDING,
    WALKING,
)
from templetop.games.vulkar.rules.table import (
    cataclysms_in,
    is_curse,
    may_play,
    region_of,
    seat_of,
)

SOUVENIR = 700  # what one is worth that is kept
ROBBERY = 2 * POINT  # a token of somebody else


@rule
def appeal(state, seat, move):
    """By the phase."""
    phase = int(state.phase)
    figure = int(state.active)
    if phase == WALKING:
        return appeal_of_step(state, figure, move)
    if phase == CHOOSING:
        return appeal_of_card(state, seat, figure, move)
    if phase == RISING:
        return promise(state, wishes(state, figure), move - RISE)
    if phase == FLICKING:
        return appeal_of_flick(state, seat, figure, move)
    if phase == EXPLORING:
        return appeal_of_cave(state, figure, move)
    if phase == MEETING:
        return appeal_of_meeting(state, move)
    if phase == COLLECTING:
        return appeal_of_token(state, figure, move)
    return appeal_of_treasure(state, phase, move)


@rule
def appeal_of_step(state, figure, move):
    """To the copter, or where most is to be had."""
    if move == BOARD:
        return home_worth(state, figure) + 5 * POINT
    space = move - STEP
    worth = step_worth(state, figure, wishes(state, figure), space)
    if state.steps <= 1 and SPACE_LANE[space] != NOWHERE:
        worth -= EXPOSED
    if ends_walk(state, figure, space):
        worth -= 150 * max(0, int(state.steps) - 1)
    return worth


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


@rule
def appeal_of_card(state, seat, figure, move):
    """The walk that a card allows; souvenirs, if they allow a better one."""
    extra = int(state.extra)
    if move < BOOTS:
        card = move - CARD
        length = int(LENGTH[card]) + extra
        return walk_worth(state, figure, length) + action_worth(state, int(ACTION[card]))
    if move < GLOBE:
        return best_walk(state, seat, figure, extra + move - BOOTS + 1) - SOUVENIR
    if move == GLOBE:
        return walk_worth(state, figure, STRIDE) - 2 * SOUVENIR
    return walk_worth(state, figure, STRIDE) + picture_worth(state, figure, move - SELFIE)


@rule
def best_walk(state, seat, figure, extra):
    most = -(1 << 40)
    for card in range(FACES):
        if may_play(state, seat, card):
            walk = walk_worth(state, figure, int(LENGTH[card]) + extra)
            most = max(most, walk + action_worth(state, int(ACTION[card])))
    return most


@rule
def action_worth(state, action):
    """A little for what follows; under the Curse no tracker may fill with Cataclysms."""
    if is_curse(state):
        return action_under_curse(state, action)
    if action == GIFT_SHOP:
        return SOUVENIR
    if action in (FLAME_GEYSER, LAVA_BLAST):
        return 400
    return 300 if action == CATACLYSM else 0


@rule
def action_under_curse(state, action):
    if action == CATACLYSM:
        return 8 * POINT if cataclysms_in(state.tracker) == SLOTS - 1 else -POINT
    if action in (FLAME_GEYSER, LAVA_BLAST):
        return best_sight(state) - POINT
    return SOUVENIR if action == GIFT_SHOP else 200


@rule
def best_sight(state):
    """12.6  The chance to roll an ember past a picture space of one's region, in points."""
    region = region_of(state, int(state.active))
    best = 0
    for pit in range(len(WAY_OUT)):
        best = max(best, int(SIGHT[region, pit]))
    return best * POINT // WHOLE


# ── Embers ───────────────────────────────────────────────────────────────────────────────────────


@rule
def appeal_of_flick(state, seat, figure, move):
    """Whom it may run over, and 12.6  under the Curse what it may run past."""
    if move == NOTHING:
        return 0
    pit, aim = (move - FLICK) // AIMS, (move - FLICK) % AIMS
    worth = 0
    for other in range(state.count):
        if state.figures[other].posture == STANDING:
            worth += hit_worth(state, seat, other) * int(REACH[pit, state.figures[other].at])
    if is_curse(state):
        worth += 4 * POINT * int(SIGHT[region_of(state, figure), pit])
    worth = worth * (DIRECTIONS - aside_of(pit, aim // STRENGTHS)) // DIRECTIONS // WHOLE
    return worth - 40 * abs(aim % STRENGTHS - NORMAL)


@rule
def aside_of(pit, direction):
    """By how many directions it is flicked past its lane."""
    half = DIRECTIONS // 2
    return abs((direction - int(WAY_OUT[pit]) + half) % DIRECTIONS - half)


@rule
def hit_worth(state, seat, figure):
    """8.3  What a fall of this figure would bring, or cost."""
    if is_curse(state):
        return -2 * POINT
    worth = ROBBERY if state.figures[figure].held > 0 else 0
    worth += int(state.numbers.heart_points) * POINT if state.heart == figure else 0
    return -worth - 200 if seat_of(state, figure) == seat else worth


# ── On the way ───────────────────────────────────────────────────────────────────────────────────


@rule
def appeal_of_cave(state, figure, move):
    """13.7  The map leads to the best cave; the die to any."""
    wished = wishes(state, figure)
    if move != ROLL:
        return promise(state, wished, int(CAVES[move - MAP])) - SOUVENIR
    total = 0
    for cave in range(len(CAVES)):
        total += promise(state, wished, int(CAVES[cave]))
    return total // len(CAVES)


@rule
def appeal_of_meeting(state, move):
    """5.7  The Heart is always welcome; 12.11  tokens go where they are wanted."""
    one, other = int(top(state).figure), int(top(state).what)
    if move == TAKE:
        return POINT if not is_curse(state) or state.steps > 0 else -POINT
    if move == NO_EXCHANGE:
        return 0
    given, taken = (move - EXCHANGE) // HANDFULS, (move - EXCHANGE) % HANDFULS
    worth = -20
    if given != NO_COLOUR:
        worth += want(state, other, given) - token_loss_of(state, one, given)
    if taken != NO_COLOUR:
        worth += want(state, one, taken) - token_loss_of(state, other, taken)
    return worth


@rule
def token_loss_of(state, figure, colour):
    """12.12  A token of the own colour is not given away."""
    return 4 * POINT if want(state, figure, colour) != 100 else 100


@rule
def appeal_of_token(state, figure, move):
    """12.10  Left alone, where somebody else can use it and oneself cannot."""
    if move != TAKE:
        return 0
    colour = int(state.slabs[SLAB[state.figures[figure].at]])
    if token_worth(state, figure, colour) > POINT:
        return 3 * POINT
    return -200 if helps_somebody(state, figure, colour) else 100


@rule
def appeal_of_treasure(state, phase, move):
    """What is taken, lost or paid."""
    if phase == DELVING:
        return thing_worth(state, move - PICK)
    if phase == SEIZING:
        return int(state.numbers.heart_points) * POINT if move == SEIZE_HEART else ROBBERY
    if phase == LOSING:
        treasure = move - LOSE
        is_heart = treasure == THE_HEART
        return (
            -int(state.numbers.heart_points) * POINT
            if is_heart
            else -token_loss(state, loser(state), treasure)
        )
    if phase == SHELTERING:
        return shelter_worth(state, move)
    if phase == PAYING:
        return payment_worth(state, move)
    return POINT if move == TAKE else 0


@rule
def loser(state):
    return int(top(state).figure)


@rule
def thing_worth(state, thing):
    """10.5  Out of the Maw."""
    if thing == THE_PENNY:
        return int(state.numbers.penny_points) * POINT
    if thing == THE_HEART:
        return int(state.numbers.heart_points) * POINT
    return token_worth(state, loser(state), thing)


@rule
def shelter_worth(state, move):
    """13.5, 13.6  A souvenir against a fall is worth what would be lost."""
    if move == NOTHING:
        return SOUVENIR
    held = int(state.figures[loser(state)].held)
    has_heart = state.heart == loser(state)
    if move == SHELTER:
        return min(3, held) * 500 + (int(state.numbers.heart_points) * POINT if has_heart else 0)
    return min(3, held) * 450 if move == BAG and not has_heart else 0


@rule
def payment_worth(state, move):
    """12.7  Souvenirs first, then short cards; tokens last."""
    if move >= PAY_TOKEN:
        return -want(state, loser(state), move - PAY_TOKEN)
    if move >= PAY_CARD:
        return -800 - 10 * int(LENGTH[move - PAY_CARD])
    return -500
