"""People at tables: they look at the page and press what it offers."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, expect

from templetop.games.shelf import ready_games, take

LONGEST = 600  # seconds
FRAME = 50  # milliseconds by which a stopped clock goes on

OFFERS = "details ul[aria-label=Moves] button"

LOOK = """(offers) => {
    if (document.querySelector("#ending")) return "over";
    if (document.querySelector(`${offers}.decided`)) return "";
    return document.querySelector(offers) ? "asked" : "";
}"""
PRESS = """([offers, where]) => {
    const all = document.querySelectorAll(offers);
    all[Math.floor(where * all.length)]?.click();
}"""
IS_DONE = "() => document.querySelector('.table').getAttribute('aria-busy') === 'false'"

# What is read out is replaced by the next news, perhaps before somebody looks.
KEEP_NEWS = """() => {
    window.heard = [];
    const look = () => {
        const news = document.querySelector("[aria-live=polite]")?.textContent;
        if (news && news !== heard.at(-1)) heard.push(news);
    };
    look();
    new MutationObserver(look).observe(
        document, { childList: true, characterData: true, subtree: true });
}"""
HEARD = "(words) => window.heard.some((news) => news.includes(words))"
# A page that plays by itself: whatever it offers is pressed, until the match is over.
PLAY_ON = """([offers, seed]) => {
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const is_asked = () =>
        document.querySelector(".table").getAttribute("aria-busy") === "false" &&
        document.querySelector(".status.yours");
    const press = () => {
        if (document.querySelector("#ending")) return clearInterval(again);
        const all = is_asked() ? document.querySelectorAll(offers) : [];
        all[Math.floor(random() * all.length)]?.dispatchEvent(
            new MouseEvent("click", { bubbles: true }));
    };
    const again = setInterval(press, 20);
}"""

# Is what a test has put into `window.left` given back? That may take its time.
IS_GONE = "() => { gc(); return window.left.deref() === undefined; }"

FLAT = "localStorage.setItem('vulkar island', 'flat')"


def flat(page: Page) -> Page:
    """The island in three dimensions has tests of its own: without a graphics card it is slow."""
    page.evaluate(FLAT)
    return page


def keep_news(page: Page) -> None:
    """From now on all that is read out is kept."""
    page.evaluate(KEEP_NEWS)


def has_heard(page: Page, words: str) -> None:
    """It was read out at some time since the news are kept, or will be."""
    page.wait_for_function(HEARD, arg=words)


def stop_the_clock(page: Page) -> None:
    """From now on it goes only as it is told: a busy machine misses nothing."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)


def step_until(page: Page, there: Locator) -> None:
    """The clock goes on until something is to be seen; what is fetched may take its time."""
    deadline = time.monotonic() + LONGEST
    while time.monotonic() < deadline:
        if there.count():
            return
        page.clock.run_for(FRAME)
    pytest.fail(f"{there} is not seen.")


def play_to_the_end(people: list["Person"], offers: str) -> None:
    """All of them press what their pages offer at these places, whoever is asked."""
    for number, person in enumerate(people, 1):
        person.page.evaluate(PLAY_ON, [offers, number])
    for person in people:
        expect(person.page.locator("#ending")).to_be_visible()


def seat_for(sitter: str) -> dict[str, object]:
    """As a table is asked for: open, bot 1, program first."""
    kind, _, which = sitter.partition(" ")
    if kind == "bot":
        return {"kind": kind, "level": int(which)}
    return {"kind": kind, "name": which} if which else {"kind": kind}


@dataclass
class Person:
    """Somebody before a page, who decides at random."""

    page: Page
    dice: random.Random = field(default_factory=lambda: random.Random(1))

    def make_table(self, game: str, others: list[str], options: Mapping[str, str] = {}) -> str:
        """Without the lobby, as a guest unless one is somebody; the address of the table."""
        page, [wanted] = self.page, [one for one in ready_games() if take(one).name == game]
        if not page.context.cookies():
            page.request.post("/api/guests", data={"name": "Quick Gecko"})
        seats = [{"kind": "me"}, *map(seat_for, others)]
        asked = {"game": wanted, "seats": seats, "options": dict(options), "clock": None}
        made = page.request.post("/api/tables", data=asked)
        assert made.ok, made.text()
        page.goto(f"/tables/{made.json()['table']}")
        expect(page.locator("h1")).to_have_text(game)
        return page.url

    def make_table_at_the_lobby(self, game: str, others: list[str]) -> str:
        """The address of the table."""
        page = self.page
        page.goto("/lobby")
        self.choose("Game", game)
        self.choose("Seats", str(len(others) + 1))
        for number, sitter in enumerate(others, 2):
            page.get_by_label(f"Seat {number}").select_option(sitter)
        page.get_by_text("Create the table").click()
        expect(page.locator("h1")).to_have_text(game)
        return page.url

    def choose(self, what: str, wanted: str) -> None:
        self.page.get_by_role("combobox", name=what, exact=True).select_option(label=wanted)

    def sit_down(self, address: str) -> None:
        self.page.goto(address)
        self.page.get_by_role("button", name="Take seat").first.click()

    def open_offers(self) -> None:
        """The moves in words, where they are folded away."""
        if not self.page.locator("details[open]", has_text="in words").count():
            self.page.locator("summary", has_text="in words").click()

    @property
    def is_over(self) -> bool:
        return self.page.locator("#ending").count() > 0

    @property
    def is_asked(self) -> bool:
        return bool(self.page.evaluate(LOOK, OFFERS) == "asked")

    def wait(self) -> bool:
        """Until one is asked or it is over; is one asked?"""
        return bool(self.page.wait_for_function(LOOK, arg=OFFERS).json_value() == "asked")

    def decide(self) -> None:
        """One of the offers, whichever."""
        offers = self.page.locator(OFFERS)
        offers.nth(self.dice.randrange(offers.count())).click()
        expect(self.page.locator(".table")).to_have_attribute("aria-busy", "false")

    def decide_swiftly(self) -> None:
        """The same without looking whether a finger could: that takes longer than all the rest."""
        self.page.evaluate(PRESS, [OFFERS, self.dice.random()])
        self.page.wait_for_function(IS_DONE)
