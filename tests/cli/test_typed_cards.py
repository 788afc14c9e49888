"""Codes of two words, and what is not even a code: typed at the card game."""

from typing import Any

import pytest

from templetop.cli.typed import Codes, Unclear
from templetop.engine.match import say
from templetop.engine.refusal import IllegalMove
from tests.karuba_cards.drawn import decide, hands, to_lay

FRAME = "it has at most 4 x 4 cards, and one of them lies on d4."
ISLAND = {1: "d4", 2: "e4", 4: "f4", 6: "g4"}  # where these cards of the first seat lie


def cards_to_lay(*cards: int) -> Any:
    """The first seat has a row of four cards and these to lay; the second waits for it."""
    return to_lay(" ".join(map(str, ISLAND)), *cards)


def cards_to_discard() -> Any:
    """The first seat has played 3 and 12, less than the second has."""
    state = hands((3, 12, 7), (15, 16, 7))
    decide(state, "keep 7", "keep 7")
    return state


@pytest.mark.parametrize("typed", ["5 d3", "5d3", "d3", "D 3", "d 3", "lay 5 on d3", "on d3"])
def test_the_only_card_may_be_named_or_left_out(typed: str) -> None:
    state = cards_to_lay(5)
    assert say(state, 0, Codes(state, 0).understand(typed)) == "lays card 5 on d3"


@pytest.mark.parametrize("typed", ["d3", "d 3"])
def test_of_two_cards_one_has_to_be_named(typed: str) -> None:
    state = cards_to_lay(5, 12)
    with pytest.raises(Unclear, match=r"^Which one: 5 d3, 12 d3\?$"):
        Codes(state, 0).understand(typed)
    for card in (5, 12):
        move = Codes(state, 0).understand(f"{card} {typed}")
        assert say(state, 0, move) == f"lays card {card} on d3"


def test_d_3_is_a_discard_where_cards_are_discarded() -> None:
    state = cards_to_discard()
    assert say(state, 0, Codes(state, 0).understand("d 3")) == "discards card 3"


@pytest.mark.parametrize("typed", ["7", "12"])
def test_a_mere_number_is_no_decision_that_cannot_be_taken_back(typed: str) -> None:
    state = hands((3, 12, 7), (15, 16, 7))
    with pytest.raises(Unclear, match=rf"^Which one: keep {typed}\?$"):
        Codes(state, 0).understand(typed)


@pytest.mark.parametrize("typed", ["keep 3 5", "keep 3  12", "d 3 12", "play 3 12"])
def test_two_cards_are_not_one_that_does_not_exist(typed: str) -> None:
    state = hands((3, 12, 7), (15, 16, 7))
    with pytest.raises(
        Unclear, match=rf"^'{typed}' is not a move now; \? lists what can be typed\."
    ):
        Codes(state, 0).understand(typed)


@pytest.mark.parametrize(
    ("typed", "sentence", "rule"),
    [
        ("9 d3", "Card 9 is not one of those you have to lay.", "3.3.1"),
        ("17 d3", "Card 17 is not one of those you have to lay.", "3.3.1"),
        ("h1", f"No island can reach h1: {FRAME}", "3.3.3"),
        ("5 d8", f"No island can reach d8: {FRAME}", "3.3.3"),
        ("c4", "With a card on c4 your island would be larger than 4 x 4.", "3.3.3"),
        ("d 4", "There is already a card on d4.", "3.3.6"),
        ("c1", "With a card on c1 your island would be larger than 4 x 4.", "3.3.3"),
        ("keep 5", "It is time to lay the cards played.", "3.3.1"),
        ("keep", "It is time to lay the cards played.", "3.3.1"),
        ("keep 17", "There is no card 17: they are 1 to 16.", "1.1"),
        ("d 17", "There is no card 17: they are 1 to 16.", "1.1"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("cards", [(5,), (5, 12)])
def test_while_cards_are_laid_what_cannot_be_is_refused_with_its_rule(
    cards: tuple[int, ...], typed: str, sentence: str, rule: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Codes(cards_to_lay(*cards), 0).understand(typed)
    assert (str(refusal.value), refusal.value.rule) == (sentence, rule)


@pytest.mark.parametrize(
    ("typed", "sentence", "rule"),
    [
        ("keep 8", "Card 8 is not in your hand.", "3.1.1"),
        ("keep 17", "There is no card 17: they are 1 to 16.", "1.1"),
        ("hold 0", "There is no card 0: they are 1 to 16.", "1.1"),
        ("d3", "It is time to choose two cards and keep the third.", "3.1.1"),
        ("d 3", "It is time to choose two cards and keep the third.", "3.1.1"),
        ("3 d3", "It is time to choose two cards and keep the third.", "3.1.1"),
        ("h1", "It is time to choose two cards and keep the third.", "3.1.1"),
    ],
)
def test_while_cards_are_chosen_what_cannot_be_is_refused_with_its_rule(
    typed: str, sentence: str, rule: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Codes(hands((3, 12, 7), (15, 16, 7)), 0).understand(typed)
    assert (str(refusal.value), refusal.value.rule) == (sentence, rule)


@pytest.mark.parametrize(
    ("typed", "sentence", "rule"),
    [
        ("d 7", "Card 7 is not one of the two you have played.", "3.2.2"),
        ("discard 17", "There is no card 17: they are 1 to 16.", "1.1"),
        ("c4", "It is time to discard one of the two cards played.", "3.2.2"),
        ("3 c4", "It is time to discard one of the two cards played.", "3.2.2"),
    ],
)
def test_while_cards_are_discarded_what_cannot_be_is_refused_with_its_rule(
    typed: str, sentence: str, rule: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Codes(cards_to_discard(), 0).understand(typed)
    assert (str(refusal.value), refusal.value.rule) == (sentence, rule)


@pytest.mark.parametrize(
    "typed", ["zz", "5", "keep x", "keep 05", "55", "5 d", "5 d03", "05 d3", "1 2 3", "٣ d3"]
)
def test_what_names_no_card_and_no_space_is_unclear(typed: str) -> None:
    with pytest.raises(Unclear):
        Codes(cards_to_lay(5), 0).understand(typed)
