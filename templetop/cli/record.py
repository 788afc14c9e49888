"""`templetop record`: a match of bots, written down."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from templetop.bots.names import Chosen, numbered
from templetop.cli.parameters import (
    BOTS,
    GameId,
    Options,
    Strict,
    VariantFile,
    a_seed,
    able_seats,
    bots_named,
    complete_bots,
    lose_seat,
    note_idle_options,
    options_chosen,
)
from templetop.cli.sentences import complain, screen
from templetop.cli.words import t, tn

if TYPE_CHECKING:
    from templetop.cli.thinking import Thinking
    from templetop.engine.match import Match
    from templetop.engine.seats import Array

MOST_GAMES = 2**32


def record(
    game: GameId,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="File for the match; - is stdout.")
    ],
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Players; by default, as many as possible."),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help=f"The bots that play: {BOTS}.",
            autocompletion=complete_bots,
        ),
    ] = "greedy",
    option: Options = None,
    variant: VariantFile = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            callback=a_seed,
            help="The same seed gives the same match; random by default.",
        ),
    ] = None,
    number: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_GAMES,
            help="Which game of the seed, counted from 0 as in `simulate`.",
        ),
    ] = 0,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    strict: Strict = False,
) -> None:
    """Let bots play one match and save it as a file that people and `replay` can read."""
    from templetop.cli.files import STANDARD, check_free, write_match
    from templetop.engine.ending import verdict
    from templetop.games.shelf import take

    card = take(game)
    options = options_chosen(card, option, variant)
    count = able_seats(card, options)[-1] if seats is None else seats
    force_does = t("--force overwrites it")
    check_free(out, force, advice=force_does)
    note_idle_options(card, count, options)
    match = played(card.id, bots_named(bots, count), options, seed, number, strict)
    write_match(match, out, force, advice=force_does)
    if out != STANDARD:
        moves = tn("{count:,} move.", "{count:,} moves.", len(match.moves))
        words = f"{moves} {verdict(match.state, match.seats)}"
        screen().print(f"{out}: {words}", soft_wrap=True)


def played(
    game: str,
    chosen: tuple[Chosen, ...],
    options: dict[str, str],
    seed: int | None,
    number: int,
    is_strict: bool = False,
) -> "Match":
    """A match of bots: game number so-and-so of a seed."""
    import secrets

    from templetop.bots.roster import Engagement, make_ready, try_out
    from templetop.cli.thinking import Thinking
    from templetop.cli.waiting import waiting
    from templetop.engine.match import Match
    from templetop.engine.random import generator
    from templetop.engine.simulate import cores
    from templetop.games.shelf import take

    bots, names = [one.bot for one in chosen], numbered(tuple(one.called for one in chosen))
    match = Match.new(take(game), names, options)
    threads = cores() if seed is None else 1  # on several, a search would depend on how many
    seed = secrets.randbits(64) if seed is None else seed
    engaged = Engagement(
        len(bots),
        match.options,
        threads,
        log=lose_seat if is_strict else complain,
        hears=pass_on,
        match=secrets.token_hex(4),
    )
    thinking = Thinking(match, bots, engaged, seed, number)
    with waiting(screen(stderr=True), t("The bots are playing …")) as say:
        make_ready(bots, match.game, say)
        try_out(dict(zip(names, bots, strict=True)), match.game, engaged)
        play_out(match, thinking, generator(seed, number))
    return match


def pass_on(remark: str) -> None:
    """What a bot writes to its standard error goes to ours."""
    sys.stderr.write(f"{remark}\n")


def play_out(match: "Match", thinking: "Thinking", random: "Array") -> None:
    """To the end; all who are to move decide on the same table."""
    try:
        while not match.is_over:
            for seat in match.awaited:
                match.play(seat, thinking.decide(seat, random))
    finally:
        thinking.close()
