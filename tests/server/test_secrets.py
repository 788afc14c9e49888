"""Every frame that is sent is the same, whatever its viewer cannot see.

A match is told twice: as it was, and as it might have been for all that the viewer knows. Chance
hands out something else where the viewer does not see it, others decide something else behind
their hands; what comes after is as near to the truth as it can be. Then every byte that goes to the
viewer must be the same.
"""

import random
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.telling import after
from templetop.games.shelf import take
from templetop.server.models import LiveTable
from templetop.server.sight import Sights, moments, sight_at
from templetop.server.table import Decision, Kept, Made, Row, Seat, Table

NAMES = ("Ann", "Ben", "Cem")
VIEWERS = (None, 0, 2)
HIDING = ("karuba_cards", "cacao")  # games with hands
DECIDING_TOGETHER = ("karuba", "karuba_cards")
Moves = list[tuple[int, int]]


def played(game: str, moves: int, seed: int) -> Moves:
    """So many moves at random; all who decide at the same time have decided."""
    match, chosen = Match.new(take(game), NAMES), random.Random(seed)
    while not match.is_over:
        asked = seats_to_move(match.state)
        if len(match.moves) >= moves and asked != [CHANCE]:
            break
        for seat in asked:
            match.play(seat, chosen.choice(legal_moves(match.state, seat)))
    return match.moves


def otherwise(game: str, truth: Moves, viewer: int | None, first: int) -> Moves | None:
    """What else may have happened: another move at `first`, and the viewer sees the same."""
    true, other = (take(game).start(len(NAMES)) for _ in range(2))
    told: Moves = []
    for number, (seat, move) in enumerate(truth):
        seen = take(game).view(after(true, seat, move), viewer)
        for instead in candidates(other, seat, move, viewer, number == first):
            if take(game).view(after(other, seat, instead), viewer) == seen:
                break
        else:
            return None
        ask.play(true, seat, move)
        ask.play(other, seat, instead)
        told.append((seat, instead))
        if seats_to_move(true) != seats_to_move(other):
            return None
    return told if told != truth else None


def candidates(
    state: Any, seat: int, move: int, viewer: int | None, must_differ: bool
) -> Iterator[int]:
    """The true move first, unless another is wanted; a viewer's own moves are what they are."""
    legal = legal_moves(state, seat) if seat in seats_to_move(state) else []
    if move in legal and not must_differ:
        yield move
    if seat != viewer or seat == CHANCE:
        yield from (other for other in legal if other != move)


def alternatives(game: str, truth: Moves, viewer: int | None, most: int) -> list[Moves]:
    """Some of the other stories, those that differ late as well as those that differ early."""
    hidden = [n for n, (seat, _) in enumerate(truth) if seat != viewer]
    found: list[Moves] = []
    for first in random.Random(1).sample(hidden, len(hidden)):
        if (told := otherwise(game, truth, viewer, first)) and told not in found:
            found.append(told)
        if len(found) == most:
            break
    return found


def table_after(game: str, moves: Moves) -> Table:
    options = Match.new(take(game), NAMES).options
    row = Row("T", game, 1, options, True, "I", None, None, "running", 0.0, length=len(moves))
    seats = [Seat("T", n, "person", person=name, name=name) for n, name in enumerate(NAMES)]
    made = [Made(seat, move, number) for number, (seat, move) in enumerate(moves)]
    return Table(Kept(row, seats, made, {}))


def frame(table: Table, viewer: int | None) -> bytes:
    """What goes over the line."""
    return orjson.dumps(LiveTable(Sights(table).view(viewer, {0, 1}, 0.0)))


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("length", [12, 30])
def test_a_frame_is_the_same_whatever_is_hidden(game: str, viewer: int | None, length: int) -> None:
    truth = played(game, length, seed=length)
    others = alternatives(game, truth, viewer, most=3)
    assert others, "nothing was hidden, so nothing was tested"
    sent = frame(table_after(game, truth), viewer)
    for other in others:
        assert frame(table_after(game, other), viewer) == sent


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_replay_is_the_same_whatever_is_hidden(game: str, viewer: int | None) -> None:
    truth = played(game, 14, seed=3)
    (other,) = alternatives(game, truth, viewer, most=1)
    for number in range(0, len(truth) + 1, 4):
        sights = [sight_at(match_of(game, told), number, viewer) for told in (truth, other)]
        assert sights[0] == sights[1]
    tables = [table_after(game, told) for told in (truth, other)]
    replays = [moments(match_of(game, told), Sights(table).log(viewer))
               for told, table in zip((truth, other), tables, strict=True)]  # fmt: skip
    assert replays[0] == replays[1]


def match_of(game: str, moves: Moves) -> Match:
    match = table_after(game, moves).match
    assert match is not None
    return match


@pytest.mark.parametrize("game", DECIDING_TOGETHER)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_frame_is_the_same_whatever_others_have_decided(game: str, viewer: int | None) -> None:
    """Decisions at the same time are hidden until all are in."""
    table, another = (table_after(game, played(game, 20, seed=5)) for _ in range(2))
    assert len(table.asked()) > 1
    for seat in table.asked()[:-1]:
        if seat != viewer:
            assert table.match is not None
            moves = legal_moves(table.match.state, seat)
            table.decisions[seat] = Decision(moves[0], 1.0)
            another.decisions[seat] = Decision(moves[-1], 1.0)
    assert table.decisions != another.decisions
    assert frame(table, viewer) == frame(another, viewer)


def test_a_frame_would_differ_if_a_hand_were_shown() -> None:
    """The comparison can fail: the seat itself sees what the others do not."""
    truth = played("karuba_cards", 12, seed=12)
    differs = [
        frame(table_after("karuba_cards", other), 1) != frame(table_after("karuba_cards", truth), 1)
        for other in alternatives("karuba_cards", truth, 0, most=4)
    ]
    assert any(differs)
