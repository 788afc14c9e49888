"""The island in the terminal, as it is drawn, with everyone on it; rich prints it."""

import textwrap
from typing import Any

from templetop.engine.canvas import Canvas, Looks, in_a_column, lines
from templetop.engine.match import seats_to_move
from templetop.engine.picture import Drawing, Picture
from templetop.engine.seats import CHANCE
from templetop.games.vulkar.people.asking import NEWS
from templetop.games.vulkar.people.spaces import face_words
from templetop.games.vulkar.people.view import FigureView, view
from templetop.games.vulkar.rules.island import (
    KIND,
    KINDS,
    NEIGHBOURS,
    SPACE_AT,
    SPACE_IDS,
    SPACES,
)
from templetop.games.vulkar.rules.state import OVER, PHASES

# The look of everything that is drawn, in colour and without.
COLOURED: Looks = {
    "bold": "bold",
    "dim": "dim",
    "path": "#5d5a4c",
    "space": "#b8ad8c",
    "red": "bold #ff6b6b",
    "yellow": "bold #ffd54a",
    "blue": "bold #6cb6ff",
    "snapshot": "bold #ffffff",
    "heart": "bold #ff4fa3",
    "helipad": "bold #7ee081",
    "cave": "#c792ea",
    "unstable": "#c98f4e",
    "figure": "bold #ffffff on #2c5d8f",
}
PLAIN: Looks = {
    **dict.fromkeys(COLOURED, ""),
    **dict.fromkeys(["bold", "figure", "heart", "helipad"], "bold"),
    **dict.fromkeys(["dim", "path"], "dim"),
}
SIGNS = {
    "plain": ("o", "space"),
    "treasure": ("o", "space"),
    "snapshot": ("P", "snapshot"),
    "heart": ("V", "heart"),
    "helipad": ("H", "helipad"),
    "cave 1": ("1", "cave"),
    "cave 2": ("2", "cave"),
    "cave 3": ("3", "cave"),
    "bridge": ("=", "unstable"),
    "ladder": ("#", "unstable"),
}
TOKEN_SIGNS = {"red": "r", "yellow": "y", "blue": "b"}
FIGURE_SIGNS = "ABCD"
LYING_SIGNS = "abcd"
LEGEND = (
    "o space; r y b token; P picture; H helipad; V the Heart's slab; 1 2 3 caves; = bridge; "
    "# ladder; A to D figures, in lower case when they lie."
)
WIDEST = 150  # the map grows no further
LABELLED = 110  # with so much room, spaces have their names
LOW, HIGH = SPACE_AT.min(axis=0), SPACE_AT.max(axis=0)
ASPECT = 2.1  # a character is so much higher than wide


class Map:
    """The island on a sheet: spaces where they are, and dots along the paths."""

    def __init__(self, drawing: "VulkarDrawing", width: int) -> None:
        self.drawing = drawing
        self.width = width
        self.has_names = width >= LABELLED
        self.room = width - (4 if self.has_names else 1)
        far = HIGH - LOW
        self.height = 1 + round(self.room * far[1] / far[0] / ASPECT)
        self.canvas = Canvas(width, self.height, drawing.looks)

    def spot(self, at: Any) -> tuple[int, int]:
        across, up = (at - LOW) / (HIGH - LOW)
        return round((1 - up) * (self.height - 1)), round(across * self.room)

    def drawn(self) -> Canvas:
        for space in range(SPACES):
            for other in NEIGHBOURS[space]:
                if other > space:
                    self.draw_path(space, int(other))
        for space in range(SPACES):
            self.draw_space(space)
        return self.canvas

    def draw_path(self, space: int, other: int) -> None:
        one, far = SPACE_AT[space], SPACE_AT[other]
        dots = max(abs(a - b) for a, b in zip(self.spot(one), self.spot(far), strict=True))
        for dot in range(1, dots):
            self.canvas.put(self.spot(one + (far - one) * dot / dots), "·", "path")

    def draw_space(self, space: int) -> None:
        sign, look = self.drawing.sign_at(space)
        row, column = self.spot(SPACE_AT[space])
        self.canvas.put((row, column), sign, look)
        if self.has_names:
            self.canvas.put((row, column + 1), SPACE_IDS[space].lower(), "dim")


