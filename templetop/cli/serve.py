"""`templetop serve`: the web table, for this machine or for everybody."""

from dataclasses import fields, replace
from enum import StrEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, TypeVar
from urllib.parse import urlsplit

import typer

from templetop.cli.parameters import Wrong
from templetop.cli.sentences import did_you_mean, quoted
from templetop.cli.words import t
from templetop.engine.words import listed

if TYPE_CHECKING:
    from templetop.server.core.settings import OfferedVariant, RateLimitSettings, RetentionSettings

PACKAGES = ("fastapi", "sqlalchemy", "uvicorn")  # that templetop[web] brings along, among others
LOOPBACK = "127.0.0.1"
PORT = 8300

Numbers = TypeVar("Numbers", "RateLimitSettings", "RetentionSettings")


def unseen(context: typer.Context, option: typer.CallbackParam, value: str) -> str:
    """What is typed behind a command is seen by everybody on the machine, as long as it runs."""
    source = context.get_parameter_source(option.name or "")
    is_typed = source is not None and source.name == "COMMANDLINE"
    if is_typed and (option.name == "metrics_token" or has_password(value)):
        raise Wrong(
            t("Everyone on this machine can see a command line, so set {option} in the "
              "environment: {variable}.", option=option.opts[0], variable=option.envvar)
        )  # fmt: skip
    return value


def has_password(url: str) -> bool:
    """postgresql://me:jaguar@db, or postgresql://db?password=jaguar."""
    try:
        parts = urlsplit(url)
        return bool(parts.password) or "password=" in parts.query
    except ValueError:
        return False


