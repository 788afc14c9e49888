"""What a seat may see."""

from typing import Any

from templetop.games import shelf
from templetop.games.karmaggan.people.view import (
    BattleView,
    FighterView,
    KarmagganView,
    QuestionView,
)

from .drawn import SEATS, battle, choices, do, draw_on, phase, space, temple, walk

CARD = shelf.take("karmaggan")


def seen(state: Any, seat: str = "") -> KarmagganView:
    view: KarmagganView = CARD.view(state, SEATS.index(seat) if seat else None)
    return view


def test_1_2_rings_tell_their_tiles_and_how_far_they_have_turned() -> None:
    central, inner, middle, outer = seen(temple("A5", "A30", turned={"outer": 3})).rings
    assert [ring.columns for ring in (central, inner, middle, outer)] == [1, 16, 32, 64]
    assert [row.row for row in outer.rows] == ["A", "B", "C"]
    assert [row.row for row in middle.rows] == ["D", "E"]
    assert outer.turned == 3
    assert outer.rows[0].tiles[:4] == ["empty", "empty", "abyss", "empty"]


def test_1_4_1_6_walls_are_told_as_they_are_drawn() -> None:
    central, inner, middle, outer = seen(temple("A5", "A30")).rings
    assert (len(central.wall), len(inner.wall), len(middle.wall), outer.wall) == (16, 32, 64, "")
    assert (central.trap, inner.trap, middle.trap) == ("fire", "acid", "arrows")
    assert (middle.bars, outer.bars) == ([0, 16], [8, 24, 40, 56])


def test_1_7_gates_are_open_or_closed() -> None:
    gates = seen(temple("A5", "A30", gates="moon")).gates
    assert [(gate.name, gate.column) for gate in gates[:2]] == [("Sun 1", 4), ("Moon 1", 10)]
    assert [gate.is_open for gate in gates] == [False, True] * 4


def test_pieces_are_where_the_rings_have_brought_them() -> None:
    state = temple("A9", "A30", spawns="B7", turned={"outer": 1})
    raider, _, spawn = seen(state).pieces
    assert (raider.seat, raider.space.name, raider.space.column) == (0, "A9", 9)
    assert raider.space.number == space(state, "A9") == 5
    assert (spawn.seat, spawn.swarm, spawn.spawn, spawn.space.name) == (None, 0, 1, "B7")


def test_8_1_the_egg_lies_somewhere_or_is_carried() -> None:
    assert seen(temple("A5", "A30")).egg.space.name == "G"
    egg = seen(temple("A5", "A30", egg="Ben")).egg
    assert (egg.carrier, egg.space.name) == (1, "A30")


def test_2_8_hands_are_for_their_own_seats() -> None:
    state = temple("A5", "A30", hands=["pole, tar", "gaze"])
    ann, ben = seen(state, "Ann").players
    assert ann.hand is not None
    assert [card.card for card in ann.hand] == ["pole", "tar"]
    assert [card.value for card in ann.hand] == ["attack", "null"]
    assert (ben.hand, ben.cards, ben.seen) == (None, 1, [])
    assert all(player.hand is None for player in seen(state).players)


def test_2_8_cards_that_one_has_seen_are_shown_and_their_owner_knows_it() -> None:
    state = temple("A5", "A30", hands=["pole, tar", "gaze"])
    state.players[0].known[1] = 0b11
    assert seen(state, "Ben").players[0].seen == ["tar"]
    hand = seen(state, "Ann").players[0].hand
    assert hand is not None
    assert [card.known_to for card in hand] == [[], [1]]


def test_5_13_the_top_of_a_deck_is_seen_if_it_was_shown() -> None:
    assert seen(temple("A5", "A30")).objects.shown is None
    assert seen(temple("A5", "A30", shown="tar")).objects.shown == "tar"


def test_5_19_the_question_tells_how_many_temple_cards_follow() -> None:
    with_saliva = temple("A5", "A30", hands=["saliva"])
    state = do(with_saliva, "play saliva", "draws pole", "die 3")
    assert [question(state).more, question(do(state, "up calm")).more] == [3, 2]


def question(state: Any) -> QuestionView:
    found = seen(state).question
    assert found is not None
    return found


def test_3_2_the_turn_tells_what_is_left() -> None:
    state = walk(temple("A6", "A30", hands=["pole"]), 4, "A7", "no")
    turn = seen(state).turn
    assert (turn.active, turn.steps, turn.plays, turn.poles) == (0, 3, 1, 0)
    assert [(used.piece, [s.name for s in used.spaces]) for used in turn.used] == [(0, ["A7"])]
    assert seen(do(state, "play pole")).turn.poles == 1


def test_6_3_a_battle_is_seen_by_all() -> None:
    state = walk(temple("A4", "A5", hands=["pole", "tar"]), 1, "A5")
    attacker, defender = FighterView(0, 0, 0, []), FighterView(1, 1, 0, [])
    assert seen(state).battle == BattleView(1, 3, attacker, defender)
    assert seen(temple("A4", "A5")).battle is None


