"""The figures that stand in the rulebook, and what the set of cards was made for (1.5)."""

import functools
from itertools import pairwise
from pathlib import Path

import pytest

import templetop.games.karuba_cards
from templetop.engine.game import Array
from templetop.games.karuba_cards.card import CARD
from templetop.games.karuba_cards.notation import card_mark

from .figures import (
    FEWEST_AND_MOST,
    QUICK_GAMES,
    SEARCH,
    home,
    islands_with_a_block,
    laid,
    lowest_with,
    played_by,
    played_by_search,
    points_by_colour,
    row,
    wins,
    worth_of_cards,
)

BOOK = Path(templetop.games.karuba_cards.__file__).with_name("rulebook.md").read_text("utf-8")
QUICK_SEARCH = SEARCH._replace(moves=6, worlds=8)


def test_the_cards_of_the_rulebook_are_those_of_the_game() -> None:
    sheet = BOOK.partition("```")[2].partition("```")[0].split()
    assert [card_mark(card) for card in range(1, 17)] == [
        mark for mark in sheet if mark[0].isdigit()
    ]


@functools.cache
def greedy_ends() -> Array:
    return played_by("greedy", 2, QUICK_GAMES)


def test_the_figures_of_the_rulebook_can_be_counted_again() -> None:
    assert f"\n{row('random', played_by('random', 2, QUICK_GAMES))}\n" in BOOK
    assert f"\n{row('greedy', greedy_ends())}\n" in BOOK


@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_there_are_figures_for_every_number_of_seats(bot: str) -> None:
    for seats in CARD.seats:
        assert BOOK.count(f"\n| {bot} | {seats} | ") == 1


@pytest.mark.parametrize("seats", FEWEST_AND_MOST)
def test_good_play_brings_home_two_to_three_adventurers_and_seldom_all_four(seats: int) -> None:
    back = home(played_by_search(QUICK_SEARCH, seats, 60 // seats))
    assert 2 < back.mean() < 3
    assert (back == 4).mean() < 0.2


def test_to_bring_home_all_four_is_possible_but_rare() -> None:
    assert 0.001 < (home(greedy_ends()) == 4).mean() < 0.01


def test_no_colour_and_no_seat_is_favoured() -> None:
    by_colour = (points_by_colour(greedy_ends()) > 0).mean(axis=(0, 1))
    assert max(by_colour) - min(by_colour) < 0.05
    assert max(wins(greedy_ends())) < 0.51


def test_low_cards_are_wanted_for_their_shape_and_treasure() -> None:
    worth, was_laid = worth_of_cards(greedy_ends()), laid(greedy_ends()).mean(axis=(0, 1))
    assert min(worth[:3]) > 0.5 > -0.2 > max(worth[3:8])
    assert min(was_laid[:3]) > 0.7 > 0.6 > max(was_laid[3:8])


def test_high_cards_are_wanted_for_the_sum() -> None:
    assert all(low > high for low, high in pairwise(map(lowest_with, range(1, 17))))


def test_an_adventurer_is_now_and_then_in_the_way_of_another() -> None:
    assert 0.005 < islands_with_a_block(greedy_ends()) < 0.05
