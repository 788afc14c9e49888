"""3.6  Temples."""

import pytest

from templetop.engine.seats import CHANCE

from .drawn import (
    COLOURS,
    at,
    bring_home,
    gathered,
    goals,
    match_at,
    number_of,
    play,
    points,
    reach,
    table,
    treasures_left,
    turn,
)

AT_THE_DOOR = """
    .  .  .  .  .  ─n
    .  .  .  .  .  ─b
"""


# ── Going in ─────────────────────────────────────────────────────────────────────────────────────


def test_3_6_1_an_adventurer_enters_only_the_temple_of_its_own_colour() -> None:
    island = """
        .  .  .  .  .  ─b
        .  .  .  .  .  ─n
    """
    assert reach(island, steps=4, who="brown") == set()
    assert reach(island, steps=4, who="blue") == set()
    assert reach(AT_THE_DOOR, steps=4, who="brown") == {"temple"}
    assert reach(AT_THE_DOOR, steps=4, who="blue") == {"temple"}


def test_3_6_1_it_enters_through_a_path_to_the_edge_of_that_temple() -> None:
    assert reach(". . ┘n", steps=2, brown=(50, 30)) == {"temple"}
    assert reach(". . ┐n", steps=2, brown=(50, 30)) == set()


def test_3_6_1_it_needs_a_path_of_its_own_where_two_temples_share_a_corner() -> None:
    def both(tile: str) -> list[set[str]]:
        places = {"brown": (10, 60), "blue": (20, 70)}
        on_f1 = [f". . . . . {tile}{letter}" for letter in "nb"]
        return [reach(island, 2, who, **places) for who, island in zip(places, on_f1)]

    assert both("─") == [set(), {"temple"}]
    assert both("│") == [{"temple"}, set()]
    assert both("└") == [{"temple"}, {"temple"}]
    assert both("┐") == [set(), set()]


def test_3_6_1_it_does_not_leave_through_the_same_edge_a_space_further() -> None:
    assert reach(". │ │n │", steps=2, brown=(50, 20)) == set()
    assert reach(". │ │n │", steps=2, brown=(50, 30)) == {"temple"}
    assert reach(". │ │n │", steps=2, brown=(50, 40)) == set()


def test_3_6_1_it_counts_the_step_into_the_temple() -> None:
    assert "temple" not in reach(". . . ─n ─ ─", steps=2)
    assert "temple" in reach(". . . . ─n ─", steps=2)


def test_3_6_1_it_reaches_a_temple_one_step_later_than_the_space_before_it() -> None:
    island = """
        .  .  .  .  .  │
        .  .  .  .  .  │
        .  .  .  .  .  │n
    """
    assert reach(island, steps=2, brown=(10, 60)) == {"f1", "f2"}
    assert reach(island, steps=3, brown=(10, 60)) == {"f1", "f2", "temple"}


# ── Treasures ────────────────────────────────────────────────────────────────────────────────────


def test_3_6_2_it_takes_the_best_treasure_left_in_the_stack_of_its_colour() -> None:
    state = table("", AT_THE_DOOR, "", "")
    bring_home(state, 0, "brown")
    turn(state, 36, "discard", "walk brown to temple", "discard", "discard")
    assert gathered(state, 1) == {"treasures": 4}
    assert treasures_left(state, "brown") == [3, 2]
    assert [treasures_left(state, who) for who in COLOURS[1:]] == [[5, 4, 3, 2]] * 3


def test_3_6_2_it_is_the_next_treasure_in_each_later_turn() -> None:
    state = table(*[AT_THE_DOOR] * 3)
    turn(state, 36, "discard", "discard", "walk brown to temple")
    turn(state, 35, "walk brown to temple", "discard", "discard")
    turn(state, 34, "walk blue to temple", "walk brown to temple", "discard")
    assert [gathered(state, seat) for seat in range(3)] == [
        {"treasures": 3 + 5},
        {"treasures": 2},
        {"treasures": 5},
    ]


