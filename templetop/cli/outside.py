"""`--game`: games that lie outside the package, for every command."""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer


def put_on_the_shelf(context: typer.Context, games: list[str] | None) -> list[str] | None:
    """Before anything else is looked at; a single one is also the game that is meant."""
    from templetop.games.shelf import name

    ids = [name(game) for game in games or []]
    if len(ids) == 1:
        context.default_map = {**(context.default_map or {}), "game": ids[0]}
    return games


Outside = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        metavar="FOLDER",
        help="A game of your own, by the path of its folder; may be repeated.",
        callback=put_on_the_shelf,
        is_eager=True,
    ),
]
OPTION = inspect.Parameter("outside", inspect.Parameter.KEYWORD_ONLY, default=None)


def with_games(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command that can be told of games that lie outside the package."""

    @functools.wraps(command)
    def begin(outside: list[str] | None, **told: Any) -> Any:
        return command(**told)

    own = inspect.signature(command)
    parameters = [*own.parameters.values(), OPTION.replace(annotation=Outside)]
    setattr(begin, "__signature__", own.replace(parameters=parameters))  # noqa: B010
    return begin
