"""Only rules go without types, and only the engine calls a compiler."""

import ast
import functools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = "templetop/engine/"

# Numba works out the types of functions marked so.
UNTYPED = {"rule", "question", "compiled", "instruction"}

# Compilers that only those we compare ourselves with use.
PEERS = {"jax.jit"}

Function = ast.FunctionDef | ast.AsyncFunctionDef
Word = ast.Name | ast.Attribute | ast.alias


@functools.cache
def sources() -> dict[str, ast.Module]:
    """Every source file, by its path from the root."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for folder in ("templetop", "bench")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def last_name(node: ast.AST) -> str:
    """`rule` for each of `rule`, `compile.rule` and `rule(…)`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            return name
        case ast.Call(func=function):
            return last_name(function)
    return ""


def is_typed(function: Function) -> bool:
    arguments = function.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parameters += filter(None, (arguments.vararg, arguments.kwarg))
    return function.returns is not None and all(
        parameter.annotation for parameter in parameters if parameter.arg not in ("self", "cls")
    )


def untyped_functions(tree: ast.AST) -> Iterator[Function]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            marks = {last_name(decorator) for decorator in node.decorator_list}
            if not marks & UNTYPED and not is_typed(node):
                yield node


def compilers_used(tree: ast.AST) -> set[str]:
    """`njit`, `numba.jit`, `cuda.jit` and so on, as far as the code speaks of them."""
    words = (node for node in ast.walk(tree) if isinstance(node, Word))
    return {ast.unparse(word) for word in words if last_name(word) in ("jit", "njit")} - PEERS


def test_everything_but_rules_is_typed() -> None:
    untyped = [
        f"{path}:{function.lineno} {function.name}"
        for path, tree in sources().items()
        for function in untyped_functions(tree)
    ]
    assert not untyped, "These lack types:\n" + "\n".join(untyped)


def test_one_file_compiles_for_the_cpu() -> None:
    files = [
        path
        for path, tree in sources().items()
        if any(not name.endswith("cuda.jit") for name in compilers_used(tree))
    ]
    assert files == [f"{ENGINE}compile.py"]


def test_only_the_engine_compiles_for_the_gpu() -> None:
    elsewhere = [
        path
        for path, tree in sources().items()
        if any(name.endswith("cuda.jit") for name in compilers_used(tree))
        and not path.startswith(ENGINE)
    ]
    assert elsewhere == []


def test_the_sample_of_the_readme_is_right_for_whoever_checks_types(tmp_path: Path) -> None:
    """As somebody else would: strictly, and without our settings."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    sample = readme.split("```python\n")[1].split("```")[0]
    assert "karuba.view(match.state, seat=0)" in sample
    (tmp_path / "sample.py").write_text(sample)
    (tmp_path / "wrong.py").write_text(sample.replace("seat=0", "seat='first'"))
    options = ["--strict", "--config-file=", "--cache-dir", "cache"]
    check = [sys.executable, "-m", "mypy", *options, "sample.py", "wrong.py"]
    found = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True)
    assert [line.split(":")[0] for line in found.stdout.splitlines()[:-1]] == ["wrong.py"]
