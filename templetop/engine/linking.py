"""How rules are put together: each is translated once, and the whole is optimised once.

Left to itself, Numba optimises every function together with all it calls and makes machine code of
it, and then does the same again for whoever calls that function. In a game, where rules call rules
that call rules, two thirds of the time went into machine code that nobody ever ran.
"""

from collections.abc import Iterator
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

# For rules: nobody calls them but other rules.
OF_RULES = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Part(JITCodeLibrary):  # type: ignore[misc]
    """One rule, as it was translated: only what it becomes a part of is made machine code."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """For code that calls Python: no rule does."""


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """Where machine code begins, with all that it needs."""

    def finalize(self) -> None:
        self._linking_libraries = list(dict.fromkeys(parts_of(self)))
        super().finalize()


def parts_of(library: Any) -> Iterator[Any]:
    """What a library calls, and what that calls, and so on; each at least once."""
    seen = set()
    waiting = [library]
    while waiting:
        for part in waiting.pop()._linking_libraries:
            if part not in seen:
                seen.add(part)
                yield part
                waiting += [part] if isinstance(part, Part) else []


class CompilerOfRules(Compiler):  # type: ignore[misc]
    """Translates a rule."""

    kind = Part

    def define_pipelines(self) -> Any:
        library = self.kind(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        library.enable_object_caching()
        self.state.library = library
        return super().define_pipelines()


class CompilerOfWholes(CompilerOfRules):
    """Translates a function that Python calls, and makes machine code of all it needs."""

    kind = Whole
