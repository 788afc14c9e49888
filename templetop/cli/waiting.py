"""A quiet line on a terminal while something takes its time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console

from templetop.cli.sentences import screen

SOON = 0.3  # seconds in which nobody notices that something is done


@contextmanager
def waiting(console: Console, sentence: str) -> Iterator[Callable[[str], None]]:
    """Show the sentence if it takes longer; yields who says another one instead.

    Where there is no terminal, only that other one is said, on stderr.
    """
    if not console.is_terminal:
        yield screen(stderr=True).print
        return
    status = console.status(sentence)
    later = Timer(SOON, status.start)
    later.start()
    try:
        yield status.update
    finally:
        later.cancel()
        later.join()
        status.stop()
