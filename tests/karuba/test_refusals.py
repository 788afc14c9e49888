"""Every refusal says why, names the rule, and changes nothing."""

from random import Random
from typing import Any

import pytest

from templetop.engine.match import (
    GameOver,
    Match,
    NotYourTurn,
    check,
    legal_moves,
    phase_of,
    seats_to_move,
)
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.rulebook import Rulebook
from templetop.engine.seats import CHANCE
from templetop.games.karuba.rules.state import OVER

from .drawn import (
    CARD,
    bring_home,
    leave_in_the_stack,
    match_at,
    move_on,
    number_of,
    play,
    table,
    turn,
)


def refusal(state: Any, seat: int, move: str | int) -> Refusal:
    """How the move is refused; the table must be untouched."""
    before = state.tobytes()
    with pytest.raises(Refusal) as refused:
        check(state, seat, number_of(move, seat) if isinstance(move, str) else move)
    assert state.tobytes() == before
    return refused.value


def refused(state: Any, seat: int, move: str | int) -> tuple[str, str]:
    """The rule that forbids the move, and the sentence."""
    why = refusal(state, seat, move)
    assert isinstance(why, IllegalMove)
    return why.rule, str(why)


# ── Setting up ───────────────────────────────────────────────────────────────────────────────────


def test_2_6_it_is_refused_to_do_anything_else_while_an_adventurer_is_placed() -> None:
    state = CARD.start(2)
    for move in ("site on 10", "lay a1", "discard", "walk brown to a1"):
        assert refused(state, 0, move) == ("2.6", "It is time to place the brown adventurer.")


def test_2_6_it_is_refused_to_do_anything_else_while_a_temple_is_placed() -> None:
    state = CARD.start(2)
    for words in ("place on 50", "site on 50"):
        play(state, 0, words)
    play(state, 1, "place on 40")
    for move in ("place on 60", "lay a1", "discard", "walk brown to a1"):
        assert refused(state, 1, move) == ("2.6", "It is time to place the blue temple.")


def test_2_9_it_is_refused_to_use_a_number_twice() -> None:
    state = CARD.start(2)
    for words in ("place on 50", "site on 70"):
        play(state, 0, words)
    assert refused(state, 1, "place on 50") == ("2.9", "Beach number 50 is taken.")
    play(state, 1, "place on 70")
    assert refused(state, 1, "site on 70") == ("2.9", "Temple number 70 is taken.")


@pytest.mark.parametrize(
    ("distance", "temple", "rule", "how_far"),
    [
        ("apart", 20, "2.10", "at least 3 numbers apart"),
        ("between", 30, "2.11", "with at least 3 numbers between them"),
    ],
)
def test_2_10_it_is_refused_to_place_a_temple_too_near(
    distance: str, temple: int, rule: str, how_far: str
) -> None:
    state = CARD.start(2, {"distance": distance})
    play(state, 0, "place on 10")
    assert refused(state, 0, f"site on {temple}") == (
        rule,
        f"Temple number {temple} is too close to beach number 10: they must be {how_far}.",
    )


def test_2_13_it_is_refused_to_chance_as_to_players() -> None:
    state = CARD.start(2, {"setup": "random"})
    assert refused(state, CHANCE, "call 7")[0] == "2.6"
    play(state, CHANCE, "place on 10")
    assert refused(state, CHANCE, "site on 10")[0] == "2.10"


# ── The turn ─────────────────────────────────────────────────────────────────────────────────────


def test_3_1_1_it_is_refused_to_call_a_tile_twice() -> None:
    state = table("", "")
    turn(state, 7, "discard", "lay a1")
    assert refused(state, CHANCE, "call 7") == ("3.1.1", "Tile 7 has been called before.")


def test_3_1_1_it_is_refused_to_do_anything_else_when_a_tile_is_to_be_called() -> None:
    state = table("", "")
    for move in ("place on 10", "site on 10"):
        assert refused(state, CHANCE, move) == ("3.1.1", "It is time to call a tile.")


def test_3_1_1_it_is_refused_to_seats_to_do_anything_before_a_tile_is_called() -> None:
    state = table("", "")
    for move in ("lay a1", "discard", "place on 10", "site on 10"):
        why = refusal(state, 1, move)
        assert isinstance(why, NotYourTurn)
        assert (why.rule, str(why)) == (
            "3.1.1",
            "Seat 2 has nothing to decide now; waiting for chance.",
        )


def test_1_5_it_is_refused_to_call_a_tile_that_is_not_in_the_set() -> None:
    sentence = "There is no tile 0: they are 1 to 36."
    assert refused(table(""), CHANCE, "call 0") == ("1.5", sentence)


def test_3_2_1_it_is_refused_to_do_anything_else_when_a_tile_has_been_called() -> None:
    state = table("", "", tile=7)
    for move in ("place on 10", "site on 10"):
        assert refused(state, 1, move) == ("3.2.1", "It is time to lay or discard the called tile.")


def test_3_3_1_it_is_refused_to_lay_a_tile_on_another() -> None:
    state = table("─ . ┼", tile=7)
    assert refused(state, 0, "lay c1") == ("3.3.1", "There is already a tile on c1.")


TOO_FAR = "Brown cannot get as far as {}: the tile allows 2 steps."
NO_PATH = "No path leads from where Brown stands to {}."
NO_WAY_IN = "No path leads from Brown's beach into the jungle yet."
NO_DOOR = "No path leads into Brown's temple yet."
IN_THE_WAY = "Another adventurer stands in Brown's way to {}."


