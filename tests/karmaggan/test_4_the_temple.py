"""4  The Temple."""

from typing import Any

import pytest

from templetop.games.karmaggan.rules import ground
from templetop.games.karmaggan.rules.pieces import TEMPLE_NAMES

from .drawn import (
    RINGS,
    asked,
    choices,
    coins,
    do,
    egg,
    gates,
    hand,
    life,
    odds,
    phase,
    puts,
    summoning_tiles,
    temple,
    tile,
    turned,
    walk,
    where,
)


def up(card: str, *raiders: str, **more: Any) -> Any:
    """Ann steps from F4 on the temple tile F3, and this card is turned up."""
    return walk(temple("F4", *raiders, **more), 3, "F3", f"up {card}")


def throws(*raiders: str, **more: Any) -> set[str]:
    """To whom Ann can throw the Egg from where she is."""
    state = temple(*raiders, egg="Ann", hands=["sword"], rollers_out=True, **more)
    return {words.removeprefix("throw ") for words in choices(state) if words.startswith("throw")}


# ── Cards and lines ──────────────────────────────────────────────────────────────────────────────


def test_4_1_a_card_of_the_deck_is_turned_up_and_laid_aside() -> None:
    state = walk(temple("F4", "A37"), 3, "F3")
    assert odds(state)["up calm"] == 5
    do(state, "up calm")
    assert int(state.temple[TEMPLE_NAMES.index("calm")]) == 4
    assert int(state.turned_up[TEMPLE_NAMES.index("calm")]) == 1


def test_4_1_when_the_deck_is_used_up_the_cards_are_shuffled_again() -> None:
    state = temple("F4", "A37")
    state.turned_up[:] = state.temple
    state.temple[:] = 0
    state.temple[TEMPLE_NAMES.index("calm")], state.turned_up[TEMPLE_NAMES.index("calm")] = 1, 4
    walk(state, 3, "F3")
    assert odds(state) == {"up calm": 1}
    do(state, "up calm", "stop")
    walk(state, 1, "stop")
    walk(state, 3, "F4", "F3")
    assert odds(state)["up calm"] == 5
    assert sum(odds(state).values()) == 60


def test_4_1_but_not_when_no_card_is_needed() -> None:
    fire = TEMPLE_NAMES.index("fire")
    state = temple("F1", "A37", "A53", hands=["saliva"], tiles={"F1": "empty"}, coins=[2, 4, 4])
    state.turned_up[:] = state.temple
    state.temple[:] = 0
    state.temple[fire], state.turned_up[fire] = 1, 3
    do(state, "play saliva", "draws pole", "die 6", "up fire")
    do(state, f"put {min(puts(state))}")  # she is dead, and no card follows
    assert (int(state.temple.sum()), int(state.turned_up.sum())) == (0, 60)


def test_4_2_a_line_leads_outwards_along_the_rows_of_a_ring() -> None:
    assert throws("C0", "A0") == {"Ben"}
    assert throws("A0", "C0") == set()  # never inwards
    assert throws("C0", "C1") == set()  # nor sideways


def test_4_2_it_leads_through_gaps_and_is_stopped_by_walls() -> None:
    # D0 touches C0 and C1; the Middle wall has a gap at 1.
    assert throws("D0", "C0") == set()
    assert throws("D0", "C1") == {"Ben"}
    assert throws("D0", "A1") == {"Ben"}


def test_4_2_it_branches_from_the_centre_through_every_gap() -> None:
    # Gaps at 0, 3, 8 and 11: behind F0 lies E1, behind F3 E6, behind F8 E17, behind F11 E22.
    assert throws("G", "F3", "E1", "D17", "F9", "E22") == {"Ben", "Cem", "Dua", "Fay"}
    assert throws("G", "F3", "E6") == {"Ben"}
    assert throws("G", "E0", "E7", "C3") == set()


def test_4_2_each_branch_has_a_wall_of_its_own() -> None:
    # D4 touches C8 and C9, with a gap at 9; D7 touches C14 and C15, with a gap at 14.
    assert throws("D4", "C8", "C9") == {"Cem"}
    assert throws("D7", "C15", "B14") == {"Cem"}


