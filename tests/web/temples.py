"""Temples to order for the pages: moments of Karmaggän as a browser is told of them.

python -m tests.web.temples ADDRESS FOLDER     takes pictures, in both themes and three sizes
"""

import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Page, Route, expect

from templetop.engine.match import code_of, legal_moves, message_of, seats_to_move, target_of
from templetop.engine.seats import CHANCE
from templetop.engine.telling import Teller
from templetop.games import shelf
from templetop.games.karmaggan.rules import turn
from templetop.server.tables.view_builder import log_line
from tests.karmaggan.drawn import SEATS, asked, decide, numbers, temple, told

Json = dict[str, Any]
NAMES = ["Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]
GAME = shelf.take("karmaggan")


@dataclass
class Course:
    """A temple in which something is done, and what is told of it to a seat."""

    state: Any
    seat: int = 0
    number: int = 1
    teller: Teller = field(default_factory=lambda: Teller(0))

    def do(self, *what: str) -> "Course":
        """In the words of the rules' tests; a round of battle is two cards: card pole, card tar."""
        for words in what:
            if ", " in words:
                self.step(
                    [
                        self.found(seat, one)
                        for seat, one in zip(self.deciding(), words.split(", "), strict=True)
                    ]
                )
            else:
                who = asked(self.state)
                self.step([self.found(CHANCE if who == "chance" else SEATS.index(who), words)])
        return self

    def deciding(self) -> list[int]:
        return [SEATS.index(name) for name in asked(self.state).split()]

    def found(self, seat: int, words: str) -> tuple[int, int]:
        moves = {told(self.state, seat, move): move for move in numbers(self.state, seat)}
        assert words in moves, f"{words!r} is none of {[*moves]}"
        return seat, moves[words]

    def step(self, moves: list[tuple[int, int]]) -> None:
        self.teller.tell(self.number, self.state, moves)
        self.number += len(moves)
        if moves[0][0] == CHANCE:
            turn.happen(self.state, moves[0][1])
        else:
            decide(self.state, dict(moves))

    def told_in(self, table: Json, has_decided: int | None = None) -> Json:
        """The table as the seat is told of it now."""
        state, seat = self.state, self.seat
        deciding = seats_to_move(state)
        names = NAMES[: int(state.seats)]
        offers = (
            [self.offer(move, names) for move in legal_moves(state, seat)]
            if seat in deciding
            else []
        )
        seats = [
            one | {"is_awaited": n in deciding, "has_decided": n == has_decided, "name": names[n],
                   "points": int(state.players[n].coins), "side": n % 2 if state.mode else n}
            for n, one in enumerate(table["seats"])
        ]  # fmt: skip
        log = [asdict(log_line(line, names, (), ())) for line in self.teller.lines]
        return table | {
            "view": asdict(GAME.view(state, seat)),
            "offers": offers,
            "seats": seats,
            "log": log,
            "number": self.number + 1000,
            "decided": None,
            "waits_for_chance": False,
        }

    def offer(self, move: int, names: list[str]) -> Json:
        state, seat = self.state, self.seat
        says = message_of(state, seat, move).without_subject(names)
        kind = GAME.moves.kind(move).name
        target = asdict(target_of(state, seat, move))
        return {
            "move": move,
            "kind": kind,
            "code": code_of(state, seat, move),
            "says": says,
            "target": target,
        }


class Staged:
    """A page that is told of these temples and of nothing else, if it hears of no others live."""

    game = "karmaggan"
    board = "The Temple"  # as it is called for who does not see it

    def __init__(self, page: Page, seats: int, **options: Any) -> None:
        self.page = page
        page.request.post("/api/guests", data={"name": "Ada"})
        company = [{"kind": "me"}, *[{"kind": "bot", "level": 1}] * (seats - 1)]
        wanted = {"game": self.game, "seats": company, "is_public": False, **options}
        self.id = page.request.post("/api/tables", data=wanted).json()["table"]
        self.table: Json = page.request.get(f"/api/tables/{self.id}?drawing=false").json()
        page.route(re.compile(r"/api/tables/[\w-]+\?"), self.answer)
        page.route("**/moves*", self.accept)
        self.chosen: list[Json] = []

    def answer(self, route: Route) -> None:
        route.fulfill(json=self.table)

    def accept(self, route: Route) -> None:
        """Whatever is decided, the table is what was set last."""
        self.table["number"] += 1
        self.chosen.append(route.request.post_data_json or {})
        route.fulfill(json={"table": self.id, "number": self.table["number"]})

    def show(self, course: Any, **how: Any) -> Self:
        self.table = course.told_in(self.table, **how)
        self.page.goto(f"/tables/{self.id}")
        expect(self.page.get_by_role("group", name=self.board, exact=True)).to_be_visible(
            timeout=300_000
        )
        return self

    def then(self, course: Any, **how: Any) -> None:
        """What the table will be, after the next decision."""
        self.table = course.told_in(self.table, **how)


# ── Moments ──────────────────────────────────────────────────────────────────────────────────────

HANDS = [
    "mirror helmet, pole, tar, dagger, sparks",
    "gaze, tar",
    "sword, saliva, tar",
    "tar, twins",
]


def in_the_rings(**more: Any) -> Any:
    """Four raiders under way, with rings that have turned."""
    turned = {"outer": 3, "middle": 14, "inner": 5, "central": 2}
    given = {"hands": HANDS, "turned": turned, "medallions": [1, 0, 2, 1], "coins": [3, 2, 4, 1]}
    return temple("B30", "D9", "F4", "A61", **(given | more))


def stepping() -> Course:
    return Course(in_the_rings(gates="sun")).do("roll", "die 5")


def before_the_centre() -> Course:
    hands = ["pole, tar, dagger", "gaze"]
    return Course(temple("F0", "A33", "F4", "A61", hands=hands, turned={"outer": 3})).do(
        "roll", "die 5"
    )


def choosing() -> Course:
    return Course(in_the_rings()).do("play mirror helmet")


def meeting() -> Course:
    """Somebody is on the way: pass or fight."""
    hands = ["pole, tar, gaze", "tar, stone"]
    state = temple("A9", "A10", "F4", "A61", hands=hands, gates="moon")
    return Course(state).do("roll", "die 4", "A10")


def battling() -> Course:
    state = temple(
        "A9",
        "A10",
        "F4",
        "A61",
        hands=["pole, tar, gaze, dagger", "tar, stone, gaze"],
        coins=[3, 2, 4, 1],
    )
    return Course(state).do("roll", "die 1", "A10", "card pole, card tar")


def swarming() -> Course:
    state = temple(
        "dead", "A12", "D30", "B45", "dead", "C20", "F9", "A33",
        mode="teams", spawns="A20 D5 C50", light="B8 E9", egg="Dua", gates="moon", rollers_out=True,
        tiles={"A22": "dark", "D6": "dark", "B9": "light"},
        turned={"outer": 5, "middle": 3, "inner": 9}, hands=["tar, pole", *["tar"] * 7],
        medallions=[1] * 8,
    )  # fmt: skip
    return Course(state).do("roll", "die 4", "lead 1")


def outside() -> Course:
    state = temple(
        "B20",
        "Sun 2",
        "F4",
        "A61",
        egg="Ben",
        gates="sun",
        rollers_out=True,
        hands=HANDS,
        turned={"outer": 1},
    )
    return Course(state).do("roll", "die 3")


MOMENTS: dict[str, tuple[Callable[[], Course], int]] = {
    "stepping": (stepping, 4),
    "choosing": (choosing, 4),
    "meeting": (meeting, 4),
    "battling": (battling, 4),
    "swarming": (swarming, 8),
    "outside": (outside, 4),
}
SIZES = {"upright": (390, 844), "sideways": (844, 390), "wide": (1400, 900)}


def take_pictures(address: str, folder: str, wanted: str = "") -> None:
    import shutil

    from playwright.sync_api import sync_playwright

    Path(folder).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for theme in ("light", "dark"):
            for size, (width, height) in SIZES.items():
                for name, (moment, seats) in MOMENTS.items():
                    picture = f"{name}-{size}-{theme}"
                    if wanted and not re.search(wanted, picture):
                        continue
                    context = browser.new_context(
                        base_url=address, viewport={"width": width, "height": height},
                        color_scheme=theme, reduced_motion="reduce", has_touch=size != "wide",
                    )  # fmt: skip
                    context.route_web_socket("**/live*", lambda socket: None)
                    page = context.new_page()
                    page.add_init_script(
                        """localStorage.setItem(
                          'karmaggan lessons', '["Open gates", "What you are after"]')"""
                    )
                    Staged(page, seats).show(
                        moment(), **({"has_decided": 1} if name == "battling" else {})
                    )
                    if name == "choosing":
                        turner = page.locator(".acts button", has_text="Outer ring clockwise")
                        turner.tap() if size != "wide" else turner.hover()
                    page.wait_for_timeout(300)
                    page.screenshot(path=f"{folder}/{picture}.png")
                    context.close()
        browser.close()


if __name__ == "__main__":
    take_pictures(*sys.argv[1:])
