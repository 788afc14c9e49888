"""7  Death and the swarm."""

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
    hand,
    life,
    medallions,
    phase,
    puts,
    sides,
    steps,
    summoning_tiles,
    temple,
    tile,
    walk,
    where,
)


def burnt(*raiders: str, **more: Any) -> Any:
    """Ann steps on the temple tile F3, and fire burns who has two coins or fewer."""
    return walk(temple("F4", *raiders, **more), 6, "F3", "up fire")


def swarm(spawns: str = "", *raiders: str, **more: Any) -> Any:
    """Ben is dead, it is his turn, and these are his spawns."""
    return temple("A37", "dead", *raiders, spawns=spawns, active="Ben", **more)


def moving(spawns: str, number: int, *raiders: str, **more: Any) -> Any:
    """He has rolled for them."""
    return do(swarm(spawns, *raiders, **more), "roll", f"die {number}")


# ── Death ────────────────────────────────────────────────────────────────────────────────────────


def test_7_1_a_raider_without_coins_dies_and_is_removed() -> None:
    state = burnt("F1", "A37", coins=[4, 2, 4])
    assert (life(state, "Ben"), where(state, "Ben")) == ("dead", "nowhere")


def test_7_1_if_it_was_its_turn_the_turn_ends() -> None:
    state = temple("A4", "A37", "A53", hands=["tar, sword"], coins=[1, 4, 4], medallions=[1, 0, 0])
    draw_on(do(state, "play tar"))
    do(state, f"put {min(puts(state))}")
    assert int(state.active) == 1


def test_7_1_nobody_loses_more_coins_than_there_are() -> None:
    assert coins(burnt("F1", "A37", coins=[4, 1, 4])) == [4, 0, 4]


def test_7_2_where_it_died_lies_a_summoning_tile_whatever_was_there() -> None:
    state = burnt("F14", "A37", coins=[4, 2, 4])  # an object tile
    assert tile(state, "F14") == "dark"


def test_7_2_blood_is_lost() -> None:
    # Arrows fly out of the Middle wall at 12 of a block, so, turned by a sector, before B16.
    state = temple("A14", "B16", "A37", coins=[4, 1, 4], turned={"middle": 1})
    walk(state, 2, "A15", "up arrows")
    assert life(state, "Ben") == "dead"
    assert tile(state, "B16") == "dark"
    assert sum(map(int, state.bag)) == 8


def test_7_2_of_the_own_swarm() -> None:
    state = burnt("F1", "A37", "A53", mode="teams", coins=[4, 2, 4, 4])
    assert summoning_tiles(state, "light") == {"F1"}
    assert summoning_tiles(state, "dark") == set()


def test_7_2_a_body_on_an_abyss_makes_it_a_summoning_tile_for_good() -> None:
    state = temple("A4", "A37", "A53", hands=["pole, tar"], medallions=[1, 0, 0], coins=[1, 4, 4])
    walk(do(state, "play pole"), 3, "A3", "A2", "pay", "play tar")
    draw_on(state)
    assert tile(state, "A2") == "dark"


def in_the_centre(**more: Any) -> Any:
    """Ann dies in the centre, by tar."""
    state = temple("G", "A37", "A53", egg="Ann", hands=["tar"], coins=[1, 4, 4], **more)
    return draw_on(do(state, "play tar"))


def test_7_2_after_a_death_in_the_centre_it_lies_on_an_inner_tile_beside_it() -> None:
    state = in_the_centre()
    assert (asked(state), phase(state)) == ("Ann", "raising")
    assert puts(state) == {"F0", "F3", "F8", "F11"}
    do(state, "put F8")
    assert tile(state, "F8") == "dark"
    assert tile(state, "G") == "temple"


def test_7_2_and_nowhere_if_there_is_none() -> None:
    state = in_the_centre(tiles={f"F{n}": "abyss" for n in (0, 3, 8, 11)})
    assert summoning_tiles(state) == set()
    assert int(state.active) == 1


