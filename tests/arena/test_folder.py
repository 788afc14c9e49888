"""A tournament on disk."""

import json
from pathlib import Path

import pytest
from pyarrow import parquet

from templetop.arena import folder as disk
from templetop.arena.folder import CannotKeep, Folder, write_part
from templetop.arena.tournament import Tournament
from templetop.engine.level import Level

from .made import contest, same, small

RULES = small(same("random"), 10)


def test_what_is_saved_is_there_again(tmp_path: Path) -> None:
    kept = Folder(tmp_path / "new" / "folder", RULES)
    lines = contest("0-0-0", 0, "one", "other")
    kept.add(lines)
    kept.save()
    again = Folder(kept.path, RULES)
    assert again.results == lines
    assert again.finished == {"0-0-0"}


def test_it_says_what_is_played(tmp_path: Path) -> None:
    Folder(tmp_path, RULES)
    assert json.loads((tmp_path / "tournament.json").read_text()) == {
        "game": "karuba_cards",
        "rules": RULES.rules,
        "bots": {"one": "random", "other": "random"},
        "seats": 2,
        "options": {"blocking": "stops"},
        "seed": 0,
        "patience": 10.0,
        "strengths": dict.fromkeys(("one", "other"), Level(blunders=100).as_dict()),
        "games": 10,
    }


def test_anybody_can_read_the_matches_as_one_table(tmp_path: Path) -> None:
    kept = Folder(tmp_path, RULES)
    for deal in range(3):
        kept.add(contest(f"{deal}-0-0", deal, "one", "other"))
        kept.save()
    table = parquet.read_table(tmp_path / "matches")
    assert table.num_rows == 6
    assert table["bot"].to_pylist() == ["one", "other"] * 3


def test_nothing_is_written_when_nothing_is_new_or_it_is_not_yet_time(tmp_path: Path) -> None:
    kept = Folder(tmp_path, RULES)
    kept.save()
    kept.add(contest("0-0-0", 0, "one", "other"))
    kept.save(at_once=False)
    assert list(kept.parts.iterdir()) == []
    kept.last_saved -= disk.EVERY
    kept.save(at_once=False)
    assert len(list(kept.parts.iterdir())) == 1


def test_a_match_in_two_parts_is_counted_once(tmp_path: Path) -> None:
    kept = Folder(tmp_path, RULES)
    for part in ("part-1", "part-2"):
        write_part(kept.parts / part, contest("0-0-0", 0, "one", "other"))
    assert len(Folder(tmp_path, RULES).results) == 2


def test_a_part_that_was_not_finished_is_nothing(tmp_path: Path) -> None:
    kept = Folder(tmp_path, RULES)
    write_part(kept.parts / "part-1", contest("0-0-0", 0, "one", "other"))
    whole = (kept.parts / "part-1.parquet").read_bytes()
    (kept.parts / "part-2.new").write_bytes(whole[: len(whole) // 2])
    assert Folder(tmp_path, RULES).finished == {"0-0-0"}


def test_a_part_that_is_damaged_in_its_middle_is_named(tmp_path: Path) -> None:
    kept = Folder(tmp_path, RULES)
    kept.add(contest("0-0-0", 0, "one", "other"))
    kept.save()
    (part,) = kept.parts.iterdir()
    whole = part.read_bytes()
    half = len(whole) // 2
    part.write_bytes(whole[:half] + b"?" * (len(whole) - half - 8) + whole[-8:])
    with pytest.raises(CannotKeep, match=rf"{part.name} is damaged"):
        Folder(tmp_path, RULES)


def test_a_damaged_part_is_named(tmp_path: Path) -> None:
    kept = Folder(tmp_path, RULES)
    (kept.parts / "part-1.parquet").write_bytes(b"PAR1 and then nothing of the kind")
    with pytest.raises(CannotKeep, match=r"part-1\.parquet is damaged"):
        Folder(tmp_path, RULES)


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (small(same("greedy"), 10), "bots and strengths"),
        (small({"one": "random", "third": "random"}, 10), "bots and strengths"),
        (small(same("random"), 10, seats=3), "seats"),
        (small(same("random"), 10, seed=1), "seed"),
    ],
    ids=["other bots", "other names", "other seats", "another seed"],
)
def test_another_tournament_is_refused(tmp_path: Path, other: Tournament, what: str) -> None:
    Folder(tmp_path, RULES)
    before = (tmp_path / "tournament.json").read_text()
    with pytest.raises(CannotKeep, match=rf"another tournament \(different {what}\)"):
        Folder(tmp_path, other)
    assert (tmp_path / "tournament.json").read_text() == before


@pytest.mark.parametrize("level", ["level1", "level2", "level5"])
def test_a_level_of_another_day_is_another_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    rules = small({"one": level, "other": "exec:./mybot"}, 10)
    Folder(tmp_path, rules)
    Folder(tmp_path, rules)
    monkeypatch.setattr(Level, "as_dict", lambda level: {"simulations": 7})
    with pytest.raises(CannotKeep, match=r"\(different strengths\)"):
        Folder(tmp_path, rules)


def test_the_same_one_may_grow_and_fewer_matches_are_a_part_of_it(tmp_path: Path) -> None:
    kept = Folder(tmp_path, RULES)
    for deal in range(5):
        kept.add(contest(f"{deal}-0-0", deal, "one", "other"))
    kept.save()
    assert len(Folder(tmp_path, small(same("random"), 100)).finished) == 5
    assert len(Folder(tmp_path, small(same("random"), 4)).finished) == 2
    assert json.loads((tmp_path / "tournament.json").read_text())["games"] == 100


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    with pytest.raises(CannotKeep, match="contains other things"):
        Folder(tmp_path, RULES)
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_card_that_is_no_card_is_named(tmp_path: Path) -> None:
    (tmp_path / "tournament.json").write_text("[1, 2")
    with pytest.raises(CannotKeep, match=r"tournament\.json is damaged"):
        Folder(tmp_path, RULES)


def test_of_a_bot_that_prints_without_end_only_the_beginning_is_kept(tmp_path: Path) -> None:
    from templetop.arena.remarks import FULL, MOST, Remarks

    file = tmp_path / "mine.txt"
    for match in range(3):
        remarks = Remarks(str(file), f"{match}")
        for _ in range(40):
            remarks.write("x" * 50_000)
        remarks.close()
    assert MOST < file.stat().st_size < MOST + 200_000 < 2_000_000
    assert FULL in file.read_text()
