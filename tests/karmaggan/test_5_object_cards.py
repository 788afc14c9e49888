"""5  Object cards."""

from typing import Any

import pytest

from templetop.games.karmaggan.rules.pieces import CARD_NAMES, TEMPLE_NAMES

from .drawn import (
    RINGS,
    asked,
    choices,
    coins,
    do,
    draw_on,
    egg,
    gates,
    hand,
    known,
    life,
    medallions,
    odds,
    phase,
    pile,
    puts,
    steps,
    temple,
    tile,
    turned,
    walk,
    where,
)

FULL = "tar, tar, tar, tar, tar, tar, tar"  # and one more makes eight


def with_cards(cards: str, *raiders: str, **more: Any) -> Any:
    """Ann on A4 has these cards and is to roll."""
    return temple("A4", *(raiders or ("A37",)), hands=[cards], **more)


def plays(state: Any) -> set[str]:
    return {words.removeprefix("play ") for words in choices(state) if words.startswith("play ")}


# ── Playing a card ───────────────────────────────────────────────────────────────────────────────


def test_5_1_one_card_may_be_played_in_a_turn() -> None:
    state = with_cards("sword, gaze, spell")
    assert plays(state) == {"sword", "gaze", "spell"}
    do(state, "play sword")
    assert plays(walk(state, 3)) == set()


def test_5_1_at_any_point_before_between_and_after_the_steps() -> None:
    state = with_cards("sword")
    assert "sword" in plays(state)
    do(state, "roll", "die 2")
    assert "sword" in plays(state)
    do(state, "A3")
    assert "sword" in plays(state)
    do(state, "A4")
    assert choices(state) == {"play sword", "stop"}


def test_5_1_also_on_an_abyss_and_where_somebody_else_is() -> None:
    state = walk(do(with_cards("pole, sparks", medallions=[1, 0]), "play pole"), 3, "A3", "A2")
    do(state, "pay", "play sparks")
    assert int(state.steps) == 3
    state = temple("A6", "A7", hands=["sparks"])
    walk(state, 2, "A7", "pass", "pass")
    assert "play sparks" in choices(state)


def test_5_1_also_a_card_that_was_drawn_in_the_turn() -> None:
    state = walk(temple("A6", "A37"), 1, "A7", "yes", "draws sword")
    assert plays(state) == {"sword"}


def test_5_1_but_not_in_battle() -> None:
    state = walk(temple("A6", "A7", hands=["pole, sword"]), 1, "A7")
    assert choices(state, "Ann") == {"card nothing", "card pole", "card sword"}


def test_5_1_nor_between_the_questions_of_a_step() -> None:
    state = walk(temple("A6", "A37", hands=["sword"]), 2, "A7")
    assert choices(state) == {"yes", "no"}


def test_5_1_in_the_next_turn_one_may_play_again() -> None:
    state = with_cards("sword, sword")
    walk(do(state, "play sword"), 1, "stop")
    walk(state, 1, "stop")
    assert plays(state) == {"sword"}


def test_5_2_a_hand_has_at_most_eight_cards() -> None:
    state = walk(temple("A6", "A37", hands=[f"{FULL}, sword"]), 2, "A7")
    assert phase(state) == "moving"  # nobody asks
    state = with_cards(f"{FULL}, mishmash")
    draw_on(do(state, "play mishmash"))
    assert len(hand(state, "Ann")) == 8


def test_5_3_discards_are_shuffled_again_when_a_card_is_needed() -> None:
    state = with_cards("mishmash")
    state.discards[:] = state.deck
    state.deck[:] = 0
    sword = CARD_NAMES.index("sword")
    state.deck[sword], state.discards[sword] = 1, 1
    do(state, "play mishmash")
    assert odds(state) == {"draws sword": 1}
    do(state, "draws sword")
    assert odds(state)["draws mishmash"] == 5
    assert odds(state)["draws sword"] == 1
    assert pile(state.discards) == {}


