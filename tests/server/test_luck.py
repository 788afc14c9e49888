"""A table's chance follows from its key: what is taken back meets the same chance again."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from templetop.engine.match import legal_moves
from templetop.engine.seats import CHANCE
from templetop.games.shelf import ready_games, take
from templetop.server.store.change import MadeMove, Row, Seat, StoredTable
from templetop.server.tables import deal_key
from templetop.server.tables.table import Table as InMemory
from tests.server.serving import Person, Table, eventually, serving, settings_in

KEYS = ("ab" * deal_key.KEY_BYTES, "cd" * deal_key.KEY_BYTES)


def new_table(game: str, key: str, **options: str) -> InMemory:
    """Two people, and the match has begun."""
    card = take(game)
    agreed = (card.rules_version, card.agreed(options), True, "I", "A", key, None, None)
    seats = [Seat("T", n, "person", person=name, name=name) for n, name in enumerate("AB")]
    table = InMemory(StoredTable(Row("T", game, *agreed, "waiting", 0.0), seats, [], {}))
    table.apply(table.start_if_full({}, 0.0))
    return table


def step(table: InMemory, chosen: random.Random) -> None:
    """Somebody decides, or an experiment finds something."""
    assert table.match is not None
    if table.waits_for_chance:
        events, _ = take(table.row.game).experiment(table.match.state, table.seed_of_experiment())
        change = table.apply_events(table.number, events, b"", 0.0)
    else:
        seat = table.awaited_seats()[0]
        move = chosen.choice(legal_moves(table.match.state, seat))
        change = table.decide(seat, table.number, move, 0.0)
    assert change is not None
    table.apply(change)


def kept(table: InMemory) -> StoredTable:
    """As the store keeps it."""
    made = [
        MadeMove(*one, answers) for one, answers in zip(table.moves, table.answers, strict=True)
    ]
    seats = [replace(seat) for seat in table.seats]
    return StoredTable(replace(table.row), seats, made, table.decisions, {*table.attachments})


@pytest.mark.parametrize("game", ready_games())
def test_tables_with_one_key_deal_alike_and_others_do_not(game: str) -> None:
    tables = [new_table(game, key) for key in (*KEYS, KEYS[0])]
    for table in tables:
        chosen = random.Random(1)
        for _ in range(12):
            if table.row.state == "running":
                step(table, chosen)
    events = [[made for made in table.moves if made[0] == CHANCE] for table in tables]
    assert events[0] == events[2] != events[1]
    assert tables[0].moves == tables[2].moves


@pytest.mark.parametrize("game", ready_games())
def test_after_a_restart_the_same_comes_as_without_one(game: str) -> None:
    table, chosen = new_table(game, KEYS[0]), random.Random(2)
    for number in range(25):
        if table.row.state == "over":
            break
        again, same = InMemory(kept(table)), random.Random(number)
        assert again.deal.clocks == table.deal.clocks
        assert [again.seed("bot", seat) for seat in (0, 1)] == [
            table.seed("bot", seat) for seat in (0, 1)
        ]
        step(again, same)
        step(table, random.Random(number))
        assert again.moves == table.moves
        if table.row.state == "running":
            step(table, chosen)


def test_what_is_taken_back_and_made_again_meets_the_same_chance() -> None:
    """Beaches and temples are placed in the open; after the last, a tile is called."""
    table, other = (new_table("karuba", KEYS[0], setup="placed") for _ in range(2))
    while not any(seat == CHANCE for seat, _ in table.moves):
        assert table.match is not None
        seat = table.awaited_seats()[0]
        first, *_, last = legal_moves(table.match.state, seat)
        seeds = [table.seed("bot", seat) for seat in (0, 1)]
        place(table, seat, last)
        if table.can_undo(seat):
            table.apply(table.undo(seat, table.number))
            assert [table.seed("bot", seat) for seat in (0, 1)] == seeds
            place(table, seat, last)
        place(other, seat, last)
        assert table.moves == other.moves
        assert first != last
    assert table.row.undone > 3
    assert other.row.undone == 0


def place(table: InMemory, seat: int, move: int) -> None:
    change = table.decide(seat, table.number, move, 0.0)
    assert change is not None
    table.apply(change)


def test_a_bot_answers_again_as_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables with one key, the same moves, and one of them is taken back in between."""
    monkeypatch.setattr(deal_key, "new_secret", lambda: KEYS[0])
    with serving(settings_in(tmp_path)) as server:
        ann = server.person("Ann")
        logs = [play(ann, takes_back) for takes_back in (False, True)]
    assert logs[0] == logs[1]


def play(ann: Person, takes_back: bool) -> object:
    """The first decisions of a match; everything is placed by hand, one after the other."""
    table = ann.open_table("karuba", "me", 1, options={"setup": "placed"})
    for _ in range(8):
        seen = eventually(lambda: asked(ann, table["id"]))
        move = seen["offers"][len(seen["offers"]) // 2]["move"]
        after = ann.move(table, seen["number"], move)
        if takes_back and after["can_undo"] and after["offers"]:  # else the bot may be faster
            again = ann.undo(table, after["number"])
            ann.move(table, again["number"], move)
    seen = eventually(lambda: asked(ann, table["id"]))
    assert (seen["number"] > seen["moves"]) == takes_back
    return seen["log"]


def asked(ann: Person, table: str) -> Table | None:
    """The table when the bot has decided, and Ann has not."""
    seen = ann.look(table)
    waits = any(seat["is_awaited"] for seat in seen["seats"][1:])
    return seen if seen["offers"] and seen["decided"] is None and not waits else None
