"""What a person reads and types: moves and events in words, codes, and who is told what."""

from typing import Any

import pytest

from templetop.cli.typed import Codes
from templetop.engine.match import (
    Match,
    code_of,
    legal_moves,
    message_of,
    phase_of,
    seats_to_move,
)
from templetop.engine.seats import CHANCE
from templetop.engine.telling import Teller, sentences, told_to
from templetop.games import shelf
from templetop.games.karmaggan.rules import moves

from .drawn import SEATS, asked, battle, do, numbers, phase, puts, temple, told, walk
from .drawn import choices as words_of_tests

CARD = shelf.take("karmaggan")


def says(state: Any, words: str) -> str:
    """The sentence for what is done, in the words of the tests' own language."""
    who = asked(state)
    seat = CHANCE if who == "chance" else SEATS.index(who.split()[0])
    found = {told(state, seat, number): number for number in numbers(state, seat)}
    assert words in found, words_of_tests(state)
    subject = "Chance" if seat == CHANCE else SEATS[seat]
    return message_of(state, seat, found[words]).sentence(subject, SEATS)


def heard_by(state: Any, viewer: int | None, event: int) -> str:
    return told_to(viewer, 0, state, CHANCE, event).sentence(SEATS)


# ── Steps ────────────────────────────────────────────────────────────────────────────────────────


def test_3_4_a_step_names_the_space_and_what_lies_there() -> None:
    state = walk(temple("A6", "A30"), 4)
    assert says(state, "A7") == "Ann steps to the object tile A7."
    assert says(state, "A5") == "Ann steps to A5."


def test_1_2_spaces_are_named_as_the_rings_lie_now() -> None:
    state = walk(temple("A10", "A30", turned={"outer": 1}), 4)
    assert says(state, "A11") == "Ann steps to the object tile A11."


def test_6_1_a_step_says_whom_one_meets() -> None:
    state = walk(temple("A4", "A5", spawns="A3"), 4)
    assert says(state, "A5") == "Ann steps to A5, where Ben is."
    assert says(state, "A3") == "Ann steps to A3, where a spawn is."


def test_4_4_a_step_says_that_it_leads_through_a_roller() -> None:
    state = walk(temple("A7", "A30", rollers_out=True, egg="F0", turned={"outer": 1}), 4)
    assert says(state, "A8") == "Ann steps through the roller to A8."


def test_8_9_it_is_told_who_throws_the_egg() -> None:
    state = temple("F8", "A37", "C2", "A53", "A0", "A45", hands=["dagger"], mode="teams",
                   rollers_out=True, egg="Cem")  # fmt: skip
    do(state, "play dagger", "name Cem", "C1", "C0", "no")
    assert says(state, "throw Eve") == "Ann has Cem throw the Egg to Eve."
    refusal = CARD.moves.why_not(state, 0, moves.THROW + 5, phase_of(state))
    assert (refusal.rule, "in line" in str(refusal)) == ("8.9", True)
    state = temple("C0", "A0", egg="Ann", hands=["sword"], rollers_out=True)
    assert says(state, "throw Ben") == "Ann throws the Egg to Ben."


def test_8_1_a_step_says_that_the_egg_is_picked_up() -> None:
    state = walk(temple("A6", "A30", egg="A5"), 4)
    assert says(state, "A5") == "Ann steps to A5 and picks up the Egg."


def test_9_1_who_leaves_is_told_by_which_gate() -> None:
    state = walk(temple("A5", "A30", egg="Ann", gates="sun"), 4)
    assert says(state, "Sun 1") == "Ann leaves the Temple for the trail Sun 1."


def test_7_8_a_spawn_has_a_number() -> None:
    state = walk(temple("A5", "dead", spawns="A8", active="Ben"), 4)
    assert says(state, "A9") == "Ben moves spawn 1 to the object tile A9."


def test_5_24_a_dagger_moves_somebody_else() -> None:
    state = do(temple("A5", "A30", hands=["dagger"]), "play dagger")
    if phase(state) == "naming":
        do(state, "name Ben")
    assert says(state, "A31") == "Ann moves Ben to the temple tile A31."


# ── What is put somewhere has a message for each phase ───────────────────────────────────────────


