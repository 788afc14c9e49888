"""8  The Egg."""

from typing import Any

import pytest

from templetop.games.karmaggan.rules.state import PREPARING

from .drawn import (
    asked,
    battle,
    choices,
    do,
    draw_on,
    egg,
    phase,
    puts,
    temple,
    walk,
    where,
)


def team(*raiders: str, **more: Any) -> Any:
    """Ann and Cem against Ben and Dua; Ann is asked before she rolls, as she has a sword."""
    settings = {"hands": ["sword"], "mode": "teams", "rollers_out": True, **more}
    return temple(*raiders, **settings)


def gifts(state: Any) -> set[str]:
    return {words for words in choices(state) if words.split()[0] in ("hand", "throw", "take")}


def test_8_1_a_raider_on_the_space_of_a_loose_egg_carries_it() -> None:
    state = walk(temple("F5", "A37", egg="F4", rollers_out=True), 3, "F4")
    assert egg(state) == "Ann"
    do(state, "F3", "up calm")
    assert egg(state) == "Ann"
    assert where(state, "Ann") == "F3"


def test_8_2_the_rollers_come_out_when_the_egg_is_first_off_the_centre() -> None:
    state = walk(temple("F0", "A37"), 6, "G", "up calm")
    assert not state.rollers
    do(state, "F0")
    assert state.rollers


def test_8_2_also_if_it_is_thrown() -> None:
    state = temple("G", "F3", egg="Ann")
    assert not state.rollers
    do(state, "throw Ben")
    assert (egg(state), int(state.rollers)) == ("Ben", 1)


def test_8_2_also_if_a_spawn_flings_it() -> None:
    state = temple(
        "G", "dead", "A37", egg="Ann", spawns="F0", active="Ben", hands=["", "tar, tar, tar"]
    )
    do(state, "roll", "die 6", "G", "fight")
    battle(state, Ben="tar, tar, tar", Ann="nothing, nothing, nothing")
    do(state, f"put {min(puts(state))}")
    assert not state.rollers
    do(state, "put F8")
    assert (egg(state), int(state.rollers)) == ("F8", 1)


def test_8_2_not_if_only_its_carrier_is_thrown_out_of_the_centre() -> None:
    state = walk(temple("F0", "G", egg="Ben", hands=["tar"]), 1, "G")
    battle(state, Ann="tar", Ben="nothing")
    assert (egg(state), int(state.rollers)) == ("Ann", 0)


def test_8_3_the_egg_turns_with_the_ring_it_lies_on() -> None:
    state = temple("A4", "A37", egg="D3", rollers_out=True, hands=["dull helmet"])
    do(state, "play dull helmet", "turn middle +", "die 2")
    assert egg(state) == "D7"
    state = temple("A4", "A37", egg="G", hands=["dull helmet"])
    do(state, "play dull helmet", "turn central +", "die 2")
    assert egg(state) == "G"


def test_8_4_a_raider_hands_the_egg_to_a_team_mate_beside_it() -> None:
    state = team("F4", "F3", "F5", "A53", egg="Ann")
    assert gifts(state) == {"hand Cem"}
    do(state, "hand Cem")
    assert egg(state) == "Cem"


def test_8_4_it_costs_no_step() -> None:
    state = walk(team("F4", "F3", "F5", "A53", egg="Ann"), 3, "hand Cem")
    assert (egg(state), int(state.steps)) == ("Cem", 3)


def test_8_4_not_diagonally_and_not_through_a_wall() -> None:
    assert gifts(team("B4", "A37", "A3", "A53", egg="Ann")) == set()
    assert gifts(team("A7", "A37", "A8", "A53", egg="Ann")) == set()
    assert gifts(team("F0", "A37", "E0", "A53", egg="Ann")) == set()


def test_8_4_without_teams_nobody_hands_it_over() -> None:
    assert gifts(temple("F4", "F5", egg="Ann", hands=["sword"], rollers_out=True)) == set()


def test_8_4_a_roller_is_no_obstacle() -> None:
    state = team("B7", "A37", "B8", "A53", egg="Ann", turned={"outer": 1})
    assert gifts(state) == {"hand Cem"}
    do(state, "hand Cem")
    assert phase(state) != "hurting"


def test_8_4_with_a_pole_one_may_stand_on_an_abyss_for_it() -> None:
    state = team("A3", "A37", "A1", "A53", egg="Ann", hands=["pole"])
    walk(do(state, "play pole"), 3, "A2")
    assert gifts(state) == {"hand Cem"}
    state = team("A3", "A37", "A1", "A53", egg="Cem", hands=["pole"])
    walk(do(state, "play pole"), 3, "A2")
    assert gifts(state) == {"take"}


