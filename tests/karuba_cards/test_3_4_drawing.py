"""3.4  Drawing."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.match import Match, seats_to_move
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, EVEN
from templetop.engine.telling import sentences, told
from templetop.games.karuba_cards.rules.moves import DRAW

from .drawn import (
    CARD,
    anything,
    cards,
    cards_to,
    decide,
    draw,
    hands,
    move_on,
    play,
    refused,
    table,
)


def test_3_4_1_everyone_draws_until_there_are_three_cards_in_their_hand_again() -> None:
    state = hands((1, 2, 15), (4, 5, 16))
    decide(state, "keep 2", "keep 5")
    play(state, 0, "discard 1")
    play(state, 1, "lay 16 on e4")
    assert seats_to_move(state) == [CHANCE]
    draw(state, 3, 4, 1, 2)
    assert [cards(state, seat, "hand") for seat in (0, 1)] == [[2, 3, 4], [1, 2, 5]]
    assert seats_to_move(state) == [0, 1]


@pytest.mark.parametrize("number", range(1, 8))
def test_3_4_1_it_is_so_in_each_of_the_first_seven_rounds(number: int) -> None:
    state = table(seats=3)
    anything(state, until=number)
    assert [len(cards(state, seat, "hand")) for seat in range(3)] == [3, 3, 3]
    assert [len(cards(state, seat, "pile")) for seat in range(3)] == [16 - 2 * number - 1] * 3


def test_3_4_2_for_the_eighth_round_only_one_card_is_left_to_draw() -> None:
    state = table(seats=2)
    anything(state, until=7)
    while state.rounds < 8:
        move_on(state)
    assert [len(cards(state, seat, "hand")) for seat in range(2)] == [1, 1]
    assert [len(cards(state, seat, "pile")) for seat in range(2)] == [1, 1]
    draw(state, *cards(state, 0, "pile"), *cards(state, 1, "pile"))
    assert [len(cards(state, seat, "played")) for seat in range(2)] == [2, 2]


def test_3_4_3_nobody_sees_the_hand_or_the_pile_of_another() -> None:
    one = hands((3, 7, 12), (1, 2, 16))
    other = hands((3, 7, 12), (5, 8, 9))
    for seat in (None, 0):
        assert CARD.view(one, seat) == CARD.view(other, seat)
    assert CARD.view(one, 1) != CARD.view(other, 1)
    assert [card.number for card in CARD.view(one, 1).hand] == [1, 2, 16]
    assert CARD.view(one, None).hand == []


def test_3_4_3_which_cards_are_in_the_two_together_everyone_can_tell() -> None:
    state = hands((3, 7, 12), (1, 2, 16))
    decide(state, "keep 7", "keep 16")
    play(state, 1, "discard 2")
    seen = {3, 12}
    assert CARD.view(state, 1).seats[0].unseen == sorted({*range(1, 17)} - seen)
    assert CARD.view(state, 0).seats[1].unseen == sorted({*range(1, 17)} - {1, 2})


# ── What a seat can imagine ──────────────────────────────────────────────────────────────────────

TEN_CARDS = """
    1  2  3  4
    5  6  7  8
    9  10
