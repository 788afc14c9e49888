"""6  Battle."""

from itertools import product
from typing import Any

import pytest

from . import facts
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
    known,
    life,
    phase,
    pile,
    puts,
    summoning_tiles,
    temple,
    tile,
    walk,
    where,
    winners,
)
from .reference import SPACES, Ground

FAR_AWAY = ("A37", "A53")


def fight(ann: str = "", ben: str = "", *others: str, at: str = "F4", **more: Any) -> Any:
    """Ann comes from F5 with six steps and fights Ben on F4, with these cards in their hands."""
    state = temple("F5", at, *others, **{"hands": [ann, ben], **more})
    walk(state, 6, at)
    return do(state, "fight") if phase(state) == "meeting" else state


def throw(state: Any, place: str = "") -> Any:
    """The winner throws the loser there, or anywhere."""
    assert phase(state) == "flinging"
    return do(state, f"put {place or min(puts(state))}")


# ── Truce ────────────────────────────────────────────────────────────────────────────────────────


def test_6_1_who_comes_says_pass_or_fight_and_on_pass_the_other_says_the_same() -> None:
    state = walk(temple("F5", "F4"), 3, "F4")
    assert (asked(state), choices(state)) == ("Ann", {"fight", "pass"})
    do(state, "pass")
    assert (asked(state), choices(state)) == ("Ben", {"fight", "pass"})
    do(state, "pass")
    assert (asked(state), phase(state)) == ("Ann", "moving")
    assert where(state, "Ann") == where(state, "Ben") == "F4"


def test_6_1_one_fight_is_enough() -> None:
    hands = ["tar", "tar"]
    state = walk(temple("F5", "F4", hands=hands), 3, "F4", "fight")
    assert phase(state) == "battling"
    state = walk(temple("F5", "F4", hands=hands), 3, "F4", "pass", "fight")
    assert phase(state) == "battling"


def test_6_1_a_pass_needs_a_further_step() -> None:
    state = walk(temple("F5", "F4"), 3, "F4", "pass", "pass")
    assert "stop" not in choices(state)
    state = walk(temple("F5", "F4", hands=["tar"]), 1, "F4")
    assert phase(state) == "battling"


def test_6_1_who_has_passed_may_come_back_and_is_asked_again() -> None:
    state = walk(temple("F5", "F4"), 4, "F4", "pass", "pass", "F5", "F4")
    assert phase(state) == "meeting"


def test_6_2_the_attacker_is_the_one_whose_turn_it_is() -> None:
    state = fight("", "", hands=["tar", "tar"])
    assert [int(seat) for seat in state.battle.seats] == [0, 1]
    state = walk(temple("F5", "F4", active="Ben", hands=["tar", "tar"]), 3, "F5", "fight")
    assert [int(seat) for seat in state.battle.seats] == [1, 0]


def test_6_2_for_a_spawn_that_is_met_a_player_of_its_swarm_plays() -> None:
    state = walk(temple("F5", "A37", "dead", spawns="F4", hands=["tar", "", "tar"]), 3, "F4")
    assert asked(do(state, "pass")) == "Cem"
    do(state, "fight")
    assert asked(state) == "Ann Cem"


# ── Three rounds ─────────────────────────────────────────────────────────────────────────────────


def test_6_3_three_rounds_in_which_both_choose_unseen() -> None:
    state = fight("tar, gaze", "tar")
    for _ in range(3):
        assert asked(state) in ("Ann Ben", "Ann")
        battle(state, Ann="nothing", Ben="nothing")
    assert phase(state) != "battling"


def test_6_3_any_card_of_the_hand_or_none() -> None:
    state = fight("tar, tar, gaze", "sword")
    assert choices(state, "Ann") == {"card nothing", "card tar", "card gaze"}
    assert choices(state, "Ben") == {"card nothing", "card sword"}


PAIRS = [pair for pair in product(facts.VALUES, repeat=2) if pair != ("power", "power")]