def test_3_6_3_it_stays_in_the_temple_and_never_walks_again() -> None:
    state = table("─ ─ ─ ─ ─ ─n")
    turn(state, 36, "walk brown to temple")
    for tile in (26, 25):
        play(state, CHANCE, f"call {tile}")
        assert goals(state) == set()
        play(state, 0, "discard")
    assert at(state, "brown") == "temple"


# ── In the same turn ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("seats", "earlier", "together"),
    [
        # in turns before     then treasure and crystals for each
        (2, 0,                [(5, 0), (3, 2)]),
        (3, 0,                [(5, 0), (3, 2)]),
        (3, 0,                [(5, 0), (3, 2), (2, 3)]),
        (3, 1,                [(3, 0), (2, 1)]),
        (4, 0,                [(5, 0), (4, 1)]),
        (4, 0,                [(5, 0), (4, 1), (3, 2)]),
        (4, 0,                [(5, 0), (4, 1), (3, 2), (2, 3)]),
        (4, 1,                [(4, 0), (3, 1)]),  # the manual's own example
        (4, 1,                [(4, 0), (3, 1), (2, 2)]),
        (4, 2,                [(3, 0), (2, 1)]),
    ],
)  # fmt: skip
def test_3_6_4_who_reach_temples_of_one_colour_in_the_same_turn_get_the_same_worth(
    seats: int, earlier: int, together: list[tuple[int, int]]
) -> None:
    state = table(*[AT_THE_DOOR] * seats)
    for seat in range(earlier):
        bring_home(state, seat, "brown")
    arriving = range(earlier, earlier + len(together))
    turn(state, 36, *["walk brown to temple" if s in arriving else "discard" for s in range(seats)])
    players = [state.players[seat] for seat in arriving]
    assert [(player.treasures[0], player.crystals) for player in players] == together
    assert len({points(state)[seat] for seat in arriving}) == 1


def test_3_6_4_it_leaves_the_treasures_below_for_later_turns() -> None:
    state = table(*[AT_THE_DOOR] * 4)
    turn(state, 36, "walk brown to temple", "discard", "walk brown to temple", "discard")
    turn(state, 35, "discard", "walk brown to temple", "discard", "discard")
    turn(state, 34, "discard", "discard", "discard", "walk brown to temple")
    assert points(state) == [5, 3, 5, 2]


def test_3_6_4_it_is_no_matter_who_sits_between_them() -> None:
    state = table(*[AT_THE_DOOR] * 4)
    turn(state, 36, "walk brown to temple", "discard", "discard", "walk brown to temple")
    assert gathered(state, 0) == {"treasures": 5}
    assert gathered(state, 3) == {"treasures": 4, "crystals": 1}


def test_3_6_4_it_goes_by_the_order_of_the_seats_and_not_of_the_decisions() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR, tile=36)
    match = match_at(state)
    for seat in (1, 0):
        match.play(seat, number_of("walk brown to temple"))
    assert gathered(state, 0) == {"treasures": 5}
    assert gathered(state, 1) == {"treasures": 3, "crystals": 2}


def test_3_6_4_it_has_nothing_to_do_with_temples_of_two_colours() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR, AT_THE_DOOR)
    turn(state, 36, *[f"walk {who} to temple" for who in ("brown", "blue", "brown")])
    assert [gathered(state, seat) for seat in range(3)] == [
        {"treasures": 5},
        {"treasures": 5},
        {"treasures": 3, "crystals": 2},
    ]


def test_3_6_4_it_holds_with_full_treasures_too() -> None:
    state = table(AT_THE_DOOR, AT_THE_DOOR, options={"treasures": "full"})
    turn(state, 36, "walk brown to temple", "walk brown to temple")
    assert gathered(state, 1) == {"treasures": 4, "crystals": 1}