def test_7_3_for_the_first_death_of_a_swarm_a_second_tile_is_placed_beside_the_first() -> None:
    state = burnt("F1", "A37", coins=[4, 2, 4], tiles={"F1": "empty"})
    assert (asked(state), phase(state)) == ("Ben", "raising")
    assert puts(state) == {"F0", "F2"}
    do(state, "put F2")
    assert summoning_tiles(state) == {"F1", "F2"}
    assert (asked(state), phase(state)) == ("Ann", "moving")


def test_7_3_taken_tiles_and_summoning_tiles_may_be_chosen_but_no_abyss_and_not_the_centre() -> (
    None
):
    state = burnt(
        "F14", "F13", coins=[4, 2, 4], tiles={"F15": "light"}, turned={"central": 0}
    )  # fmt: skip
    assert {"F13", "F15"} <= puts(state)
    state = temple("F0", "A37", "A53", hands=["tar"], coins=[1, 4, 4])
    draw_on(do(state, "play tar"))
    assert puts(state) == {"E1", "F15"}  # F1 is an abyss, and G is the centre


def test_7_3_after_a_death_in_the_centre_it_lies_beside_the_first_tile() -> None:
    state = do(in_the_centre(), "put F3")
    assert puts(state) == {"E6", "F2", "F4"}
    do(state, "put E6")
    assert summoning_tiles(state) == {"E6", "F3"}


def test_7_3_only_for_the_first() -> None:
    state = burnt("F1", "dead", "A37", coins=[4, 2, 0, 4])
    assert summoning_tiles(state) == {"F1"}
    assert (asked(state), phase(state)) == ("Ann", "moving")


def all_by_tar(number: int) -> Any:
    """So many of Ann, Ben, Cem and Dua have died by tar, each in its own turn."""
    state = temple("A4", "A20", "A37", "A53", hands=["tar"] * 4, coins=[1] * 4)
    for dead in range(number):
        draw_on(do(state, "play tar"))
        if dead == 0:
            assert (asked(state), phase(state)) == ("Ann", "raising")
            do(state, f"put {min(puts(state))}")
    return state


def test_7_3_who_died_earlier_in_the_same_game_was_the_first() -> None:
    state = all_by_tar(2)
    assert (asked(state), phase(state)) == ("Cem", "preparing")
    assert len(summoning_tiles(state)) == 3  # two of Ann, one of Ben
    assert int(state.fallen) == 0b0011


def test_9_6_all_who_were_dead_before_the_last_blow_win_whenever_they_died() -> None:
    state = all_by_tar(4)
    assert phase(state) == "over"
    assert int(state.winners) == 0b0111


@pytest.mark.parametrize(
    ("active", "start", "swarm"), [("Ann", ("F2", "F1"), "dark"), ("Ben", ("F1", "F2"), "light")]
)
def test_7_15_on_one_space_the_tile_of_the_first_clockwise_stays(
    active: str, start: tuple[str, str], swarm: str
) -> None:
    """Ann and Ben, of two teams, burn on one space; whoever is active comes first."""
    state = temple(
        *start, "A37", "A53", active=active, mode="teams", coins=[2, 2, 4, 4],
        tiles={"F1": "empty", "F2": "empty"},
        hands=["saliva", ""] if active == "Ann" else ["", "saliva"],
    )  # fmt: skip
    walk(state, 3, "F1", "pass", "pass", "play saliva", "draws tar", "die 1", "up fire")
    assert (life(state, "Ann"), life(state, "Ben")) == ("dead", "dead")
    assert summoning_tiles(state, swarm) == {"F1"}
    assert (asked(state), phase(state)) == (active, "raising")


def test_7_3_each_team_has_a_first_death() -> None:
    state = burnt("F1", "dead", "A37", "A5", "A53", mode="teams", coins=[4, 2, 0, 4, 4, 4])
    assert (asked(state), phase(state)) == ("Ben", "raising")


def test_7_4_the_dead_keep_their_hand_and_medallions() -> None:
    state = burnt("F1", "A37", coins=[4, 2, 4], hands=["", "pole, tar"], medallions=[0, 3, 0])
    assert hand(state, "Ben") == ["pole", "tar"]
    assert medallions(state) == [0, 3, 0]


