"""Planting faults one by one, each in a forked process, and running the tests that may notice it.

Pytest collects the tests once. A fault is a code object that replaces that of the function, so
everybody who has imported the function runs it, whatever decorates it. No rule is compiled.
"""

import ast
import builtins
import copy
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TextIO

import pytest

from .faults import Fault, Place, code_of

LONGEST_TEST = 2.0  # seconds of processor time; a test that takes longer is left out
LONGEST_FAULT = 12.0  # the same for all tests together that are run for one fault
PATIENCE = 10  # a test that takes so many times as long as it did without the fault never ends
STILL = 10  # seconds of real time without any work, after which a process waits for ever
LONGEST_WAIT = 120  # seconds of real time that a test may take without a fault
MEMORY = 4 << 30  # bytes that a fault may use on top of what is used without it

CHILDREN: set[int] = set()  # processes that may still run


@dataclass
class Known:
    """A test that passes without a fault: how long it takes and which functions it calls."""

    test: str
    seconds: float
    functions: set[str]


@dataclass
class Verdict:
    """What became of a fault."""

    noticed_by: str = ""  # the first test that failed
    numbers: list[str] = field(default_factory=list)  # cited rules whose own tests noticed it
    is_reached: bool = True  # by any test
    seconds: float = 0.0  # of processor time


class TooLong(BaseException):
    """Raised in a test that has used up its processor time."""


class Tests:
    """The collected tests, to be run one after another in this process."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        self.items = {item.nodeid: item for item in items}
        self.has_failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.has_failed |= report.failed

    def passes(self, test: str, following: str | None) -> bool:
        item = self.items[test]
        after = None if following is None else self.items[following]
        return self.ends_well(item, after)

    def passes_as_one_of_several(self, test: str) -> bool:
        """What is made once for all tests, such as a server, is kept; `end` brings it to an end.

        Pytest keeps what the next item needs as well, and the session needs just that.
        """
        item = self.items[test]
        return self.ends_well(item, item.session)

    def ends_well(self, item: pytest.Item, following: pytest.Item | pytest.Session | None) -> bool:
        self.has_failed = False
        try:
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        except Exception:  # of pytest, when it tells what failed
            return False
        return not self.has_failed

    def end(self) -> bool:
        """Did what was kept come to an end without an error?"""
        session = next(iter(self.items.values())).session
        try:
            session._setupstate.teardown_exact(None)
        except Exception:
            return False
        return True


# ── Functions and their code ─────────────────────────────────────────────────────────────────────


def functions_of(places: Iterable[Place]) -> dict[Place, list[FunctionType]]:
    """The living functions of each place: found by their code, under whatever decorates them."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    wanted = {str(place.path) for place in places}
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename in wanted:
            key = thing.__code__.co_filename, thing.__qualname__
            found.setdefault(key, []).append(thing)
    return {place: found.get((str(place.path), place.name), []) for place in places}


def change_code(functions: Iterable[FunctionType], code: CodeType) -> bool:
    """Was it possible? Not where the fault needs other variables of an outer function."""
    changed = False
    for function in functions:
        if function.__code__.co_freevars != code.co_freevars:
            return False
        function.__code__ = code
        changed = True
    return changed


class Calls:
    """Notes which functions are called: each once, so that it costs next to nothing."""

    def __init__(self, functions: Mapping[Place, list[FunctionType]]) -> None:
        self.seen: set[str] = set()
        self.names: list[str] = []
        self.parts: list[tuple[list[FunctionType], CodeType, CodeType]] = []
        builtins.note_call = self.note  # type: ignore[attr-defined]
        for place, living in functions.items():
            if living:
                noting = code_of(place, with_note(place, len(self.parts)))
                if noting.co_freevars == living[0].__code__.co_freevars:
                    self.names.append(place.full_name)
                    self.parts.append((living, living[0].__code__, noting))

    def start(self) -> None:
        self.seen = set()
        for functions, _, noting in self.parts:
            for function in functions:
                function.__code__ = noting

    def note(self, number: int) -> None:
        self.seen.add(self.names[number])
        functions, code, _ = self.parts[number]
        for function in functions:
            function.__code__ = code


def with_note(place: Place, number: int) -> Any:
    changed = copy.deepcopy(place.node)
    note = ast.parse(f"note_call({number})").body
    first = 1 if ast.get_docstring(changed) is not None else 0
    for node in ast.walk(note[0]):
        ast.copy_location(node, changed.body[0])
    changed.body[first:first] = note
    return ast.fix_missing_locations(changed)


# ── In a forked process ──────────────────────────────────────────────────────────────────────────


