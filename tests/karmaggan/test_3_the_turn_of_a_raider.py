"""3  The turn of a raider."""

from typing import Any

import pytest

from templetop.engine.seats import CHANCE
from templetop.games.karmaggan.rules import moves, turn

from .drawn import (
    asked,
    battle,
    choices,
    coins,
    do,
    draw_on,
    egg,
    hand,
    life,
    medallions,
    numbers,
    odds,
    phase,
    puts,
    steps,
    temple,
    tile,
    turned,
    walk,
    where,
)

# ── Dice and steps ───────────────────────────────────────────────────────────────────────────────


def test_3_1_rolling_is_compulsory_and_moving_is_not() -> None:
    state = temple("A5", "A37", hands=["sword"])
    assert choices(state) == {"roll", "play sword"}
    do(state, "roll", "die 4")
    assert "stop" in choices(state)
    do(state, "stop")
    assert where(state, "Ann") == "A5"
    assert int(state.active) == 1


def test_3_1_who_has_nothing_to_decide_rolls_at_once() -> None:
    assert phase(temple("A5", "A37")) == "rolling"


def test_3_2_the_higher_of_two_dice_counts() -> None:
    state = temple("A5", "A37")
    assert sum(odds(state).values()) == 6
    do(state, "die 4")
    assert int(state.steps) == 4
    for one, other, best in ((0, 0, 1), (4, 1, 5), (1, 4, 5), (5, 5, 6)):
        state = temple("A5", "A37")
        turn.happen(state, moves.DICE + 6 * one + other)
        assert int(state.steps) == best


def test_3_2_who_carries_the_egg_at_that_moment_rolls_one_die() -> None:
    two, one = temple("A5", "A37"), temple("A5", "A37", egg="Ann")
    assert numbers(two, CHANCE) == [*range(moves.DICE, moves.DICE + 36)]
    assert numbers(one, CHANCE) == [*range(moves.DIE_ROLL, moves.DIE_ROLL + 6)]


def test_3_2_it_rolls_two_if_it_has_thrown_the_egg_away_before() -> None:
    state = temple("B4", "A4", egg="Ann")
    do(state, "throw Ben")
    assert len(numbers(state, CHANCE)) == 36


def test_3_2_picking_up_the_egg_later_costs_no_steps() -> None:
    state = walk(temple("F0", "A37"), 6, "G", "up calm")
    assert egg(state) == "Ann"
    assert int(state.steps) == 5


def test_3_3_it_may_go_fewer_steps() -> None:
    state = walk(temple("A5", "A37"), 6, "A6", "stop")
    assert where(state, "Ann") == "A6"
    assert int(state.active) == 1


def test_3_3_or_none() -> None:
    state = walk(temple("A5", "A37"), 6)
    assert "stop" in choices(state)
    do(state, "stop")
    assert (where(state, "Ann"), int(state.active)) == ("A5", 1)


def test_3_3_each_step_takes_one() -> None:
    state = walk(temple("A5", "A37"), 2, "A6", "A5")
    assert int(state.active) == 1  # there is nothing more that Ann could do


def test_3_4_a_step_leads_beside_and_never_diagonally_or_through_a_wall() -> None:
    # B4 is between A4, C4, B3 and the abyss B5; C3 is an abyss, too.
    assert steps(walk(temple("B4", "A37"), 1)) == {"A4", "B3", "C4"}
    # C4 has the gap to D2, which is an abyss; C1 the gap to D0.
    assert steps(walk(temple("C1", "A37"), 1)) == {"C0", "C2", "D0"}
    assert steps(walk(temple("C2", "A37"), 1)) == {"C1", "B2"}


def test_3_5_nobody_steps_on_an_abyss() -> None:
    assert steps(walk(temple("A1", "A37"), 3)) == {"A0"}  # B1 and A2 are abysses


def test_3_5_but_with_a_pole() -> None:
    state = temple("A1", "A37", hands=["pole"])
    do(state, "play pole")
    assert steps(walk(state, 3)) == {"A0", "A2", "B1"}


# ── What happens on a new space ──────────────────────────────────────────────────────────────────


def test_3_6_roller_then_meeting_then_egg_then_tile() -> None:
    state = temple(
        "B7", "B8", hands=["pole, pole"], rollers_out=True, turned={"outer": 1},
        egg="Ben", tiles={"B8": "object"},
    )  # fmt: skip
    do(state, "roll", "die 3", "B8")
    assert int(state.steps) == 2
    assert phase(state) == "hurting"
    do(state, "die 1")
    assert phase(state) == "meeting"
    do(state, "fight")
    battle(state, Ann="pole, nothing, nothing", Ben="nothing, nothing, nothing")
    assert egg(state) == "Ann"
    do(state, f"put {sorted(puts(state))[0]}")
    draw_on(state)
    assert phase(state) == "taking"
    assert asked(state) == "Ann"