def test_7_4_the_egg_of_one_who_dies_outside_battle_stays_on_the_tile() -> None:
    state = burnt("F1", "A37", coins=[4, 2, 4], egg="Ben", rollers_out=True)
    assert egg(state) == "F1"


def test_7_4_a_raider_who_is_there_too_has_it() -> None:
    # Ann passes Ben on F1 and plays a saliva there; the fire kills Ben, who has the Egg.
    state = temple(
        "F2", "F1", "A37", hands=["saliva"], tiles={"F1": "empty"}, coins=[4, 2, 4],
        egg="Ben", rollers_out=True,
    )  # fmt: skip
    walk(state, 6, "F1", "pass", "pass", "play saliva", "draws tar", "die 1", "up fire")
    assert egg(state) == "Ann"


def test_7_4_if_both_die_it_is_loose() -> None:
    state = temple(
        "F2", "F1", "A37", "A53", hands=["saliva"], tiles={"F1": "empty"}, coins=[2, 2, 4, 4],
        egg="Ben", rollers_out=True,
    )  # fmt: skip
    walk(state, 6, "F1", "pass", "pass", "play saliva", "draws tar", "die 1", "up fire")
    assert egg(state) == "F1"


# ── The swarm ────────────────────────────────────────────────────────────────────────────────────


def test_7_5_the_dead_lead_one_swarm_or_one_for_each_team() -> None:
    state = temple("dead", "dead", "A37", "A53", spawns="F4", active="Ben")
    assert "sacrifice 1" in choices(state)
    assert sides(state) == [0, 0, 2, 3]
    state = temple(
        "dead", "dead", "A37", "A53", spawns="F4", light="F5 F6", active="Ben", mode="teams"
    )
    assert {"sacrifice 1", "sacrifice 2"} <= choices(state)


def test_7_5_a_swarm_has_at_most_six_spawns() -> None:
    tiles = {"F2": "dark"}
    state = swarm("F3 F4 F5 F6 F7", tiles=tiles, medallions=[0, 1])
    assert {"summon", "pay"} <= choices(state)
    state = swarm("F3 F4 F5 F6 F7 F8", tiles=tiles, medallions=[0, 1])
    assert not {"summon", "pay"} & choices(state)


def test_7_6_they_summon_or_move_or_neither() -> None:
    state = swarm("F4", tiles={"F2": "dark", "F3": "dark"})
    assert choices(state) == {"summon", "roll", "sacrifice 1", "stop"}
    do(state, "summon", "put F2")
    assert choices(state) == {"sacrifice 1", "sacrifice 2", "stop"}
    state = do(swarm("F4", tiles={"F2": "dark"}), "roll", "die 3")
    assert "summon" not in choices(state)


def test_7_6_moving_needs_a_spawn() -> None:
    assert choices(swarm(tiles={"F2": "dark", "F3": "dark"})) == {"summon", "stop"}


def test_7_6_who_can_do_nothing_is_passed_over() -> None:
    state = swarm()
    assert int(state.active) == 0


def test_7_7_a_spawn_is_summoned_on_a_free_tile_of_the_own_swarm_and_the_tile_stays() -> None:
    state = temple(
        "dead", "A37", "F2", "A53", mode="teams", egg="F3", rollers_out=True, spawns="F4",
        tiles={"F2": "dark", "F3": "dark", "F4": "dark", "F5": "light", "F6": "dark", "F7": "dark"},
    )  # fmt: skip
    do(state, "summon")
    assert puts(state) == {"F6", "F7"}
    do(state, "put F6")
    assert where(state, "spawn 2") == "F6"
    assert tile(state, "F6") == "dark"


@pytest.mark.parametrize(
    ("egg", "found"), [("A0", {"A63", "F2"}), ("A63", {"A0", "F2"}), ("Ann", {"A0", "A63", "F2"})]
)
def test_7_7_only_a_loose_egg_keeps_a_tile_free_of_spawns(egg: str, found: set[str]) -> None:
    tiles = dict.fromkeys(("A0", "A63", "F2"), "dark")
    state = swarm("F4", egg=egg, rollers_out=True, tiles=tiles)
    assert puts(do(state, "summon")) == found