def forked(work: Callable[[Path], Any], folder: Path) -> int:
    """Start a process that does some work and keeps what comes of it in the folder."""
    folder.mkdir()
    child = os.fork()
    if child:
        CHILDREN.add(child)
        return child
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        keep(folder, work(folder))
    except BaseException:
        (folder / "error").write_text(traceback.format_exc(), "utf-8")
        os._exit(1)
    os._exit(0)


def keep(folder: Path, result: Any) -> None:
    (folder / "result").write_text(json.dumps(result), "utf-8")


def result_of(folder: Path) -> Any:
    """None if the process came to a sudden end."""
    file = folder / "result"
    result = json.loads(file.read_text("utf-8")) if file.exists() else None
    error = folder / "error"
    if error.exists():
        result = {"error": error.read_text("utf-8")}
    shutil.rmtree(folder, ignore_errors=True)
    return result


def watch_over(give_up: Callable[[], None]) -> None:
    """Give up when the process has been waiting for nothing, and bound its memory."""
    before = [time.process_time()]

    def look(number: int, frame: FrameType | None) -> None:
        if time.process_time() - before[0] < 0.05:
            give_up()
        before[0] = time.process_time()

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, STILL, STILL)
    try:
        used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, resource.RLIM_INFINITY))


def after_seconds(seconds: float, act: Callable[[], None]) -> None:
    """Act when this process has worked for so long."""
    signal.signal(signal.SIGPROF, lambda number, frame: act())
    signal.setitimer(signal.ITIMER_PROF, seconds)


def raise_too_long() -> None:
    raise TooLong


# ── Without a fault ──────────────────────────────────────────────────────────────────────────────


def known_tests(
    tests: Tests, functions: Mapping[Place, list[FunctionType]], jobs: int, where: Path
) -> tuple[list[Known], list[str]]:
    """The tests that can be used, and those that fail or take too long."""
    names = list(tests.items)
    by_file: dict[str, list[str]] = {}
    for name in names:
        by_file.setdefault(name.split("::")[0], []).append(name)
    shares: list[list[str]] = [[] for _ in range(jobs)]
    for part in sorted(by_file.values(), key=len, reverse=True):
        min(shares, key=len).extend(part)
    shares = [share for share in shares if share]
    folders = [where / f"tests-{n}" for n in range(len(shares))]
    for share, folder in zip(shares, folders, strict=True):
        forked(lambda _, share=share: tried(tests, functions, share), folder)  # type: ignore[misc]
    for _ in shares:
        CHILDREN.discard(os.wait()[0])
    known: list[Known] = []
    for folder in folders:
        result = result_of(folder)
        if result is None or "error" in result:
            raise SystemExit(f"The tests cannot be run without a fault: {result}")
        known += [Known(name, seconds, {*called}) for name, seconds, called in result["tests"]]
    used = {one.test for one in known}
    return known, [name for name in names if name not in used]


def tried(
    tests: Tests, functions: Mapping[Place, list[FunctionType]], names: Sequence[str]
) -> dict[str, Any]:
    calls = Calls(functions)
    known = []
    signal.signal(signal.SIGALRM, lambda number, frame: raise_too_long())
    for name, following in zip(names, [*names[1:], None], strict=True):
        calls.start()
        start = time.process_time()
        after_seconds(LONGEST_TEST, raise_too_long)
        signal.setitimer(signal.ITIMER_REAL, LONGEST_WAIT)
        try:
            passed = tests.passes(name, following)
        except TooLong:
            passed = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        if passed:
            known.append((name, time.process_time() - start, sorted(calls.seen)))
    return {"tests": known}


# ── With one ─────────────────────────────────────────────────────────────────────────────────────


class Chooser:
    """Which tests are run for a fault, and in which order."""

    def __init__(
        self,
        known: Sequence[Known],
        numbers: Mapping[str, Sequence[str]],
        keen: Callable[[str], bool],
    ) -> None:
        self.numbers = numbers  # of the rules in each test's name
        self.by_function: dict[str, list[Known]] = {}
        self.seconds = {one.test: one.seconds for one in known}
        self.noticing: dict[str, dict[str, int]] = {}
        for one in sorted(known, key=lambda one: one.seconds / (10 if keen(one.test) else 1)):
            for function in one.functions:
                self.by_function.setdefault(function, []).append(one)

    def of(self, place: Place) -> tuple[list[str], list[str]]:
        """The tests that bear a number which the function cites, and others that call it."""
        able = self.by_function.get(place.full_name, [])
        own = [one.test for one in able if {*self.numbers.get(one.test, ())} & {*place.numbers}]
        others: list[str] = []
        left = LONGEST_FAULT
        for one in able:
            if one.test not in own and one.seconds <= left:
                others.append(one.test)
                left -= one.seconds
        noticed = self.noticing.get(place.full_name, {})
        return own, sorted(others, key=lambda test: -noticed.get(test, 0))

    def remember(self, place: Place, verdict: Verdict) -> None:
        """Who noticed a fault in a function is asked first about the next one there."""
        of_place = self.noticing.setdefault(place.full_name, {})
        of_place[verdict.noticed_by] = of_place.get(verdict.noticed_by, 0) + 1