def test_3_6_who_is_killed_by_a_roller_meets_nobody() -> None:
    state = temple("B7", "B8", "A37", coins=[1, 4, 4], rollers_out=True, turned={"outer": 1})
    walk(state, 3, "B8", "die 6")
    assert life(state, "Ann") == "dead"
    assert phase(state) == "raising"


def test_3_6_the_egg_is_picked_up_before_the_tile_acts() -> None:
    state = walk(temple("F0", "A37"), 2, "G")
    assert phase(state) == "uncovering"
    assert egg(state) == "Ann"


def test_3_7_a_tile_acts_once_in_a_turn() -> None:
    state = walk(temple("A6", "A37"), 4, "A7", "yes", "draws tar")
    do(state, "A6", "A7")
    assert phase(state) == "moving"
    do(state, "stop")
    state = walk(temple("A6", "A37", active="Ben"), 1, "stop")
    assert phase(walk(state, 1, "A7")) == "taking"


def test_3_7_also_if_it_was_declined() -> None:
    state = walk(temple("A6", "A37", first_round=True), 4, "A7", "no", "A6", "A7")
    assert phase(state) == "moving"
    assert hand(state, "Ann") == []


def test_3_7_also_if_it_was_impossible() -> None:
    state = temple("A6", "A37", hands=["eclipse, tar, tar, tar, tar, tar, tar, tar"])
    walk(state, 4, "A7")
    assert phase(state) == "moving"
    do(state, "play eclipse", "A6", "A7")
    assert phase(state) == "moving"


def test_3_7_arriving_by_a_passage_is_not_stepping_on_it() -> None:
    state = walk(temple("C5", "A37"), 6, "C4", "exit C20")
    assert phase(state) == "moving"
    do(state, "C21", "C20")
    assert phase(state) == "leaving"  # a second passage in the same turn
    do(state, "stay", "C21", "C20")
    assert phase(state) == "moving"


def test_3_7_who_begins_on_a_tile_has_to_step_off_first() -> None:
    state = temple("A7", "A37")
    assert phase(state) == "rolling"
    walk(state, 3, "A6", "A7")
    assert phase(state) == "taking"


def test_3_8_a_tile_with_another_raider_does_not_act_on_who_passes() -> None:
    state = walk(temple("A6", "A7"), 3, "A7", "pass", "pass")
    assert phase(state) == "moving"
    assert hand(state, "Ann") == []


def test_3_8_nor_was_it_stepped_on() -> None:
    state = temple("A6", "A7", hands=["dagger"])
    walk(state, 6, "A7", "pass", "pass", "A6", "play dagger", "C7")
    do(state, "A7")
    assert phase(state) == "taking"


def test_3_8_after_a_won_battle_it_acts_on_the_winner() -> None:
    state = temple("A6", "A7", hands=["pole"])
    do(state, "roll", "die 3", "A7", "fight")
    battle(state, Ann="pole", Ben="nothing")
    do(state, f"put {sorted(puts(state))[0]}")
    draw_on(state)
    assert (phase(state), asked(state)) == ("taking", "Ann")


def test_3_8_a_spawn_on_it_changes_nothing() -> None:
    state = temple("A6", "F4", "dead", spawns="A7")
    walk(state, 3, "A7", "pass", "pass")
    assert (phase(state), asked(state)) == ("taking", "Ann")


# ── Tiles ────────────────────────────────────────────────────────────────────────────────────────


def test_3_8_nor_does_it_act_on_a_spawn_that_passes_a_raider() -> None:
    # Cem is dead; his spawn passes Ann, his team-mate, on the object tile F6.
    state = temple("F6", "A37", "dead", "A53", spawns="F5", active="Cem", mode="teams")
    do(state, "roll", "die 3", "F6")
    assert (phase(state), asked(state)) == ("swarming", "Cem")


def test_3_9_on_an_object_tile_one_may_draw() -> None:
    state = walk(temple("A6", "A37"), 2, "A7")
    assert choices(state) == {"yes", "no"}
    do(state, "yes", "draws pole")
    assert hand(state, "Ann") == ["pole"]
    assert steps(state) == {"A6", "B7"}


def test_3_9_or_not() -> None:
    state = walk(temple("A6", "A37"), 2, "A7", "no")
    assert hand(state, "Ann") == []
    assert phase(state) == "moving"


@pytest.mark.parametrize(("face", "gains", "medals"), [
    ("2", 2, 0), ("3", 3, 0), ("4", 4, 0), ("M", 0, 1),
])  # fmt: skip
def test_3_10_blood_brings_coins_or_a_medallion_and_the_tile_is_empty(
    face: str, gains: int, medals: int
) -> None:
    state = walk(temple("A0", "A37"), 3, "B0", "yes", f"tastes {face}")
    assert coins(state) == [4 + gains, 4]
    assert medallions(state) == [medals, 0]
    assert tile(state, "B0") == "empty"
    assert int(state.steps) == 2
    assert sum(map(int, state.bag)) == 7


