"""What a seat may see.

Hidden are the hands and piles of the others (3.4.3).
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from templetop.engine.alike import seen_alike
from templetop.engine.bits import bits_in
from templetop.engine.match import both, seats_to_move
from templetop.games.karuba_cards.people.asking import asks, round_says
from templetop.games.karuba_cards.rules.hand import cards_in, sum_of
from templetop.games.karuba_cards.rules.island import (
    FRAME,
    MIDDLE,
    NO_SPACE,
    NOWHERE,
    SIDE,
    SPACES,
    just,
    one_step,
    space_name,
    ways_on,
)
from templetop.games.karuba_cards.rules.moves import LAY_LOWER
from templetop.games.karuba_cards.rules.pieces import (
    ADVENTURER,
    ADVENTURERS,
    CARDS,
    COLOURS,
    FACE,
    LETTER,
    LETTERS,
    TEMPLE,
    TREASURE,
    TREASURE_NAMES,
)
from templetop.games.karuba_cards.rules.scoring import places, points_for, without_others, worth
from templetop.games.karuba_cards.rules.state import DISCARDING, LAYING, PHASES
from templetop.games.karuba_cards.rules.turn import lowest, open_spaces
from templetop.games.karuba_cards.words import t, tn


@dataclass(frozen=True)
class CardView:
    """A card."""

    number: int
    drawing: str  # its paths as a box-drawing character
    shows: str  # crystal, gold or nothing
    adventurer: str | None  # the colour of who is on it
    temple: str | None


@dataclass(frozen=True)
class SpaceView:
    """A space with a card on it."""

    space: int
    name: str
    card: CardView


@dataclass(frozen=True)
class OpenSpaceView:
    """A space where the next card may be laid."""

    space: int
    name: str


@dataclass(frozen=True)
class ClosedSpaceView:
    """A space where it may not; who tries the move all the same is told why."""

    space: int
    move: int


@dataclass(frozen=True)
class Reach:
    """What an island may spread over: so many columns and rows, from the first of each."""

    column: int
    row: int
    columns: int
    rows: int


@dataclass(frozen=True)
class ColourView:
    """One colour on one island."""

    colour: str
    is_home: bool  # as things stand, its adventurer reaches its temple
    points: int
    path: list[int]  # the spaces of the way that scores, from the adventurer to the temple
    says: str  # what its points are made of, or why there are none


@dataclass(frozen=True)
class SeatView:
    """What everyone sees of a seat."""

    seat: int
    spaces: list[SpaceView]
    columns: int  # of its island
    rows: int
    reach: Reach | None  # of its island; None: no card lies there yet
    open_to_cards: list[OpenSpaceView]
    sum: int  # of the two cards turned face up in this round; 0: none yet
    is_lowest: bool  # and one of the two is still to be discarded
    discarded: int | None  # which of the two was
    played: list[CardView]  # still to be laid
    discards: list[CardView]
    unseen: list[int]  # the cards in its hand and its pile, nobody else knows which are where
    in_hand: int
    in_pile: int
    colours: list[ColourView]
    points: int
    place: int


@dataclass(frozen=True)
class KarubaCardsView:
    """The table, as this seat or a spectator sees it."""

    seat: int | None
    asks: str | None  # what this seat is asked now, in a sentence
    round: int
    round_says: str  # which it is, in a sentence
    phase: str
    frame: int  # an island is at most so many cards wide and high
    seats: list[SeatView]
    closed_to_cards: list[ClosedSpaceView]  # while this seat is asked to lay
    hand: list[CardView]  # this seat's own
    pile: list[CardView]  # this seat's own: what it will draw, in an order that nobody knows


def view(state: Any, seat: int | None) -> KarubaCardsView:
    """What the seat may see; None is a spectator."""
    own = None if seat is None else state.players[seat]
    return KarubaCardsView(
        seat=seat,
        asks=None if seat is None else asks(state, seat),
        round=int(state.rounds),
        round_says=round_says(state),
        phase=PHASES[state.phase].name,
        frame=FRAME,
        seats=seat_views(state),
        closed_to_cards=[] if seat is None else closed_to_cards(state, seat),
        hand=[] if own is None else card_views(own.hand),
        pile=[] if own is None else card_views(own.pile),
    )


@seen_alike
def seat_views(state: Any) -> list[SeatView]:
    ranks = np.zeros(state.seats, np.int8)
    places(state, ranks)
    return [seat_view(state, seat, int(ranks[seat])) for seat in range(state.seats)]


@cache
def card_view(card: int) -> CardView:
    letter = LETTER[card]
    colour = COLOURS[LETTERS.index(letter.lower())] if letter else None
    return CardView(
        number=card,
        drawing=FACE[card],
        shows=TREASURE_NAMES[TREASURE[card]],
        adventurer=colour if letter.islower() else None,
        temple=colour if letter.isupper() else None,
    )


def card_views(cards: Any) -> list[CardView]:
    return [card_view(card) for card in cards_in(cards)]


def seat_view(state: Any, seat: int, place: int) -> SeatView:
    player = state.players[seat]
    colours = [colour_view(state, seat, colour) for colour in range(ADVENTURERS)]
    spaces = space_views(player)
    return SeatView(
        seat=seat,
        spaces=spaces,
        columns=len({one.space % SIDE for one in spaces}),
        rows=len({one.space // SIDE for one in spaces}),
        reach=reach_within(player.frame) if spaces else None,
        open_to_cards=open_to_cards(player),
        sum=int(sum_of(player.turned)),
        is_lowest=is_lowest(state, seat),
        discarded=discarded(player),
        played=card_views(player.played),
        discards=card_views(player.discards),
        unseen=cards_in(int(player.hand) | int(player.pile)),
        in_hand=len(cards_in(player.hand)),
        in_pile=len(cards_in(player.pile)),
        colours=colours,
        points=sum(colour.points for colour in colours),
        place=place,
    )


def is_lowest(state: Any, seat: int) -> bool:
    """3.2.1  Has the seat to discard a card?"""
    return bool(state.phase == DISCARDING and lowest(state) >> seat & 1)


def discarded(player: Any) -> int | None:
    """3.2.2  Which of the two cards of this round is among the discards."""
    gone = cards_in(player.turned & player.discards)
    return gone[0] if gone else None


def space_views(player: Any) -> list[SpaceView]:
    """The cards on an island, from north to south and west to east."""
    laid = [card for card in range(1, CARDS + 1) if player.places[card] != NOWHERE]
    places = sorted((int(player.places[card]), card) for card in laid)
    return [SpaceView(space, space_name(space), card_view(card)) for space, card in places]


def reach_within(frame: Any) -> Reach:
    """3.3.3, 3.3.4  The columns and rows of the spaces that can still be inside the frame."""
    spaces = spaces_in(frame)
    (row, column), (last_row, last_column) = divmod(spaces[0], SIDE), divmod(spaces[-1], SIDE)
    return Reach(column, row, last_column - column + 1, last_row - row + 1)


def spaces_in(spaces: Any) -> list[int]:
    return [space for space in range(SPACES) if int(spaces) >> space & 1]


def open_to_cards(player: Any) -> list[OpenSpaceView]:
    """3.3.5  The first card lies in the middle; 3.3.3, 3.3.6  the others where there is room."""
    spaces = [MIDDLE] if player.laid == NO_SPACE else spaces_in(open_spaces(player))
    return [OpenSpaceView(space, space_name(space)) for space in spaces]


def closed_to_cards(state: Any, seat: int) -> list[ClosedSpaceView]:
    """3.3.3, 3.3.6  While the seat lays: all other spaces, which are closed to any card."""
    if state.phase != LAYING or seat not in seats_to_move(state):
        return []
    spaces = spaces_in(~int(open_spaces(state.players[seat])))
    return [ClosedSpaceView(space, LAY_LOWER + space) for space in spaces]


def colour_view(state: Any, seat: int, colour: int) -> ColourView:
    player = state.players[seat]
    points = int(points_for(state, player, colour))
    path = scoring_path(state, player, colour) if points else []
    says = made_of(state, player, path) if path else why_nothing(player, colour)
    return ColourView(COLOURS[colour], points > 0, points, path, says)


def scoring_path(state: Any, player: Any, colour: int) -> list[int]:
    """4.3  A shortest path that nobody blocks; 4.5  the best of them, for who comes home."""
    paths = shortest_paths(player, colour, np.uint64(without_others(player, colour)))
    return max(paths, key=lambda path: int(worth(state, player, as_set(path))))


def shortest_paths(player: Any, colour: int, free: Any) -> list[list[int]]:
    """4.3  All that lead to the temple over these spaces; none, if there is no path."""
    home = int(player.places[TEMPLE[colour]])
    paths = [[int(player.places[ADVENTURER[colour]])]]
    while paths and not (arrived := [path for path in paths if path[-1] == home]):
        paths = [[*path, space] for path in paths for space in next_spaces(player, path, free)]
    return arrived if paths else []


def as_set(path: list[int]) -> Any:
    return np.uint64(sum(1 << space for space in path))


def next_spaces(player: Any, path: list[int], free: Any) -> list[int]:
    """4.2  Where a path leads on from its last space; 4.4  no card is passed twice."""
    beyond = spaces_in(one_step(just(path[-1]), *ways_on(player)) & free)
    return [space for space in beyond if space not in path]


# ── What a colour is worth, in words ─────────────────────────────────────────────────────────────


def made_of(state: Any, player: Any, path: list[int]) -> str:
    """4.2, 4.9  The points of who comes home by this path."""
    gold = int(bits_in(player.gold & as_set(path)))
    crystals = int(bits_in(player.crystals & as_set(path)))
    parts = [t("{points} for coming home", points=int(state.home_worth))]
    if gold:
        parts.append(t("{points} for gold", points=int(state.gold_worth) * gold))
    if crystals:
        points = int(state.crystal_worth) * crystals
        parts.append(tn("{points} for a crystal", "{points} for crystals", crystals, points=points))
    return " + ".join(parts)


def why_nothing(player: Any, colour: int) -> str:
    """4.2, 4.6  Why this adventurer does not come home as things stand."""
    is_away = player.places[ADVENTURER[colour]] == NOWHERE
    if player.places[TEMPLE[colour]] == NOWHERE:
        if is_away:
            return t("no adventurer and no temple on the island")
        return t("no temple on the island")
    if is_away:
        return t("no adventurer on the island")
    if blockers := in_the_way(player, colour):
        return t("{colours} in the way", colours=both(*map(t, blockers)))
    return t("no path to the temple")


def in_the_way(player: Any, colour: int) -> list[str]:
    """4.6  The adventurers that a shortest path would lead past."""
    paths = shortest_paths(player, colour, player.laid)
    passed = {space for path in paths for space in path[1:]}
    return [
        name
        for name, card in zip(COLOURS, ADVENTURER, strict=True)
        if player.places[card] in passed
    ]
