"""Variants that whoever runs the server offers by name."""

from pathlib import Path

import pytest

from templetop.cli.parameters import Wrong
from templetop.cli.serve import variant_offered
from templetop.engine.refusal import Refusal
from templetop.games.shelf import take
from templetop.server.catalog.routes import game_card
from templetop.server.core.settings import OfferedVariant, Settings

RICH = 'name = "Rich"\ngame = "karuba"\nsays = "More."\n[set]\nstack_of_2 = [9, 1]\nnuggets = 12\n'


def test_a_variant_is_on_the_card_of_its_game_alone(tmp_path: Path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text(RICH, "utf-8")
    rich = variant_offered(str(file))
    assert rich == OfferedVariant("Rich", "karuba", "More.", {"stack_of_2": "9,1"})
    [shown] = game_card(take("karuba"), [], [rich]).variants
    assert (shown.name, shown.says, shown.options) == ("Rich", "More.", {"stack_of_2": "9,1"})
    assert game_card(take("karuba_cards"), [], [rich]).variants == []


def test_workers_are_told_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    rich = OfferedVariant("Rich", "karuba", "", {"stack_of_2": "9,1"})
    monkeypatch.setenv("TEMPLETOP_SERVER", "{}")
    Settings(variants=(rich,)).to_environment()
    assert Settings.from_environment().variants == (rich,)


@pytest.mark.parametrize(
    "text", ['game = "chess"', 'game = "karuba"\n[set]\nnuggets = 400', "game = 1", ""]
)
def test_one_that_cannot_be_played_is_refused_at_the_start(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")
    with pytest.raises((Refusal, Wrong)) as refused:
        variant_offered(str(file))
    assert "\n" not in str(refused.value)
