"""Every frame that is sent is the same, whatever its viewer cannot see.

A match is told twice: as it was, and as it might have been for all that the viewer knows. Chance
hands out something else where the viewer does not see it, others decide something else behind
their hands; what comes after is as near to the truth as it can be. Then every byte that goes to the
viewer must be the same.
"""

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest

from templetop.engine.deal import Deal
from templetop.engine.ending import points_of
from templetop.engine.match import Match, Moves, legal_moves, make, seats_to_move, target_of
from templetop.engine.refusal import Refusal
from templetop.engine.seats import CHANCE
from templetop.engine.telling import after
from templetop.games.shelf import ready_games, take
from templetop.server.api_models import LiveTable, Problem, Refused
from templetop.server.bots.bot_pool import BotQuestion
from templetop.server.core.refusals import problem_view
from templetop.server.store.change import MadeMove, Row, Seat, StoredTable
from templetop.server.store.database import ListedTable
from templetop.server.tables import deal_key
from templetop.server.tables.listings import card_seats
from templetop.server.tables.table import Table
from templetop.server.tables.view_builder import ViewBuilder, first_step, replay_steps, table_at
from tests.every_game.swaps import games_with_secrets
from tests.server.swapping import others_first

NAMES = ("Ann", "Ben", "Cem")
VIEWERS = (None, 0, 2)
HIDING = games_with_secrets()
KEY = "ab" * deal_key.KEY_BYTES
LONG = {"corridor": "20", "rounds": "50"}  # where there is such an option: so it is not over soon


def options_for(game: str) -> dict[str, str]:
    return {o.name: LONG[o.name] for o in take(game).options if o.name in LONG}


def match_of(game: str) -> Match:
    return Match.new(take(game), NAMES, options_for(game))


def played(game: str, moves: int, seed: int) -> Moves:
    """So many moves at random; all who decide at the same time have decided."""
    match, chosen = match_of(game), random.Random(seed)
    while not match.is_over:
        asked = seats_to_move(match.state)
        if len(match.moves) >= moves and asked != [CHANCE]:
            break
        for seat in asked:
            match.play(seat, chosen.choice(legal_moves(match.state, seat)))
    return match.moves


def decide_together(game: str) -> bool:
    return len(table_after(game, played(game, 20, seed=5)).deciding_seats()) > 1


def otherwise(
    game: str, truth: Moves, viewer: int | None, first: int, chosen: random.Random
) -> Moves | None:
    """What else may have happened: another move at `first`, and the viewer sees the same."""
    true, other = (match_of(game).state for _ in range(2))
    told: Moves = []
    while rest := truth[len(told) :]:
        step = first_step(rest, true)
        seen = take(game).view(after(true, step), viewer)
        differs = first in range(len(told), len(told) + len(step))
        for instead in candidates(other, step, viewer, differs, chosen):
            is_told_alike = shown(other, instead) == shown(true, step)
            if is_told_alike and take(game).view(after(other, instead), viewer) == seen:
                break
        else:
            return None
        make(true, step)
        make(other, instead)
        told += instead
        if seats_to_move(true) != seats_to_move(other):
            return None
    return told if told != truth else None


def candidates(
    state: Any, step: Moves, viewer: int | None, must_differ: bool, chosen: random.Random
) -> Iterator[Moves]:
    """What was truly done first, unless something else is wanted; then one does something else.

    A viewer's own moves are what they are.
    """
    legal = {seat: legal_moves(state, seat) for seat, _ in step}
    if step[0][0] == CHANCE:
        others = others_first(state, step, viewer)[:-1]
        true = [step] if not must_differ and step[0][1] in legal[CHANCE] else []
        yield from [*true, *chosen.sample(others, len(others))]
        return
    if not must_differ and all(move in legal[seat] for seat, move in step):
        yield step
    for n, (seat, move) in enumerate(step):
        if seat != viewer:
            for other in legal[seat]:
                instead = [*step[:n], (seat, other), *step[n + 1 :]]
                if other != move and all(m in legal[who] for who, m in instead):
                    yield instead


def shown(state: Any, step: Moves) -> list[Any]:
    """What seats decide is seen by all as soon as all have: what each of the moves touches."""
    return [target_of(state, seat, move) for seat, move in step if seat != CHANCE]


def alternatives(game: str, truth: Moves, viewer: int | None, most: int) -> list[Moves]:
    """Some of the other stories, those that differ late as well as those that differ early."""
    hidden = [n for n, (seat, _) in enumerate(truth) if seat != viewer]
    found: list[Moves] = []
    chosen = random.Random(1)
    for first in chosen.sample(hidden * 4, len(hidden) * 4):
        if (told := otherwise(game, truth, viewer, first, chosen)) and told not in found:
            found.append(told)
        if len(found) == most:
            break
    return found


