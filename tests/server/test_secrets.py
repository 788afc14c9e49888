"""Every frame that is sent is the same, whatever its viewer cannot see.

A match is told twice: as it was, and as it might have been for all that the viewer knows. Chance
hands out something else where the viewer does not see it, others decide something else behind
their hands; what comes after is as near to the truth as it can be. Then every byte that goes to the
viewer must be the same.
"""

import functools
import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from templetop.engine import ask
from templetop.engine.game import CHANCE, Refusal
from templetop.engine.match import Match, legal_moves, points_of, seats_to_move
from templetop.engine.telling import after
from templetop.games.shelf import take
from templetop.server import luck
from templetop.server.hall import card_seats
from templetop.server.minds import Question
from templetop.server.models import LiveTable, Moment, Problem, Refused
from templetop.server.refusals import problem_of
from templetop.server.sight import Sights, moments, sight_at
from templetop.server.store import Listed
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
    row = Row("T", game, 1, options, True, "I", "move", 60, "running", 0.0, length=len(moves))
    seats = [Seat("T", n, "person", person=name, name=name) for n, name in enumerate(NAMES)]
    made = [Made(seat, move, number) for number, (seat, move) in enumerate(moves)]
    table = Table(Kept(row, seats, made, {}))
    assert table.match is not None
    row.standing = points_of(table.match.state, len(NAMES)).tolist()
    row.awaited = sum(1 << seat for seat in table.asked() if seat != CHANCE)
    return table


# ── All that is ever sent ────────────────────────────────────────────────────────────────────────


def frame(table: Table, viewer: int | None) -> bytes:
    """What goes over the line."""
    return Sights(table).frame(viewer, {0, 1}, 0.0)


def answer(table: Table, viewer: int | None) -> bytes:
    """What a request is answered with; a stale one, too."""
    return orjson.dumps(Refused(Problem("Stale."), Sights(table).view(viewer, set(), 0.0)))


def refusals(table: Table, viewer: int | None) -> list[bytes]:
    """Whatever it tries that it may not do: it is told why."""
    if viewer is None:
        return []
    numbers = random.Random(2).sample(range(table.game.moves), 40)
    return [told for move in [*numbers, -1, 10**6] if (told := refusal(table, viewer, move))]


def refusal(table: Table, viewer: int, move: int) -> bytes:
    try:
        table.decide(viewer, table.number, move, 0.0)
    except Refusal as refused:
        return orjson.dumps(Refused(problem_of(refused)))
    return b""


def question(table: Table, viewer: int | None) -> Question | None:
    """What the strongest bot is told for a hint; its answer can hold no more."""
    if viewer is None or viewer not in table.asked():
        return None
    assert table.match is not None
    return Question.about(table.match.state, table.game, viewer, len(NAMES), 7)


