"""Records, rules, and the one place where rules become machine code.

A rule is a plain Python function and stays one: called from Python it runs in the interpreter, at
once, and a debugger can step through it. Called from a `@compiled` function it is machine code, and
called from a CUDA kernel it is GPU code. Numba is not even imported before the first of these
calls, so nobody waits for a compiler who did not ask for one.
"""

import copyreg
import functools
import gc
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from operator import itemgetter
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from templetop.engine.refusal import Refusal

COMPILED = ("bots", "checks", "engine")  # the folders with rules that all games share
WEEK = 7 * 24 * 3600
TRIED = "tried"  # the rules were played by the interpreter, and nothing was wrong

Function = Callable[..., Any]

# What Numba is to be told when the first machine code is wanted: for each function, who says which
# function stands for it in compiled code, given the types of its arguments.
lessons: list[tuple[Function, Function]] = []
taught = 0  # so many of them; no more than Numba was told completely
COMPILING = RLock()  # held by the thread that tells Numba, or makes something for all threads


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type whose fields are read as attributes, everywhere.

    CUDA refuses fields that are not aligned. The gaps that aligning leaves are fields too: what has
    no name, NumPy does not copy.
    """
    whole: list[tuple[Any, ...]] = []
    end = 0
    for field in fields:
        if hasattr(np.void, field[0]):
            raise ValueError(f"A field cannot be called {field[0]}: every NumPy record has one.")
        whole += gap(end, alignment(np.dtype(field[1])))
        whole.append(field)
        end = np.dtype(whole).itemsize
    whole += gap(end, max(alignment(np.dtype(field[1])) for field in fields))
    kind = np.dtype(whole, align=True)
    return np.dtype((with_attributes(kind.names or ()), kind))


class Fields(type):
    """What a class of records is an instance of: another process makes it anew from the names."""

    names: tuple[str, ...]


@functools.cache
def with_attributes(names: tuple[str, ...]) -> Fields:
    """A record whose fields are properties: found four times as fast as those of `np.record`."""
    fields = {name: property(itemgetter(name), putter(name)) for name in names}
    kind = Fields("Record", (np.void,), {**fields, "__slots__": ()})
    kind.names = names
    return kind


copyreg.pickle(Fields, lambda kind: (with_attributes, (kind.names,)))


def putter(name: str) -> Function:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return put


def gap(end: int, needed: int) -> list[tuple[Any, ...]]:
    """What is to be left free after so many bytes for something that needs this alignment."""
    return [(f"gap_{end}", np.uint8, (-end % needed,))] if end % needed else []


def alignment(kind: np.dtype[Any]) -> int:
    """As the machine wants it; NumPy forgets it for a record inside another."""
    if kind.fields is None:
        return kind.alignment
    return max(alignment(part[0].base) for part in kind.fields.values())


def rule(function: Function) -> Function:
    """Mark a function that may be interpreted, compiled, or run on a GPU, from one source."""
    lessons.append((function, lambda *types: function))
    return function


def dispatched(choose: Function) -> Callable[[Function], Function]:
    """Mark a function that `choose` replaces in compiled code, by the types of the arguments."""

    def mark(function: Function) -> Function:
        name = function.__name__
        # No `functools.partial`: Numba looks for the source of this function when it explains a
        # mistake in a rule, and a partial has none.
        lessons.append((function, lambda *types: choose(name, *types)))
        return function

    return mark


def instruction(name: str) -> Callable[[Function], Function]:
    """Mark a function of one word that processors have an instruction for (LLVM's name of it)."""

    def mark(function: Function) -> Function:
        lessons.append((function, lambda word: single(name)))
        return function

    return mark


class Compiled:
    """A function that runs as machine code, kept on disk from one process to the next.

    Its first argument is an array of states: so it belongs to a game, and its code is kept with all
    that this game's rules are made of.
    """

    def __init__(self, plain: Function) -> None:
        self.plain = plain
        self.by_game: dict[Any, Any] = {}
        functools.update_wrapper(self, plain)

    def __call__(self, *arguments: Any) -> Any:
        teach_numba()
        code = self.machine_code(arguments)
        try:
            return code(*arguments)
        except Exception as error:
            if (fault := mistake(error, arguments[0].dtype)) is None:
                raise
            raise fault from error

    def machine_code(self, arguments: tuple[Any, ...]) -> Any:
        states = arguments[0]
        kind = states.dtype
        code = self.by_game.get(kind)
        if code is None:
            with COMPILING:  # else two threads would compile it twice, each for itself
                code = self.by_game.get(kind)
                if code is None:
                    code = self.by_game[kind] = (
                        self.plain if is_switched_off() else self.with_cache(kind)
                    )
        return code

    def with_cache(self, kind: Any) -> Any:
        import numba

        from templetop.engine.linking import UNCOUNTED, CompilerOfWholes

        try_out_once(kind)
        # Only for our own functions: a user's Numba code keeps the cache folder it has.
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder(kind))
        try:
            options = {"nogil": True, "no_cfunc_wrapper": True, "pipeline_class": CompilerOfWholes}
            code = numba.njit(cache=True, **options, **UNCOUNTED)(self.plain)
        finally:
            numba.config.CACHE_DIR = before
        use_only_while_unchanged(code._cache, kind)
        return code

    def prepare(self, *arguments: Any) -> None:
        """Compile for such arguments, or load from disk, without running."""
        from numba import typeof

        teach_numba()
        if is_switched_off():
            return
        code = self.machine_code(arguments)
        try:
            with nothing_swept():
                code.compile(tuple(typeof(argument) for argument in arguments))
        except Exception as error:
            if (fault := mistake(error, arguments[0].dtype)) is None:
                raise
            raise fault from error

    def is_on_disk(self, *arguments: Any) -> bool:
        """Was it compiled for such arguments before, on this machine and from these sources?"""
        from numba import typeof

        if is_switched_off():
            return True
        signature = tuple(typeof(argument) for argument in arguments)
        code = self.machine_code(arguments)
        key = code._cache._index_key(signature, code.targetctx.codegen())
        return key in code._cache._cache_file._load_index()


