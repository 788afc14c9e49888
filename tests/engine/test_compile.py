"""Records, rules, and machine code that is never older than its sources."""

import os
import pickle
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pytest

from templetop.engine import compile as compiling
from templetop.engine.compile import compiled, record, rule
from templetop.games.shelf import take

from . import duel, toy
from .elsewhere import ROOT, Scripts, run, scripts
from .pebbles import write_game

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

ASK = """
from templetop.games.shelf import take
game = take("pebbles")
from pebbles.rules.counting import total
print(total.is_on_disk(game.state(), 2), total(game.state(), 2), total.plain(game.state(), 2))
from templetop.engine.compile import cache_folder
print(cache_folder(game.State))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game that lies outside the package: a table, a rule, and what is compiled of it."""
    return write_game(tmp_path)


@pytest.fixture(scope="module")
def processes() -> Iterator[Scripts]:
    with scripts() as started:
        yield started


class Asked(Protocol):
    """What a new process prints that has the game on its shelf; all have one cache."""

    def __call__(self, script: str = ASK) -> list[str]: ...


@pytest.fixture
def answer(folder: Path, processes: Scripts) -> Asked:
    def ask(script: str = ASK) -> list[str]:
        return processes.run(script, folder.parent / "cache", TEMPLETOP_GAMES=str(folder))

    return ask


