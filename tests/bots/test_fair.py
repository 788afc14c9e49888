"""A bot decides by what its seat may know, and by nothing else.

Everything hidden is swapped behind its back: by `imagine`, and by hand (`swaps.py`), so that a
mistake in the one is found by the other. With the same draws its choice must be the same, and a
program must be told the same, byte for byte.
"""

import itertools
import json
import shlex
import sys
import zlib
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from templetop.bots.bot import Bot
from templetop.bots.roster import NAMES, Engagement, call
from templetop.bots.seen import Seen
from templetop.bots.tree import knowledge, tree
from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.engine.random import generator
from templetop.games.shelf import take
from tests.every_game.swaps import games_with_secrets, secretive_tables, swapped
from tests.every_game.tables import (
    Table,
    copy_of,
    ends_of,
    games,
    seated_tables,
    story,
)

from .thinking import LITTLE, imagined, moments_of_decision, sight

MOMENTS = 8  # of each match
SWAPS = 3  # of each kind
Choose = Callable[[Any, int], int]  # what is done at a table, from a seat


@pytest.fixture(params=sorted(ends_of(seated_tables()), key=str), ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    chosen: Table = request.param
    return chosen


def moments(table: Table) -> list[tuple[Any, int]]:
    """Early and late."""
    return moments_of_decision(story(table), MOMENTS)


def swaps(state: Any, seat: int) -> list[Any]:
    """The same table for all that the seat knows."""
    random = Random(f"{seat}")
    by_hand = [swapped(state, seat, random) for _ in range(SWAPS)]
    return [*by_hand, *(imagined(state, seat, seed) for seed in range(SWAPS))]


def is_found_out(choose: Choose, table: Table) -> bool:
    """Does it ever do something else because of what it cannot know?"""
    return any(
        len({choose(world, seat) for world in [state, *swaps(state, seat)]}) > 1
        for state, seat in moments(table)
    )


# ── Every bot on the roster ──────────────────────────────────────────────────────────────────────


def with_little_time(game: Game) -> Game:
    """The same game, whose levels think less, so that a test does not take long."""
    levels = [level._replace(simulations=min(level.simulations, LITTLE)) for level in game.levels]
    return replace(game, levels=tuple(levels))


def choosing(bot: Bot, table: Table) -> Choose:
    """What the bot does when it is asked as always, with the same draws each time."""
    return lambda state, seat: bot.decide(sight(state, seat, table.seats), generator(5))


# Levels differ in how long they think, which is the same little here; a few stand for all.
FEW = ("greedy", "level5")
BOTS = [pytest.param(name, marks=[] if name in FEW else [pytest.mark.slow]) for name in NAMES]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_decides_the_same_whatever_is_swapped_behind_its_back(
    table: Table, name: str
) -> None:
    bot = call(name, with_little_time(table.game), 0, Engagement(table.seats, threads=1))
    assert not is_found_out(choosing(bot, table), table)
    bot.close()


def test_what_is_handed_to_a_bot_is_the_same_record_whatever_is_hidden(seated: Table) -> None:
    for state, seat in moments_of_decision(story(seated), 6):
        handed = {sight(world, seat, seated.seats).state.tobytes() for world in swaps(state, seat)}
        assert handed == {sight(state, seat, seated.seats).state.tobytes()}


# ── Programs ─────────────────────────────────────────────────────────────────────────────────────

SECRETARY = """
import json, sys
notes = open(sys.argv[1], "w")
for line in sys.stdin:
    notes.write(line)
    notes.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"ready": true}', flush=True)
    if message["type"] == "decide":
        first = message["moves"][0]["move"]
        print(json.dumps({"number": message["number"], "move": first}), flush=True)
"""
Show = Callable[[Any, int, int], Seen]


def all_it_was_told(table: Table, folder: Path, which: int, show: Show) -> bytes:
    """Every line that a program reads; at each moment the table is that one of all swaps."""
    script, notes = folder / "secretary.py", folder / f"notes {which}"
    script.write_text(SECRETARY)
    words = [sys.executable, "-S", str(script), str(notes)]
    name = f"exec:{shlex.join(words)}"
    told: list[str] = []
    bot = call(name, table.game, 0, Engagement(table.seats, table.options, log=told.append))
    for state, seat in moments(table):
        world = [state, *swaps(state, seat)][which]
        bot.decide(show(world, seat, table.seats), generator(5))
    bot.close()
    assert told == []
    return notes.read_bytes()


def test_a_program_is_told_the_same_whatever_is_swapped_behind_its_back(
    table: Table, tmp_path: Path
) -> None:
    truth = all_it_was_told(table, tmp_path, 0, sight)
    assert truth.count(b'"type": "decide"') == len(moments(table))
    for which in range(1, 1 + 2 * SWAPS, 2):
        assert all_it_was_told(table, tmp_path, which, sight) == truth


# ── Who peeps is found out ───────────────────────────────────────────────────────────────────────


SECRETIVE = games_with_secrets()


@pytest.fixture(params=[game for game in games() if game.id in SECRETIVE], ids=lambda game: game.id)
def full(request: pytest.FixtureRequest) -> Table:
    """With the most seats, of those where something is hidden."""
    return [table for table in secretive_tables() if table.game is request.param][-1]


def test_a_swap_changes_what_only_others_know(full: Table) -> None:
    game, changed = full.game, 0
    for state, seat in moments(full):
        for world in swaps(state, seat)[:SWAPS]:
            changed += world.tobytes() != state.tobytes()
            assert asdict(game.view(world, seat)) == asdict(game.view(state, seat))
            assert legal_moves(world, seat) == legal_moves(state, seat)
    assert changed > len(moments(full))


def test_a_bot_that_looks_at_the_table_itself_is_found_out(full: Table) -> None:
    def peep(state: Any, seat: int) -> int:
        moves = legal_moves(state, seat)
        return moves[zlib.crc32(state.tobytes()) % len(moves)]

    assert is_found_out(peep, full)


def test_a_bot_that_looks_into_one_hand_is_found_out() -> None:
    """A single card of the next seat is enough."""
    table = seated_tables([take("karuba_cards")])[0]

    def peep(state: Any, seat: int) -> int:
        moves = legal_moves(state, seat)
        return moves[int(state.players[1 - seat].hand) >> 1 & 1 and len(moves) - 1]

    assert is_found_out(peep, table)


def test_an_imagine_that_redraws_nothing_is_found_out_by_what_is_swapped_by_hand(
    full: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = [(seat, [state, *swaps(state, seat)[:SWAPS]]) for state, seat in moments(full)]
    monkeypatch.setattr(ask, "imagine", lambda state, seat, random: None)
    handed = [
        {sight(world, seat, full.seats).state.tobytes() for world in alike}
        for seat, alike in worlds
    ]
    assert max(map(len, handed)) > 1


def test_who_is_shown_what_another_seat_sees_is_found_out() -> None:
    """That of the seat beside it, say, by a slip of the pen."""
    table = seated_tables([take("cacao")])[-1]

    def beside(state: Any, seat: int, seats: int) -> Seen:
        rival = (seat + 1) % seats
        return replace(sight(state, rival, seats), seat=rival)

    told = {all_that_is_shown(table, which, beside) for which in range(1 + 2 * SWAPS)}
    assert len(told) > 1
    assert len({all_that_is_shown(table, which, sight) for which in range(1 + 2 * SWAPS)}) == 1


def all_that_is_shown(table: Table, which: int, show: Show) -> str:
    views = [
        asdict(table.game.view(seen.state, seen.seat))
        for state, seat in moments(table)
        for seen in [show([state, *swaps(state, seat)][which], seat, table.seats)]
    ]
    return json.dumps(views)


# ── What it is handed ────────────────────────────────────────────────────────────────────────────


def test_a_bot_cannot_reach_the_table_through_what_it_is_handed(seated: Table) -> None:
    for state, seat in moments_of_decision(story(seated), 3):
        table = copy_of(state)
        seen = sight(table, seat, seated.seats)
        asked = seats_to_move(seen.state)
        make(seen.state, [(one, legal_moves(seen.state, one)[0]) for one in asked])
        assert table.tobytes() == state.tobytes()


def test_worlds_that_look_alike_are_one_node_and_others_are_not(seated: Table) -> None:
    memory = tree(seated.game, 16, 16)
    known: dict[int, str] = {}
    for state, seat in moments_of_decision(story(seated), 40):
        looks = f"{seat} {seated.game.view(state, seat)}"
        alike = itertools.chain(swaps(state, seat)[:1], [imagined(state, seat, 1)])
        for world in alike:
            key = int(knowledge(memory, world, seat))
            assert known.setdefault(key, looks) == looks