def test_7_8_the_spawns_share_the_higher_of_two_dice_in_any_order() -> None:
    state = moving("F4 E20", 3)
    assert choices(state) == {"lead 1", "lead 2", "sacrifice 1", "sacrifice 2", "stop"}
    do(state, "lead 1", "F5", "lead 2", "E21", "lead 1", "F6", "yes", "draws tar")
    assert (where(state, "spawn 1"), where(state, "spawn 2")) == ("F6", "E21")
    assert choices(state) == {"sacrifice 1", "sacrifice 2", "stop"}


def test_7_8_who_has_one_spawn_need_not_say_which() -> None:
    assert steps(moving("F4", 3)) == {"E9", "F3", "F5"}
    state = do(swarm("E20 F4"), "sacrifice 1", "roll", "die 3")
    assert steps(state) == {"E9", "F3", "F5"}


def test_7_8_a_spawn_on_anothers_space_goes_on_first() -> None:
    state = do(moving("F4 F5 E20", 3), "lead 1", "F5")
    assert not {"lead 2", "lead 3", "stop"} & choices(state)
    assert steps(state) == {"F4", "F6"}


def test_7_8_it_steps_there_only_if_it_can_go_on() -> None:
    state = do(moving("F4 F5", 1), "lead 1")
    assert "F5" not in steps(state)


def test_7_8_it_is_moved_off_if_it_cannot_go_on() -> None:
    # The first spawn has come to the second on F5, and a third is summoned on F4 behind it.
    state = moving("F4 F5 F6", 2, tiles={"F4": "dark"}, medallions=[0, 1])
    do(state, "lead 1", "F5", "pay")
    assert where(state, "spawn 4") == "F4"
    assert choices(state) == {"stop", *(f"sacrifice {n}" for n in (1, 2, 3, 4))}
    do(state, "stop")
    assert puts(state) == {"E9", "F3", "F7"}
    do(state, "put F7")
    assert where(state, "spawn 1") == "F7"


def test_7_9_a_spawn_may_be_sacrificed_for_a_summoning_tile() -> None:
    state = do(swarm("F4 B0"), "sacrifice 2")
    assert (tile(state, "B0"), where(state, "spawn 2")) == ("dark", "nowhere")
    state = do(moving("F4 E20", 3), "lead 1", "F5", "sacrifice 1")
    assert tile(state, "F5") == "dark"
    assert "lead 2" in choices(state)


def test_7_9_in_the_centre_for_an_inner_tile_beside_it() -> None:
    state = do(swarm("G", egg="Ann", rollers_out=True), "sacrifice 1")
    assert (asked(state), puts(state)) == ("Ben", {"F0", "F3", "F8", "F11"})
    do(state, "put F0")
    assert summoning_tiles(state) == {"F0"}
    assert tile(state, "G") == "temple"


def test_7_10_a_medallion_summons_a_spawn_besides() -> None:
    state = swarm("F4", tiles={"F2": "dark", "B0": "dark"}, medallions=[0, 2])
    do(state, "pay", "put B0")
    assert medallions(state) == [0, 1]
    assert {"roll", "summon"} <= choices(state)
    do(state, "roll", "die 2", "pay")
    assert where(state, "spawn 3") == "F2"


def test_7_10_also_while_a_spawn_is_on_anothers_space() -> None:
    state = do(moving("F4 F5 E20", 3, tiles={"F2": "dark"}, medallions=[0, 1]), "lead 1", "F5")
    assert "pay" in choices(state)


def test_7_11_spawns_pass_allies_without_asking() -> None:
    state = do(moving("F4 F5", 3), "lead 1", "F5")
    assert phase(state) == "swarming"
    state = temple("F5", "A37", "dead", "A53", spawns="F4", active="Cem", mode="teams")
    do(state, "roll", "die 3", "F5")
    assert (asked(state), phase(state)) == ("Cem", "swarming")


def test_7_11_and_meet_rivals_as_raiders_do() -> None:
    state = do(moving("F4", 3, "F5"), "F5")
    assert (asked(state), choices(state)) == ("Ben", {"fight", "pass"})
    do(state, "pass")
    assert asked(state) == "Cem"
    do(state, "pass")
    assert steps(state) == {"F4", "F6"}


