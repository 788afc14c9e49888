"""A person at a terminal of some size."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from templetop.cli.sitting import Left, Sitting
from templetop.engine.match import Match
from templetop.games.shelf import take

Sit = Callable[..., list[str]]
PROMPT = "> "
CLEARED = "\x1b[2J\x1b[H"


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Types at a table in a terminal; what it shows, cleared before each picture."""

    def at_a_table(
        width: int, height: int, *typed: str, seats: int = 3, person: int | None = 0
    ) -> list[str]:
        names = ["Ann", "Jaguar", "Condor", "Puma"][:seats]
        match = Match.new(take("karuba"), names, {"setup": "random"})
        sitting = Sitting(match, person, ["greedy"] * seats, seed=3)
        paper = io.StringIO()
        sitting.console = Console(
            file=paper, width=width, height=height, force_terminal=True, color_system=None
        )
        lines = iter(typed)

        def answer(prompt: str) -> str:
            paper.write(prompt)
            line = next(lines, None)
            if line is None:
                raise EOFError
            paper.write(f"{line}\n")
            return line

        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        with pytest.raises(Left):
            sitting.play()
        return paper.getvalue().split(CLEARED)

    return at_a_table


def test_in_a_large_terminal_all_is_shown_at_once(sit: Sit) -> None:
    (_, screen) = sit(110, 60)
    assert screen.startswith("Bring your four adventurers")
    assert "╭─ Condor ─" in screen
    assert "discards tile" in screen
    assert "Enter to begin" not in screen


def test_in_a_small_one_the_beginning_waits_for_enter(sit: Sit) -> None:
    greeting, screen = sit(80, 24, "c3", "")
    assert "Bring your four adventurers" in greeting
    assert "'c3' is not a command; ? lists what can be typed." in greeting
    assert "Bring your four adventurers" not in screen
    assert screen.splitlines()[-3].startswith("? explains  d  a1 b1")
    assert screen.splitlines()[-2].endswith("e5 f5")  # all of them, on a second line


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 30), (100, 24), (110, 30)])
def test_the_whole_island_and_what_is_offered_are_on_the_screen(
    sit: Sit, width: int, height: int
) -> None:
    screen = sit(width, height, "", "c3")[-1].splitlines()
    seen = screen[-height:]
    assert seen[-1] == f"Ann{PROMPT}"
    assert any(line.startswith("        10     20     30") for line in seen)
    assert any("tile" in line and "to decide" not in line for line in seen)
    assert all(len(line) <= width for line in screen)


@pytest.mark.parametrize("height", range(24, 60, 3))
def test_the_codes_are_explained_only_where_there_is_room(sit: Sit, height: int) -> None:
    screen = sit(110, height, "", "c3", "d3")[-1].splitlines()
    assert len(screen) <= max(height, 28)  # four lines of news, and a table for 24 lines
    is_brief = any(line.startswith("? explains") for line in screen)
    assert is_brief != any(line.endswith("without walking") for line in screen)


def test_who_only_looks_on_goes_on_with_enter(sit: Sit) -> None:
    screens = sit(110, 50, "", "", "?", "hint", "c4", person=None)
    assert len(screens) == 4
    assert "save FILE" in screens[-1]
    assert "Only players get hints." in screens[-1]
    assert "'c4' is not a command" in screens[-1]
    assert screens[-1].endswith(f"Enter to continue, quit to leave{PROMPT}\n")
