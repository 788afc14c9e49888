"""Options that change nothing in this combination, and options that do not go together."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from templetop.engine.game import Choice, Game, Numbers, Option, UnknownOption, WrongSeats
from templetop.games.shelf import ours, take

from .toy import TOY

LONG = "x" * 200


def test_a_game_says_with_which_other_options_one_has_an_effect() -> None:
    mood = Option("mood", "How they feel.", (Choice("good", ""), Choice("bad", "")))
    pies = Numbers("pies", "How many.", (3,), only_with={"mood": ("bad",)}, only_seats=(2,))
    game = replace(TOY, options=(TOY.options[0], mood, pies))
    assert game.without_effect(2, {"pies": "4"}) == {
        "pies": "The option pies has no effect with mood=good."
    }
    chosen = {"pies": "4", "mood": "bad"}
    for seats, words in [(3, "3 seats"), (1, "1 seat")]:
        found = game.without_effect(seats, chosen)["pies"]
        assert found == f"The option pies has no effect with {words}."


def test_a_table_that_is_set_up_alike_says_so_too() -> None:
    """Vul-Kar keeps of these numbers only the one that belongs to so many seats."""
    chosen = {"game": "curse", "second_piles": "0,0,1,3"}
    assert take("vulkar").without_effect(2, chosen) == {
        "second_piles": "The option second_piles=0,0,1,3 has no effect with these seats and "
        "options."
    }
    assert take("vulkar").without_effect(4, chosen) == {}


def test_what_is_as_usual_is_not_mentioned() -> None:
    assert take("vulkar").without_effect(2, {"tokens": "6"}) == {}


CASES = [
    ("karuba", 2, {"nuggets": "3"}, {"nuggets"}),
    ("karuba", 2, {"nuggets": "3", "gold": "twelve"}, set()),
    ("karuba", 3, {"stack_of_3": "9,9,9"}, set()),
    ("karuba", 2, {"stack_of_3": "9,9,9"}, {"stack_of_3"}),
    ("karuba", 3, {"stack_of_3": "9,9,9", "treasures": "full"}, {"stack_of_3"}),
    ("karuba", 3, {"stack_of_4": "9,9,9,9", "treasures": "full"}, set()),
    ("karuba", 3, {"stack_of_4": "9,9,9,9"}, {"stack_of_4"}),
    ("cacao", 2, {"jungle_tiles": "6,2,2,4,1,2,1,3,1,6"}, {"jungle_tiles"}),
    ("cacao", 3, {"worker_tiles_for_4": "2,5,1,1"}, {"worker_tiles_for_4"}),
    ("karmaggan", 4, {"team_wipe": "fights-on"}, {"team_wipe"}),
    ("karmaggan", 4, {"team_wipe": "fights-on", "mode": "teams"}, set()),
    ("vulkar", 3, {"tokens": "4", "rounds": "20"}, {"tokens"}),
    ("vulkar", 3, {"tokens": "4", "rounds": "20", "game": "curse"}, {"rounds"}),
    ("vulkar", 3, {"treasure_points": "9,9,9", "game": "curse"}, {"treasure_points"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "seats", "chosen", "idle"), CASES)
def test_options_that_change_nothing_are_named(
    game: str, seats: int, chosen: dict[str, str], idle: set[str]
) -> None:
    assert {*take(game).without_effect(seats, chosen)} == idle


def conditions() -> Iterator[tuple[Game, Option | Numbers]]:
    for game in map(take, ours()):
        yield from ((game, option) for option in game.options if option.only_with)


@pytest.mark.parametrize(("game", "option"), [*conditions()])
def test_what_an_option_needs_is_there(game: Game, option: Option | Numbers) -> None:
    for needed, choices in option.only_with.items():
        assert {*choices} < {choice.name for choice in game.option(needed).choices}


# ── What is refused ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "kept"),
    [("00002", "2"), ("-01", "-1"), ("-0", "0"), ("1,02", "1,2"), ("00002x", "00002x"), ("", "")],
)
def test_a_number_is_kept_without_needless_zeros(text: str, kept: str) -> None:
    numbers = Numbers("prizes", "What is won.", (5,) * (1 + text.count(",")), low=-9)
    assert numbers.written(text) == kept
    game = replace(TOY, options=(numbers,))
    assert game.agreed({"prizes": text}) == {"prizes": kept}


def test_what_is_as_usual_but_for_needless_zeros_is_as_usual() -> None:
    numbers = Numbers("prizes", "What is won.", (5, 0))
    game = replace(TOY, options=(numbers,))
    assert game.agreed({"prizes": "05,00"}) == {}
    assert game.without_effect(2, {"prizes": "05,00"}) == {}
    assert numbers.settings("05,00") == [5, 0]


def test_no_more_than_40_characters_of_a_wrong_value_are_repeated() -> None:
    for chosen in ({"die": LONG}, {"stones": LONG}, {LONG: "3"}):
        with pytest.raises(UnknownOption) as refused:
            TOY.settings(chosen)
        assert f"{'x' * 39}…'" in str(refused.value)
        assert LONG not in str(refused.value)


def test_options_that_do_not_go_together_are_refused_with_the_games_sentence() -> None:
    game = replace(
        TOY,
        why_not_together=lambda seats, chosen: (
            f"Not {seats} with {chosen['mood']} mood." if seats == 2 else None
        ),
    )
    assert game.seats_for() == [1, 3]
    with pytest.raises(WrongSeats, match=r"^Not 2 with good mood\.$"):
        game.start(2)
    with pytest.raises(WrongSeats, match=r"^Toy seats 1 or 3, not 4\.$"):
        game.start(4)
