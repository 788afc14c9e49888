"""The pages in German: nothing on them is English."""

import re
from functools import cache

import polib  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Page, expect

from templetop.engine.speech import FORMATTER
from templetop.games.shelf import take
from templetop.languages import books

from .conftest import Finished, Visit
from .tiers import IN_TEST_ALL, only

GERMAN = {"locale": "de-DE"}
GAMES = ["karuba", "karuba_cards", "cacao", "karmaggan", "vulkar"]
PLACES = [
    *("/", "/lobby", "/daily", "/duplicates", "/puzzles", "/puzzles/karuba", "/people"),
    *("/me", "/kept", "/forgotten", "/unsubscribe", "/nowhere"),
    *(f"/rules/{game}" for game in GAMES),
]
# Words that no German sentence has; names of games and people are no words.
ENGLISH = re.compile(
    r"\b(the|your|you|and|with|of|is|are|this|that|has|have|from|for|not|to|at|"
    r"cards?|tiles?|workers?|steps?|moves?|turns?|seats?|points?|left|open|closed)\b",
    re.IGNORECASE,
)
# What a page says to who sees it and who does not, but for what is marked as English
SAID = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const element = node.nodeType === 1 ? node : node.parentElement;
    if (element.closest('[lang="en"], code, script, style, noscript, svg defs')) continue;
    if (node.nodeType === 3) said.push(node.data);
    else for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
      if (element.getAttribute?.(name)) said.push(element.getAttribute(name));
  }
  return [...new Set(said.map((text) => text.trim().replace(/\\s+/g, ' ')).filter(Boolean))];
}"""


@cache
def entries() -> list[polib.POEntry]:
    """Of all catalogues; read when a test wants them, as that takes seconds."""
    return [entry for book in books() for entry in polib.pofile(str(book.file))]


@cache
def german_texts() -> set[str]:
    return {entry.msgstr for entry in entries()}


@cache
def english_texts() -> re.Pattern[str]:
    """Every English text that is said otherwise in German, with anything for its parts."""
    differ = {e.msgid for e in entries() if not e.msgctxt and e.msgstr and e.msgstr != e.msgid}
    texts = [text for text in differ if re.search("[a-z]{3}", bare(text))]
    return re.compile("|".join(map(pattern, texts)))


def bare(text: str) -> str:
    return "".join(before for before, *_ in FORMATTER.parse(text))


def pattern(text: str) -> str:
    parts = [(re.escape(before), name) for before, name, *_ in FORMATTER.parse(text)]
    return "".join(before + (".+" if name is not None else "") for before, name in parts)


NOT_OURS = {
    "Sneak out of the museum with more loot than the others, past a guard who hears everything."
}
# As they are typed; a rulebook names them so in every language.
SETTINGS = {
    code
    for option in (option for game in GAMES for option in take(game).options)
    for code in (option.name, *(choice.name for choice in option.choices))
}
SETTING = re.compile(r"\(Option(en)? [^()]*\)")


def english_on(page: Page) -> list[str]:
    as_is = german_texts() | NOT_OURS | (SETTINGS if "/rules/" in page.url else set())
    said = [text for text in page.evaluate(SAID) if text not in as_is]
    return [
        text
        for text in said
        if not SETTING.fullmatch(text)
        if ENGLISH.search(text) or english_texts().fullmatch(text)
    ]


def settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    expect(page.locator("html")).to_have_attribute("lang", "de")


@IN_TEST_ALL
def test_no_page_is_in_two_languages(visit: Visit, finished: Finished) -> None:
    page = visit("/", **GERMAN)
    for place in [*PLACES, f"/tables/{finished('karuba')}/replay", f"/tables/{finished('karuba')}"]:
        page.goto(place)
        settled(page)
        assert english_on(page) == [], place
    page.goto("/")
    page.get_by_role("button", name="Cacao").click()
    page.get_by_role("button", name="Cacao spielen").wait_for()
    assert english_on(page) == []


def test_who_wants_english_gets_it(visit: Visit) -> None:
    page = visit("/", **GERMAN)
    expect(page.get_by_role("heading", level=1)).to_have_text("Vom Tisch aus in den Dschungel")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Into the jungle without leaving the table"
    )
    page.goto("/lobby")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tische")


@pytest.mark.parametrize("game", GAMES)
@IN_TEST_ALL
def test_a_stranger_is_taught_in_german(visit: Visit, game: str) -> None:
    page = visit("/", **GERMAN)
    page.request.post("/api/guests", data={"name": "Ada"})
    begun = page.evaluate(
        "(where) => fetch(where, { method: 'POST' }).then((a) => a.json())",
        f"/api/games/{game}/lesson",
    )
    page.goto(f"/tables/{begun['table']}")
    for _ in range(2):
        expect(page.locator(".speech h2")).to_be_visible()
        settled(page)
        assert english_on(page) == []
        page.locator(".speech button").last.click()


@pytest.mark.parametrize("game", only(GAMES, "karuba"))
def test_a_few_moves_in_german(visit: Visit, game: str) -> None:
    page = visit("/", **GERMAN)
    seats = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    page.request.post("/api/guests", data={"name": "Ada"})
    made = page.request.post("/api/tables", data={"game": game, "seats": seats}).json()
    where = f"/tables/{made['table']}"
    page.goto(where)
    for _ in range(4):
        expect(page.get_by_text("Du bist am Zug").first).to_be_visible()
        settled(page)
        assert english_on(page) == []
        make_a_move(page, where)


def make_a_move(page: Page, where: str) -> None:
    """The first that is offered, when we are asked."""
    offers: list[dict[str, int]] = []
    while not offers:
        table = page.request.get(f"/api{where}?drawing=false").json()
        offers = table["offers"]
    move = {"number": table["number"], "move": offers[0]["move"]}
    page.request.post(f"/api{where}/moves?drawing=false", data=move)
