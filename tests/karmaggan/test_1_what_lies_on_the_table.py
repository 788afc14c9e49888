"""1  What lies on the table."""

from collections import Counter

import numpy as np
import pytest

from templetop.games import shelf
from templetop.games.karmaggan.rules import ending, pieces
from templetop.games.karmaggan.rules.ground import GATE_AT, GROUP, MOON, SUN
from templetop.games.karmaggan.rules.pieces import CARD_NAMES, TEMPLE_NAMES

from . import facts
from .drawn import (
    MARKS,
    choices,
    coins,
    do,
    fresh,
    medallions,
    name,
    phase,
    pile,
    steps,
    temple,
    tile,
    walk,
    where,
)
from .reference import SPACES


def test_1_10_1_11_other_decks_may_be_agreed_on() -> None:
    card = shelf.take("karmaggan")
    objects, temple_cards = [*[4] * 16, 10], [3] * 16
    options = {"objects": objects, "temple_cards": temple_cards}
    chosen = {option: ",".join(map(str, numbers)) for option, numbers in options.items()}
    state = card.start(4, chosen)
    assert state.deck.tolist() == [0, *objects]
    assert state.temple[:16].tolist() == temple_cards


def test_1_1_the_temple_has_so_many_spaces_in_four_rings() -> None:
    state = fresh(2)
    rows = Counter(name(state, number)[0] for number in range(273))
    assert rows == {"A": 64, "B": 64, "C": 64, "D": 32, "E": 32, "F": 16, "G": 1}
    assert name(state, 273) == "Sun 1"


@pytest.mark.parametrize(("ring", "place", "after"), [
    ("inner", "F15", "F0"),
    ("middle", "D31", "D1"),
    ("outer", "A63", "A3"),
])  # fmt: skip
def test_1_2_a_sector_is_one_inner_two_middle_or_four_outer_columns(
    ring: str, place: str, after: str
) -> None:
    state = temple(place, "F4", hands=["dull helmet"])
    do(state, "play dull helmet", f"turn {ring} +", "die 1")
    assert where(state, "Ann") == after


def test_1_3_an_inner_column_touches_two_middle_ones_and_a_middle_one_two_outer_ones() -> None:
    # Inner wall: gaps at 1 and 6; so F0 opens into E1 and F3 into E6, and not into E0 and E7.
    assert steps(walk(temple("F0", "A37"), 6)) == {"F15", "G", "E1"}
    assert steps(walk(temple("F3", "A37"), 6)) == {"F2", "F4", "G", "E6"}
    # Middle wall: gaps at 1, 4, 9 and 14; so D7 opens into C14 and D0 into C1.
    assert steps(walk(temple("D7", "A37"), 6)) == {"D6", "D8", "E7", "C14"}
    assert steps(walk(temple("D0", "A37"), 6)) == {"D1", "E0", "C1"}


def test_1_4_walls_turn_with_the_ring_that_they_enclose() -> None:
    # The Central wall has gaps at 0, 3, 8 and 11.
    assert "G" in steps(walk(temple("F0", "A37"), 1))
    assert "G" not in steps(walk(temple("F0", "A37", turned={"central": 1}), 1))
    assert "G" in steps(walk(temple("F1", "A37", turned={"central": 1, "inner": 2}), 1))


def test_1_4_the_wall_of_the_inner_ring_turns_with_it_and_not_with_the_middle_ring() -> None:
    assert "E3" in steps(walk(temple("F1", "A37", turned={"inner": 1, "middle": 3}), 1))
    assert "E1" not in steps(walk(temple("F0", "A37", turned={"inner": 1}), 1))


@pytest.mark.parametrize(("trap", "victim", "safe"), [
    ("fire", "F1", "F2"),     # Central wall
    ("acid", "E4", "E5"),     # Inner wall
    ("arrows", "C2", "C1"),   # Middle wall
])  # fmt: skip
def test_1_5_each_wall_has_traps_of_its_own(trap: str, victim: str, safe: str) -> None:
    state = temple("F4", victim, safe, coins=[4, 4, 4], turned={"central": 0})
    walk(state, 1, "F3", f"up {trap}")
    if trap == "acid":
        do(state, "die 6")
    assert coins(state)[1] < 4
    assert coins(state)[2] == 4


def test_1_6_walls_across_a_ring_turn_with_it() -> None:
    assert "A8" not in steps(walk(temple("A7", "F4"), 1))
    assert "A7" not in steps(walk(temple("A8", "F4"), 1))
    turned = temple("A8", "A11", turned={"outer": 1}, tiles={"A12": "empty"})
    assert steps(walk(turned, 1)) >= {"A7"}
    assert "A12" not in steps(walk(temple("A11", "F4", turned={"outer": 1}), 1))
    assert "D31" not in steps(walk(temple("D0", "F4"), 1))
    assert "E15" not in steps(walk(temple("E16", "F4"), 1))


def test_1_7_four_gates_of_the_sun_and_four_of_the_moon_never_turn() -> None:
    for group, gates in ((SUN, facts.SUN_GATES), (MOON, facts.MOON_GATES)):
        for gate in gates:
            assert [int(GROUP[GATE_AT[column]]) for column in gate] == [group] * 3
    assert int((GATE_AT >= 0).sum()) == 24
    state = temple("A5", "F4", egg="Ann", gates="sun", turned={"outer": 5})
    assert "Sun 1" in steps(walk(state, 1))


