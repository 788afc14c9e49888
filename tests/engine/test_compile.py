"""Records, rules, and machine code that is never older than its sources."""

import os
import pickle
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from templetop.engine import compile as compiling
from templetop.engine.compile import compiled, record, rule

from .elsewhere import ROOT, run

Tile = record([("shows", np.int8), ("worth", np.int64)])
Board = record([("tiles", Tile, 3), ("seats", np.int8), ("money", np.int32, 2)])
Gapless = record([("seats", np.int16), ("colour", np.int8, 2)])


# ── Records ──────────────────────────────────────────────────────────────────────────────────────


def test_fields_of_a_record_are_attributes_also_of_records_within() -> None:
    board = np.zeros(1, Board)[0]
    board.tiles[1].worth = 7
    board.money[0] += 3
    assert board.tiles[1].worth == 7
    assert board.money.tolist() == [3, 0]


def test_a_record_has_no_attributes_but_its_fields() -> None:
    board = np.zeros(1, Board)[0]
    with pytest.raises(AttributeError):
        board.prize = 1
    with pytest.raises(AttributeError):
        board.prize  # noqa: B018


def test_a_record_is_the_same_after_pickling() -> None:
    boards = np.zeros(2, Board)
    boards[1].tiles[2].worth = 7
    again = pickle.loads(pickle.dumps(boards))
    assert again.dtype == Board
    assert again.tobytes() == boards.tobytes()
    assert again[1].tiles[2].worth == 7
    assert type(pickle.loads(pickle.dumps(boards[1]))) is type(boards[1])


def test_every_field_of_a_record_is_aligned() -> None:
    """CUDA refuses others."""
    for kind in (Tile, Board):
        assert kind.isalignedstruct
        assert kind.fields
        fields = kind.fields.values()
        assert all(offset % field.alignment == 0 for field, offset, *_ in fields)


@pytest.mark.parametrize("kind", [Tile, Board, Gapless], ids=["tile", "board", "gapless"])
def test_every_copy_of_a_record_has_the_same_bytes(kind: Any) -> None:
    """A table is compared, hashed and named by its bytes; NumPy copies nothing but fields."""
    original = np.zeros(3, kind)
    memory = np.frombuffer(bytearray(b"?" * original.nbytes), kind)
    for n in range(3):
        memory[n] = original[n]
    assert memory.tobytes() == original.tobytes()
    unlike = bytes(range(256))[: original.itemsize]
    one = np.frombuffer(bytearray(unlike), kind)
    assert one.copy().tobytes() == one[[0]].tobytes() == one[0].copy().tobytes() == unlike


# ── Rules ────────────────────────────────────────────────────────────────────────────────────────


@rule
def double(number: int) -> Any:
    return 2 * number


@compiled
def double_all(numbers: Any) -> None:
    for n in range(len(numbers)):
        numbers[n] = double(numbers[n])


def test_a_rule_stays_a_plain_function() -> None:
    assert double(21) == 42
    assert type(double) is type(lambda: None)


def test_a_compiled_function_calls_rules() -> None:
    numbers, plain = np.arange(5), np.arange(5)
    double_all(numbers)
    double_all.plain(plain)
    assert numbers.tolist() == plain.tolist() == [0, 2, 4, 6, 8]


def test_preparing_compiles_and_does_not_run() -> None:
    numbers = np.arange(5, dtype=np.int16)
    double_all.prepare(numbers)
    assert numbers.tolist() == [0, 1, 2, 3, 4]
    assert double_all.is_on_disk(numbers)


def test_rules_may_be_marked_after_machine_code_was_made() -> None:
    @rule
    def triple(number: int) -> Any:
        return 3 * number

    @compiled
    def triple_all(numbers: Any) -> None:
        for n in range(len(numbers)):
            numbers[n] = triple(numbers[n])

    double_all(np.arange(2))
    numbers = np.arange(4)
    triple_all(numbers)
    assert numbers.tolist() == [0, 3, 6, 9]


# ── The cache and the sources ────────────────────────────────────────────────────────────────────

