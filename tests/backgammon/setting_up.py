"""Positions of backgammon, set up by hand."""

from collections.abc import Mapping

from templetop.engine import ask
from templetop.engine.match import Match, code_of, legal_moves
from templetop.engine.seats import CHANCE
from templetop.games.shelf import take
from tests.every_game.tables import EXAMPLES

NAMES = ["Ann", "Ben"]
CHECKERS = 15
POINTS = 24
OFF, BAR = 0, 25
BEGINNING, ROLLING, MOVING, OVER = range(4)

Places = Mapping[int, int]  # how many checkers are where, as their seat counts


def rolled(one: int, other: int) -> int:
    """The number of a roll."""
    return 6 * (one - 1) + other - 1


def backgammon(**options: str) -> Match:
    return Match.new(take(EXAMPLES.joinpath("backgammon").name), NAMES, options)


def position(ann: Places, ben: Places, dice: tuple[int, int], **options: str) -> Match:
    """Ann is about to move with these dice; checkers that are not named are off the board."""
    match = backgammon(**options)
    state = match.state
    for seat, places in enumerate((ann, ben)):
        for place in range(BAR + 1):
            state.checkers[seat, place] = places.get(place, 0)
        state.checkers[seat, OFF] = CHECKERS - sum(places.values())
        state.held[seat] = sum(1 << place for place in places)
        state.walls[seat] = sum(
            1 << BAR - place for place, count in places.items() if count > 1 and place < BAR
        )
    state.phase = ROLLING
    ask.happen(state, rolled(*dice))
    return match


def open_codes(match: Match) -> list[str]:
    """What can be typed now, by whoever is to move."""
    return [
        code_of(match.state, seat, move)
        for seat in match.awaited
        if seat != CHANCE
        for move in legal_moves(match.state, seat)
    ]


def play(match: Match, *codes: str) -> None:
    for code in codes:
        [seat] = match.awaited
        [move] = [
            m for m in legal_moves(match.state, seat) if code_of(match.state, seat, m) == code
        ]
        match.play(seat, move)


def checkers(match: Match, seat: int) -> dict[int, int]:
    """How many checkers of a seat are where."""
    return {place: int(count) for place, count in enumerate(match.state.checkers[seat]) if count}
