"""What may not be done is refused with the sentence that forbids it, and nothing changes."""

from typing import Any

import pytest

from templetop.cli.typed import Codes, Unclear
from templetop.engine.match import NotYourTurn, check, legal_moves
from templetop.engine.refusal import IllegalMove
from templetop.games import shelf

from .drawn import SEATS, asked, do, draw_on, phase, space, temple, walk

CARD = shelf.take("karmaggan")


def refused(state: Any, typed: str) -> tuple[str, str]:
    """The rule and the sentence with which something typed is refused."""
    seat = SEATS.index(asked(state).split()[0])
    before = state.tobytes()
    with pytest.raises(IllegalMove) as refusal:
        Codes(state, seat).understand(typed)
    assert state.tobytes() == before
    return refusal.value.rule, str(refusal.value)


def moving(*raiders: str, steps: int = 4, **given: Any) -> Any:
    """Ann has rolled, and moves."""
    return walk(temple(*raiders, **given), steps)


# ── Steps ────────────────────────────────────────────────────────────────────────────────────────


def test_3_4_a_space_must_be_beside() -> None:
    assert refused(moving("A5", "A30"), "A8") == ("3.4", "A8 is not beside A5.")
    assert refused(moving("A5", "A30"), "A5") == ("3.4", "The piece is already on A5.")


@pytest.mark.parametrize(("here", "there"), [("A7", "A8"), ("C5", "D2"), ("E4", "F2"), ("F1", "G")])
def test_3_4_nobody_steps_through_a_wall(here: str, there: str) -> None:
    tiles = {here: "empty", there: "empty"} if there != "G" else {here: "empty"}
    sentence = f"A wall stands between {here} and {there}."
    assert refused(moving(here, "A30", tiles=tiles), there) == ("3.4", sentence)


def test_1_4_walls_are_where_the_rings_have_turned_to() -> None:
    state = moving("A7", "A30", turned={"outer": 1})
    assert Codes(state, 0).understand("A8") in legal_moves(state, 0)
    assert refused(moving("A11", "A30", turned={"outer": 1}), "A12")[0] == "3.4"


def test_3_5_an_abyss_needs_a_pole() -> None:
    sentence = "A2 is an abyss: you need a pole to step there."
    assert refused(moving("A3", "A30"), "A2") == ("3.5", sentence)


def test_3_15_a_pole_needs_steps_enough() -> None:
    state = do(temple("A3", "A30", hands=["pole"]), "play pole")
    if asked(state) != "chance":
        do(state, "roll")
    do(state, "die 1")
    assert refused(state, "A2")[0] == "3.15"


def test_3_13_no_last_step_leads_onto_an_ally() -> None:
    state = moving("A4", "A30", "A5", "A40", steps=1, mode="teams", hands=["tar"])
    assert refused(state, "A5") == ("3.13", "An ally is on A5, and this is the last step.")


def test_3_2_without_steps_nobody_steps() -> None:
    state = moving("A5", "A30", steps=1, hands=["tar"])
    do(state, "A4")
    assert refused(state, "A5") == ("3.2", "There are no steps left.")


def test_9_1_a_gate_must_be_there_and_open_and_one_must_have_the_egg() -> None:
    assert refused(moving("A8", "A30", egg="Ann"), "Sun 1") == (
        "9.1",
        "The gate Sun 1 is not before A8.",
    )
    closed = refused(moving("A5", "A30", egg="Ann"), "Sun 1")
    assert closed == ("9.1", "The Sun gates are closed.")
    rule, sentence = refused(moving("A5", "A30", gates="sun"), "Sun 1")
    assert rule == "9.1"
    assert "Only the carrier" in sentence


def test_1_1_there_are_no_other_spaces() -> None:
    state = moving("A5", "A30")
    assert refused(state, "A64") == ("1.1", "There is no space A64: row A ends with A63.")
    assert refused(state, "d32") == ("1.1", "There is no space D32: row D ends with D31.")
    assert refused(state, "h1") == ("1.1", "There is no row H: they are A to G.")
    assert refused(state, "g1") == ("1.1", "The centre is one space, G.")


def test_words_that_mean_nothing_name_no_rule() -> None:
    state = moving("A5", "A30")
    for typed in ("hello", "a5a", "12345"):
        with pytest.raises(Unclear):
            Codes(state, 0).understand(typed)


# ── The turn ─────────────────────────────────────────────────────────────────────────────────────


def test_3_1_rolling_comes_first() -> None:
    state = temple("A5", "A30", hands=["tar"])
    assert refused(state, "stop")[0] == "3.1"
    assert refused(state, "A4") == ("3.1", "It is time to roll the dice.")
    assert refused(moving("A5", "A30"), "roll")[0] == "3.2"


