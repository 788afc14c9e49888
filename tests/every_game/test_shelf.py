"""Games are taken from the shelf, and can be played at once: nobody waits for a compiler."""

from pathlib import Path

import pytest

from templetop.engine.compile import COMPILED, lessons
from templetop.engine.game import Game, Refusal
from templetop.engine.simulate import MOST_SEATS
from templetop.games.shelf import SHELF, Box, NotOnTheShelf, ready_games, take

from .elsewhere import run
from .tables import games

FIRST_MOVES = """
import sys
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.games.shelf import ready_games, take

for name in ready_games():
    game = take(name)
    match = Match.new(game, [f"Player {seat}" for seat in range(max(game.seats))])
    for _ in range(30):
        seat = seats_to_move(match.state)[0]
        match.play(seat, legal_moves(match.state, seat)[0])
    game.view(match.state, 0), game.picture(match.state, 0), match.write()
    print(name, len(match.moves), "numba" in sys.modules)
"""


def test_the_first_moves_need_no_compiler(tmp_path: Path) -> None:
    printed = run(["-c", FIRST_MOVES], tmp_path)
    assert printed.splitlines() == [f"{name} 30 False" for name in ready_games()]
    assert not any(tmp_path.iterdir())


def test_a_game_is_found_by_its_name(game: Game) -> None:
    assert take(game.id) is game


def test_the_box_says_what_the_card_says(game: Game) -> None:
    (box,) = (box for box in SHELF if box.id == game.id)
    assert box.name == game.name
    assert box.seats == f"{min(game.seats)}-{max(game.seats)}"


def test_there_is_room_for_every_seat_in_an_outcome(game: Game) -> None:
    assert min(game.seats) >= 1
    assert max(game.seats) <= MOST_SEATS


def test_every_rule_lies_where_the_cache_looks_for_changes() -> None:
    games()
    modules = {function.__module__ for function, _ in lessons}
    ours = {module.split(".")[1] for module in modules if module.startswith("templetop.")}
    assert {"engine", "games"} <= ours <= {*COMPILED}


def test_a_game_has_its_tests_under_its_name(game: Game) -> None:
    assert list((Path(__file__).parents[1] / game.id).glob("test_*.py"))


def test_an_unknown_game_is_refused_with_a_hint(game: Game) -> None:
    misspelt = game.id[:-1] + "x"
    with pytest.raises(NotOnTheShelf, match=rf"'{misspelt}'.* Did you mean {game.id}\?$"):
        take(misspelt)


@pytest.mark.parametrize("box", [box for box in SHELF if not box.is_ready], ids=lambda box: box.id)
def test_a_game_that_is_not_ready_is_refused(box: Box) -> None:
    with pytest.raises(Refusal, match=r"is not playable yet\.$"):
        take(box.id)
