"""Flags in the help of commands."""

from typing import Any

from typer.core import TyperCommand


class PlainFlags(TyperCommand):
    """A command whose help does not ask for a <bool> behind --json."""

    def get_params(self, ctx: Any) -> list[Any]:
        return without_types_of_flags(super().get_params(ctx))


def without_types_of_flags(parameters: list[Any]) -> list[Any]:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters
