"""How rules are put together: each is translated once, and the whole is optimised once.

Left to itself, Numba optimises every function together with all it calls and makes machine code of
it, and then does the same again for whoever calls that function. In a game, where rules call rules
that call rules, two thirds of the time went into machine code that nobody ever ran.
"""

from typing import Any

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.imputils import lower_cast
from numba.core.types.misc import unliteral
from numba.core.typing import Context
from numba.core.typing.templates import infer, infer_global, make_overload_template

# Rules allocate nothing, so nobody has to count who still uses an array: where a rule is handed
# several, that cost more than the rule itself.
UNCOUNTED = {"_nrt": False}
# For rules: nobody calls them but other rules.
OF_RULES = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, **UNCOUNTED}


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
        self._linking_libraries = parts_of(self)
        super().finalize()


def parts_of(library: Any) -> list[Any]:
    """What a library calls, and what that calls, and so on: each once, and after all its callers.

    LLVM leaves out what nobody has called yet when it is linked.
    """
    found: dict[Any, None] = {}
    callers_last(library, found)
    return [*reversed(found)][1:]


def callers_last(library: Any, found: dict[Any, None]) -> None:
    if isinstance(library, Part | Whole):
        for part in library._linking_libraries:
            if part not in found:
                callers_last(part, found)
    found.setdefault(library)


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


# ── What a rule is called with ───────────────────────────────────────────────────────────────────

WHOLE = types.integer_domain - {types.uint64}  # what 64 bits with a sign can hold


def teach(function: Any, choose: Any) -> None:
    """Let compiled code call a rule: `choose` says what stands for it, given the types."""
    how = {**OF_RULES, "pipeline_class": CompilerOfRules}
    plain = make_overload_template(function, choose, how, strict=False, inline="never")

    class OfWholeNumbers(plain):  # type: ignore[misc, valid-type]
        """A seat from a field of eight bits and one that was counted are the same to a rule.

        Left to itself, Numba would translate the rule for each kind of number it meets. A GPU pays
        for wide numbers and for arrays of unknown size: there Vul-Kar was a third slower.
        """

        def generic(self, arguments: Any, named: Any) -> Any:
            if not isinstance(self.context, Context):
                return super().generic(arguments, named)
            named = {name: widened(kind) for name, kind in named.items()}
            return super().generic(tuple(map(widened, arguments)), named)

    infer(OfWholeNumbers)
    infer_global(function, types.Function(OfWholeNumbers))


def widened(kind: Any) -> Any:
    """Whole numbers are handed over with 64 bits and a sign, and a field's array as any array."""
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return types.int64 if unliteral(kind) in WHOLE else kind


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
def handed_over(context: Any, builder: Any, kind: Any, wanted: Any, array: Any) -> Any:
    """Both look the same in memory; only the compiler knows the size of the one."""
    return array