def test_4_2_it_would_branch_from_a_column_into_both_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No column of our board has two gaps; with gaps everywhere, lines branch twice."""
    monkeypatch.setattr(ground, "INNER_GAPS", ground.LOW32)
    monkeypatch.setattr(ground, "MIDDLE_GAPS", ground.ALL)
    assert throws("F0", "E0", "E1", "E2") == {"Ben", "Cem"}
    assert throws("F0", "C0", "B1", "A2", "C3", "C4") == {"Ben", "Cem", "Dua", "Eve"}
    assert throws("F0", "D0", "C0", "C2") == {"Ben", "Dua"}


def test_4_2_an_abyss_does_not_stop_it() -> None:
    assert throws("C5", "A5") == {"Ben"}  # over B5


def test_4_2_the_first_piece_stops_it() -> None:
    assert throws("C0", "B0", "A0") == {"Ben"}
    assert throws("C0", "dead", "A0", spawns="B0") == set()


def test_4_2_of_two_on_one_space_both_are_hit() -> None:
    # Ann passes Ben on F1 and plays a saliva there.
    state = temple("F2", "F1", "A37", hands=["saliva"], tiles={"F1": "empty"}, coins=[4, 4, 4])
    walk(state, 6, "F1", "pass", "pass", "play saliva", "draws tar", "die 1", "up fire")
    assert coins(state) == [2, 2, 4]


def test_4_2_of_two_on_one_space_each_may_be_thrown_to() -> None:
    # Ann passes Cem on A0; Eve, on C0, throws her the Egg there, over the free space B0.
    state = temple(
        "A1", "A37", "A0", "A53", "C0", "F4", egg="Eve", mode="teams", rollers_out=True
    )  # fmt: skip
    do(walk(state, 3, "A0"), "take")
    assert egg(state) == "Ann"


# ── Rings ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize(("way", "sectors"), [("clockwise", 2), ("counterclockwise", 14)])
def test_4_3_a_ring_turns_by_one_die_of_sectors(ring: str, way: str, sectors: int) -> None:
    state = up(f"{ring.capitalize()} ring {way}", "A37")
    assert phase(state) == "turning"
    do(state, "die 2")
    assert [turned(state, each) for each in RINGS] == [sectors * (each == ring) for each in RINGS]


def test_4_3_with_its_tiles_walls_and_pieces_and_a_loose_egg() -> None:
    state = temple(
        "F4", "A5", "dead", spawns="C10", egg="B4", rollers_out=True, tiles={"A0": "dark"}
    )
    walk(state, 3, "F3", "up Outer ring clockwise", "die 3")
    assert where(state, "Ben") == "A17"
    assert where(state, "spawn 1") == "C22"
    assert egg(state) == "B16"
    assert tile(state, "A12") == "dark"
    assert where(state, "Ann") == "F3"


def test_4_3_the_central_ring_turns_its_wall() -> None:
    state = up("Central ring clockwise", "A37")
    do(state, "die 3")  # the gaps at 0, 3, 8 and 11 are at 3, 6, 11 and 14 now
    assert "G" in choices(state)
    state = up("Central ring clockwise", "A37")
    assert "G" not in choices(do(state, "die 2"))


# ── Rollers ──────────────────────────────────────────────────────────────────────────────────────


def test_4_4_crossing_a_roller_costs_a_die_less_one() -> None:
    for number in range(1, 7):
        state = temple("B7", "F4", egg="Ann", rollers_out=True, turned={"outer": 1}, coins=[9, 4])
        walk(state, 1, "B8", f"die {number}")
        assert coins(state)[0] == 9 - (number - 1)


def test_4_14_a_roller_costs_at_least_two_if_so_agreed() -> None:
    for number, loss in ((1, 2), (2, 2), (3, 2), (4, 3), (6, 5)):
        state = temple(
            "B7", "F4", egg="Ann", rollers_out=True, turned={"outer": 1}, coins=[9, 4],
            rollers="2-5",
        )  # fmt: skip
        walk(state, 1, "B8", f"die {number}")
        assert coins(state)[0] == 9 - loss


@pytest.mark.parametrize(("column", "way", "die", "is_dragged"), [
    (7, "clockwise", 1, True), (4, "clockwise", 1, True), (3, "clockwise", 1, False),
    (8, "clockwise", 1, False), (8, "clockwise", 6, False), (48, "clockwise", 6, True),
    (47, "clockwise", 6, False), (39, "clockwise", 1, True), (40, "clockwise", 6, False),
    (31, "clockwise", 2, False), (32, "clockwise", 2, True),
    (8, "counterclockwise", 1, True), (11, "counterclockwise", 1, True),
    (12, "counterclockwise", 1, False), (7, "counterclockwise", 6, False),
    (16, "counterclockwise", 2, False), (15, "counterclockwise", 2, True),
    (40, "counterclockwise", 1, True), (39, "counterclockwise", 6, False),
    (63, "counterclockwise", 6, True), (0, "counterclockwise", 6, False),
])  # fmt: skip
def test_4_4_who_is_dragged_through_by_the_outer_ring_is_hurt(
    column: int, way: str, die: int, is_dragged: bool
) -> None:
    for sectors in (0, 5):
        state = up(
            f"Outer ring {way}",
            f"A{column}",
            egg="Ann",
            rollers_out=True,
            turned={"outer": sectors},
        )
        do(state, f"die {die}")
        assert (phase(state) == "hurting") == is_dragged
        columns = 4 * die if way == "clockwise" else -4 * die
        assert where(state, "Ben") == f"A{(column + columns) % 64}"


def test_4_4_everyone_who_is_dragged_through_rolls() -> None:
    state = up("Outer ring clockwise", "A7", "C38", "B8", egg="Ann", rollers_out=True)
    do(state, "die 1", "die 3", "die 2")
    assert phase(state) == "moving"
    assert coins(state) == [4, 2, 3, 4]


def test_4_4_nobody_is_hurt_before_they_are_out() -> None:
    state = up("Outer ring clockwise", "A7")
    do(state, "die 1")
    assert phase(state) == "moving"


def test_4_4_the_other_rings_drag_nobody_through() -> None:
    state = up("Middle ring clockwise", "A7", "D3", egg="Ben", rollers_out=True)
    do(state, "die 6")
    assert phase(state) == "moving"


# ── Traps ────────────────────────────────────────────────────────────────────────────────────────


def test_4_5_all_arrows_of_the_wall_fly_and_cost_a_coin_each() -> None:
    # Arrows at 2, 6, 7, 11, 12 and 15 of each block of 16.
    state = up("arrows", "C2", "A38", "B63", "C1")
    assert coins(state) == [4, 3, 3, 3, 4]


def test_4_5_fire_costs_two() -> None:
    # Fire at 1, 4, 6, 9, 12 and 14 around the centre; Ann is on F3.
    state = up("fire", "F1", "F4", "F5", "F14")
    assert coins(state) == [4, 2, 2, 4, 2]


def test_4_5_the_lines_lead_on_through_gaps() -> None:
    # Fire at 4 comes out at E9, a gap, and goes on to D9; before C18 and C19 are walls.
    assert coins(up("fire", "E9"))[1] == 2
    assert coins(up("fire", "D9"))[1] == 2
    assert coins(up("fire", "E8"))[1] == 4
    assert coins(up("fire", "C18"))[1] == 4


def test_4_5_who_stands_behind_another_is_safe() -> None:
    assert coins(up("arrows", "C2", "B2", "A2", tiles={"A2": "empty"})) == [4, 3, 4, 4]


@pytest.mark.parametrize(("die", "loss"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_4_6_acid_costs_a_die_less_two_and_at_least_nothing(die: int, loss: int) -> None:
    state = do(up("acid", "E4", coins=[9, 9]), f"die {die}")
    assert coins(state) == [9, 9 - loss]


def test_4_6_everyone_who_is_hit_rolls() -> None:
    # Acid at 0, 4 and 7 of each block of 8.
    state = up("acid", "E0", "D12", "E23", "E1", coins=[9, 9, 9, 9, 9])
    do(state, "die 3", "die 6", "die 1")
    assert phase(state) == "moving"
    assert coins(state) == [9, 8, 5, 9, 9]


def test_4_6_it_hits_nobody_where_nobody_is() -> None:
    assert phase(up("acid", "E1")) == "moving"


@pytest.mark.parametrize(("before", "after"), [(7, 4), (1, 1), (2, 1), (3, 2), (8, 4)])
def test_4_7_the_piston_takes_half_rounded_in_ones_favour(before: int, after: int) -> None:
    state = temple("F0", "A37", coins=[before, 9])
    walk(state, 1, "G", "up piston")
    assert coins(state) == [after, 9]


def test_4_7_only_in_the_centre() -> None:
    assert coins(up("piston", "F0", "G", egg="Cem", coins=[9, 9, 9])) == [9, 9, 5]


# ── What concerns the raider alone ───────────────────────────────────────────────────────────────


def test_4_8_the_ram_discards_the_hand_and_draws_four() -> None:
    state = temple("F4", "A37", hands=["pole, tar"])
    walk(state, 3, "F3", "up battering ram")
    assert hand(state, "Ann") == []
    do(state, "draws spell", "draws spell", "draws tar", "draws tar")
    assert hand(state, "Ann") == ["spell", "spell", "tar", "tar"]
    assert phase(state) == "moving"


def test_4_9_the_flash_leads_to_another_temple_tile_of_the_ring_that_nobody_is_on() -> None:
    state = up("iris flash", "F7", "E0")
    assert puts(state) == {"F11", "F15"}
    do(state, "put F15")
    assert where(state, "Ann") == "F15"
    assert phase(state) == "moving"  # the tile there does not act
    assert int(state.steps) == 2


def test_4_9_in_whichever_ring_one_is() -> None:
    state = walk(temple("E1", "A37"), 2, "E0", "up iris flash")
    assert puts(state) == {"D7", "D15", "D23", "D31", "E8", "E16", "E24"}
    state = walk(temple("A14", "A37"), 2, "A15", "up iris flash")
    assert len(puts(state)) == 4 * 5 - 1


def test_4_9_it_must_if_there_is_one() -> None:
    state = up("iris flash", "F7", "F15")
    assert where(state, "Ann") == "F11"


def test_4_9_nothing_happens_where_there_is_none() -> None:
    state = walk(temple("F0", "A37"), 3, "G", "up iris flash")
    assert where(state, "Ann") == "G"
    assert phase(state) == "moving"


def test_4_9_nor_to_who_stands_on_no_temple_tile() -> None:
    state = temple("F4", "A37", hands=["saliva"])
    do(state, "play saliva", "draws tar", "die 1", "up iris flash")
    assert where(state, "Ann") == "F4"


def test_4_9_the_egg_is_picked_up_there() -> None:
    state = do(up("iris flash", "A37", egg="F15", rollers_out=True), "put F15")
    assert egg(state) == "Ann"


def test_4_10_calm_does_nothing_and_plenty_brings_two_cards() -> None:
    assert phase(up("calm", "A37")) == "moving"
    state = do(up("plenty", "A37"), "draws pole", "draws tar")
    assert hand(state, "Ann") == ["pole", "tar"]


@pytest.mark.parametrize(("before", "card", "after"), [
    ("", "Sun gates open", "sun"),
    ("moon", "Sun gates open", "sun moon"),
    ("", "Moon gates open", "moon"),
    ("sun moon", "Sun gates close", "moon"),
    ("sun moon", "Moon gates close", "sun"),
    ("sun moon", "all gates close", ""),
    ("sun", "Sun gates open", "sun"),
    ("sun", "Moon gates close", "sun"),
])  # fmt: skip
def test_4_11_gates_open_and_close_in_groups(before: str, card: str, after: str) -> None:
    assert gates(up(card, "A37", gates=before)) == after


def test_4_12_all_roll_clockwise_from_the_active_seat() -> None:
    # Ben is active; Ann and Cem are hit, and Dua is not.
    state = temple("E0", "F4", "E4", "E1", active="Ben", coins=[9, 9, 9, 9])
    walk(state, 3, "F3", "up acid", "die 6")
    assert coins(state) == [9, 9, 5, 9]  # Cem comes before Ann
    do(state, "die 3")
    assert coins(state) == [8, 9, 5, 9]


def test_4_12_all_die_together_and_choose_in_the_same_order() -> None:
    state = temple("E0", "F4", "E4", "A37", active="Ben", coins=[1, 4, 1, 4])
    walk(state, 3, "F3", "up acid", "die 6")
    assert (life(state, "Cem"), life(state, "Ann")) == ("alive", "alive")
    do(state, "die 6")
    assert (life(state, "Cem"), life(state, "Ann")) == ("dead", "dead")
    assert summoning_tiles(state) == {"E0", "E4"}
    assert (phase(state), asked(state)) == ("raising", "Cem")  # the first death of the swarm
    do(state, f"put {sorted(puts(state))[0]}")
    assert (phase(state), asked(state)) == ("moving", "Ben")


def test_4_12_of_two_teams_both_choose_in_turn() -> None:
    state = temple(
        "E0", "F4", "A21", "E4", "A37", "A53", active="Ben", coins=[1, 4, 4, 1, 4, 4], mode="teams"
    )
    walk(state, 3, "F3", "up acid", "die 6", "die 6")
    assert asked(state) == "Dua"
    do(state, f"put {sorted(puts(state))[0]}")
    assert asked(state) == "Ann"
    do(state, f"put {sorted(puts(state))[0]}")
    assert asked(state) == "Ben"
    assert len(summoning_tiles(state, "dark")) == 2
    assert len(summoning_tiles(state, "light")) == 2


def test_4_13_spawns_stop_lines_and_nothing_hurts_them() -> None:
    for trap, spawn, raider in (("fire", "F1", "E3"), ("acid", "E4", "D4"), ("arrows", "C2", "B2")):
        state = up(trap, "dead", raider, spawns=spawn)
        assert coins(state) == [4, 0, 4]
        assert where(state, "spawn 1") == spawn


def test_4_13_neither_rollers_nor_the_piston() -> None:
    there: dict[str, Any] = {"egg": "Ann", "rollers_out": True}
    state = up("piston", "dead", "A53", spawns="G", **there)
    assert where(state, "spawn 1") == "G"
    state = do(up("Outer ring clockwise", "dead", "A53", spawns="A7", **there), "die 1")
    assert phase(state) == "moving"
    assert where(state, "spawn 1") == "A11"
    state = temple("F4", "dead", "A53", spawns="B7", active="Ben", turned={"outer": 1}, **there)
    do(state, "roll", "die 2", "B8")
    assert phase(state) == "swarming"
