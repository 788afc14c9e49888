"""Flags in the help of commands, and the language that a command speaks."""

from typing import Any

from typer.core import TyperCommand

# Commands that people read and that have translations. What is for programs (--json) and for files
# is always English.
TRANSLATED = ("conform", "play", "replay", "rules")


class PlainFlags(TyperCommand):
    """A command whose help does not ask for a <bool> behind --json."""

    def get_params(self, ctx: Any) -> list[Any]:
        return without_types_of_flags(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run it in the language of the terminal, where it has one."""
        from templetop.cli.words import language_wanted
        from templetop.engine.speech import ENGLISH, speaking

        is_translated = self.name in TRANSLATED and not ctx.params.get("json")
        with speaking(language_wanted() if is_translated else ENGLISH):
            return super().invoke(ctx)


def without_types_of_flags(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters
