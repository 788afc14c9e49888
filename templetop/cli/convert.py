"""`templetop convert`: matches of earlier rules, written anew as they are written today."""

import os
import secrets
import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.parameters import Wrong
from templetop.cli.sentences import about_a_file, complain, screen
from templetop.cli.words import t

if TYPE_CHECKING:
    from templetop.engine.match import Match


def convert(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Matches from an earlier version.")
    ],
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Where to write a single match; - is stdout. By default, each file is converted in"
            " place, and the original is kept as FILE.old.",
        ),
    ] = None,
) -> None:
    """Bring matches from an earlier version of the rules up to date.

    Every move is checked against today's rules, and the points must come out the same.
    """
    if out is not None and len(files) > 1:
        raise Wrong(t("--out is for a single match; several are converted in place."))
    refused = [file for file in files if not is_converted(file, out)]
    if refused:
        raise typer.Exit(1)


def is_converted(file: str, out: str | None) -> bool:
    """Do it, or say why it cannot be done; the next ones are converted all the same."""
    from templetop.engine.convert import UpToDate
    from templetop.engine.refusal import Refusal

    try:
        match = read_old(file)
        write(match, file, out)
    except UpToDate:
        words = t("{file} is already up to date and stays as it is.", file=file)
        screen(stderr=True).print(words, soft_wrap=True)
    except Refusal as refusal:
        complain(str(refusal))
        return False
    except OSError as error:
        complain(about_a_file(error))
        return False
    return True


def read_old(file: str) -> "Match":
    from templetop.cli.files import BadFile, read_text
    from templetop.engine.convert import converted
    from templetop.engine.match import BadMatch
    from templetop.games.shelf import take

    try:
        return converted(read_text(file), take)
    except BadMatch as refusal:
        raise BadFile(f"{file}: {refusal}") from None


def write(match: "Match", file: str, out: str | None) -> None:
    from templetop.cli.files import STANDARD, write_match

    if out is not None or file == STANDARD:
        write_match(match, out or STANDARD)
        return
    kept = f"{file}.old"
    put_in_place(match, file, kept)
    done = t("{file} is converted; the original is kept as {kept}.", file=file, kept=kept)
    screen().print(done, soft_wrap=True)


def put_in_place(match: "Match", file: str, kept: str) -> None:
    """At no moment is neither of them there; one that was kept before is not lost."""
    from templetop.cli.files import BadFile, write_match

    if os.path.exists(kept):
        raise BadFile(
            t("{kept} already exists; move it before you convert {file}.", kept=kept, file=file)
        )
    new = f"{file}.{secrets.token_hex(4)}.new"
    try:
        write_match(match, new)
        shutil.copy2(file, kept)
        os.replace(new, file)
    finally:
        if os.path.exists(new):
            os.remove(new)
