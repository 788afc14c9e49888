"""Verdicts beside the match they are about: match.txt and match.coach.json."""

import json
import os
import secrets
from collections.abc import Sequence
from pathlib import Path

from templetop.coach.verdict import Coached, as_data, from_data

FORMAT = 1  # goes up when old verdicts would mean something else
ENDING = ".coach.json"


def beside(path: str) -> Path:
    return Path(path).with_suffix(ENDING)


def kept(path: Path, match: str, seats: Sequence[int], seed: int, quick: bool) -> Coached | None:
    """What was found out before about this very match; None if that was something else."""
    try:
        data = json.loads(path.read_text("utf-8"))
        if data.pop("format") != FORMAT:
            return None
        coached = from_data(data)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    asked = (match, tuple(seats), seed)
    is_same = (coached.match, coached.coached, coached.seed) == asked and coached.quick == quick
    return coached if is_same else None


def keep(coached: Coached, path: Path) -> None:
    """All of it or nothing: whoever reads it meanwhile finds the old one."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    try:
        data = {"format": FORMAT, **as_data(coached)}
        for kept, one in zip(data["verdicts"], coached.verdicts, strict=True):
            kept["in_other_languages"] = one.in_other_languages  # for whoever reads them later
        text = json.dumps(data, ensure_ascii=False, indent=1)
        new.write_text(text, "utf-8")
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
