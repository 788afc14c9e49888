"""What a move belongs to: spaces, cards, players and spawns, for boards and bots."""

from random import Random
from typing import Any

import pytest

from templetop.engine.match import legal_moves, make, seats_to_move, target_of
from templetop.engine.seats import CHANCE
from templetop.games import shelf
from templetop.games.karmaggan.people.ahead import Brought
from templetop.games.karmaggan.people.spaces import Space
from templetop.games.karmaggan.people.targets import (
    BattleCard,
    Card,
    Concern,
    Draw,
    Exit,
    Put,
    Spawn,
    Step,
    Turn,
)

from .drawn import SEATS, asked, do, numbers, temple, told, walk

CARD = shelf.take("karmaggan")
A7 = Space("A7", "Outer", "A", 7, 7, "object")


def offered(state: Any, words: str) -> Any:
    who = asked(state)
    seat = CHANCE if who == "chance" else SEATS.index(who.split()[0])
    found = {told(state, seat, number): number for number in numbers(state, seat)}
    return target_of(state, seat, found[words])


def test_3_4_a_step_belongs_to_a_space() -> None:
    state = walk(temple("A6", "A30"), 4)
    assert offered(state, "A7") == Step("step", "own", 0, 0, 0, None, A7, None, False, False)


def test_6_1_it_tells_whom_one_meets() -> None:
    state = walk(temple("A6", "A7"), 4)
    assert offered(state, "A7").met == 1
    state = walk(temple("A6", "A30", spawns="A7"), 4)
    assert (offered(state, "A7").met, offered(state, "A7").meets_spawn) == (None, True)


def test_1_2_columns_are_those_of_the_world() -> None:
    state = walk(temple("A10", "A30", turned={"outer": 1}), 4)
    assert offered(state, "A11").space == Space("A11", "Outer", "A", 11, 7, "object")


def test_5_1_a_card_is_named() -> None:
    state = temple("A6", "A30", hands=["pole"])
    pole = Card("play", 0, "pole", "step on one abyss in this turn", ())
    assert offered(state, "play pole") == pole


def test_6_3_a_battle_card_has_a_value() -> None:
    state = walk(temple("A4", "A5", hands=["pole", "tar"]), 1, "A5")
    assert offered(state, "card pole") == BattleCard("battle", "card", 0, "pole", "attack")
    assert offered(state, "card nothing") == BattleCard("battle", "none", 0, None, None)


def test_5_10_a_card_concerns_a_player() -> None:
    state = do(temple("A5", "A30", "A40", hands=["fingers", "tar", "tar"]), "play fingers")
    assert offered(state, "name Ben") == Concern("target", "fingers", 0, 1)


def test_5_16_a_ring_is_named() -> None:
    state = do(temple("A5", "A30", hands=["dull helmet"]), "play dull helmet")
    turn = offered(state, "turn outer -")
    assert turn == Turn("ring", "card", 0, "Outer", "counterclockwise", turn.brings)


def test_4_3_a_turn_tells_where_everything_on_the_ring_would_come() -> None:
    state = do(temple("A5", "D0", hands=["dull helmet"], egg="B0"), "play dull helmet")
    raider, egg = offered(state, "turn outer -").brings
    assert raider == Brought(0, "A", (1, 61, 57, 53, 49, 45), (False,) * 6)
    assert (egg.piece, egg.row, egg.columns[0]) == (None, "B", 60)
    (ben,) = offered(state, "turn middle +").brings
    assert (ben.row, ben.columns[:2]) == ("D", (2, 4))


def test_4_4_it_tells_from_which_number_on_a_roller_hurts() -> None:
    state = temple("A1", "D0", hands=["dull helmet"], rollers_out=True)
    (raider,) = offered(do(state, "play dull helmet"), "turn outer +").brings
    assert raider.is_hurt == (False, True, True, True, True, True)


def test_5_16_a_helmet_tells_it_of_all_rings_before_it_is_played() -> None:
    turns = offered(temple("A5", "D0", hands=["dull helmet"]), "play dull helmet").turns
    assert len(turns) == 8
    assert [turn.ring for turn in turns if turn.brings][::2] == ["Central", "Middle", "Outer"]


def test_4_2_a_trap_tells_its_lines() -> None:
    state = do(walk(temple("A14", "A30"), 2, "A15"))
    fire, calm = offered(state, "up fire"), offered(state, "up calm")
    assert [line.row for line in fire.lines][:2] == ["F", "E"]
    assert fire.lines[0].columns == (1, 4, 6, 9, 12, 14)
    assert calm.lines == ()


def test_4_2_a_piece_stops_a_line() -> None:
    free = offered(walk(temple("A14", "A30"), 2, "A15"), "up arrows")
    stopped = offered(walk(temple("A14", "B2"), 2, "A15"), "up arrows")
    assert 2 in free.lines[-1].columns
    assert 2 not in stopped.lines[-1].columns
    assert 1 in stopped.hit
    assert 1 not in free.hit


def test_5_22_what_is_put_is_named() -> None:
    state = do(temple("A5", "A30", hands=["twins"]), "play twins", "draws tar")
    space = Space("A4", "Outer", "A", 4, 4, "empty")
    assert offered(state, "put A4") == Put(
        "put", "temple tile", 0, "temple tile", None, None, None, space
    )


def test_3_11_a_passage_leads_to_a_space() -> None:
    state = walk(temple("C5", "A30"), 4, "C4")
    space = Space("C20", "Outer", "C", 20, 148, "passage")
    assert offered(state, "exit C20") == Exit("exit", "own", 0, 0, space)


def test_7_9_a_spawn_is_where_it_is() -> None:
    state = temple("A30", "dead", spawns="A7", active="Ben")
    assert offered(state, "sacrifice 1") == Spawn("sacrifice", 1, 8, 1, A7)


def test_5_2_a_draw_belongs_to_a_hand() -> None:
    state = do(walk(temple("A6", "A30"), 4, "A7"), "yes")
    assert offered(state, "draws tar") == Draw("draw", "drawing", 0, "tar", False)


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_all_that_is_named_is_there(seats: int) -> None:
    random, state = Random(seats), CARD.start(seats)
    kinds = set()
    for _ in range(500):
        awaited = seats_to_move(state)
        if not awaited:
            break
        for seat in awaited:
            viewer = None if seat == CHANCE else seat
            for target in [target_of(state, seat, move) for move in legal_moves(state, seat)]:
                check(CARD.view(state, viewer), target)
                kinds.add(target.kind)
        make(state, [(seat, random.choice(legal_moves(state, seat))) for seat in awaited])
    assert kinds >= {"step", "roll", "stop", "play", "draw", "dice", "uncover"}


def check(view: Any, target: Any) -> None:
    """The space has the tile that the view shows there; cards are in the hand."""
    space = getattr(target, "space", None)
    if space is not None and space.tile:
        rows = {row.row: row.tiles for ring in view.rings for row in ring.rows}
        columns = {row.row: (ring.columns, ring.turned) for ring in view.rings for row in ring.rows}
        count, turned = columns[space.row]
        local = (space.column - turned * count // view.sectors) % count
        assert rows[space.row][local] == space.tile
    if isinstance(target, Card):
        assert target.card in [card.card for card in view.players[target.seat].hand]
    if isinstance(target, Step) and target.met is not None:
        assert view.players[target.met].space == target.space
