"""Faults are what they say, and the lists of those that make no difference are up to date."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

from templetop.engine.kept_faults import FILE, KeptFaults

from . import figures
from .__main__ import Result, earlier_verdicts, module_name, numbers_in, places_of, rules_missed
from .faults import Fault, faults_in, places_in
from .running import Verdict, change_code, functions_of
from .targets import GAMES, OTHERS, ROOT, target_of

TARGETS = [*GAMES, *OTHERS]
SAMPLE = 100


def faults_of(source: str, folder: Path, **values: object) -> dict[str, Fault]:
    """By what is changed, of the only function in a module."""
    path = folder / "module.py"
    path.write_text(dedent(source), "utf-8")
    (place,) = places_in(path, "module")
    return {fault.change: fault for fault in faults_in(place, values)}


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("return a < 1", ["return a <= 1", "return a < 2", "return a < 0"]),
        ("return a == b", ["return a != b"]),
        ("return a and b", ["return a or b", "return a", "return b"]),
        ("return not a", ["return a"]),
        ("return a + b", ["return a - b"]),
        ("return f(a, b)", ["return f(b, a)"]),
        ("return max(a, b)", ["return min(a, b)"]),
        ("return a[seat]", ["return a[(int(seat) + 1) % 2]"]),
        ("return LIMIT", ["return LIMIT + 1"]),
        ("return DONE", ["return not DONE"]),
        ("return UNKNOWN", []),
        ("return a[0, b]", ["return a[b, 0]", "return a[1, b]", "return a[-1, b]"]),
        ("a.b += 1", ["a.b -= 1", "pass", "a.b += 2", "a.b += 0"]),
        ("c = a", []),  # without it, c is unknown: that tells nothing about the tests
        ("a = b", ["pass"]),
        ("raise ValueError(a < 1)", []),
        ("f(a)", ["pass"]),
        ("return rows.where(a, b)", []),  # of conditions, either may come first
    ],
)
def test_one_thing_is_changed(line: str, changes: list[str], tmp_path: Path) -> None:
    source = f'def name(a, b, seat):\n    """1.2  It."""\n    {line}\n'
    found = faults_of(source, tmp_path, LIMIT=3, DONE=True)
    assert sorted(found) == sorted(f"{line} → {change}" for change in changes)


def test_of_a_condition_all_sides_are_tried(tmp_path: Path) -> None:
    found = faults_of("def name(a):\n    if a:\n        f(a)\n    return 'x'\n", tmp_path)
    assert sorted(found) == ["f(a) → pass", "if a: → if True:", "if a: → if not a:"]


def test_the_same_change_at_two_places_has_two_names(tmp_path: Path) -> None:
    found = faults_of("def name(a):\n    f(a)\n    f(a)\n", tmp_path)
    assert sorted(found) == ["f(a) → pass", "f(a) → pass  (2)"]


def test_a_fault_cites_what_its_function_cites(tmp_path: Path) -> None:
    source = 'def name(a):\n    """3.4, 3.5.1  It."""\n    return a < 1  # 3.6.2\n'
    (fault, *_) = faults_of(source, tmp_path).values()
    assert fault.place.numbers == ("3.4", "3.5.1", "3.6.2")


def test_everybody_who_knows_the_function_runs_the_fault() -> None:
    path = Path(__file__)
    place = next(place for place in places_in(path, "here") if place.name == "is_small")
    functions = functions_of([place])[place]
    (fault,) = [one for one in faults_in(place, {}) if one.operator == "comparison"]
    before = is_small.__code__
    alias = is_small
    try:
        assert change_code(functions, fault.code())
        assert alias(1)
    finally:
        is_small.__code__ = before
    assert not alias(1)


def is_small(number: int) -> bool:
    return number < 1


def test_methods_are_found_too(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("class One:\n    def name(self):\n        return super().name(1)\n", "utf-8")
    (place,) = places_in(path, "module")
    assert place.full_name == "module.One.name"
    assert all("__class__" in fault.code().co_freevars for fault in faults_in(place, {}))


@pytest.mark.parametrize(
    ("test", "numbers"),
    [
        ("tests/a.py::test_2_3_it_is_so[1-2]", ["2.3"]),
        ("tests/a.py::test_2_3_and_2_4_1_it_is_so", ["2.3", "2.4.1"]),
        ("tests/a.py::test_2_3_2_4_1_it_is_so", ["2.3", "2.4.1"]),
        ("tests/a.py::test_2_3_5_cards", ["2.3"]),
        ("tests/a.py::test_f_1_of_ours", ["F.1"]),
        ("tests/a.py::test_it_is_so", []),
    ],
)
def test_all_numbers_in_a_name_count(test: str, numbers: list[str]) -> None:
    assert numbers_in(test, {"2.3", "2.4.1", "F.1"}) == numbers


def test_a_run_again_knows_what_was_noticed_before(tmp_path: Path) -> None:
    found = faults_of("def name(a):\n    f(a)\n    return a < 1\n", tmp_path)
    noticed, other, *_ = found.values()
    outcomes = [(noticed, Verdict("a.py::test_2_3", ["2.3"], seconds=0.5)), (other, Verdict())]
    file = tmp_path / "faults.json"
    file.write_text(json.dumps(Result(target_of("karuba"), outcomes, [], [], 1, []).each()))
    before = earlier_verdicts(file)
    assert {(one.place.full_name, one.change): verdict for one, verdict in outcomes} == before


def test_a_rule_is_missed_if_only_tests_of_others_noticed_its_faults(tmp_path: Path) -> None:
    source = 'def name(a):\n    """3.4, 3.5, 3.6  It."""\n    f(a)\n    return a < 1\n'
    one, other, *_ = faults_of(source, tmp_path).values()
    seen = Verdict("a.py::test_3_4", ["3.4"])
    assert rules_missed([(one, seen), (other, Verdict())]) == {"3.5", "3.6"}
    assert rules_missed([(one, Verdict())]) == set()


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_listed_as_equivalent_can_be_planted_and_has_a_reason(name: str) -> None:
    target = target_of(name)
    listed = target.equivalents()
    wanted = {function for function, _ in listed}
    found = {
        (place.full_name, fault.change)
        for place in places_of(target)
        if place.full_name in wanted
        for fault in faults_in(place, vars(import_module(module_name(place.path))))
    }
    assert [one for one in listed if one not in found] == []
    assert all(listed.values())


def test_what_is_kept_can_be_read_and_is_of_the_rules_as_they_are(tmp_path: Path) -> None:
    target = target_of("karuba")
    place = next(place for place in places_of(target) if place.numbers)
    fault = next(iter(faults_in(place, {})))
    verdict = Verdict(noticed_by="a test", numbers=[place.numbers[0]])
    kept = Result(target, [(fault, verdict)], [], [], 1, []).kept()
    (tmp_path / FILE).write_text(json.dumps(kept), "utf-8")
    read = KeptFaults.read(tmp_path)
    assert read is not None
    assert (read.faults, read.noticed, read.rules[place.numbers[0]]) == (1, 1, (1, 1, 1))
    assert target.rulebook is not None
    assert read.is_of(target.rulebook)


@pytest.mark.parametrize("name", TARGETS)
def test_every_fault_is_code(name: str) -> None:
    """Of some functions; the others are like them."""
    for place in places_of(target_of(name))[::40]:
        for fault in faults_in(place, {}):
            assert ast.unparse(fault.function) != ast.unparse(place.node)
            assert fault.code().co_name == place.node.name


def test_the_table_of_the_kept_results_is_up_to_date() -> None:
    """If not, `python -m tests.mutants.figures` makes it anew."""
    document = figures.DOCUMENT.read_text("utf-8")
    assert figures.HEAD in document
    assert figures.with_table(document) == document


@pytest.mark.parametrize("name", TARGETS)
def test_enough_was_noticed_in_the_kept_results(name: str) -> None:
    target = target_of(name)
    kept = json.loads(target.results_file.read_text("utf-8"))
    assert kept["noticed"] >= target.least * kept["faults"]
    assert kept["faults"] >= 200 - kept["equivalent"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_the_tests_notice_enough_of_a_hundred_faults(name: str) -> None:
    command = [sys.executable, "-m", "tests.mutants", name, "--sample", str(SAMPLE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
