"""Commands in the language of the terminal: their help, and what they say while they run."""

import copy
import inspect
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from typer import Context
from typer.core import TyperCommand, TyperGroup

from templetop.cli.words import SPEECH
from templetop.engine.speech import ENGLISH, mark, speaking

# What Typer writes around our own words, under the names that its module `rich_utils` has for it.
TYPER = mark({
    "ARGUMENTS_PANEL_TITLE": "Arguments",
    "OPTIONS_PANEL_TITLE": "Options",
    "COMMANDS_PANEL_TITLE": "Commands",
    "DEFAULT_STRING": "[default: {}]",
    "ENVVAR_STRING": "[env var: {}]",
    "REQUIRED_LONG_STRING": "[required]",
})  # fmt: skip
USAGE = mark(["Usage: ", "[OPTIONS]", "COMMAND [ARGS]..."])
LINE_BELOW = re.compile(r"(\s*(?:\d+ +)?(?:\[bold\])?)(.+?)((?:\[/\])?)")  # "  2    It is wrong."


class InLanguage:
    """Help in the language of the terminal. It does not ask for a <bool> behind --json, either."""

    shown: list[Any] | None = None  # its parameters with translated words, while help is shown

    def get_params(self, ctx: Any) -> list[Any]:
        if self.shown is not None:
            return self.shown
        return without_types_of_flags(super().get_params(ctx))  # type: ignore[misc]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        pieces = map(SPEECH.text, self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=SPEECH.text("Usage: "))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        with words_of_typer():
            super(InLanguage, translated_command(self, ctx)).format_help(ctx, formatter)  # type: ignore[misc]


class PlainFlags(InLanguage, TyperCommand):
    """A command."""

    def invoke(self, ctx: Any) -> Any:
        """Run it. What programs read is the same in every language: English."""
        is_for_programs = ctx.params.get("json") or ctx.params.get("as_json")
        with speaking(ENGLISH) if is_for_programs else nullcontext():
            return super().invoke(ctx)


class PlainGroup(InLanguage, TyperGroup):
    """Several commands under one name."""


def without_types_of_flags(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters


# ── Help in other languages ──────────────────────────────────────────────────────────────────────


def translated_command(command: Any, ctx: Any) -> Any:
    """A copy of the command with everything that its help says in the language spoken now."""
    shown = with_translated_help(command)
    shown.shown = [translated_parameter(parameter) for parameter in command.get_params(ctx)]
    shown.epilog = "\n".join(map(translated_line, (command.epilog or "").split("\n")))
    if isinstance(command, TyperGroup):
        commands = command.commands.items()
        shown.commands = {name: with_translated_help(one) for name, one in commands}
    return shown


def with_translated_help(command: Any) -> Any:
    shown = copy.copy(command)
    shown.help = SPEECH.text(in_paragraphs(command.help or ""))
    return shown


def translated_parameter(parameter: Any) -> Any:
    shown = copy.copy(parameter)
    shown.help = SPEECH.text(in_paragraphs(parameter.help or ""))
    shown.metavar = parameter.metavar and SPEECH.text(parameter.metavar)
    return shown


def translated_line(line: str) -> str:
    """A line from below the options: a heading, an exit code, or an example, which stays."""
    found = LINE_BELOW.fullmatch(line)
    return f"{found[1]}{SPEECH.text(found[2])}{found[3]}" if found else line


def in_paragraphs(text: str) -> str:
    """Without the line breaks that a docstring has for the sake of its width."""
    paragraphs = re.split(r"\n\s*\n", inspect.cleandoc(text))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def texts_of_help(command: Any) -> Iterator[str]:
    """All that is said in the help of a command, and of those below it, to be translated."""
    ctx = Context(command)
    yield in_paragraphs(command.help or "")
    for parameter in command.get_params(ctx):
        yield in_paragraphs(parameter.help or "")
        if re.search("[A-Z]{2}", parameter.metavar or ""):
            yield parameter.metavar
    for below in command.commands.values() if isinstance(command, TyperGroup) else ():
        yield from texts_of_help(below)


@contextmanager
def words_of_typer() -> Iterator[None]:
    """Typer looks its own words up when it is loaded, and so they are replaced for a while."""
    from typer import rich_utils

    before = {name: getattr(rich_utils, name) for name in TYPER}
    try:
        for name, words in TYPER.items():
            setattr(rich_utils, name, SPEECH.text(words))
        yield
    finally:
        for name, words in before.items():
            setattr(rich_utils, name, words)
