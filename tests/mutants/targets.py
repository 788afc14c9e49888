"""Where faults can be planted: modules, the tests that guard them, the share to be noticed."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from templetop.engine.kept_faults import FILE, rule_modules
from templetop.games.shelf import take

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
GAMES = ("karuba", "karuba_cards", "cacao", "karmaggan", "vulkar")


@dataclass(frozen=True)
class Target:
    """Modules whose functions are changed, and the tests that are to notice it."""

    name: str
    modules: tuple[Path, ...]
    tests: tuple[str, ...]  # files or folders, from the root
    keen: tuple[str, ...]  # parts of the names of tests that notice much, and are tried early
    least: float  # the share that has to be noticed
    kept: Path  # folder of the results and of the list of equivalent faults
    rulebook: Path | None = None  # folder of the rulebook that code and tests cite
    without: tuple[str, ...] = ()  # parts of the names of tests that are not run
    is_compiled: bool = False  # does Numba compile the rules? Then none of them can be changed.

    @property
    def equivalents_file(self) -> Path:
        return self.kept / "equivalent_mutants.toml"

    @property
    def results_file(self) -> Path:
        return self.kept / FILE

    def equivalents(self) -> dict[tuple[str, str], str]:
        """Why nobody can notice a fault, by function and change.

        The file has a table [[fault]] for each, with `function`, `before`, `after` and `reason`.
        """
        if not self.equivalents_file.exists():
            return {}
        listed = tomllib.loads(self.equivalents_file.read_text("utf-8")).get("fault", [])
        return {
            (one["function"], f"{one['before']} → {one['after']}"): one["reason"] for one in listed
        }


def target_of(name: str) -> Target:
    if name in OTHERS:
        return OTHERS[name]
    if name not in GAMES:
        raise SystemExit(f"There is no {name}; there are {', '.join([*GAMES, *OTHERS])}.")
    folder = take(name).folder
    assert folder is not None
    return Target(
        name,
        tuple(rule_modules(folder)),
        (
            f"tests/{name}",
            "tests/every_game/test_matches.py",
            "tests/every_game/test_perft.py",
            "tests/mutants/kits.py",
        ),
        ("every_game/test_matches", "every_game/test_perft", "mutants/kits"),
        0.95,
        TESTS / name,
        folder,
    )


def in_package(*names: str) -> tuple[Path, ...]:
    return tuple(ROOT / "templetop" / f"{name}.py" for name in names)


OTHERS = {
    "server": Target(
        "server",
        in_package(
            "server/store/database",
            "server/store/writer",
            "server/store/fast_sql",
            "server/store/deal_plays",
            "server/community/ratings",
            "server/operations/admin",
            "server/operations/retention",
        ),
        (
            "tests/server/test_store.py",
            "tests/server/test_deals_at_the_store.py",
            "tests/server/test_ratings_at_the_store.py",
            "tests/server/test_orders_at_the_store.py",
            "tests/server/test_keeping.py",
            "tests/server/test_scribe.py",
            "tests/server/test_scribe_steps.py",
            "tests/server/test_ratings.py",
        ),
        (),
        0.9,
        TESTS / "server",
        without=("test_the_same_said_twice", "test_two_who_wait"),  # they need PostgreSQL
        is_compiled=True,
    ),
    "search": Target(
        "search",
        in_package("bots/tree", "bots/search", "bots/contest", "bots/seen"),
        (
            "tests/bots/test_tree.py",
            "tests/bots/test_weighing.py",
            "tests/bots/test_contest.py",
            "tests/bots/test_seen.py",
            "tests/bots/test_together.py",
        ),
        (),
        0.9,
        TESTS / "bots",
    ),
}