def table_after(game: str, moves: Moves) -> Table:
    """Every event there has a keepsake."""
    agreed = (take(game).rules_version, match_of(game).options, True, "I", "A", KEY)
    row = Row("T", game, *agreed, "move", 60, "running", 0.0, length=len(moves))
    seats = [Seat("T", n, "person", person=name, name=name) for n, name in enumerate(NAMES)]
    made = [MadeMove(seat, move, number) for number, (seat, move) in enumerate(moves)]
    events = [number for number, (seat, _) in enumerate(moves) if seat == CHANCE]
    table = Table(StoredTable(row, seats, made, {}, events))
    assert table.match is not None
    row.standing = points_of(table.match.state).tolist()
    row.awaited = sum(1 << seat for seat in table.deciding_seats())
    return table


def let_decide(table: Table, seat: int, move: int) -> None:
    assert table.match is not None
    table.match.decided[seat] = move
    table.decided_at[seat] = 1.0


# ── All that is ever sent ────────────────────────────────────────────────────────────────────────


def frame(table: Table, viewer: int | None) -> bytes:
    """What goes over the line."""
    return ViewBuilder(table).frame(viewer, {0, 1}, 0.0).table_message


def answer(table: Table, viewer: int | None) -> bytes:
    """What a request is answered with; a stale one, too."""
    return orjson.dumps(Refused(Problem("Stale."), ViewBuilder(table).view(viewer, set(), 0.0)))


def refusals(table: Table, viewer: int | None) -> list[bytes]:
    """Whatever it tries that it may not do: it is told why."""
    if viewer is None:
        return []
    count = table.game.moves.count
    numbers = random.Random(2).sample(range(count), min(count, 40))
    return [told for move in [*numbers, -1, 10**6] if (told := refusal(table, viewer, move))]


def refusal(table: Table, viewer: int, move: int) -> bytes:
    try:
        table.decide(viewer, table.number, move, 0.0)
    except Refusal as refused:
        return orjson.dumps(Refused(problem_view(refused)))
    return b""


def question(table: Table, viewer: int | None) -> BotQuestion | None:
    """What the strongest bot is told for a hint; its answer can hold no more."""
    if viewer is None or viewer not in table.deciding_seats():
        return None
    assert table.match is not None
    return BotQuestion.about(table.match.state, table.game, viewer, len(NAMES), 7)


