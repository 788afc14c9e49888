"""Recorded matches replay to their recorded end."""

from pathlib import Path

import pytest

from templetop.engine.game import Game

from .matches import files_of, recorded
from .tables import games, names_of_choices, options_of

WITH_MATCHES = [game for game in games() if files_of(game)]
RECORDED = [path for game in WITH_MATCHES for path in files_of(game)]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_recorded_match_replays_to_its_recorded_end(path: Path) -> None:
    match = recorded(path)
    assert match.is_over
    assert match.write() == path.read_text("utf-8"), (
        f"Other words? python -m tests.every_game.matches {match.game.id}"
    )


def test_matches_of_every_number_of_seats_and_every_choice_are_recorded(game: Game) -> None:
    matches = [recorded(path) for path in files_of(game)]
    assert matches, f"Play some first: python -m tests.every_game.matches {game.id}"
    assert {len(match.seats) for match in matches} == {*game.seats}
    for option, names in zip(options_of(game), names_of_choices(game), strict=True):
        assert {match.options[option.name] for match in matches} == {*names}
