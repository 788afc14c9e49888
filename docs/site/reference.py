"""The names of `import templetop as tt`, and of `templetop.envs`, from their docstrings."""

import inspect
import re
from dataclasses import is_dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import templetop

ENVS = "templetop.envs"
FIELD = re.compile(r"    (?P<name>\w+): (?P<kind>.+?)(?: = .+?)?(?:  # (?P<says>.+))?")
COMMENT = re.compile(r"    # (.+)")
A_RULE = "Callable[..., Any]"  # ARCHITECTURE.md has all of them
LISTED = re.compile(r"tt\.(\w+)")


def text() -> str:
    """The second half of the page: a section for each name, in the order of the package's text."""
    return "\n\n".join([*map(section, names()), *environments()])


def names() -> list[str]:
    """Those that stay as they are; one that the text forgets comes last."""
    listed = [name for name in LISTED.findall(templetop.__doc__ or "") if name in templetop.__all__]
    return [*dict.fromkeys([*listed, *templetop.__all__])]


def section(name: str) -> str:
    found: Any = getattr(templetop, name)
    parts = [f"## tt.{name}", f"```{{eval-rst}}\n{directive(name, found)}\n```"]
    if inspect.isclass(found) and (listed := fields(found)):
        rows = [row(*told) for told in listed if told[1] != A_RULE or told[2]]
        parts.append("\n".join(["| field | type | |", "|---|---|---|", *rows]))
    return "\n\n".join(parts)


def row(field: str, kind: str, says: str) -> str:
    escaped = kind.replace("|", "\\|")
    return f"| `{field}` | `{escaped}` | {says} |"


def fields(found: type) -> list[tuple[str, str, str]]:
    """The fields of a dataclass: name, type, and what the comment beside or above it says."""
    if not is_dataclass(found):
        return []
    rows, above, was_blank = [], "", True
    for line in inspect.getsource(found).splitlines():
        if named := FIELD.fullmatch(line):
            rows.append((named["name"], named["kind"], named["says"] or above))
        if comment := COMMENT.fullmatch(line):
            above = "" if was_blank else f"{above} {comment[1]}".strip()
        else:
            above, was_blank = "", not line.strip()
        if line.startswith("    def "):
            break
    return rows


def directive(name: str, found: Any) -> str:
    where = f"templetop.{name}"
    if inspect.isclass(found):
        left_out = ", ".join(["__init__", *(field for field, _, _ in fields(found))])
        how = f"   :members:\n   :undoc-members:\n   :exclude-members: {left_out}"
        return f".. autoclass:: {where}\n{how}"
    if isinstance(found, ModuleType):  # `games`, which can be called
        called = type(found).__call__
        signature = str(inspect.signature(called)).replace("(self)", "()")
        says = called.__doc__ or "The ids of all games that can be played."
        return f".. py:function:: {where}{signature}\n\n   {says}"
    if callable(found):
        return f".. autofunction:: {where}"
    return f".. py:data:: {where}\n   :value: {found!r}"


def environments() -> list[str]:
    """The learning environments, where they are."""
    if find_spec(ENVS) is None:
        return []
    return [f"## {ENVS}\n\n```{{eval-rst}}\n.. automodule:: {ENVS}\n   :members:\n```"]
