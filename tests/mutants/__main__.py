"""Planted faults: small changes in the code, to see whether the tests notice them.

    python -m tests.mutants GAME            500 faults in the rules of a game, always the same ones
    python -m tests.mutants GAME --all      every fault there is
    python -m tests.mutants server          the same for the server's transactions
    python -m tests.mutants search          and for the search of the bots

Why no tool that exists: mutmut leaves functions with decorators as they are, which here is every
rule, and cosmic-ray writes each fault to the disk and starts Python and pytest anew for it, which
takes longer than all the tests that are needed to notice it.

    python -m tests.mutants GAME --again FILE --tests tests/GAME/test_3_the_turn.py

tries only the faults that nobody noticed in the run that wrote FILE (`--json FILE`), and those of
rules whose own tests noticed none, with the tests of one file: that takes seconds, for whoever
writes a test against them. With `--keep`, what was noticed in that run counts as noticed.

A fault for which nobody can write a test is listed in tests/<game>/equivalent_mutants.toml, with a
reason; what is listed there and cannot be planted any more, or is noticed, is an error.

`--keep` writes tests/<game>/mutants.json, which `templetop rules --check` reads, and the table in
CONTRIBUTING.md, which `python -m tests.mutants.figures` makes of all that is kept:

    {"seed": 1,                            which sample it was, null for all faults
     "sources": "0123456789abcdef",        fingerprint of the modules that were changed
     "of": 1927,                           so many faults there are
     "faults": 500,                        that were tried, without the equivalent ones
     "noticed": 480,
     "equivalent": 12,
     "modules": {"turn": [220, 210, 4]},   faults, noticed, equivalent
     "sentences": {"3.4.1": [12, 9, 11]}}  faults in functions that cite it; how many of them the
                                           tests noticed that bear its number; how many any test did
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

from templetop.engine.kept_faults import fingerprint
from templetop.engine.rulebook import Rulebook, numbers_of

from . import figures
from .faults import Fault, Place, faults_in, places_in
from .running import (
    Chooser,
    Tests,
    Verdict,
    functions_of,
    known_tests,
    verdicts,
    with_tests,
)
from .targets import ROOT, Target, target_of

SAMPLE, SEED = 500, 1
Outcome = tuple[Fault, Verdict]


@dataclass(frozen=True)
class Result:
    """What came of a run."""

    target: Target
    outcomes: list[Outcome]
    equivalent: list[Fault]
    stale: list[str]
    seed: int | None
    left_out: list[str]  # tests
    mistaken: tuple[Outcome, ...] = ()  # listed as equivalent, but noticed
    of: int = 0  # so many faults there are

    @property
    def survivors(self) -> list[Outcome]:
        return [(fault, verdict) for fault, verdict in self.outcomes if not verdict.noticed_by]

    @property
    def share(self) -> float:
        return 1 - len(self.survivors) / max(len(self.outcomes), 1)

    def kept(self) -> dict[str, Any]:
        """What is kept of it, as the docstring above tells."""
        modules: dict[str, list[int]] = {}
        sentences: dict[str, list[int]] = {}
        for fault, verdict in self.outcomes:
            noticed = bool(verdict.noticed_by)
            row = modules.setdefault(fault.place.module, [0, 0, 0])
            row[0] += 1
            row[1] += noticed
            for number in fault.place.numbers:
                row = sentences.setdefault(number, [0, 0, 0])
                row[0] += 1
                row[1] += number in verdict.numbers
                row[2] += noticed
        for fault in self.equivalent:
            modules.setdefault(fault.place.module, [0, 0, 0])[2] += 1
        return {
            "seed": self.seed,
            "sources": fingerprint(self.target.modules),
            "of": self.of,
            "faults": len(self.outcomes),
            "noticed": len(self.outcomes) - len(self.survivors),
            "equivalent": len(self.equivalent),
            "modules": dict(sorted(modules.items())),
            "sentences": dict(sorted(sentences.items(), key=lambda row: by_number(row[0]))),
        }

    def each(self) -> list[dict[str, Any]]:
        """Every fault with what became of it; nobody has noticed those that are equivalent."""
        untried = [(fault, Verdict()) for fault in self.equivalent]
        return [
            {
                "function": fault.place.full_name,
                "line": fault.line,
                "operator": fault.operator,
                "before": fault.before,
                "after": fault.after,
                "rules": fault.place.numbers,
                "noticed_by": verdict.noticed_by,
                "noticed_by_tests_of": verdict.numbers,
                "seconds": round(verdict.seconds, 2),
            }
            for fault, verdict in [*self.outcomes, *untried]
        ]


def by_number(number: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else 0, part) for part in number.split(".")]


# ── The faults of a target ───────────────────────────────────────────────────────────────────────


def places_of(target: Target) -> list[Place]:
    return [place for path in target.modules for place in places_in(path, path.stem)]


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def all_faults(places: Sequence[Place]) -> list[Fault]:
    return [
        fault
        for place in places
        for fault in faults_in(place, vars(import_module(module_name(place.path))))
    ]


def is_rule(place: Place) -> bool:
    return any(getattr(mark, "id", "") == "rule" for mark in place.node.decorator_list)


def numbers_in(test: str, known: set[str]) -> list[str]:
    """The rules in the name of a test, where pytest has put its file and its parameters as well."""
    named = numbers_of(test.split("::")[-1].split("[")[0], known)
    return [number for number in named if number in known]


# ── A run ────────────────────────────────────────────────────────────────────────────────────────


def run(target: Target, options: argparse.Namespace) -> Result:
    places = places_of(target)
    for path in target.modules:
        import_module(module_name(path))

    def work(tests: Tests, where: Path, out: TextIO) -> Result:
        tests.items = {name: item for name, item in tests.items.items() if belongs(name, target)}
        functions = functions_of(places)
        start = time.time()
        known, left_out = known_tests(tests, functions, options.jobs, where)
        print(
            f"{target.name}: {len(known)} tests take {sum(one.seconds for one in known):.0f} s of"
            f" processor time; {len(left_out)} are left out, as they take too long or need a"
            f" compiler ({time.time() - start:.0f} s).",
            file=out,
        )
        called = set().union(*(one.functions for one in known))
        before = earlier_verdicts(options.again) if options.again else {}
        called |= {function for function, _ in before}
        able = [
            place
            for place in places
            if functions[place]
            and any(part in place.full_name for part in options.only or [""])
            and (place.full_name in called or is_rule(place))
        ]
        listed = target.equivalents()
        faults = all_faults(able)
        ids = {(fault.place.full_name, fault.change) for fault in faults}
        stale = [f"{name}: {change}" for name, change in listed if (name, change) not in ids]
        of = len(faults)
        print(f"{of} faults in {len(able)} functions.", file=out)
        noticed_before: list[Outcome] = []
        if options.again:
            faults = [one for one in faults if (one.place.full_name, one.change) in before]
            outcomes_before = [(one, before[one.place.full_name, one.change]) for one in faults]
            missed = rules_missed(outcomes_before)
            noticed_before = [
                (one, verdict)
                for one, verdict in outcomes_before
                if verdict.noticed_by and not missed & {*one.place.numbers}
            ]
            again = {one for one, _ in noticed_before}
            faults = [one for one in faults if one not in again]
        elif not options.all:
            faults = random.Random(options.seed).sample(faults, min(options.sample, len(faults)))
        equivalent = [f for f in faults if (f.place.full_name, f.change) in listed]
        chosen = [f for f in faults if (f.place.full_name, f.change) not in listed]
        to_check = {} if options.again else dict.fromkeys(equivalent)  # that takes longest
        book = set() if target.rulebook is None else Rulebook.of(target.rulebook).numbers
        numbers = {one.test: numbers_in(one.test, book) for one in known}
        chooser = Chooser(known, numbers, lambda test: any(part in test for part in target.keen))
        outcomes, mistaken = noticed_before if options.keep else [], []
        tried = [*chosen, *to_check]
        for outcome in verdicts(tried, functions, tests, chooser, options.jobs, where):
            if outcome[0] in to_check:
                mistaken += [outcome] if outcome[1].noticed_by else []
                continue
            outcomes.append(outcome)
            if not outcome[1].noticed_by:
                print(line_of(outcome), file=out)
            if len(outcomes) % 50 == 0:
                cost = sum(verdict.seconds for _, verdict in outcomes)
                noticed = sum(bool(verdict.noticed_by) for _, verdict in outcomes)
                print(f"… {noticed} of {len(outcomes)} noticed, {cost:.0f} s", file=out)
        seed = None if options.all else options.seed
        stale = stale if not options.only else []
        return Result(target, outcomes, equivalent, stale, seed, left_out, tuple(mistaken), of)

    result: Result = with_tests(options.tests or target.tests, work)
    return result


def earlier_verdicts(file: Path) -> dict[tuple[str, str], Verdict]:
    """What became of each fault in the run that wrote the file, by function and change."""
    return {
        (row["function"], f"{row['before']} → {row['after']}"): Verdict(
            row["noticed_by"], row["noticed_by_tests_of"], seconds=row["seconds"]
        )
        for row in json.loads(file.read_text("utf-8"))
    }


def rules_missed(outcomes: Sequence[Outcome]) -> set[str]:
    """The cited rules whose own tests noticed none of the faults that any test did."""
    cited = {n for fault, verdict in outcomes if verdict.noticed_by for n in fault.place.numbers}
    return cited - {number for _, verdict in outcomes for number in verdict.numbers}


def belongs(test: str, target: Target) -> bool:
    """Tests of all games are run for this one only."""
    name, _, parameters = test.partition("[")
    if any(part in test for part in target.without):
        return False
    if "mutants/kits" in name:
        return parameters.startswith(f"{target.name}-match-")
    if "every_game" not in name:
        return True
    from templetop.games.shelf import take
    from tests.every_game.matches import files_of

    stems = {path.stem for path in files_of(take(target.name))}
    return parameters.removesuffix("]") in stems | {target.name}


def line_of(outcome: Outcome) -> str:
    fault, verdict = outcome
    place = fault.place
    path = place.path.relative_to(ROOT)
    rules = f" ({', '.join(place.numbers)})" if place.numbers else ""
    reached = "" if verdict.is_reached else "  [no test calls it]"
    return f"{path}:{fault.line} {place.name}{rules}: {fault.before} → {fault.after}{reached}"


def table_of(result: Result) -> str:
    rows = [("module", "faults", "noticed", "equivalent", "share")]
    for module, (faults, noticed, equivalent) in result.kept()["modules"].items():
        share = f"{noticed / faults:.1%}" if faults else "-"
        rows.append((module, str(faults), str(noticed), str(equivalent), share))
    total = result.kept()
    rows.append((
        "all", str(total["faults"]), str(total["noticed"]), str(total["equivalent"]),
        f"{result.share:.1%}",
    ))  # fmt: skip
    width = max(len(row[0]) for row in rows)
    return "\n".join(
        row[0].ljust(width) + "".join(cell.rjust(12) for cell in row[1:]) for row in rows
    )


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("target", help="a game, server or search")
    parser.add_argument("--all", action="store_true", help="every fault there is")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many faults")
    parser.add_argument("--seed", type=int, default=SEED, help="which ones")
    parser.add_argument("--only", nargs="+", help="in functions with one of these in their name")
    parser.add_argument("--tests", nargs="+", help="run only the tests in these files")
    parser.add_argument("--again", type=Path, help="only what nobody noticed by this --json file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time")
    parser.add_argument("--json", type=Path, help="write every fault to this file")
    parser.add_argument("--survivors", type=Path, help="write what nobody noticed to this file")
    parser.add_argument("--keep", action="store_true", help="keep the result for rules --check")
    parser.add_argument("--least", type=float, help="the share in % that has to be noticed")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parsed(arguments)
    target = target_of(options.target)
    os.environ["NUMBA_DISABLE_JIT"] = "0" if target.is_compiled else "1"
    result = run(target, options)
    seconds = sum(verdict.seconds for _, verdict in result.outcomes)
    print(f"\n{table_of(result)}\n\n{seconds / max(len(result.outcomes), 1):.2f} s for each fault.")
    survivors = sorted(line_of(outcome) for outcome in result.survivors)
    if options.survivors:
        options.survivors.write_text("".join(f"{line}\n" for line in survivors), "utf-8")
    if options.json:
        options.json.write_text(json.dumps(result.each(), indent=1) + "\n", "utf-8")
    if options.keep:
        text = json.dumps(result.kept(), separators=(",", ":"))
        target.results_file.write_text(text.replace("],", "],\n") + "\n", "utf-8")
        figures.write()
    for line in result.stale:
        print(f"Not there any more, but in {target.equivalents_file.name}: {line}")
    for outcome in result.mistaken:
        by = outcome[1].noticed_by
        print(f"Listed as equivalent, but noticed by {by}: {line_of(outcome)}")
    least = target.least if options.least is None else options.least / 100
    if result.share < least:
        print(f"Nobody noticed:\n{chr(10).join(survivors)}")
    return int(result.share < least or bool(result.stale) or bool(result.mistaken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
