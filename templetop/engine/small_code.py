"""Small code for a GPU: long rules that several others call are kept apart, not copied into each.

NVIDIA's compiler would copy them all. That makes the code of a large game so long that a GPU waits
for its instructions, and the compiler takes minutes.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

LONG = 100  # lines of a function, before it is optimised
DEFINED = re.compile(r'^define (?!.*noinline)[^@]*@("[^"]+"|[\w.$]+)\(.*$', re.MULTILINE)
CALLED = re.compile(r'\bcall [^@]*@("[^"]+"|[\w.$]+)\(')


@contextmanager
def small_code() -> Iterator[None]:
    """What is compiled for a GPU in the meantime is small."""
    from numba.cuda.cudadrv import nvvm

    compile_ir = nvvm.compile_ir

    def compile_small(texts: str | Sequence[str], **options: Any) -> Any:
        return compile_ir(kept_apart([texts] if isinstance(texts, str) else texts), **options)

    nvvm.compile_ir = compile_small
    try:
        yield
    finally:
        nvvm.compile_ir = compile_ir


def kept_apart(texts: Sequence[str]) -> list[str]:
    """The same functions; long ones with several callers are not to be copied into them."""
    callers = Counter(name for text in texts for name in CALLED.findall(text))
    return [with_marks(text, callers) for text in texts]


def with_marks(text: str, callers: Counter[str]) -> str:
    def mark(found: re.Match[str]) -> str:
        body = text[found.end() : text.find("\n}", found.end())]
        is_kept = callers[found[1]] > 1 and body.count("\n") > LONG
        return found[0] + " noinline" if is_kept else found[0]

    return DEFINED.sub(mark, text)