def test_8_5_the_carrier_throws_the_egg_outwards_to_the_first_piece_if_it_is_a_raider() -> None:
    state = temple("C0", "A0", egg="Ann", hands=["sword"], rollers_out=True)
    assert gifts(state) == {"throw Ben"}
    do(state, "throw Ben")
    assert egg(state) == "Ben"


def test_8_5_to_the_first_seat_as_to_any_other() -> None:
    state = temple("A0", "C0", egg="Ben", active="Ben", hands=["", "sword"], rollers_out=True)
    assert egg(do(state, "throw Ann")) == "Ann"


def test_8_5_at_any_moment_of_the_own_turn() -> None:
    state = temple("C0", "A0", egg="Ann", hands=["sword"], rollers_out=True)
    do(state, "roll", "die 2")
    assert gifts(state) == {"throw Ben"}
    do(state, "B0", "no")
    assert gifts(state) == {"throw Ben"}
    state = temple("C1", "A0", egg="Ann", hands=["sword"], rollers_out=True)
    walk(state, 1, "C0", "no")
    assert choices(state) == {"play sword", "stop", "throw Ben"}


def test_8_5_a_spawn_blocks() -> None:
    state = temple("C0", "A0", "dead", spawns="B0", egg="Ann", hands=["sword"], rollers_out=True)
    assert gifts(state) == set()


def test_8_5_not_in_the_turn_of_a_rival() -> None:
    state = temple("C0", "A0", egg="Ann", hands=["", "sword"], active="Ben", rollers_out=True)
    assert gifts(state) == set()


def test_8_6_in_their_own_turn_a_team_mate_takes_the_egg_without_asking() -> None:
    assert gifts(team("F4", "A37", "F5", "A53", egg="Cem")) == {"take"}
    assert gifts(team("A0", "A37", "C0", "A53", egg="Cem")) == {"take"}
    state = do(team("A0", "A37", "C0", "A53", egg="Cem"), "take")
    assert egg(state) == "Ann"


def test_8_6_not_from_a_rival_and_not_inwards() -> None:
    assert gifts(team("F4", "F5", "A37", "A53", egg="Ben")) == set()
    assert gifts(team("C0", "A37", "A0", "A53", egg="Cem")) == set()


def test_8_6_in_one_turn_each_raider_gives_it_away_at_most_once() -> None:
    state = do(team("F4", "A37", "F5", "A53", egg="Ann"), "hand Cem")
    assert gifts(state) == {"take"}
    do(state, "take")
    assert gifts(state) == set()
    walk(state, 1, "stop")
    assert int(state.gave) == 0


def test_8_6_it_is_not_taken_back_from_who_has_given_it_away() -> None:
    state = do(team("F4", "A37", "F5", "A53", egg="Cem"), "take", "hand Cem")
    assert egg(state) == "Cem"
    assert gifts(state) == set()


def test_8_6_not_when_a_swarm_moves() -> None:
    state = temple(
        "dead", "A37", "F5", "A53", egg="Cem", mode="teams", spawns="F4", rollers_out=True
    )
    assert gifts(state) == set()


def on_the_spawns_space(**more: Any) -> Any:
    """Ann, with the Egg, passes a spawn on F4 and dies there by tar."""
    state = temple(
        "F5", "A37", "dead",
        **{"spawns": "F4", "egg": "Ann", "hands": ["tar"], "coins": [1, 4, 0],
           "rollers_out": True, **more},
    )  # fmt: skip
    walk(state, 3, "F4", "pass", "pass", "play tar")
    return draw_on(state)


def test_8_7_an_egg_that_would_lie_under_a_spawn_goes_one_step_away() -> None:
    state = on_the_spawns_space()
    assert (asked(state), phase(state)) == ("Ann", "dropping")
    assert puts(state) == {"E9", "F3", "F5"}
    do(state, "put E9")
    assert egg(state) == "E9"


def test_8_7_or_as_few_more_as_needed() -> None:
    state = on_the_spawns_space(spawns="F4 E9 F3", tiles={"F5": "abyss"})
    assert puts(state) == {"D9", "E6", "E8", "E10", "F2", "F6", "G"}


def test_8_7_never_on_an_abyss() -> None:
    state = on_the_spawns_space(tiles={"F3": "abyss", "E9": "abyss"})
    assert egg(state) == "F5"


def test_8_7_a_raider_there_has_it() -> None:
    state = temple(
        "F5", "F3", "dead", spawns="F4", egg="Ann", hands=["tar"], coins=[1, 4, 0], rollers_out=True
    )
    draw_on(walk(state, 3, "F4", "pass", "pass", "play tar"))
    do(state, "put F3")
    assert egg(state) == "Ben"