def test_5_3_but_not_when_no_card_is_needed() -> None:
    state = temple("F4", "A37", hands=[f"{FULL}, sword"])
    state.discards[:] = state.deck
    state.deck[:] = 0
    walk(state, 3, "F3", "up plenty")  # eight cards: nothing is drawn
    assert pile(state.deck) == {}
    assert sum(pile(state.discards).values()) == 66


def test_5_3_nothing_is_drawn_where_nothing_is_left() -> None:
    state = with_cards("mishmash")
    state.deck[:] = 0
    do(state, "play mishmash", "draws mishmash")
    assert hand(state, "Ann") == ["mishmash"]


def test_5_4_a_medallion_buys_one_more_card() -> None:
    state = with_cards("sword, gaze, spell", medallions=[2, 0])
    assert "pay" not in choices(state)  # a card is left to play
    do(state, "play sword")
    assert choices(state) == {"pay", "roll"}
    do(state, "pay")
    assert plays(state) == {"gaze", "spell"}
    do(state, "play spell", "pay")
    assert medallions(state) == [0, 0]
    assert plays(state) == {"gaze"}


def test_5_4_only_for_a_card_that_can_be_played() -> None:
    # Nobody has a card to steal, so a medallion would buy nothing; but Ann is asked all the same.
    state = with_cards("sword, fingers", medallions=[1, 0])
    do(state, "play sword")
    assert (asked(state), choices(state)) == ("Ann", {"roll"})


def test_5_5_a_card_is_discarded_before_it_takes_effect() -> None:
    state = with_cards(f"{FULL}, mishmash")
    do(state, "play mishmash")
    assert pile(state.discards) == {"mishmash": 1}
    assert phase(state) == "drawing"  # there is room for one


def test_5_5_death_is_looked_at_when_all_of_it_is_done() -> None:
    state = with_cards("tar", "A37", "A53", coins=[1, 4, 4])
    do(state, "play tar")
    assert life(state, "Ann") == "alive"
    do(state, "draws pole", "draws pole", "draws pole")
    assert life(state, "Ann") == "dead"
    assert hand(state, "Ann") == ["pole"] * 3


def test_5_6_a_card_that_needs_somebody_can_be_played_only_if_there_is_such() -> None:
    cards = "fingers, dagger, carving, stone, twins, dull helmet"
    alone = temple("A4", "dead", hands=[cards])
    assert plays(alone) == {"carving", "stone", "twins", "dull helmet"}
    outside = temple("A4", "Sun 1", egg="Ben", hands=[cards], rollers_out=True)
    assert plays(outside) == {"stone", "twins", "dull helmet"}
    rival = temple("A4", "A37", hands=[cards, "tar"])
    assert plays(rival) == {"fingers", "dagger", "carving", "stone", "twins", "dull helmet"}


def test_5_6_a_dagger_needs_somebody_who_can_be_moved() -> None:
    # Ben on A1 has abysses on two sides and Ann on the third.
    assert plays(temple("A0", "A1", hands=["dagger"])) == set()
    assert plays(temple("A4", "A1", hands=["dagger"])) == {"dagger"}


def test_5_7_no_card_is_played_in_ones_first_turn() -> None:
    state = temple("A4", "A37", hands=["sword", "sword"], first_round=True)
    assert phase(state) == "rolling"
    walk(state, 1, "stop")
    assert phase(state) == "rolling"
    walk(state, 1, "stop")
    assert plays(state) == {"sword"}


def test_5_7_players_of_the_swarm_play_none() -> None:
    state = temple("dead", "A37", hands=["sword"], spawns="F4")
    assert choices(state) == {"roll", "sacrifice 1", "stop"}


def test_5_7_nor_does_anybody_outside() -> None:
    state = temple("A5", "A37", egg="Ann", gates="sun", hands=["sword"], rollers_out=True)
    walk(state, 2, "Sun 1")
    assert int(state.active) == 1


def test_5_8_players_of_the_swarm_may_be_named() -> None:
    state = temple("A4", "dead", "A37", hands=["fingers", "tar", "tar"])
    do(state, "play fingers")
    assert choices(state) == {"name Ben", "name Cem"}


