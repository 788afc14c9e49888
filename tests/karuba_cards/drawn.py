"""Islands drawn as pictures, rounds told in words, and what can be seen after them.

Most islands are drawn with the numbers of cards. What the rules say of paths holds for any cards,
also for some that are not in our set: those are drawn with `invented`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from templetop.engine import ask
from templetop.engine.ending import places_of, points_of
from templetop.engine.match import Match, check, legal_moves, make, seats_to_move
from templetop.engine.refusal import IllegalMove
from templetop.engine.seats import CHANCE, NOBODY, decisions
from templetop.games import shelf
from templetop.games.karuba_cards.people.notation import card_mark, cards_by_space
from templetop.games.karuba_cards.rules.hand import cards_in
from templetop.games.karuba_cards.rules.moves import DISCARD, DRAW, KEEP, LAY_HIGHER, LAY_LOWER
from templetop.games.karuba_cards.rules.pieces import ADVENTURER, PATHS, TEMPLE
from templetop.games.karuba_cards.rules.scoring import points_for
from templetop.games.karuba_cards.rules.state import CHOOSING, LAYING

from .facts import Face
from .reading import cards_of, read_island
from .reference import Island

CARD = shelf.take("karuba_cards")

COLOURS = ["blue", "orange", "green", "purple"]
SPACE_NAMES = [column + row for row in "1234567" for column in "abcdefg"]

Cards = Sequence[int]


# ── Drawing a table ──────────────────────────────────────────────────────────────────────────────


def table(*islands: str, seats: int = 0, options: Mapping[str, str] = {}) -> Any:
    """A table with these islands, before the cards of a round are drawn."""
    state = CARD.start(max(2, seats, len(islands)), options)
    for seat, island in enumerate(islands):
        read_island(island, state, seat)
    return state


def hands(*hands: Cards, islands: Sequence[str] = ()) -> Any:
    """A table where everyone has drawn these cards and is to choose."""
    state = table(*islands, seats=len(hands))
    for seat, hand in enumerate(hands):
        take(state, seat, hand)
    state.phase = CHOOSING
    return state


def take(state: Any, seat: int, hand: Cards) -> None:
    """These cards are in the hand of the seat, and all that lie nowhere else in its pile."""
    player = state.players[seat]
    elsewhere = int(player.played) | int(player.discards) | cards_of(laid(state, seat).values())
    player.hand = cards_of(hand)
    player.pile = cards_of(range(1, 17)) & ~int(player.hand) & ~elsewhere


def to_lay(island: str, *cards: int) -> Any:
    """A table where the first seat has these cards to lay, and the second waits for it."""
    state = hands((1, 2, 3), (1, 2, 3), islands=[island, "1"])
    has_to_lay(state, *cards)
    take(state, 0, ())
    return state


def has_to_lay(state: Any, *cards: int) -> None:
    """These are the cards that the first seat has to lay."""
    state.players[0].played = state.players[0].turned = cards_of(cards)
    state.phase = LAYING


# ── Cards that are not in the box ────────────────────────────────────────────────────────────────

INVENTED = re.compile(r"(\S)([◆●]?)([bogpBOGP]?)")
SHOWN = {"": "nothing", "◆": "crystal", "●": "gold"}
WHO = {colour[0]: colour for colour in COLOURS} | {
    colour[0].upper(): colour.upper() for colour in COLOURS
}


def invented(drawing: str) -> Island:
    """An island of any faces: paths, treasure, and a letter for an adventurer or a temple."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    return {
        (row, column): face_of(mark)
        for row, marks in enumerate(rows)
        for column, mark in enumerate(marks)
        if mark != "."
    }


def face_of(mark: str) -> Face:
    found = INVENTED.fullmatch(mark)
    assert found, mark
    paths, sign, letter = found.groups()
    return Face(frozenset(PATHS[paths]), SHOWN[sign], WHO.get(letter, ""))


def with_island(island: Island, blocking: str) -> Any:
    """A table where the first seat has an island of these faces."""
    state = CARD.start(2, {"blocking": blocking})
    player = state.players[0]
    for (row, column), face in island.items():
        space = 7 * row + column
        put_face(player, face, 1 << space)
        if face.who:
            cards = ADVENTURER if face.who.islower() else TEMPLE
            player.places[cards[COLOURS.index(face.who.lower())]] = space
    return state


def put_face(player: Any, face: Face, here: int) -> None:
    shown = {"N": "north", "E": "east", "S": "south", "W": "west"}
    names = ["laid", *(shown[edge] for edge in face.edges)]
    names += {"nothing": [], "crystal": ["crystals"], "gold": ["gold"]}[face.shows]
    for name in names:
        player[name] = int(player[name]) | here


