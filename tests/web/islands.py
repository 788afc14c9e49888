"""Islands to order for the pages: moments of Vul-Kar as a browser is told of them.

python -m tests.web.islands ADDRESS FOLDER [WHICH]     takes pictures: both themes, three sizes
"""

import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route

from templetop.engine.ending import points_of, sides_of
from templetop.engine.match import code_of, legal_moves, message_of, seats_to_move, target_of
from templetop.engine.seats import CHANCE, decisions
from templetop.engine.telling import Teller
from templetop.games.vulkar.marbles.events import events_of
from templetop.games.vulkar.marbles.trajectory import from_bytes
from templetop.games.vulkar.rules import moves, turn
from templetop.server.tables.view_builder import log_line
from tests.vulkar.drawn import asked, event_of, game, island, move_of, odds, phase

from . import temples

Json = dict[str, Any]
NAMES = ["Ada", "Bo", "Cleo", "Dan"]
ROLLING = 30  # steps of the clock until marbles are half-way down
LONGEST = 120_000  # milliseconds until something is there
LAUNCHES = Path(__file__).parents[2] / "web" / "tests" / "games" / "vulkar" / "launches"


@dataclass
class Course:
    """An island on which something is done, and what is told of it to a seat."""

    state: Any
    seat: int | None = 0
    number: int = 1
    teller: Teller = field(default_factory=lambda: Teller(0))
    keepsakes: dict[int, bytes] = field(default_factory=dict)
    by_odds: set[int] = field(default_factory=set)

    def do(self, *deeds: str) -> "Course":
        """In the words of the rules' tests."""
        for deed in deeds:
            is_chance = asked(self.state) == CHANCE
            self.step(event_of(deed) if is_chance else move_of(self.state, deed))
        return self

    def step(self, move: int) -> None:
        who = asked(self.state)
        self.teller.tell(self.number, self.state, [(who, move)])
        self.number += 1
        if who == CHANCE:
            turn.happen(self.state, move)
        else:
            turn.play(self.state, decisions({who: move}))

    def launch(self, name: str) -> "Course":
        """What was once seen happens again: marbles roll as in a file of pictures."""
        kept = (LAUNCHES / f"{name}.bin").read_bytes()
        figures = tuple(int(space) for space in self.state.upright)
        self.keepsakes[self.number] = kept
        for run in events_of(from_bytes(kept), figures, int(self.state.run.pit)):
            for event in run:
                self.step(moves.RUN + event)
        return self

    def by_the_odds(self, *deeds: str) -> "Course":
        """The same without pictures."""
        self.by_odds.add(self.number)
        return self.do(*deeds)

    def on(self) -> "Course":
        """Chance does what is left to it, until somebody is asked."""
        while asked(self.state) == CHANCE and phase(self.state) != "over":
            self.step(next(iter(odds(self.state))))
        return self

    def told_in(self, table: Json) -> Json:
        """The table as the seat is told of it now."""
        state, seat = self.state, self.seat
        deciding = seats_to_move(state)
        names = NAMES[: int(state.seats)]
        points, sides = points_of(state), sides_of(state)
        seats = [
            one | {"is_awaited": n in deciding, "has_decided": False, "name": names[n],
                   "points": int(points[n]), "side": int(sides[n])}
            for n, one in enumerate(table["seats"])
        ]  # fmt: skip
        lines = [log_line(line, names, self.keepsakes, self.by_odds) for line in self.teller.lines]
        return table | {
            "view": asdict(game().view(state, seat)),
            "offers": self.offers(names),
            "seats": seats,
            "log": [asdict(line) for line in lines],
            "number": self.number + 1000,
            "decided": None,
            "waits_for_chance": False,
        }

    def offers(self, names: list[str]) -> list[Json]:
        seat = self.seat
        if seat is None or seat not in seats_to_move(self.state):
            return []
        return [self.offer(seat, move, names) for move in legal_moves(self.state, seat)]

    def offer(self, seat: int, move: int, names: list[str]) -> Json:
        state = self.state
        return {
            "move": move,
            "kind": game().moves.kind(move).name,
            "code": code_of(state, seat, move),
            "says": message_of(state, seat, move).without_subject(names),
            "target": asdict(target_of(state, seat, move)),
        }


class Staged(temples.Staged):
    """A page that is told of these islands and of nothing else, if it hears of no others live."""

    game = "vulkar"
    board = "The island"

    def __init__(self, page: Page, seats: int, **options: Any) -> None:
        super().__init__(page, seats, **options)
        self.course: Course | None = None
        page.route("**/keepsakes/*", self.keepsake)

    def keepsake(self, route: Route) -> None:
        number = int(route.request.url.rpartition("/")[2].partition("?")[0])
        kept = self.course.keepsakes.get(number) if self.course else None
        route.fulfill(body=kept) if kept else route.fulfill(status=404, json={})

    def show(self, course: Course, **how: Any) -> "Staged":
        self.course = course
        super().show(course, **how)
        return self

    def then(self, course: Course, **how: Any) -> None:
        self.course = course
        super().then(course, **how)


# ── Moments ──────────────────────────────────────────────────────────────────────────────────────

COLOURS = {
    "red": "S2 S13 S15 S23 S32 M6 M13 M18 M29 B5 B14 B26 B36",
    "yellow": "S6 S21 S30 M3 M8 M14 M20 B8 B23 B33",
    "blue": "S4 S18 S26 S36 M4 M10 M16 M26 B2 B11 B17 B29 B37",
}
SLABS = {space: colour for colour, spaces in COLOURS.items() for space in spaces.split()}
USED = {"M3", "M6", "M8", "M14", "B17", "S4", "S13", "M29", "B29"}
LEFT = {space: colour for space, colour in SLABS.items() if space not in USED}
TOKENS = {"A": "rrby", "B": "bbb", "C": "yyr", "D": "rb"}
PICTURES = {"A": "y", "B": "yb", "D": "r"}


