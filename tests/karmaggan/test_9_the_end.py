"""9  The end."""

from typing import Any

import pytest

from .drawn import (
    asked,
    battle,
    choices,
    coins,
    do,
    draw_on,
    egg,
    ended,
    hand,
    life,
    phase,
    pile,
    places,
    sides,
    steps,
    summoning_tiles,
    temple,
    walk,
    where,
    winners,
)


def before_the_gate(*raiders: str, **more: Any) -> Any:
    """Ann is before an open gate of the Sun with the Egg."""
    there: dict[str, Any] = {"egg": "Ann", "gates": "sun", "rollers_out": True}
    return temple("A5", *raiders, **{**there, **more})


def followed(cards: str = "", *others: str, **more: Any) -> Any:
    """Ann is outside with the Egg, and Ben follows her."""
    there: dict[str, Any] = {"egg": "Ann", "gates": "sun", "rollers_out": True, "active": "Ben"}
    state = temple("Sun 1", "A4", *others, **{**there, "hands": ["tar, tar", cards], **more})
    return walk(state, 2, "Sun 1")


# ── Leaving ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("at", "trail"), [
    ("A4", "Sun 1"), ("A6", "Sun 1"), ("A21", "Sun 2"), ("A37", "Sun 3"), ("A54", "Sun 4"),
])  # fmt: skip
def test_9_1_one_step_leads_from_an_open_gate_to_the_trail_behind_it(at: str, trail: str) -> None:
    state = temple(at, "F4", egg="Ann", gates="sun", rollers_out=True)
    assert trail in steps(walk(state, 1))


def test_9_1_only_from_before_the_gate_and_only_if_it_is_open() -> None:
    there: dict[str, Any] = {"egg": "Ann", "rollers_out": True}
    assert steps(walk(temple("A3", "F4", gates="sun", **there), 1)) == {"A4", "B3"}
    assert steps(walk(temple("A5", "F4", gates="moon", **there), 1)) == {"A4", "A6"}
    assert steps(walk(temple("A11", "F4", gates="moon", **there), 1)) == {"A10", "A12", "Moon 1"}
    assert "Sun 1" not in steps(walk(temple("B4", "F4", gates="sun", **there), 1))


def test_9_1_nor_without_a_step_left() -> None:
    there: dict[str, Any] = {"egg": "Ann", "gates": "sun", "rollers_out": True}
    state = walk(temple("A3", "F4", hands=["sword"], **there), 1, "A4")
    assert choices(state) == {"play sword", "stop"}


def test_9_1_nobody_but_the_carrier_leaves() -> None:
    state = temple("A5", "F4", egg="Ben", gates="sun", rollers_out=True)
    assert steps(walk(state, 1)) == {"A4", "A6"}


def test_9_1_a_rival_follows_onto_that_very_trail() -> None:
    there: dict[str, Any] = {"egg": "Ann", "gates": "sun", "rollers_out": True, "active": "Ben"}
    assert "Sun 1" in steps(walk(temple("Sun 1", "A4", **there), 1))
    assert "Sun 2" not in steps(walk(temple("Sun 1", "A20", **there), 1))


def test_9_1_not_if_the_gate_has_closed() -> None:
    state = temple("Sun 1", "A4", egg="Ann", active="Ben", rollers_out=True)
    assert "Sun 1" not in steps(walk(state, 1))


def test_9_1_an_ally_does_not_follow() -> None:
    state = temple(
        "Sun 1", "A37", "A5", "F4", egg="Ann", gates="sun", mode="teams", active="Cem",
        rollers_out=True,
    )  # fmt: skip
    assert steps(walk(state, 1)) == {"A4", "A6"}


def test_9_1_the_gate_is_where_the_world_has_it() -> None:
    state = before_the_gate("F4", hands=["dull helmet"])
    do(state, "play dull helmet", "turn outer -", "die 1")
    assert where(state, "Ann") == "A1"
    assert "Sun 1" not in steps(walk(state, 2))


def test_9_2_who_leaves_ends_the_turn() -> None:
    state = walk(before_the_gate("A37", hands=["sword"], medallions=[1, 0]), 6, "Sun 1")
    assert (where(state, "Ann"), int(state.active)) == ("Sun 1", 1)


def test_9_2_nothing_of_the_temple_and_no_card_touches_who_is_outside() -> None:
    there: dict[str, Any] = {"egg": "Ann", "gates": "sun", "rollers_out": True, "active": "Ben"}
    for card in ("arrows", "fire", "piston", "acid"):
        state = temple("Sun 1", "F4", **there)
        walk(state, 3, "F3", f"up {card}")
        assert coins(state) == [4, 4]
    state = temple("Sun 1", "F4", **there)
    walk(state, 3, "F3", "up Outer ring clockwise", "die 6")
    assert (where(state, "Ann"), coins(state)) == ("Sun 1", [4, 4])
    state = temple("Sun 1", "F4", hands=["tar", "fingers, dagger, carving"], **there)
    assert choices(state) == {"roll"}


