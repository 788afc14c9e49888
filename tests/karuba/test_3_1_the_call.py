"""3.1  The call."""

from templetop.engine import ask
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.seats import CHANCE, EVEN

from .drawn import CARD, lays, number_of, play, table, turn


def test_3_1_1_any_tile_not_called_before_is_called_each_equally_likely() -> None:
    state = table("", "")
    turn(state, 7, "discard", "lay a1")
    turn(state, 30, "lay a1", "lay b1")
    assert seats_to_move(state) == [CHANCE]
    left = [tile for tile in range(1, 37) if tile not in (7, 30)]
    assert legal_moves(state, CHANCE) == [number_of(f"call {tile}", CHANCE) for tile in left]
    assert ask.odds(state, CARD.event_set(), CARD.weights()) == EVEN


def test_3_1_2_everyone_takes_the_tile_of_that_number() -> None:
    state = table("─ ─", "", ". . ─")
    play(state, CHANCE, "call 7")
    assert seats_to_move(state) == [0, 1, 2]
    assert [len(lays(state, seat)) for seat in range(3)] == [28, 30, 29]
    assert [CARD.view(state, seat).tile.number for seat in range(3)] == [7, 7, 7]


def test_3_1_3_which_tiles_are_still_to_come_is_known_to_all() -> None:
    state = table("", "")
    turn(state, 7, "discard", "lay a1")
    play(state, CHANCE, "call 30")
    to_come = [tile for tile in range(1, 37) if tile not in (7, 30)]
    assert [CARD.view(state, seat).stack for seat in (0, 1, None)] == [to_come] * 3


def test_3_1_3_their_order_is_known_to_nobody_and_it_lies_nowhere_on_the_table() -> None:
    one, other = table("", ""), table("", "")
    for tile in (7, 30, 12):
        turn(one, tile, "discard", "discard")
    for tile in (12, 7, 30):
        turn(other, tile, "discard", "discard")
    assert one.tobytes() == other.tobytes()
