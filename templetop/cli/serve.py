"""`templetop serve`: the web table, for this machine or for everybody."""

from importlib.util import find_spec
from typing import Annotated

import typer

from templetop.cli.parameters import Wrong

LOOPBACK = "127.0.0.1"
PORT = 8300


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = LOOPBACK,
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="The port.")] = PORT,
    store: Annotated[
        str,
        typer.Option(
            metavar="URL", help="postgresql://…, or sqlite:///FILE; a file in the data folder."
        ),
    ] = "",
    redis: Annotated[
        str, typer.Option(metavar="URL", help="redis://…, where several workers tell the news.")
    ] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="Processes that serve.")] = 1,
    data: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="For the store and the secret; the user's, usually."),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Browsers come over HTTPS, by way of a proxy.")
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=exec:PROGRAM",
            help="A bot of your own that people may choose, by that name; may be repeated. "
            "NAME@karuba,cacao=exec:… is for these games only.",
        ),
    ] = None,
    patience: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="How long such a bot may take for a move."),
    ] = 10.0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Show it in the browser.")
    ] = False,
) -> None:
    """Serve the web table: people and bots at one table, in the browser."""
    from templetop.server.programs import understood
    from templetop.server.run import run
    from templetop.server.settings import Settings, usual_data

    if workers > 1 and not (store.startswith("postgresql") and redis):
        raise Wrong("Several workers share tables through PostgreSQL (--store) and --redis.")
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
