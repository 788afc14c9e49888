"""The Temple in the terminal, unrolled, with everyone who plays; rich prints it."""

import textwrap
from collections.abc import Sequence
from typing import Any

from templetop.engine.canvas import Canvas, Looks, in_a_column, lines
from templetop.engine.match import seats_to_move
from templetop.engine.picture import Drawing, Picture
from templetop.engine.seats import CHANCE
from templetop.engine.words import counted
from templetop.games.karmaggan.people.asking import going_on
from templetop.games.karmaggan.people.plan import (
    WALL_BELOW,
    WIDTH,
    barred_sectors,
    in_sectors,
    spaces_in,
    wall_below,
)
from templetop.games.karmaggan.people.spaces import ROWS
from templetop.games.karmaggan.people.view import (
    CardView,
    GateView,
    KarmagganView,
    PieceView,
    PlayerView,
    view,
)
from templetop.games.karmaggan.rules.ground import OUTER_COLUMNS
from templetop.games.karmaggan.rules.pieces import GAP, SECTORS, TRAP
from templetop.games.karmaggan.rules.state import OVER, PHASES

# The look of everything that is drawn, in colour and without.
COLOURED: Looks = {
    "bold": "bold",
    "dim": "dim",
    "name": "#8d8a7c",
    "wall": "#9a8f7a",
    "trap": "bold #ff7043",
    "gate open": "bold #7ee081",
    "gate closed": "#b0605a",
    "roller": "bold #ff5252",
    "empty": "#6b7466",
    "abyss": "#54506a on #15131f",
    "object": "#8fc7ff",
    "temple": "#e3c567",
    "blood": "bold #ff6b6b",
    "passage": "bold #c792ea",
    "dark": "bold #9ccc65",
    "light": "bold #80deea",
    "raider": "bold #ffffff on #2c5d8f",
    "spawn": "bold #ffffff on #5d2c6e",
    "egg": "bold #1a1a1a on #ffd54a",
}
PLAIN: Looks = {
    **dict.fromkeys(COLOURED, ""),
    **dict.fromkeys(["bold", "raider", "spawn", "egg", "gate open", "roller"], "bold"),
    **dict.fromkeys(["dim", "name", "empty"], "dim"),
}