def is_switched_off() -> bool:
    """Does NUMBA_DISABLE_JIT let the interpreter do everything?"""
    import numba

    return bool(numba.config.DISABLE_JIT)


def mistake(error: Exception, kind: Any) -> Exception | None:
    """What the author of a game is told; None where it is no mistake of theirs."""
    from templetop.engine import faults

    own = made_of.get(kind)
    if own is None or faults.is_ours(own.card.folder) or isinstance(error, Refusal):
        return None
    if (fault := faults.fault_of(error, [own.card.folder])) is not None:
        return fault
    if faults.is_numba(error) or isinstance(error, KeyError):
        return faults.fault_in_compiling(error, own.card)
    return faults.fault_while_running(error, own.card)


def try_out_once(kind: Any) -> None:
    """Before the rules of somebody's own game become machine code, they are played under watch.

    Once for each version of the sources: a file beside the machine code says that it was done.
    """
    from templetop.engine import faults

    own = made_of.get(kind)
    if own is None or faults.is_ours(own.card.folder):
        return
    mark = cache_folder(kind) / TRIED
    if mark.exists():
        return
    from templetop.engine.trial import try_out

    try_out(own.card)
    with suppress(OSError):
        mark.touch()


@contextmanager
def nothing_swept() -> Iterator[None]:
    """Compiling makes millions of objects and drops few; looking for those costs a tenth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def compiled(function: Function) -> Compiled:
    """Mark where machine code begins: it and every rule it calls are compiled when first called."""
    return Compiled(function)


def teach_numba() -> None:
    """Let compiled code and CUDA kernels call the rules marked so far."""
    global taught
    if taught == len(lessons):
        return
    with COMPILING:
        from templetop.engine.linking import teach

        while taught < len(lessons):
            teach(*lessons[taught])
            taught += 1


@functools.cache
def single(name: str) -> Function:
    """A function of one word that is nothing but one LLVM instruction."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def emit(typing: Any, word: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return getattr(builder, name)(arguments[0])

        return types.uint64(types.uint64), write

    def call(word: Any) -> Any:
        return np.int64(emit(np.uint64(word)))

    return call


# ── The cache ────────────────────────────────────────────────────────────────────────────────────
# Numba looks only at the file of the function it compiled: after a change in a table, or in a rule
# that is called, it would go on giving the old answer. So the folder of a game is named by all that
# its machine code is made of: the sources of the engine, the bots and the game, wherever that lies,
# and the values of its tables, which cannot be changed once the game is known.

