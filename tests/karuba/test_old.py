"""Numbers of earlier versions of the rules, as they are now."""

import pytest

from templetop.engine.seats import CHANCE

from .drawn import CARD, number_of

WERE = [  # in version 1 chance shared the numbers of the seats
    # seat   number  is now
    (0,      8,      "lay c2"),
    (3,      30,     "discard"),
    (1,      32,     "walk brown to a1"),
    (1,      158,    "walk yellow to temple"),
    (0,      160,    "place on 10"),
    (2,      181,    "site on 110"),
    (CHANCE, 193,    "call 1"),
    (CHANCE, 228,    "call 36"),
    (CHANCE, 160,    "place on 10"),
    (CHANCE, 170,    "place on 110"),
    (CHANCE, 171,    "site on 10"),
    (CHANCE, 181,    "site on 110"),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "number", "words"), WERE)
def test_a_number_of_version_1_means_what_it_meant(seat: int, number: int, words: str) -> None:
    assert CARD.renumbered[1](seat, number) == number_of(words, seat)


def test_every_earlier_version_can_be_read() -> None:
    assert [*CARD.renumbered] == [*range(1, CARD.rules_version)]