def test_5_8_nobody_outside_is_named_nor_who_is_out_of_the_game() -> None:
    # Ben is on a trail, Cem is out, Dua is inside, Eve leads the swarm.
    for card, found in (
        ("fingers", {"name Dua", "name Eve"}),
        ("carving", {"name Dua", "name Eve", "spoil Dua", "spoil Eve"}),
        ("stone", {"gain", "name Dua"}),
    ):
        state = temple(
            "A4", "Sun 3", "out", "A37", "dead",
            hands=[card, "tar", "tar", "tar", "tar"], egg="Ben", rollers_out=True,
        )  # fmt: skip
        assert choices(do(state, f"play {card}")) == found


# ── The dagger (5.9, 5.24, 5.25) ─────────────────────────────────────────────────────────────────


def pushed(*raiders: str, **more: Any) -> Any:
    """Ann plays a dagger on Ben."""
    state = temple(*raiders, **{"hands": ["dagger"], **more})
    do(state, "play dagger")
    return do(state, "name Ben") if phase(state) == "naming" else state


def test_5_9_the_player_of_the_dagger_chooses_the_exit_of_a_passage() -> None:
    state = do(pushed("A4", "C5"), "C4")
    assert (asked(state), phase(state)) == ("Ann", "leaving")
    do(state, "exit C36")
    assert where(state, "Ben") == "C36"
    assert phase(state) == "pushing"
    assert steps(state) == {"B36", "C37"}


def test_5_9_and_where_a_flash_leads() -> None:
    state = do(pushed("A4", "F4"), "F3", "up iris flash")
    assert (asked(state), phase(state)) == ("Ann", "flashing")
    do(state, "put F11")
    assert where(state, "Ben") == "F11"
    assert steps(state) == {"E22", "F10", "F12", "G"}


def test_5_9_whether_to_draw_or_to_take_blood_is_asked_of_the_raiders_own_player() -> None:
    state = do(pushed("A4", "A10"), "A9")
    assert (asked(state), phase(state)) == ("Ben", "taking")
    do(state, "yes", "draws pole")
    assert hand(state, "Ben") == ["pole"]
    assert (asked(state), phase(state)) == ("Ann", "pushing")
    state = do(pushed("F4", "A0"), "B0")
    assert (asked(state), phase(state)) == ("Ben", "consuming")


def test_5_9_ram_and_plenty_concern_the_raiders_own_hand() -> None:
    state = do(pushed("A4", "F4", hands=["dagger, tar", "pole, gaze"]), "F3", "up battering ram")
    assert (hand(state, "Ann"), hand(state, "Ben")) == (["tar"], [])
    draw_on(state)
    assert (len(hand(state, "Ann")), len(hand(state, "Ben"))) == (1, 4)
    state = draw_on(do(pushed("A4", "F4"), "F3", "up plenty"))
    assert (len(hand(state, "Ann")), len(hand(state, "Ben"))) == (0, 2)


def test_5_24_another_raider_is_moved_two_steps() -> None:
    state = do(pushed("A4", "F4"), "F5")
    assert (asked(state), phase(state)) == ("Ann", "pushing")
    do(state, "F4")
    assert phase(state) == "rolling"
    assert int(state.active) == 0


def test_5_24_stepping_back_is_allowed() -> None:
    state = do(pushed("A4", "F4"), "F5", "F4")
    assert where(state, "Ben") == "F4"


def test_5_24_an_ally_may_be_moved() -> None:
    state = temple("A4", "A37", "F4", "A53", mode="teams", hands=["dagger"])
    do(state, "play dagger")
    assert choices(state) == {"name Ben", "name Cem", "name Dua"}


