"""docs/your-own-bot.md: its bot is the example. What the page shows is run by `test_docs.py`."""

import runpy

import templetop as tt
from docs.site.contents import ROOT
from docs.site.markdown import blocks

PAGE = ROOT / "docs" / "your-own-bot.md"
EXAMPLE = ROOT / "examples" / "ten_line_bot.py"


def test_the_bot_of_the_page_is_the_example() -> None:
    [bot] = [block.text for block in blocks(PAGE.read_text("utf-8")) if block.path == "mybot.py"]
    assert EXAMPLE.read_text("utf-8").endswith(bot)


def test_the_better_bot_of_the_page_takes_a_win_that_it_sees() -> None:
    assert "(../examples/looking_ahead.py)" in PAGE.read_text("utf-8")
    match = tt.Match.new(tt.take(ROOT / "examples" / "connect_four"), ["Ann", "Ben"])
    for column in (3, 0, 3, 0, 3, 0):
        match.play(match.awaited[0], column)
    ahead = runpy.run_path(str(ROOT / "examples" / "looking_ahead.py"))["Ahead"]
    assert ahead().decide(tt.Seen.of(match, seat=0)) == 3