def test_7_11_spawns_of_two_teams_fight() -> None:
    state = temple(
        "dead", "dead", "A37", "A53", spawns="F4", light="F5", mode="teams",
        hands=["pole", "tar"],
    )  # fmt: skip
    do(state, "roll", "die 3", "F5", "fight")
    battle(state, Ann="pole", Ben="tar")
    assert where(state, "light 1") == "nowhere"
    assert where(state, "spawn 1") == "F5"
    assert coins(state) == [0, 0, 4, 4]


def test_7_11_they_do_not_step_on_a_loose_egg_an_abyss_or_out_of_a_gate() -> None:
    assert "G" not in steps(moving("F0", 3))
    assert "F1" not in steps(moving("F0", 3))
    state = moving("A5", 3, gates="sun", egg="Ann", rollers_out=True)
    assert steps(state) == {"A4", "A6"}


def test_7_11_they_step_on_a_carrier() -> None:
    assert "F5" in steps(moving("F4", 3, "F5", egg="Cem", rollers_out=True))


def test_7_11_nor_on_a_loose_egg_behind_an_ally() -> None:
    # From F4 over F3, where a spawn is: beyond lies the Egg on F2 and the centre; E6 is free.
    state = do(moving("F4 F3", 2, egg="F2", rollers_out=True), "lead 1")
    assert "F3" in steps(state)
    do(state, "F3")
    assert "F2" not in steps(state)


def test_7_12_the_player_of_the_swarm_with_the_most_cards_answers_and_fights() -> None:
    hands = ["tar", "tar", "tar, tar", "", "pole, pole"]
    state = temple("F5", "dead", "dead", "dead", "A37", spawns="F4", hands=hands)
    walk(state, 3, "F4", "pass")
    assert asked(state) == "Cem"
    do(state, "fight")
    assert asked(state) == "Ann Cem"


def test_7_12_of_equals_the_next_one_clockwise_after_the_active_seat() -> None:
    raiders = ["dead", "F5", "A37", "dead", "dead"]
    state = temple(*raiders, spawns="F4", active="Ben", hands=["tar", "", "", "tar", "tar"])
    assert asked(walk(state, 3, "F4", "pass")) == "Dua"


def test_7_12_of_its_own_swarm_in_a_team_match() -> None:
    state = temple(
        "F5", "dead", "dead", "A37", light="F4", mode="teams", hands=["", "tar", "tar, tar", "tar"]
    )
    assert asked(walk(state, 3, "F4", "pass")) == "Ben"


def test_7_13_on_an_object_tile_the_active_player_may_draw() -> None:
    state = do(moving("F5", 3), "F6")
    assert (asked(state), choices(state)) == ("Ben", {"yes", "no"})
    do(state, "yes", "draws pole")
    assert hand(state, "Ben") == ["pole"]


def test_7_13_with_each_spawn_once_a_turn() -> None:
    state = do(moving("F5 F7", 6), "lead 1", "F6", "no", "F5", "F6")
    assert phase(state) == "swarming"
    do(state, "F5", "lead 2", "F6")
    assert phase(state) == "taking"


def test_7_13_a_spawn_that_was_just_summoned_is_another_one() -> None:
    state = moving("F5 E20", 6, medallions=[0, 1])
    do(state, "lead 1", "F6", "no", "F7", "sacrifice 1", "pay")
    assert where(state, "spawn 1") == "F7"
    do(state, "lead 1", "F6")
    assert phase(state) == "taking"


def test_7_13_no_other_tile_acts_on_a_spawn() -> None:
    for way in (("F4", "F3"), ("C5", "C4"), ("A0", "B0")):
        state = do(moving(way[0], 3), way[1])
        assert phase(state) == "swarming"
        assert where(state, "spawn 1") == way[1]


def test_7_14_losing_a_battle_does_not_end_a_turn_of_the_swarm() -> None:
    state = do(moving("F4 E20", 3, "F5"), "lead 1", "F5", "fight")
    do(state, "put F8")  # without cards: the defender has won
    draw_on(state)
    assert (asked(state), phase(state), int(state.steps)) == ("Ben", "swarming", 2)
