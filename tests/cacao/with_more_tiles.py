"""The game with the tiles of `more_tiles` in its box; test_modules.py runs it elsewhere."""

from random import Random

import pytest

from templetop.engine import ask
from templetop.engine.match import legal_moves, seats_to_move
from templetop.games.cacao.card import CARD
from templetop.games.cacao.ground import SIZE, SPOTS, place_of_square
from templetop.games.cacao.notation import SQUARE_NAMES
from templetop.games.cacao.pieces import MOST_JUNGLE, MOST_LAID

from ..every_game.tables import some_tables
from .drawn import table
from .test_3_1_laying import columns_of_jungle, furthest_square, is_used, lay

LONGER = {"longer": "yes"}


def test_the_ground_grows_with_the_number_of_jungle_tiles() -> None:
    assert (MOST_JUNGLE, MOST_LAID) == (45, 60)
    assert SIZE >= 45 + 4
    assert SIZE % 2 == 0
    assert len({*SQUARE_NAMES}) == SPOTS


@pytest.mark.parametrize("first", [("q25", "r26"), ("p26", "o25")], ids=["eastward", "westward"])
def test_the_ends_of_the_widest_ground_do_not_meet(first: tuple[str, str]) -> None:
    """3.1.6  A zigzag over as many columns as there are jungle tiles."""
    state = table(seats=4, hand="1-1-1-1", display="TE TE", options=LONGER)
    for square in first:
        lay(state, SQUARE_NAMES.index(square))
    while state.display.any():
        lay(state, furthest_square(state))
    assert len(columns_of_jungle(state)) == MOST_JUNGLE
    used = {place_of_square(square)[0] for square in range(SPOTS) if is_used(state, square)}
    assert SIZE - len(used) >= 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_played_read_and_counted(seats: int) -> None:
    state, random = CARD.start(seats, LONGER), Random(seats)
    census = CARD.census(state)
    while asked := seats_to_move(state):
        ask.play(state, asked[0], random.choice(legal_moves(state, asked[0])))
        assert CARD.census(state) == census
    assert state.laid == seats * {2: 17, 3: 16, 4: 15}[seats]
    assert CARD.read(CARD.write(state)).tobytes() == state.tobytes()
    assert len(CARD.view(state, 0).worker_tiles) == state.laid


def test_without_the_module_it_is_the_usual_game() -> None:
    for seated in some_tables([CARD]):
        state = CARD.start(seated.seats, {"longer": "no"})
        assert sum(CARD.view(state, None).pile.values()) == (19 if seated.seats == 2 else 26)
