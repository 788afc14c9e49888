"""Numbers and lists as they are said."""

from collections.abc import Iterable
from typing import Any

from templetop.engine.speech import ENGINE, mark

t = ENGINE.t
PLACES = mark(("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"))

LONGEST_QUOTE = 40  # characters of what somebody typed that a refusal repeats


def listed(words: Iterable[str], last: str = "and") -> str:
    """One, two and three; or with "or"."""
    *others, end = words
    if not others:
        return end
    before = ", ".join(others)
    if last == "or":
        return t("{others} or {last}", others=before, last=end)
    return t("{others} and {last}", others=before, last=end)


def quoted(text: str) -> str:
    """What somebody typed, in quotation marks, and no more than 40 characters of it."""
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…")


def counted(count: int, one: str, many: str = "") -> str:
    """1 move, 2 moves."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


def compiling(game: Any) -> str:
    """What is said while the rules of a game become machine code."""
    name = game.words.text(game.name)
    return t("Compiling the rules of {game} for this machine, once …", game=name)


def compiling_for_gpu(game: Any) -> str:
    return t("Compiling the rules of {game} for the GPU …", game=game.words.text(game.name))