def test_5_24_fewer_steps_only_if_no_more_are_possible() -> None:
    # From A1, between abysses, Ben can be moved to A0 alone, and on from there only back again.
    state = temple("A4", "A1", "B0", "A63", hands=["dagger"])
    do(state, "play dagger", "name Ben")
    assert where(state, "Ben") == "A1"
    # If the temple tile A0 turns up a flash, he may come to where nothing is free around him.
    walled = {f"A{n}": "abyss" for n in (14, 16)} | {"B15": "abyss"}
    state = temple("A4", "A1", "B0", "A63", hands=["dagger"], tiles={"A0": "temple", **walled})
    do(state, "play dagger", "name Ben", "up iris flash", "put A15")
    assert where(state, "Ben") == "A15"
    assert phase(state) == "rolling"


def test_5_24_the_carrier_keeps_the_egg() -> None:
    state = do(pushed("A4", "F4", egg="Ben", rollers_out=True), "F5", "F4")
    assert egg(state) == "Ben"


def test_5_24_the_carrier_may_come_into_line_and_throw_or_be_relieved() -> None:
    # Cem carries the Egg; Ann moves him beside herself and takes it.
    state = temple(
        "A4", "A37", "A7", "A53", egg="Cem", mode="teams", hands=["dagger"], rollers_out=True
    )
    do(state, "play dagger", "name Cem", "A6", "A5")
    assert "take" in choices(state)
    do(state, "take")
    assert egg(state) == "Ann"


def test_5_25_nobody_is_moved_onto_a_taken_space_or_an_abyss() -> None:
    # Ben on B4: B5 is an abyss, and Cem is on A4.
    assert steps(pushed("F4", "B4", "A4")) == {"B3", "C4"}


def test_5_25_nor_out_of_a_gate() -> None:
    state = pushed("F4", "A5", egg="Ben", gates="sun", rollers_out=True)
    assert steps(state) == {"A4", "A6"}


def test_5_25_tiles_act_and_rollers_hurt() -> None:
    state = do(pushed("F4", "B7", rollers_out=True, egg="Ann", turned={"outer": 1}), "B8")
    assert phase(state) == "hurting"
    do(state, "die 4")
    assert coins(state) == [4, 1]


def test_5_25_if_the_moved_raider_dies_the_rest_lapses() -> None:
    state = pushed(
        "F4", "B7", "A37", rollers_out=True, egg="Ann", turned={"outer": 1}, coins=[4, 1, 4]
    )
    do(state, "B8", "die 6")
    assert (life(state, "Ben"), asked(state), phase(state)) == ("dead", "Ben", "raising")
    do(state, f"put {sorted(puts(state))[0]}")
    assert (asked(state), phase(state)) == ("chance", "rolling")


def test_5_25_if_the_player_of_the_dagger_dies_on_the_way_the_rest_lapses() -> None:
    # Ben is moved onto the temple tile F3, and the fire kills Ann on F1.
    state = temple("F1", "F4", "A37", hands=["dagger"], tiles={"F1": "empty"}, coins=[1, 4, 4])
    do(state, "play dagger", "name Ben", "F3", "up fire")
    assert (life(state, "Ann"), asked(state), phase(state)) == ("dead", "Ann", "raising")
    do(state, f"put {sorted(puts(state))[0]}")
    assert int(state.active) == 1
    assert where(state, "Ben") == "F3"


# ── Card by card ─────────────────────────────────────────────────────────────────────────────────


def test_5_10_fingers_take_a_random_card_of_one_or_two_others() -> None:
    state = temple("A4", "A37", "A53", hands=["fingers", "tar, tar, pole", "gaze"])
    do(state, "play fingers", "name Ben")
    assert odds(state) == {"steals tar": 2, "steals pole": 1}
    do(state, "steals tar")
    assert choices(state) == {"name Cem", "enough"}
    do(state, "name Cem", "steals gaze")
    assert hand(state, "Ann") == ["gaze", "tar"]
    assert (hand(state, "Ben"), hand(state, "Cem")) == (["pole", "tar"], [])


def test_5_10_one_may_be_enough() -> None:
    state = temple("A4", "A37", "A53", hands=["fingers", "tar", "gaze"])
    do(state, "play fingers", "name Ben", "steals tar", "enough")
    assert hand(state, "Ann") == ["tar"]