@pytest.mark.parametrize(("mine", "yours"), PAIRS)
def test_6_4_which_value_beats_which(mine: str, yours: str) -> None:
    one, other = facts.VALUES[mine][0], facts.VALUES[yours][0]
    state = battle(fight(one, other), Ann=one, Ben=other)
    if yours in facts.BEATEN_BY[mine].split():
        assert coins(state) == [5, 3]
    elif mine in facts.BEATEN_BY[yours].split():
        assert coins(state) == [3, 5]
    else:
        assert coins(state) == [4, 4]


def test_6_5_the_loser_hands_a_coin_to_the_winner_and_both_cards_are_discarded() -> None:
    state = battle(fight("pole, tar", "tar, tar"), Ann="pole", Ben="tar")
    assert coins(state) == [5, 3]
    assert pile(state.discards) == {"pole": 1, "tar": 1}
    assert (hand(state, "Ann"), hand(state, "Ben")) == (["tar"], ["tar"])


def test_6_6_after_a_tie_both_cards_return_when_the_battle_is_over() -> None:
    state = battle(fight("tar, gaze", "gaze, pole", "A37"), Ann="tar", Ben="gaze")
    assert (hand(state, "Ann"), hand(state, "Ben")) == (["gaze"], ["pole"])
    assert pile(state.discards) == {}
    battle(state, Ann="nothing, nothing", Ben="nothing, nothing")
    assert (hand(state, "Ann"), hand(state, "Ben")) == (["gaze", "tar"], ["gaze", "pole"])


def test_6_6_everyone_has_seen_them() -> None:
    state = battle(fight("tar, gaze", "gaze, pole", "A37"), Ann="tar", Ben="gaze")
    battle(state, Ann="nothing, nothing", Ben="nothing, nothing")
    assert known(state, "Cem", "Ann") == ["tar"]
    assert known(state, "Cem", "Ben") == ["gaze"]
    assert known(state, "Ann", "Ben") == ["gaze"]
    assert known(state, "Ann", "Ann") == ["gaze", "tar"]


def test_6_7_no_card_loses_to_any_card_which_returns() -> None:
    state = battle(fight("tar", "tar, tar"), Ann="tar", Ben="nothing")
    assert coins(state) == [5, 3]
    assert pile(state.discards) == {}
    battle(state, Ann="nothing", Ben="tar")
    assert coins(state) == [4, 4]
    battle(state, Ann="nothing", Ben="nothing")
    draw_on(throw(state))
    assert "tar" in hand(state, "Ann")
    assert pile(state.discards) == {}


def test_6_7_who_has_no_card_left_is_not_asked() -> None:
    state = fight("tar, tar, tar", "")
    assert asked(state) == "Ann"
    battle(state, Ann="tar, tar, tar", Ben="nothing, nothing, nothing")
    assert coins(state) == [7, 1]


def test_6_7_if_neither_plays_one_nothing_happens() -> None:
    state = battle(
        fight("tar", "tar"), Ann="nothing, nothing, nothing", Ben="nothing, nothing, nothing"
    )
    assert coins(state) == [4, 4]
    assert phase(state) == "flinging"


def test_6_7_without_cards_the_rounds_pass_by_themselves() -> None:
    state = fight("", "")
    assert (phase(state), asked(state)) == ("flinging", "Ben")  # of equals the defender has won


def test_6_8_a_piece_without_coins_has_lost_at_once() -> None:
    state = fight("pole, tar, tar", "tar, pole, pole", *FAR_AWAY, coins=[4, 1, 4, 4])
    battle(state, Ann="pole", Ben="tar")
    assert coins(state) == [5, 0, 4, 4]
    assert (phase(state), asked(state)) == ("flinging", "Ann")


