"""A variant: settings of a game with a name, as a designer keeps them in a file.

    name = "Dry season"
    game = "cacao"
    says = "Water is worth nothing."

    [set]
    water_track = [0, 0, 0, 0, 0, 0, 0, 0, 0]

A variant is nothing but options, and those are written into every match. So a match that was played
by a variant can be replayed without its file.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from templetop.engine.game import Game
from templetop.engine.refusal import Refusal
from templetop.engine.speech import ENGINE

t = ENGINE.t
USUAL = "usual"  # the name of the game as it is always played
LONGEST_NAME = 60  # characters
LONGEST_WORDS = 300
KNOWN = ("name", "game", "says", "set")


class BadVariant(Refusal):
    """A file that is no variant of the game."""


@dataclass(frozen=True)
class Variant:
    """A name, and whatever is not as usual."""

    name: str = USUAL
    options: Mapping[str, str] = field(default_factory=dict)
    says: str = ""
    game: str = ""  # its id; empty where a variant goes with a game that is known


def read_variant(path: Path) -> Variant:
    """The variant in a file; its settings are checked by `fitting`."""
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadVariant(
            t("{file} is not a file of settings: {why}.", file=path, why=first_line(error))
        ) from None
    if strange := [word for word in told if word not in KNOWN]:
        raise BadVariant(
            t("{file} says {word}; a file of settings says {known}.",
              file=path, word=repr(strange[0]), known=", ".join(KNOWN))
        )  # fmt: skip
    settings = told.get("set", {})
    if not isinstance(settings, dict):
        raise BadVariant(t("{file}: the settings belong under [set].", file=path))
    game = text_in(path, told, "game", LONGEST_NAME)
    if not game:
        raise BadVariant(t('{file} does not name its game, as in game = "karuba".', file=path))
    options = {name: as_option(path, name, value) for name, value in settings.items()}
    name = text_in(path, told, "name", LONGEST_NAME) or path.stem
    return Variant(name, options, text_in(path, told, "says", LONGEST_WORDS), game)


def first_line(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".")


def text_in(path: Path, told: Mapping[str, Any], word: str, longest: int) -> str:
    """What is said about the variant in one line."""
    text = told.get(word, "")
    if not isinstance(text, str) or not (text == "" or text.isprintable()) or len(text) > longest:
        raise BadVariant(
            t("{file}: {word} must be one line of at most {longest} characters.",
              file=path, word=word, longest=longest)
        )  # fmt: skip
    return text.strip()


def as_option(path: Path, name: str, value: Any) -> str:
    """A setting as it is written in a match: 7, or 5,4,3, or random."""
    values = value if isinstance(value, list) else [value]
    fits = all(isinstance(one, int | str) and not isinstance(one, bool) for one in values)
    words = [str(one) for one in values]
    if not fits or not words or any(word.split() != [word] for word in words):
        raise BadVariant(
            t("{file}: {name} must be a number, a list of numbers, or a word in quotes.",
              file=path, name=name)
        )  # fmt: skip
    return ",".join(words)


def fitting(variant: Variant, game: Game, path: Path) -> Variant:
    """The variant, if it is one of this game and the game can be set so."""
    if variant.game != game.id:
        raise BadVariant(
            t("{file} is a variant of {game}, not of {other}.",
              file=path, game=variant.game, other=game.id)
        )  # fmt: skip
    try:
        game.settings(variant.options)
    except Refusal as refusal:
        raise BadVariant(f"{path}: {refusal}") from None
    return variant


def changes(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Whatever is not as usual."""
    return {name: choice for name, choice in options.items() if game.is_unusual(name, choice)}
