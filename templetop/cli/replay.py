"""`templetop replay`: a match from its file, checked and told."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import Json
from templetop.cli.sentences import print_json, screen
from templetop.cli.words import t

if TYPE_CHECKING:
    from rich.console import Console

    from templetop.engine.match import Match


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A match from `record` or `play`; - is stdin.")
    ],
    to: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Only the first N moves.")
    ] = None,
    board: Annotated[bool, typer.Option("--board", help="Show the table after each turn.")] = False,
    json: Json = False,
) -> None:
    """Check a match and show it move by move, with how it ended."""
    from templetop.cli.files import read_match

    match = read_match(file)
    if to is not None:
        match = cut(match, to)
    if json:
        print_json(as_data(match))
    else:
        tell(match, board)


def cut(match: "Match", moves: int) -> "Match":
    """Only its first moves; of decisions made at the same time, all or none."""
    from templetop.engine.match import Match

    done = [*match.moves, *match.decided.items()]
    begun = Match.new(match.game, match.seats, match.options)
    for seat, move in done[:moves]:
        begun.put_down(seat, move)
    begun.decided = {}
    return begun


def tell(match: "Match", board: bool) -> None:
    """Heading, moves, final table."""
    from templetop.cli.ending import standings
    from templetop.cli.fitting import Fitting
    from templetop.engine.ending import verdict

    console = screen()
    console.print(heading(match), style="bold")
    tell_moves(match, board, console)
    console.print()
    if not board:
        console.print(match.game.picture(match.state, None, names=match.seats))
    console.print(Fitting(standings(match.state, match.seats)))
    console.print(f"\n{verdict(match.state, match.seats)}", style="bold")


def heading(match: "Match") -> str:
    agreed = ", ".join(f"{name}={choice}" for name, choice in match.options.items())
    game = match.game.words.text(match.game.name)
    by = t("{game} by {names}", game=game, names=", ".join(match.seats))
    return f"{by} ({agreed})" if agreed else by


def tell_moves(match: "Match", board: bool, console: "Console") -> None:
    """Every move in words, what belongs together on one line; the table between turns, if wanted.

    Nothing is hidden from who reads the file.
    """
    from templetop.engine.telling import Teller, after, sentences

    teller, number, shown = Teller(None, is_open=True), 0, 0

    def print_lines(before: int) -> None:
        nonlocal shown
        new = teller.lines[shown:before]
        for line, sentence in zip(new, sentences(new, match.seats), strict=True):
            console.print(f"{line.number + 1:4}  {sentence}")
        shown += len(new)

    for state, step in match.steps():
        teller.tell(number, state, step)
        number += len(step)
        print_lines(len(teller.lines) - 1)  # the last one may go on
        if board and is_turn_over(step[0][0], table := after(state, step)):
            print_lines(len(teller.lines))
            console.print(match.game.picture(table, None, names=match.seats))
    print_lines(len(teller.lines))


def is_turn_over(seat: int, state: Any) -> bool:
    """Did a seat make the move after which chance is to move, or nobody?"""
    from templetop.engine.match import seats_to_move
    from templetop.engine.seats import CHANCE

    return seat != CHANCE and seats_to_move(state) in ([CHANCE], [])


def as_data(match: "Match") -> dict[str, Any]:
    """The match for programs; seats count from 1, chance is 0."""
    from templetop.engine.ending import ending
    from templetop.engine.match import digest

    found = ending(match.state)
    seats = range(len(match.seats))
    return {
        "game": match.game.id,
        "rules": match.game.rules_version,
        "seats": list(match.seats),
        "options": match.options,
        "moves": moves_as_data(match),
        "over": found.is_over,
        "sides": [standing.side for standing in found.seats],
        "points": [standing.points for standing in found.seats] if match.game.measure else None,
        "places": [standing.place for standing in found.seats],
        "wins": [standing.win for standing in found.seats] if found.is_over else None,
        "breakdown": [dict(match.game.breakdown(match.state, seat)) for seat in seats],
        "table": digest(match.state),
    }


def moves_as_data(match: "Match") -> list[dict[str, Any]]:
    from templetop.engine.match import message_of

    return [
        {
            "seat": seat + 1,
            "name": match.name(seat),
            "move": move,
            "words": message_of(state, seat, move).without_subject(match.seats),
        }
        for state, step in match.steps()
        for seat, move in step
    ]
