"""Variants in files."""

from pathlib import Path

import pytest

from templetop.engine.match import Match, digest
from templetop.engine.variant import BadVariant, Variant, changes, fitting, read_variant
from templetop.games.shelf import take

KARUBA = take("karuba")


def written(path: Path, text: str) -> Path:
    file = path / "mine.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_file_is_a_name_and_settings(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        'name = "Rich"\ngame = "karuba"\nsays = "More."\n'
        '[set]\nstack_of_2 = [9, 1]\nnuggets = 4\nsetup = "random"\n',
    )
    options = {"stack_of_2": "9,1", "nuggets": "4", "setup": "random"}
    variant = fitting(read_variant(file), KARUBA, file)
    assert variant == Variant("Rich", options, "More.", "karuba")
    assert changes(KARUBA, {**options, "nuggets": "12"}) == {
        k: options[k] for k in ("stack_of_2", "setup")
    }
    match = Match.new(KARUBA, ["Ann", "Ben"], variant.options)
    assert Match.read(match.write(), take).options == match.options


def test_without_a_name_it_is_called_as_its_file(tmp_path: Path) -> None:
    assert read_variant(written(tmp_path, 'game = "karuba"')).name == "mine"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = karuba", "{file} is not a file of settings: Invalid value"),
        ("[set]\nnuggets = 4", '{file} does not name its game, as in game = "karuba".'),
        ('game = "karuba"\nsettings = 1', "{file} says 'settings'; a file of settings says name,"),
        ('game = "karuba"\nset = 1', "{file}: the settings belong under [set]."),
        ('game = "karuba"\nname = 3', "{file}: name must be one line of at most 60 characters."),
        ('game = "karuba"\n[set]\nnuggets = 1.5', "{file}: nuggets must be a number, a list of"),
        ('game = "karuba"\n[set]\nsetup = "a b"', "{file}: setup must be a number, a list of"),
        ('game = "karuba"\n[set]\nnuggets = 400', "{file}: The option nuggets must be a number"),
        ('game = "karuba"\n[set]\nnugets = 4', "{file}: Karuba has no option 'nugets'"),
        ('game = "cacao"', "{file} is a variant of cacao, not of karuba."),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadVariant) as refused:
        fitting(read_variant(file), KARUBA, file)
    assert str(refused.value).startswith(sentence.format(file=file))
    assert "\n" not in str(refused.value)


def test_the_name_of_a_table_leaves_out_what_designers_change() -> None:
    usual, rich = KARUBA.start(2), KARUBA.start(2, {"gold_worth": "9"})
    assert usual.tobytes() != rich.tobytes()
    assert digest(usual) == digest(rich)
    assert digest(KARUBA.start(3)) != digest(usual)
