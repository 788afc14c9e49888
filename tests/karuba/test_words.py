"""Moves in words."""

from random import Random
from typing import Any

import pytest

from templetop.engine.match import code_of, legal_moves, say, seats_to_move
from templetop.engine.seats import CHANCE

from .drawn import CARD, move_on, number_of, play, table


def said(state: Any, seat: int, words: str) -> str:
    return say(state, seat, number_of(words, seat))


def test_placing_names_the_colour_and_the_number() -> None:
    state = CARD.start(2)
    assert said(state, 0, "place on 30") == "puts the brown adventurer on beach number 30"
    play(state, 0, "place on 30")
    assert said(state, 0, "site on 110") == "puts the brown temple on temple number 110"
    play(state, 0, "site on 110")
    assert said(state, 1, "place on 10") == "puts the blue adventurer on beach number 10"


def test_chance_that_places_says_the_same() -> None:
    state = CARD.start(2, {"setup": "random"})
    assert said(state, CHANCE, "place on 30") == "puts the brown adventurer on beach number 30"


def test_calling_names_the_tile() -> None:
    assert said(table(""), CHANCE, "call 36") == "calls tile 36"


def test_laying_names_the_tile_and_the_space() -> None:
    assert said(table("", tile=36), 0, "lay f5") == "lays tile 36 on f5"


def test_discarding_says_that_nobody_walks() -> None:
    assert said(table("", tile=36), 0, "discard") == "discards tile 36 without walking"


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("b1", "discards tile 25 and walks brown to b1"),
        ("c1", "discards tile 25 and walks brown to c1, where a crystal lies"),
        ("d1", "discards tile 25 and walks brown to d1, where gold lies"),
    ],
)
def test_walking_says_who_where_and_what_waits_there(goal: str, sentence: str) -> None:
    assert said(table("─n ─ ─◆ ─● ─", tile=25), 0, f"walk brown to {goal}") == sentence


def test_walking_into_a_temple_says_so() -> None:
    state = table(". . . . . .\n. . . . . ─b", tile=36)
    assert (
        said(state, 0, "walk blue to temple") == "discards tile 36 and walks blue into its temple"
    )


def test_what_waits_there_is_told_of_ones_own_island() -> None:
    state = table("─n ─◆", "─n ─", tile=36)
    assert said(state, 0, "walk brown to b1").endswith("b1, where a crystal lies")
    assert said(state, 1, "walk brown to b1").endswith("b1")


def test_all_legal_moves_are_said_and_typed_differently() -> None:
    random = Random(9)
    state = CARD.start(3)
    while awaited := seats_to_move(state):
        for seat in awaited:
            moves = legal_moves(state, seat)
            words = [say(state, seat, move) for move in moves]
            codes = [code_of(state, seat, move) for move in moves]
            assert len(set(words)) == len(moves)
            assert len(set(codes)) == (1 if seat == CHANCE else len(moves))  # it types nothing
            assert all(word.isprintable() and word == word.strip() for word in words + codes)
        move_on(state, random)
