"""`templetop play`: a person and bots at one table in the terminal."""

from typing import TYPE_CHECKING, Annotated

import typer

from templetop.cli.parameters import (
    BOTS,
    Options,
    VariantFile,
    Wrong,
    a_seed,
    able_seats,
    bots_chosen,
    bots_named,
    complete_bots,
    complete_games,
    note_idle_options,
    options_chosen,
    several,
)
from templetop.cli.words import t, tn
from templetop.engine.words import listed

if TYPE_CHECKING:
    from templetop.cli.sitting import Sitting
    from templetop.engine.match import Match

NOBODY_PLAYS = 0
PERSON = ""  # stands among the bots where the person sits
USUAL_SEATS = 3
USUAL_LEVEL = 3


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's id; see `templetop games`.",
            autocompletion=complete_games,
        ),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Players; by default 3, or you and the bots named."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help=f"Your opponents: {BOTS}.",
            autocompletion=complete_bots,
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=5, help="Strength of all your opponents, 1 to 5; 3 by default."
        ),
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name.")] = "Player",
    seat: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Your seat: 1 is the first; 0 only watches."),
    ] = None,
    option: Options = None,
    variant: VariantFile = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            callback=a_seed,
            help="The same seed brings the same luck; random by default.",
        ),
    ] = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Save the match in this new file.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="FILE", help="Continue the match in this file.")
    ] = None,
    programs: Annotated[
        bool,
        typer.Option("--programs", help="Allow a resumed match to start the programs in it."),
    ] = False,
) -> None:
    """Play against bots in the terminal. At the table, ? lists what you can type."""
    if resume is not None:
        if any(given is not None for given in (seats, level, option, variant)):
            raise Wrong(t("A resumed match already has its seats, bots and options."))
        sitting = resumed(resume, game, seat, seed, programs, called_so(bots))
    elif game is None:
        raise Wrong(t("Name a game, as in `templetop play karuba`, or use --resume FILE."))
    else:
        rivals = rivals_named(bots, level)
        sitting = begun(
            game, seats, rivals, name, 1 if seat is None else seat, option, variant, seed
        )
    sitting.sit_down(save or resume, is_new=save is not None)


def called_so(bots: str | None) -> dict[str, str]:
    """Which bots the names in a file stand for: mine=exec:./mybot."""
    chosen = bots_chosen(bots) if bots is not None else ()
    if any(not one.name for one in chosen):
        raise Wrong(
            t("A resumed match already has its bots; --bots can only say which bots names "
              "stand for, as in mine=exec:./mybot.")
        )  # fmt: skip
    return {one.name: one.bot for one in chosen}


def rivals_named(bots: str | None, level: int | None) -> str:
    """As they were named, or all of one level."""
    if bots is not None and level is not None:
        raise Wrong(t("Use either --bots or --level; a level is for all opponents."))
    from templetop.bots.roster import level_name

    return bots if bots is not None else level_name(USUAL_LEVEL if level is None else level)


def begun(
    game: str,
    seats: int | None,
    bots: str,
    name: str,
    seat: int,
    option: list[str] | None,
    variant: str | None,
    seed: int | None,
) -> "Sitting":
    """A new match, the person at that seat and bots at the others."""
    from templetop.bots.names import named
    from templetop.cli.sitting import Sitting
    from templetop.engine.match import Match
    from templetop.games.shelf import take

    card = take(game)
    people = 0 if seat == NOBODY_PLAYS else 1
    options = options_chosen(card, option, variant)
    count = how_many(seats, bots, people, able_seats(card, options))
    if seat > count:
        raise no_such_seat(seat, count)
    rivals = bots_named(bots, count - people) if count > people else ()
    players, names = [one.bot for one in rivals], named([one.called for one in rivals])
    if people:
        check_free(name, names)
        names.insert(seat - 1, name)
        players.insert(seat - 1, PERSON)
    match = Match.new(card, names, options)
    note_idle_options(card, count, options)
    return Sitting(match, seat - 1 if people else None, players, seed)


def how_many(seats: int | None, bots: str, people: int, able: list[int]) -> int:
    """As many as was said, or as bots were named, or the usual number, or what is near it."""
    if seats is not None:
        return seats
    named = len(bots.split(","))
    return named + people if named > 1 else several(able, USUAL_SEATS)


def check_free(name: str, names: list[str]) -> None:
    """Bots are known by their names in the file of a match."""
    from templetop.bots.names import bot_of

    if bot_of(name) or name in names:
        raise Wrong(t("{name} is the name of a bot; choose another name.", name=name))


def no_such_seat(seat: int, count: int) -> Wrong:
    return Wrong(
        tn("There is {count} seat, so you cannot sit at seat {seat}.",
           "There are {count} seats, so you cannot sit at seat {seat}.", count, seat=seat)
    )  # fmt: skip


def resumed(
    path: str,
    game: str | None,
    seat: int | None,
    seed: int | None,
    programs: bool,
    known: dict[str, str],
) -> "Sitting":
    """A match from a file. The person sits where they sat, or takes over the seat that is named."""
    from templetop.bots.names import bot_of
    from templetop.bots.roster import level_name
    from templetop.cli.files import BadFile, read_match
    from templetop.cli.sitting import Sitting

    match = read_match(path)
    if game is not None and game != match.game.id:
        name = match.game.words.text(match.game.name)
        raise BadFile(t("{file} is a match of {game}, not of {other}.",
                        file=path, game=name, other=game))  # fmt: skip
    if match.is_over:
        over = t("The match in {file} is over; `templetop replay {file}` shows it.", file=path)
        raise BadFile(over)
    if seat is not None and seat > len(match.seats):
        raise no_such_seat(seat, len(match.seats))
    if strangers := [name for name in known if name not in match.seats]:
        names = listed(strangers)
        raise Wrong(t("Nobody in {file} is called {names}.", file=path, names=names))
    person = own_seat(match, seat, known)
    players = [known.get(name) or bot_of(name) or level_name(USUAL_LEVEL) for name in match.seats]
    if person is not None:
        players[person] = PERSON
    if not programs:
        check_harmless(path, [bot for bot in players if bot not in known.values()])
    return Sitting(match, person, players, seed)


def check_harmless(path: str, players: list[str]) -> None:
    """A file from anywhere shall not run a program by itself."""
    from templetop.bots.names import is_own
    from templetop.cli.files import BadFile

    if programs := [bot for bot in players if bot and is_own(bot)]:
        raise BadFile(
            t("{file} would start {programs}; if you trust it, add --programs.",
              file=path, programs=listed(programs))
        )  # fmt: skip


def own_seat(match: "Match", seat: int | None, known: dict[str, str]) -> int | None:
    """The seat that is named, or the first that no bot sits at."""
    from templetop.bots.names import bot_of

    if seat is not None:
        return seat - 1 if seat != NOBODY_PLAYS else None
    people = [
        number for number, name in enumerate(match.seats) if not bot_of(name) and name not in known
    ]
    return people[0] if people else None