def replay(table: Table, viewer: int | None) -> tuple[bytes, list[bytes]]:
    """The moments, and the table at some of them."""
    assert table.match is not None
    told = orjson.dumps(replay_steps(table.match, ViewBuilder(table).move_lines(viewer)))
    stops = {0, table.length // 2, table.length - 1, table.length}
    return told, [orjson.dumps(table_at(table.match, stop, viewer)) for stop in sorted(stops)]


def in_the_lobby(table: Table, viewer: int | None) -> bytes:
    person = None if viewer is None else NAMES[viewer]
    return orjson.dumps(card_seats(ListedTable(table.row, table.seats), person, {0}))


def keepsakes(table: Table, viewer: int | None) -> list[int]:
    """Those that it is given."""
    view_builder = ViewBuilder(table)
    return [number for number in range(table.length) if view_builder.may_download(viewer, number)]


SENT: dict[str, Callable[[Table, int | None], object]] = {
    "frame": frame,
    "answer": answer,
    "refusals": refusals,
    "hint": question,
    "replay": replay,
    "lobby": in_the_lobby,
    "keepsakes": keepsakes,
}


@pytest.mark.parametrize("sent", SENT)
@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("length", [pytest.param(12, marks=pytest.mark.slow), 31])
def test_what_is_sent_is_the_same_whatever_is_hidden(
    game: str, viewer: int | None, length: int, sent: str
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


@pytest.mark.parametrize("sent", SENT)
@pytest.mark.parametrize("game", [game for game in ready_games() if decide_together(game)])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_is_sent_is_the_same_whatever_others_have_decided(
    game: str, viewer: int | None, sent: str
) -> None:
    """Decisions at the same time are hidden until all are in."""
    table, another = (table_after(game, played(game, 20, seed=5)) for _ in range(2))
    assert len(table.deciding_seats()) > 1
    for seat in table.deciding_seats()[:-1]:
        if seat != viewer:
            assert table.match is not None
            moves = legal_moves(table.match.state, seat)
            let_decide(table, seat, moves[0])
            let_decide(another, seat, moves[-1])
    assert table.decided != another.decided
    assert SENT[sent](table, viewer) == SENT[sent](another, viewer)


@pytest.mark.parametrize("game", HIDING)
def test_what_was_said_before_a_move_was_taken_back_is_forgotten(game: str) -> None:
    """A log that has told a move and forgets it tells the same as one that never knew of it."""
    truth, _ = swapped(game, 0, 31)
    *_, (_, last) = Match(take(game), NAMES, match_of(game).options, truth).steps()
    shorter, longer = table_after(game, truth[: -len(last)]), table_after(game, truth)
    view_builder = ViewBuilder(longer)
    for viewer in VIEWERS:
        view_builder.frame(viewer, set(), 0.0)
    longer.match, longer.answers = shorter.match, shorter.answers
    longer.row, longer.attachments = shorter.row, shorter.attachments
    for viewer in VIEWERS:
        assert view_builder.frame(viewer, set(), 0.0) == ViewBuilder(shorter).frame(
            viewer, set(), 0.0
        )


def test_what_can_be_taken_back_does_not_depend_on_when_one_looked_first() -> None:
    """Who comes back after a decision and takes it back has nothing more to take back."""
    table = table_after("karuba", played("karuba", 20, seed=5))
    assert table.match is not None
    move = legal_moves(table.match.state, 0)[0]
    view_builder = ViewBuilder(table)
    let_decide(table, 0, move)
    assert view_builder.view(0, set(), 0.0).can_undo
    table.match.decided.clear()
    assert not view_builder.view(0, set(), 0.0).can_undo
    assert view_builder.frame(0, set(), 0.0) == ViewBuilder(table).frame(0, set(), 0.0)


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
        differs = [
            SENT[sent](table, seat) != SENT[sent](tables[0], seat)
            for seat in (1, 2)
            for table in tables[1:]
        ]
        assert any(differs), sent


def test_a_frame_says_what_a_live_table_is() -> None:
    """It is put together of parts that are written once; the whole is as if it had been at once."""
    for game in ready_games():
        table = table_after(game, played(game, 20, seed=5))
        for viewer in VIEWERS:
            whole = LiveTable(ViewBuilder(table).view(viewer, {1}, 0.0))
            assert orjson.loads(
                ViewBuilder(table).frame(viewer, {1}, 0.0).table_message
            ) == orjson.loads(orjson.dumps(whole))


@pytest.mark.parametrize("game", HIDING)
def test_a_keepsake_is_for_those_who_see_its_event(game: str) -> None:
    """Of what is dealt to one alone, nobody else gets what it brought along."""
    table = table_after(game, played(game, 12, seed=12))
    given = {viewer: {*keepsakes(table, viewer)} for viewer in (None, 0, 1, 2)}
    everything = {number for number, (seat, _) in enumerate(table.moves) if seat == CHANCE}
    assert given[0] | given[1] | given[2] == everything
    for viewer, other in ((0, 1), (1, 2), (2, 0)):
        assert given[viewer] - given[other]
        assert given[None] <= given[viewer]
    for one, numbers in given.items():
        lines = [orjson.loads(line) for line in ViewBuilder(table).log(one)]
        told = [part for line in lines for part in (line, *line["parts"])]
        assert {line["keepsake"] for line in told} - {None} == numbers


# ── Luck ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("true_luck")
def test_every_table_has_a_key_of_its_own_and_none_can_be_foretold() -> None:
    """All of a game's first events come up, and none more often than by chance."""
    state = take("karuba_cards").start(3)
    keys = {deal_key.new_secret() for _ in range(600)}
    assert len(keys) == 600
    counted = Counter(
        Deal(take("karuba_cards"), deal_key.key_from_secret(key)).event(state) for key in keys
    )
    assert len(counted) == len(legal_moves(state, CHANCE)) == 16
    assert max(counted.values()) < 5 * 600 / 16


def test_a_table_without_a_key_is_refused() -> None:
    with pytest.raises(ValueError, match="foretold"):
        deal_key.key_from_secret("")


def test_the_key_of_a_table_is_in_nothing_that_is_said_of_it() -> None:
    table = table_after("karuba_cards", played("karuba_cards", 12, seed=12))
    assert table.match is not None
    seat = table.awaited_seats()[0]
    change = table.decide(seat, table.number, legal_moves(table.match.state, seat)[0], 0.0)
    assert change is not None
    assert KEY not in f"{table.row} {change} {orjson.dumps(change.as_json())!r}"
