"""2  Setting up."""

from typing import Any

import pytest

from templetop.engine.refusal import WrongSeats
from templetop.games.vulkar.people.spaces import HEADING_NAMES
from templetop.games.vulkar.rules import moves
from templetop.games.vulkar.rules.ending import first_player

from .drawn import choices, do, game, hand_of, heart_of, kit_of, new, odds, phase, posture, where


def dealt(seats: int = 3, first: int = 1, **options: str) -> Any:
    """A table where everything is drawn, the first thing that can be each time."""
    state = do(new(seats, **options), f"first {first}")
    while phase(state) in ("laying", "removing", "giving", "drawing"):
        game().happen(state, min(odds(state)))
    return state


def test_2_1_the_standard_game_is_for_two_to_four() -> None:
    assert game().seats_for({}) == [2, 3, 4]
    with pytest.raises(WrongSeats):
        new(1)


@pytest.mark.parametrize(("seats", "figures"), [(2, 4), (3, 3), (4, 4)])
def test_2_2_every_seat_leads_one_figure_or_with_two_seats_two(seats: int, figures: int) -> None:
    assert int(new(seats).count) == figures


def test_2_3_vulkar_looks_at_the_helipad_and_the_trees_at_him() -> None:
    state = new()
    assert HEADING_NAMES[state.heading] == "south"
    assert not state.trees.any()


def test_2_4_a_token_is_drawn_for_every_slab() -> None:
    state = do(new(), "first 1")
    assert phase(state) == "laying"
    assert [*odds(state).values()] == [12, 12, 12]
    do(state, "lays red")
    assert [*odds(state).values()] == [11, 12, 12]
    state = dealt()
    assert (state.slabs >= 0).all()
    assert not state.bag.any()


def test_2_5_the_penny_is_in_the_maw() -> None:
    assert new().penny == -2


@pytest.mark.parametrize(("which", "fireballs"), [("standard", 1), ("curse", 4)])
def test_1_3_2_3_2_5_2_6_the_island_before_anything_is_drawn(which: str, fireballs: int) -> None:
    state = new(4, game=which)
    assert state.bag.tolist() == [12, 12, 12]
    assert not (state.slabs >= 0).any()
    assert (heart_of(state), int(state.penny)) == ("slab", -2)
    assert HEADING_NAMES[state.heading] == "south"
    assert (int(state.scar), int(state.came)) == (fireballs, -1)


def test_2_6_one_fireball_lies_in_the_scar() -> None:
    assert int(new().scar) == 1


@pytest.mark.parametrize("each", [0, 1, 2])
def test_2_7_every_seat_gets_souvenirs(each: int) -> None:
    state = dealt(souvenirs=str(each))
    assert [len(kit_of(state, seat)) for seat in range(3)] == [each] * 3


def test_2_7_nobody_else_sees_them() -> None:
    state = do(new(3), "first 1", *["lays red"] * 12, *["lays yellow"] * 12, *["lays blue"] * 12)
    assert game().events.seen_by(state, -1, moves.GIFT) == frozenset({0})


def test_2_7_the_first_seat_gets_its_souvenirs_first_and_the_others_follow() -> None:
    state = do(new(3, souvenirs="2"), "first 2")
    receiving = []
    while phase(state) in ("laying", "giving", "drawing"):
        before = [len(kit_of(state, seat)) for seat in range(3)]
        game().happen(state, min(odds(state)))
        after = [len(kit_of(state, seat)) for seat in range(3)]
        receiving += [seat for seat in range(3) if after[seat] > before[seat]]
    assert receiving == [1, 1, 2, 2, 0, 0]
    assert (int(state.first), int(state.active), phase(state)) == (1, 1, "choosing")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_2_8_2_9_as_many_stay_in_the_box_as_agreed_but_enough_are_left(seats: int) -> None:
    """A tracker needs three cards that are no Cataclysm!, and one more is drawn."""
    assert new(seats, game="curse", removed="1,2,3,4").removed == seats
    few = dict.fromkeys(("flame_geyser", "lava_blast", "vul_kar_turns"), "2,0,0,0,0,0")
    state = new(seats, game="curse", removed="20,20,20,20", **few)
    assert int(state.deck[6:].sum()) - int(state.removed) == 4