TABLE = """
import numpy as np
from templetop.engine.compile import rule

WORTH = np.array([10, 20, 30])

@rule
def worth(tile):
    return WORTH[tile] + 1
"""
ASK = """
import templetop.games.worth.ask as it
print(it.answer.is_on_disk(2), it.answer(2), it.answer.plain(2))
from templetop.engine.compile import cache_folder
print(cache_folder())
"""
ROOT_OF_IT = """
from templetop.engine.compile import compiled
from templetop.games.worth.pieces import worth

@compiled
def answer(tile):
    return worth(tile)
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the engine with a game: a table, a rule, and what is compiled of it."""
    folder = tmp_path / "package"
    shutil.copytree(
        ROOT / "templetop" / "engine",
        folder / "templetop" / "engine",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    shutil.copy(ROOT / "templetop" / "__init__.py", folder / "templetop")
    game = folder / "templetop" / "games" / "worth"
    game.mkdir(parents=True)
    (game / "pieces.py").write_text(TABLE)
    (game / "ask.py").write_text(ROOT_OF_IT)
    return folder


def edit(path: Path, old: str, new: str) -> None:
    """Change a source, but neither its size nor its time: only its content tells."""
    before = path.stat()
    text = path.read_text()
    assert text.count(old) == 1
    assert len(old) == len(new)
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_machine_code_follows_a_change_in_a_table_or_in_a_rule(package: Path) -> None:
    cache = package.parent / "cache"

    def answer() -> tuple[str, str]:
        said, folder = run(ASK, cache, package, PYTHONDONTWRITEBYTECODE="1")
        return said, folder

    first, folder = answer()
    assert first == "False 31 31"
    assert answer() == ("True 31 31", folder)

    edit(package / "templetop/games/worth/pieces.py", "30]", "77]")
    changed, second_folder = answer()
    assert changed == "False 78 78"
    assert second_folder != folder

    edit(package / "templetop/games/worth/pieces.py", "+ 1", "+ 5")
    assert answer()[0] == "False 82 82"


# ── Where the cache is ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for caches."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "templetop"


def cache_folder() -> Path:
    """As in a new process, which has not asked before."""
    folder: Path = compiling.cache_folder.__wrapped__()
    return folder


def make_folder(path: Path, age: float) -> Path:
    path.mkdir(parents=True)
    (path / "code.nbi").touch()
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def test_the_cache_lies_in_the_cache_home(home: Path) -> None:
    assert cache_folder() == home / f"rules-{compiling.fingerprint()}"
    assert cache_folder().is_dir()


def test_without_a_cache_home_it_lies_where_caches_usually_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder().parent == tmp_path / ".cache" / "templetop"


def test_old_folders_are_swept_and_others_kept(home: Path) -> None:
    old = make_folder(home / "rules-old", age=compiling.WEEK + 60)
    recent = make_folder(home / "rules-recent", age=compiling.WEEK - 60)
    foreign = make_folder(home / "matches", age=compiling.WEEK + 60)
    cache_folder()
    assert [folder.exists() for folder in (old, recent, foreign)] == [False, True, True]


def test_a_folder_in_use_is_never_swept(home: Path) -> None:
    ours = make_folder(home / f"rules-{compiling.fingerprint()}", age=5 * compiling.WEEK)
    assert cache_folder() == ours
    assert (ours / "code.nbi").exists()
    assert ours.stat().st_mtime > time.time() - compiling.WEEK


def test_where_nothing_can_be_written_another_place_is_found(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    home.touch()  # a file where the folder should be
    folder = cache_folder()
    assert folder.is_dir()
    assert folder.parent.parent == elsewhere


def test_at_worst_the_cache_lasts_for_one_process(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    for place in compiling.places_for_a_cache():
        place.touch()
    assert cache_folder().is_dir()
    assert cache_folder() != cache_folder()


def test_a_cache_home_that_cannot_be_written_to_stops_nobody(package: Path) -> None:
    """Even the temporary folder may be full or locked."""
    cache = package.parent / "file"
    cache.touch()
    said, folder = run(ASK, cache, package, TMPDIR=str(package.parent))
    assert said == "False 31 31"
    assert Path(folder).is_relative_to(package.parent)


# ── Numba is for those who ask for it, and stays as they left it ─────────────────────────────────


def test_a_users_own_numba_cache_is_untouched(package: Path) -> None:
    script = """
import numba
numba.config.CACHE_DIR = "users"
import templetop.games.worth.ask as it
print(it.answer(2), numba.config.CACHE_DIR)
"""
    assert run(script, package.parent / "cache", package) == ["31 users"]
    assert not (package / "users").exists()


def test_numba_is_not_imported_before_machine_code_is_wanted(package: Path) -> None:
    script = """
import sys
import templetop.engine.simulate, templetop.engine.match, templetop.engine.policy
import templetop.games.worth.ask as it
print(it.answer.plain(2), "numba" in sys.modules, it.answer(2), "numba" in sys.modules)
"""
    assert run(script, package.parent / "cache", package) == ["31 False 31 True"]


def test_a_field_may_not_have_the_name_of_something_every_record_has() -> None:
    with pytest.raises(ValueError, match="cannot be called round"):
        record([("round", np.int8)])