@pytest.mark.parametrize(
    ("island", "goal", "rule", "sentence"),
    [
        ("─n ─ ─ ─",       "d1",      "3.4.1",  TOO_FAR),
        ("─ ─ ─",          "c1",      "3.4.1",  TOO_FAR),
        (". . . ─n ─ ─",   "temple",  "3.4.1",  TOO_FAR),
        ("─n │ ─",         "b1",      "3.4.3",  NO_PATH),
        ("─n . ─",         "b1",      "3.4.3",  NO_PATH),
        ("─n . . . . ─",   "temple",  "3.4.3",  NO_PATH),
        ("│ ─ ─",          "a1",      "3.4.5",  NO_WAY_IN),
        (". ─ ─",          "b1",      "3.4.5",  NO_WAY_IN),
        ("─n ─b ─",        "b1",      "3.4.6",  IN_THE_WAY),
        ("─n ─b ─",        "c1",      "3.4.6",  IN_THE_WAY),
        ("─b ─ ─",         "b1",      "3.4.6",  IN_THE_WAY),
        (". . . . ─n ─b",  "temple",  "3.4.6",  IN_THE_WAY),
        ("─ ─n ─",         "b1",      "3.4.9",  "Brown is already on {}."),
        (". . . . . ┐n",   "temple",  "3.6.1",  NO_DOOR),
        (". . . . ─n .",   "temple",  "3.6.1",  NO_DOOR),
    ],
)  # fmt: skip
def test_3_4_it_is_refused_to_walk_where_one_cannot(
    island: str, goal: str, rule: str, sentence: str
) -> None:
    state = table(island, tile=36)
    where = "its temple" if goal == "temple" else goal
    assert refused(state, 0, f"walk brown to {goal}") == (rule, sentence.format(where))


def test_3_4_8_it_is_refused_to_walk_onto_a_beach_as_there_is_no_such_move() -> None:
    state = table("─n ─", tile=36)
    move = number_of("walk brown to beach")
    assert refused(state, 0, move) == ("", f"There is no move {move}.")


def test_3_6_3_it_is_refused_to_walk_on_from_a_temple() -> None:
    state = table(". . . . ─ ─", tile=36)
    bring_home(state, 0, "brown")
    for goal in ("f1", "e1", "a1", "temple"):
        assert refused(state, 0, f"walk brown to {goal}") == (
            "3.6.3",
            "Brown is in its temple and stays there.",
        )


# ── Out of turn, and what is no move at all ──────────────────────────────────────────────────────


def test_4_2_it_is_refused_to_move_when_the_game_is_over() -> None:
    state = table("", "")
    leave_in_the_stack(state, 36)
    turn(state, 36, "discard", "discard")
    for seat in (0, 1, CHANCE):
        assert isinstance(refusal(state, seat, number_of("discard")), GameOver)


def test_3_2_2_who_has_decided_waits_for_the_others() -> None:
    match = match_at(table("", "", "", tile=7))
    match.play(1, number_of("discard"))
    with pytest.raises(NotYourTurn) as refused:
        match.play(1, number_of("discard"))
    assert str(refused.value) == "Seat 2 has already decided; waiting for seat 1 and seat 3."
    assert refused.value.rule == "3.2.2"


def test_it_is_refused_to_move_when_another_is_asked() -> None:
    deciding, placing = table("", "", "", tile=7), CARD.start(2)
    waits = [(deciding, CHANCE, "call 8", ""), (placing, 1, "place on 10", "2.6")]
    for state, seat, move, rule in waits:
        why = refusal(state, seat, move)
        assert isinstance(why, NotYourTurn)
        assert " has nothing to decide now; waiting for seat 1" in str(why)
        assert why.rule == rule


@pytest.mark.parametrize("move", [31, 63, 95, 127, 159, 182, 191, 192, 229, 10**9, -1])
def test_it_is_refused_to_make_a_move_that_is_none(move: int) -> None:
    for state in (table("─n ─", tile=36), CARD.start(1)):
        assert refused(state, 0, move) == ("", f"There is no move {move}.")


@pytest.mark.parametrize("event", [37, 63, 86, 10**9, -1])
def test_it_is_refused_to_let_something_happen_that_is_no_event(event: int) -> None:
    for state in (table(""), CARD.start(1, {"setup": "random"})):
        assert refused(state, CHANCE, event) == ("", f"There is no move {event}.")


def test_every_illegal_move_is_refused_with_a_sentence_and_a_rule_of_the_rulebook() -> None:
    random = Random(5)
    assert CARD.folder is not None
    rules = Rulebook.of(CARD.folder).numbers
    state = CARD.start(3)
    while awaited := seats_to_move(state):
        for seat in awaited:
            legal = legal_moves(state, seat)
            numbers = CARD.events.count if seat == CHANCE else CARD.moves.count
            for move in random.sample(range(numbers), 12):
                if move not in legal:
                    rule, sentence = refused(state, seat, move)
                    assert (rule in rules) != sentence.startswith("There is no move")
                    assert sentence[0].isupper()
                    assert sentence.endswith(".")
        move_on(state, random)


def test_a_match_refuses_a_move_and_goes_on_as_if_it_had_not_been_made() -> None:
    match = Match.new(CARD, ["Ann", "Ben"])
    with pytest.raises(IllegalMove):
        match.play(0, number_of("lay a1"))
    assert match.moves == []
    match.play(0, number_of("place on 10"))
    assert len(match.moves) == 1


def test_when_the_game_is_over_nothing_may_be_done() -> None:
    state = table("─n")
    state.phase = OVER
    assert CARD.moves.why_not(state, 0, number_of("lay c2"), phase_of(state)).rule == "4.2"
