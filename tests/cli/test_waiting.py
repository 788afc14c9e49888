"""A line on a terminal while something takes its time."""

import io
import time

import pytest
from rich.console import Console

from templetop.cli import waiting as module
from templetop.cli.waiting import waiting

GONE = "\x1b[?25h\r\x1b[1A\x1b[2K"  # the cursor is back, and the line deleted


@pytest.fixture
def paper(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    monkeypatch.setattr(module, "SOON", 0.05)
    return io.StringIO()


def terminal(paper: io.StringIO) -> Console:
    return Console(file=paper, width=80, force_terminal=True, color_system=None)


def test_what_is_done_soon_is_not_worth_a_line(paper: io.StringIO) -> None:
    with waiting(terminal(paper), "Owl is thinking …"):
        pass
    assert paper.getvalue() == ""


def test_what_takes_longer_is(paper: io.StringIO) -> None:
    with waiting(terminal(paper), "Owl is thinking …") as say:
        time.sleep(0.3)
        say("Owl has an idea …")
        time.sleep(0.3)
    assert "Owl is thinking …" in paper.getvalue()
    assert "Owl has an idea …" in paper.getvalue()
    assert paper.getvalue().endswith(GONE)


def test_it_goes_away_when_something_goes_wrong(paper: io.StringIO) -> None:
    def go_wrong() -> None:
        with waiting(terminal(paper), "Owl is thinking …"):
            time.sleep(0.2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        go_wrong()
    assert paper.getvalue().endswith(GONE)


def test_a_pipe_is_not_disturbed(paper: io.StringIO, capsys: pytest.CaptureFixture[str]) -> None:
    with waiting(Console(file=paper), "Owl is thinking …") as say:
        time.sleep(0.1)
        say("Compiling …")
    assert paper.getvalue() == ""
    assert capsys.readouterr().err == "Compiling …\n"
