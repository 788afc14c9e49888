"""2  Setting up."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from templetop.engine.game import Numbers
from templetop.engine.random import generator
from templetop.games import karmaggan
from templetop.games.karmaggan.rules.hands import (
    EVERYONE,
    add_card,
    forget_one_of_each,
    imagine,
    remove_card,
)
from templetop.games.karmaggan.rules.start import OPTIONS
from templetop.games.karmaggan.rules.table import are_allies

from . import facts
from .drawn import (
    PIECES,
    SEATS,
    asked,
    battle,
    choices,
    coins,
    do,
    draw_on,
    egg,
    fresh,
    gates,
    hand,
    known,
    medallions,
    odds,
    phase,
    pile,
    sides,
    temple,
    turned,
    walk,
    where,
)


def begun(seats: int, first: str = "Ann", **options: str) -> Any:
    """A table where the first turn begins, or the first choice of a starting point."""
    return draw_on(do(fresh(seats, **options), f"first {first}"))


def seats_of(option: str, choice: str) -> tuple[int, ...] | None:
    found = next(each for each in OPTIONS if each.name == option)
    assert not isinstance(found, Numbers)
    return found.choice(choice).seats


def test_2_1_two_to_eight_seats_play_everyone_for_themselves() -> None:
    assert [*karmaggan.SEATS] == [2, 3, 4, 5, 6, 7, 8]
    state = temple("A5", "A21", "A37", "A53")
    assert sides(state) == [0, 1, 2, 3]
    assert not are_allies(state, 0, 2)


def test_2_2_two_teams_of_every_other_seat() -> None:
    assert seats_of("mode", "teams") == (4, 6, 8)
    state = temple("A5", "A21", "A37", "A53", mode="teams")
    assert sides(state) == [0, 1, 0, 1]


def test_2_2_the_raiders_and_the_swarm_of_a_team_are_allies() -> None:
    state = temple("A5", "A21", "A37", "A53", mode="teams")
    allies_of_ann = {piece for n, piece in enumerate(PIECES) if are_allies(state, 0, n)}
    raiders = {seat for n, seat in enumerate(SEATS) if n % 2 == 0}
    assert allies_of_ann == raiders | {f"spawn {n}" for n in range(1, 7)}


def test_2_1_without_teams_spawns_are_allies_of_each_other_only() -> None:
    state = temple("A5", "A21", "A37", "A53")
    spawn = PIECES.index("spawn 1")
    assert are_allies(state, spawn, PIECES.index("spawn 2"))
    assert not are_allies(state, spawn, 0)


@pytest.mark.parametrize("seats", range(2, 9))
def test_2_3_everyone_gets_cards_a_medallion_and_coins(seats: int) -> None:
    state = begun(seats)
    assert coins(state) == [facts.COINS[seats]] * seats
    assert medallions(state) == [1] * seats
    assert [len(hand(state, seat)) for seat in SEATS[:seats]] == [4] * seats


def test_2_3_as_many_as_are_agreed() -> None:
    state = begun(3, coins="1,7,1,1,1,1,1", medallions="3")
    assert coins(state) == [7, 7, 7]
    assert medallions(state) == [3, 3, 3]


def test_2_4_nobody_sees_the_face_of_a_blood_tile_before_it_is_taken() -> None:
    state = walk(temple("B1", "A37", tiles={"B1": "empty"}), 1, "B0")
    assert phase(state) == "consuming"
    do(state, "yes")
    assert odds(state) == {"tastes 2": 3, "tastes 3": 2, "tastes 4": 1, "tastes M": 2}


def test_2_5_who_is_first_is_drawn() -> None:
    assert odds(fresh(3)) == {"first Ann": 1, "first Ben": 1, "first Cem": 1}


def test_2_5_play_goes_clockwise() -> None:
    state = begun(3, first="Cem")
    order = []
    for _ in range(4):
        order.append(int(state.active))
        walk(state, 1, "stop")
    assert order == [2, 0, 1, 2]


@pytest.mark.parametrize(("seats", "starts"), [
    (2, ["A5", "A37"]),
    (3, ["A5", "A21", "A43"]),
    (4, ["A5", "A21", "A37", "A53"]),
    (8, ["A5", "A11", "A21", "A27", "A37", "A43", "A53", "A59"]),
])  # fmt: skip
def test_2_6_the_seats_are_spread_in_the_order_of_play(seats: int, starts: list[str]) -> None:
    state = begun(seats, first="Ben")
    order = [SEATS[(1 + n) % seats] for n in range(seats)]
    assert [where(state, seat) for seat in order] == starts


def test_2_9_they_choose_the_last_seat_first_when_they_know_their_cards() -> None:
    state = begun(3, first="Ben", starts="chosen")
    assert [len(hand(state, seat)) for seat in SEATS[:3]] == [4, 4, 4]
    assert asked(state) == "Ann"
    assert choices(state) == {f"start {n}" for n in range(1, 9)}
    do(state, "start 2")
    assert asked(state) == "Cem"
    assert choices(state) == {f"start {n}" for n in range(1, 9)} - {"start 2"}
    do(state, "start 1", "start 8")
    assert [where(state, seat) for seat in SEATS[:3]] == ["A11", "A59", "A5"]
    assert int(state.active) == 1


def test_2_9_the_eighth_gets_the_starting_point_that_is_left() -> None:
    state = begun(8, first="Ben", starts="chosen")
    do(state, *(f"start {n}" for n in (4, 1, 8, 2, 7, 6)))
    assert (asked(state), choices(state)) == ("Cem", {"start 3", "start 5"})
    do(state, "start 3")
    assert where(state, "Ben") == "A37"
    assert (int(state.turns), int(state.active)) == (1, 1)


def test_2_7_the_egg_the_gates_the_rings_and_the_rollers() -> None:
    state = begun(2)
    assert egg(state) == "G"
    assert gates(state) == ""
    assert [turned(state, ring) for ring in ("central", "inner", "middle", "outer")] == [0] * 4
    assert not state.rollers


# ── Who knows which card ─────────────────────────────────────────────────────────────────────────


def test_2_8_hands_are_hidden() -> None:
    state = begun(2)
    assert known(state, "Ben", "Ann") == []
    assert known(state, "Ann", "Ann") == hand(state, "Ann")


def shown_to_all(ben: str) -> Any:
    """Ann attacks Ben on F4; his first card ties with hers and is seen by all. She is thrown."""
    state = temple("F5", "F4", "A37", hands=["tar, tar, tar", ben, "fingers"])
    walk(state, 1, "F4")
    first = ben.split(", ")[0]
    battle(state, Ann="tar, nothing, nothing", Ben=f"{first}, nothing, nothing")
    do(state, "put F7")
    return draw_on(state)


def test_2_8_a_card_that_was_seen_is_known_until_it_is_gone() -> None:
    state = shown_to_all("saliva, gaze, gaze")
    assert known(state, "Cem", "Ben") == ["saliva"]
    do(state, "play saliva", "draws tar", "die 1", "up calm")
    assert known(state, "Cem", "Ben") == []
    assert known(state, "Ben", "Ben") == ["gaze", "gaze", "tar"]


def test_2_8_of_two_equal_cards_the_one_that_was_seen_is_played() -> None:
    state = shown_to_all("saliva, saliva, gaze")
    assert known(state, "Cem", "Ben") == ["saliva"]
    do(state, "play saliva", "draws tar", "die 1", "up calm")
    assert hand(state, "Ben") == ["gaze", "saliva", "tar"]
    assert known(state, "Cem", "Ben") == []  # there may be no second one


def test_2_8_after_an_unseen_theft_others_no_longer_know_the_hand() -> None:
    state = shown_to_all("stone, gaze, gaze")
    walk(do(state, "play gaze", "shows calm", "shows tar"), 1, "stop")
    assert known(state, "Ann", "Ben") == ["stone"]
    do(state, "play fingers", "name Ben", "steals gaze", "enough")
    assert known(state, "Ann", "Ben") == []
    assert known(state, "Cem", "Ben") == ["stone"]  # the thief knows that it was not the stone
    assert known(state, "Ben", "Cem") == ["gaze"]
    assert known(state, "Ann", "Cem") == []


def robbed(ben: str, stolen: str) -> Any:
    """Everyone has seen the hand of Ben; Cem steals a card of it."""
    state = temple("A4", "A37", "A53", hands=["pole", ben, "fingers"], active="Cem")
    state.players[1].known[: len(ben.split(", "))] = EVERYONE
    return do(state, "play fingers", "name Ben", f"steals {stolen}", "enough")


@pytest.mark.parametrize("stolen", ["tar", "gaze"])
def test_2_8_after_an_unseen_theft_others_know_of_one_less_of_each_kind(stolen: str) -> None:
    state = robbed("gaze, tar, tar", stolen)
    assert known(state, "Ann", "Ben") == ["tar"]  # whichever it was
    assert known(state, "Ann", "Cem") == []
    assert known(state, "Cem", "Ben") == hand(state, "Ben") == known(state, "Ben", "Ben")
    for draw in range(20):
        assert "tar" in hand(imagined(state, "Ann", draw), "Ben")


def test_2_8_whoever_has_seen_that_all_cards_are_alike_knows_which_one_is_stolen() -> None:
    state = robbed("tar, tar", "tar")
    assert (known(state, "Ann", "Ben"), known(state, "Ann", "Cem")) == (["tar"], ["tar"])
    state = robbed("sword", "sword")
    assert (known(state, "Ann", "Ben"), known(state, "Ann", "Cem")) == ([], ["sword"])


def test_2_8_a_card_that_is_stolen_again_is_known_to_the_two_concerned() -> None:
    state = temple("A4", "A37", "A53", hands=["fingers, pole", "sword", "fingers"])
    do(state, "play fingers", "name Ben", "steals sword", "enough")
    assert known(state, "Ben", "Ann") == ["sword"]
    assert known(state, "Cem", "Ann") == []
    walk(walk(state, 1, "stop"), 1, "stop")
    do(state, "play fingers", "steals sword")
    assert known(state, "Ann", "Cem") == ["sword"]
    assert known(state, "Ben", "Cem") == []


def test_2_8_whoever_has_seen_two_of_a_kind_knows_of_two() -> None:
    player = fresh(2).players[0]
    for seen in (0b001, 0b011, 0b101):  # the owner, then also the second seat, then also the third
        add_card(player, 5, seen)
    assert [int(seen) for seen in player.known[:3]] == [0b111, 0b001, 0b001]
    add_card(player, 5, 0b011)
    assert [int(seen) for seen in player.known[:4]] == [0b111, 0b011, 0b001, 0b001]
    remove_card(player, 5)
    assert [int(seen) for seen in player.known[:4]] == [0b011, 0b001, 0b001, 0]


def test_2_8_of_eight_of_a_kind_as_many_are_known_as_were_seen() -> None:
    player = fresh(2).players[0]
    for seen in (0b001, 0b001, 0b011, 0b001, 0b001, 0b001, 0b001, 0b001):
        add_card(player, 5, seen)
    assert [int(seen) for seen in player.known] == [0b011, *[0b001] * 7]


def test_2_8_what_each_has_seen_is_counted_card_by_card() -> None:
    """Hands against a plain count: how many cards of each kind does each seat know of?"""
    random = Random(1)
    for _ in range(60):
        player = fresh(2).players[0]
        seen: dict[int, Counter[int]] = {seat: Counter() for seat in range(4)}
        for _ in range(40):
            held = [int(card) for card in player.cards if card]
            if len(held) == 8 or (held and random.random() < 0.4):
                card = random.choice(held)
                remove_card(player, card)
                for count in seen.values():
                    count[card] = max(0, count[card] - 1)
            elif held and random.random() < 0.1:
                forget_one_of_each(player, 0, 0b0011)
                for seat in (2, 3):
                    seen[seat] = Counter({card: n - 1 for card, n in (+seen[seat]).items()})
            else:
                card, by = random.choice([1, 2, 2, 3]), random.randrange(16) | 1
                add_card(player, card, by)
                for seat, count in seen.items():
                    count[card] += by >> seat & 1
            for seat, count in seen.items():
                places = zip(player.cards, player.known, strict=True)
                found = Counter(int(card) for card, by in places if card and int(by) >> seat & 1)
                assert found == +count


def test_2_8_hands_are_kept_in_order() -> None:
    one, other = (fresh(2).players[0] for _ in range(2))
    for card in (3, 1, 7, 3, 2):
        add_card(one, card, 1)
    for card in (7, 3, 3, 2, 1):
        add_card(other, card, 1)
    assert one.tobytes() == other.tobytes()


def test_2_8_who_might_have_a_card_to_play_is_asked_even_if_there_is_none() -> None:
    # Fingers cannot be played where nobody has a card; that Ann has nothing to play is her secret.
    state = temple("A4", "A37", hands=["fingers"])
    assert (asked(state), choices(state)) == ("Ann", {"roll"})
    do(state, "roll", "die 1", "A3")
    assert (asked(state), choices(state)) == ("Ann", {"stop"})


def test_2_8_who_plainly_has_none_is_not() -> None:
    assert asked(temple("A4", "A37")) == "chance"


# ── What a seat imagines ─────────────────────────────────────────────────────────────────────────


def imagined(state: Any, seat: str, draw: int) -> Any:
    world = state.copy()
    imagine(world, SEATS.index(seat), generator(draw))
    return world


def test_2_8_unseen_cards_may_be_any_that_are_not_seen() -> None:
    state = temple("A4", "A37", hands=["pole", "sword, tar"])
    found = Counter(
        card for draw in range(200) for card in hand(imagined(state, "Ann", draw), "Ben")
    )
    assert {*found} == {*facts.OBJECT_CARDS}  # even a second pole
    assert found["tar"] > 2 * found["fingers"]


def test_2_8_a_hand_that_is_imagined_is_kept_as_any_other() -> None:
    state = temple("A4", "A37", hands=["pole", "sword, tar"])
    for draw in range(10):
        ben = imagined(state, "Ann", draw).players[1]
        assert [int(seen) for seen in ben.known] == [0b10, 0b10, 0, 0, 0, 0, 0, 0]
        assert not any(ben.cards[2:])


def test_2_8_seen_cards_stay_where_they_are() -> None:
    state = shown_to_all("stone, gaze, gaze")
    for draw in range(20):
        world = imagined(state, "Cem", draw)
        assert "stone" in hand(world, "Ben")
        assert hand(world, "Cem") == hand(state, "Cem")
        assert len(hand(world, "Ben")) == 3
        total = world.deck + world.discards
        cards = [*hand(world, "Ann"), *hand(world, "Ben"), *hand(world, "Cem")]
        assert int(total.sum()) + len(cards) == 74


def test_2_8_what_is_shown_stays_on_the_deck() -> None:
    state = temple("A4", "A37", hands=["gaze", "tar, tar, tar"])
    do(state, "play gaze", "shows calm", "shows eclipse")
    for draw in range(50):
        world = imagined(state, "Ann", draw)
        assert "eclipse" not in hand(world, "Ben")
        assert pile(world.deck)["eclipse"] == 1