def test_6_9_else_who_has_won_more_rounds() -> None:
    state = fight("pole, tar, tar", "tar, tar, tar")
    battle(state, Ann="pole, nothing, tar", Ben="tar, nothing, tar")
    assert asked(state) == "Ann"
    assert int(state.active) == 0


def test_6_9_of_equals_the_defender() -> None:
    state = fight("pole, tar, tar", "tar, pole, tar")
    battle(state, Ann="pole, tar, tar", Ben="tar, pole, tar")
    assert (phase(state), asked(state)) == ("flinging", "Ben")
    assert where(throw(state), "Ben") == "F4"


# ── The throw ────────────────────────────────────────────────────────────────────────────────────


def test_6_10_the_loser_is_thrown_exactly_three_steps() -> None:
    state = battle(fight("tar", ""), Ann="tar", Ben="nothing")
    ground = Ground(rollers=False)
    far = ground.distances("F4", {*SPACES})
    assert puts(state) == {p for p, n in far.items() if n == 3} - ground.abysses
    throw(state, "F7")
    assert where(state, "Ben") == "F7"
    assert phase(draw_on(state)) == "moving"  # the temple tile there does not act


def test_6_10_an_abyss_may_be_flown_over_but_not_landed_on() -> None:
    # From A1, between the abysses A2 and B1: over A2 to A4, over B1 to C2.
    state = temple("A0", "A1", hands=["tar"])
    battle(walk(state, 1, "A1"), Ann="tar", Ben="nothing")
    assert {"A4", "B3", "C2", "A62"} <= puts(state)
    assert "B2" not in puts(state)  # two steps away
    assert "B63" not in puts(state)  # three steps away, and an abyss


def test_6_10_walls_are_not_crossed() -> None:
    state = temple("A6", "A7", hands=["tar"])
    battle(walk(state, 1, "A7"), Ann="tar", Ben="nothing")
    assert not {"A8", "A9", "A10", "B9", "C8"} & puts(state)
    assert "A4" in puts(state)


def test_6_10_only_free_spaces_are_landed_on() -> None:
    state = battle(fight("tar", "", "F7", "dead", spawns="D8"), Ann="tar", Ben="nothing")
    assert not {"F7", "D8"} & puts(state)


def test_6_10_farther_if_nothing_is_free_so_near() -> None:
    ground = Ground(rollers=False)
    far = ground.distances("F4", {*SPACES})
    at_three = {place: "abyss" for place, n in far.items() if n == 3}
    state = battle(fight("tar", "", tiles=at_three), Ann="tar", Ben="nothing")
    assert puts(state) == {p for p, n in far.items() if n == 4} - ground.abysses


def test_6_10_as_far_as_can_be_if_nothing_lies_so_far() -> None:
    ground = Ground(rollers=False)
    far = ground.distances("F4", {*SPACES})
    beyond = {place: "abyss" for place, n in far.items() if n >= 3}
    state = battle(fight("tar", "", tiles=beyond), Ann="tar", Ben="nothing")
    assert puts(state) == {p for p, n in far.items() if n == 2} - ground.abysses


def test_6_11_cards_egg_throw_death_and_then_draws_the_attacker_first() -> None:
    state = fight(
        "pole, tar", "tar, gaze", *FAR_AWAY, coins=[4, 2, 4, 4], egg="Ben", rollers_out=True
    )
    battle(state, Ann="tar, pole", Ben="gaze, tar")
    assert coins(state)[1] == 1
    assert (hand(state, "Ann"), hand(state, "Ben")) == (["tar"], ["gaze"])
    assert egg(state) == "Ann"
    throw(state, "F7")
    assert phase(state) == "drawing"
    do(state, "draws sword", "draws sword")
    assert hand(state, "Ann") == ["sword", "sword", "tar"]
    do(state, "draws tar", "draws tar")
    assert hand(state, "Ben") == ["gaze", "tar", "tar"]


