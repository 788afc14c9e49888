"""Tables as text: what the writing of all games has in common."""

from collections.abc import Iterable, Sequence

from templetop.engine.game import Numbers, Option


def options_words(options: Sequence[Option | Numbers], settings: Iterable[int]) -> str:
    """What was agreed before the match: setup=placed distance=apart …"""
    chosen = [option for option in options if option.choices]
    return " ".join(
        f"{option.name}={option.choices[int(setting)].name}"
        for option, setting in zip(chosen, settings, strict=True)
    )