def test_2_8_every_seat_gets_two_cards_unseen() -> None:
    state = dealt()
    assert [len(hand_of(state, seat)) for seat in range(3)] == [2, 2, 2]
    assert game().view(state, 1).players[0].hand is None


@pytest.mark.parametrize(("seats", "removed"), [(1, 18), (2, 9), (3, 13), (4, 2)])
def test_2_9_some_cards_stay_in_the_box_under_the_curse(seats: int, removed: int) -> None:
    state = dealt(seats, game="curse")
    assert int(state.box.sum()) == removed
    assert int(state.deck.sum() + state.tracker.sum()) == 30 - removed


def test_2_9_which_ones_are_seen_by_all() -> None:
    state = do(new(2, game="curse"), "first 1")
    do(state, *["lays red"] * 12, *["lays yellow"] * 12, *["lays blue"] * 12)
    assert phase(state) == "removing"
    assert game().events.seen_by(state, -1, min(odds(state))) is None


def test_2_9_how_many_may_be_agreed_on() -> None:
    assert int(dealt(removed="0,1,4,0", game="curse").box.sum()) == 4


def test_2_9_three_are_left_to_choose_from_in_any_case() -> None:
    """Even if not one Cataclysm! is among those that go."""
    state = do(new(1, removed="20,0,0,0", cataclysms="0,0,0,4,4,4", game="curse"), "first 1")
    while phase(state) in ("laying", "removing", "giving", "drawing"):
        game().happen(state, max(odds(state)))
    assert int(state.box[:6].sum()) == 0
    assert (phase(state), int(state.tracker[6:].sum())) == ("choosing", 3)


def test_2_9_none_in_the_standard_game() -> None:
    assert int(dealt(removed="0,1,4,0").box.sum()) == 0


def test_2_10_who_is_first_is_drawn() -> None:
    state = new()
    assert phase(state) == "beginning"
    assert [*odds(state)] == [0, 1, 2, 3]
    state = do(new(3), "first 3")
    while phase(state) != "choosing":
        game().happen(state, min(odds(state)))
    assert int(state.active) == 2


@pytest.mark.parametrize(("seat", "more"), [(1, 0), (2, 2), (3, 6)])
def test_2_12_the_later_ones_go_further_in_their_first_walk(seat: int, more: int) -> None:
    state = dealt()
    for _ in range(seat - 1):
        pass_turn(state)
    assert int(state.active) == seat - 1
    assert int(state.extra) == more


def test_2_12_the_later_ones_are_counted_from_the_one_who_is_first() -> None:
    state = dealt(4, first=3)
    more = {}
    for _ in range(4):
        more[int(state.active)] = int(state.extra)
        pass_turn(state)
    assert list(more.items()) == [(2, 0), (3, 2), (0, 6), (1, 11)]


def pass_turn(state: Any) -> None:
    """Whatever comes first, until it is another figure's turn."""
    figure = int(state.active)
    while int(state.active) == figure:
        if phase(state) == "running":
            do(state, "rests")  # at once
        elif phase(state) in ("giving", "drawing", "rolling", "snatching"):
            game().happen(state, min(odds(state)))
        else:
            do(state, min(choices(state)))


def test_2_12_only_in_the_first_one_and_not_under_the_curse() -> None:
    state = dealt()
    for _ in range(4):
        pass_turn(state)
    assert (int(state.active), int(state.extra)) == (1, 0)
    assert int(dealt(game="curse").extra) == 0


def test_2_11_the_first_step_leads_to_the_helipad() -> None:
    state = dealt()
    assert posture(state, "A") == "waiting"
    do(state, min(code for code in choices(state) if code[0] == "c"))  # a Cataclysm!, 3 spaces
    assert where(state, "A") == "M1"
    assert int(state.steps) == 2
    assert choices(state) == {"m2", "m5", "m7"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_1_everyone_plays_for_themselves(seats: int) -> None:
    sides = [9] * seats
    game().sides(new(seats), sides)
    assert sides == [*range(seats)]


@pytest.mark.parametrize(("seats", "first"), [(2, 1), (2, 2), (3, 3), (4, 2)])
def test_2_10_the_first_player_is_the_one_who_was_drawn(seats: int, first: int) -> None:
    assert int(first_player(do(new(seats), f"first {first}"))) == first - 1