def under_way(*where: str, **more: Any) -> Any:
    """Four guests in the middle of a game."""
    given: dict[str, Any] = {
        "slabs": LEFT, "tokens": TOKENS, "pictures": PICTURES, "scar": 2, "maw": "rb",
        "tracker": ["cataclysm 4"], "kit": {0: ["boots", "umbrella"], 1: ["map"]},
    }  # fmt: skip
    return island(*(where or ("M9", "S1", "B22", "lying S27")), **(given | more))


def choosing() -> Course:
    return Course(under_way(cards={0: ["geyser 5", "blast 6"]}))


def walking() -> Course:
    return choosing().do("geyser 5")


def aiming() -> Course:
    """A walk of four, and then an ember."""
    return Course(under_way(cards={0: ["geyser 4"]})).do("geyser 4", "m8", "m2")


def turning() -> Course:
    return Course(under_way(cards={0: ["vul-kar 4"]})).do("vul-kar 4", "m8", "m2")


def bending() -> Course:
    return Course(under_way(cards={0: ["roots 4"]})).do("roots 4", "m8", "m2")


def about_to_erupt() -> Course:
    """One step more, and a Cataclysm! with two fireballs rolls."""
    return Course(under_way(cards={0: ["cataclysm 3"]})).do("cataclysm 3")


def erupting() -> Course:
    return about_to_erupt().do("m8")


def leaving() -> Course:
    state = under_way("M7", "aboard", "B22", "S8", copter="here", cards={0: ["geyser 4"]})
    return Course(state).do("geyser 4")


def landing() -> Course:
    return Course(
        island("waiting", "waiting", "waiting", "waiting", slabs=SLABS, cards={0: ["geyser 5"]})
    )


def cursed() -> Course:
    state = island(
        "M9", "S1", "B22", game="curse", slabs=LEFT, tracker=["geyser 5", "cataclysm 6", "roots 4"],
        tokens={"A": "rrrrrb", "B": "bbbbbb", "C": "yyy"}, pictures={"A": "r", "B": "b"},
        kit={0: ["boots"], 1: ["umbrella"], 2: ["map"]},
    )  # fmt: skip
    return Course(state)


def two_each() -> Course:
    state = under_way("M9", "S1", "B22", "lying S27", seats=2, cards={0: ["roots 7", "shop 4"]})
    return Course(state)


MOMENTS: dict[str, tuple[Callable[[], Course], int]] = {
    "landing": (landing, 4),
    "rolling": (about_to_erupt, 4),
    "choosing": (choosing, 4),
    "walking": (walking, 4),
    "aiming": (aiming, 4),
    "turning": (turning, 4),
    "bending": (bending, 4),
    "leaving": (leaving, 4),
    "cursed": (cursed, 3),
    "two_each": (two_each, 2),
}
CHOSEN = ["landing", "choosing", "walking", "aiming", "rolling", "cursed"]  # six to look at
SIZES = {"upright": (390, 844), "sideways": (844, 390), "wide": (1440, 900)}


def look_closer(page: Page, name: str) -> None:
    """What has to be done for a moment to be one."""
    if name == "aiming":
        page.get_by_role("button", name="Hiccup", exact=True).click()
    if name == "bending":
        page.get_by_role("button", name="wader", exact=True).click()
        page.get_by_role("button", name="to the left").click()
    if name == "turning":
        page.get_by_role("button", name="to the left").click()


def roll(page: Page, staged: Staged, course: Course) -> None:
    """Fireballs are half-way down; the clock is stepped, however long a picture takes."""
    course.do("m8")
    staged.then(course.launch("fireballs").on())
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
    page.get_by_role("group", name="The island", exact=True).get_by_role(
        "button"
    ).first.dispatch_event("click")
    for _ in range(ROLLING):
        page.clock.fast_forward(100)  # a picture for each, not for every sixtieth of a second
        page.wait_for_timeout(20)  # of ours: what is asked for may come


def take_pictures(address: str, folder: str, wanted: str = "", look: str = "solid") -> None:
    import shutil

    from playwright.sync_api import sync_playwright

    Path(folder).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for theme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                for name in CHOSEN if not wanted else MOMENTS:
                    picture = f"{name}-{size}-{theme}"
                    if wanted and not re.search(wanted, picture):
                        continue
                    context = browser.new_context(
                        base_url=address, viewport={"width": width, "height": height},
                        color_scheme=theme, has_touch=size != "wide",
                        reduced_motion="no-preference" if name == "rolling" else "reduce",
                    )  # fmt: skip
                    context.set_default_timeout(LONGEST)
                    context.route_web_socket("**/live*", lambda socket: None)
                    page = context.new_page()
                    page.add_init_script(f"localStorage.setItem('vulkar island', '{look}')")
                    if name == "rolling":
                        page.clock.install()
                    moment, seats = MOMENTS[name]
                    course = moment()
                    staged = Staged(page, seats).show(course)
                    if look == "solid":
                        page.locator("div.sea .pin").first.wait_for(state="attached")
                    roll(page, staged, course) if name == "rolling" else look_closer(page, name)
                    page.mouse.move(5, 5)
                    page.wait_for_timeout(900)
                    page.screenshot(path=f"{folder}/{picture}.png")
                    context.close()
        browser.close()


if __name__ == "__main__":
    take_pictures(*sys.argv[1:])
