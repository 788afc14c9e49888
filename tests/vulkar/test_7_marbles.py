"""7  Marbles."""

from typing import Any

import numpy as np
import pytest

from templetop.engine.bits import members
from templetop.games.vulkar.rules import moves, turn
from templetop.games.vulkar.rules.island import NOWHERE, NUMBER_OF
from templetop.games.vulkar.rules.odds import run_weights
from templetop.games.vulkar.rules.runs import EMPTY, PASSES, RUN_MOVES, STANDING, SWEEPS

from .drawn import (
    do,
    game,
    heart_of,
    island,
    maw_of,
    odds,
    phase,
    posture,
    tokens_of,
    where,
)

TO_M14 = ("m3", "m10", "m9", "m14")


def flicked(*others: str, **told: Any) -> Any:
    """A walks from M2 to M14 and flicks an ember out of Spitter."""
    state = island("M2", *others, cards={0: ["geyser 4"]}, **told)
    return do(state, "geyser 4", *TO_M14, "flick spitter nw normal")


def erupted(*others: str, **told: Any) -> Any:
    """A walks from M2 to M14 with a Cataclysm!."""
    state = island("M2", *others, cards={0: ["cataclysm 4"]}, **told)
    return do(state, "cataclysm 4", *TO_M14)


def test_7_1_a_run_is_a_series_of_chance_moves() -> None:
    state = flicked("B1", "B12")
    for event in ("into Spitter", "into low ash", "into gull run"):
        assert phase(state) == "running"
        assert odds(state)
        do(state, event)
    do(state, "arrives")
    assert phase(state) == "drawing"


def test_7_1_all_runs_of_an_action_are_one_happening() -> None:
    state = erupted("B1", "B12", scar=2)
    headings = set()
    for event in ("into doze", "into low doze", "into heron", "into lagoon mouth", "arrives") * 2:
        found = [game().events.heading(state, number) for number in odds(state)]
        headings |= {heading.text for heading in found if heading}
        do(state, event)
    assert headings == {"Vul-Kar spits fireballs"}


def test_7_2_who_is_hit_lies_there() -> None:
    state = flicked("S4", "B12")
    do(state, "into Spitter", "into low ash", "fells")
    assert (posture(state, "B"), where(state, "B")) == ("lying", "S4")


def test_7_2_or_is_swept_away() -> None:
    state = flicked("S4", "B12")
    do(state, "into Spitter", "into low ash", "sweeps")
    assert posture(state, "B") == "swept"


def test_7_2_or_stays() -> None:
    state = flicked("S4", "B12")
    do(state, "into Spitter", "into low ash", "passes")
    assert posture(state, "B") == "standing"


def test_7_3_who_is_hit_on_a_bridge_is_swept_away() -> None:
    state = flicked("S16", "B12")
    do(state, "into Spitter", "into low ash", "into gull run")
    events = {game().events.message(state, -1, event).key for event in odds(state)}
    assert {"run.ember passes", "run.ember sweeps"} <= events
    assert not [key for key in events if "fells" in key]
    do(state, "fells")
    assert posture(state, "B") == "swept"


def test_7_3_a_bridge_that_lost_its_figure_is_in_nobodys_way() -> None:
    """The second fireball rolls on below it, as if there had never been one."""
    state = erupted("S16", "B12", scar=2)
    do(state, "into ash", "into low ash", "into gull run", "sweeps", "arrives")
    do(state, "into ash", "into low ash", "into gull run")
    assert phase(state) == "running"
    assert not {moves.RUN + PASSES, moves.RUN + SWEEPS} & {*odds(state)}


def test_7_4_who_lies_cannot_fall_again() -> None:
    state = erupted("lying S4", "B12", scar=1)
    do(state, "into ash", "into low ash")
    assert "run.fireball fells" not in {
        game().events.message(state, -1, event).key for event in odds(state)
    }


def test_7_4_who_is_in_the_copter_is_not_on_the_board() -> None:
    state = erupted("waiting", "aboard", "B12")
    assert sorted(int(space) for space in state.board.nonzero()[0]) == sorted(
        int(state.figures[figure].at) for figure in (0, 3)
    )


def test_7_5_an_ember_over_the_rim_costs_a_treasure() -> None:
    state = flicked("S4", "B12", tokens={"A": "rb", "B": "yy"})
    do(state, "into Spitter", "into low ash", "fells", "into gull run", "leaves")
    assert phase(state) == "losing"
    do(state, "lose blue")
    assert (tokens_of(state, "A"), maw_of(state)) == ("r", "bP")


def test_7_5_those_it_felled_stand_up_at_once() -> None:
    state = flicked("S4", "B12", tokens={"A": "r", "B": "yy"})
    do(state, "into Spitter", "into low ash", "sweeps", "into gull run", "leaves")
    assert (posture(state, "B"), where(state, "B")) == ("standing", "S4")
    assert tokens_of(state, "B") == "yy"
    assert phase(state) == "drawing"


def test_7_5_one_keeps_the_heart_if_it_is_another_treasure() -> None:
    state = flicked("B1", "B12", tokens={"A": "rb"}, heart="A")
    do(state, "into Spitter", "into low ash", "into gull run", "leaves", "lose red")
    assert heart_of(state) == "A"


def test_7_6_a_fireball_over_the_rim_takes_along_whom_it_swept() -> None:
    state = erupted("S4", "S9", scar=1, tokens={"A": "r"})
    do(state, "into ash", "into low ash", "sweeps", "into gull run", "fells", "leaves")
    assert (posture(state, "B"), posture(state, "C")) == ("off", "lying")
    assert tokens_of(state, "A") == "r"