def test_3_13_nobody_ends_a_turn_on_anothers_space() -> None:
    state = do(moving("A4", "A5", hands=["tar", "tar"]), "A5", "pass", "pass")
    assert refused(state, "stop") == ("3.13", "A turn cannot end on somebody else's space.")


def test_5_12_nor_on_an_abyss() -> None:
    state = do(temple("A3", "A30", hands=["pole"]), "play pole")
    if asked(state) != "chance":
        do(state, "roll")
    do(state, "die 4", "A2")
    assert refused(state, "stop") == ("5.12", "A turn cannot end on an abyss.")


def test_3_1_nobody_acts_out_of_turn() -> None:
    state = moving("A5", "A30")
    with pytest.raises(NotYourTurn) as refusal:
        check(state, 1, legal_moves(state, 0)[0])
    assert refusal.value.rule == "3.1"


def test_3_16_only_who_is_cut_off_turns_a_ring() -> None:
    state = temple("A5", "A30", hands=["tar"])
    assert refused(state, "ring outer +")[0] == "3.16"


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────


def test_5_7_no_card_in_the_first_turn() -> None:
    state = moving("A5", "A30", hands=["tar"], first_round=True)
    assert refused(state, "play tar") == ("5.7", "You cannot play a card in your first turn.")


def test_5_1_a_card_must_be_in_the_hand_and_it_is_one_a_turn() -> None:
    state = moving("A5", "A30", hands=["pole, spell"])
    assert refused(state, "play tar") == ("5.1", "The card tar is not in your hand.")
    do(state, "play pole")
    assert refused(state, "play spell") == ("5.1", "You have already played a card in this turn.")


def test_5_4_another_card_costs_a_medallion() -> None:
    state = moving("A5", "A30", hands=["pole, spell"], medallions=[1, 0])
    assert refused(state, "pay") == ("5.4", "You may play a card without paying.")
    do(state, "play pole")
    assert refused(state, "play spell") == (
        "5.4",
        "You have played a card: pay a medallion first.",
    )


def test_5_6_a_card_needs_somebody_to_act_on() -> None:
    state = moving("A5", "A30", hands=["fingers"])
    sentence = "The card fingers has nobody to act on."
    assert refused(state, "play fingers") == ("5.6", sentence)


def test_5_8_a_card_concerns_somebody_else_who_is_inside() -> None:
    state = do(temple("A5", "A30", "out", hands=["carving", "tar"]), "play carving")
    assert phase(state) == "naming"
    assert refused(state, "target 1")[0] == "5.8"
    assert refused(state, "target 3") == ("5.8", "Seat 3 is outside or out of the game.")
    assert refused(state, "gain")[0] == "5.15"


def test_5_25_a_dagger_moves_nobody_onto_an_abyss_or_another() -> None:
    state = do(temple("A20", "B4", "A4", hands=["dagger"]), "play dagger", "name Ben")
    assert refused(state, "B5") == ("5.25", "B5 is an abyss: a dagger cannot move anybody there.")
    assert refused(state, "A4") == ("5.25", "Somebody is on A4: a dagger moves nobody there.")


def test_6_3_a_battle_card_must_be_in_the_hand() -> None:
    state = moving("A4", "A5", steps=1, hands=["pole", "tar"])
    do(state, "A5")
    assert refused(state, "battle sword") == ("6.3", "The card sword is not in your hand.")


# ── Putting something somewhere ──────────────────────────────────────────────────────────────────


def test_5_22_a_temple_tile_replaces_an_empty_one_that_nobody_is_on() -> None:
    state = do(temple("A5", "A30", hands=["twins"]), "play twins", "draws tar")
    assert refused(state, "A2") == ("5.22", "The abyss A2 is not an empty tile.")
    assert refused(state, "A5") == ("5.22", "Somebody is on A5.")


def test_4_9_a_flash_leads_to_temple_tiles_of_the_ring() -> None:
    state = do(moving("A14", "A31"), "A15", "up iris flash")
    assert refused(state, "A4") == ("4.9", "A4 is not a temple tile.")
    assert refused(state, "A31") == ("4.9", "Somebody is on the temple tile A31.")
    assert refused(state, "E0") == ("4.9", "The temple tile E0 is in another ring.")


