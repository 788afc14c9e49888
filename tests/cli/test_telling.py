"""What a person at the table is told: nothing that they may not know."""

import random

import pytest

from templetop.cli.telling import as_sentence, is_seen, told
from templetop.engine.game import CHANCE
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.games.shelf import ready_games, take

HIDDEN = [  # the game, and how it says that a seat is given something
    ("karuba_cards", "Chance deals card"),
    ("cacao", "Chance gives"),
]
SEATS = ("Ann", "Ben", "Cem")


def played(game: str, moves: int) -> Match:
    """A match of random moves."""
    match, chosen = Match.new(take(game), SEATS), random.Random(7)
    while not match.is_over and len(match.moves) < moves:
        seat = seats_to_move(match.state)[0]
        match.play(seat, chosen.choice(legal_moves(match.state, seat)))
    return match


def test_in_karuba_everything_is_seen() -> None:
    match = played("karuba", 40)
    assert len([*told(match, 0)]) == 40
    assert "Chance calls tile" in " ".join(told(match, 0))


@pytest.mark.parametrize(("game", "dealing"), HIDDEN)
def test_what_others_are_given_is_not_told(game: str, dealing: str) -> None:
    if game not in ready_games():
        pytest.skip("not on the shelf yet")
    match = played(game, 60)
    for seat, name in enumerate(SEATS):
        dealt = [line for line in told(match, seat) if line.startswith(dealing)]
        assert len(dealt) >= 3
        assert all(f" {name}" in line for line in dealt)


@pytest.mark.parametrize("game", ready_games())
def test_who_only_looks_on_is_told_everything(game: str) -> None:
    match = played(game, 10_000)
    assert len([*told(match, None)]) == len(match.moves)


def test_a_decision_is_told_only_when_all_have_decided() -> None:
    match = played("karuba", 8)  # the set-up
    match.play(CHANCE, legal_moves(match.state, CHANCE)[0])
    match.play(1, 3)
    match.play(2, 4)
    assert not any("lays" in line for line in told(match, 0))
    match.play(0, 5)
    assert sum("lays" in line for line in told(match, 0)) == 3


@pytest.mark.parametrize("game", ready_games())
def test_asking_changes_nothing(game: str) -> None:
    state = take(game).start(2)
    if seats_to_move(state) == [CHANCE]:
        before = state.tobytes()
        is_seen(state, CHANCE, legal_moves(state, CHANCE)[0], 0)
        assert state.tobytes() == before


def test_everyone_is_called_by_their_name() -> None:
    assert as_sentence(SEATS, 1, "lays tile 7 on c4") == "Ben lays tile 7 on c4."
    assert as_sentence(SEATS, CHANCE, "deals card 3 to seat 3") == "Chance deals card 3 to Cem."
