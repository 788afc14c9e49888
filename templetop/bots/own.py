"""A bot of your own in Python: a class with `decide`, named `py:module:Class`.

A package that brings bots along names them as entry points of the group `templetop.bots`; then the
name alone is enough. A class is never loaded here, but in a process of its own
(`templetop.host`): so it sees nothing but what it is given, cannot keep anybody waiting, and may
print what it likes.
"""

import re
import shlex
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from templetop.bots.seen import Seen
from templetop.bots.words import t
from templetop.engine.refusal import Refusal

PYTHON = "py:"
GROUP = "templetop.bots"
HOST = "templetop.host"
CLASS = re.compile(r"py:(?P<module>[^:\s]+):(?P<name>[^\W\d]\w*)")


class Bot:
    """A bot of your own: write `decide`. One is made for each seat that it takes in a match."""

    def decide(self, seen: Seen) -> int:
        """One of `seen.moves`."""
        raise NotImplementedError("a bot needs a method decide(self, seen)")

    def close(self) -> None:
        """The match is over. There is nothing to do, unless you want to."""


class NoSuchClass(Refusal):
    """What stands behind py: cannot be loaded, or is not a bot."""


@cache
def installed() -> dict[str, str]:
    """The bots that other packages bring along, by name."""
    from importlib.metadata import entry_points  # slow to import

    return {point.name: f"{PYTHON}{point.value}" for point in entry_points(group=GROUP)}


def in_full(bot: str) -> str:
    """An installed bot by the class that it is; any other as it is."""
    return bot if ":" in bot else installed().get(bot, bot)


def command_for(bot: str) -> str:
    """How the process of a Python bot is started."""
    return shlex.join([sys.executable, "-m", HOST, bot])


# ── In its own process ───────────────────────────────────────────────────────────────────────────


def load(bot: str) -> type[Any]:
    """The class that is named, by a module or by the path of a file."""
    found = CLASS.fullmatch(bot)
    if found is None:
        raise NoSuchClass(t("{bot} does not name a class: write py:module:Class", bot=repr(bot)))
    module = loaded(found["module"])
    named = getattr(module, found["name"], None)
    if not isinstance(named, type):
        raise NoSuchClass(t("{module} has no class {name}", **found.groupdict()))
    decide = getattr(named, "decide", None)
    if not callable(decide) or decide is Bot.decide:  # to inherit it is not to write it
        raise NoSuchClass(t("{name} has no method decide(self, seen)", name=found["name"]))
    return named


def loaded(module: str) -> ModuleType:
    if module.endswith(".py"):
        return loaded_from(Path(module))
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(error.name + ".")):
            raise NoSuchClass(t("there is no module {module} here", module=repr(module))) from None
        raise


def loaded_from(file: Path) -> ModuleType:
    """A file is a module too, and finds those that lie beside it."""
    if not file.is_file():
        raise NoSuchClass(t("there is no file {file}", file=repr(str(file))))
    sys.path.insert(0, str(file.parent.resolve()))
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module
