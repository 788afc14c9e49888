"""Mistakes in the rules of somebody's own game are told with file, line and rule."""

import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

from templetop.engine import faults
from templetop.engine.compile import record
from templetop.engine.faults import FaultInGame, NeverEnds, fault_of
from templetop.engine.match import Match
from templetop.engine.seats import CHANCE
from templetop.engine.simulate import simulate
from templetop.games.shelf import take
from tests.checks.games import Edit, as_before, line_of, starter, taken

__all__ = ["as_before"]
TURN, STATE = "rules/turn.py", "rules/state.py"
CLEAR = "    clear(moves)\n"
WITH_NUMPY = (
    TURN,
    "from templetop.engine.bits",
    "import numpy as np\n\nfrom templetop.engine.bits",
)


def cold(line: str) -> list[Edit]:
    """A line that is never come to while the rules are tried out."""
    outside = "import random as draws\n\nWORTH = {0: 1}\n\n\nclass Thing:\n    pass\n\n\n"
    return [
        (TURN, "@rule\ndef new", f"{outside}@rule\ndef new"),
        (TURN, CLEAR, f"    if state.goal == 499:\n        {line}\n{CLEAR}"),
    ]


def fault(folder: Path, moves: list[tuple[int, int]]) -> FaultInGame:
    """What the author is told when these moves are made in a match."""
    match = Match.new(taken(folder), ["Ann", "Ben"])
    try:
        for seat, move in moves:
            match.play(seat, move)
    except Exception as error:
        found = fault_of(error)
        if found is None:
            raise
        return found
    raise AssertionError("Nothing went wrong.")


ROLL, HOLD, SIX = (0, 0), (0, 1), (CHANCE, 5)


# ── By the interpreter ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("edit", "rule", "line", "says"), [
    ((TURN, "state.pot += event", "state.pott += event"), "happen", "state.pott",
     "The record has no field pott. Did you mean pot?"),
    ((TURN, "state.pot += event", "state.banked[event + 7] += event"), "happen", "event + 7",
     "Index 12 is beyond the end of an array of 8: it has 0 to 7."),
    ((STATE, '("pot",    np.int16)', '("pot",    np.int8)'), "happen", "state.pot +=",
     "becomes too large"),
    ((TURN, "state.pot += event", "state.turn = 300 + event"), "happen", "300 + event",
     "306 does not fit into int8, which holds -128 to 127."),
    ((TURN, "state.pot += event", "state.pot = 1 // (event - 5)"), "happen", "1 // (event",
     "divided by zero"),
    ((TURN, "state.pot += event", "state.pot = nowhere(event)"), "happen", "nowhere(event)",
     "There is no nowhere here."),
    ((TURN, CLEAR, "    put(moves, 640)\n"), "legal", "put(moves, 640)",
     "Index 10 is beyond the end of an array of 1"),
])  # fmt: skip
def test_a_mistake_is_told_with_file_line_and_rule(
    tmp_path: Path, edit: Edit, rule: str, line: str, says: str
) -> None:
    edits = [edit]
    if edit[0] == STATE:
        edits.append((TURN, "state.pot += event", "state.pot += np.int8(127) + event"))
        edits.append(WITH_NUMPY)
    folder = starter(tmp_path, *edits)
    found = fault(folder, [ROLL, SIX])
    assert says in found.what
    assert (found.file, found.line) == (str(folder / TURN), line_of(folder, TURN, line))
    assert found.rule == rule
    assert str(found).startswith(f"{faults.shown(folder / TURN)}, line {found.line}, in {rule}: ")