def test_6_10_the_winner_throws_the_loser() -> None:
    state = fought(Ann="sword, sword", Ben="tar, tar")
    assert says(state, "put A7").startswith("Ann throws Ben to ")


def fought(Ann: str, Ben: str) -> Any:  # noqa: N803
    """Ann has attacked Ben on A4, and all cards are played."""
    state = walk(temple("A3", "A4", hands=[Ann, Ben]), 1, "A4")
    return battle(state, Ann=Ann, Ben=Ben)


def test_6_12_through_the_roller_or_past_it() -> None:
    turned = {"outer": 1, "middle": 14}
    state = temple("D4", "D3", hands=["sword", "tar"], turned=turned, rollers_out=True, egg="F0")
    battle(walk(state, 1, "D3"), Ann="sword", Ben="tar")
    do(state, "put C8")
    assert says(state, "through") == "Ann throws Ben through the roller."
    assert says(state, "past") == "Ann throws Ben past the roller."


def test_6_10_a_spawn_that_has_not_won_is_thrown() -> None:
    state = temple("A9", "dead", spawns="A8", hands=["tar"], active="Ben")
    battle(walk(state, 1, "A9"), Ann="nothing, nothing, nothing", Ben="nothing, nothing, nothing")
    thrown = {says(state, f"put {place}") for place in puts(state)}
    assert thrown
    assert all(sentence.startswith("Ann throws the spawn to ") for sentence in thrown)


def test_6_14_the_egg_of_a_carrier_whom_a_spawn_beats_drops() -> None:
    state = temple("A9", "dead", spawns="A8", egg="Ann", hands=["tar", "dagger"], active="Ben")
    battle(walk(state, 1, "A9"), Ann="tar", Ben="dagger")
    do(state, f"put {min(puts(state))}")
    assert says(state, "put A8") == "Ben lets the Egg drop at A8."


def test_3_14_who_may_not_stay_retreats() -> None:
    state = do(walk(temple("A4", "A5", hands=["tar", "tar"]), 4, "A5"), "pass", "pass")
    state.steps = 0
    assert says(do(state, "stop"), "put A4") == "Ann retreats to A4."


def test_7_7_a_spawn_is_put_on_a_summoning_tile() -> None:
    tiles = {"A3": "dark", "A6": "dark"}
    state = temple("A30", "dead", tiles=tiles, active="Ben")
    assert says(state, "summon") == "Ben summons a spawn."
    assert says(do(state, "summon"), "put A3") == "Ben puts the spawn on the summoning tile A3."


def test_7_7_where_there_is_only_one_tile_it_is_named_at_once() -> None:
    state = temple("A30", "dead", tiles={"A3": "dark"}, active="Ben")
    assert says(state, "summon") == "Ben summons a spawn on A3."


def test_5_22_a_temple_tile_is_laid() -> None:
    state = do(temple("A5", "A30", hands=["twins"]), "play twins", "draws tar")
    assert says(state, "put A4") == "Ann lays a temple tile on A4."


def test_4_9_a_flash_takes_one_somewhere() -> None:
    state = walk(temple("A14", "A40"), 4, "A15")
    assert says(state, "up iris flash") == "A flash takes Ann away."
    assert says(do(state, "up iris flash"), "put A31") == (
        "Ann follows the flash to the temple tile A31."
    )


# ── Cards, the Egg, the swarm ────────────────────────────────────────────────────────────────────


def test_4_9_a_flash_that_leads_nowhere_says_so() -> None:
    in_the_centre = walk(temple("F0", "A31", "A53"), 3, "G")
    assert says(in_the_centre, "up iris flash") == "A flash lights up, and Ann stays."
    state = do(temple("A5", "A31", hands=["saliva"]), "play saliva", "draws tar", "die 1")
    assert says(state, "up iris flash") == "A flash lights up, and Ann stays."


def test_5_1_a_card_says_what_it_does() -> None:
    state = temple("A5", "A30", hands=["pole, tar"])
    assert says(state, "play pole") == ("Ann plays the pole: step on one abyss in this turn.")
    assert says(state, "play tar") == "Ann plays the tar: lose a coin and draw three cards."