def test_who_decides_is_asked_in_a_sentence() -> None:
    state = walk(temple("A6", "A30"), 4)
    assert seen(state, "Ann").asks == "You have 4 steps left: take a step, or end your turn."
    assert seen(state, "Ben").asks is None
    do(state, "A7")
    assert seen(state, "Ann").asks == "Draw a card?"


def test_3_13_who_may_not_stay_is_not_asked_to_end_the_turn() -> None:
    state = walk(temple("A4", "A5", hands=["pole"]), 3, "A5", "pass", "pass")
    assert seen(state, "Ann").asks == "You have 2 steps left, and cannot stay on A5: take a step."
    do(state, "A6", "A7", "no")
    assert seen(state, "Ann").asks == "You have no steps left: play a card, or end your turn."


def test_8_5_without_a_card_nobody_is_asked_to_play_one() -> None:
    state = temple("B4", "A4", egg="Ann", rollers_out=True)
    assert seen(state, "Ann").asks == "Roll the dice; before that the Egg may change hands."
    state = temple("B4", "A4", egg="Ann", rollers_out=True, hands=["tar"])
    assert seen(state, "Ann").asks == "Roll the dice; before that you may play a card."
    state = walk(temple("C4", "A4", egg="Ann", rollers_out=True), 1, "B4")
    assert "throw Ben" in choices(state)
    assert seen(state, "Ann").asks == "You have no steps left: end your turn."


def test_7_8_the_swarm_is_asked_what_it_can_do() -> None:
    tiles = {"F2": "dark"}
    state = temple("A37", "dead", tiles=tiles, active="Ben")
    assert seen(state, "Ben").asks == "Summon a spawn, or end your turn."
    state = temple("A37", "dead", tiles=tiles, spawns="F4", active="Ben")
    both = "Summon a spawn, roll to move the swarm, or end your turn."
    assert seen(state, "Ben").asks == both
    state = temple("A37", "dead", spawns="F4 F5 E20", active="Ben")
    assert seen(state, "Ben").asks == "Roll to move the swarm, or end your turn."
    do(state, "roll", "die 2")
    leads = "The swarm has 2 steps left: lead a spawn, or end your turn."
    assert seen(state, "Ben").asks == leads
    do(state, "lead 1", "F5")
    on = "The swarm has 1 step left: the spawn on F5 has to go on."
    assert seen(state, "Ben").asks == on
    do(state, "F6", "no")
    assert seen(state, "Ben").asks == "The swarm has done its part: end your turn."


def test_a_question_tells_what_it_is_about() -> None:
    state = do(temple("A20", "B4", "A40", hands=["dagger"]), "play dagger")
    question = seen(state).question
    assert question is not None
    assert (question.phase, question.seats, question.card) == ("naming", [0], "dagger")
    question = seen(do(state, "name Ben")).question
    assert question is not None
    assert (question.phase, question.piece, question.more) == ("pushing", 1, 2)


def test_9_3_the_end_names_the_winners() -> None:
    state = walk(temple("A5", "dead", egg="Ann", gates="sun"), 4, "Sun 1")
    assert seen(state).ending == "escape"
    assert seen(state).winners == [0]


def test_6_1_a_question_is_never_that_of_a_card_with_the_same_number() -> None:
    state = walk(temple("A6", "A7"), 4, "A7")
    assert seen(state, "Ann").asks == "Somebody is on your space: will you pass or fight?"
    state = do(temple("A5", "A30", hands=["carving", "tar"]), "play carving")
    assert seen(state, "Ann").asks == "Who draws two cards, or who loses one?"


def test_6_10_the_winner_is_asked_where_the_loser_is_thrown() -> None:
    state = walk(temple("A4", "A5", hands=["pole, pole", "tar, tar"]), 1, "A5")
    battle(battle(state, Ann="pole", Ben="tar"), Ann="pole", Ben="tar")
    if phase(state) == "battling":
        battle(state, Ann="nothing", Ben="nothing")
    assert seen(state, "Ann").asks == "You have won the battle: choose where the loser is thrown."


def test_3_7_tiles_that_have_acted_belong_to_whoever_stepped_on_them() -> None:
    state = temple("A6", "A37", "A53", hands=["tar"], coins=[1, 4, 4])
    walk(state, 4, "A7", "no")
    assert [used.piece for used in seen(state).turn.used] == [0]
    draw_on(do(state, "play tar"))  # her last coin
    assert phase(state) == "raising"
    assert [used.piece for used in seen(state).turn.used] == [0]
    state = walk(temple("A30", "dead", spawns="A6", active="Ben"), 4, "A7", "no")
    assert [used.piece for used in seen(state).turn.used] == [8]