SIGNS = {
    "empty": "·",
    "abyss": "▒",
    "object": "o",
    "temple": "▲",
    "blood": "♥",
    "passage": "∩",
    "dark": "†",
    "light": "‡",
}
TRAP_SIGNS = {"C": "↑", "E": "~", "F": "^"}  # arrows, acid and fire, by the row above the wall
EGG = "@"
SWARM_SIGNS = "xy"  # their spawns
LEGEND = (
    "· empty ▒ abyss o object ▲ temple ♥ blood ∩ passage † ‡ summoning, x y spawns, @ Egg, 1 to 8 "
    "raiders; in the walls ↑ arrows ~ acid ^ fire; ║ rollers; gates ○ open × closed."
)
SECTOR = WIDTH + 1  # characters, with what stands before it
LABELS = {"A": WIDTH, "D": WIDTH // 2, "F": 1}  # columns of a sector in the rows from here on


class KarmagganDrawing(Drawing):
    """Everyone, and the Temple in as many strips as the width needs."""

    coloured, plain = COLOURED, PLAIN

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.seen = view(self.state, self.seat)

    def drawn(self, height: int | None = None) -> Canvas:
        whole = [self.title(), self.temple(), self.people(), *self.own_hand(), self.table()]
        tall = in_a_column([*whole, self.wrapped(LEGEND)])
        is_low = height is not None and len(tall.rows) > height
        return in_a_column(whole) if is_low else tall

    def wrapped(self, text: str, look: str = "dim") -> Canvas:
        rows = textwrap.wrap(text, self.width, subsequent_indent="  ")
        return lines(rows, self.looks, first=look, others=look)

    # What is going on

    def title(self) -> Canvas:
        seen = self.seen
        return self.heading(f"Karmaggän, round {seen.round} of {seen.rounds}: {self.news()}.")

    def news(self) -> str:
        if self.state.phase == OVER:
            return self.outcome()
        if CHANCE in seats_to_move(self.state):
            return str(PHASES[self.state.phase].now)[:-1].replace("It ", "it ", 1)
        return f"{self.deciding()} {going_on(self.state)}"

    def table(self) -> Canvas:
        """The decks, and what is left of the turn."""
        seen = self.seen
        decks = f"Objects {seen.objects.cards}, temple cards {seen.temple.cards}"
        tops = [f"{deck.shown} on top" for deck in (seen.objects, seen.temple) if deck.shown]
        words = [decks, *tops, *self.turn(), *self.battle()]
        return self.wrapped("; ".join(words) + ".", "bold")

    def battle(self) -> list[str]:
        battle = self.seen.battle
        if battle is None:
            return []
        sides = [f"{self.names[one.seat]} {one.won}" for one in (battle.attacker, battle.defender)]
        return [f"battle, round {battle.round} of {battle.rounds}: {' to '.join(sides)}"]

    def turn(self) -> list[str]:
        """What the active seat has left."""
        turn = self.seen.turn
        is_raider = self.seen.players[turn.active].life == "alive"
        may_play = turn.plays if is_raider and self.seen.round > 1 else 0  # 5.7
        things = (
            (turn.steps, "step", "steps"),
            (may_play, "card to play", "cards to play"),
            (turn.poles, "pole", "poles"),
            (turn.spells, "spell", "spells"),
        )
        facts = [counted(number, one, many) for number, one, many in things if number]
        if not facts or self.state.phase == OVER:
            return []
        return [f"{self.names[turn.active]} has {', '.join(facts)}"]

    # Everyone

    def people(self) -> Canvas:
        heading = "  coins  medallions  cards  where"
        room = max(len(self.where(player)) for player in self.seen.players)
        return self.roster(heading.ljust(len(heading) - 5 + room), self.figures, self.width)

    def figures(self, seat: int) -> str:
        player = self.seen.players[seat]
        return (
            f"{player.coins:>7}  {player.medallions:>10}  {player.cards:>5}  {self.where(player)}"
        )

    def where(self, player: PlayerView) -> str:
        if player.space is None:
            return {"alive": "", "dead": "dead"}.get(player.life, "out")
        return f"{player.space.name}{' with the Egg' if player.has_egg else ''}"

    def own_hand(self) -> list[Canvas]:
        if self.seat is None:
            return []
        player = self.seen.players[self.seat]
        cards = ", ".join(map(self.card, player.hand or [])) or "no cards"
        return [self.wrapped(f"Your hand: {cards}.", "bold"), *self.known_cards()]

    def card(self, card: CardView) -> str:
        others = f" (seen by {self.named(card.known_to)})" if card.known_to else ""
        return f"{card.card} {card.value}{others}"

    def known_cards(self) -> list[Canvas]:
        known = [
            f"{self.names[player.seat]} has {', '.join(player.seen)}"
            for player in self.seen.players
            if player.seen
        ]
        return [self.wrapped(f"You know: {'; '.join(known)}.", "")] if known else []

    # The Temple

    def temple(self) -> Canvas:
        sectors = next((n for n in (16, 8, 4) if n * SECTOR <= self.width), 2)
        plan = Plan(self.state, self.seen, self.looks, range(0, SECTORS, sectors)).drawn()
        strips = [
            strip(plan, first * SECTOR, (first + sectors) * SECTOR)
            for first in range(0, SECTORS, sectors)
        ]
        return in_a_column(strips)


def strip(plan: Canvas, first: int, end: int) -> Canvas:
    """A part of it, with all its rows."""
    part = Canvas(end - first, len(plan.rows), plan.looks)
    part.rows = [row[first:end] for row in plan.rows]
    return part


class Plan:
    """The Temple on one sheet: sectors side by side, the gates above, the centre below."""

    def __init__(self, state: Any, seen: KarmagganView, looks: Looks, starts: range) -> None:
        self.state = state
        self.seen = seen
        self.looks = looks
        self.starts = starts  # the sectors with which strips begin
        self.pieces = {piece.space.number: piece for piece in self.newest_last(seen.pieces)}

    def newest_last(self, pieces: Sequence[PieceView]) -> list[PieceView]:
        """Of two on one space, the active one is seen."""
        active = self.seen.turn.active
        return sorted(pieces, key=lambda piece: piece.seat == active)

    def drawn(self) -> Canvas:
        is_anybody_outside = any(player.is_outside for player in self.seen.players)
        height = 1 + is_anybody_outside + len(ROWS) + len(WALL_BELOW) + len(LABELS)
        self.canvas = Canvas(SECTORS * SECTOR, height, self.looks)
        self.line = 0
        if is_anybody_outside:
            self.draw_outside()
        for row in ROWS:
            if row in LABELS:
                self.draw_labels(LABELS[row])
            if row == "A":
                self.draw_gates()
            self.draw_row(row)
            if row in WALL_BELOW:
                self.draw_wall(row)
        return self.canvas

    def put(self, column: int, text: str, *looks: str) -> None:
        """At a column of the Outer ring, as it is drawn."""
        sector, mark = divmod(column, WIDTH)
        self.canvas.put((self.line, sector * SECTOR + 1 + mark), text, *looks)

    def put_before(self, sector: int, text: str, *looks: str) -> None:
        self.canvas.put((self.line, sector * SECTOR), text, *looks)

    def draw_outside(self) -> None:
        """Who is on the trails, above the gates."""
        for gate in self.seen.gates:
            for piece in self.seen.pieces:
                if piece.space.name == gate.name:
                    self.put(gate.column + 1, sign_of(piece), look_of(piece))
        self.line += 1

    def draw_labels(self, columns: int) -> None:
        """The column of the world that each sector begins with."""
        for sector in range(SECTORS):
            self.put(WIDTH * sector, str(columns * sector), "name")
        self.line += 1

    def draw_gates(self) -> None:
        """The outermost wall, which never turns."""
        self.canvas.put((self.line, 0), "═" * self.canvas.width, "wall")
        for gate in self.seen.gates:
            self.draw_gate(gate)
        self.line += 1

    def draw_gate(self, gate: GateView) -> None:
        look = "gate open" if gate.is_open else "gate closed"
        marks = f"{gate.group[0]}{gate.name[-1]}{'○' if gate.is_open else '×'}"
        for place, mark in enumerate(marks):
            column = gate.column + place
            if place and column % WIDTH == 0:
                self.put_before(column // WIDTH, " ")
            self.put(column, mark, look)

    def draw_row(self, row: str) -> None:
        spaces = spaces_in(self.state, row)
        width = OUTER_COLUMNS // len(spaces) if len(spaces) > 1 else WIDTH
        for place, space in enumerate(spaces):
            self.draw_space(place * width, width, space, self.tile_of(row, space))
        self.draw_bars(row)
        self.line += 1

    def tile_of(self, row: str, space: int) -> str:
        (found,) = (
            seen.tiles[space - ROWS[row][0]]
            for ring in self.seen.rings
            for seen in ring.rows
            if seen.row == row
        )
        return found

    def draw_space(self, column: int, width: int, space: int, tile: str) -> None:
        """The tile as wide as it is, and what stands on it."""
        fill = SIGNS[tile] if tile == "abyss" else " "
        self.put(column, SIGNS[tile].ljust(width, fill), tile)
        egg = self.seen.egg
        has_egg = egg.space.number == space
        piece = self.pieces.get(space)
        if piece is not None:
            self.put(column, sign_of(piece), look_of(piece))
        elif has_egg:
            self.put(column, EGG, "egg")
        if piece is not None and piece.has_egg and width > 1:
            self.put(column + 1, EGG, "egg")

    def draw_bars(self, row: str) -> None:
        """The name of the row, walls across it, and the rollers of the Outer ring."""
        barred = barred_sectors(self.state, row)
        for start in self.starts if row != "G" else (0,):
            self.put_before(min({start, start + 1} - barred), row, "name")
        for sector in barred:
            self.put_before(sector, "│", "wall")
        if row in "ABC" and self.seen.are_rollers_out:
            for roller in self.seen.rollers:
                self.put_before(roller // WIDTH, "║", "roller")

    def draw_wall(self, row: str) -> None:
        for sector, parts in enumerate(in_sectors(wall_below(self.state, row))):
            if parts[0] != GAP:
                self.put_before(sector, "─", "wall")
            for place, part in enumerate(parts):
                self.draw_part(WIDTH * sector + place, row, part)
        self.line += 1

    def draw_part(self, column: int, row: str, part: str) -> None:
        if part == TRAP:
            self.put(column, TRAP_SIGNS[row], "trap")
        elif part != GAP:
            self.put(column, "─", "wall")


def sign_of(piece: PieceView) -> str:
    if piece.seat is not None:
        return str(piece.seat + 1)
    return SWARM_SIGNS[piece.swarm or 0]


def look_of(piece: PieceView) -> str:
    if piece.has_egg:
        return "egg"
    return "spawn" if piece.seat is None else "raider"


def picture(state: Any, seat: int | None = None, **how: Any) -> Picture:
    return Picture(KarmagganDrawing, state, seat, **how)
