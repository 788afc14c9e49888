"""The islands held against the reference: all that may be laid, and all points, in whole games."""

from random import Random
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.karuba_cards.card import CARD

from .drawn import COLOURS, SPACE_NAMES, laid, lays, points, table
from .reference import Island, open_spaces, score


def as_reference(state: Any, seat: int) -> Island:
    return {divmod(SPACE_NAMES.index(name), 7): card for name, card in laid(state, seat).items()}


def names_of(spaces: set[tuple[int, int]]) -> set[str]:
    return {SPACE_NAMES[7 * row + column] for row, column in spaces}


def any_move(state: Any, seat: int, random: Random) -> int:
    """Any legal move; now and then the one that looks best, so that somebody comes home."""
    moves = legal_moves(state, seat)
    if seat < 0 or random.random() < 0.3:
        return random.choice(moves)
    return max(moves, key=lambda move: int(ask.appeal(state, seat, move)))


@pytest.mark.parametrize("blocking", ["stops", "detour"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_whole_games_are_laid_and_scored_as_the_reference_does(seats: int, blocking: str) -> None:
    random = Random(f"{seats} {blocking}")
    state = CARD.start(seats, {"blocking": blocking})
    while awaited := seats_to_move(state):
        seat = random.choice(awaited)
        moves = legal_moves(state, seat)
        if 0 <= min(moves) < 64:
            assert lays(state, seat) == names_of(open_spaces(as_reference(state, seat)))
        ask.play(state, seat, any_move(state, seat, random))
        check_points(state, blocking)
    assert max(points(state)) >= 3


def check_points(state: Any, blocking: str) -> None:
    for seat in range(state.seats):
        island = as_reference(state, seat)
        colours = CARD.view(state, None).seats[seat].colours
        expected = {colour: score(island, colour, blocking) for colour in COLOURS}
        assert {colour.colour: colour.points for colour in colours} == expected


def full_island(random: Random) -> list[int]:
    cards = [*range(1, 17)]
    random.shuffle(cards)
    return cards


@pytest.mark.parametrize("seed", range(12))
def test_full_islands_are_scored_as_the_reference_does(seed: int) -> None:
    """Shuffled islands are full of paths that block each other or are equally short."""
    random = Random(seed)
    for _ in range(40):
        cards = full_island(random)
        rows = [cards[first : first + 4] for first in range(0, 16, 4)]
        drawing = "\n".join(" ".join(map(str, row)) for row in rows)
        for blocking in ("stops", "detour"):
            state = table(drawing, options={"blocking": blocking})
            check_points(state, blocking)
