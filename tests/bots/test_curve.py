"""What thinking twice as long is worth, from the rows that `bench.strength` keeps."""

import json
import sys
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from bench import curve


def row(bot: str, rival: str, share: float, game: str = "karuba") -> dict[str, Any]:
    interval = [share - 0.05, share + 0.05]
    return {"game": game, "bot": bot, "rival": rival, "share": share, "interval": interval}


STEPS = [row("search:25", "greedy", 0.5), row("search:50", "search:25", 10 / 11)]
OTHERS = [
    row("search:400", "greedy", 0.9),
    row("search:2s", "search:1s", 0.6),
    row("level5", "greedy", 0.9),
]


def test_steps_are_added_up_from_greedy() -> None:
    first, second = curve.curves(STEPS)["Karuba"]
    assert (first.budget, first.elo, second.budget) == (25, 0, 50)
    assert isclose(second.elo, 400)  # ten to one
    assert second.error > first.error > 0


def test_only_a_budget_against_half_of_it_is_a_step() -> None:
    assert curve.curves(OTHERS) == {}
    assert curve.curves(STEPS + OTHERS) == curve.curves(STEPS)


@pytest.mark.parametrize("rows", [STEPS, STEPS[:1]])
def test_a_picture_has_a_dot_for_every_budget(
    rows: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.json"
    file.write_text(json.dumps({"rows": rows}))
    monkeypatch.setattr(sys, "argv", ["curve", str(file)])
    curve.main()
    assert file.with_suffix(".svg").read_text("utf-8").count("<circle") == len(rows)


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"rows": [1]}', '{"rows": []}'])
def test_what_is_no_result_is_refused_in_a_sentence(
    text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.json"
    if text is not None:
        file.write_text(text)
    monkeypatch.setattr(sys, "argv", ["curve", str(file)])
    with pytest.raises(SystemExit, match=r"kept\.json"):
        curve.main()
    assert not file.with_suffix(".svg").exists()
