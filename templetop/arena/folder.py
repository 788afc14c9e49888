"""A tournament on disk: what it is, and its results as a Parquet dataset that grows part by part.

tournament.json          what is played
matches/part-….parquet   what came of it; a part is there whole or not at all
standings.json           the figures
bots/….txt               what bots of one's own wrote to their standard error
ladder.svg               and a picture of them
"""

import json
import os
import secrets
import time
from pathlib import Path
from typing import Any

from templetop.arena.results import Scoresheets, SeatResult, by_match
from templetop.arena.tournament import Tournament
from templetop.arena.words import t
from templetop.engine.refusal import Refusal
from templetop.engine.speech import mark
from templetop.engine.words import listed

EVERY = 5.0  # seconds between two parts
NO_PARQUET = mark("Results are kept as Parquet files; run `pip install 'templetop[arena]'` first.")


class CannotKeep(Refusal):
    """The folder holds something else, or is damaged."""


class Folder(Scoresheets):
    """Results that are kept. One that was there before is taken up again where it stopped."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        super().__init__()
        parquet()
        self.path = path
        self.parts = path / "matches"
        self.pending: list[SeatResult] = []
        self.last_saved = time.monotonic()
        self.check(tournament)
        self.parts.mkdir(parents=True, exist_ok=True)
        self.describe(tournament)
        self.read(tournament)

    # ── What is there ────────────────────────────────────────────────────────────────────────────

    def check(self, tournament: Tournament) -> None:
        """Another tournament's folder is left as it is, and so is one of something else."""
        if self.path.is_dir() and any(self.path.iterdir()) and not self.card.exists():
            raise CannotKeep(
                t("{folder} contains other things; choose another folder.", folder=self.path)
            )
        known = self.known()
        asked = tournament.description()
        differing = [name for name in asked if known and known.get(name) != asked[name]]
        if differing:
            raise CannotKeep(
                t("{folder} contains another tournament (different {what}); choose another "
                  "folder.", folder=self.path, what=listed(differing))
            )  # fmt: skip

    @property
    def card(self) -> Path:
        return self.path / "tournament.json"

    def known(self) -> dict[str, Any]:
        """The tournament that is kept here; nothing if none is."""
        try:
            known = json.loads(self.card.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except ValueError:
            known = None
        if not isinstance(known, dict):
            raise CannotKeep(t("{file} is damaged; choose another folder.", file=self.card))
        return known

    def describe(self, tournament: Tournament) -> None:
        games = max(tournament.matches, self.known().get("games", 0))
        self.write("tournament.json", as_json(tournament.description() | {"games": games}))

    def read(self, tournament: Tournament) -> None:
        """The matches that are finished, as far as this tournament has them."""
        results = [result for part in sorted(self.parts.glob("*.parquet")) for result in rows(part)]
        for match in by_match(results):
            if match[0].deal < tournament.deals:
                super().add(match[: tournament.seats])

    # ── What is added ────────────────────────────────────────────────────────────────────────────

    def add(self, match: list[SeatResult]) -> bool:
        is_new = super().add(match)
        if is_new:
            self.pending += match
        return is_new

    def save(self, at_once: bool = True) -> None:
        """Write down what is new; unless at once, only every few seconds."""
        if not self.pending or (not at_once and time.monotonic() < self.last_saved + EVERY):
            return
        write_part(self.parts / f"part-{time.time_ns()}-{secrets.token_hex(4)}", self.pending)
        self.pending = []
        self.last_saved = time.monotonic()

    def write(self, name: str, text: str) -> None:
        """A whole file, in the place of the one that was there."""
        new = self.path / f".{name}.{secrets.token_hex(4)}.new"
        new.write_text(text, encoding="utf-8")
        os.replace(new, self.path / name)


def as_json(what: object) -> str:
    return json.dumps(what, indent=2, ensure_ascii=False) + "\n"


# ── Parquet ──────────────────────────────────────────────────────────────────────────────────────


def parquet() -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise CannotKeep(t(NO_PARQUET)) from None
    return parquet


def columns() -> Any:
    """The type of each column; text that repeats itself takes no room in Parquet."""
    import pyarrow

    kinds = {str: pyarrow.string(), int: pyarrow.int32(), float: pyarrow.float64()}
    return pyarrow.schema([(n, kinds[kind]) for n, kind in SeatResult.__annotations__.items()])


def write_part(path: Path, results: list[SeatResult]) -> None:
    """It has its name only when all of it is on the disk."""
    import pyarrow

    table = pyarrow.Table.from_pylist([result._asdict() for result in results], columns())
    unfinished = path.with_suffix(".new")
    with open(unfinished, "wb") as file:
        parquet().write_table(table, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path.with_suffix(".parquet"))


def rows(path: Path) -> list[SeatResult]:
    try:
        table = parquet().read_table(path, schema=columns())
        return [SeatResult(**row) for row in table.to_pylist()]
    except (ValueError, TypeError, OSError) as error:
        if isinstance(error, OSError) and error.errno:  # the disk's complaint, not the reader's
            raise
        raise CannotKeep(
            t("{file} is damaged; delete it, and its matches are played again.", file=path)
        ) from None