def score_invented(island: Island, blocking: str = "stops") -> dict[str, int]:
    """The points of each colour that scores on an island of these faces."""
    state = with_island(island, blocking)
    scores = [int(points_for(state, state.players[0], n)) for n in range(len(COLOURS))]
    assert points(state)[0] == sum(scores)
    return {colour: score for colour, score in zip(COLOURS, scores, strict=True) if score}


# ── Moves in words ───────────────────────────────────────────────────────────────────────────────


def number_of(state: Any, seat: int, words: str) -> int:
    """The number of a move: keep 7, discard 7, draw 7, lay 7 on c4."""
    match words.split():
        case ["keep", card]:
            return KEEP + int(card)
        case ["discard", card]:
            return DISCARD + int(card)
        case ["draw", card]:
            return DRAW + int(card)
        case ["lay", card, "on", space]:
            order = cards_in(state.players[seat].played).index(int(card))
            return (LAY_LOWER, LAY_HIGHER)[order] + SPACE_NAMES.index(space)
    raise ValueError(words)


def decide(state: Any, *words: str) -> None:
    """The first seats decide so; nothing is asked of one whose decision is empty."""
    decided = {seat: number_of(state, seat, each) for seat, each in enumerate(words) if each}
    assert [*decided] == seats_to_move(state)
    for seat, number in decided.items():
        check(state, seat, number)
    ask.play(state, decisions(decided))


def play(state: Any, seat: int, words: str) -> None:
    """A seat that alone is asked decides so."""
    decide(state, *[""] * seat, words)


def match_at(state: Any) -> Match:
    """A match that has come to this table: it keeps what is decided, until all have."""
    return Match(CARD, tuple(f"Player {seat + 1}" for seat in range(state.seats)), {}, [], state)


def put_down(match: Match, seat: int, words: str) -> None:
    """A seat decides so; others may have to decide yet."""
    match.play(seat, number_of(match.state, seat, words))


def draw(state: Any, *cards: int) -> None:
    """Chance deals these cards, one after another."""
    for card in cards:
        number = number_of(state, CHANCE, f"draw {card}")
        check(state, CHANCE, number)
        ask.happen(state, number)


def move_on(state: Any) -> None:
    """Whoever is asked does the first thing that is legal."""
    make(state, [(seat, legal_moves(state, seat)[0]) for seat in seats_to_move(state)])


def anything(state: Any, until: int) -> None:
    """Everyone does anything, always the first legal thing, until that round is to be decided."""
    while state.rounds < until or seats_to_move(state) == [CHANCE]:
        move_on(state)


def refused(state: Any, seat: int, number: int) -> IllegalMove:
    """Why the move is refused; nothing changes."""
    before = state.tobytes()
    try:
        check(state, seat, number)
    except IllegalMove as refusal:
        assert state.tobytes() == before
        return refusal
    raise AssertionError(f"{number} is legal")


# ── What may be done ─────────────────────────────────────────────────────────────────────────────


def cards_to(verb: str, state: Any, seat: int) -> list[int]:
    """The cards that may be kept, or discarded, or that chance may deal."""
    first = {"keep": KEEP, "discard": DISCARD, "draw": DRAW}[verb]
    return [move - first for move in legal_moves(state, seat) if first < move <= first + 16]


def lays(state: Any, seat: int = 0) -> set[str]:
    """The spaces where the lower card, or the only one, may be laid."""
    return {SPACE_NAMES[move] for move in legal_moves(state, seat) if move < LAY_HIGHER}


def open_to(island: str) -> set[str]:
    """The spaces where a card may be laid beside this island."""
    return lays(to_lay(island, unused(island)))


def unused(island: str) -> int:
    """A card that is not on the island."""
    used = laid(table(island)).values()
    return next(card for card in range(16, 0, -1) if card not in used)


def is_over(state: Any) -> bool:
    return bool(ask.to_move(state) == NOBODY)


# ── What can be seen ─────────────────────────────────────────────────────────────────────────────


def laid(state: Any, seat: int = 0) -> dict[str, int]:
    """The cards of an island by the names of their spaces."""
    cards = cards_by_space(state.players[seat])
    return {SPACE_NAMES[space]: card for space, card in cards.items()}


def marks(state: Any, seat: int = 0) -> dict[str, str]:
    return {space: card_mark(card) for space, card in laid(state, seat).items()}


def cards(state: Any, seat: int, pile: str) -> list[int]:
    """What is in a seat's hand, pile, played or discards."""
    return cards_in(state.players[seat][pile])


def score(island: str, blocking: str = "stops") -> dict[str, int]:
    """The points of each colour that scores on this island."""
    state = table(island, options={"blocking": blocking})
    colours = CARD.view(state, None).seats[0].colours
    assert points(state)[0] == sum(colour.points for colour in colours)
    return {colour.colour: colour.points for colour in colours if colour.is_home}


def points(state: Any) -> list[int]:
    return [int(amount) for amount in points_of(state)]


def places(state: Any) -> list[int]:
    return [int(place) for place in places_of(state)]
