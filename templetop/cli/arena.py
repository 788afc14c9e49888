"""`templetop arena`: bots play a tournament, and what came of it says how good each is."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.bots.names import Chosen, numbered
from templetop.cli.parameters import (
    GameId,
    Json,
    Options,
    Strict,
    VariantFile,
    Wrong,
    a_seed,
    bots_chosen,
    complete_bots,
    lose_seat,
    note_idle_options,
    options_chosen,
)
from templetop.cli.sentences import complain, print_json, quoted, screen
from templetop.cli.unchecked import warn_unless_checked
from templetop.cli.words import t, tn
from templetop.engine.words import listed
from templetop.intervals import LEAST

if TYPE_CHECKING:
    from templetop.arena.hold import Players
    from templetop.arena.results import Scoresheets
    from templetop.arena.standings import Standings
    from templetop.arena.tournament import Tournament
    from templetop.engine.game import Game

NOT_DONE = 1
RAY = "ray"
REMARKS = "bots"  # folder for what bots of one's own write to their standard error
MOST_GAMES = 10_000_000
MOST_WORKERS = 1024
BOTS = (
    "random, greedy, level1 to level5, search, search:800, search:2s, or your own: exec:COMMAND,"
    " py:module:Class, mine=exec:COMMAND"
)


def arena(
    game: GameId,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help=f"The bots that take part: {BOTS}. A bot named twice takes part twice.",
            autocompletion=complete_bots,
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            max=MOST_GAMES,
            help="How many matches in all, rounded up so that every line-up plays every deal"
            " from every side.",
        ),
    ] = 100,
    seats: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            help="Seats at a table. With fewer bots than sides, some bots play several sides.",
        ),
    ] = 2,
    on: Annotated[
        str | None,
        typer.Option(
            metavar="CLUSTER",
            help="ray plays on a Ray cluster; by default, this machine plays.",
            autocompletion=lambda: [RAY],
        ),
    ] = None,
    option: Options = None,
    variant: VariantFile = None,
    seed: Annotated[
        int, typer.Option(metavar="N", callback=a_seed, help="The same seed gives the same deals.")
    ] = 0,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=MOST_WORKERS,
            help="Matches played at a time; by default, one on each core.",
        ),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", min=0.001, help="How long a bot of your own may take for a move."
        ),
    ] = 10.0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder for the results (Parquet) and a picture. The same command continues"
            " where it stopped, even with more games.",
        ),
    ] = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Let bots play a tournament, and rate them.

    All line-ups get the same deals: chance does the same for each, as far as the games allow.
    Where seats are partners, one bot plays them all. Where everyone is on one side, what counts
    is how often they win.
    """
    from templetop.games.shelf import take

    card = take(game)
    options = options_chosen(card, option, variant)
    entrants = bots_chosen(bots)
    check_number(card, entrants, seats, options)
    note_idle_options(card, seats, options)
    tournament = asked_for(card, entrants, seats, games, options, seed, patience, out)
    check_place(on)
    check_bots(card, tournament)
    warn_unless_checked(card)
    sheets = scoresheets(out, tournament)
    begin = time.perf_counter()
    failed: list[str] = []
    try:
        play_all(card, tournament, sheets, players(tournament, on, workers), strict)
    finally:  # even when it was broken off
        if sheets.results:
            failed = report(tournament, sheets, time.perf_counter() - begin, out, json)
    if failed:
        complain(
            t("{bots} lost every seat to the random bot, so nothing was measured.",
              bots=listed(failed))
        )  # fmt: skip
        raise typer.Exit(NOT_DONE)


# ── What is asked for ────────────────────────────────────────────────────────────────────────────


def check_number(
    card: "Game", bots: tuple[Chosen, ...], seats: int, options: dict[str, str]
) -> None:
    """A single bot has nobody to play against, unless all play together."""
    from templetop.arena.tournament import least_bots, sides_in

    if len(bots) < least_bots(sides_in(card, seats, options)):
        raise Wrong(t("Name at least two bots, such as --bots greedy,random."))


def asked_for(
    card: "Game",
    bots: tuple[Chosen, ...],
    seats: int,
    games: int,
    options: dict[str, str],
    seed: int,
    patience: float,
    out: Path | None,
) -> "Tournament":
    from templetop.arena.remarks import files_for
    from templetop.arena.tournament import tournament
    from templetop.bots.roster import is_own

    names = numbered(tuple(one.called for one in bots))
    entrants = dict(zip(names, (one.bot for one in bots), strict=True))
    asked = tournament(card, entrants, seats, games, options, seed, patience)
    own = [one for one, bot in entrants.items() if is_own(bot)]
    return replace(asked, remarks=files_for(own, out.resolve() / REMARKS) if out else {})


def check_bots(card: "Game", tournament: "Tournament") -> None:
    """A bot of your own that cannot start is refused before the first match."""
    from templetop.bots.roster import Engagement, try_out

    engaged = Engagement(tournament.seats, tournament.options, patience=tournament.patience)
    try_out(tournament.bots, card, engaged)


def check_place(on: str | None) -> None:
    if on not in (None, RAY):
        raise Wrong(
            t("Matches are played here or on {cluster}, not on {wrong}.",
              cluster=RAY, wrong=quoted(str(on)))
        )  # fmt: skip
    if on == RAY:
        from templetop.arena.cluster import check_named

        check_named()


