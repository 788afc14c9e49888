"""docs/your-own-bot.md: its bot is the example. What the page shows is run by `test_docs.py`."""

from docs.site.contents import ROOT
from docs.site.markdown import blocks

PAGE = ROOT / "docs" / "your-own-bot.md"
EXAMPLE = ROOT / "examples" / "ten_line_bot.py"


def test_the_bot_of_the_page_is_the_example() -> None:
    [bot] = [block.text for block in blocks(PAGE.read_text("utf-8")) if block.path == "mybot.py"]
    assert EXAMPLE.read_text("utf-8").endswith(bot)
