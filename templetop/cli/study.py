"""`templetop study`: what many matches of bots say about the design of a game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.parameters import (
    EACH,
    Against,
    GameId,
    Json,
    Options,
    VariantFile,
    Wrong,
    a_seed,
    able_seats,
    bots_named,
    check_bot,
    compared_with,
    complete_bots,
    note_idle_options,
    several,
    variant_chosen,
)
from templetop.cli.sentences import complain, print_json, screen
from templetop.cli.unchecked import warn_unless_checked
from templetop.cli.words import t, tn
from templetop.engine.words import listed

if TYPE_CHECKING:
    from rich.table import Table

    from templetop.engine.game import Game
    from templetop.study.figures import Figure, Figures
    from templetop.study.plan import Study

USUAL_SEATS = 2
MOST_GAMES = 200_000
MOST_WORKERS = 1024
NOBODY = "none"  # sits in for a side
PAGES = (".html", ".htm")
STOPPED = 130  # what shells expect after Ctrl-C


def study(
    game: GameId,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="The bots that play: random and greedy are fast; level1 to level5, search:800 and"
            f" the like think; {EACH}.",
            autocompletion=complete_bots,
        ),
    ] = "greedy",
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=2,
            max=MOST_GAMES,
            help="Games of each variant. Every deal is played twice; half as many games again show"
            " what skill is worth.",
        ),
    ] = 2000,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Players; by default 2, or as few as possible."),
    ] = None,
    option: Options = None,
    variant: VariantFile = None,
    against: Against = None,
    rival: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="Sits in for one side, to show what skill is worth; by default the next weaker"
            f" bot, and {NOBODY} leaves it out.",
            autocompletion=complete_bots,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", callback=a_seed, help="The same seed gives the same deals.")
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=MOST_WORKERS,
            help="Games played at a time; by default, one on each core.",
        ),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.html",
            help="Write a page with pictures, and all rows as FILE.parquet beside it.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE.parquet", help="Write all rows there, with or without a page."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite these files.")] = False,
    json: Json = False,
) -> None:
    """Let bots play a game many times, and show what it is like: is it fair, close, long, a matter
    of luck? With --against, two variants are compared on the same deals.

    Ctrl-C stops it and reports what has been played.
    """
    from templetop.games.shelf import take

    card = take(game)
    asked = asked_for(card, bots, games, seats, option, variant, against, rival, seed)
    files = files_wanted(report, out, force)
    warn_unless_checked(card)
    found, was_stopped = figures_of_all(asked, workers, is_quiet=json)
    page, rows = files
    write_files(found, page, rows)
    if json:
        print_json(found.as_dict())
    else:
        show(found, page, rows)
    if was_stopped:
        complain(stopped_words(found))
        raise typer.Exit(STOPPED)


# ── What is asked for ────────────────────────────────────────────────────────────────────────────


def asked_for(
    card: "Game",
    bots: str,
    games: int,
    seats: int | None,
    option: list[str] | None,
    variant: str | None,
    against: list[str] | None,
    rival: str | None,
    seed: int,
) -> "Study":
    from templetop.study.plan import Study

    variants = [variant_chosen(card, option, variant)]
    if against:
        variants.append(compared_with(card, against))
        check_different(card, *variants)
    able = [able_seats(card, dict(one.options)) for one in variants]
    both = [number for number in able[0] if all(number in other for other in able)]
    if not both:
        raise Wrong(t("The two variants are for different numbers of players."))
    count = several(both, USUAL_SEATS) if seats is None else seats
    for one in variants:
        card.start(count, one.options)  # refuses so many seats in its own words
        note_idle_options(card, count, one.options)
    players = tuple(one.bot for one in bots_named(bots, count))
    against_whom = rival_named(card, rival, players)
    return Study(card.id, count, tuple(variants), players, against_whom, games, seed)


def check_different(card: "Game", one: object, other: object) -> None:
    from templetop.engine.variant import Variant, changes

    assert isinstance(one, Variant)
    assert isinstance(other, Variant)
    if changes(card, one.options) == changes(card, other.options):
        raise Wrong(
            t("Both variants are the same: change something, as in `--set {example}`.",
              example=example(card))
        )  # fmt: skip


def example(card: "Game") -> str:
    """Something that could be set."""
    numbers = [option for option in card.options if not option.choices]
    chosen = numbers[0] if numbers else next(iter(card.options), None)
    return f"{chosen.name}={chosen.usual}" if chosen is not None else "NAME=CHOICE"


def rival_named(card: "Game", rival: str | None, players: tuple[str, ...]) -> str | None:
    from templetop.study.plan import usual_rival

    if rival == NOBODY:
        return None
    if rival is None:
        return usual_rival(players, card)
    check_bot(rival)
    if len(set(players)) > 1:
        raise Wrong(t("--rival needs one bot for all seats: several bots are compared anyway."))
    if rival == players[0]:
        raise Wrong(t("The rival of {bot} has to be another bot.", bot=rival))
    return rival


def files_wanted(
    report: Path | None, out: Path | None, force: bool
) -> tuple[Path | None, Path | None]:
    """Where the page and the rows go; refused before anything is played."""
    if report is not None and report.suffix.lower() not in PAGES:
        name = report.with_suffix(".html")
        raise Wrong(t("The page is HTML, so it needs a name such as {name}.", name=name))
    rows = out or (report.with_suffix(".parquet") if report is not None else None)
    if rows is not None and rows == report:
        raise Wrong(t("The page needs a name of its own: FILE.html."))
    for path in (report, rows):
        if path is not None:
            check_file(path, force)
    if report is not None:
        from templetop.study.pictures import plots

        plots()
    if rows is not None:
        from templetop.study.keep import parquet

        parquet()
    return report, rows


def check_file(path: Path, force: bool) -> None:
    if path.is_dir():
        raise Wrong(t("{name} is a folder, not a file.", name=path))
    if not path.parent.is_dir():
        raise Wrong(t("There is no folder {folder}.", folder=path.parent))
    if path.exists() and not force:
        raise Wrong(t("{file} exists already; --force overwrites it.", file=path))


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def figures_of_all(asked: "Study", workers: int | None, is_quiet: bool) -> tuple["Figures", bool]:
    """All figures, and whether it was stopped before the end."""
    from templetop.cli.simulate import shown_progress
    from templetop.study.figures import figures_of
    from templetop.study.hold import Played, hold

    played = Played(asked)
    was_stopped = False
    with shown_progress(asked.matches()) as (progress, say):
        if not is_quiet:
            say(plan_words(asked))
        try:
            hold(played, workers, progress, say)
        except KeyboardInterrupt:
            was_stopped = True
    return figures_of(asked, played.notes()), was_stopped


def plan_words(asked: "Study") -> str:
    """What is going to be played."""
    from templetop.study.telling import variant_in_words

    variants = listed(variant_in_words(variant.name) for variant in asked.variants)
    played = tn("{count:,} game of {bots}", "{count:,} games of {bots}",
                asked.deals * asked.takes(0), bots=listed(dict.fromkeys(asked.bots)))  # fmt: skip
    if asked.rival:
        played += t(", and some with {rival} in one seat", rival=asked.rival)
    return f"{variants}: {played}; {t('{count:,} in all.', count=asked.matches())}"


def stopped_words(found: "Figures") -> str:
    return tn("Stopped after {played:,} of {count:,} game.",
              "Stopped after {played:,} of {count:,} games.",
              found.study.matches(), played=found.notes.matches)  # fmt: skip


# ── What came of it ──────────────────────────────────────────────────────────────────────────────


def write_files(found: "Figures", page: Path | None, rows: Path | None) -> None:
    if rows is not None:
        from templetop.study.keep import keep

        keep(found.study, found.notes, rows)
    if page is not None:
        from templetop.study.report import report

        page.write_text(report(found), "utf-8")


def show(found: "Figures", page: Path | None, rows: Path | None) -> None:
    """The main figures, in words and as tables."""
    from templetop.study.report import facts, title_of
    from templetop.study.telling import in_short

    console = screen()
    console.print(title_of(found), style="bold")
    console.print(f"{facts(found)}\n", style="dim", soft_wrap=True)
    for sentence in in_short(found):
        console.print(f"• {sentence}")
    for section in found.sections:
        console.print(f"\n{section.title}", style="bold")
        console.print(table(found, section.figures))
    kept = [str(path) for path in (page, rows) if path is not None]
    if kept:
        console.print("\n" + t("Kept in {files}.", files=listed(kept)), soft_wrap=True)


def table(found: "Figures", figures: "list[Figure]") -> "Table":
    """A row for each figure."""
    from rich.table import Table
    from rich.text import Text

    from templetop.study.figures import interval_words, words
    from templetop.study.telling import difference_words, variant_in_words

    game_words = found.notes.game.words
    names = [variant_in_words(variant.name) for variant in found.study.variants]
    shown = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    shown.add_column("")
    for name in names if len(names) > 1 else [""]:
        shown.add_column(name, justify="right")
    shown.add_column(t("difference") if len(names) > 1 else t("95% interval"), justify="right")
    for figure in figures:
        cells = [words(one.value, figure.unit) if one else "" for one in figure.estimates]
        name, gap, first = figure.in_words(game_words), figure.difference, figure.estimates[0]
        if len(names) > 1:
            text = difference_words(gap, figure.unit, with_sign=True) if gap else ""
            is_sure = gap is not None and gap.is_surely_not(0)
            cells += [""] * (len(names) - len(cells))
            shown.add_row(name, *cells, Text(text, "bold" if is_sure else "dim"))
        elif first is not None:
            shown.add_row(name, *cells, Text(interval_words(first, figure.unit), "dim"))
    return shown
