"""How it ends: points and places."""

from templetop.engine.compile import rule
from templetop.games.vulkar.rules.island import TO_HELIPAD
from templetop.games.vulkar.rules.pieces import (
    MOST_FIGURES,
    SELFIE_STICK,
    SET_POINTS,
    TOKEN_COLOURS,
)
from templetop.games.vulkar.rules.state import ABOARD, LYING, NOT_ENDED, OFF, STANDING, SWEPT, WON
from templetop.games.vulkar.rules.table import has_picture, is_curse, seat_of
from templetop.games.vulkar.rules.tokens import EVERYONE, number_of, number_seen
from templetop.games.vulkar.rules.walking import FAR, home_of

NEVER = MOST_FIGURES + 1  # reached the helipad


@rule
def first_player(state):
    """2.10  Whoever was drawn; where a seat has two figures, the seat of the first one."""
    return seat_of(state, int(state.first))


# ── Points (10.10 to 10.13, 10.15, 13.8) ─────────────────────────────────────────────────────────
# Of tokens, those count that `witnesses` have seen: nobody has to, or everyone, onlookers too.

ANYBODY = 0


@rule
def witnesses_now(state):
    """10.15  During the game only what all have seen is counted; at the end, everything."""
    return ANYBODY if state.ending != NOT_ENDED else EVERYONE


@rule
def set_points(state, number):
    """10.10  For so many tokens of a colour; 10.16  or what was agreed on."""
    return int(state.numbers.set_points[min(number, len(SET_POINTS) - 1)])


@rule
def token_points(state, figure, witnesses):
    """10.10, 11.3  Of each figure apart."""
    total = 0
    for colour in range(TOKEN_COLOURS):
        total += set_points(state, number_seen(state.figures[figure], colour, witnesses))
    return total


@rule
def special_points(state, figure):
    """10.11  The Heart and the Penny."""
    heart = int(state.numbers.heart_points) if state.heart == figure else 0
    return heart + (int(state.numbers.penny_points) if state.penny == figure else 0)


@rule
def picture_points(state, figure):
    """10.12  Only aboard."""
    total = 0
    if state.figures[figure].posture == ABOARD:
        for colour in range(TOKEN_COLOURS):
            total += int(state.numbers.picture_points) * int(
                has_picture(state.figures[figure], colour)
            )
    return total


@rule
def selfie_points(state, seat, witnesses):
    """13.8  For each colour of the seat's pictures that score; 10.15  souvenirs are hidden."""
    if witnesses != ANYBODY:
        return 0
    seen = 0
    for figure in range(seat, int(state.count), int(state.seats)):
        if state.figures[figure].posture == ABOARD:
            seen |= int(state.figures[figure].pictures)
    colours = 0
    for colour in range(TOKEN_COLOURS):
        colours += seen >> colour & 1
    return int(state.numbers.selfie_points) * colours * int(state.souvenirs[seat, SELFIE_STICK])


@rule
def points_of_seat(state, seat, witnesses):
    """10.13  What all figures of a seat bring home."""
    total = selfie_points(state, seat, witnesses)
    for figure in range(seat, int(state.count), int(state.seats)):
        total += token_points(state, figure, witnesses) + special_points(state, figure)
        total += picture_points(state, figure)
    return total


@rule
def progress(state, figure):
    """12.12  How much of its set a figure has, in the best colour; the picture counts as one."""
    best = 0
    for colour in range(TOKEN_COLOURS):
        tokens = min(number_of(state.figures[figure], colour), int(state.needed))
        best = max(best, tokens + int(has_picture(state.figures[figure], colour)))
    return best


@rule
def progress_of_all(state):
    """12.1  All have it together."""
    total = 0
    for figure in range(state.count):
        total += progress(state, figure)
    return total


@rule
def points(state, points):
    """10.15  What everyone would have now; 12  or how far all have come."""
    for seat in range(state.seats):
        if is_curse(state):
            points[seat] = progress_of_all(state)
        else:
            points[seat] = points_of_seat(state, seat, witnesses_now(state))


# ── Places (10.14) ───────────────────────────────────────────────────────────────────────────────


@rule
def sides(state, sides):
    """12.1  All are partners, or nobody is."""
    for seat in range(state.seats):
        sides[seat] = 0 if is_curse(state) else seat


@rule
def places(state, places):
    """10.14  The most points are first; 12.14  or all win, or the Curse does."""
    for seat in range(state.seats):
        if is_curse(state):
            places[seat] = 1 if state.ending == WON else 2
            continue
        ahead = 0
        for other in range(state.seats):
            ahead += int(is_ahead(state, other, seat))
        places[seat] = 1 + ahead


@rule
def is_ahead(state, one, other):
    """10.14  More points; then sooner on the helipad; then closer to it."""
    witnesses = witnesses_now(state)
    own, others = points_of_seat(state, one, witnesses), points_of_seat(state, other, witnesses)
    if own != others:
        return own > others
    own, others = arrival_of(state, one), arrival_of(state, other)
    if own != others:
        return own < others
    return way_back(state, one) < way_back(state, other)


@rule
def arrival_of(state, seat):
    """10.14  As which one the seat's first figure reached the helipad."""
    best = NEVER
    for figure in range(seat, int(state.count), int(state.seats)):
        if state.figures[figure].reached > 0:
            best = min(best, int(state.figures[figure].reached))
    return best


@rule
def way_back(state, seat):
    """10.14  The steps of the seat's closest figure to the helipad."""
    best = FAR
    for figure in range(seat, int(state.count), int(state.seats)):
        best = min(best, steps_back(state.figures[figure]))
    return best


@rule
def steps_back(figure):
    """From where it stands, or would stand up; who is off the island is farthest."""
    if figure.posture in (STANDING, LYING):
        return int(TO_HELIPAD[figure.at])
    if figure.posture == SWEPT:
        return int(TO_HELIPAD[home_of(figure)])
    return FAR if figure.posture == OFF else 0