def test_a_number_that_has_become_too_large_is_no_mere_warning(tmp_path: Path) -> None:
    """Of the game's modules; whatever else warns goes on warning."""
    folder = starter(
        tmp_path,
        WITH_NUMPY,
        (TURN, "state.pot += event", "state.pot = np.int8(120) + np.int8(event + 3)"),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        found = fault(folder, [ROLL, SIX])
        with pytest.warns(RuntimeWarning, match="overflow"):
            np.int8(120) + np.int8(120)
    assert "becomes too large" in found.what


def test_where_nothing_can_happen_the_rule_is_named(tmp_path: Path) -> None:
    folder = starter(tmp_path, (TURN, "        put(events, SHOW + face)", "        pass"))
    found = fault(folder, [ROLL, SIX])
    assert found.rule == "odds"
    assert found.what == "It is chance's turn (phase rolling), but nothing is in the set."


def test_where_a_seat_is_asked_and_can_do_nothing_the_rule_is_named(tmp_path: Path) -> None:
    folder = starter(tmp_path, (TURN, "    put(moves, ROLL)\n", ""))
    found = fault(folder, [ROLL])
    assert found.rule == "legal"
    what = "Seat 1 is asked to decide (phase deciding) and has no legal move."
    assert found.what.startswith(what)


@pytest.mark.parametrize(("answer", "told"), [("None", "None"), ("1 << 5", "32")])
def test_what_is_no_set_of_seats_is_named(tmp_path: Path, answer: str, told: str) -> None:
    turn = "CHANCE if state.phase == ROLLING else 1 << int(state.turn)"
    found = fault(starter(tmp_path, (TURN, turn, answer)), [ROLL])
    assert found.rule == "to_move"
    assert found.what.startswith(f"to_move returned {told} at a table for 2:")


def test_a_number_without_a_kind_is_named(tmp_path: Path) -> None:
    folder = starter(tmp_path, (TURN, "    put(moves, ROLL)\n", "    put(moves, 9)\n"))
    found = fault(folder, [(0, 9)])
    assert (found.rule, found.what) == (
        "legal", "Number 9 is in the set, but no kind of MOVES has it."
    )  # fmt: skip


def test_a_match_that_goes_on_and_on_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("templetop.engine.match.MOST_STEPS", 50)
    found = fault(starter(tmp_path), [step for _ in range(60) for step in (ROLL, SIX)])
    assert isinstance(found, NeverEnds)
    assert found.rule == "to_move"


def test_mistakes_of_ours_are_not_blamed_on_anybody() -> None:
    karuba = take("karuba")
    assert karuba.folder is not None
    assert faults.is_ours(karuba.folder)
    with pytest.raises(AttributeError) as raised:
        karuba.view(None, 0)
    assert fault_of(raised.value) is None


def test_a_mistake_reaches_other_processes_whole() -> None:
    told = FaultInGame("This is wrong.", "/a/b.py", 3, "legal")
    again = pickle.loads(pickle.dumps(told))
    assert (str(again), again.line, again.rule) == (str(told), 3, "legal")


# ── By the compiler ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("edits", "rule", "line", "says"), [
    ([(TURN, CLEAR, f"    several = [n for n in range(3)]\n{CLEAR}")], "legal", "several",
     "A rule cannot contain a list comprehension. A rule makes no lists and no arrays: write a"
     " loop."),
    ([(TURN, CLEAR, f"    worth = {{0: 1}}\n{CLEAR}")], "legal", "worth",
     "A rule cannot contain a dict. Use a tuple or an array whose index is the key."),
    ([(TURN, CLEAR, f"    np.sort(state.banked)\n{CLEAR}"),
      WITH_NUMPY],
     "legal", "np.sort", "A rule cannot call np.sort, which makes an array."),
    ([(TURN, CLEAR, f"    said = f'{{seat}} rolls'\n{CLEAR}")], "legal", "said =",
     "A rule cannot contain an f-string. A rule only works with numbers: texts belong into"
     " people/."),
    ([(TURN, "@rule\ndef next_turn", "def next_turn")], "happen", "next_turn(state)",
     "next_turn is called here, but it is not a rule. Write @rule above `def next_turn` in"
     " turn.py."),
    # Where no trial comes to, the compiler does
    *[(cold(line), "legal", line, says) for line, says in {
        "nowhere(state)": "There is no nowhere here.",
        "moves[0] = 'x'": "A rule cannot contain a text.",
        "state.pot = WORTH[seat]": "A rule cannot look into WORTH, a dict. Use a tuple or an array",
        "state.banked.tolist()": "A rule cannot call .tolist(). A rule makes no lists",
        "draws.choice(state.banked)": "A rule cannot call draws.choice. Rules draw no random",
        "Thing()": "A rule cannot call Thing, a class.",
        "dict()": "A rule cannot call dict. Use a tuple or an array",
        "next_turn(state, 3)": "next_turn takes (state) and is called with 2 arguments.",
        "legal(state, seat, moves)": "A rule cannot call itself. Write a loop.",
    }.items()],
    # What some rules may do is blamed only where the compiler says so
    ([(TURN, CLEAR, f"    if state.goal == 499:\n        state.banked[:] = 0\n"
                    f"        moves[0] = None\n{CLEAR}")], "legal", "moves[0] = None",
     "This cannot be compiled"),
    ([(TURN, CLEAR, f"    if state.goal == 499:\n        state.pott = 1\n{CLEAR}")], "legal",
     "state.pott", "The record has no field pott. Did you mean pot?"),
])  # fmt: skip
def test_what_cannot_be_compiled_is_told_with_what_to_write_instead(
    tmp_path: Path, edits: list[Edit], rule: str, line: str, says: str
) -> None:
    folder = starter(tmp_path, *edits)
    with pytest.raises(FaultInGame) as raised:
        simulate(taken(folder), 2, 1)
    assert says in raised.value.what
    assert raised.value.rule == rule
    numbers = [
        number
        for number, text in enumerate((folder / TURN).read_text("utf-8").splitlines(), 1)
        if line in text
    ]
    assert (raised.value.file, raised.value.line) == (str(folder / TURN), raised.value.line)
    assert raised.value.line in numbers


def test_a_field_that_is_no_attribute_of_a_record_is_refused_by_name() -> None:
    state = np.zeros(1, record([("seats", np.int8), ("phase", np.int8)]))[0]
    with pytest.raises(AttributeError) as raised:
        state.phases  # noqa: B018
    assert faults.in_words(raised.value) == (
        "The record has no field phases. Did you mean phase? It has seats, phase."
    )
