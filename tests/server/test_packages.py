"""Which package of the server may import which, as their docstrings say, and no import goes round.

Imports for type checking and inside of functions count as well. Modules of routes stand beside
what they lead to, but above all services: they may import `dependencies`, which knows these.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = "templetop.server"
FOUNDATION = {"api_models", "translations", "core"}
MAY_IMPORT = {
    "api_models": set[str](),
    "translations": set[str](),
    "typescript": {"api_models"},
    "core": {"api_models", "translations"},
    "store": FOUNDATION,
    "http": FOUNDATION | {"store"},
    "accounts": FOUNDATION | {"store"},
    "tables": FOUNDATION | {"store", "accounts"},
    "bots": FOUNDATION | {"store", "accounts", "tables"},
    "community": FOUNDATION | {"store", "accounts", "tables"},
    "notifications": FOUNDATION | {"store", "accounts", "tables"},
    "deals": FOUNDATION | {"store", "accounts", "tables", "bots"},
    "learning": FOUNDATION | {"store", "accounts", "tables", "bots"},
    "catalog": FOUNDATION | {"tables"},
}
ABOVE = {"app", "dependencies", "operations"}  # they may import every package
FOR_ROUTES = {"dependencies", "http"}


def modules(folder: Path) -> dict[str, Path]:
    found = {}
    for file in sorted((folder / "templetop" / "server").rglob("*.py")):
        path = file.relative_to(folder).with_suffix("")
        if "migrations" not in path.parts:
            found[".".join(path.parts).removesuffix(".__init__")] = file
    return found


def imports(known: dict[str, Path], module: str) -> Iterator[str]:
    """The modules of the server that this one imports, wherever in it."""
    for node in ast.walk(ast.parse(known[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(SERVER):
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                yield whole if whole in known else str(node.module)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)


def package_of(module: str) -> str:
    return module.removeprefix(SERVER).strip(".").partition(".")[0]


def forbidden(folder: Path) -> list[str]:
    known, found = modules(folder), []
    for module in known:
        package = package_of(module)
        if package in ABOVE or module == SERVER:
            continue
        allowed = MAY_IMPORT[package] | {package}
        if module.endswith(("routes", "route")):
            allowed |= FOR_ROUTES
        found += [
            f"{module} imports {other}"
            for other in imports(known, module)
            if package_of(other) not in allowed
        ]
    return found


def rings(folder: Path) -> list[list[str]]:
    """Modules that import each other, directly or through others."""
    known = modules(folder)
    left = {module: {*imports(known, module)} - {module} for module in known}
    while free := [module for module, others in left.items() if not others & left.keys()]:
        for module in free:
            del left[module]
    return [sorted(left)] if left else []


def test_a_package_imports_only_what_it_may_know() -> None:
    assert forbidden(ROOT) == []


def test_no_import_goes_round() -> None:
    assert rings(ROOT) == []


def test_every_package_says_what_it_knows() -> None:
    for folder in (ROOT / "templetop" / "server").iterdir():
        if (folder / "__init__.py").exists():
            text = (folder / "__init__.py").read_text(encoding="utf-8")
            assert "know" in (ast.get_docstring(ast.parse(text)) or ""), folder.name


@pytest.mark.parametrize("line", [
    "from templetop.server.tables.service import TableService",
    "if TYPE_CHECKING:\n    from templetop.server.tables import service",
    "def late() -> None:\n    import templetop.server.tables.service",
])  # fmt: skip
def test_a_forbidden_import_is_found(tmp_path: Path, line: str) -> None:
    for name, text in {
        "templetop/server/store/__init__.py": "",
        "templetop/server/store/writer.py": f"{line}\n",
        "templetop/server/tables/__init__.py": "",
        "templetop/server/tables/service.py": "from templetop.server.store import writer\n",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert forbidden(tmp_path) == [
        "templetop.server.store.writer imports templetop.server.tables.service"
    ]
    assert rings(tmp_path) == [["templetop.server.store.writer", "templetop.server.tables.service"]]