def test_6_11_nothing_of_a_battle_stays_on_the_table() -> None:
    state = temple("A37", "F4", "F5", hands=["", "tar, gaze", "tar"], active="Ben")
    battle(walk(state, 1, "F5"), Ben="tar, gaze", Cem="tar, nothing")
    assert not any(state.battle.tobytes())


def test_6_11_who_is_killed_dies_where_the_body_lands() -> None:
    state = fight("pole", "tar", *FAR_AWAY, coins=[4, 1, 4, 4])
    battle(state, Ann="pole", Ben="tar")
    assert life(state, "Ben") == "alive"
    throw(state, "F7")
    assert life(state, "Ben") == "dead"
    assert tile(state, "F7") == "dark"
    assert (phase(state), asked(state)) == ("raising", "Ben")
    do(state, "put F6")
    assert phase(state) == "drawing"


def over_the_roller(coins_of_ben: int = 4) -> Any:
    """Ben on C6 is thrown: C9 is three steps away, to the roller or by the Middle ring."""
    state = temple(
        "B6", "C6", *FAR_AWAY, hands=["tar"], coins=[4, coins_of_ben, 4, 4],
        turned={"outer": 1, "middle": 6}, egg="Ann", rollers_out=True,
    )  # fmt: skip
    return battle(walk(state, 1, "C6"), Ann="tar", Ben="nothing")


def test_6_12_who_is_thrown_across_a_roller_is_hurt() -> None:
    state = throw(over_the_roller(), "B8")
    assert phase(state) == "hurting"
    do(state, "die 2")
    assert coins(state)[1] == 2
    assert where(state, "Ben") == "B8"


def test_6_12_who_is_not_is_not() -> None:
    state = throw(over_the_roller(), "A5")
    assert phase(state) == "drawing"


def test_6_12_where_two_ways_are_as_short_the_winner_chooses() -> None:
    state = throw(over_the_roller(), "C9")
    assert (phase(state), asked(state), choices(state)) == ("aiming", "Ann", {"through", "past"})
    assert phase(do(state, "through")) == "hurting"
    state = do(throw(over_the_roller(), "C9"), "past")
    assert phase(state) == "drawing"
    assert where(state, "Ben") == "C9"


def test_6_12_the_winner_chooses_even_if_the_loser_has_one_coin_left() -> None:
    state = throw(over_the_roller(2), "C9")
    assert (coins(state)[1], choices(state)) == (1, {"through", "past"})


def test_6_12_a_roller_may_kill_where_one_lands() -> None:
    state = do(throw(over_the_roller(2), "B8"), "die 6")
    assert life(state, "Ben") == "dead"
    assert tile(state, "B8") == "dark"


def test_6_12_a_dead_body_is_not_hurt() -> None:
    state = throw(over_the_roller(1), "C9")
    assert (life(state, "Ben"), phase(state)) == ("dead", "raising")


def test_6_13_the_egg_passes_to_a_raider_who_wins() -> None:
    state = battle(fight("tar", "", egg="Ben", rollers_out=True), Ann="tar", Ben="nothing")
    assert egg(state) == "Ann"
    state = fight("", "", egg="Ann", rollers_out=True)
    assert egg(state) == "Ben"


# ── Spawns ───────────────────────────────────────────────────────────────────────────────────────


def attacked_by_spawn(cards: str = "", *, coins_of_ann: int = 4, **more: Any) -> Any:
    """Ben leads the spawn on F5 against Ann on F4, who has the Egg."""
    state = temple(
        "F4", "dead", "A37",
        **{"spawns": "F5", "egg": "Ann", "rollers_out": True, "active": "Ben",
           "hands": [cards, "pole, pole, pole"], "coins": [coins_of_ann, 0, 4], **more},
    )  # fmt: skip
    do(state, "roll", "die 6")
    if "lead 1" in choices(state):
        do(state, "lead 1")
    return do(state, "F4", "fight")