def scoresheets(out: Path | None, tournament: "Tournament") -> "Scoresheets":
    """Kept where it was asked for; only there."""
    from templetop.arena.folder import Folder
    from templetop.arena.results import Scoresheets

    if out is None:
        return Scoresheets()
    sheets = Folder(out, tournament)
    if tournament.remarks:
        (out / REMARKS).mkdir(exist_ok=True)
    return sheets


def players(tournament: "Tournament", on: str | None, workers: int | None) -> "Players":
    """Who plays the matches: processes of this machine, or a cluster."""
    if on == RAY:
        from templetop.arena.cluster import play_on_ray

        def say(sentence: str) -> None:
            screen(stderr=True).print(sentence, soft_wrap=True)

        return lambda fixtures: play_on_ray(tournament, fixtures, workers, say)
    from templetop.arena.crew import play_here
    from templetop.engine.simulate import cores

    return lambda fixtures: play_here(tournament, fixtures, workers or cores())


def play_all(
    card: "Game",
    tournament: "Tournament",
    sheets: "Scoresheets",
    play: "Players",
    is_strict: bool,
) -> None:
    from templetop.arena.hold import hold
    from templetop.bots.roster import make_ready

    with shown_progress(tournament.matches, len(sheets.finished)) as (progress, say):
        if len(sheets.finished) < tournament.matches:
            make_ready(tournament.bots.values(), card, say, is_compiled=True)
            lost = lose_seat if is_strict else (lambda sentence: None)
            hold(tournament, sheets, play, progress, say, lost)


@contextmanager
def shown_progress(
    matches: int, finished: int
) -> Iterator[tuple[Callable[[int], None], Callable[[str], None]]]:
    """A bar on stderr, where that is a terminal; and who says sentences there."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = screen(stderr=True)
    rate = TextColumn("{task.fields[rate]}", style="dim")
    columns = (BarColumn(), MofNCompleteColumn(), rate, Remaining())
    begin, played = time.monotonic(), 0
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("matches", total=matches, completed=finished, rate="")

        def advance(more: int) -> None:
            nonlocal played
            played += more
            rate = played / (time.monotonic() - begin)
            bar.update(task, advance=more, rate=t("{rate:.3g} matches/s", rate=rate))

        yield advance, console.print


# ── What came of it ──────────────────────────────────────────────────────────────────────────────


def report(
    tournament: "Tournament", sheets: "Scoresheets", seconds: float, out: Path | None, json: bool
) -> list[str]:
    """The figures: printed, and kept if a folder was named. Returns which bots have failed."""
    from templetop.arena.folder import Folder, as_json
    from templetop.arena.ladder import ladder
    from templetop.arena.standings import standings

    figures = standings(list(tournament.bots), sheets.results)
    answer = {**tournament.description(), "games": tournament.matches, **figures.as_dict()}
    if isinstance(sheets, Folder):
        sheets.write("standings.json", as_json(answer))
        if any(one.rating is not None for one in figures.bots):
            sheets.write("ladder.svg", ladder(heading(tournament, figures), figures))
    if json:
        print_json({**answer, "seconds": seconds})
    else:
        show(tournament, figures, out)
    return [one.bot for one in figures.bots if one.has_failed]


def heading(tournament: "Tournament", figures: "Standings") -> str:
    from templetop.games.shelf import take

    game = take(tournament.game)
    return t(
        "{game}, {seats}, {matches} of {deals}",
        game=game.words.text(game.name),
        seats=seats_in_words(tournament.seats),
        matches=tn("{count:,} match", "{count:,} matches", figures.matches),
        deals=deals_in_words(figures.deals),
    )


def seats_in_words(count: int) -> str:
    return tn("{count:,} seat", "{count:,} seats", count)


def deals_in_words(count: int) -> str:
    return tn("{count:,} deal", "{count:,} deals", count)


def show(tournament: "Tournament", figures: "Standings", out: Path | None) -> None:
    """Tables to look at."""
    from templetop.arena.tables import cross_table, standings_table
    from templetop.cli.fitting import Fitting
    from templetop.games.shelf import take

    console = screen()
    game, seed = take(tournament.game), t("seed {seed}", seed=tournament.seed)
    console.print(f"{heading(tournament, figures)}, {seed}\n", style="bold")
    console.print(Fitting(standings_table(figures, game.measure, game.words)))
    if not figures.is_together:
        console.print()
        console.print(Fitting(cross_table(figures)))
    for sentence in remarks(tournament, figures, out):
        console.print(f"\n{sentence}", soft_wrap=True)


def remarks(tournament: "Tournament", figures: "Standings", out: Path | None) -> Iterator[Any]:
    """What else is to be said."""
    if figures.deals < LEAST:
        yield tn(
            "{count:,} deal cannot say how sure these figures are: intervals take {least}.",
            "{count:,} deals cannot say how sure these figures are: intervals take {least}.",
            figures.deals,
            least=LEAST,
        )
    lost = sum(standing.seats_lost for standing in figures.bots)
    if lost:
        told = tn("{count:,} seat lost to the random bot.",
                  "{count:,} seats lost to the random bot.", lost)  # fmt: skip
        yield f"{told} {' '.join(figures.notes)}"
    if figures.matches < tournament.matches:
        played = t("{played:,} of {matches:,} matches have been played",
                   played=figures.matches, matches=tournament.matches)  # fmt: skip
        if out:
            yield f"{played}; {t('the same command continues from here')}."
        else:
            yield f"{played}; {t('with --out it could be continued')}."
    if out:
        ladder = ["ladder.svg"] if any(one.rating is not None for one in figures.bots) else []
        files = listed([t("matches"), "standings.json", *ladder])
        yield t("Kept in {folder}: {files}.", folder=out, files=files)
