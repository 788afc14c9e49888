"""How a program is spoken to, explained on the command line."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from templetop.cli import protocol
from templetop.games.shelf import ready_games, take

from .conftest import Run

ROOT = Path(__file__).parents[2]


def test_the_page_is_printed_as_it_is(run: Run) -> None:
    page = (ROOT / "templetop" / "bots" / "PROTOCOL.md").read_text()
    assert run("bot-protocol").stdout == page


def test_on_a_terminal_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = io.StringIO()
    terminal = Console(file=paper, width=100, force_terminal=True, color_system=None)
    monkeypatch.setattr(protocol, "screen", lambda: terminal)
    protocol.bot_protocol()
    assert "Bots in any language" in paper.getvalue()
    assert "# Bots" not in paper.getvalue()
    assert "|---|" not in paper.getvalue()


@pytest.mark.parametrize("game", ready_games())
def test_the_first_messages_can_be_piped_into_a_program(run: Run, game: str) -> None:
    printed = run("bot-protocol", game).stdout
    hello, asked, over = map(json.loads, printed.splitlines())
    assert (hello["game"], over["type"]) == (game, "over")
    bot = [sys.executable, str(ROOT / "examples" / "first_bot.py")]
    done = subprocess.run(bot, input=printed, capture_output=True, text=True, timeout=300)
    ready, answer = map(json.loads, done.stdout.splitlines())
    assert ready == {"ready": True}
    assert answer["number"] == 1
    assert answer["move"] in [offered["move"] for offered in asked["moves"]]
    assert done.stderr == ""


def test_a_game_that_is_not_there(run: Run) -> None:
    assert "Did you mean karuba?" in run("bot-protocol", "karubba").stderr
    assert take("karuba").id in ready_games()
