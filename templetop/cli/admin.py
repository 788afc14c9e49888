"""`templetop admin`: what whoever runs a server may do to its tables and people."""

from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from typing import Annotated, Any

import typer

from templetop.cli.flags import PlainFlags, PlainGroup
from templetop.cli.parameters import Json
from templetop.cli.sentences import print_json, screen, visible
from templetop.cli.serve import check_packages, unseen
from templetop.cli.words import t, tn

Data = Annotated[
    str,
    typer.Option(
        "--data",
        metavar="FOLDER",
        envvar="TEMPLETOP_DATA",
        help="The server's folder, with the store and the secret; by default, the user's.",
    ),
]
StoreUrl = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="URL",
        envvar="TEMPLETOP_STORE",
        callback=unseen,
        help="The server's store, if it is not in that folder: postgresql://… or sqlite:///FILE.",
    ),
]
Who = Annotated[
    str, typer.Argument(metavar="PERSON", help="An id, or the name of an account or a guest.")
]

admin = typer.Typer(
    cls=PlainGroup,
    help="Manage a server's tables and people, whether it is running or not.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)


class Listed(StrEnum):
    """What can be listed."""

    TABLES = "tables"
    PEOPLE = "people"
    BANNED = "banned"


def order(data: str, store: str, what: str, *about: Any) -> Any:
    """Have it done at the store; a server that runs there takes notice within seconds."""
    check_packages()
    from templetop.server.core.settings import Settings, default_data_folder
    from templetop.server.operations import admin as operations_admin

    url = Settings(data or default_data_folder(), store).store_url
    return operations_admin.run_admin_command(url, getattr(operations_admin, what), *about)


def say(sentence: str) -> None:
    screen().print(visible(sentence), soft_wrap=True)


@admin.command("list", cls=PlainFlags)
def list_(
    what: Annotated[Listed, typer.Argument(metavar="WHAT", help="tables, people or banned.")] = (
        Listed.TABLES
    ),
    most: Annotated[int, typer.Option(metavar="N", min=1, help="Show at most this many.")] = 100,
    data: Data = "",
    store: StoreUrl = "",
    as_json: Json = False,
) -> None:
    """List tables or people, the latest changes first."""
    about = [most] if what == Listed.TABLES else [most, what == Listed.BANNED]
    lines = order(data, store, "admin_tables" if what == Listed.TABLES else "admin_people", *about)
    if as_json:
        print_json([asdict(line) for line in lines])
        return
    for line in lines:
        say(about_a_table(line) if what == Listed.TABLES else about_a_person(line))
    if not lines:
        say(t("There are none."))


def about_a_table(line: Any) -> str:
    kind, state = t("public") if line.is_public else t("private"), t(line.state)
    about = f"{line.id}  {line.changed_at}  {state:<7}  {kind:<7}  {line.game}"
    moves = tn("{count:,} move", "{count:,} moves", line.moves)
    return f"{about}, {moves}: {', '.join(line.seats)}"


def about_a_person(line: Any) -> str:
    kind = t("guest") if line.is_guest else t("account")
    about = f"{line.id}  {line.seen_at}  {kind:<7}  {line.name}"
    return about if line.banned is None else f"{about} ({t('banned: {why}', why=line.banned)})"


@admin.command(cls=PlainFlags)
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, as in its address.")],
    data: Data = "",
    store: StoreUrl = "",
) -> None:
    """Close a table; none of it is kept."""
    order(data, store, "delete_table", table)
    say(t("Table {table} is closed.", table=table))


@admin.command(cls=PlainFlags)
def rename(
    person: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    data: Data = "",
    store: StoreUrl = "",
) -> None:
    """Rename somebody, at their tables too; an account then signs in with the new name."""
    before = order(data, store, "rename_person", person, name)
    say(t("{before} is now called {name}.", before=before.name, name=name))


@admin.command(cls=PlainFlags)
def ban(
    person: Who,
    why: Annotated[
        str, typer.Argument(metavar="WHY", help="The reason, in a sentence; they will see it.")
    ],
    data: Data = "",
    store: StoreUrl = "",
) -> None:
    """Ban somebody; bots take over their seats."""
    banned = order(data, store, "ban_person", person, why)
    say(t("{name} ({id}) is banned.", name=banned.name, id=banned.id))


@admin.command(cls=PlainFlags)
def unban(person: Who, data: Data = "", store: StoreUrl = "") -> None:
    """Let somebody in again."""
    free = order(data, store, "unban_person", person)
    say(t("{name} may come back.", name=free.name))


@admin.command(cls=PlainFlags)
def reports(
    done: Annotated[
        str, typer.Option(metavar="TABLE", help="Dismiss the reports from this table.")
    ] = "",
    data: Data = "",
    store: StoreUrl = "",
    as_json: Json = False,
) -> None:
    """Lines that people have reported, the latest first."""
    if done:
        count = order(data, store, "dismiss_reports", done)
        say(t("Dismissed: {count}.", count=count))
        return
    told(order(data, store, "admin_reports"), about_a_report, as_json)


@admin.command(cls=PlainFlags)
def pairs(data: Data = "", store: StoreUrl = "", as_json: Json = False) -> None:
    """Two people who play so many matches together that these count less for their ratings."""
    told(order(data, store, "frequent_pairs"), about_a_pair, as_json)


def told(lines: list[Any], about: Callable[[Any], str], as_json: bool) -> None:
    if as_json:
        print_json([asdict(line) for line in lines])
        return
    for line in lines:
        say(about(line))
    if not lines:
        say(t("There are none."))


def about_a_report(line: Any) -> str:
    by = t("by {name}", name=line.by)
    return f"{line.at}  {line.table}  {line.name} ({line.said_by}): {line.says}  [{by}]"


def about_a_pair(line: Any) -> str:
    return tn(
        "{one} and {other}, {game}: {count} match in a week; {one} gained {gained:+} in all",
        "{one} and {other}, {game}: {count} matches in a week; {one} gained {gained:+} in all",
        line.matches,
        one=line.one,
        other=line.other,
        game=line.game,
        gained=line.gained,
    )