def test_9_3_the_carrier_wins_at_the_beginning_of_the_next_own_turn() -> None:
    state = walk(before_the_gate("A37", "A53"), 6, "Sun 1")
    walk(state, 1, "stop")
    assert ended(state) == ""
    walk(state, 1, "stop")
    assert (ended(state), winners(state), asked(state)) == ("escape", "Ann", "nobody")


def test_9_3_and_so_does_the_team() -> None:
    state = walk(before_the_gate("A37", "A53", "F4", mode="teams"), 6, "Sun 1")
    for _ in range(3):
        walk(state, 1, "stop")
    assert (ended(state), winners(state)) == ("escape", "Ann Cem")


def test_9_3_who_has_not_won_comes_after_all_who_have() -> None:
    state = walk(before_the_gate("A37", "A53", "F4", "A21", "A27", mode="teams"), 6, "Sun 1")
    assert places(state) == [1, 4, 1, 4, 1, 4]  # as the Egg is theirs
    for _ in range(5):
        walk(state, 1, "stop")
    assert ended(state) == "escape"
    assert places(state) == [1, 4, 1, 4, 1, 4]


def test_9_3_the_dead_of_the_team_win_with_it() -> None:
    state = walk(before_the_gate("A37", "dead", "F4", mode="teams"), 6, "Sun 1")
    walk(state, 1, "stop")
    walk(state, 1, "stop")
    assert winners(state) == "Ann Cem"


def test_9_3_or_after_more_turns_if_so_agreed() -> None:
    state = walk(before_the_gate("A37", trail="2"), 6, "Sun 1")
    walk(state, 1, "stop")
    assert ended(state) == ""
    walk(state, 1, "stop")
    assert (ended(state), winners(state)) == ("escape", "Ann")


def test_9_3_until_then_whoever_has_the_egg_is_ahead() -> None:
    assert winners(before_the_gate("A37", "A53")) == "Ann"
    assert winners(before_the_gate("A37", "A53", "F4", mode="teams")) == "Ann Cem"
    assert winners(temple("A5", "A37")) == "Ann Ben"


# ── Battle outside ───────────────────────────────────────────────────────────────────────────────


def test_9_4_a_rival_who_follows_fights_at_once_without_truce() -> None:
    state = followed("pole, gaze")
    assert (phase(state), asked(state)) == ("battling", "Ann Ben")


def test_9_4_the_loser_is_out_of_the_game_with_the_hand_discarded() -> None:
    state = followed("pole, gaze", "A37")
    battle(state, Ben="pole, gaze", Ann="tar, tar")
    assert (life(state, "Ann"), where(state, "Ann")) == ("out", "nowhere")
    assert hand(state, "Ann") == []
    assert summoning_tiles(state) == set()
    assert pile(state.discards)["tar"] >= 1
    assert egg(state) == "Ben"


def test_9_4_the_winner_draws_up_to_three_and_the_loser_does_not() -> None:
    state = battle(followed("pole, gaze", "A37"), Ben="pole, gaze", Ann="tar, tar")
    draw_on(state)
    assert (len(hand(state, "Ben")), hand(state, "Ann")) == (3, [])


def test_9_4_the_winner_must_last_until_the_own_next_turn() -> None:
    state = battle(followed("pole, gaze", "A37"), Ben="pole, gaze", Ann="tar, tar")
    draw_on(state)
    assert (where(state, "Ben"), int(state.active)) == ("Sun 1", 2)
    walk(state, 1, "stop")  # Ann, who is out, is passed over
    assert (ended(state), winners(state)) == ("escape", "Ben")


def test_9_4_the_carrier_who_wins_has_to_last_as_well() -> None:
    state = followed("", "A37", trail="2")
    battle(state, Ann="nothing, nothing, nothing", Ben="nothing, nothing, nothing")
    assert life(state, "Ben") == "out"
    draw_on(state)
    assert (egg(state), int(state.last_turns)) == ("Ann", 2)


def test_9_4_who_is_killed_outside_does_not_join_the_swarm() -> None:
    state = followed("tar", "A37", "A53", coins=[4, 1, 4, 4], hands=["pole", "tar"])
    battle(state, Ann="pole", Ben="tar")
    draw_on(state)
    assert life(state, "Ben") == "out"
    assert summoning_tiles(state) == set()
    assert sides(state) == [0, 1, 2, 3]


# ── Wiped out, overrun, collapsed ────────────────────────────────────────────────────────────────


def burnt(*raiders: str, **more: Any) -> Any:
    """Ann, whoever else is there, steps on the temple tile F3, and fire comes out of the wall."""
    return walk(temple("F4", *raiders, **more), 6, "F3", "up fire")


def test_9_5_a_team_whose_last_raider_is_dead_has_lost_at_once() -> None:
    state = burnt("F1", "A37", "dead", mode="teams", coins=[4, 2, 4, 0])
    assert (ended(state), winners(state)) == ("wipe-out", "Ann Cem")


