"""One command bakes all that belongs to an island, and nothing of another one stays behind."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("mujoco", reason="The marbles roll by MuJoCo: pip install 'templetop[marbles]'")

from templetop.games.vulkar.marbles import bake, baked, for_pages
from templetop.games.vulkar.rules import odds

LAUNCHES = 3


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All is baked into this folder, where something of another island lies."""
    for module in (baked, odds):
        monkeypatch.setattr(module, "FILE", tmp_path / module.FILE.name)
    monkeypatch.setattr(for_pages, "FOLDER", tmp_path / "pages" / "baked")
    (tmp_path / "pages").mkdir()
    for name in ("ground-another.npz", "odds-another.npz"):
        (tmp_path / name).touch()
    return tmp_path


def names(folder: Path, pattern: str) -> list[str]:
    return [file.name for file in folder.glob(pattern)]


def test_one_command_bakes_the_ground_the_pages_and_the_odds(elsewhere: Path) -> None:
    kept = elsewhere / "launches"
    bake.main(["--odds", str(kept), "--launches", str(LAUNCHES)])
    assert names(elsewhere, "ground-*.npz") == [baked.FILE.name]
    assert names(elsewhere, "odds-*.npz") == [odds.FILE.name]
    assert {*names(for_pages.FOLDER, "*")} == {"island.json", "ground.bin"}
    assert len(kept.read_text("utf-8").splitlines()) == LAUNCHES
    with np.load(odds.FILE) as file:
        assert int(file["launches"]) == LAUNCHES


def test_without_launches_the_odds_stay_as_they_are(elsewhere: Path) -> None:
    bake.main([])
    assert names(elsewhere, "ground-*.npz") == [baked.FILE.name]
    assert names(elsewhere, "odds-*.npz") == ["odds-another.npz"]