def test_6_3_a_battle_card_says_what_it_is_worth() -> None:
    state = walk(temple("A3", "A4", hands=["pole", "tar"]), 1, "A4")
    assert says(state, "card pole") == "Ann fights with the pole, attack."
    assert says(state, "card nothing") == "Ann fights without a card."


def test_8_4_the_egg_is_handed_over_thrown_or_taken() -> None:
    state = temple("A4", "A30", "A5", "A40", egg="Ann", mode="teams")
    assert says(state, "hand Cem") == "Ann hands the Egg to Cem."
    state = temple("A4", "A30", "A5", "A40", egg="Cem", mode="teams")
    assert says(state, "take") == "Ann takes the Egg from Cem."
    state = temple("C4", "A4", egg="Ann")
    assert says(state, "throw Ben") == "Ann throws the Egg to Ben."


def test_7_9_7_10_a_spawn_is_sacrificed_or_paid_for() -> None:
    state = temple("A30", "dead", spawns="B7", tiles={"A3": "dark"}, active="Ben",
                   medallions=[0, 1])  # fmt: skip
    assert says(state, "sacrifice 1") == "Ben sacrifices spawn 1 on B7."
    assert says(state, "pay") == "Ben pays a medallion to summon a spawn."


# ── Events ───────────────────────────────────────────────────────────────────────────────────────


def test_4_5_a_trap_tells_whom_it_hits_and_kills() -> None:
    state = walk(temple("B4", "C2", "C6", coins=[4, 1, 4]), 4, "B3")
    assert says(state, "up arrows") == "Arrows hit Ben and Cem and kill Ben."
    state = walk(temple("B4", "C2", "C40", coins=[4, 1, 4]), 4, "B3")
    assert says(state, "up arrows") == "Arrows kill Ben."
    assert says(state, "up fire") == "Fire bursts out and hits nobody."


def test_4_3_a_ring_turns_so_far() -> None:
    state = do(walk(temple("A14", "A40"), 4, "A15"), "up Outer ring clockwise")
    assert says(state, "die 1") == "The Outer ring turns clockwise by 1 sector."
    assert says(state, "die 3") == "The Outer ring turns clockwise by 3 sectors."


def test_4_4_damage_is_told_with_what_it_costs() -> None:
    state = walk(
        temple("A7", "A30", rollers_out=True, egg="F0", turned={"outer": 1}, coins=[3, 4]), 4, "A8"
    )
    assert says(state, "die 1") == "Ann rolls 1, and the roller costs nothing."
    assert says(state, "die 2") == "Ann rolls 2 and loses 1 coin to the roller."
    assert says(state, "die 3") == "Ann rolls 3 and loses 2 coins to the roller."
    assert says(state, "die 6") == "Ann rolls 6 and dies under the roller."


def test_3_10_blood_brings_coins_or_a_medallion() -> None:
    state = do(walk(temple("A0", "A30"), 4, "B0"), "yes")
    assert says(state, "tastes 3") == "Ann finds blood for 3 coins."
    assert says(state, "tastes M") == "Ann finds a medallion in the blood."


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────


def test_2_8_a_drawn_card_is_seen_by_its_seat_alone() -> None:
    state = do(walk(temple("A6", "A30"), 4, "A7"), "yes")
    event = moves.DRAW + 16
    assert heard_by(state, 0, event) == "Ann draws the tar."
    assert heard_by(state, 1, event) == heard_by(state, None, event) == "Ann draws a card."


def test_5_13_a_card_that_was_shown_is_known_to_all() -> None:
    state = do(walk(temple("A6", "A30", shown="tar"), 4, "A7"), "yes")
    event = moves.DRAW + 16
    assert heard_by(state, 1, event) == heard_by(state, None, event) == "Ann draws the tar."


def test_5_10_a_stolen_card_is_seen_by_thief_and_victim() -> None:
    state = do(temple("A5", "A30", "A40", hands=["fingers", "tar"]), "play fingers")
    if phase(state) == "naming":
        do(state, "name Ben")
    event = moves.STEAL + 16
    assert heard_by(state, 0, event) == heard_by(state, 1, event) == "Ann steals the tar from Ben."
    assert (
        heard_by(state, 2, event) == heard_by(state, None, event) == "Ann steals a card from Ben."
    )


