"""Questions."""

from .drawn import (
    battle,
    choices,
    coins,
    do,
    draw_on,
    egg,
    ended,
    gates,
    phase,
    steps,
    temple,
    walk,
    where,
    winners,
)


def test_f_1_a_space_is_a_letter_and_a_number_clockwise_from_twelve() -> None:
    assert steps(walk(temple("A63", "A37"), 2)) == {"A62", "A0"}


def test_f_1_a_name_stays_where_it_is_when_a_ring_turns() -> None:
    state = temple("A5", "A37", turned={"outer": 3})
    assert where(state, "Ann") == "A5"


def test_f_2_a_ring_that_turns_takes_me_along() -> None:
    state = walk(temple("F4", "A5"), 3, "F3", "up Outer ring clockwise", "die 3")
    assert where(state, "Ben") == "A17"


def test_f_3_i_may_not_stay_on_a_space_with_somebody_else() -> None:
    state = walk(temple("A6", "A37", "A7", "F4", mode="teams"), 3, "A7")
    assert "stop" not in choices(state)


def test_f_4_i_lose_the_egg_when_i_die() -> None:
    state = temple("A4", "A37", egg="Ann", rollers_out=True, hands=["tar"], coins=[1, 4])
    draw_on(do(state, "play tar"))
    assert egg(state) == "A4"


def test_f_5_i_can_still_win_when_i_am_dead() -> None:
    state = temple("A4", "dead", hands=["tar"], coins=[1, 0])
    draw_on(do(state, "play tar"))
    assert (ended(state), winners(state)) == ("swarm", "Ben")


def test_f_6_cards_of_the_temple_deck_open_the_gates() -> None:
    state = temple("F4", "A5")
    assert gates(state) == ""
    assert gates(walk(state, 3, "F3", "up Sun gates open")) == "sun"


def test_f_7_who_is_shut_in_may_turn_their_own_ring() -> None:
    state = temple("D0", "F4", turned={"inner": 3, "outer": 1})
    assert choices(state) == {"roll", "turn middle +", "turn middle -"}


def test_f_8_the_sword_beats_everything() -> None:
    state = temple("A6", "A7", hands=["sword", "eclipse"])
    do(state, "roll", "die 1", "A7")
    battle(state, Ann="sword", Ben="eclipse")
    assert coins(state) == [5, 3]


def test_f_9_outside_a_rival_may_follow_and_fight() -> None:
    hands = ["tar, tar", "pole"]
    state = temple("Sun 1", "A4", egg="Ann", gates="sun", active="Ben", hands=hands)
    assert phase(walk(state, 2, "Sun 1")) == "battling"
