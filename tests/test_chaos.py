"""Fault injection: its plan, its ledger and how it reads a server's log; no server runs here."""

from itertools import pairwise
from random import Random

import pytest

from bench.chaos.ending import ROOT, differences, tracebacks
from bench.chaos.ledger import (
    Decision,
    Ledger,
    Line,
    Stored,
    compared,
    longest_gap,
    without_words,
)
from bench.chaos.plan import KINDS, RECOVERY, WARM_UP, plan
from bench.chaos.players import pattern

ANN, BEN = Decision("t", 4, 0), Decision("t", 4, 1)


def ledger() -> Ledger:
    """Of a table where both have decided; Ben was not told that his move has arrived."""
    return Ledger(
        people={"10.0.0.1"},
        tables={"t"},
        moves={ANN: 7},
        lines={Line("t", 0, "hello")},
        attempts={ANN, BEN},
        shown={ANN},
    )


def stored() -> Stored:
    return Stored({"10.0.0.1"}, {"t"}, [(ANN, 7), (BEN, 9)], [Line("t", 0, "hello")])


# ── The plan ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("minutes", [1, 2, 10])
def test_the_same_seed_gives_the_same_plan_that_ends_in_time(minutes: int) -> None:
    faults = plan(5, 60 * minutes)
    assert faults == plan(5, 60 * minutes) != plan(6, 60 * minutes)
    assert faults[0].at == WARM_UP
    assert all(one.end < other.at for one, other in pairwise(faults))
    assert all(fault.end + RECOVERY <= 60 * minutes for fault in faults)


def test_a_longer_run_begins_as_a_shorter_one() -> None:
    short = plan(5, 120)
    assert plan(5, 600)[: len(short)] == short


@pytest.mark.parametrize("seed", range(5))
def test_no_kind_comes_again_before_all_others_have_come(seed: int) -> None:
    kinds = [fault.kind for fault in plan(seed, 600)]
    assert len(kinds) > 2 * len(KINDS)
    for begin in range(0, len(kinds) - len(KINDS), len(KINDS)):
        assert {*kinds[begin : begin + len(KINDS)]} == {*KINDS}


def test_the_clock_goes_forward_and_back_and_is_true_again() -> None:
    moves = [fault.offsets for fault in plan(1, 600) if fault.kind == "move the clock"]
    assert moves
    assert all(forward > 0 > back and end == 0 for forward, back, end in moves)
    assert not any(f.offsets for f in plan(1, 600) if f.kind != "move the clock")


# ── The ledger ───────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_missing_if_the_store_has_all_that_was_acknowledged() -> None:
    found = compared(ledger(), stored(), {("t", 0), ("t", 1)})
    assert (found.lost, found.doubled, found.unexplained) == ([], [], [])


def test_what_was_sent_and_never_answered_may_be_missing() -> None:
    there = stored()
    there.moves.remove((BEN, 9))
    found = compared(ledger(), there, {("t", 0), ("t", 1)})
    assert (found.lost, found.doubled, found.unexplained) == ([], [], [])


def test_everything_that_is_lost_is_named() -> None:
    lost = compared(ledger(), Stored(), set()).lost
    assert lost == [
        "guest 10.0.0.1",
        "table t",
        "move 7 of seat 0 at table t, number 4; the store has None",
        "decision of seat 0 at table t, number 4",
        "chat line Line(table='t', seat=0, says='hello')",
    ]


def test_another_move_than_was_acknowledged_is_a_lost_one() -> None:
    there = stored()
    there.moves[0] = (ANN, 8)
    (lost,) = compared(ledger(), there, set()).lost
    assert lost.endswith("the store has 8")


def test_what_is_there_twice_is_doubled() -> None:
    there = stored()
    there.moves.append((BEN, 9))
    there.lines.append(Line("t", 0, "hello"))
    found = compared(ledger(), there, set())
    assert found.lost == []
    assert len(found.doubled) == 2