def test_7_2_7_3_a_summoning_tile_lies_beside_where_somebody_died() -> None:
    state = temple("G", "A37", "A53", egg="Ann", hands=["tar"], coins=[1, 4, 4])
    draw_on(do(state, "play tar"))
    assert refused(state, "F4") == ("7.2", "F4 is not beside G.")
    assert refused(state, "G") == ("7.2", "No summoning tile lies in the centre.")
    do(state, "put F0")
    assert refused(state, "F4") == ("7.3", "F4 is not beside F0.")
    assert refused(state, "F1") == ("7.3", "No summoning tile is placed on an abyss.")


def test_7_7_a_spawn_is_summoned_on_a_free_tile_of_the_swarm() -> None:
    tiles = {"A3": "dark", "A4": "dark", "A6": "dark"}
    state = do(temple("A6", "dead", tiles=tiles, active="Ben"), "summon")
    assert refused(state, "A5") == ("7.7", "A5 is not a summoning tile of your swarm.")
    assert refused(state, "A6") == ("7.7", "The summoning tile A6 is not free.")


# ── The Egg and the swarm ────────────────────────────────────────────────────────────────────────


def test_8_4_8_5_the_egg_is_given_to_team_mates_beside_or_thrown_in_line() -> None:
    state = temple("A4", "A30", "A9", "A40", egg="Ann", mode="teams", hands=["tar"])
    assert refused(state, "hand 2") == ("8.4", "Seat 2 is not your team-mate.")
    assert refused(state, "hand 3")[0] == "8.4"
    assert refused(state, "throw 3")[0] == "8.5"
    state = temple("A4", "A30", hands=["tar"])
    assert refused(state, "hand 2") == ("8.4", "You do not carry the Egg.")
    assert refused(state, "throw 2") == ("8.5", "You do not carry the Egg.")
    assert refused(state, "take")[0] == "8.6"


def test_7_6_the_swarm_summons_or_moves_once() -> None:
    tiles = {"A3": "dark", "A4": "dark"}
    state = temple("A30", "dead", tiles=tiles, spawns="A6", active="Ben", medallions=[0, 1])
    do(state, "summon", "put A3")
    assert refused(state, "roll")[0] == "7.6"
    assert refused(state, "summon")[0] == "7.6"
    assert refused(state, "play tar") == ("5.7", "Players of the swarm cannot play cards.")
    assert refused(state, "sacrifice 5") == ("7.9", "There is no spawn 5 on the table.")


def test_7_10_a_medallion_needs_a_free_tile_whatever_else_was_done() -> None:
    sentence = "There is no free summoning tile of your swarm."
    state = temple("A30", "dead", spawns="F4 F5 E20", active="Ben", medallions=[0, 1])
    do(state, "roll", "die 3")
    assert refused(state, "pay") == ("7.7", sentence)
    do(state, "lead 1", "F5")  # where another one is
    assert refused(state, "pay") == ("7.7", sentence)
    assert refused(state, "roll")[0] == refused(state, "summon")[0] == "7.6"
    assert refused(state, "lead 3")[0] == "7.8"


def test_7_8_first_the_dice_then_which_spawn_goes() -> None:
    state = temple("A30", "dead", spawns="F4 E20", active="Ben")
    roll = "No spawn is being led: roll, and say which one goes."
    assert refused(state, "F5") == ("7.8", roll)
    do(state, "roll", "die 3")
    assert refused(state, "F5") == ("7.8", "Say first which spawn goes.")
    tiles = {"F2": "dark", "F3": "dark"}
    acted = "The swarm has already summoned or moved in this turn."
    state = do(temple("A30", "dead", spawns="F4", tiles=tiles, active="Ben"), "summon", "put F2")
    assert refused(state, "F5") == ("7.6", acted)
    none = "The swarm has no spawn that could move."
    state = temple("A30", "dead", tiles=tiles, active="Ben")
    assert refused(state, "F5") == ("7.8", none)


def test_7_11_spawns_stay_inside_and_off_the_egg() -> None:
    state = walk(temple("A30", "dead", spawns="A5", egg="A4", gates="sun", active="Ben"), 3)
    assert refused(state, "A4") == ("7.11", "Spawns cannot step on a loose Egg.")
    assert refused(state, "Sun 1") == ("7.11", "Spawns cannot leave through a gate.")


# ── From a board ─────────────────────────────────────────────────────────────────────────────────


def test_the_move_to_any_space_is_known_to_whoever_is_asked() -> None:
    state = moving("A5", "A30", turned={"outer": 3})
    first = CARD.view(state, 0).first_move
    assert [CARD.view(state, seat).first_move for seat in (1, None)] == [None, None]
    with pytest.raises(IllegalMove, match="A8 is not beside A5"):
        check(state, 0, first + space(state, "A8"))
    assert first + space(state, "A6") in legal_moves(state, 0)
