"""Object cards: when they may be played, whom they may concern, and what they do."""

from templetop.engine.bits import put
from templetop.engine.compile import rule
from templetop.games.karmaggan.rules.agenda import add, done, top
from templetop.games.karmaggan.rules.fate import settle_later
from templetop.games.karmaggan.rules.ground import (
    NOWHERE,
    is_any,
    kept,
    without,
)
from templetop.games.karmaggan.rules.hands import cards_in, discard, discard_hand
from templetop.games.karmaggan.rules.moves import ENOUGH, GAIN, PAY, PLAY, SPOIL, TARGET
from templetop.games.karmaggan.rules.pieces import (
    CARVING,
    DAGGER,
    DULL_HELMET,
    ECLIPSE,
    EMPTY,
    FINGERS,
    GAZE,
    HAND,
    MIRROR_HELMET,
    MISHMASH,
    POLE,
    SALIVA,
    SPARKS,
    SPELL,
    STONE,
    TAR,
    TEMPLE,
    TWINS,
)
from templetop.games.karmaggan.rules.state import (
    BUILDING,
    CHOOSING,
    COUNTING,
    DRAWING,
    FALLEN,
    NAMING,
    PUSHING,
    ROBBING,
    SHOWING,
    SPOILING,
)
from templetop.games.karmaggan.rules.steps import near
from templetop.games.karmaggan.rules.table import is_inside, lay, taken

THREE_CARDS, SPARK_STEPS, DAGGER_STEPS, TWIN_TILES, CARVED_CARDS = 3, 2, 2, 2, 2
OF_TEMPLE, OF_OBJECTS = range(2)  # the decks, as they are shown


# ── Playing a card (5.1, 5.4 to 5.8) ─────────────────────────────────────────────────────────────


@rule
def may_play_cards(state, seat):
    """5.7  Not in the first turn, and only inside."""
    return state.rounds_over > 0 and is_inside(state, seat)


@rule
def card_moves(state, seat, moves):
    """5.1  Every card that may be played; 5.4  or a medallion for one more."""
    if not may_play_cards(state, seat):
        return
    player = state.players[seat]
    for place in range(cards_in(player)):
        card = int(player.cards[place])
        if has_target(state, seat, card):
            if state.plays > 0:
                put(moves, PLAY + card)
            elif player.medallions > 0:
                put(moves, PAY)


@rule
def might_play(state, seat):
    """As far as others can see: they must not learn what cannot be played."""
    player = state.players[seat]
    has_right = state.plays > 0 or player.medallions > 0
    return may_play_cards(state, seat) and has_right and cards_in(player) > 0


@rule
def has_target(state, seat, card):
    """5.6  A card that needs a target can be played only if there is one; all others always."""
    if card == FINGERS:
        return can_rob_any(state, seat, NOBODY_YET)
    if card == DAGGER:
        return can_push_any(state, seat)
    if card == CARVING:
        return can_carve_any(state, seat)
    return True


@rule
def play_card(state, seat, card):
    """5.5  The card is discarded before it takes effect."""
    discard(state, seat, card)
    state.plays -= 1
    if card == POLE:
        state.poles += 1
    elif card == SPELL:
        state.spells += 1
    elif card == SPARKS:
        state.steps += SPARK_STEPS
    elif card == ECLIPSE:
        state.gates = 0
        discard_hand(state, seat)
    elif card in (FINGERS, DAGGER, CARVING, STONE):
        add(state, NAMING, seat, card, 0, NOBODY_YET)
    elif DULL_HELMET <= card <= MIRROR_HELMET:
        add(state, CHOOSING, seat, 0, 0, NOWHERE)
    else:
        draw_or_show(state, seat, card)


@rule
def draw_or_show(state, seat, card):
    """5.11, 5.13, 5.19, 5.22, 5.23  What brings cards, from the last thing to the first."""
    if card == GAZE:
        add(state, SHOWING, seat, OF_OBJECTS, 0, NOWHERE)
        add(state, SHOWING, seat, OF_TEMPLE, 0, NOWHERE)
    elif card == MISHMASH:
        add(state, DRAWING, seat, 0, THREE_CARDS, NOWHERE)
    elif card == SALIVA:
        add(state, COUNTING, seat, 0, 0, NOWHERE)
        add(state, DRAWING, seat, 0, 1, NOWHERE)
    elif card == TWINS:
        add(state, BUILDING, seat, 0, TWIN_TILES, NOWHERE)
        add(state, DRAWING, seat, 0, 1, NOWHERE)
    elif card == TAR:
        state.players[seat].coins -= 1
        settle_later(state)
        add(state, DRAWING, seat, 0, THREE_CARDS, NOWHERE)