def test_5_10_who_has_room_for_one_card_only_may_rob_one_only() -> None:
    state = temple("A4", "A37", "A53", hands=[f"fingers, {FULL}", "sword", "gaze"])
    do(state, "play fingers", "name Ben", "steals sword")
    assert phase(state) == "rolling"
    assert len(hand(state, "Ann")) == 8
    assert hand(state, "Cem") == ["gaze"]


def test_5_10_the_thief_and_the_robbed_know_the_card_and_nobody_else_does() -> None:
    state = temple("A4", "A37", "A53", hands=["fingers", "tar, pole", ""])
    do(state, "play fingers", "steals pole")
    assert known(state, "Ann", "Ann") == ["pole"]
    assert known(state, "Ben", "Ann") == ["pole"]
    assert known(state, "Cem", "Ann") == []


def test_5_11_mishmash_draws_three() -> None:
    state = draw_on(do(with_cards("mishmash"), "play mishmash"))
    assert len(hand(state, "Ann")) == 3


def test_5_12_a_pole_lets_one_step_on_one_abyss() -> None:
    state = walk(do(with_cards("pole"), "play pole"), 6, "A3", "A2")
    assert where(state, "Ann") == "A2"
    assert steps(state) == {"A1", "A3", "B2"}
    do(state, "A1")
    assert steps(state) == {"A0"}  # neither back nor on B1: each abyss counts for itself


def test_5_12_nobody_ends_a_turn_on_it() -> None:
    state = walk(do(with_cards("pole"), "play pole"), 6, "A3", "A2")
    assert "stop" not in choices(state)


def test_5_12_it_lasts_for_this_turn() -> None:
    state = walk(do(with_cards("pole"), "play pole"), 3, "A3", "stop")
    walk(state, 1, "stop")
    assert steps(walk(state, 6)) == {"A4", "B3"}


def test_5_12_two_poles_are_two_abysses() -> None:
    state = with_cards("pole, pole", medallions=[1, 0], tiles={"A1": "abyss"})
    do(state, "play pole", "pay", "play pole")
    walk(state, 6, "A3", "A2")
    assert "A1" in steps(state)


def test_5_12_it_does_not_help_whoever_is_moved_by_a_dagger() -> None:
    # Ben on A3, beside the abyss A2.
    state = temple("F4", "A3", hands=["pole, dagger"], medallions=[1, 0])
    do(state, "play pole", "pay", "play dagger")
    assert steps(state) == {"A4", "B3"}


def test_5_13_gaze_shows_the_top_of_both_decks() -> None:
    state = do(with_cards("gaze"), "play gaze", "shows fire", "shows sword")
    walk(state, 6, "stop")
    assert CARD_NAMES[state.shown] == "sword"
    assert TEMPLE_NAMES[state.shown_temple] == "fire"


def test_5_13_they_stay_known_until_they_are_drawn() -> None:
    state = temple("A6", "F4", hands=["gaze"])
    do(state, "play gaze", "shows fire", "shows sword")
    walk(state, 1, "A7", "yes")
    assert odds(state) == {"draws sword": 1}
    do(state, "draws sword")
    assert known(state, "Ben", "Ann") == ["sword"]
    walk(state, 1, "F3")
    assert odds(state) == {"up fire": 1}
    do(state, "up fire")
    assert (int(state.shown), int(state.shown_temple)) == (0, -1)


def test_5_13_a_second_gaze_shows_the_same() -> None:
    state = with_cards("gaze, gaze", medallions=[1, 0])
    do(state, "play gaze", "shows fire", "shows sword", "pay", "play gaze")
    assert choices(state) == {"shows fire"}
    do(state, "shows fire")
    assert choices(state) == {"shows sword"}


def test_5_13_a_deck_that_is_used_up_is_shuffled_first() -> None:
    state = with_cards("gaze")
    state.deck[:] = 0
    state.turned_up[:] = state.temple
    state.temple[:] = 0
    do(state, "play gaze")
    assert sum(odds(state).values()) == 60
    do(state, "shows calm")
    assert odds(state) == {"shows gaze": 1}


