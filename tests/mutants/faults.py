"""Small faults that can be planted in a function: what is changed, and the code that comes of it.

Every change is one node of the syntax tree. A fault is known by its function and by the statement
before and after, not by its line, so that a list of faults stays true when lines move.
"""

import ast
import copy
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from templetop.engine.rulebook import cited_by, in_comments

Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = tuple[str, ast.AST]  # the operator, and what stands there instead

UNORDERED = {"where"}  # calls whose arguments may stand in any order: conditions of a query

SEATS = {"seat", "rival"}  # names that hold a seat
SEAT_FIELDS = {"active", "first"}  # fields of a table that do

COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Place:
    """A function whose code can be changed."""

    path: Path
    module: str  # its name without the folders that all modules of the target share
    name: str  # with the classes that it stands in, such as Store.add
    node: Function = field(compare=False, repr=False)
    numbers: tuple[str, ...]  # of the rules that it cites

    @property
    def full_name(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(frozen=True)
class Fault:
    """One change in one function."""

    place: Place
    operator: str
    line: int
    before: str  # the statement that is changed, without those inside it
    after: str
    node: int  # which of the function's nodes
    instead: ast.AST = field(compare=False, repr=False)

    @property
    def change(self) -> str:
        return f"{self.before} → {self.after}"

    @property
    def function(self) -> Function:
        """The whole function with the fault in it."""
        return replaced(self.place.node, self.node, self.instead)

    def code(self) -> types.CodeType:
        return code_of(self.place, self.function)


# ── The functions of a module ────────────────────────────────────────────────────────────────────


def places_in(path: Path, module: str) -> list[Place]:
    """All functions and methods of a module, but not those that stand inside a function."""
    source = path.read_text("utf-8")
    comments = list(in_comments(source))
    return [
        Place(path, module, name, node, numbers_of(node, comments))
        for name, node in functions_in(ast.parse(source).body)
    ]


def functions_in(body: Sequence[ast.stmt], prefix: str = "") -> Iterator[tuple[str, Function]]:
    for node in body:
        if isinstance(node, Function):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from functions_in(node.body, f"{prefix}{node.name}.")


def numbers_of(node: Function, comments: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    cited = cited_by(ast.get_docstring(node, clean=False) or "")
    inside = [number for line, number in comments if node.lineno <= line <= (node.end_lineno or 0)]
    return tuple(dict.fromkeys([*cited, *inside]))


# ── What can be changed ──────────────────────────────────────────────────────────────────────────


def faults_in(place: Place, values: Mapping[str, Any]) -> list[Fault]:
    """All faults of a function; `values` are those of its module, for numbers that have names."""
    found: dict[str, Fault] = {ast.unparse(place.node): None}  # type: ignore[dict-item]
    named: dict[str, int] = {}
    nodes = nodes_of(place.node)
    for number, (node, owner) in enumerate(nodes):
        statement = nodes[owner][0]
        for operator, instead in changes(node, statement, place.node, values):
            function = replaced(place.node, number, instead)
            text = ast.unparse(function)
            if text in found:
                continue
            before, after = heading(statement), heading(nodes_of(function)[owner][0])
            named[before + after] = same = named.get(before + after, 0) + 1
            if same > 1:
                after = f"{after}  ({same})"
            line = getattr(node, "lineno", getattr(statement, "lineno", 0))
            found[text] = Fault(place, operator, line, before, after, number, instead)
    return [fault for fault in found.values() if fault is not None]


def nodes_of(function: Function) -> list[tuple[ast.AST, int]]:
    """The nodes that may be changed, each with the number of the statement that it stands in.

    They come in the order of the source, so that a change leaves the numbers before it as they are.
    """
    found: list[tuple[ast.AST, int]] = []

    def add(node: ast.AST, owner: int) -> None:
        if isinstance(node, ast.stmt):
            owner = len(found)
        found.append((node, owner))
        for child in children_of(node):
            add(child, owner)

    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    for statement in body:
        add(statement, 0)
    return found


def children_of(node: ast.AST) -> Iterator[ast.AST]:
    """Without types and without texts, which no rule depends on."""
    match node:
        case ast.Raise() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return
        case ast.Assert():
            yield node.test
        case ast.AnnAssign():
            if node.value is not None:
                yield node.value
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from node.body
        case _:
            yield from ast.iter_child_nodes(node)


def changes(
    node: ast.AST, statement: ast.AST, function: Function, values: Mapping[str, Any]
) -> Iterator[Change]:
    """Everything that may stand there instead of a node."""
    match node:
        case ast.Compare(left, [operator], right) if type(operator) in COMPARED:
            yield "comparison", ast.Compare(left, [COMPARED[type(operator)]()], right)
        case ast.Compare(left, [first, second], right):
            for operators in ([other(first), second], [first, other(second)]):
                yield "comparison", ast.Compare(left, operators, right)
        case ast.Constant(bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(int(value)):
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value - 1)
        case ast.Name(name, ast.Load()) if name.isupper() and type(values.get(name)) is int:
            yield "constant", ast.BinOp(node, ast.Add(), ast.Constant(1))
        case ast.Name(name, ast.Load()) if name.isupper() and type(values.get(name)) is bool:
            yield "constant", negated(node)
        case ast.Name(name, ast.Load()) if name in SEATS:
            yield "seat", next_seat(node)
        case ast.Attribute(_, name, ast.Load()) if name in SEAT_FIELDS:
            yield "seat", next_seat(node)
        case ast.If(test, body, orelse):
            yield "condition", ast.If(negated(test), body, orelse)
            yield "condition", ast.If(ast.Constant(True), body, orelse)
        case ast.While(test, body, orelse):
            yield "condition", ast.While(negated(test), body, orelse)
        case ast.IfExp(test, body, orelse):
            yield "condition", ast.IfExp(negated(test), body, orelse)
            yield "condition", body
            yield "condition", orelse
        case ast.BoolOp(operator, operands):
            joined = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield "and, or", ast.BoolOp(joined, operands)
            for n in range(len(operands)):
                rest = operands[:n] + operands[n + 1 :]
                yield "condition", rest[0] if len(rest) == 1 else ast.BoolOp(operator, rest)
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield "sign", operand
        case ast.BinOp(left, operator, right) if type(operator) in COUNTED:
            yield "arithmetic", ast.BinOp(left, COUNTED[type(operator)](), right)
        case ast.AugAssign(target, operator, value) if type(operator) in COUNTED:
            yield "arithmetic", ast.AugAssign(target, COUNTED[type(operator)](), value)
            yield "statement", ast.Pass()
        case ast.Call(ast.Name(("min" | "max") as name), arguments, keywords):
            function_name = ast.Name("max" if name == "min" else "min", ast.Load())
            yield "arguments", ast.Call(function_name, arguments, keywords)
        case ast.Call(ast.Attribute(_, name)) if name in UNORDERED:
            return
        case ast.Call(called, arguments, keywords):
            for swapped in swaps_of(arguments):
                yield "arguments", ast.Call(called, swapped, keywords)
        case ast.Subscript(value, ast.Tuple(parts), context):
            for swapped in swaps_of(parts):
                yield "arguments", ast.Subscript(value, ast.Tuple(swapped, ast.Load()), context)
        case ast.Expr(ast.Call() | ast.Await()) | ast.Delete() | ast.Continue() | ast.Break():
            yield "statement", ast.Pass()
        case ast.Return() if node is not function.body[-1]:
            yield "statement", ast.Pass()
        case ast.Assign(targets) if not any(binds_alone(one, function) for one in targets):
            yield "statement", ast.Pass()


def other(operator: ast.cmpop) -> ast.cmpop:
    return COMPARED[type(operator)]()


def negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def next_seat(seat: ast.expr) -> ast.expr:
    """A seat that there is at every table, and another one than this."""
    return ast.BinOp(
        ast.BinOp(ast.Call(ast.Name("int", ast.Load()), [seat], []), ast.Add(), ast.Constant(1)),
        ast.Mod(),
        ast.Constant(2),
    )


def swaps_of(arguments: list[ast.expr]) -> Iterator[list[ast.expr]]:
    """Any two neighbours the other way round, if they are not the same."""
    for n, (left, right) in enumerate(pairwise(arguments)):
        is_starred = isinstance(left, ast.Starred) or isinstance(right, ast.Starred)
        if not is_starred and ast.unparse(left) != ast.unparse(right):
            yield [*arguments[:n], right, left, *arguments[n + 2 :]]


def binds_alone(target: ast.expr, function: Function) -> bool:
    """Does only this statement give a local name its value? Without it, everybody would notice."""
    if isinstance(target, ast.Attribute | ast.Subscript):
        return False
    names = {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    arguments = {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}
    bound = [
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    return any(name not in arguments and bound.count(name) == 1 for name in names)


# ── Changing it ──────────────────────────────────────────────────────────────────────────────────


def replaced(function: Function, number: int, instead: ast.AST) -> Function:
    """A copy of the function in which something else stands at that node."""
    changed = copy.deepcopy(function)
    wanted = nodes_of(changed)[number][0]
    instead = ast.copy_location(copy.deepcopy(instead), wanted)
    for parent in ast.walk(changed):
        for name, value in ast.iter_fields(parent):
            if value is wanted:
                setattr(parent, name, instead)
            elif isinstance(value, list) and any(one is wanted for one in value):
                value[:] = [instead if one is wanted else one for one in value]
    return ast.fix_missing_locations(changed)


def heading(statement: ast.AST) -> str:
    """A statement on one line, without the statements inside it."""
    bare = copy.copy(statement)
    for name in ("body", "orelse", "finalbody", "handlers"):
        if isinstance(getattr(bare, name, None), list):
            setattr(bare, name, [ast.Pass()] if name == "body" else [])
    if isinstance(bare, ast.Try | ast.FunctionDef | ast.AsyncFunctionDef | ast.Match):
        return type(bare).__name__.lower()
    lines = [line.strip() for line in ast.unparse(ast.fix_missing_locations(bare)).splitlines()]
    return " ".join(line for line in lines if line != "pass") or "pass"


def code_of(place: Place, function: Function) -> types.CodeType:
    """What Python makes of the function, as it does where the function stands."""
    bare = copy.copy(function)
    bare.decorator_list = []
    inside: ast.stmt = bare
    for name in reversed(place.name.split(".")[:-1]):
        inside = ast.ClassDef(name, [], [], [inside], [])
        if sys.version_info >= (3, 12):
            inside.type_params = []
    tree = ast.fix_missing_locations(ast.Module([inside], []))
    code = compile(tree, str(place.path), "exec")
    for name in place.name.split("."):
        code = next(
            part
            for part in code.co_consts
            if isinstance(part, types.CodeType) and part.co_name == name
        )
    return code
