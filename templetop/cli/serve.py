"""`templetop serve`: the web table, for this machine or for everybody."""

from importlib.util import find_spec
from typing import Annotated

import typer

from templetop.cli.parameters import Wrong
from templetop.engine.words import listed

PACKAGES = ("fastapi", "sqlalchemy", "uvicorn")  # that templetop[web] brings along, among others
LOOPBACK = "127.0.0.1"
PORT = 8300


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 is all of them.")
    ] = LOOPBACK,
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="The port.")] = PORT,
    store: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="postgresql://… or sqlite:///FILE; by default, a file in the data folder.",
        ),
    ] = "",
    redis: Annotated[
        str,
        typer.Option(
            metavar="URL", help="redis://…, through which several workers notify each other."
        ),
    ] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="Server processes.")] = 1,
    data: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", help="Folder for the store and the secret; by default, the user's."
        ),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Browsers connect over HTTPS, through a proxy.")
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=exec:PROGRAM",
            help="A bot of your own that people may choose, under that name; may be repeated. "
            "NAME@karuba,cacao=exec:… is for these games only.",
        ),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="How long such a bot may take for a move."),
    ] = 10.0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the table in the browser.")
    ] = False,
) -> None:
    """Serve the web table: people and bots at one table, in the browser.

    It offers our games, and those of others that are named by --game.
    """
    check_packages()
    from templetop.games.shelf import only_named, others, take
    from templetop.server.programs import understood
    from templetop.server.run import run
    from templetop.server.settings import Settings, usual_data

    only_named()
    for game in others():
        take(game)  # one that cannot be played is refused now, and not at a table
    if workers > 1 and not (store.startswith("postgresql") and redis):
        raise Wrong("Several workers need PostgreSQL (--store) and --redis.")
    if redis and find_spec("redis") is None:
        raise Wrong("--redis needs its package: pip install 'templetop[cluster]'.")
    settings = Settings(
        data or usual_data(),
        store,
        redis,
        is_https=https,
        programs=tuple(understood(bot or [])),
        patience=patience,
    )
    run(settings, host, port, workers, open_browser)


def check_packages() -> None:
    """The web table is an extra: most who simulate do without it."""
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        raise Wrong(
            f"The web table needs {listed(missing)} and more: pip install 'templetop[web]'."
        )