def verdict_of(
    fault: Fault,
    functions: Sequence[FunctionType],
    tests: Tests,
    chooser: Chooser,
    folder: Path,
) -> dict[str, Any]:
    """In a process of its own: plant the fault and run tests until one fails."""
    verdict = Verdict()
    now = [""]

    def give_up() -> None:
        verdict.noticed_by = verdict.noticed_by or f"{now[0]} (never ends)"
        verdict.numbers += cited(now[0])
        keep(folder, asdict(verdict))
        os._exit(0)

    def cited(test: str) -> list[str]:
        bears = chooser.numbers.get(test, ())
        return [one for one in fault.place.numbers if one in bears and one not in verdict.numbers]

    def notices(test: str) -> bool:
        now[0] = test
        after_seconds(PATIENCE * chooser.seconds[test] + 1, give_up)
        failed = not tests.passes_as_one_of_several(test)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return failed

    def notices_at_the_end() -> bool:
        """The last test that was run is the one that notices it."""
        after_seconds(PATIENCE, give_up)
        failed = not tests.end()
        signal.setitimer(signal.ITIMER_PROF, 0)
        return failed

    change_code(functions, fault.code())
    watch_over(give_up)
    own, others = chooser.of(fault.place)
    verdict.is_reached = bool(own or others)
    for test in own:
        if cited(test) and notices(test):
            verdict.noticed_by = verdict.noticed_by or test
            verdict.numbers += cited(test)
    if not verdict.noticed_by:
        verdict.noticed_by = next((test for test in others if notices(test)), "")
    if not verdict.noticed_by and verdict.is_reached and notices_at_the_end():
        verdict.noticed_by = f"{now[0]} (at the end)"
    return asdict(verdict)


def verdicts(
    faults: Sequence[Fault],
    functions: Mapping[Place, list[FunctionType]],
    tests: Tests,
    chooser: Chooser,
    jobs: int,
    where: Path,
) -> Iterator[tuple[Fault, Verdict]]:
    """What becomes of each fault, in the order in which that is known."""
    waiting = list(reversed(faults))
    running: dict[int, tuple[Fault, Path]] = {}
    count = 0
    gc.collect()
    gc.freeze()
    while waiting or running:
        while waiting and len(running) < jobs:
            fault, folder = waiting.pop(), where / f"fault-{(count := count + 1)}"
            child = forked(
                lambda folder, fault=fault: verdict_of(  # type: ignore[misc]
                    fault, functions[fault.place], tests, chooser, folder
                ),
                folder,
            )
            running[child] = fault, folder
        child, _, usage = os.wait4(-1, 0)
        CHILDREN.discard(child)
        if child not in running:
            continue
        fault, folder = running.pop(child)
        result = result_of(folder)
        if result is not None and "error" in result:
            raise SystemExit(f"{fault.place.full_name}: {fault.change}\n{result['error']}")
        verdict = Verdict("the process ended") if result is None else Verdict(**result)
        verdict.seconds = usage.ru_utime + usage.ru_stime
        if verdict.noticed_by:
            chooser.remember(fault.place, verdict)
        yield fault, verdict


class Run:
    """A plugin of pytest that plants faults instead of running the tests."""

    def __init__(self, work: Callable[[Sequence[pytest.Item]], None]) -> None:
        self.work = work

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise SystemExit("The tests cannot be collected: run pytest to see why.")
        self.work(session.items)
        return True


def with_tests(arguments: Sequence[str], work: Callable[[Tests, Path, TextIO], Any]) -> Any:
    """Collect tests and do the work with them; what it writes goes where we write."""
    results: list[Any] = []
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    where = Path(tempfile.mkdtemp(prefix="mutants-"))

    failed: list[BaseException] = []

    def begin(items: Sequence[pytest.Item]) -> None:
        try:
            begin_with(items)
        except BaseException as error:  # pytest would only say that there was one
            failed.append(error)
            raise

    def begin_with(items: Sequence[pytest.Item]) -> None:
        items[0].config.option.tbstyle = "native"  # nobody reads it, and this takes least
        tests = Tests(items)
        items[0].config.pluginmanager.register(tests)
        results.append(work(tests, where, out))

    options = ["-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler"]
    options += ["--assert=plain"]
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        code = pytest.main([*options, *arguments], plugins=[Run(begin)])
    finally:
        for child in CHILDREN:
            os.kill(child, signal.SIGKILL)
        shutil.rmtree(where, ignore_errors=True)
    if failed:
        raise failed[0]
    if not results:
        raise SystemExit(f"The tests cannot be collected (pytest says {code}).")
    return results[0]
