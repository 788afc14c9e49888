"""A study as a Parquet file: a row for each seat of each game, to go on with."""

import os
import secrets
from pathlib import Path
from typing import Any

import numpy as np

from templetop.engine.refusal import Refusal
from templetop.engine.speech import mark
from templetop.study.notes import PLAIN, Notes
from templetop.study.plan import PARTS, Study
from templetop.study.words import t

NO_PARQUET = mark("A study is kept as a Parquet file; run `pip install 'templetop[study]'` first.")


class CannotKeep(Refusal):
    """The package that writes Parquet is missing."""


def parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise CannotKeep(t(NO_PARQUET)) from None
    return pyarrow.parquet


def keep(study: Study, notes: Notes, path: Path) -> None:
    """Write all rows; the file has its name only when all of it is there."""
    import pyarrow

    table = pyarrow.table(columns_of(study, notes))
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        parquet().write_table(table, new)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def columns_of(study: Study, notes: Notes) -> dict[str, Any]:
    """Names for people: seats from 1, bots and variants by name, a column for each kind of move."""
    names = [variant.name for variant in study.variants]
    options = [
        " ".join(f"{name}={choice}" for name, choice in variant.options.items())
        for variant in study.variants
    ]
    columns: dict[str, Any] = {
        "game": np.full(notes.rows, study.game, dtype=object),
        "variant": [names[number] for number in notes["variant"]],
        "options": [options[number] for number in notes["variant"]],
        "seed": np.full(notes.rows, study.seed),
        "part": [PARTS[number] for number in notes["part"]],
        "bot": [notes.bots[number] for number in notes["bot"]],
    }
    for name in PLAIN:
        if name not in columns:
            columns[name] = notes[name] + (name in ("seat", "side", "first"))
    for number, kind in enumerate(notes.game.moves.kinds):
        columns[f"used: {kind.name}"] = notes["used"][:, number]
        columns[f"possible: {kind.name}"] = notes["offered"][:, number]
    for number, source in enumerate(notes.sources):
        columns[f"points: {source}"] = notes["sources"][:, number]
    columns["course"] = [*map(list, notes["course"].tolist())]
    return columns