def test_5_14_a_spell_cancels_the_next_tile_that_would_act() -> None:
    state = temple("A6", "A37", hands=["spell"])
    walk(do(state, "play spell"), 5, "A7")
    assert phase(state) == "moving"
    do(state, "A6", "A7")
    assert phase(state) == "taking"  # it was not stepped on


def test_5_14_empty_tiles_do_not_use_it_up() -> None:
    state = temple("A5", "A37", hands=["spell"])
    walk(do(state, "play spell"), 5, "A6", "A7")
    assert phase(state) == "moving"


def test_5_14_several_add_up() -> None:
    state = temple("A6", "A37", hands=["spell, spell"], medallions=[1, 0])
    do(state, "play spell", "pay", "play spell")
    walk(state, 5, "A7", "A6", "A7")
    assert phase(state) == "moving"


def test_5_14_it_protects_ones_own_raider_only() -> None:
    state = temple("A4", "F4", hands=["spell, dagger"], medallions=[1, 0])
    do(state, "play spell", "pay", "play dagger", "F3")
    assert phase(state) == "uncovering"


def test_5_14_it_does_not_keep_the_egg_away() -> None:
    state = temple("F0", "A37", hands=["spell"])
    walk(do(state, "play spell"), 3, "G")
    assert (egg(state), phase(state)) == ("Ann", "moving")


def test_5_15_a_stone_is_a_coin_for_oneself() -> None:
    assert coins(do(with_cards("stone"), "play stone", "gain")) == [5, 4]


def test_5_15_or_one_of_ones_own_for_another_raider() -> None:
    assert coins(do(with_cards("stone"), "play stone", "name Ben")) == [3, 5]


def test_5_15_it_may_be_the_last() -> None:
    state = with_cards("stone", "A37", "A53", coins=[1, 1, 1])
    do(state, "play stone", "name Cem")
    assert coins(state) == [0, 1, 2]
    assert life(state, "Ann") == "dead"


def test_5_16_a_helmet_turns_a_ring() -> None:
    state = do(with_cards("mirror helmet"), "play mirror helmet")
    assert choices(state) == {f"turn {ring} {way}" for ring in RINGS for way in "+-"}
    do(state, "turn middle -", "die 6")
    assert turned(state, "middle") == 10


@pytest.mark.parametrize("helmet", ["dull helmet", "horned helmet", "mirror helmet"])
def test_5_16_all_helmets_do_the_same(helmet: str) -> None:
    state = do(with_cards(helmet), f"play {helmet}", "turn outer +", "die 1")
    assert where(state, "Ann") == "A8"


def test_5_17_sparks_are_two_more_steps_before_the_dice_or_after_them() -> None:
    state = do(with_cards("sparks"), "play sparks")
    assert int(walk(state, 3).steps) == 5
    state = walk(with_cards("sparks"), 1, "A3", "play sparks")
    assert int(state.steps) == 2


def test_5_18_a_sword_does_nothing() -> None:
    before = with_cards("sword, tar")
    after = do(with_cards("sword, tar"), "play sword")
    assert coins(before) == coins(after)
    assert hand(after, "Ann") == ["tar"]


def test_5_19_saliva_draws_a_card_and_turns_up_as_many_as_a_die_says() -> None:
    state = do(with_cards("saliva"), "play saliva", "draws pole", "die 3")
    do(state, "up calm", "up calm", "up Sun gates open")
    assert gates(state) == "sun"
    assert phase(state) == "rolling"


def test_5_19_each_takes_effect_before_the_next() -> None:
    state = do(
        with_cards("saliva"), "play saliva", "draws pole", "die 2", "up Outer ring clockwise"
    )
    assert phase(state) == "turning"
    do(state, "die 1", "up plenty", "draws tar", "draws tar")
    assert hand(state, "Ann") == ["pole", "tar", "tar"]


def test_5_19_until_ones_raider_dies() -> None:
    state = temple("F1", "A37", "A53", hands=["saliva"], tiles={"F1": "empty"}, coins=[2, 4, 4])
    do(state, "play saliva", "draws pole", "die 6", "up fire")
    assert (life(state, "Ann"), phase(state)) == ("dead", "raising")
    do(state, f"put {sorted(puts(state))[0]}")
    assert (asked(state), phase(state)) == ("chance", "rolling")