# ── What belongs together ────────────────────────────────────────────────────────────────────────


def log_of(state: Any, *what: str) -> list[str]:
    """What a spectator reads of it."""
    teller = Teller(None)
    for number, words in enumerate(what):
        (seat,) = seats_to_move(state)
        found = {told(state, seat, move): move for move in numbers(state, seat)}
        teller.tell(number, state, [(seat, found[words])])
        do(state, words)
    return [*sentences(teller.lines, SEATS)]


def test_the_dealing_is_one_happening() -> None:
    match = Match.new(CARD, SEATS[:3])
    teller = Teller(0)
    while CHANCE in match.awaited:
        event = legal_moves(match.state, CHANCE)[0]
        teller.tell(len(match.moves), match.state, [(CHANCE, event)])
        match.play(CHANCE, event)
    beginning, dealing, *_ = sentences(teller.lines, SEATS)
    assert beginning == "Ann begins."
    assert dealing.startswith("The hands are dealt: Cem draws a card, 4 times. Ben draws a card, ")
    assert dealing.endswith(" Ann draws the pole.")


def test_5_23_cards_drawn_in_a_row_are_one_happening() -> None:
    log = log_of(temple("A5", "A30", hands=["tar"]), "play tar", *["draws pole"] * 3)
    assert log[-1] == "Ann draws from the deck: Ann draws a card, 3 times."


def test_5_19_temple_cards_of_saliva_are_one_happening() -> None:
    state = temple("A5", "A30", hands=["saliva"])
    log = log_of(state, "play saliva", "draws tar", "die 3", "up calm", "up Sun gates open")
    assert log[-1] == ("The saliva stirs the Temple: The Temple stays calm. The Sun gates open.")


def test_4_6_acid_is_one_happening() -> None:
    state = walk(temple("A14", "E4", "E12"), 4, "A15")
    log = log_of(state, "up acid", "die 1", "die 4")
    assert log[-1] == (
        "The acid burns: Ben rolls 1, and the acid costs nothing. "
        "Cem rolls 4 and loses 2 coins to the acid."
    )


# ── As they are typed ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("typed", "code"), [
    ("A7", "A7"), ("a7", "A7"), ("step A7", "A7"), ("go to a 7", "A7"), ("play pole", "play pole"),
    ("stop", "stop"), ("end", "stop"), ("STOP", "stop"),
])  # fmt: skip
def test_a_move_may_be_typed_in_words(typed: str, code: str) -> None:
    state = walk(temple("A6", "A30", hands=["pole"]), 4)
    codes = Codes(state, 0)
    assert codes.of[codes.understand(typed)] == code


@pytest.mark.parametrize("typed", ["ring outer +", "turn Outer clockwise", "ring outer cw"])
def test_a_ring_may_be_typed_in_words(typed: str) -> None:
    state = do(temple("A6", "A30", hands=["dull helmet"]), "play dull helmet")
    codes = Codes(state, 0)
    assert codes.of[codes.understand(typed)] == "ring outer +"


def test_a_space_is_typed_alike_whatever_is_asked() -> None:
    state = do(temple("A5", "A30", hands=["twins"]), "play twins", "draws tar")
    codes = Codes(state, 0)
    assert codes.understand("a4") == codes.understand("put A4") == moves.PUT + 4
    state = temple("A5", "A30", starts="chosen")
    assert code_of(state, 0, moves.START) == "begin A5"


def test_every_code_that_is_offered_is_understood() -> None:
    state = walk(temple("A6", "A30", hands=["pole, dagger, fingers", "tar"]), 4)
    codes = Codes(state, 0)
    for move in legal_moves(state, 0):
        assert codes.understand(codes.of[move]) == move


def test_the_greeting_says_what_can_be_typed() -> None:
    preparing = temple("A6", "A30", hands=["pole"])
    moving = walk(temple("A6", "A30", hands=["pole"]), 4)
    tables = {"roll": preparing, "step A5": moving, "play pole": moving, "stop": moving}
    for typed, state in tables.items():
        assert typed in CARD.welcome
        Codes(state, 0).understand(typed)
