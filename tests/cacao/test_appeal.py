"""How good moves look: what the greedy bot goes by."""

from templetop.engine.match import legal_moves
from templetop.games.cacao.bots.appeal import stock, turns_to_come

from .drawn import CARD, asked, board, choices, number_of, play, table

ANYTHING = {"declining": "anything"}

LAST_ROUND = """
        q      r
    25  p0310  .
    26  M2     .
"""


def test_everyone_counts_their_own_turns_to_come() -> None:
    """Red lays its last tile; purple, who is asked to sell, has a turn to come."""
    state = table(LAST_ROUND, hand="2-1-0-1", display="M3 M3", purple={"cacao": 2})
    state.players["deck"] = 0
    assert [turns_to_come(state, seat) for seat in (0, 1)] == [0, 1]
    play(state, "r26", "2101")
    assert asked(state) == "purple"
    assert [turns_to_come(state, seat) for seat in (0, 1)] == [0, 1]
    keeping = CARD.appeal(state, 1, number_of(state, 1, "0"))
    assert keeping == stock(state, 1, 2) > 0
    assert stock(state, 0, 2) == 0


def test_a_turn_to_come_is_one_after_this() -> None:
    state = table(hand="2-1-0-1 1-1-1-1")
    state.players["deck"] = 0
    assert turns_to_come(state, 0) == 1
    play(state, "q25")
    assert turns_to_come(state, 0) == 1
    play(state, "2101")
    assert turns_to_come(state, 0) == 1
    assert turns_to_come(state, 1) in (1, 2)


GAINS = """
        p     q     r
    24  .     P2    .
    25  WA    .     SU
    26  .     G2    .
"""


def test_3_3_9_every_gain_is_taken_though_it_may_be_declined() -> None:
    """Also in the last turn, when fruits and suns are worth little."""
    for face in ("1111", "2101", "0130", "1003"):
        state = table(GAINS, hand="1-1-1-1 2-1-0-1 3-0-0-1 3-1-0-0", options=ANYTHING)
        state.players["deck"] = 0
        play(state, "q25", face)
        while asked(state) == "red":
            most_appealing = max(legal_moves(state, 0), key=lambda n: CARD.appeal(state, 0, n))
            assert most_appealing == number_of(state, 0, max(choices(state)))
            play(state, max(choices(state)))
        north, east, south, west = map(int, face)
        assert board(state, "red").get("cacao", 0) == min(5, 2 * north)
        assert state.players[0].suns == east
        assert state.players[0].gold == 2 * south
        assert state.players[0].water == west
