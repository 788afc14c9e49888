"""Marbles at a table: when they really roll, and that the rules follow what they do."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="The marbles roll by MuJoCo: pip install 'templetop[marbles]'")

from templetop.engine.bits import has
from templetop.engine.match import options_of
from templetop.engine.seats import CHANCE
from templetop.games.vulkar.marbles.events import events_of, falls
from templetop.games.vulkar.marbles.launch import Board, Ember, Fireballs, Rolling, pit_of
from templetop.games.vulkar.marbles.rolling import board_of, experiment, shot_of, takes_time
from templetop.games.vulkar.marbles.trajectory import (
    FIGURE,
    TENTHS,
    TURN_PARTS,
    UPSET,
    WIDTH,
    Trajectory,
    from_bytes,
)
from templetop.games.vulkar.rules import turn
from templetop.games.vulkar.rules.island import (
    HELIPAD_SPACE,
    NOWHERE,
    NUMBER_OF,
    SPACE_AT,
    TREES,
    UNSTABLE,
)
from templetop.games.vulkar.rules.moves import RUN
from templetop.games.vulkar.rules.runs import FALLS_TOO

from .drawn import FIGURES, asked, do, game, island, phase, posture

TO_M14 = ("m3", "m10", "m9", "m14")
OTHERS = ("S4", "S16", "B22")  # one of them on a bridge
SEEDS = range(6)


def flicked(*others: str, **told: Any) -> Any:
    """A walks from M2 to M14 and flicks an ember out of Spitter."""
    state = island("M2", *(others or OTHERS), cards={0: ["geyser 4"]}, **told)
    return do(state, "geyser 4", *TO_M14, "flick spitter w normal")


def erupted(*others: str, **told: Any) -> Any:
    """A walks from M2 to M14 with a Cataclysm!."""
    state = island("M2", *(others or OTHERS), cards={0: ["cataclysm 4"]}, **told)
    return do(state, "cataclysm 4", *TO_M14)


def cursed() -> Any:
    """The same under the Curse: all four fireballs lie in the Scar."""
    state = island("M2", *OTHERS, tracker=["cataclysm 4", "geyser 4", "shop 3"], game="curse")
    return do(state, "cataclysm 4", *TO_M14)


def tables() -> Iterator[Any]:
    """Marbles are about to roll, on one table after another."""
    yield flicked()
    for scar in range(1, 5):
        yield erupted(scar=scar)
    yield cursed()


def test_the_card_has_both() -> None:
    assert (game().takes_time, game().experiment) == (takes_time, experiment)


def test_7_1_an_experiment_is_asked_for_once_before_the_first_marble() -> None:
    state = erupted("B1", "B12", scar=2)
    way = ("into doze", "into low doze", "into heron", "into lagoon mouth", "arrives") * 2
    asked_for = []
    for event in way:
        asked_for.append(takes_time(state))
        do(state, event)
    assert asked_for == [True] + [False] * 9
    assert not takes_time(state)


def test_7_1_an_ember_is_one_too() -> None:
    state = flicked("B1", "B12")
    asked_for = []
    for event in ("into Spitter", "into low ash", "into gull run", "arrives"):
        asked_for.append(takes_time(state))
        do(state, event)
    assert asked_for == [True, False, False, False]


def test_no_other_chance_takes_time() -> None:
    state = game().start(4, {})
    turn.happen(state, 0)
    while phase(state) in ("laying", "giving", "drawing"):
        assert not takes_time(state)
        turn.happen(state, next(event for event in range(200) if can_happen(state, event)))
    assert phase(state) == "choosing"
    assert not takes_time(state)


def can_happen(state: Any, event: int) -> bool:
    return bool(has(options_of(state, CHANCE), event))


@pytest.mark.parametrize("seed", SEEDS)
def test_7_1_its_events_can_happen_one_after_another_and_bring_all_marbles_to_their_end(
    seed: int,
) -> None:
    for state in tables():
        events, _ = experiment(state, seed)
        for event in events:
            assert (asked(state), phase(state)) == (CHANCE, "running")
            assert can_happen(state, event), events
            turn.happen(state, event)
        assert phase(state) != "running"


def test_12_2_under_the_curse_four_fireballs_roll() -> None:
    state = cursed()
    assert shot_of(state) == Fireballs(4)
    seen = from_bytes(experiment(state, 3)[1])
    fireballs, ember = seen.marbles[:, :4], seen.marbles[:, 4:]
    assert all((fireballs[:, number] == fireballs[:, number]).any() for number in range(4))
    assert not (ember == ember).any()


def test_what_was_kept_tells_the_same_events() -> None:
    for state in tables():
        events, kept = experiment(state, 5)
        runs = events_of(from_bytes(kept), board_of(state).figures, pit_of(shot_of(state)))
        assert [RUN + event for run in runs for event in run] == events


def test_the_same_seed_gives_the_same_bytes_and_another_one_others() -> None:
    for state in tables():
        assert experiment(state, 8) == experiment(state, 8)
        assert experiment(state, 8)[1] != experiment(state, 9)[1]


def test_an_experiment_leaves_the_table_as_it_is() -> None:
    for state in tables():
        before = state.tobytes()
        experiment(state, 1)
        assert state.tobytes() == before


def test_physics_sees_the_table_as_it_is() -> None:
    state = erupted("lying S4", "waiting", "B22", scar=3)
    state.heading = 5
    state.trees[2] = 4
    board = board_of(state)
    assert board.heading == 5
    assert board.trees == (0, 0, 4, 0, 0, 0, 0)
    assert board.figures == (NUMBER_OF["M14"], NOWHERE, NOWHERE, NUMBER_OF["B22"])
    assert shot_of(state) == Fireballs(3)
    assert shot_of(flicked()) == Ember(0, 8, 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_7_2_who_lies_at_the_end_has_fallen_by_the_rules(seed: int) -> None:
    """As long as it is not an ember that has left the island: then all stand again (7.5)."""
    for state in tables():
        upright = [int(space) for space in state.upright]
        events, kept = experiment(state, seed)
        for event in events:
            turn.happen(state, event)
        seen = from_bytes(kept)
        for figure, space in enumerate(upright):
            if space not in UNSTABLE and phase(state) != "losing":
                lies = seen.upright[-1, figure] < UPSET
                assert not lies or posture(state, FIGURES[figure]) in ("lying", "swept", "off")


@pytest.mark.parametrize(
    ("place", "has_fallen"),
    [("upright", False), ("leaning", False), ("tilted", True), ("pushed", True), ("below", True)],
)
def test_7_8_whoever_leans_is_pushed_off_or_has_dropped_has_fallen(
    place: str, has_fallen: bool
) -> None:
    """On the bridge S16, in the last of two pictures."""
    half = np.radians({"leaning": 44, "tilted": 46}.get(place, 0)) / 2
    x, y = SPACE_AT[NUMBER_OF["S16"]]
    row = np.zeros(WIDTH, np.int16)
    row[FIGURE : FIGURE + 7] = (*TENTHS * np.array([x, y, 50]), TURN_PARTS, 0, 0, 0)
    then = row.copy()
    then[FIGURE] += TENTHS * 46 * (place == "pushed")
    then[FIGURE + 2] -= TENTHS * 15 * (place == "below")
    then[FIGURE + 3 : FIGURE + 5] = TURN_PARTS * np.array([np.cos(half), np.sin(half)])
    seen = Trajectory(np.array([row, then]))
    fell = falls(seen, (NUMBER_OF["S16"], NOWHERE, NOWHERE, NOWHERE))
    assert bool(fell) == has_fallen


def test_4_6_figures_on_the_helipad_stand_side_by_side_and_do_not_push_each_other_over() -> None:
    rolling = Rolling(Board(0, (0,) * TREES, (HELIPAD_SPACE,) * 4), [])
    rolling.step(rolling.model, rolling.data, 600)
    assert (Trajectory(np.array([rolling.picture()])).upright > UPSET).all()


def test_4_6_whoever_falls_there_leaves_the_others_standing() -> None:
    state = erupted("M1", "M1", "M1", scar=1)
    do(state, "into doze", "drops C")
    assert [posture(state, name) for name in "BCD"] == ["standing", "lying", "standing"]
    do(state, "drops B")
    assert [posture(state, name) for name in "BCD"] == ["lying", "lying", "standing"]
    assert can_happen(state, RUN + FALLS_TOO + FIGURES.index("D"))


def test_7_3_whoever_falls_too_on_a_bridge_is_swept_away() -> None:
    state = erupted("S16", "B12", scar=1)
    do(state, "into doze", "drops B")
    assert posture(state, "B") == "swept"