def test_6_14_a_spawn_that_beats_the_carrier_throws_the_raider_and_the_egg() -> None:
    state = battle(attacked_by_spawn(), Ben="pole, pole, pole", Ann="nothing, nothing, nothing")
    assert coins(state) == [1, 0, 4]
    assert asked(state) == "Ben"
    throw(state, "F7")
    assert (phase(state), asked(state)) == ("dropping", "Ben")
    assert puts(state) == {"E9", "F3", "F5"}
    do(state, "put F3")
    assert egg(state) == "F3"
    assert where(state, "Ann") == "F7"


def test_6_8_a_spawn_that_dies_in_the_last_round_has_lost_whatever_it_won_before() -> None:
    state = attacked_by_spawn("sword")
    battle(state, Ben="pole, pole, pole", Ann="nothing, nothing, sword")
    assert where(state, "spawn 1") == "nowhere"
    assert (where(state, "Ann"), egg(state)) == ("F4", "Ann")
    assert phase(state) != "flinging"


def test_6_14_dead_or_alive() -> None:
    state = attacked_by_spawn(coins_of_ann=1)
    battle(state, Ben="pole", Ann="nothing")
    throw(state, "F7")
    assert life(state, "Ann") == "dead"
    assert (phase(state), asked(state)) == ("dropping", "Ben")  # the second death of the swarm
    assert egg(state) == "F4"  # it has not been thrown with Ann


def test_6_14_also_if_the_carrier_attacks_a_spawn_and_loses() -> None:
    state = temple("F5", "dead", "A37", spawns="F4", egg="Ann", rollers_out=True)
    walk(state, 3, "F4", "fight")
    throw(state, "F7")
    assert (phase(state), asked(state)) == ("dropping", "Ben")


def test_6_14_where_another_spawn_is_the_egg_goes_on() -> None:
    state = attacked_by_spawn(spawns="F5 F3 E9")
    battle(state, Ben="pole, pole, pole", Ann="nothing, nothing, nothing")
    throw(state, "F7")
    assert egg(state) == "F5"  # the only space beside it that is left
    state = attacked_by_spawn(spawns="F5 F3 E9", tiles={"F5": "abyss"})
    battle(state, Ben="pole, pole, pole", Ann="nothing, nothing, nothing")
    throw(state, "F7")
    assert puts(state) == {"D9", "E6", "E8", "E10", "F2", "F6", "G"}


@pytest.mark.parametrize(("carrier", "other"), [("Ann", "Cem"), ("Cem", "Ann")])
def test_6_14_a_raider_there_has_it(carrier: str, other: str) -> None:
    ann, cem = ("F4", "F3") if carrier == "Ann" else ("F3", "F4")
    state = temple(
        ann, "dead", cem, spawns="F5", egg=carrier, rollers_out=True, active="Ben",
        hands=["", "pole, pole, pole"],
    )  # fmt: skip
    do(state, "roll", "die 6", "F4", "fight")
    rounds = {"Ben": "pole, pole, pole", carrier: "nothing, nothing, nothing"}
    throw(battle(state, **rounds), "F7")
    do(state, "put F3")
    assert egg(state) == other


def test_6_15_both_draw_up_to_three_the_dead_as_well() -> None:
    state = fight("pole", "tar, tar", *FAR_AWAY, coins=[4, 1, 4, 4])
    battle(state, Ann="pole", Ben="tar")
    draw_on(do(throw(state, "F7"), "put F6"))
    assert (len(hand(state, "Ann")), len(hand(state, "Ben"))) == (3, 3)


def test_6_15_who_has_three_or_more_draws_nothing() -> None:
    state = fight("tar, tar, tar, tar", "gaze, gaze, gaze")
    battle(state, Ann="nothing, nothing, nothing", Ben="nothing, nothing, nothing")
    assert phase(throw(state)) != "drawing"


def test_6_16_an_attacker_who_loses_has_ended_its_turn() -> None:
    state = draw_on(throw(fight("", "")))
    assert int(state.active) == 1