def edit(path: Path, old: str, new: str) -> None:
    """Change a source, but neither its size nor its time: only its content tells."""
    before = path.stat()
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    assert len(old) == len(new)
    path.write_text(text.replace(old, new), "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_machine_code_follows_a_change_in_a_table_or_in_a_rule(folder: Path, answer: Asked) -> None:
    """Also where the game lies elsewhere."""
    first, cache = answer()
    assert first == "False 31 31"
    assert answer() == ["True 31 31", cache]

    edit(folder / "rules/pieces.py", "30]", "77]")
    changed, second_cache = answer()
    assert changed == "False 78 78"
    assert second_cache != cache

    edit(folder / "rules/taking.py", "BONUS + BOWLS[0][0] - 1", "BONUS + BOWLS[0][0] + 4")
    assert answer()[0] == "False 83 83"


def test_it_does_not_follow_a_change_in_another_game(folder: Path, answer: Asked) -> None:
    other = write_game(folder.parent, "marbles")
    both = f"import os\nos.environ['TEMPLETOP_GAMES'] += os.pathsep + {str(other)!r}\n{ASK}"
    assert answer(both)[0] == "False 31 31"
    edit(other / "rules/pieces.py", "30]", "77]")
    assert answer(both)[0] == "True 31 31"


BEFORE = """
from pathlib import Path
from templetop.games import shelf
shelf.put(Path({folder!r}))
from pebbles.rules import pieces
pieces.WORTH[2] = 70
"""


def test_a_table_changed_before_a_game_is_known_spoils_nothing_for_others(
    folder: Path, answer: Asked
) -> None:
    """It once did: wrong figures were kept on disk, and every later process had them."""
    assert answer(BEFORE.format(folder=str(folder)) + ASK)[0] == "False 71 71"
    assert answer()[0] == "False 31 31"
    assert answer(BEFORE.format(folder=str(folder)) + ASK)[0] == "True 71 71"


AFTER = """
from templetop.games.shelf import take
game = take("pebbles")
from pebbles.rules import counting, pieces, taking
counting.total(game.state(), 0)
for table in (pieces.WORTH, *pieces.BOWLS):
    try:
        table[0] = 70
    except ValueError as error:
        print(error)
taking.BONUS = 5
import numpy as np
print(counting.total(game.state(), np.uint64(2)))
"""


def test_a_table_of_a_known_game_cannot_be_changed_and_a_number_spoils_nothing(
    folder: Path, answer: Asked
) -> None:
    """Machine code for other arguments, made after the change, is kept for this process alone."""
    assert answer(AFTER) == ["assignment destination is read-only"] * 3 + ["35"]
    small_number = ASK.replace(" 2)", " np.uint64(2))")
    assert answer(f"import numpy as np{small_number}")[0] == "False 31 31"


WHILE = """
from pathlib import Path
from templetop.games.shelf import take
game = take("pebbles")
path = Path(game.folder) / "rules/pieces.py"
path.write_text(path.read_text().replace("30]", "77]"))
from pebbles.rules.counting import total
print(total(game.state(), 2))
"""


def test_a_source_that_is_edited_while_a_process_runs_spoils_nothing(answer: Asked) -> None:
    """What was imported before is not taken for what the file says now."""
    assert answer(WHILE) == ["31"]
    assert answer()[0] == "False 78 78"


def test_simulations_follow_a_change_too(folder: Path, answer: Asked) -> None:
    script = """
from templetop.games.shelf import take
from templetop.engine.simulate import simulate
said = []
print(simulate(take("pebbles"), 1, 2, say=said.append).points.tolist(), len(said))
"""
    assert answer(script) == ["[[31], [31]] 1"]
    edit(folder / "rules/pieces.py", "30]", "77]")
    assert answer(script) == ["[[78], [78]] 1"]


# ── What a game is made of ───────────────────────────────────────────────────────────────────────


def test_tables_of_a_known_game_are_read_only() -> None:
    assert take("karuba").folder is not None
    from templetop.games.karuba.rules import island, pieces, start

    for table in (pieces.STEPS, pieces.TREASURE, pieces.NORTH, start.SUMS, island.BEACH_SPACE):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        toy.WEIGHTS[1] = 3


def test_the_fingerprint_of_a_game_changes_with_a_value_of_its_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = compiling.fingerprint(toy.State)
    for other in ([0, 1, 2, 4], [0, 1, 2, 5, 0], np.array([0, 1, 2, 5], np.int8)):
        monkeypatch.setattr(toy, "WEIGHTS", np.array(other))
        assert compiling.fingerprint(toy.State) != before
    monkeypatch.setattr(toy, "WEIGHTS", np.array([0, 1, 2, 5], np.int64))
    assert compiling.fingerprint(toy.State) == before


@pytest.mark.parametrize("value", [4, 3.0, np.int8(3), (3,), "3"])
def test_it_changes_with_a_number(value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiling.fingerprint(toy.State)
    monkeypatch.setattr(toy, "ROUNDS", value)
    assert compiling.fingerprint(toy.State) != before


def test_it_changes_with_a_table_in_a_tuple(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "PAIR", (np.array([1]), np.array([2])), raising=False)
    before = compiling.fingerprint(toy.State)
    monkeypatch.setattr(toy, "PAIR", (np.array([1]), np.array([3])), raising=False)
    assert compiling.fingerprint(toy.State) != before


def test_every_game_has_a_fingerprint_of_its_own() -> None:
    kinds = [toy.State, duel.State, take("karuba").State, None]
    assert len({compiling.fingerprint(kind) for kind in kinds}) == 4


def test_what_is_edited_in_the_engine_is_everybodys(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [compiling.fingerprint(kind) for kind in (toy.State, duel.State)]
    monkeypatch.setattr(compiling, "shared_contents", lambda: "other")
    after = [compiling.fingerprint(kind) for kind in (toy.State, duel.State)]
    assert all(one != other for one, other in zip(before, after))


# ── Where the cache is ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for caches."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "templetop"


def cache_folder() -> Path:
    """As in a new process, which has not asked before."""
    folder: Path = compiling.cache_folder.__wrapped__(toy.State)
    return folder


def make_folder(path: Path, age: float) -> Path:
    path.mkdir(parents=True)
    (path / "code.nbi").touch()
    then = time.time() - age
    os.utime(path, (then, then))
    return path


def test_the_cache_lies_in_the_cache_home(home: Path) -> None:
    assert cache_folder() == home / f"rules-toy-{compiling.fingerprint(toy.State)}"
    assert cache_folder().is_dir()


def test_what_belongs_to_no_game_has_a_folder_too(home: Path) -> None:
    folder = compiling.cache_folder.__wrapped__(None)
    assert folder == home / f"rules-any-{compiling.fingerprint(None)}"


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
    name = f"rules-toy-{compiling.fingerprint(toy.State)}"
    ours = make_folder(home / name, age=5 * compiling.WEEK)
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


def test_a_cache_home_that_cannot_be_written_to_stops_nobody(folder: Path) -> None:
    """Even the temporary folder may be full or locked."""
    home = folder.parent
    (home / "file").touch()
    said, cache = run(ASK, home / "file", TEMPLETOP_GAMES=str(folder), TMPDIR=str(home))
    assert said == "False 31 31"
    assert Path(cache).is_relative_to(home)


# ── Numba is for those who ask for it, and stays as they left it ─────────────────────────────────


def test_a_users_own_numba_cache_is_untouched(answer: Asked) -> None:
    script = """
import numba
numba.config.CACHE_DIR = "users"
from templetop.games.shelf import take
game = take("pebbles")
from pebbles.rules.counting import total
print(total(game.state(), 2), numba.config.CACHE_DIR)
"""
    assert answer(script) == ["31 users"]
    assert not (ROOT / "users").exists()


def test_numba_is_not_imported_before_machine_code_is_wanted(folder: Path) -> None:
    script = """
import sys
import templetop.engine.simulate, templetop.engine.match, templetop.engine.policy
from templetop.games.shelf import take
game = take("pebbles")
from pebbles.rules.counting import total
print(total.plain(game.state(), 2), "numba" in sys.modules)
print(total(game.state(), 2), "numba" in sys.modules)
"""
    home = folder.parent
    printed = run(script, home / "cache", TEMPLETOP_GAMES=str(folder))
    assert printed == ["31 False", "31 True"]


def test_a_field_may_not_have_the_name_of_something_every_record_has() -> None:
    with pytest.raises(ValueError, match="cannot be called round"):
        record([("round", np.int8)])
