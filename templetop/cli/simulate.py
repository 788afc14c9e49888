"""`templetop simulate`: many games at once, and what came of them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.parameters import (
    POLICIES,
    Against,
    GameId,
    Json,
    Options,
    VariantFile,
    Wrong,
    a_seed,
    able_seats,
    bots_named,
    compared_with,
    complete_policies,
    note_idle_options,
    several,
    variant_chosen,
)
from templetop.cli.sentences import print_json, quoted, screen
from templetop.cli.unchecked import warn_unless_checked
from templetop.cli.words import t, tn
from templetop.engine.words import listed

if TYPE_CHECKING:
    from templetop.engine.game import Game
    from templetop.engine.simulate import Results
    from templetop.engine.variant import Variant

DEVICES = ("cpu", "cuda")
MOST_THREADS = 1024
BYTES_PER_GAME = 160  # outcomes, and what the figures need while they are made
SEVERAL_SEATS = 4


def simulate(
    game: GameId,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Players; by default 4, or as many as possible."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 10_000,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help=f"The bots that play: {POLICIES}.",
            autocompletion=complete_policies,
        ),
    ] = "random",
    option: Options = None,
    variant: VariantFile = None,
    against: Against = None,
    seed: Annotated[
        int, typer.Option(metavar="N", callback=a_seed, help="The same seed gives the same games.")
    ] = 0,
    device: Annotated[
        str,
        typer.Option(
            metavar="DEVICE", help="cpu, or cuda for an NVIDIA GPU.", autocompletion=lambda: DEVICES
        ),
    ] = "cpu",
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MOST_THREADS, help="CPU threads; by default, all cores."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Let bots play whole games, as fast as this machine can, and show the results."""
    from templetop.engine.simulate import simulate as play_games
    from templetop.games.shelf import take

    card = take(game)
    chosen = variant_chosen(card, option, variant)
    options = dict(chosen.options)
    count = several(able_seats(card, options), SEVERAL_SEATS) if seats is None else seats
    check_device(device)
    check_memory(games)
    note_idle_options(card, count, options)
    warn_unless_checked(card)
    if against:
        if device != DEVICES[0]:
            raise Wrong(
                t("Two variants are compared on {place}, not on {device}.",
                  place=DEVICES[0], device=device)
            )  # fmt: skip
        other = compared_with(card, against)
        note_idle_options(card, count, other.options)
        compare(
            card, [chosen, other], count, games, policies_named(bots, count), seed, threads, json
        )
        return
    with shown_progress(games) as (progress, say):
        results = play_games(
            card,
            count,
            games,
            policies_named(bots, count),
            seed,
            options,
            device,
            threads,
            progress=progress,
            say=say,
        )
    if json:
        print_json({**results.summary(), "options": options})
    else:
        show(results, options)


def compare(
    card: "Game",
    variants: "list[Variant]",
    seats: int,
    games: int,
    bots: tuple[str, ...],
    seed: int,
    threads: int | None,
    json: bool,
) -> None:
    """Both variants on the same deals."""
    from templetop.cli.against import show_both
    from templetop.engine.dealt import simulate_dealt

    for variant in variants:
        card.start(seats, variant.options)  # what cannot be played is refused before it begins
    with shown_progress(len(variants) * games) as (progress, say):
        results = [
            simulate_dealt(card, seats, games, bots, seed, one.options, threads, progress, say)
            for one in variants
        ]
    show_both(results, variants, json)


def policies_named(names: str, count: int) -> tuple[str, ...]:
    """Bots that decide at once, so that millions of games can be played."""
    from templetop.engine.policy import POLICIES

    bots = tuple(one.bot for one in bots_named(names, count))
    for bot in bots:
        if bot not in POLICIES:
            known = listed(POLICIES)
            raise Wrong(
                t("Only {known} can be simulated; `templetop arena` also plays {bot}.",
                  known=known, bot=quoted(bot))
            )  # fmt: skip
    return bots


def check_device(device: str) -> None:
    if device not in DEVICES:
        raise Wrong(
            t("Games are simulated on {devices}, not on {device}.",
              devices=listed(DEVICES, "or"), device=quoted(device))
        )  # fmt: skip


def check_memory(games: int) -> None:
    """Every outcome is kept, so there cannot be more than there is room for."""
    if not hasattr(os, "sysconf"):
        return
    room = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if games * BYTES_PER_GAME > room:
        most = room // BYTES_PER_GAME // 1_000_000 * 1_000_000
        raise Wrong(t("There is not enough memory for so many games; at most {most:,}.", most=most))


@contextmanager
def shown_progress(games: int) -> Iterator[tuple[Callable[[int], None], Callable[[str], None]]]:
    """A bar on stderr, where that is a terminal; and who says sentences there."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = screen(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    visible = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not visible) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.advance(task, played), console.print


# ── What came of them ────────────────────────────────────────────────────────────────────────────


def show(results: "Results", options: dict[str, str]) -> None:
    """Tables and bars to look at."""
    from templetop.cli.figures import (
        histogram,
        how_often_all_won,
        order_table,
        seats_table,
        speed,
    )
    from templetop.cli.fitting import Fitting
    from templetop.engine.policy import NO_APPEAL, greedy_is_random

    console = screen()
    agreed = "".join(f", {name}={choice}" for name, choice in options.items())
    heading = tn(
        "{game}, {count:,} game, seed {seed}",
        "{game}, {count:,} games, seed {seed}",
        len(results.outcomes),
        game=results.game.words.text(results.game.name),
        seed=results.seed,
    )
    console.print(f"{heading}{agreed}\n", style="bold")
    console.print(Fitting(seats_table(results)))
    if "greedy" in results.bots and greedy_is_random(results.game):
        console.print(f"\n{t(NO_APPEAL)}", soft_wrap=True)
    if order := order_table(results):
        console.print()
        console.print(Fitting(order))
    if sentence := how_often_all_won(results):
        console.print(f"\n{sentence}")
    if results.game.measure:
        console.print()
        console.print(histogram(results, console.width))
    console.print(f"\n{speed(results)}")