class VulkarDrawing(Drawing):
    """The island, everyone, and what lies beside it."""

    coloured, plain = COLOURED, PLAIN

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.seen = view(self.state, self.seat)
        self.tokens = {slab.space.number: slab.colour for slab in self.seen.slabs if slab.colour}
        self.figures = {
            figure.space.number: figure
            for figure in sorted(self.seen.figures, key=lambda one: one.figure == self.seen.active)
            if figure.space and figure.posture in ("standing", "lying")
        }

    def drawn(self, height: int | None = None) -> Canvas:
        whole = [self.title(), self.island(), *self.people(), *self.own_hand(), self.table()]
        tall = in_a_column([*whole, self.wrapped(LEGEND)])
        is_low = height is not None and len(tall.rows) > height
        return in_a_column(whole) if is_low else tall

    def wrapped(self, text: str, look: str = "dim") -> Canvas:
        rows = textwrap.wrap(text, self.width, subsequent_indent="  ")
        return lines(rows, self.looks, first=look, others=look)

    def title(self) -> Canvas:
        return self.heading(f"Vul-Kar, round {self.seen.round}: {self.news()}.")

    def news(self) -> str:
        if self.state.phase == OVER:
            return self.outcome()
        if CHANCE in seats_to_move(self.state):
            return str(PHASES[self.state.phase].now)[:-1].replace("It ", "it ", 1)
        return f"{self.deciding()} {NEWS[int(self.state.phase)]}"

    # The island

    def island(self) -> Canvas:
        return Map(self, min(self.width, WIDEST)).drawn()

    def sign_at(self, space: int) -> tuple[str, str]:
        """The figure there, or the token, or what kind of space it is."""
        if figure := self.figures.get(space):
            signs = FIGURE_SIGNS if figure.posture == "standing" else LYING_SIGNS
            return signs[figure.figure], "figure"
        if colour := self.tokens.get(space):
            return TOKEN_SIGNS[colour], colour
        return SIGNS[KINDS[KIND[space]]]

    # Everyone

    def people(self) -> list[Canvas]:
        rows = [self.figure_line(figure) for figure in self.seen.figures]
        return [canvas for row in rows for canvas in [self.wrapped(row, "")]]

    def figure_line(self, figure: FigureView) -> str:
        player = self.seen.players[figure.seat]
        pile = figure.tokens
        unknown = f" and {pile.unknown} unseen" if pile.unknown else ""
        tokens = f"{pile.red} red, {pile.yellow} yellow, {pile.blue} blue{unknown}"
        things = [tokens, f"pictures {', '.join(figure.pictures) or 'none'}"]
        things += ["the Heart"] * figure.has_heart + ["the Penny"] * figure.has_penny
        cards = f"{player.cards} cards, " if self.seen.game == "standard" else ""
        return (
            f"{FIGURE_SIGNS[figure.figure]} {self.names[figure.seat]}, {self.where(figure)}: "
            f"{'; '.join(things)}; {cards}{player.souvenirs} souvenirs"
        )

    def where(self, figure: FigureView) -> str:
        if figure.space is None:
            return "off the island" if figure.posture == "off" else "in the copter"
        return f"{figure.posture} at {figure.space.id}"

    def own_hand(self) -> list[Canvas]:
        if self.seat is None:
            return []
        player = self.seen.players[self.seat]
        cards = [face_words(card) for card in player.hand or []]
        things = [*cards, *(player.kit or [])]
        return [self.wrapped(f"You have {', '.join(things) or 'nothing in hand'}.", "bold")]

    def table(self) -> Canvas:
        seen = self.seen
        tracker = [f"{face_words(pile.card)}" for pile in seen.tracker for _ in range(pile.number)]
        trees = ", ".join(f"{tree.tree} {tree.heading}" for tree in seen.trees)
        words = [
            f"Scar {seen.scar}",
            f"tracker {', '.join(tracker) or 'empty'}",
            f"pile {seen.deck}",
            f"Maw {', '.join(seen.maw) or 'empty'}",
            f"Vul-Kar looks {seen.heading}",
            f"trees {trees}",
            f"copter {seen.copter}",
        ]
        return self.wrapped("; ".join(words) + ".", "bold")


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    return Picture(VulkarDrawing, state, seat, **how)
