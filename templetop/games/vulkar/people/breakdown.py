"""What the points of a seat are made of."""

from typing import Any

from templetop.games.vulkar.rules.ending import (
    NEVER,
    arrival_of,
    picture_points,
    selfie_points,
    special_points,
    token_points,
    way_back,
    witnesses_now,
)
from templetop.games.vulkar.rules.table import is_curse
from templetop.games.vulkar.rules.walking import FAR


def breakdown(state: Any, seat: int) -> dict[str, int]:
    """The parts of the points; then what decides among equals (10.14), more of it being better."""
    if is_curse(state):
        return {}
    witnesses = witnesses_now(state)
    figures = range(seat, int(state.count), int(state.seats))
    return {
        "tokens": sum(int(token_points(state, figure, witnesses)) for figure in figures),
        "Heart and Penny": sum(int(special_points(state, figure)) for figure in figures),
        "pictures": sum(int(picture_points(state, figure)) for figure in figures),
        "Selfie Sticks": int(selfie_points(state, seat, witnesses)),
        "sooner on the helipad": NEVER - int(arrival_of(state, seat)),
        "closer to the helipad": FAR - int(way_back(state, seat)),
    }
