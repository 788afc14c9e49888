"""`templetop replay`: a match from its file, checked and told."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from templetop.cli.parameters import Json
from templetop.cli.sentences import print_json, screen

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
    """Check a match and tell it: every move in words, and how it ended."""
    from templetop.cli.files import read_match

    match = read_match(file)
    if to is not None:
        del match.moves[to:]
    if json:
        print_json(as_data(match))
    else:
        tell(match, board)


def tell(match: "Match", board: bool) -> None:
    """Heading, moves, final table."""
    from templetop.cli.ending import standings
    from templetop.engine.telling import verdict

    console = screen()
    console.print(heading(match), style="bold")
    state = tell_moves(match, board, console)
    console.print()
    if not board:
        console.print(match.game.picture(state, None, names=match.seats))
    console.print(standings(state, match.seats))
    console.print(f"\n{verdict(state, match.seats)}", style="bold")


def heading(match: "Match") -> str:
    agreed = ", ".join(f"{name}={choice}" for name, choice in match.options.items())
    return f"{match.game.name} by {', '.join(match.seats)} ({agreed})"


def tell_moves(match: "Match", board: bool, console: "Console") -> Any:
    """Every move in words, the table between turns if wanted; returns how it looks at the end."""
    state = match.game.start(len(match.seats), match.options)
    for number, (seat, _, words, table) in enumerate(match.tell(), 1):
        console.print(f"{number:4}  {name_of(match, seat)} {words}")
        if board and is_turn_over(seat, table):
            console.print(match.game.picture(table, None, names=match.seats))
        state = table
    return state


def name_of(match: "Match", seat: int) -> str:
    from templetop.engine.game import CHANCE

    return "chance" if seat == CHANCE else match.seats[seat]


def is_turn_over(seat: int, state: Any) -> bool:
    """Did a seat make the move after which chance is to move, or nobody?"""
    from templetop.engine.game import CHANCE
    from templetop.engine.match import seats_to_move

    return seat != CHANCE and seats_to_move(state) in ([CHANCE], [])


def as_data(match: "Match") -> dict[str, Any]:
    """The match for programs; seats count from 1, chance is 0."""
    from templetop.engine import ask
    from templetop.engine.game import NOBODY
    from templetop.engine.match import digest, places_of, points_of

    state = match.game.start(len(match.seats), match.options)
    moves = []
    for seat, move, words, table in match.tell():
        moves.append({"seat": seat + 1, "name": name_of(match, seat), "move": move, "words": words})
        state = table
    return {
        "game": match.game.id,
        "rules": match.game.rules_version,
        "seats": list(match.seats),
        "options": match.options,
        "moves": moves,
        "over": bool(ask.to_move(state) == NOBODY),
        "points": points_of(state, len(match.seats)).tolist(),
        "places": places_of(state, len(match.seats)).tolist(),
        "breakdown": [dict(match.game.breakdown(state, seat)) for seat in range(len(match.seats))],
        "table": digest(state),
    }
