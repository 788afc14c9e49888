"""Writes the browser's types from the API models: `python -m templetop.server.typescript`.

A game's dataclasses get the game's name in front, because two games may each have a TempleView.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from templetop.engine.game import Game
from templetop.games.shelf import ours, take
from templetop.server import api_models

FILE = Path(__file__).parents[2] / "web" / "src" / "lib" / "types.ts"
HEADING = (
    "// Made by `python -m templetop.server.typescript`; "
    "what is written here by hand will be lost.\n"
)
SCALAR_TYPES: dict[Any, str] = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    object: "object",
}
SOCKET_MESSAGES = "export type Told = LiveTable | LiveChange | Pong;\n"


class NoTypescriptType(TypeError):
    """A Python type has no counterpart in TypeScript."""


def typescript_source() -> str:
    """Returns the text of the whole file."""
    return "\n".join([HEADING, *server_types(), SOCKET_MESSAGES, *game_types()])


def server_types() -> Iterator[str]:
    for found in vars(api_models).values():
        if dataclasses.is_dataclass(found) and isinstance(found, type):
            yield interface(found, lambda kind: kind.__name__)


def game_types() -> Iterator[str]:
    """Yields the types of the view of every game that has a board, and of the targets of its moves
    and events."""
    views, targets = {}, {}
    for game_id in ours():
        game = take(game_id)
        prefix = "".join(word.title() for word in game_id.split("_"))
        name = prefixed_name(prefix)
        view = typing.get_type_hints(game.view)["return"]
        target = target_type(game)
        for kind in dict.fromkeys([*dataclasses_in(view), *dataclasses_in(target)]):
            yield interface(kind, name)
        views[game_id] = typescript_type(view, name)
        targets[game_id] = "unknown" if target is Any else f"{prefix}Target"
        if target is not Any:
            yield f"export type {prefix}Target = {typescript_type(target, name)};\n"
    yield object_type("GameViews", views)
    yield object_type("GameTargets", targets)


def target_type(game: Game) -> Any:
    """Returns the union of all types that targets of the game's moves and events have."""
    kinds = [*game.moves.kinds, *game.events.kinds]
    found = [typing.get_type_hints(kind.target)["return"] for kind in kinds]
    unique = dict.fromkeys(hint for hint in found if hint is not Any)
    return typing.Union[*unique] if unique else Any


def prefixed_name(prefix: str) -> Callable[[type], str]:
    def name(kind: type) -> str:
        return kind.__name__ if kind.__name__.startswith(prefix) else f"{prefix}{kind.__name__}"

    return name


def dataclasses_in(kind: Any) -> Iterator[type]:
    """Yields the dataclasses that a type is made of, the innermost first."""
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        for hint in typing.get_type_hints(kind).values():
            yield from dataclasses_in(hint)
        yield kind
    else:
        for part in typing.get_args(kind):
            yield from dataclasses_in(part)


def interface(kind: type, name: Callable[[type], str]) -> str:
    hints = typing.get_type_hints(kind)
    fields = [f"  {field}: {typescript_type(hint, name)};" for field, hint in hints.items()]
    about = (kind.__doc__ or "").strip().splitlines()[0]
    return "\n".join([f"/** {about} */", f"export interface {name(kind)} {{", *fields, "}", ""])


def object_type(name: str, fields: dict[str, str]) -> str:
    lines = [f"  {field}: {kind};" for field, kind in fields.items()]
    return "\n".join([f"export interface {name} {{", *lines, "}", ""])


def typescript_type(kind: Any, name: Callable[[type], str]) -> str:
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if kind in SCALAR_TYPES:
        return SCALAR_TYPES[kind]
    if kind is Any:
        return "unknown"
    if origin is Literal:
        return " | ".join(f"'{part}'" if isinstance(part, str) else str(part) for part in parts)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(typescript_type(part, name) for part in parts)
    if origin is list or (origin is tuple and parts[-1] is Ellipsis):
        inner = typescript_type(parts[0], name)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(typescript_type(part, name) for part in parts)}]"
    if origin is dict:
        return f"Record<{typescript_type(parts[0], name)}, {typescript_type(parts[1], name)}>"
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return name(kind)
    raise NoTypescriptType(f"The browser has no type for {kind}.")


if __name__ == "__main__":
    FILE.write_text(typescript_source(), encoding="utf-8")