def test_1_8_two_rollers_hang_across_the_three_outer_rows_and_never_turn() -> None:
    for row, column in (("A", 8), ("B", 8), ("C", 40), ("B", 9), ("A", 7)):
        state = temple(
            f"{row}{column}", "F4", egg="Ann", rollers_out=True, turned={"outer": 1},
            tiles={f"{row}{column - 1}": "empty", f"{row}{column}": "empty"},
        )  # fmt: skip
        walk(state, 2, f"{row}{column - 1}")
        assert phase(state) == ("hurting" if column in facts.ROLLERS else "moving")


def test_1_9_the_tiles_lie_as_they_are_drawn() -> None:
    state = fresh(2)
    for place in SPACES:
        row, column = place[0], int(place[1:] or 0)
        drawn = facts.BOARD[row][column].replace("S", ".")
        assert MARKS[tile(state, place)] == drawn, place


def test_1_9_there_are_so_many_tiles_of_each_kind() -> None:
    drawn = Counter("".join(facts.BOARD.values()))
    drawn["T"] -= 1  # the centre is counted apart
    found = [drawn[mark] for mark in ".S#OTBP"]
    kinds = ["empty", "start", "abyss", "object", "temple", "blood", "passage"]
    assert dict(zip(kinds, found, strict=True)) == facts.TILES
    state = fresh(2)
    kinds_there = Counter(tile(state, place) for place in SPACES)
    assert kinds_there["empty"] == facts.TILES["empty"] + facts.TILES["start"]


def test_1_9_a_starting_point_is_an_empty_tile() -> None:
    state = temple("A4", "A37")
    walk(state, 2, "A5")
    assert choices(state) == {"A4", "A6", "stop"}


def test_1_9_the_centre_is_a_temple_tile() -> None:
    assert tile(fresh(2), "G") == "temple"


def test_1_10_the_object_deck() -> None:
    assert pile(fresh(2).deck) == facts.OBJECT_CARDS
    assert sum(facts.OBJECT_CARDS.values()) == 74
    assert int(pieces.DECK.sum()) == 74


@pytest.mark.parametrize("seats", range(2, 9))
def test_1_11_the_temple_deck(seats: int) -> None:
    cards = dict(zip(TEMPLE_NAMES, map(int, fresh(seats).temple), strict=True))
    if seats <= 3:
        for group in ("Sun", "Moon"):
            cards[f"{group} gates open"] += 1
            cards[f"{group} gates close"] -= 1
    assert cards == facts.TEMPLE_CARDS
    assert sum(cards.values()) == 60


def test_1_11_it_may_have_other_gate_cards() -> None:
    state = fresh(4, gate_cards="4,4,2,2,1")
    assert [int(number) for number in state.temple[-5:]] == [4, 4, 2, 2, 1]
    assert [int(n) for n in state.temple[:-5]] == [int(n) for n in fresh(4).temple[:-5]]


def test_1_12_the_faces_of_the_blood_tiles() -> None:
    faces = dict(zip("234M", map(int, fresh(2).bag), strict=True))
    assert faces == facts.BLOOD
    assert [int(number) for number in fresh(2, blood="0,0,0,8").bag] == [0, 0, 0, 8]


def test_1_13_coins_and_medallions_are_never_short() -> None:
    state = temple("A4", "A37", coins=[60, 60], medallions=[20, 0], hands=["stone"])
    do(state, "play stone", "gain")
    assert coins(state) == [61, 60]
    assert medallions(state) == [20, 0]
    points = np.zeros(2, np.int16)
    ending.points(state, points)
    assert points.tolist() == [61, 60]


def test_1_13_discards_lie_face_up() -> None:
    state = walk(temple("F4", "A37", hands=["pole, tar"]), 3, "F3", "up battering ram")
    view = shelf.take("karmaggan").view(state, None)
    assert view.discards == {"pole": 1, "tar": 1}
    assert view.turned_up == {"battering ram": 1}


def test_1_14_all_dice_have_six_sides() -> None:
    sides = {f"die {number}" for number in range(1, 7)}
    rolling = temple("A4", "A37")
    assert choices(rolling) == sides
    turning = do(temple("A4", "A37", hands=["dull helmet"]), "play dull helmet", "turn inner -")
    assert choices(turning) == sides
    crossing = walk(temple("B7", "A37", egg="Ann", rollers_out=True, turned={"outer": 1}), 1, "B8")
    assert phase(crossing) == "hurting"
    assert choices(crossing) == sides


def test_6_4_every_card_has_the_value_of_the_sheet() -> None:
    values = {card: value for value, cards in facts.VALUES.items() for card in cards}
    for card in CARD_NAMES[1:]:
        assert pieces.VALUES[pieces.VALUE[CARD_NAMES.index(card)]] == values[card]
    numbers = np.bincount(np.repeat(pieces.VALUE, pieces.DECK))
    assert dict(zip(pieces.VALUES, map(int, numbers), strict=True)) == facts.HOW_MANY_OF_A_VALUE