def test_9_5_whichever_team_it_is() -> None:
    state = burnt("F1", "dead", "A37", mode="teams", coins=[4, 2, 0, 4])
    assert ended(state) == ""
    state = temple(
        "F1", "F4", "dead", "A37", mode="teams", coins=[2, 4, 0, 4], tiles={"F1": "empty"},
        hands=["saliva"],
    )  # fmt: skip
    do(state, "play saliva", "draws tar", "die 1", "up fire")
    assert (ended(state), winners(state)) == ("wipe-out", "Ben Dua")


def test_9_5_or_out() -> None:
    state = followed("", "A37", "dead", mode="teams", hands=["pole", ""])
    battle(state, Ann="pole", Ben="nothing")
    assert (ended(state), winners(state)) == ("wipe-out", "Ann Cem")


def test_9_5_before_throws_and_draws() -> None:
    state = temple("F5", "F4", "A37", "dead", mode="teams", coins=[4, 1, 4, 0], hands=["tar"])
    walk(state, 1, "F4")
    battle(state, Ann="tar", Ben="nothing")
    assert (ended(state), phase(state)) == ("wipe-out", "over")
    assert where(state, "Ben") == "F4"


def test_9_8_its_swarm_goes_on_if_so_agreed() -> None:
    state = burnt("F1", "A37", "dead", mode="teams", coins=[4, 2, 4, 0], team_wipe="fights-on")
    assert ended(state) == ""
    assert life(state, "Ben") == "dead"


def test_9_9_if_neither_team_has_a_raider_it_is_a_draw() -> None:
    for wipe in ("loses", "fights-on"):
        state = temple(
            "F1", "F4", "dead", "dead", mode="teams", team_wipe=wipe, coins=[2, 2, 0, 0],
            tiles={"F1": "empty", "F4": "empty"}, hands=["saliva"],
        )  # fmt: skip
        do(state, "play saliva", "draws tar", "die 1", "up fire")
        assert (ended(state), winners(state)) == ("wipe-out", "Ann Ben Cem Dua")


def test_9_6_if_no_raider_is_left_those_win_who_were_dead_before_the_last_blow() -> None:
    state = temple("A4", "dead", "dead", hands=["tar"], coins=[1, 0, 0])
    draw_on(do(state, "play tar"))
    assert (ended(state), winners(state)) == ("swarm", "Ben Cem")
    assert sides(state) == [0, 1, 1]


def test_9_6_who_dies_by_the_same_blow_as_the_last_does_not() -> None:
    state = temple(
        "F1", "F4", "dead", coins=[2, 2, 0], tiles={"F1": "empty"}, hands=["saliva"]
    )  # fmt: skip
    do(state, "play saliva", "draws tar", "die 1", "up fire")
    assert (ended(state), winners(state)) == ("swarm", "Cem")


def test_9_6_if_nobody_was_it_is_a_draw() -> None:
    state = temple("F1", "F4", coins=[2, 2], tiles={"F1": "empty"}, hands=["saliva"])
    do(state, "play saliva", "draws tar", "die 1", "up fire")
    assert (ended(state), winners(state)) == ("swarm", "Ann Ben")


def test_9_6_who_is_out_of_the_game_does_not_win_with_the_dead() -> None:
    state = temple("A4", "dead", "out", hands=["tar"], coins=[1, 0, 0])
    draw_on(do(state, "play tar"))
    assert winners(state) == "Ben"


def test_9_6_a_raider_killed_in_battle_by_the_swarm_ends_it_before_the_throw() -> None:
    state = temple("F4", "dead", spawns="F5", active="Ben", coins=[1, 0], hands=["", "tar"])
    do(state, "roll", "die 3", "F4", "fight")
    battle(state, Ben="tar", Ann="nothing")
    assert (ended(state), winners(state)) == ("swarm", "Ben")


def last_turn(*raiders: str, **more: Any) -> Any:
    """The last seat of the last round stops."""
    seats = ["Ann", "Ben", "Cem", "Dua"][: len(raiders)]
    state = temple(*raiders, rounds="2", active=seats[-1], **more)
    if phase(state) == "rolling":
        walk(state, 1, "stop")
    return state


def test_9_7_after_the_last_round_the_temple_collapses_and_it_is_a_draw() -> None:
    state = last_turn("A4", "A37")
    assert (ended(state), winners(state)) == ("collapse", "Ann Ben")


def test_9_7_without_teams_those_win_who_are_dead() -> None:
    state = last_turn("A4", "dead", "A37")
    assert (ended(state), winners(state)) == ("collapse", "Ben")


def test_9_7_with_teams_it_is_a_draw_all_the_same() -> None:
    state = last_turn("A4", "dead", "A37", "A53", mode="teams")
    assert (ended(state), winners(state)) == ("collapse", "Ann Ben Cem Dua")


def test_9_7_before_a_carrier_outside_can_win() -> None:
    state = last_turn("Sun 1", "A37", egg="Ann", gates="sun", rollers_out=True)
    assert ended(state) == "collapse"


def test_9_7_not_a_round_earlier() -> None:
    state = temple("A4", "A37", rounds="3", active="Ben")
    walk(state, 1, "stop")
    assert ended(state) == ""


def test_9_7_there_are_sixty_rounds() -> None:
    assert int(temple("A4", "A37").rounds) == 60