def test_3_10_it_may_be_left() -> None:
    state = walk(temple("A0", "A37"), 3, "B0", "no")
    assert tile(state, "B0") == "blood"
    assert coins(state) == [4, 4]


def test_3_11_a_passage_leads_to_any_other_that_nobody_is_on() -> None:
    state = walk(temple("C5", "C20"), 3, "C4")
    assert choices(state) == {"exit C36", "exit C52", "stay"}
    do(state, "exit C52")
    assert where(state, "Ann") == "C52"
    assert int(state.steps) == 2
    assert phase(state) == "moving"


def test_3_11_one_may_stay() -> None:
    state = walk(temple("C5", "A37"), 3, "C4", "stay", "stop")
    assert where(state, "Ann") == "C4"


def test_3_11_a_passage_under_a_summoning_tile_is_none() -> None:
    state = walk(temple("C5", "A37", tiles={"C36": "dark", "C20": "light"}), 3, "C4")
    assert choices(state) == {"exit C52", "stay"}


def test_3_11_a_loose_egg_at_the_exit_is_picked_up() -> None:
    state = walk(temple("C5", "A37", egg="C20", rollers_out=True), 3, "C4", "exit C20")
    assert egg(state) == "Ann"


def test_3_12_a_temple_tile_interrupts_and_the_steps_that_are_left_remain() -> None:
    state = walk(temple("A14", "A37"), 3, "A15")
    assert phase(state) == "uncovering"
    do(state, "up calm")
    assert phase(state) == "moving"
    assert int(state.steps) == 2


def test_3_12_the_centre_is_one_too() -> None:
    assert phase(walk(temple("F0", "A37"), 1, "G")) == "uncovering"


# ── Where nobody may stay ────────────────────────────────────────────────────────────────────────


def test_3_13_who_steps_on_a_rivals_space_with_the_last_step_fights() -> None:
    state = temple("A6", "A7", hands=["pole"])
    do(state, "roll", "die 1", "A7")
    assert phase(state) == "battling"


def test_3_13_a_last_step_onto_an_allys_space_is_forbidden() -> None:
    state = temple("A6", "A37", "A7", "F4", mode="teams")
    assert steps(walk(state, 1)) == {"A5"}
    state = temple("A6", "A37", "A7", "F4", mode="teams")
    assert steps(walk(state, 2)) == {"A5", "A7"}


def test_3_13_nobody_stops_on_a_space_with_another_piece() -> None:
    state = temple("A6", "A37", "A7", "F4", mode="teams")
    walk(state, 3, "A7")
    assert "stop" not in choices(state)


def test_3_13_an_ally_is_passed_without_asking() -> None:
    state = walk(temple("A6", "A37", "A7", "F4", mode="teams"), 3, "A7")
    assert phase(state) == "moving"


def stuck(**more: Any) -> Any:
    """Ann passes Cem on C7 and has Eve moved to C6: with one step left she cannot get off."""
    state = temple(
        "C6", "A37", "C7", "A53", "C4", "F4",
        spawns="B7", mode="teams", hands=["dagger"], tiles={"C6": "empty"}, **more,
    )  # fmt: skip
    return walk(state, 2, "C7", "play dagger", "name Eve", "C5", "C6")


def test_3_14_who_has_no_step_left_where_nobody_may_stay_is_moved_to_a_near_free_space() -> None:
    state = stuck()
    assert (phase(state), asked(state)) == ("retreating", "Ann")
    assert puts(state) == {"C5", "A7"}
    do(state, "put A7")
    assert where(state, "Ann") == "A7"
    assert int(state.active) == 1
    assert hand(state, "Ann") == []  # the object tile does nothing


def test_3_14_and_6_18_a_space_with_the_loose_egg_is_free() -> None:
    state = stuck(egg="A7", rollers_out=True)
    assert puts(state) == {"C5", "A7"}
    assert egg(do(state, "put A7")) == "Ann"


def before_the_roller() -> Any:
    """Ann on Cem's space, with allies all around, and a roller between the columns 7 and 8."""
    state = temple(
        "A8", "A37", "B8", "A53", "A10", "F4",
        spawns="C8 B7", mode="teams", hands=["dagger"], turned={"outer": 1}, rollers_out=True,
        egg="Ben",
    )  # fmt: skip
    return walk(state, 2, "B8", "play dagger", "name Eve", "A9", "A8")


def test_3_14_a_roller_hurts_where_no_way_as_short_leads_past_it() -> None:
    state = before_the_roller()
    assert puts(state) == {"A7", "A9", "B6", "C9"}
    do(state, "put A7", "die 3")
    assert coins(state)[0] == 2
    state = before_the_roller()
    do(state, "put A9")
    assert phase(state) != "hurting"
    assert coins(state)[0] == 4


