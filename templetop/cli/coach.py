"""`templetop coach`: what a match hung on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.parameters import Json, Wrong, a_seed
from templetop.cli.sentences import about_a_file, complain, print_json, quoted, screen
from templetop.cli.words import t, tn
from templetop.engine.speech import language, mark, speaking
from templetop.engine.words import listed

if TYPE_CHECKING:
    from templetop.coach.review import Progress
    from templetop.coach.verdict import Coached
    from templetop.engine.match import Match

PASSES = mark({"first": "A first look", "deep": "A deeper look"})


def coach(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A match from `record` or `play`; - is stdin.")
    ],
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…", help="Whose decisions: names, or numbers of seats; by default, all."
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only the first look, without the deeper one.")
    ] = False,
    seed: Annotated[
        int,
        typer.Option(metavar="N", callback=a_seed, help="The same seed gives the same verdicts."),
    ] = 0,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Weigh again, even if the verdicts are kept.")
    ] = False,
    no_keep: Annotated[
        bool, typer.Option("--no-keep", help="Do not keep the verdicts beside the match.")
    ] = False,
    json: Json = False,
) -> None:
    """Weigh every decision of a match: what it cost, what was better, and what was luck.

    The strongest bot knows what the seat knew, and tries your move and others in the same deals.
    """
    from templetop.cli.coach_words import in_words
    from templetop.cli.files import read_match
    from templetop.coach.verdict import as_data

    match = read_match(file)
    coached = found_or_made(match, file, seats_named(match, seats), quick, seed, fresh, no_keep)
    if json:
        print_json(as_data(coached))
        return
    console = screen()
    for part in in_words(coached, match):
        console.print(part)


def seats_named(match: "Match", words: str | None) -> list[int]:
    """By name or by number, from 1."""
    if words is None:
        return [*range(len(match.seats))]
    return sorted({seat_named(match, word.strip()) for word in words.split(",")})


def seat_named(match: "Match", word: str) -> int:
    if word in match.seats:
        return match.seats.index(word)
    if word.isdecimal() and 1 <= int(word) <= len(match.seats):
        return int(word) - 1
    raise Wrong(
        t("Nobody called {name} sits at this table; there are {names}.",
          name=quoted(word), names=listed(match.seats))
    )  # fmt: skip


def found_or_made(
    match: "Match",
    file: str,
    seats: list[int],
    quick: bool,
    seed: int,
    fresh: bool,
    no_keep: bool,
) -> "Coached":
    """From the file beside the match if it is about this very match; else weighed now."""
    from templetop.bots.roster import make_ready
    from templetop.cli.files import STANDARD
    from templetop.coach.keep import beside, kept
    from templetop.coach.review import coach as weigh
    from templetop.coach.review import digest_of, efforts_for
    from templetop.coach.scales import STRONGEST

    place = None if file == STANDARD else beside(file)
    known = None
    if place is not None and not fresh:
        known = kept(place, digest_of(match), seats, seed, quick)
    if known is not None:
        return known
    make_ready([STRONGEST], match.game, screen(stderr=True).print)
    with shown() as progress:
        coached = weigh(match, seats, seed, efforts_for(match.game, quick), progress)
    if place is not None and not no_keep:
        keep_if_possible(coached, place)
    return coached


def keep_if_possible(coached: "Coached", place: Path) -> None:
    """Verdicts that cannot be kept can still be read."""
    from templetop.coach.keep import keep

    try:
        keep(coached, place)
    except OSError as error:
        complain(f"{t('The verdicts are not kept.')} {about_a_file(error)}")


@contextmanager
def shown() -> "Iterator[Progress]":
    """A bar on stderr for each of the two looks; a sentence for each where it is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = screen(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        spoken = language()
        passes = {which: t(words) for which, words in PASSES.items()}
        tasks = {which: bar.add_task(words, visible=False) for which, words in passes.items()}

        def step(which: str, done: int, total: int) -> None:
            """On the threads that weigh, which speak no language of their own."""
            with speaking(spoken):
                show(which, done, total)

        def show(which: str, done: int, total: int) -> None:
            bar.update(tasks[which], completed=done, total=total, visible=done < total)
            if not console.is_terminal and done == total:
                weighed = tn("{count:,} decision weighed.", "{count:,} decisions weighed.", done)
                console.print(f"{passes[which]}: {weighed}", soft_wrap=True)

        yield step