made_of: dict[Any, "Sources"] = {}


class Sources(NamedTuple):
    """What the rules of a game are made of."""

    game: str
    card: Any
    contents: str  # of its files, when it became known: a file may be edited after that
    modules: list[ModuleType]


def protect(game: Any) -> None:
    """Remember what a game is made of, and let nobody change its tables any more."""
    modules = modules_of(game)
    for module in modules:
        for table in tables_in(vars(module).values()):
            table.flags.writeable = False
    made_of[game.State] = Sources(game.id, game, contents_of(files_of(game, modules)), modules)
    cache_folder.cache_clear()


def tables_in(values: Iterable[Any]) -> Iterator[Any]:
    """The arrays among some values, also in tuples."""
    for value in values:
        if isinstance(value, np.ndarray):
            yield value
        elif isinstance(value, tuple):
            yield from tables_in(value)


def modules_of(game: Any) -> list[ModuleType]:
    """The game's own modules, or those that its rules stand in where it has no folder."""
    if game.folder is not None:
        known = [*sys.modules.values()]  # another thread may import something meanwhile
        inside = [m for m in known if is_below(file_of(m), game.folder)]
        return sorted(inside, key=lambda module: module.__name__)
    rules = {answer.__module__ for answer in vars(game).values() if is_rule(answer)}
    return [sys.modules[name] for name in sorted(rules)]


def files_of(game: Any, modules: list[ModuleType]) -> list[Path]:
    if game.folder is not None:
        return sorted(game.folder.rglob("*.py"))
    return [path for module in modules if (path := file_of(module)) is not None]


def file_of(module: ModuleType) -> Path | None:
    name = getattr(module, "__file__", None)
    return Path(name) if name else None


def is_below(path: Path | None, folder: Path) -> bool:
    return path is not None and path.is_relative_to(folder)


def is_rule(answer: Any) -> bool:
    return any(answer is function for function, _ in lessons)


def fingerprint(kind: Any) -> str:
    """Changes with whatever the machine code of a game is made of."""
    own = made_of.get(kind, Sources("", None, "", []))
    sources = hashlib.sha256(f"{sys.version} {np.__version__}".encode())
    sources.update(f"{shared_contents()} {own.contents}".encode())
    for module in own.modules:
        for name, value in sorted(vars(module).items()):
            sources.update(f"{name} {as_written(value)}".encode())
    return sources.hexdigest()[:16]


@functools.cache
def shared_contents() -> str:
    """Of what all games share."""
    package = Path(__file__).parents[1]
    return contents_of([path for name in COMPILED for path in (package / name).rglob("*.py")])


def contents_of(files: Iterable[Path]) -> str:
    contents = hashlib.sha256()
    for path in sorted(files):
        contents.update(path.name.encode())
        contents.update(path.read_bytes())
    return contents.hexdigest()


def use_only_while_unchanged(cache: Any, kind: Any) -> None:
    """A number of a game that is changed after its folder was chosen belongs to no folder."""
    chosen, load, save = fingerprint(kind), cache.load_overload, cache.save_overload
    cache.load_overload = lambda *code: load(*code) if fingerprint(kind) == chosen else None
    cache.save_overload = lambda *code: save(*code) if fingerprint(kind) == chosen else None


def as_written(value: Any) -> str:
    """The value of a table or a number; nothing for what rules cannot look into."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, bool | int | float | str | np.generic):
        return repr(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(as_written, value))})"
    return ""


@functools.cache
def cache_folder(kind: Any = None) -> Path:
    """Where the machine code of a game is kept; folders unused for a week are swept."""
    for home in places_for_a_cache():
        own = made_of.get(kind)
        folder = home / f"rules-{own.game if own else 'any'}-{fingerprint(kind)}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder.touch()
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            sweep(home, keep=folder)
            return folder
    return Path(tempfile.mkdtemp(prefix="templetop-"))


def places_for_a_cache() -> list[Path]:
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return [Path(caches) / "templetop", Path(tempfile.gettempdir()) / f"templetop-{user}"]


def sweep(home: Path, keep: Path) -> None:
    for folder in home.glob("rules-*"):
        with suppress(OSError):  # another process may sweep the same folder
            if folder != keep and folder.stat().st_mtime < time.time() - WEEK:
                shutil.rmtree(folder, ignore_errors=True)
