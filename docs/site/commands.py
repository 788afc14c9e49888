"""Every command of `templetop`, with its options, from the commands themselves."""

from collections.abc import Iterator
from typing import Any

import typer
from rich.text import Text

from templetop.cli.app import app


def text() -> str:
    """The second half of the page: a section for each command."""
    return "\n\n".join(sections(typer.main.get_command(app), "templetop"))


def sections(command: Any, name: str) -> Iterator[str]:
    for word, below in sorted(getattr(command, "commands", {}).items()):
        if getattr(below, "commands", None):
            yield f"## {name} {word}\n\n{plain(below.help)}"
            yield from ("#" + section for section in sections(below, f"{name} {word}"))
        else:
            yield section(below, f"{name} {word}")


def section(command: Any, name: str) -> str:
    context = typer.Context(command, info_name=name)
    usage = " ".join([name, *command.collect_usage_pieces(context)])
    parts = [f"## {name}", plain(command.help), f"```text\n{usage}\n```", table(command)]
    examples = plain(command.epilog).removeprefix("Examples").strip("\n")
    if examples:
        lines = "\n".join(line.strip() for line in examples.splitlines())
        parts.append(f"```sh\n{lines}\n```")
    return "\n\n".join(part for part in parts if part)


def table(command: Any) -> str:
    rows = [row for parameter in command.params if (row := line(parameter))]
    return "\n".join(["| | |", "|---|---|", *rows]) if rows else ""


def line(parameter: Any) -> str:
    """An argument or an option, and what it is for."""
    if getattr(parameter, "hidden", False) or "--help" in parameter.opts:
        return ""
    value = parameter.metavar or parameter.name.upper()
    if parameter.param_type_name == "argument":
        name = value
    else:
        words = ", ".join([*parameter.opts, *parameter.secondary_opts])
        name = words if parameter.is_flag else f"{words} {value}"
    says = plain(parameter.help or "").replace("|", "\\|").replace("\n", " ")
    return f"| `{name.replace('|', chr(92) + '|')}` | {says}{usual(parameter)} |"


def usual(parameter: Any) -> str:
    """What holds if nothing is said."""
    shown = getattr(parameter, "show_default", False)
    value = shown if isinstance(shown, str) else parameter.default
    if not shown or value in (None, False, True, "", ()) or callable(value):
        return ""
    return f" By default `{value}`."


def plain(words: str | None) -> str:
    """Without the terminal's markup; what looks like Markdown stays as it is."""
    return Text.from_markup(words or "").plain.strip("\n")