def replay(table: Table, viewer: int | None) -> tuple[list[Moment], list[bytes]]:
    """The moments, and the table at some of them."""
    assert table.match is not None
    told = moments(table.match, Sights(table).log(viewer))
    stops = {0, table.length // 2, table.length - 1, table.length}
    return told, [orjson.dumps(sight_at(table.match, stop, viewer)) for stop in sorted(stops)]


def in_the_lobby(table: Table, viewer: int | None) -> bytes:
    person = None if viewer is None else NAMES[viewer]
    return orjson.dumps(card_seats(Listed(table.row, table.seats), person, {0}))


SENT: dict[str, Callable[[Table, int | None], object]] = {
    "frame": frame,
    "answer": answer,
    "refusals": refusals,
    "hint": question,
    "replay": replay,
    "lobby": in_the_lobby,
}


def is_sent(sent: str, table: Table, viewer: int | None) -> bool:
    """Else nothing would be compared: who only watches tries nothing, and gets no hint."""
    if sent == "hint":
        return viewer in table.asked()
    return sent != "refusals" or viewer is not None


def to_compare(game: str, length: int) -> list[tuple[str, int, int | None, str]]:
    """The game and how long it was played; who is sent what of it."""
    table = table_after(game, played(game, length, seed=length))
    return [
        (game, length, viewer, sent)
        for viewer in VIEWERS
        for sent in SENT
        if is_sent(sent, table, viewer)
    ]


@pytest.mark.parametrize(
    ("game", "length", "viewer", "sent"),
    [case for game in HIDING for length in (12, 31) for case in to_compare(game, length)],
)
def test_what_is_sent_is_the_same_whatever_is_hidden(
    game: str, length: int, viewer: int | None, sent: str
) -> None:
    truth, others = swapped(game, viewer, length)
    told = SENT[sent](table_after(game, truth), viewer)
    for other in others:
        assert SENT[sent](table_after(game, other), viewer) == told


@functools.cache
def swapped(game: str, viewer: int | None, length: int) -> tuple[Moves, list[Moves]]:
    truth = played(game, length, seed=length)
    others = alternatives(game, truth, viewer, most=3)
    assert others, "nothing was hidden, so nothing was tested"
    return truth, others


@pytest.mark.parametrize(
    ("game", "length", "viewer", "sent"),
    [case for game in DECIDING_TOGETHER for case in to_compare(game, 20)],
)
def test_what_is_sent_is_the_same_whatever_others_have_decided(
    game: str, length: int, viewer: int | None, sent: str
) -> None:
    """Decisions at the same time are hidden until all are in."""
    table, another = (table_after(game, played(game, length, seed=length)) for _ in range(2))
    assert len(table.asked()) > 1
    for seat in table.asked()[:-1]:
        if seat != viewer:
            assert table.match is not None
            moves = legal_moves(table.match.state, seat)
            table.decisions[seat] = Decision(moves[0], 1.0)
            another.decisions[seat] = Decision(moves[-1], 1.0)
    assert table.decisions != another.decisions
    assert SENT[sent](table, viewer) == SENT[sent](another, viewer)


@pytest.mark.parametrize("game", HIDING)
def test_what_was_said_before_a_move_was_taken_back_is_forgotten(game: str) -> None:
    """A log that has told a move and forgets it tells the same as one that never knew of it."""
    truth, _ = swapped(game, 0, 31)
    shorter, longer = table_after(game, truth[:-1]), table_after(game, truth)
    sights = Sights(longer)
    for viewer in VIEWERS:
        sights.frame(viewer, set(), 0.0)
    longer.match, longer.answers = shorter.match, shorter.answers
    longer.row = shorter.row
    sights.take_back()
    for viewer in VIEWERS:
        assert sights.frame(viewer, set(), 0.0) == Sights(shorter).frame(viewer, set(), 0.0)


def test_what_can_be_taken_back_does_not_depend_on_when_one_looked_first() -> None:
    """Who comes back after a decision and takes it back has nothing more to take back."""
    table = table_after("karuba", played("karuba", 20, seed=5))
    assert table.match is not None
    move = legal_moves(table.match.state, 0)[0]
    sights, table.decisions = Sights(table), {0: Decision(move, 1.0)}
    assert sights.view(0, set(), 0.0).can_undo
    table.decisions = {}
    assert not sights.view(0, set(), 0.0).can_undo
    assert sights.frame(0, set(), 0.0) == Sights(table).frame(0, set(), 0.0)


def test_a_frame_would_differ_if_a_hand_were_shown() -> None:
    """The comparison can fail: the seat itself sees what the others do not."""
    truth = played("karuba_cards", 12, seed=12)
    differs = [
        frame(table_after("karuba_cards", other), 1) != frame(table_after("karuba_cards", truth), 1)
        for other in alternatives("karuba_cards", truth, 0, most=4)
    ]
    assert any(differs)


def test_the_comparison_can_fail_for_every_kind() -> None:
    """The seat whose hand it is sees the difference, and what it is asked differs as well."""
    truth, others = swapped("karuba_cards", 0, 31)
    tables = [table_after("karuba_cards", moves) for moves in (truth, *others)]
    for sent in ("frame", "answer", "replay"):
        assert any(SENT[sent](table, 1) != SENT[sent](tables[0], 1) for table in tables[1:]), sent


def test_a_frame_says_what_a_live_table_is() -> None:
    """It is put together of parts that are written once; the whole is as if it had been at once."""
    for game in (*HIDING, "karuba"):
        table = table_after(game, played(game, 20, seed=5))
        for viewer in VIEWERS:
            whole = LiveTable(Sights(table).view(viewer, {1}, 0.0))
            assert orjson.loads(Sights(table).frame(viewer, {1}, 0.0)) == orjson.loads(
                orjson.dumps(whole)
            )


def test_nobody_can_foretell_a_tables_luck() -> None:
    """It does not follow from anything that is known at the table."""
    table = table_after("karuba_cards", [])
    assert len({luck.seed(table, 0, CHANCE) for _ in range(50)}) == 50