def test_6_16_a_winner_may_go_on() -> None:
    state = battle(fight("tar", ""), Ann="tar", Ben="nothing")
    draw_on(throw(state, "F7"))
    assert (asked(state), phase(state), int(state.steps)) == ("Ann", "moving", 5)


def test_6_17_a_spawn_dies_with_the_first_round_it_loses_and_leaves_no_tile() -> None:
    state = temple("F5", "dead", "A37", spawns="F4", hands=["pole", "tar, tar, tar"])
    walk(state, 3, "F4", "fight")
    battle(state, Ann="pole", Ben="tar")
    assert where(state, "spawn 1") == "nowhere"
    assert summoning_tiles(state) == set()
    draw_on(state)
    assert (asked(state), phase(state)) == ("Ann", "moving")


def test_6_19_its_coin_is_lost() -> None:
    state = temple("F5", "dead", "A37", spawns="F4", hands=["pole", "tar, tar, tar"])
    walk(state, 3, "F4", "fight")
    assert coins(battle(state, Ann="pole", Ben="tar")) == [4, 0, 4]


def test_6_20_its_coin_is_won_if_so_agreed() -> None:
    state = temple(
        "F5", "dead", "A37", spawns="F4", hands=["pole", "tar, tar, tar"], spawn_coin="won"
    )
    walk(state, 3, "F4", "fight")
    assert coins(battle(state, Ann="pole", Ben="tar")) == [5, 0, 4]


def test_6_17_a_coin_that_a_raider_loses_to_a_spawn_is_lost() -> None:
    state = battle(attacked_by_spawn("tar"), Ben="pole", Ann="tar")
    assert coins(state) == [3, 0, 4]


def test_6_17_an_attacking_spawn_that_dies_is_gone_and_its_swarm_goes_on() -> None:
    state = attacked_by_spawn("gaze, gaze, gaze", spawns="F5 E20")
    battle(state, Ben="pole", Ann="gaze")
    draw_on(state)
    assert where(state, "spawn 1") == "nowhere"
    assert choices(state) == {"lead 2", "sacrifice 2", "stop"}
    do(state, "stop")
    assert where(state, "spawn 1") == "nowhere"


def test_6_17_a_spawn_that_loses_no_round_is_thrown() -> None:
    state = temple("F4", "dead", "A37", spawns="F5", egg="A37", active="Ben", rollers_out=True)
    do(state, "roll", "die 6", "F4", "fight")  # without cards, and of equals the defender wins
    assert (phase(state), asked(state)) == ("flinging", "Ann")
    throw(state, "F7")
    assert where(state, "spawn 1") == "F7"
    assert phase(draw_on(state)) == "swarming"


def test_6_18_a_living_raider_that_lands_on_a_loose_egg_picks_it_up() -> None:
    state = battle(fight("tar", "", egg="F7", rollers_out=True), Ann="tar", Ben="nothing")
    throw(state, "F7")
    assert egg(state) == "Ben"


def test_6_18_a_dead_one_does_not() -> None:
    state = fight("pole", "tar", *FAR_AWAY, coins=[4, 1, 4, 4], egg="F7", rollers_out=True)
    battle(state, Ann="pole", Ben="tar")
    throw(state, "F7")
    assert egg(state) == "F7"


def test_6_18_a_spawn_is_never_thrown_onto_it() -> None:
    state = temple("F4", "dead", "A37", spawns="F5", egg="F7", active="Ben", rollers_out=True)
    do(state, "roll", "die 6", "F4", "fight")
    assert "F7" not in puts(state)


def test_6_11_a_death_that_ends_the_game_does_so_before_the_throw() -> None:
    state = fight("pole", "tar", "dead", "dead", mode="teams", coins=[4, 1, 0, 0])
    battle(state, Ann="pole", Ben="tar")
    assert (ended(state), winners(state)) == ("wipe-out", "Ann Cem")
