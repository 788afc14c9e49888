"""Matches in files."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from templetop.cli.words import t
from templetop.engine.refusal import Refusal
from templetop.games.shelf import take

if TYPE_CHECKING:
    from templetop.engine.match import Match

STANDARD = "-"  # stdin or stdout
LONGEST = 4_000_000  # characters; no match is nearly as long


class BadFile(Refusal):
    """A file that cannot be a match, or that should not be overwritten."""


def read_match(path: str) -> "Match":
    """The match in a file, every move of it checked."""
    from templetop.engine.match import BadMatch, Match

    try:
        return Match.read(read_text(path), take)
    except BadMatch as refusal:
        raise BadFile(f"{path}: {refusal}") from None


def read_text(path: str) -> str:
    if path == STANDARD:
        text = sys.stdin.buffer.read(LONGEST)
    else:
        with open(path, "rb") as file:
            text = file.read(LONGEST)
    if len(text) == LONGEST:
        raise BadFile(t("{file} is far too long to be a match.", file=path))
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(t("{file} is not a text file, so it is not a match.", file=path)) from None


def check_free(path: str, overwrite: bool, advice: str) -> None:
    """Refuse a file that already exists or cannot be, before anybody has played for it."""
    if path != STANDARD and not Path(path).parent.is_dir():
        raise BadFile(t("There is no folder {folder}.", folder=Path(path).parent))
    if path != STANDARD and not overwrite and Path(path).exists():
        raise already_there(path, advice)


def already_there(path: object, advice: str = "") -> BadFile:
    """Refuse to overwrite a file, and say what could be done instead."""
    advice = advice or t("choose another name")
    return BadFile(t("{file} already exists; {advice}.", file=path, advice=advice))


def write_match(match: "Match", path: str, overwrite: bool = False, advice: str = "") -> None:
    """Put a match into a file; one that already exists stays unless told otherwise."""
    text = match.write()
    if path == STANDARD:
        sys.stdout.write(text)
        return
    try:
        with open(path, "w" if overwrite else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise already_there(path, advice) from None
