"""Numbers of earlier versions of the rules, as they are now."""

import pytest

from templetop.engine.seats import CHANCE

from .drawn import CARD, number_of, to_lay

WERE = [  # in version 2 chance shared the numbers of the seats
    # seat   number  is now
    (0,      17,     "lay 5 on d3"),
    (0,      81,     "lay 12 on d3"),
    (0,      129,    "keep 1"),
    (5,      144,    "keep 16"),
    (1,      145,    "discard 1"),
    (0,      160,    "discard 16"),
    (CHANCE, 161,    "draw 1"),
    (CHANCE, 176,    "draw 16"),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "number", "words"), WERE)
def test_a_number_of_version_2_means_what_it_meant(seat: int, number: int, words: str) -> None:
    assert CARD.renumbered[2](seat, number) == number_of(to_lay("1", 5, 12), seat, words)


def test_version_1_which_had_other_cards_is_not_read() -> None:
    assert [*CARD.renumbered] == [2]
    assert CARD.rules_version == 3
