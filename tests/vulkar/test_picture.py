"""The island in the terminal."""

from templetop.checks.pictures import picture_text

from .drawn import game, island

AWAY = ("B1", "B12")


def test_figures_are_letters_small_when_they_lie_and_tokens_have_a_letter() -> None:
    state = island("M2", "lying S4", "B12", slabs={"S13": "red"})
    drawn = picture_text(game(), state, 0, 80)
    chart = drawn.split("\nA seat 1")[0]
    assert [mark in chart for mark in "AbCrHVP=#"] == [True] * 9


def test_a_wide_window_shows_the_names_of_spaces() -> None:
    state = island("M2", *AWAY)
    assert "s34" in picture_text(game(), state, 0, 150)
    assert "s34" not in picture_text(game(), state, 0, 80)


def test_others_do_not_see_the_hand() -> None:
    state = island("M2", *AWAY, cards={0: ["geyser 8"]}, kit={0: ["map"]})
    assert "Flame Geyser 8" in picture_text(game(), state, 0, 100)
    assert "Flame Geyser 8" not in picture_text(game(), state, 1, 100)
    assert "Trail Map" not in picture_text(game(), state, None, 100)
