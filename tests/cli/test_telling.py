"""What a person at the table, or one who looks on, is told: nothing that they may not know."""

import random
import re
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.engine.telling import (
    HIDDEN,
    Teller,
    as_sentence,
    shared,
    told,
    view_after,
    words_for,
)
from templetop.games.shelf import ready_games, take

SEATS = ("Ann", "Ben", "Cem")
VIEWERS = (None, 0, 1, 2)
HIDING = [  # the game, what a seat is told that it is given, and what the others are told
    ("karuba_cards", r"Chance deals card \d+ to {}\.", "Chance deals card ? to {}."),
    ("cacao", r"Chance gives {} a worker tile [\d-]+\.", "Chance gives {} a worker tile."),
]


def played(game: str, moves: int) -> Match:
    """A match of random moves."""
    match, chosen = Match.new(take(game), SEATS), random.Random(7)
    while not match.is_over and len(match.moves) < moves:
        seat = seats_to_move(match.state)[0]
        match.play(seat, chosen.choice(legal_moves(match.state, seat)))
    return match


def whole(game: str) -> Match:
    return played(game, 10_000)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_in_karuba_everything_is_seen(viewer: int | None) -> None:
    match = played("karuba", 40)
    assert len([*told(match, viewer)]) == 40
    assert "Chance calls tile" in " ".join(told(match, viewer))


@pytest.mark.parametrize(("game", "own", "others"), HIDING)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_drawn_is_told_to_those_who_see_it(
    game: str, own: str, others: str, viewer: int | None
) -> None:
    sentences = [*told(played(game, 60), viewer)]
    for seat, name in enumerate(SEATS):
        seen = [line for line in sentences if is_like(own.format(name), line)]
        unseen = [line for line in sentences if line == others.format(name)]
        assert bool(seen) == (seat == viewer)
        assert bool(unseen) == (seat != viewer)


def is_like(pattern: str, line: str) -> bool:
    return re.fullmatch(pattern, line) is not None


@pytest.mark.parametrize(("game", "own", "others"), HIDING)
def test_several_draws_into_one_hand_are_told_once_to_the_others(
    game: str, own: str, others: str
) -> None:
    sentences = [*told(played(game, 9), 0)]  # three draws for each seat
    assert sentences.count(others.format("Ben")) == 1
    assert sentences[3:] == [others.format("Ben"), others.format("Cem")]


@pytest.mark.parametrize("game", ready_games())
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_viewer_is_told_the_same_whatever_is_hidden(game: str, viewer: int | None) -> None:
    """In the true world, and in one that the viewer may take for it and where it sees the same."""
    match = played(game, 50)
    state = match.game.start(len(SEATS), match.options)
    for number, (seat, move) in enumerate(match.moves):
        if seat == CHANCE:
            world, seen = otherwise(state, viewer, number), view_after(state, move, viewer)
            for other in legal_moves(world, CHANCE):
                if view_after(world, other, viewer) == seen:
                    break
            else:
                pytest.fail(f"{viewer} would see that the world is another one at move {number}")
            words = words_for(world, CHANCE, other, viewer)
            assert words == words_for(state, CHANCE, move, viewer)
        ask.play(state, seat, move)


def otherwise(state: Any, viewer: int | None, seed: int) -> Any:
    """A world that the viewer may be in, for all it knows."""
    world, draws = state.copy(), generator(seed)
    for seat in range(len(SEATS)) if viewer is None else [viewer]:
        ask.imagine(world, seat, draws, ask.game_of(state).move_set())
    return world


@pytest.mark.parametrize(("game", "own", "others"), HIDING)
def test_the_last_that_is_left_to_a_seat_is_not_told_either(
    game: str, own: str, others: str
) -> None:
    """Chance has no choice then, but nobody else knows that, unless all that is left is alike."""
    match = whole(game)
    state, said = match.game.start(len(SEATS), match.options), set()
    for seat, move in match.moves:
        if seat == CHANCE and len(legal_moves(state, CHANCE)) == 1:
            said.add(as_sentence(SEATS, seat, words_for(state, seat, move, None)))
        ask.play(state, seat, move)
    assert said & {others.format(name) for name in SEATS}


@pytest.mark.parametrize("game", ready_games())
@pytest.mark.parametrize("viewer", VIEWERS)
def test_when_a_match_is_over_everything_is_told(game: str, viewer: int | None) -> None:
    match = whole(game)
    sentences = [*told(match, viewer)]
    assert len(sentences) == len(match.moves)
    assert not any(HIDDEN in sentence for sentence in sentences)


def test_a_decision_is_told_only_when_all_have_decided() -> None:
    match = played("karuba", 8)  # the set-up
    match.play(CHANCE, legal_moves(match.state, CHANCE)[0])
    match.play(1, 3)
    match.play(2, 4)
    for viewer in VIEWERS:
        assert not any("lays" in line for line in told(match, viewer))
    match.play(0, 5)
    for viewer in VIEWERS:
        assert sum("lays" in line for line in told(match, viewer)) == 3


@pytest.mark.parametrize("game", ready_games())
def test_telling_changes_nothing(game: str) -> None:
    state = take(game).start(2)
    seat = seats_to_move(state)[0]
    before = state.tobytes()
    Teller(SEATS, None).tell(state, seat, legal_moves(state, seat)[0])
    assert state.tobytes() == before


@pytest.mark.parametrize(("sentences", "words"), [
    (["deals card 3 to seat 2"], "deals card 3 to seat 2"),
    (["deals card 3 to seat 2", "deals card 12 to seat 2"], "deals card ? to seat 2"),
    (["gives seat 1 a tile 2-1-0-1", "gives seat 1 a tile 3-0-0-1"], "gives seat 1 a tile"),
    (["draws a red gem", "draws a blue coin"], "draws a"),
])  # fmt: skip
def test_what_differs_is_not_said(sentences: list[str], words: str) -> None:
    assert shared(sentences) == words


def test_everyone_is_called_by_their_name() -> None:
    assert as_sentence(SEATS, 1, "lays tile 7 on c4") == "Ben lays tile 7 on c4."
    assert as_sentence(SEATS, CHANCE, "deals card 3 to seat 3") == "Chance deals card 3 to Cem."