class Log(StrEnum):
    """How the log is written."""

    PLAIN = "plain"
    JSON = "json"


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 is all of them.")
    ] = LOOPBACK,
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="The port.")] = PORT,
    store: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TEMPLETOP_STORE",
            callback=unseen,
            help="postgresql://… or sqlite:///FILE; by default, a file in the data folder.",
        ),
    ] = "",
    redis: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TEMPLETOP_REDIS",
            callback=unseen,
            help="redis://…, through which several workers notify each other.",
        ),
    ] = "",
    workers: Annotated[
        int, typer.Option(metavar="N", min=1, help="Number of server processes.")
    ] = 1,
    data: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            envvar="TEMPLETOP_DATA",
            help="Folder for the store and the secret; by default, the user's.",
        ),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Browsers connect over HTTPS, through a proxy.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NETWORK",
            help="A proxy trusted to say who sent a request, such as 127.0.0.1 or 10.0.0.0/8;"
            " may be repeated.",
        ),
    ] = None,
    base: Annotated[
        str,
        typer.Option(
            metavar="PATH", help="Path under which the proxy serves Templetop, such as /games."
        ),
    ] = "",
    address: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TEMPLETOP_ADDRESS",
            help="Public address of the server, https://…: requests for its host are answered, and"
            " emails and push notifications lead there.",
        ),
    ] = "",
    mail: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="TEMPLETOP_MAIL",
            callback=unseen,
            help="Mail server: smtp://USER:PASSWORD@HOST, or smtps://…",
        ),
    ] = "",
    mail_from: Annotated[
        str, typer.Option(metavar="EMAIL", help="Sender of emails, such as games@example.org.")
    ] = "",
    push: Annotated[
        bool,
        typer.Option(
            "--push/--no-push",
            help="Send push notifications to browsers that want them; needs --address with https://.",
        ),
    ] = True,
    holidays: Annotated[
        int,
        typer.Option(
            metavar="DAYS",
            min=0,
            max=366,
            help="Days a year for which people may pause clocks of a day or more per move.",
        ),
    ] = 30,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=N",
            help="How often something is allowed, such as tables=50; 0 means no limit. May be"
            " repeated.",
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=DAYS",
            help="Days for which something is kept, such as over=30; 0 means for ever. May be"
            " repeated.",
        ),
    ] = None,
    usual_clock: Annotated[
        int,
        typer.Option(
            metavar="SECONDS",
            min=0,
            help="Time for a move at public tables with open seats, unless the host chooses"
            " another; 0 means no clock.",
        ),
    ] = 300,
    log: Annotated[
        Log, typer.Option(metavar="KIND", help="How the log is written: plain or json.")
    ] = Log.PLAIN,
    access_log: Annotated[
        bool, typer.Option("--access-log/--no-access-log", help="Log a line for every request.")
    ] = True,
    metrics_token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="TEMPLETOP_METRICS_TOKEN",
            callback=unseen,
            help="Token for reading /api/metrics; without it, only this machine can. Set it in the"
            " environment.",
        ),
    ] = "",
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=BOT",
            help="A bot of your own that people may choose, under that name: exec:COMMAND or"
            " py:module:Class; may be repeated. NAME@karuba,cacao=BOT is for these games only.",
        ),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="A file of settings (TOML) that people may choose by its name; may be repeated.",
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

    It offers the games that come with Templetop, and others that you name with --game. Set
    passwords and tokens in the environment, where nobody else can see them. docs/operation.md
    says more.
    """
    check_packages()
    from templetop.games.shelf import only_named, others, take
    from templetop.server.bots.external_bots import check_bots_start, parse_bot_options
    from templetop.server.core.client_addresses import Networks
    from templetop.server.core.settings import (
        RateLimitSettings,
        RetentionSettings,
        Settings,
        default_data_folder,
    )
    from templetop.server.operations.runner import run_server

    only_named()
    for game in others():
        take(game)  # one that cannot be played is refused now, and not at a table
    if workers > 1 and not (store.startswith("postgresql") and redis):
        raise Wrong(t("Several workers need PostgreSQL (--store) and --redis."))
    if redis and find_spec("redis") is None:
        raise Wrong(t("--redis needs its package: pip install 'templetop[cluster]'."))
    Networks(proxy or [])
    check_mail(mail, mail_from, address)
    bots = parse_bot_options(bot or [])
    check_bots_start(bots)
    settings = Settings(
        data or default_data_folder(),
        store,
        redis,
        limits=changed(RateLimitSettings(), "--limit", limit or []),
        keeping=changed(RetentionSettings(), "--keep", keep or []),
        usual_clock=usual_clock,
        is_https=https,
        proxies=tuple(proxy or []),
        base=path_of(base),
        address=address.rstrip("/"),
        mail=mail,
        mail_from=mail_from,
        pushes=push,
        holidays=holidays,
        programs=tuple(bots),
        variants=tuple(map(variant_offered, variant or [])),
        patience=patience,
        log=log.value,
        has_access_log=access_log,
        metrics_token=metrics_token,
    )
    run_server(settings, host, port, workers, open_browser)


def variant_offered(file: str) -> "OfferedVariant":
    """A variant that can be played, from its file."""
    from pathlib import Path

    from templetop.engine.variant import changes, fitting, read_variant
    from templetop.games.shelf import take
    from templetop.server.core.settings import OfferedVariant

    path = Path(file)
    told = read_variant(path)
    card = take(told.game)
    options = changes(card, fitting(told, card, path).options)
    if not card.seats_for(options):
        raise Wrong(
            t("Nobody can play {game} as {file} says.",
              game=card.words.text(card.name), file=path)
        )  # fmt: skip
    return OfferedVariant(told.name, card.id, told.says, options)


def check_packages() -> None:
    """The web table is an extra: most who simulate do without it."""
    if missing := [name for name in PACKAGES if find_spec(name) is None]:
        raise Wrong(
            t("The web table needs packages that are not installed here, such as {package}: "
              "pip install 'templetop[web]'.", package=missing[0])
        )  # fmt: skip


def check_mail(mail: str, mail_from: str, address: str) -> None:
    """Who sends mail has to say from whom, and where its links lead."""
    from templetop.server.core.mail import SmtpServer

    if mail and not (mail_from and address.startswith(("http://", "https://"))):
        raise Wrong(t("Mail also needs --mail-from, and --address with http:// or https://."))
    if mail:
        SmtpServer.from_url(mail)


def path_of(base: str) -> str:
    """/games, however it was typed; nothing where all of it stands at the top."""
    return f"/{base.strip('/')}" if base.strip("/") else ""


def changed(usual: Numbers, option: str, words: list[str]) -> Numbers:
    """The usual numbers, with those that were named otherwise."""
    known: dict[str, str] = {one.name.replace("_", "-"): one.name for one in fields(usual)}
    for word in words:
        name, _, number = word.partition("=")
        if name not in known:
            near = did_you_mean(name, known)
            takes = t("{option} takes {known}, not {wrong}.",
                      option=option, known=listed([*known]), wrong=quoted(name))  # fmt: skip
            raise Wrong(takes + near)
        kind = type(getattr(usual, known[name]))
        try:
            value = kind(number)
        except ValueError:
            value = -1
        if not 0 <= value < float("inf"):
            raise Wrong(
                t("{option} {name} needs a number that is not negative, as in {name}=5.",
                  option=option, name=name)
            )  # fmt: skip
        usual = replace(usual, **{known[name]: value})
    return usual
