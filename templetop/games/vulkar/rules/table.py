"""Questions about the table: whose figure, where it stands, what it has, who is ready."""

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.island import (
    HELIPAD_SPACE,
    NOWHERE,
    REGION,
    SUMMIT,
)
from templetop.games.vulkar.rules.pieces import (
    ACTION,
    CATACLYSM,
    FACES,
    HAND,
    NO_CARD,
    SOUVENIR_KINDS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import ABOARD, CURSE, LYING, STANDING
from templetop.games.vulkar.rules.tokens import number_of

NO_FIGURE = -1
ALL_COLOURS = (1 << TOKEN_COLOURS) - 1


@rule
def seat_of(state, figure):
    """2.2, 11.1  Figures of a seat are as far apart as there are seats."""
    return figure % int(state.seats)


@rule
def is_curse(state):
    return state.game == CURSE


@rule
def is_on_island(figure):
    """3.10  Who stands or lies on a space occupies it."""
    return figure.posture == STANDING or figure.posture == LYING


@rule
def is_at(figure, space):
    return figure.at == space and is_on_island(figure)


@rule
def other_on(state, space, figure):
    """Another figure on this space; on the helipad the first of them."""
    for other in range(state.count):
        if other != figure and is_at(state.figures[other], space):
            return other
    return NO_FIGURE


@rule
def is_taken(state, space, figure):
    """4.3  Does another figure occupy the space? 4.6  The helipad has room for all."""
    return space != HELIPAD_SPACE and other_on(state, space, figure) != NO_FIGURE


@rule
def standing_on(state, space):
    for figure in range(state.count):
        if state.figures[figure].at == space and state.figures[figure].posture == STANDING:
            return figure
    return NO_FIGURE


@rule
def region_of(state, figure):
    """12.6  Where it is; in the copter, where nothing depends on it, on the Summit."""
    space = int(state.figures[figure].at)
    return int(REGION[space]) if space != NOWHERE else SUMMIT


@rule
def are_all_aboard(state):
    for figure in range(state.count):
        if state.figures[figure].posture != ABOARD:
            return False
    return True


# ── What somebody has ────────────────────────────────────────────────────────────────────────────


@rule
def has_picture(figure, colour):
    return int(figure.pictures) >> colour & 1 != 0


@rule
def pictures_of(state, seat):
    """How many pictures all figures of a seat have."""
    number = 0
    for figure in range(seat, int(state.count), int(state.seats)):
        for colour in range(TOKEN_COLOURS):
            number += int(has_picture(state.figures[figure], colour))
    return number


@rule
def figures_of(state, seat):
    return len(range(seat, int(state.count), int(state.seats)))


@rule
def has_all_pictures(state, figure):
    """10.1  All three colours; 11.5  or six in the seat, of two figures."""
    seat = seat_of(state, figure)
    return pictures_of(state, seat) == TOKEN_COLOURS * figures_of(state, seat)


@rule
def has_set(state, figure):
    """12.12  Enough tokens of a colour, and a picture of the same."""
    for colour in range(TOKEN_COLOURS):
        has_tokens = number_of(state.figures[figure], colour) >= state.needed
        if has_tokens and has_picture(state.figures[figure], colour):
            return True
    return False


@rule
def is_curse_broken(state):
    """12.12  Every figure has its set."""
    for figure in range(state.count):
        if not has_set(state, figure):
            return False
    return True


@rule
def souvenirs_of(state, seat):
    number = 0
    for kind in range(SOUVENIR_KINDS):
        number += int(state.souvenirs[seat, kind])
    return number


@rule
def might_have(state, seat, kind):
    """13.10  For all that others know; 12.1  under the Curse they know it."""
    if is_curse(state):
        return state.souvenirs[seat, kind] > 0
    return souvenirs_of(state, seat) > 0


@rule
def cards_in(pile):
    """Also souvenirs, and whatever else is counted by its kinds."""
    number = 0
    for kind in range(len(pile)):
        number += int(pile[kind])
    return number


@rule
def cataclysms_in(pile):
    number = 0
    for card in range(FACES):
        number += int(pile[card]) if ACTION[card] == CATACLYSM else 0
    return number


@rule
def hand_size(state, seat):
    number = 0
    for place in range(HAND):
        number += int(state.hands[seat, place] != NO_CARD)
    return number


@rule
def may_play(state, seat, card):
    """3.2  A card of the hand; 12.4  or of the tracker."""
    if is_curse(state):
        return state.tracker[card] > 0
    return state.hands[seat, 0] == card or state.hands[seat, 1] == card