def test_3_14_who_dies_of_it_dies_there() -> None:
    state = before_the_roller()
    state.players[0].coins = 1
    do(state, "put A7", "die 6")
    assert life(state, "Ann") == "dead"
    assert tile(state, "A7") == "dark"


def test_3_15_an_allys_space_needs_steps_to_get_off() -> None:
    # From C7 one can go back to C6, or on over B7, where a spawn of the own team is, to A7.
    def found(number: int) -> Any:
        state = temple("C6", "A37", "C7", "F4", mode="teams", spawns="B7", tiles={"C6": "empty"})
        return walk(state, number)

    assert "C7" not in steps(found(1))
    state = do(found(2), "C7")
    assert where(state, "Ann") == "C6"  # there was no other way
    assert int(state.active) == 1
    state = do(found(3), "C7")
    assert choices(state) == {"B7", "C6"}


@pytest.mark.parametrize("beyond", ["empty", "abyss"])
def test_3_15_who_comes_from_an_abyss_needs_another_way_off_an_allys_space(beyond: str) -> None:
    # Ann comes from the abyss A1 to A0, where Cem is; from there only A63 may be free.
    tiles = {"A2": "empty", "A1": "abyss", "B1": "abyss", "B0": "abyss", "A63": beyond}
    state = temple("A2", "A37", "A0", "F4", mode="teams", tiles=tiles, hands=["pole"])
    walk(do(state, "play pole"), 3, "A1")
    assert ("A0" in steps(state)) == (beyond == "empty")


def test_3_15_nor_is_an_abyss_stepped_on_without_a_step_to_get_off() -> None:
    for number, found in ((1, {"A0"}), (2, {"A0", "A2", "B1"})):
        state = temple("A1", "A37", hands=["pole"])
        assert steps(walk(do(state, "play pole"), number)) == found


def test_3_15_a_rivals_space_may_be_stepped_on_with_the_last_step() -> None:
    assert "A7" in steps(walk(temple("A6", "A7"), 1))


def test_3_15_the_way_out_of_a_gate_is_a_way_off() -> None:
    # From A5, where Eve is, no free space is one step away: only the open gate.
    state = temple(
        "A3", "A37", "A4", "A53", "A5", "F4",
        egg="Ann", gates="sun", mode="teams", spawns="A6", rollers_out=True,
    )  # fmt: skip
    walk(state, 3, "A4")
    assert "A5" in steps(state)
    do(state, "A5")
    assert steps(state) == {"Sun 1"}
    assert "stop" not in choices(state)


VAULT = {"inner": 3, "outer": 1}  # so stand the rings that no way leads out of D0, D1, E0, E1, E2


def test_3_16_who_is_cut_off_may_turn_their_own_ring_instead_of_rolling() -> None:
    state = temple("D0", "F4", turned=VAULT)
    assert choices(state) == {"roll", "turn middle +", "turn middle -"}
    do(state, "turn middle -", "die 2")
    assert turned(state, "middle") == 14
    assert where(state, "Ann") == "D28"
    assert int(state.active) == 1


def test_3_16_sparks_still_bring_steps() -> None:
    state = temple("D0", "F4", turned=VAULT, hands=["sparks"])
    do(state, "play sparks", "turn middle +", "die 2")
    assert phase(state) == "moving"
    assert int(state.steps) == 2


def test_3_16_it_is_looked_at_once_when_the_turn_begins() -> None:
    state = temple("D0", "F4", turned=VAULT, hands=["dull helmet, tar"], medallions=[1, 0])
    do(state, "play dull helmet", "turn outer -", "die 1")
    assert "turn middle +" in choices(state)
    state = temple("D0", "F4", turned={"inner": 3, "outer": 2}, hands=["dull helmet, tar"])
    do(state, "play dull helmet", "turn outer -", "die 1")
    assert "turn middle +" not in choices(state)


def test_3_16_whoever_stands_in_the_way_cuts_nobody_off() -> None:
    state = temple("D0", "C1", "D1", "E0", "E1")
    assert not state.cut_off


def test_3_16_a_passage_is_no_way() -> None:
    state = temple("D0", "F4", turned=VAULT, tiles={"D1": "passage"})
    assert "turn middle +" in choices(state)


def test_3_16_rollers_hurt_as_ever() -> None:
    pit = {"A4": "abyss", "A6": "abyss"}  # below A5 there is an abyss anyway
    state = temple("A5", "A37", tiles=pit, rollers_out=True, egg="B0")
    do(state, "turn outer +", "die 1")
    assert phase(state) == "hurting"
    do(state, "die 3")
    assert (where(state, "Ann"), coins(state)) == ("A9", [2, 4])