def test_7_6_it_takes_along_nobody_whom_an_earlier_one_swept() -> None:
    state = erupted("S4", "S9", scar=2)
    do(state, "into ash", "into low ash", "sweeps-rests")
    do(state, "into ash", "into low ash", "into gull run", "sweeps", "leaves")
    assert (posture(state, "B"), posture(state, "C")) == ("swept", "off")


def test_7_6_who_fell_from_the_ladder_stays_on_the_island_and_stands_up_at_its_foot() -> None:
    """3.7  From the ladder a figure falls to its foot, where no fireball takes it along."""
    state = erupted("M22", "M18", scar=1)
    do(state, "into kettle", "sweeps", "into low kettle", "sweeps", "leaves")
    assert (posture(state, "B"), posture(state, "C")) == ("swept", "off")
    assert game().view(state, 0).figures[1].rises_at.id == "M21"


@pytest.mark.parametrize("event", ["rests", "arrives"])
def test_7_7_a_marble_at_rest_does_nothing_more(event: str) -> None:
    state = flicked("S9", "B12")
    do(state, "into Spitter", "into low ash", "into gull run", "passes", event)
    assert phase(state) == "drawing"
    assert not state.board.any()


def test_7_4_only_who_stands_can_be_met() -> None:
    """Who lies, was swept away or is off the island, and who is not on it at all, cannot."""
    for other in ("lying S4", "swept S4", "off S4", "waiting", "aboard", "S4"):
        state = flicked(other, "B12", copter="here")
        stands = {"A": "M14", "B": "S4" if other == "S4" else "", "C": "B12", "D": ""}
        numbers = [NUMBER_OF.get(space, NOWHERE) for space in stands.values()]
        assert state.upright.tolist() == numbers
        assert {*np.flatnonzero(state.board)} == {*numbers} - {NOWHERE}
        assert {*state.board.tolist()} == {EMPTY, STANDING}


def test_7_5_all_whom_the_ember_felled_stand_up() -> None:
    state = flicked("S4", "S9", tokens={"A": "r", "B": "yy"})
    do(state, "into Spitter", "into low ash", "fells", "into gull run", "sweeps", "drops A")
    do(state, "leaves")
    assert [posture(state, name) for name in "ABC"] == ["standing"] * 3
    assert (tokens_of(state, "B"), maw_of(state), phase(state)) == ("yy", "rP", "drawing")


def test_7_5_who_has_fallen_before_does_not_stand_up() -> None:
    state = flicked("S4", "swept S9", "lying B12")
    do(state, "into Spitter", "into low ash", "fells", "into gull run", "leaves")
    assert [posture(state, name) for name in "BCD"] == ["standing", "swept", "lying"]


@pytest.mark.parametrize("event", ["rests", "arrives", "passes", "fells-rests", "into heron"])
def test_7_6_nobody_is_taken_along_by_a_fireball_that_stays(event: str) -> None:
    state = erupted("S4", "S9", scar=1)
    do(state, "into ash", "into low ash", "sweeps", "into gull run", event)
    assert posture(state, "B") == "swept"


def test_7_6_nobody_who_was_swept_away_in_an_earlier_turn_is_taken_along() -> None:
    state = erupted("swept S4", "swept S9", "S9", scar=1)
    do(state, "into ash", "into low ash", "into gull run", "sweeps", "leaves")
    assert [posture(state, name) for name in "BCD"] == ["swept", "swept", "off"]


def everything_that_rolls(state: Any) -> dict[str, Any]:
    fields = ("run", "board", "upright", "falls", "fallen", "felled", "marbles", "sighted",
              "overboard")  # fmt: skip
    return {field: state[field].tolist() for field in fields}


RUNS = [
    ("geyser 4", ["into Wink", "into low glitter", "into mirror", "into reed mouth", "arrives"]),
    ("geyser 4", ["into Spitter", "into low ash", "fells", "into gull run", "sweeps-rests"]),
    ("geyser 4", ["into Spitter", "into low ash", "passes", "into gull run", "leaves"]),
    ("geyser 4", ["rests"]),
    ("cataclysm 4", ["into ash", "into low ash", "sweeps", "into gull run", "fells", "leaves"]),
    ("cataclysm 4", ["into doze", "drops A", "drops C", "into low doze", "rests"]),
]


@pytest.mark.parametrize(("card", "run"), RUNS)
@pytest.mark.parametrize("game_", ["standard", "curse"])
def test_3_5_at_the_end_all_marbles_are_at_home(card: str, run: list[str], game_: str) -> None:
    tracker = [card, "shop 4", "vul-kar 4"] if game_ == "curse" else ()
    cards = {0: [card]} if game_ == "standard" else {}
    state = island("M2", "S4", "S9", cards=cards, tracker=tracker, scar=1, game=game_)
    before = everything_that_rolls(state)
    do(state, card, *TO_M14)
    if card == "geyser 4":
        do(state, "flick spitter nw normal")
    do(state, *run)
    assert phase(state) != "running"
    assert everything_that_rolls(state) == before


def test_7_1_a_marble_does_nothing_but_what_the_table_of_odds_has() -> None:
    """Numbers that are left of an earlier question do not count."""
    state = flicked("S4", "B12")
    do(state, "into Spitter", "into low ash")
    events, weights = game().event_set(), game().weights()
    weights[:] = 7
    total = turn.odds(state, events, weights)
    expected = np.zeros(RUN_MOVES, np.int64)
    run_weights(state.run, state.board, state.upright, state.trees, expected)
    assert members(events) == [moves.RUN + event for event in np.flatnonzero(expected)]
    assert [int(weights[event]) for event in members(events)] == [*expected[expected > 0]]
    assert total == expected.sum()