def test_5_19_the_tile_under_ones_feet_lets_a_flash_work() -> None:
    state = temple("F3", "A37", hands=["saliva"])
    do(state, "play saliva", "draws pole", "die 1", "up iris flash")
    assert puts(state) == {"F7", "F11", "F15"}


def test_5_20_an_eclipse_closes_all_gates_and_discards_the_rest_of_the_hand() -> None:
    state = do(with_cards("eclipse, tar, pole", gates="sun moon"), "play eclipse")
    assert gates(state) == ""
    assert hand(state, "Ann") == []
    assert pile(state.discards) == {"eclipse": 1, "pole": 1, "tar": 1}


def test_5_21_a_carving_lets_another_draw_two() -> None:
    state = do(with_cards("carving"), "play carving")
    assert phase(state) == "drawing"  # nobody has a card to lose
    do(state, "draws tar", "draws pole")
    assert hand(state, "Ben") == ["pole", "tar"]


def test_5_21_or_lose_a_random_one() -> None:
    state = temple("A4", "A37", hands=["carving", "tar, tar, pole"])
    do(state, "play carving")
    assert choices(state) == {"name Ben", "spoil Ben"}
    do(state, "spoil Ben")
    assert odds(state) == {"loses tar": 2, "loses pole": 1}
    do(state, "loses tar")
    assert hand(state, "Ben") == ["pole", "tar"]
    assert pile(state.discards) == {"carving": 1, "tar": 1}


def test_5_21_whoever_it_is() -> None:
    state = temple("A4", "A37", "A53", hands=["pole", "carving", "gaze"], active="Ben")
    assert choices(do(state, "play carving")) == {
        f"{verb} {seat}" for verb in ("name", "spoil") for seat in ("Ann", "Cem")
    }
    do(state, "spoil Ann", "loses pole")
    assert (hand(state, "Ann"), hand(state, "Cem")) == ([], ["gaze"])


def test_5_21_who_has_eight_cards_cannot_draw() -> None:
    state = temple("A4", "A37", "A53", hands=["carving", f"{FULL}, tar"])
    do(state, "play carving")
    assert choices(state) == {"name Cem", "spoil Ben"}


def test_5_21_drawing_stops_at_eight() -> None:
    state = temple("A4", "A37", hands=["carving", FULL])
    do(state, "play carving", "name Ben", "draws sword")
    assert len(hand(state, "Ben")) == 8
    assert phase(state) == "rolling"


def test_5_22_twins_draw_a_card_and_make_two_temple_tiles() -> None:
    state = do(with_cards("twins"), "play twins", "draws pole", "put A5", "put A6")
    assert (tile(state, "A5"), tile(state, "A6")) == ("temple", "temple")
    assert phase(state) == "rolling"


def test_5_22_of_empty_tiles_that_nobody_is_on_also_under_a_loose_egg() -> None:
    state = do(with_cards("twins", egg="F0", rollers_out=True), "play twins", "draws pole")
    assert {"F0", "A5", "A21"} <= puts(state)
    assert not {"A4", "A37", "A7", "B0", "A2", "G"} & puts(state)
    assert len(puts(state)) == 142 - 2
    do(state, "put F0")
    assert "F0" not in puts(state)


def test_5_23_tar_costs_a_coin_and_brings_three_cards() -> None:
    state = draw_on(do(with_cards("tar"), "play tar"))
    assert coins(state) == [3, 4]
    assert len(hand(state, "Ann")) == 3


def test_5_23_it_may_be_the_last_coin_and_the_cards_are_drawn_first() -> None:
    state = do(with_cards("tar", "A37", "A53", coins=[1, 4, 4]), "play tar")
    assert phase(state) == "drawing"
    draw_on(state)
    assert life(state, "Ann") == "dead"
    assert len(hand(state, "Ann")) == 3