def test_a_move_that_a_person_has_not_sent_is_unexplained_and_a_bots_is_not() -> None:
    there = stored()
    there.moves += [(Decision("t", 5, 0), 1), (Decision("t", 5, 2), 1)]
    found = compared(ledger(), there, {("t", 0), ("t", 1)})
    assert found.unexplained == ["move of seat 0 at table t, number 5"]


def test_the_longest_gap_is_found_wherever_it_is() -> None:
    assert longest_gap([], 10.0, 14.0) == 4.0
    assert longest_gap([12.0, 11.0, 3.0, 20.0], 10.0, 14.0) == 2.0
    moments = [Random(3).uniform(0.0, 5.0) for _ in range(100)]
    assert longest_gap([*moments, 9.0], 0.0, 10.0) == pytest.approx(9.0 - max(moments))


# ── At the end ───────────────────────────────────────────────────────────────────────────────────


def test_two_languages_have_the_same_view_without_its_words() -> None:
    english = {"asks": "Lay tile 4.", "board": [1, {"name": "Path"}], "hidden": None}
    german = {"asks": "Lege Plättchen 4.", "board": [1, {"name": "Weg"}], "hidden": None}
    assert without_words(english) == without_words(german)
    assert without_words(english) != without_words({**german, "board": [2, {"name": "Weg"}]})


def test_tables_differ_by_state_and_not_by_words() -> None:
    seats = [{"seat": 0, "kind": "person", "level": None, "points": 3, "place": None}]
    seats[0] |= {"is_replaced": False, "has_left": False, "has_decided": False}
    seen = {
        "number": 4, "moves": 4, "state": "running", "ballot": None, "rematch": None,
        "seats": seats, "log": [], "view": {"asks": "Lay."}, "offers": [],
        "decided": None, "answered": None,
    }  # fmt: skip
    german = {**seen, "view": {"asks": "Lege."}}
    assert differences(seen, german, german) == []
    (found,) = differences(seen, {**german, "moves": 5}, german)
    assert found.startswith("moves is 4 in English and 5")
    (found,) = differences(seen, german, {**german, "view": {"asks": 4}})
    assert found.startswith("the same person")


LOG = """\
2026-11-19T21:27:02.281Z INFO    The table is at http://127.0.0.1:38019; Ctrl-C stops it.
2026-11-19T21:27:23.068Z ERROR   A request could not be answered.
    Traceback (most recent call last):
      File "a.py", line 1, in f
    ValueError: 1
2026-11-19T21:27:24.068Z ERROR   A request could not be answered.
    Traceback (most recent call last):
      File "a.py", line 1, in f
    ValueError: 1
Exception in thread Thread-2:
Traceback (most recent call last):
  File "b.py", line 1, in g
OSError: 22
"""


def test_every_traceback_of_a_log_is_told_once() -> None:
    first, second = tracebacks(LOG)
    assert first["times"] == 2
    assert first["record"] == "ERROR A request could not be answered."
    assert second["ends with"] == "OSError: 22"
    assert tracebacks(LOG.splitlines()[0]) == []


@pytest.mark.parametrize(("path", "brief"), [
    ("/home/ann/.venv/lib/python3.11/site-packages/psycopg/cursor.py",
     "site-packages/psycopg/cursor.py"),
    ("/usr/lib/python3.11/asyncio/tasks.py", "python3.11/asyncio/tasks.py"),
    (f"{ROOT}/templetop/server/tables/service.py", "templetop/server/tables/service.py"),
    ("/srv/bots/mine.py", "mine.py"),
    ("<string>", "<string>"),
])  # fmt: skip
def test_kept_tracebacks_name_no_folder_of_the_machine(path: str, brief: str) -> None:
    log = f"""2026-11-19T10:00:00.000Z ERROR   It failed.
    Traceback (most recent call last):
      File "{path}", line 3, in go
        stop()
    ValueError: no
"""
    [found] = tracebacks(log)
    assert found["lines"][1] == f'      File "{brief}", line 3, in go'


def test_an_address_is_told_without_the_name_of_its_table() -> None:
    assert pattern("/tables/abc/moves?view=true") == "/tables/TABLE/moves"
    assert pattern("/guests") == "/guests"