def test_8_7_a_body_on_an_abyss_leaves_the_egg_on_a_tile() -> None:
    state = temple(
        "A4", "A37", "A53", egg="Ann", hands=["pole, tar"], medallions=[1, 0, 0], coins=[1, 4, 4],
        rollers_out=True,
    )  # fmt: skip
    walk(do(state, "play pole"), 3, "A3", "A2", "pay", "play tar")
    draw_on(state)
    assert egg(state) == "A2"


def test_8_8_nothing_is_handed_over_in_battle() -> None:
    state = walk(team("F4", "F5", "F3", "A53", egg="Ann"), 1, "F5")
    assert choices(state, "Ann") == {"card nothing", "card sword"}


def test_8_8_nor_within_one_space() -> None:
    state = walk(team("F4", "A37", "F5", "A53", egg="Ann"), 3, "F5")
    assert gifts(state) == set()
    state = walk(team("F4", "A37", "F5", "A53", egg="Cem"), 3, "F5")
    assert gifts(state) == set()


def test_8_8_nor_into_or_out_of_a_trail() -> None:
    state = team("A5", "A37", "Sun 1", "A53", egg="Cem", gates="sun")
    assert gifts(state) == set()
    state = team("Sun 1", "A37", "A5", "A53", egg="Cem", gates="sun")
    state.agenda[0].task = state.phase = PREPARING  # as if Ann could still do anything there
    assert gifts(state) == set()
    state = team("B5", "A37", "Sun 1", "A53", egg="Ann", gates="sun")
    assert gifts(state) == set()


@pytest.mark.parametrize(("sectors", "found"), [(1, {"throw Cem"}), (2, set())])
def test_8_8_nor_while_a_ring_turns(sectors: int, found: set[str]) -> None:
    """The Middle ring brings Cem into Ann's line with the first sector, and out with the second."""
    state = team("F3", "A37", "D4", "A53", egg="Ann", hands=["dull helmet, sword"])
    assert gifts(state) == set()
    do(state, "play dull helmet", "turn middle +")
    assert asked(state) == "chance"
    do(state, f"die {sectors}")
    assert (asked(state) == "Ann" and gifts(state)) == (found or False)


# ── Thrown by a team-mate who has been moved (8.9) ───────────────────────────────────────────────


def moved(*steps: str, eve: str = "A0", **more: Any) -> Any:
    """Ann moves Cem, who has the Egg, by a dagger; Eve is the third of their team."""
    settings = {"hands": ["dagger"], "mode": "teams", "rollers_out": True, "egg": "Cem", **more}
    state = temple("F8", "A37", "C2", "A53", eve, "A45", **settings)
    return do(state, "play dagger", "name Cem", *steps)


def test_8_9_a_carrier_that_was_moved_into_line_throws_to_a_third_of_the_team() -> None:
    state = moved("C1", "C0", "no")
    assert gifts(state) == {"throw Eve"}
    do(state, "throw Eve")
    assert egg(state) == "Eve"
    assert int(state.gave) == 1 << 2  # 8.6


def test_8_9_also_after_the_dice_but_only_in_that_turn() -> None:
    state = do(moved("C1", "C0", "no"), "roll", "die 2")
    assert gifts(state) == {"throw Eve"}
    do(state, "stop")
    assert not state.agenda[0].many
    assert gifts(state) == set()


def test_8_9_not_without_a_dagger() -> None:
    state = temple("F8", "A37", "C0", "A53", "A0", "A45", hands=["sword"], mode="teams",
                   rollers_out=True, egg="Cem")  # fmt: skip
    assert gifts(state) == set()


def test_8_9_not_out_of_line_and_not_to_a_rival() -> None:
    assert gifts(moved("B2", "C2")) == set()
    state = temple("F8", "A0", "C2", "A53", "A20", "A45", hands=["dagger"], mode="teams",
                   rollers_out=True, egg="Cem")  # fmt: skip
    assert gifts(do(state, "play dagger", "name Cem", "C1", "C0", "no")) == set()


def test_8_9_not_by_who_was_moved_without_the_egg_and_has_found_it() -> None:
    state = moved("C1", "C0", "no", egg="C0")
    assert egg(state) == "Cem"
    assert gifts(state) == set()


def test_8_9_a_rival_who_was_moved_throws_to_nobody() -> None:
    state = temple("F8", "C2", "A0", "A37", "A20", "A45", hands=["dagger"], mode="teams",
                   rollers_out=True, egg="Ben")  # fmt: skip
    do(state, "play dagger", "name Ben", "C1", "C0", "no")
    assert gifts(state) == set()


def test_8_9_who_has_given_the_egg_away_in_this_turn_throws_no_more() -> None:
    """Cem was relieved by Ann, who stands beside, and has it again."""
    state = moved("C1", "C0", "no")
    state.gave = 1 << 2
    assert gifts(state) == set()