# ── Whom it concerns (5.8, 5.10, 5.15, 5.21, 5.24) ───────────────────────────────────────────────

NOBODY_YET = -1


@rule
def can_be_named(state, seat, other):
    """5.8  Another player whose raider is inside, or who leads the swarm."""
    return other != seat and (is_inside(state, other) or state.players[other].life == FALLEN)


@rule
def can_rob(state, seat, other, robbed):
    """5.10  Somebody with a card, not twice; and a second only if there is room for it."""
    has_room = robbed == NOBODY_YET or cards_in(state.players[seat]) < HAND
    has_cards = cards_in(state.players[other]) > 0
    return can_be_named(state, seat, other) and other != robbed and has_room and has_cards


@rule
def can_rob_any(state, seat, robbed):
    for other in range(state.seats):
        if can_rob(state, seat, other, robbed):
            return True
    return False


@rule
def can_push(state, seat, other):
    """5.24  Another raider inside that can be moved."""
    return other != seat and is_inside(state, other) and is_any(pushes(state, other))


@rule
def pushes(state, piece):
    """5.24  No abyss, no wall, nobody there, no gate."""
    return without(near(state, piece), taken(state))


@rule
def can_push_any(state, seat):
    for other in range(state.seats):
        if can_push(state, seat, other):
            return True
    return False


@rule
def can_let_draw(state, seat, other):
    """5.21  Somebody with fewer than eight cards."""
    return can_be_named(state, seat, other) and cards_in(state.players[other]) < HAND


@rule
def can_spoil(state, seat, other):
    """5.21  Somebody with a card."""
    return can_be_named(state, seat, other) and cards_in(state.players[other]) > 0


@rule
def can_carve_any(state, seat):
    for other in range(state.seats):
        if can_let_draw(state, seat, other) or can_spoil(state, seat, other):
            return True
    return False


@rule
def targets(state, seat, moves):
    """5.6  Whom the card may concern."""
    job = top(state)
    card, robbed = int(job.what), int(job.space)
    for other in range(state.seats):
        if is_target(state, seat, card, other, robbed):
            put(moves, TARGET + other)
        if card == CARVING and can_spoil(state, seat, other):
            put(moves, SPOIL + other)
    if card == STONE:
        put(moves, GAIN)
    if card == FINGERS and robbed != NOBODY_YET:
        put(moves, ENOUGH)


@rule
def is_target(state, seat, card, other, robbed):
    if card == FINGERS:
        return can_rob(state, seat, other, robbed)
    if card == DAGGER:
        return can_push(state, seat, other)
    if card == CARVING:
        return can_let_draw(state, seat, other)
    return other != seat and is_inside(state, other)  # 5.15


@rule
def name_target(state, seat, move):
    """5.10, 5.15, 5.21, 5.24  The card takes effect."""
    card, robbed = int(top(state).what), int(top(state).space)
    done(state)
    if move == GAIN:
        state.players[seat].coins += 1
    elif SPOIL <= move < GAIN:
        add(state, SPOILING, move - SPOIL, 0, 0, NOWHERE)
    elif move != ENOUGH:
        concern_target(state, seat, card, move - TARGET, robbed)


@rule
def concern_target(state, seat, card, other, robbed):
    if card == FINGERS:
        if robbed == NOBODY_YET:
            add(state, NAMING, seat, FINGERS, 0, other)
        add(state, ROBBING, seat, other, 0, NOWHERE)
    elif card == DAGGER:
        add(state, PUSHING, seat, other, DAGGER_STEPS, NOWHERE)
    elif card == CARVING:
        add(state, DRAWING, other, 0, CARVED_CARDS, NOWHERE)
    else:
        state.players[seat].coins -= 1
        state.players[other].coins += 1
        settle_later(state)


# ── Tiles (5.22) ─────────────────────────────────────────────────────────────────────────────────


@rule
def buildable(state):
    """5.22  Empty tiles that nobody is on."""
    return without(kept(state.tiles[EMPTY]), taken(state))


@rule
def build(state, space):
    """5.22  An empty tile becomes a temple tile."""
    lay(state, space, TEMPLE)
