"""The figures that stand in the rulebook."""

from pathlib import Path

import pytest

from templetop.engine.seats import Array
from templetop.games import cacao

from .drawn import CARD
from .facts import SIMULATED_GREEDY, SIMULATED_RANDOM
from .figures import diligent, means, played_by

pytestmark = pytest.mark.slow

RULEBOOK = Path(cacao.__file__).with_name("rulebook.md")


@pytest.mark.parametrize("seats", CARD.seats)
def test_random_play_earns_what_others_have_found_when_workers_do_all_they_can(seats: int) -> None:
    for ours, theirs in zip(means(diligent(seats, 4000)), SIMULATED_RANDOM[seats]):
        assert ours == pytest.approx(theirs, abs=0.5)


@pytest.mark.parametrize("seats", CARD.seats)
def test_greedy_play_earns_at_least_what_others_have_found(seats: int) -> None:
    assert means(played_by("greedy", seats, 300))[0] > SIMULATED_GREEDY[seats][0]


@pytest.mark.parametrize("seats", CARD.seats)
def test_the_figures_in_the_rulebook_are_those_of_the_game(seats: int) -> None:
    book = figures_in_the_rulebook(seats)
    sample = {
        "random, workers too": played_by("random", seats, 4000),
        "random, gains taken (declining=sales)": played_by("random", seats, 4000, "sales"),
        "random, workers do all they can": diligent(seats, 4000),
    }
    for who, states in sample.items():
        assert book[who] == pytest.approx(means(states), abs=0.5), who
    assert book["greedy"] == pytest.approx(means(played_by("greedy", seats, 300)), abs=2)
    assert book["the same elsewhere"] == SIMULATED_RANDOM[seats]
    assert book["another greedy one elsewhere"] == SIMULATED_GREEDY[seats]


@pytest.mark.parametrize("seats", CARD.seats)
def test_3_3_10_who_does_all_that_can_be_done_earns_the_same_asked_or_unasked(seats: int) -> None:
    for play in (diligent, greedy):
        asked, unasked = (means(play(seats, 300, option)) for option in ("anything", "sales"))
        assert asked == pytest.approx(unasked, abs=0.3)


def greedy(seats: int, games: int, declining: str) -> Array:
    return played_by("greedy", seats, games, declining)


def figures_in_the_rulebook(seats: int) -> dict[str, tuple[float, ...]]:
    """Who plays, and their mean points, gold, water and temples."""
    lines = [line for line in RULEBOOK.read_text("utf-8").splitlines() if f"| {seats} |" in line]
    cells = [line.strip("| ").split(" | ")[1:] for line in lines]
    return {who: tuple(map(float, figures)) for who, *figures in cells}