"""
LATE_HANDS = [(11, 12, 13), (14, 15, 16), (11, 14, 16), (12, 13, 15), (13, 14, 15), (11, 12, 16)]


def late() -> Any:
    """Six seats are to choose; of each the cards 11 to 16 are in hand and pile."""
    return hands(*LATE_HANDS, islands=[TEN_CARDS] * 6)


def after_choosing() -> Any:
    """The sums are 25, 30, 25, 25, 28 and 23: the last seat has to discard."""
    state = late()
    decide(state, "keep 11", "keep 14", "keep 16", "keep 15", "keep 15", "keep 16")
    return state


def worlds(state: Any, seat: int, count: int) -> list[Any]:
    """Tables that the seat can imagine; to it they all look the same, as far as we look."""
    found = []
    for number in range(count):
        world = state.copy()
        ask.imagine(world, seat, generator(number))
        assert number % 20 or CARD.view(world, seat) == CARD.view(state, seat)
        found.append(world)
    return found


def hands_in(some_worlds: list[Any], seat: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(cards(world, seat, "hand")) for world in some_worlds)


def even(counts: Counter[Any]) -> bool:
    """Five standard deviations from the mean are too many for anything that is equally likely."""
    mean = counts.total() / len(counts)
    return all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())


@pytest.mark.parametrize("seat", range(6))
def test_3_4_3_a_hand_of_another_may_be_any_of_its_unseen_cards_and_no_others(seat: int) -> None:
    imagined = worlds(late(), seat, 400)
    for other in range(6):
        counts = hands_in(imagined, other)
        if other == seat:
            assert counts == {LATE_HANDS[seat]: 400}
        else:
            assert {*counts} == {*combinations(range(11, 17), 3)}
            assert even(counts)


def test_3_4_3_the_hands_of_two_others_have_nothing_to_do_with_each_other() -> None:
    imagined = worlds(late(), 0, 400)
    pairs = {(*cards(world, 1, "hand"), *cards(world, 2, "hand")) for world in imagined}
    assert len(pairs) > 200


def test_3_4_3_a_pile_is_what_is_not_in_the_hand() -> None:
    for world in worlds(late(), 3, 20):
        for seat in range(6):
            together = [*cards(world, seat, "hand"), *cards(world, seat, "pile")]
            assert sorted(together) == [*range(11, 17)]


def test_3_4_3_after_the_cards_are_turned_up_the_card_kept_may_be_any_other() -> None:
    state = after_choosing()
    imagined = worlds(state, 2, 400)
    assert hands_in(imagined, 2) == {(16,): 400}
    for seat in (0, 1, 3, 4, 5):
        seen = cards(state, seat, "played")
        counts = hands_in(imagined, seat)
        assert {*counts} == {(card,) for card in range(11, 17) if card not in seen}
        assert even(counts)
        assert all(cards(world, seat, "played") == seen for world in imagined)


def test_3_4_3_after_a_discard_neither_it_nor_what_is_laid_is_in_a_hand() -> None:
    state = after_choosing()
    play(state, 5, "discard 12")
    for seat in range(6):
        unseen = {*range(11, 17)} - {*LATE_HANDS[seat]} | {*cards(state, seat, "hand")}
        counts = hands_in(worlds(state, (seat + 1) % 6, 200), seat)
        assert {*counts} == {(card,) for card in unseen}
    assert all(cards(world, 5, "discards") == [12] for world in worlds(state, 0, 10))


def test_3_4_3_in_the_next_round_the_card_kept_is_not_known_either() -> None:
    state = after_choosing()
    play(state, 5, "discard 12")
    while seats_to_move(state) != [CHANCE]:
        move_on(state)
    while seats_to_move(state) == [CHANCE]:
        move_on(state)
    assert cards(state, 5, "hand") == [13, 14, 16]  # it kept 16, laid 11 and has lost 12
    assert {*hands_in(worlds(state, 0, 100), 5)} == {*combinations([13, 14, 15, 16], 3)}


def test_3_4_3_nothing_is_redrawn_but_hands_and_piles() -> None:
    for world in worlds(after_choosing(), 0, 20):
        for player in world.players:
            player.hand = player.pile = 0
        blank = after_choosing()
        for player in blank.players:
            player.hand = player.pile = 0
        assert world.tobytes() == blank.tobytes()


def test_3_4_3_a_card_that_is_dealt_is_told_to_the_seat_that_draws_it_alone() -> None:
    match = Match.new(CARD, ["Ann", "Ben"])
    for card in (5, 16, 1, 5, 6, 7):
        match.play(CHANCE, DRAW + card)
    heard = {seat: [*sentences(told(match, seat), match.seats)] for seat in (0, 1, None)}
    title, hidden = "Chance deals the cards for round 1: ", "Chance deals a card to {}, 3 times."
    assert heard[None] == [f"{title}{hidden.format('Ann')} {hidden.format('Ben')}"]
    own = " ".join(f"Chance deals card {card} to Ben." for card in (5, 6, 7))
    assert heard[1] == [f"{title}{hidden.format('Ann')} {own}"]
    assert heard[0][0].endswith(hidden.format("Ben"))


def test_3_4_4_any_card_of_the_pile_may_come_each_equally_likely() -> None:
    state = table()
    draw(state, 5)
    assert ask.odds(state, CARD.event_set(), CARD.weights()) == EVEN
    assert cards_to("draw", state, CHANCE) == [card for card in range(1, 17) if card != 5]


def test_3_4_4_a_card_that_is_not_in_the_pile_is_refused() -> None:
    state = table()
    draw(state, 5)
    refusal = refused(state, CHANCE, DRAW + 5)
    assert (str(refusal), refusal.rule) == ("Card 5 is not in the pile of seat 1.", "3.4.4")
    assert str(refused(state, CHANCE, DRAW)) == "There is no move 0."


def test_3_4_4_seats_draw_one_after_another_and_one_card_at_a_time() -> None:
    state = table(seats=3)
    drawn = []
    for _ in range(9):
        draw(state, min(cards_to("draw", state, CHANCE)))
        drawn.append([len(cards(state, seat, "hand")) for seat in range(3)])
    assert drawn[:4] == [[1, 0, 0], [2, 0, 0], [3, 0, 0], [3, 1, 0]]
    assert drawn[-1] == [3, 3, 3]
