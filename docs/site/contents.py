"""Which pages the site has, in what order, and where each one comes from."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

HOME = "docs/index.md"
COMMANDS, REFERENCE = "docs/commands.md", "docs/api.md"  # their second half is made from the code


@dataclass(frozen=True)
class Page:
    """A page: its address on the site, its title in the list, and its source in the repository."""

    address: str
    title: str
    source: str

    @property
    def is_written(self) -> bool:
        return (ROOT / self.source).is_file()


@dataclass(frozen=True)
class Chapter:
    """Pages below one heading."""

    title: str
    pages: tuple[Page, ...]


def rulebook(game: str, title: str) -> Page:
    return Page(f"rules/{game}", title, f"templetop/games/{game}/rulebook.md")


CHAPTERS = (
    Chapter("Play", (
        Page("start", "Start here", "docs/start.md"),
        Page("play", "Play", "docs/play.md"),
        Page("coach", "Learn from a match", "docs/coach.md"),
        Page("same-deals", "The same for everybody", "docs/same-deals.md"),
        Page("host", "Host a table", "docs/operation.md"),
    )),
    Chapter("Make", (
        Page("write-a-bot", "Write a bot", "docs/your-own-bot.md"),
        Page("write-a-game", "Write a game", "docs/your-own-game.md"),
        Page("train-an-agent", "Train an agent", "docs/train.md"),
        Page("study-a-variant", "Study a variant", "docs/study-a-variant.md"),
        Page("write-the-rules-again", "Write the rules again", "docs/conformance.md"),
    )),
    Chapter("Rulebooks", (
        rulebook("karuba", "Karuba"),
        rulebook("karuba_cards", "Karuba: The Card Game"),
        rulebook("cacao", "Cacao"),
        rulebook("karmaggan", "Karmaggän"),
        rulebook("vulkar", "Vul-Kar"),
    )),
    Chapter("Reference", (
        Page("api", "Python API", REFERENCE),
        Page("commands", "Commands", COMMANDS),
        Page("bot-protocol", "Bot protocol", "templetop/bots/PROTOCOL.md"),
        Page("conformance-protocol", "Conformance protocol", "templetop/conformance/PROTOCOL.md"),
        Page("architecture", "Architecture", "ARCHITECTURE.md"),
        Page("island", "Vul-Kar's island", "templetop/games/vulkar/ISLAND.md"),
        Page("figures", "The card game in figures", "templetop/games/karuba_cards/FIGURES.md"),
    )),
    Chapter("Project", (
        Page("readme", "Strength and speed", "README.md"),
        Page("changelog", "Changelog", "CHANGELOG.md"),
        Page("contributing", "Contributing", "CONTRIBUTING.md"),
        Page("security", "Security", "SECURITY.md"),
    )),
)  # fmt: skip


def pages() -> list[Page]:
    """All that are written, the first page first."""
    named = [page for chapter in CHAPTERS for page in chapter.pages]
    return [page for page in (Page("index", "Templetop", HOME), *named) if page.is_written]
