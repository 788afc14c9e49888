"""A line on a terminal while something takes its time."""

import io
import time

import pytest
from rich.console import Console

from templetop.cli import waiting as module
from templetop.cli.waiting import waiting

PATIENCE = 300  # seconds
GONE = "\x1b[?25h\r\x1b[1A\x1b[2K"  # the cursor is back, and the line deleted


@pytest.fixture
def paper(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    monkeypatch.setattr(module, "SOON", 0.01)
    return io.StringIO()


def terminal(paper: io.StringIO) -> Console:
    return Console(file=paper, width=80, force_terminal=True, color_system=None)


def wait_for(paper: io.StringIO, words: str) -> None:
    """Until they are written; for ever would be too long."""
    end = time.monotonic() + PATIENCE
    while words not in paper.getvalue():
        assert time.monotonic() < end, paper.getvalue()
        time.sleep(0.01)


def test_what_is_done_soon_is_not_worth_a_line(
    paper: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SOON", PATIENCE)
    with waiting(terminal(paper), "Owl is thinking …"):
        pass
    assert paper.getvalue() == ""


def test_what_takes_longer_is(paper: io.StringIO) -> None:
    with waiting(terminal(paper), "Owl is thinking …") as say:
        wait_for(paper, "Owl is thinking …")
        say("Owl has an idea …")
        wait_for(paper, "Owl has an idea …")
    assert paper.getvalue().endswith(GONE)


def test_it_goes_away_when_something_goes_wrong(paper: io.StringIO) -> None:
    def go_wrong() -> None:
        with waiting(terminal(paper), "Owl is thinking …"):
            wait_for(paper, "Owl is thinking …")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_wrong()
    assert paper.getvalue().endswith(GONE)


def test_a_pipe_is_not_disturbed(
    paper: io.StringIO, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(module, "Timer")  # nothing is to come later
    with waiting(Console(file=paper), "Owl is thinking …") as say:
        say("Compiling …")
    assert paper.getvalue() == ""
    assert capsys.readouterr().err == "Compiling …\n"
