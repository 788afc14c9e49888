"""Each check passes a good game and fails one that is spoilt in just that; it says where."""

from pathlib import Path

import pytest

from templetop.checks import machine
from templetop.checks.checking import CHECKS, Checking, Finding
from templetop.checks.kept import has_passed

from .games import Edit, as_before, findings, heist, line_of, starter, taken

__all__ = ["as_before"]
TURN, STATE = "rules/turn.py", "rules/state.py"
WORDS, VIEW, APPEAL = "people/words.py", "people/view.py", "bots/appeal.py"
DRAWING = "from random import random\n\nfrom templetop.engine.bits"
ALL = ["numbers", "ending", *(check for check, *_ in CHECKS)]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, which takes seconds."""
    monkeypatch.setattr(machine, "can_compare", lambda: False)


def failed(folder: Path, check: str) -> Finding:
    """The one check that fails."""
    found = findings(folder)
    wrong = [name for name, finding in found.items() if finding.result == "failed"]
    assert wrong == [check], found
    again = f"templetop check {folder.name} --seed {found[check].seed} --games 1"
    assert found[check].again == again
    return found[check]


# ── What passes ──────────────────────────────────────────────────────────────────────────────────


def test_a_good_game_passes_every_check_and_that_is_kept(tmp_path: Path) -> None:
    folder = starter(tmp_path)
    assert not has_passed(taken(folder))
    found = findings(folder)
    assert [*found] == ALL
    assert {finding.result for finding in found.values()} == {"ok"}
    assert has_passed(taken(folder))


@pytest.mark.usefixtures("interpreted")
def test_a_game_with_secrets_passes(tmp_path: Path) -> None:
    found = findings(heist(tmp_path))
    assert found.pop("compiled").result == "left out"
    assert {finding.result for finding in found.values()} == {"ok"}, found


@pytest.mark.usefixtures("interpreted")
def test_what_has_failed_is_not_kept_as_passed(tmp_path: Path) -> None:
    folder = starter(tmp_path, (VIEW, "return TableView(", "return dict("))
    failed(folder, "view")
    assert not has_passed(taken(folder))


def test_ours_are_known_to_be_good() -> None:
    from templetop.games.shelf import take

    assert has_passed(take("karuba"))


# ── What fails ───────────────────────────────────────────────────────────────────────────────────


PUT_HOLD = "        put(moves, HOLD)"


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("edit", "rule", "says"), [
    ((TURN, PUT_HOLD, "        put(moves, 9)"), "legal",
     "Number 9 is in the set, but no kind of MOVES has it."),
    ((TURN, PUT_HOLD, "        put(moves, 99)"), "legal", "Index 1 is beyond the end"),
    ((TURN, "    clear(moves)\n", ""), "legal", "clear(moves)"),
    ((TURN, "        put(events, SHOW + face)", "        put(events, SHOW + face + 1)"), "odds",
     "no kind of EVENTS has it"),
    ((TURN, "    return EVEN", "    weights[SHOW] = 2\n    return 3"), "odds", "weight is 0"),
    ((TURN, "1 << int(state.turn)", "16 << int(state.turn)"), "to_move", "to_move returned"),
    ((TURN, "    state.phase = ROLLING\n", "    state.phase = 9\n"), "play", "phase is 9"),
    ((TURN, "state.banked[state.turn] +=", "state.banked[state.turn + 7] +="), "play",
     "beyond the end of an array of 8"),
    ((STATE, '("pot",    np.int16)', '("pot",    np.int8)'), "", "does not fit"),
    ((TURN, "    put(moves, ROLL)", "    put(moves, ROLL)\n    state.pot += 1"), "legal",
     "changes the table"),
    ((TURN, "        places[seat] = place", "        places[seat] = 0"), "places", "has place 0"),
    ((TURN, "state.pot += event", "state.pott += event"), "happen",
     "has no field pott. Did you mean pot?"),
])  # fmt: skip
def test_numbers_out_of_their_range_are_found(
    tmp_path: Path, edit: Edit, rule: str, says: str
) -> None:
    edits = [edit]
    if edit[0] == STATE:
        edits.append((TURN, "event - SHOW + 1", "20 * (int(event) - SHOW + 1)"))
        edits.append((TURN, "state.pot += ", "state.pot = int(state.pot) + "))
    if "phase = 9" in edit[2]:
        rule = "to_move"
    found = failed(starter(tmp_path, *edits), "numbers")
    assert says in found.says
    assert not rule or found.rule == rule
    assert found.file.endswith("rules/turn.py")
    assert found.line


@pytest.mark.usefixtures("interpreted")
def test_a_game_that_never_ends_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("templetop.engine.trial.MOST_STEPS", 500)
    found = failed(starter(tmp_path, (TURN, ">= state.goal:", ">= 32767:")), "ending")
    assert found.says.startswith("The game is not over after")
    assert found.rule == "to_move"


@pytest.mark.usefixtures("interpreted")
def test_a_rule_that_draws_numbers_is_found_when_a_match_is_read_again(tmp_path: Path) -> None:
    folder = starter(
        tmp_path,
        (
            TURN,
            "from templetop.engine.bits",
            DRAWING,
        ),
        (TURN, "    state.pot = 0\n", "    state.pot = int(9 * random())\n"),
    )
    found = failed(folder, "text")
    assert found.rule in ("play", "happen")
    assert "leads to another table" in found.says
    assert "pot differ" in found.says


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("edit", "says"), [
    ((WORDS, '"{who} rolls", lambda *_: "r"', '"{who} rolls", lambda *_: "h"'), "the same code"),
    ((WORDS, '"{who} rolls", lambda *_: "r"', '"{who} rolls", lambda *_: ""'), "has no code"),
    ((WORDS, '"{who} rolls"', '"Rolls"'), "does not begin with {who}"),
    ((WORDS, '"{who} rolls"', '"{who} rolls."'), "full stop"),
    ((WORDS, "gets {pot}", "gets {pots}"), "pots"),
    ((WORDS, "rolls a {face}", "rolls"), "are told in the same words"),
    ((STATE, '"It is time to roll or hold."', '""'), "does not say what it is time for"),
])  # fmt: skip
def test_words_that_are_missing_or_wrong_are_found(tmp_path: Path, edit: Edit, says: str) -> None:
    folder = starter(tmp_path, edit)
    found = findings(folder)["words"]
    assert found.result == "failed"
    assert says in found.says
    assert found.file.endswith("rules/state.py" if edit[0] == STATE else "words.py")
    assert found.line


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("edit", "says"), [
    ((WORDS, 'rule="2.6"', 'rule="7.7"'), "rule 7.7, which is not in the rulebook"),
    ((WORDS, '"You have to roll first."', '"no"'), "no sentence"),
    ((WORDS, 'return IllegalMove("You', 'return 1 / 0 or IllegalMove("You'), "divided by zero"),
])  # fmt: skip
def test_refusals_that_say_nothing_or_fail_are_found(tmp_path: Path, edit: Edit, says: str) -> None:
    found = failed(starter(tmp_path, edit), "refusals")
    assert says in found.says
    assert found.file.endswith("people/words.py")


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("edit", "says"), [
    ((VIEW, "return TableView(", "return dict("), "returns dict, not a dataclass"),
    ((VIEW, "pot=int(state.pot)", "pot=state.pot"), "cannot be sent as JSON"),
    ((VIEW, "points=[", "points=tuple("), "As JSON, points is something else"),
    ((VIEW, "PHASES[state.phase].name", "PHASES[state.phase].title"), "title"),
])  # fmt: skip
def test_views_that_cannot_be_sent_are_found(tmp_path: Path, edit: Edit, says: str) -> None:
    edits = [edit]
    if "tuple" in edit[2]:
        edits.append((VIEW, "state.banked[: state.seats]],", "state.banked[: state.seats]),"))
    folder = starter(tmp_path, *edits)
    found = failed(folder, "view")
    assert says in found.says
    assert found.file.endswith("people/view.py")
    assert found.rule == "view"


IMAGINE = '''    """2.1, 3.5  Cards that the seat'''


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("edit", "rule", "says"), [
    ((VIEW, "has_seen = viewer is not None and", "has_seen = True or viewer is not None and"),
     "view", "burglars differ"),
    ((TURN, IMAGINE, f"    return\n{IMAGINE}"), "imagine", "This never redraws"),
    ((TURN, "return state.loot[other, side] != NO_CARD and not int(state.known[other, side])"
      " >> seat & 1", "return state.loot[other, side] != NO_CARD and other != seat"), "view", ""),
    ((WORDS, 'hidden="{to:seat} gets a card"', 'hidden="{to:seat} gets the card {card}"'), "",
     "what its view hides"),
    (("bots/observe.py", "    numbers[at] = state.rounds / MANY", "    numbers[at] = state.deck"),
     "observe", "should not know apart"),
    ((APPEAL, "def appeal(state, seat, move):",
      "def appeal(state, seat, move):\n    return int(state.deck)\n\n\n"
      "def once(state, seat, move):"), "appeal", "should not know apart"),
])  # fmt: skip
def test_what_shows_a_secret_is_found(tmp_path: Path, edit: Edit, rule: str, says: str) -> None:
    found = findings(heist(tmp_path, edit))["secrecy"]
    assert found.result == "failed", found
    assert says in found.says
    assert not rule or found.rule == rule
    assert found.file
    assert found.line


def test_machine_code_that_says_something_else_is_found(tmp_path: Path) -> None:
    """64 bits are not as many as the interpreter has."""
    folder = starter(
        tmp_path,
        (
            APPEAL,
            "return POINT * int(state.banked[seat])",
            "return 3 + int(state.banked[seat]) << 62 >> 62",
        ),
    )
    found = failed(folder, "compiled")
    assert found.rule == "prospect"
    assert found.line == line_of(folder, APPEAL, "def prospect") - 1


def test_a_rule_that_cannot_be_compiled_is_found(tmp_path: Path) -> None:
    folder = starter(
        tmp_path, (TURN, "    clear(moves)\n", "    clear([moves for _ in (1,)][0])\n")
    )
    found = failed(folder, "compiled")
    assert found.says.startswith("A rule cannot contain a list comprehension.")
    assert found.line == line_of(folder, TURN, "clear([moves for")


@pytest.mark.usefixtures("interpreted")
def test_the_seed_that_is_named_shows_the_mistake_alone(tmp_path: Path) -> None:
    """It is rare: only at a table for four."""
    edit = (VIEW, "turn=int(state.turn)", "turn=int(state.turn) // (4 - int(state.seats))")
    folder = starter(tmp_path, edit)
    found = failed(folder, "view")
    assert found.seed == 1
    [again] = [
        finding
        for finding in Checking(taken(folder), [found.seed]).findings_one_by_one()
        if finding.result == "failed"
    ]
    assert again == found
