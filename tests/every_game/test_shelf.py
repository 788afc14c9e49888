"""Games are taken from the shelf, and can be played at once: nobody waits for a compiler."""

from pathlib import Path

import pytest

from templetop.engine.compile import COMPILED, lessons, made_of
from templetop.engine.game import Game, in_words
from templetop.engine.refusal import Refusal
from templetop.engine.seats import MOST_SEATS
from templetop.games import shelf
from templetop.games.shelf import (
    Box,
    NotOnTheShelf,
    boxes,
    package_of,
    ready_games,
    take,
)

from .elsewhere import run
from .tables import games

FIRST_MOVES = """
import sys
from templetop.engine.match import Match, legal_moves
from templetop.games.shelf import ready_games, take

for name in ready_games():
    game = take(name)
    match = Match.new(game, [f"Player {seat}" for seat in range(max(game.seats))])
    for _ in range(30):
        for seat in match.awaited:
            match.play(seat, legal_moves(match.state, seat)[0])
    game.view(match.state, 0), game.picture(match.state, 0), match.write()
    print(name, len(match.moves) >= 15, "numba" in sys.modules)
"""


def test_the_first_moves_need_no_compiler(tmp_path: Path) -> None:
    printed = run(["-c", FIRST_MOVES], tmp_path)
    assert printed.splitlines() == [f"{name} True False" for name in ready_games()]
    assert not any(tmp_path.iterdir())


def test_a_game_is_found_by_its_name(game: Game) -> None:
    assert take(game.id) is game


def test_the_box_says_what_the_card_says(game: Game) -> None:
    (box,) = (box for box in boxes() if box.id == game.id)
    assert (box.name, box.says) == (game.name, game.says)
    assert box.seats == in_words(game.seats)


def test_there_is_room_for_every_seat_in_an_outcome(game: Game) -> None:
    assert min(game.seats) >= 1
    assert max(game.seats) <= MOST_SEATS


def test_every_rule_lies_where_the_cache_looks_for_changes() -> None:
    """Each game's own rules among its own sources, and those that games share in the engine."""
    own = {module.__name__ for sources in made_of.values() for module in sources.modules}
    rules = {function.__module__ for function, _ in lessons}
    shared = tuple(f"templetop.{name}." for name in COMPILED)
    packages = tuple(f"{package_of(game.id)}." for game in games())
    ours = {name for name in rules if name.startswith(("templetop.", *packages))}
    assert {name for name in ours if not name.startswith(shared)} <= own


def test_a_game_has_its_tests_under_its_name(game: Game) -> None:
    own = game.folder / "tests" if game.folder else Path()
    assert [*(Path(__file__).parents[1] / game.id).glob("test_*.py"), *own.glob("test_*.py")]


def test_an_unknown_game_is_refused_with_a_hint(game: Game) -> None:
    misspelt = game.id[:-1] + "x"
    with pytest.raises(NotOnTheShelf, match=rf"'{misspelt}'.* Did you mean {game.id}\?$"):
        take(misspelt)


def test_a_game_that_is_not_ready_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    box = Box("atoll", "Atoll", "2-4", "Islands that are not there yet.", is_ready=False)
    monkeypatch.setattr(shelf, "COMING", [box])
    with pytest.raises(Refusal, match=r"^Atoll is not playable yet\.$"):
        take(box.id)
