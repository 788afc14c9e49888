"""The figures that stand in the rulebook."""

from pathlib import Path

import pytest

import templetop.games.cacao
from templetop.games.cacao.card import CARD

from .facts import SIMULATED_GREEDY, SIMULATED_RANDOM
from .figures import diligent, means, played_by

RULEBOOK = Path(templetop.games.cacao.__file__).with_name("rulebook.md")


@pytest.mark.parametrize("seats", CARD.seats)
def test_random_play_earns_what_others_have_found_when_workers_do_all_they_can(seats: int) -> None:
    for ours, theirs in zip(means(diligent(seats, 4000)), SIMULATED_RANDOM[seats]):
        assert ours == pytest.approx(theirs, abs=0.5)


@pytest.mark.parametrize("seats", CARD.seats)
def test_greedy_play_earns_at_least_what_others_have_found(seats: int) -> None:
    assert means(played_by("greedy", seats, 300))[0] > SIMULATED_GREEDY[seats][0]


def test_the_figures_stand_in_the_rulebook() -> None:
    book = RULEBOOK.read_text("utf-8")
    for seats in CARD.seats:
        assert book.count(f"\n| {seats} | ") == 5
