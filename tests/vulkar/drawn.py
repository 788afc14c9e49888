"""Tables told in words, what is done there, and what can be seen afterwards.

Figures are A, B, C and D; without anything else said, they stand on the spaces that are named, the
island has no tokens, everyone has two cards, and it is the turn of A. Seats do what they type in
the terminal; chance does one of these:

    first 2      lays red     removes geyser 5   draws geyser 5   gets boots   rolls 3
    into ash     arrives      rests              leaves           passes       fells
    sweeps       fells-rests  sweeps-rests       drops B          snatches red
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from templetop.engine.bits import members
from templetop.engine.game import Game
from templetop.engine.seats import CHANCE, decisions
from templetop.games import shelf
from templetop.games.vulkar.people.spaces import SHORT_SOUVENIRS, typed_card
from templetop.games.vulkar.rules import moves, turn
from templetop.games.vulkar.rules.agenda import add_task, done
from templetop.games.vulkar.rules.hands import add_card
from templetop.games.vulkar.rules.island import COLOURS, LANE_IDS, NOWHERE, NUMBER_OF, SPACE_IDS
from templetop.games.vulkar.rules.pieces import ACTION, CATACLYSM, DECK, FACES, SLAB
from templetop.games.vulkar.rules.runs import (
    ARRIVES,
    FALLS_TOO,
    FELLS,
    FELLS_AND_RESTS,
    LEAVES,
    PASSES,
    RESTS,
    SWEEPS,
    SWEEPS_AND_RESTS,
)
from templetop.games.vulkar.rules.state import (
    BEGIN_TURN,
    COPTERS,
    ENDINGS,
    IN_MAW,
    ON_SLAB,
    PHASES,
    POSTURES,
)
from templetop.games.vulkar.rules.tokens import EVERYONE, add_token

FIGURES = "ABCD"
ALL_CARDS = [typed_card(card) for card in range(FACES)]
LETTERS = {"r": 0, "y": 1, "b": 2}
HEARTS = {"slab": ON_SLAB, "maw": IN_MAW}
RUNS = {
    "arrives": ARRIVES, "rests": RESTS, "leaves": LEAVES, "passes": PASSES, "fells": FELLS,
    "sweeps": SWEEPS, "fells-rests": FELLS_AND_RESTS, "sweeps-rests": SWEEPS_AND_RESTS,
}  # fmt: skip


def game() -> Game:
    return shelf.take("vulkar")


def new(seats: int = 4, **options: str) -> Any:
    """A table before anything was drawn."""
    return game().start(seats, options)


def island(
    *where: str,
    turn_of: str = "A",
    cards: Mapping[int, Sequence[str]] = {},
    kit: Mapping[int, Sequence[str]] = {},
    tokens: Mapping[str, str] = {},
    pictures: Mapping[str, str] = {},
    slabs: Mapping[str, str] = {},
    heart: str = "slab",
    scar: int | None = None,
    copter: str = "away",
    tracker: Sequence[str] = (),
    maw: str = "",
    seats: int | None = None,
    **options: str,
) -> Any:
    """A table in the middle of a game, at the beginning of a turn."""
    state = new(seats or len(where), **options)
    done(state)
    state.bag[:] = 0
    for figure, place in enumerate(where):
        put_figure(state, figure, place)
    deal(state, cards, kit, tracker)
    for name, colours in tokens.items():
        for letter in colours:
            add_token(state.figures[FIGURES.index(name)], LETTERS[letter], EVERYONE)
    for name, colours in pictures.items():
        for letter in colours:
            state.figures[FIGURES.index(name)].pictures |= 1 << LETTERS[letter]
            state.album[LETTERS[letter]] -= 1
    for space, colour in slabs.items():
        state.slabs[SLAB[NUMBER_OF[space]]] = COLOURS.index(colour)
    for letter in maw:
        state.maw[LETTERS[letter]] += 1
    state.heart = HEARTS[heart] if heart in HEARTS else FIGURES.index(heart)
    state.scar = state.scar if scar is None else scar
    state.copter = COPTERS.index(copter)
    state.turns_left = 2 * state.count if copter == "here" else 0
    state.turns = 1
    begin(state, FIGURES.index(turn_of))
    return state


def put_figure(state: Any, figure: int, place: str) -> None:
    """S4, or: lying S4, swept S4, off S4, waiting, aboard."""
    *posture, space = place.split()
    one = state.figures[figure]
    if space in POSTURES:
        one.posture, one.at = POSTURES.index(space), NOWHERE
    else:
        one.posture = POSTURES.index(posture[0] if posture else "standing")
        one.at = NUMBER_OF[space]


def deal(
    state: Any,
    cards: Mapping[int, Sequence[str]],
    kit: Mapping[int, Sequence[str]],
    tracker: Sequence[str],
) -> None:
    """Hands and souvenirs, out of the piles."""
    for seat, hand in cards.items():
        for name in hand:
            state.deck[ALL_CARDS.index(name)] -= 1
            add_card(state, seat, ALL_CARDS.index(name))
    for name in tracker:
        state.deck[ALL_CARDS.index(name)] -= 1
        state.tracker[ALL_CARDS.index(name)] += 1
    for seat, things in kit.items():
        for thing in things:
            state.shop[SHORT_SOUVENIRS.index(thing)] -= 1
            state.souvenirs[seat, SHORT_SOUVENIRS.index(thing)] += 1
    fill_hands(state)


def fill_hands(state: Any) -> None:
    """Who was given fewer than two cards gets the first quiet ones of the pile."""
    quiet = [card for card in range(FACES) if ACTION[card] != CATACLYSM and DECK[card]]
    for seat in range(state.seats if state.game == 0 else 0):
        while state.hands[seat, 1] < 0:
            card = next(card for card in reversed(quiet) if state.deck[card] > 0)
            state.deck[card] -= 1
            add_card(state, seat, card)


def begin(state: Any, figure: int) -> None:
    add_task(state, BEGIN_TURN, figure)
    turn.go_on(state)


# ── What is done ─────────────────────────────────────────────────────────────────────────────────


def asked(state: Any) -> int:
    """The seat that decides, or chance."""
    deciding = int(turn.to_move(state))
    return CHANCE if deciding == CHANCE else deciding.bit_length() - 1


def legal(state: Any) -> list[int]:
    numbers = game().move_set()
    turn.legal(state, asked(state), numbers)
    return members(numbers)


def choices(state: Any) -> set[str]:
    """All that the seat whose turn it is may type."""
    seat = asked(state)
    return {game().moves.code(state, seat, move) for move in legal(state)}


def do(state: Any, *deeds: str) -> Any:
    for deed in deeds:
        if asked(state) == CHANCE:
            event = event_of(deed)
            is_rolling = phase(state) == "running"  # what a marble does, physics may know better
            assert is_rolling or event in odds(state), f"{deed} while {phase(state)}"
            turn.happen(state, event)
        else:
            turn.play(state, decisions({asked(state): move_of(state, deed)}))
    return state


def move_of(state: Any, deed: str) -> int:
    by_code = {game().moves.code(state, asked(state), move): move for move in legal(state)}
    assert deed in by_code, f"{deed} is none of {sorted(by_code)[:20]} while {phase(state)}"
    return by_code[deed]


def odds(state: Any) -> dict[int, int]:
    """What can happen, and how likely it is."""
    events, weights = game().event_set(), game().weights()
    total = turn.odds(state, events, weights)
    return {event: int(weights[event]) if total else 1 for event in members(events)}


def event_of(deed: str) -> int:
    verb, _, what = deed.partition(" ")
    if verb in RUNS:
        return moves.RUN + RUNS[verb]
    numbers = {
        "first": lambda: moves.FIRST + int(what) - 1,
        "lays": lambda: moves.LAY + COLOURS.index(what),
        "removes": lambda: moves.REMOVE + ALL_CARDS.index(what),
        "draws": lambda: moves.DRAW + ALL_CARDS.index(what),
        "gets": lambda: moves.GIFT + SHORT_SOUVENIRS.index(what),
        "rolls": lambda: moves.DIE + int(what) - 1,
        "into": lambda: moves.RUN + LANE_IDS.index(what),
        "drops": lambda: moves.RUN + FALLS_TOO + FIGURES.index(what),
        "snatches": lambda: moves.SNATCH + COLOURS.index(what),
    }
    return numbers[verb]()


# ── What can be seen ─────────────────────────────────────────────────────────────────────────────


def phase(state: Any) -> str:
    return PHASES[state.phase].name


def where(state: Any, name: str) -> str:
    space = int(state.figures[FIGURES.index(name)].at)
    return "" if space == NOWHERE else SPACE_IDS[space]


def posture(state: Any, name: str) -> str:
    return POSTURES[state.figures[FIGURES.index(name)].posture]


def tokens_of(state: Any, name: str) -> str:
    one = state.figures[FIGURES.index(name)]
    return "".join("ryb"[token] for token in one.tokens[: one.held])


def pictures_of(state: Any, name: str) -> str:
    bits = int(state.figures[FIGURES.index(name)].pictures)
    return "".join(letter for letter, colour in LETTERS.items() if bits >> colour & 1)


def hand_of(state: Any, seat: int) -> list[str]:
    return [ALL_CARDS[card] for card in state.hands[seat] if card >= 0]


def kit_of(state: Any, seat: int) -> list[str]:
    numbers = zip(SHORT_SOUVENIRS, state.souvenirs[seat], strict=True)
    return [name for name, number in numbers for _ in range(int(number))]


def maw_of(state: Any) -> str:
    tokens = "".join("ryb"[colour] * int(state.maw[colour]) for colour in range(len(COLOURS)))
    return tokens + ("H" if state.heart == IN_MAW else "") + ("P" if state.penny == IN_MAW else "")


def heart_of(state: Any) -> str:
    if state.heart < 0:
        return "slab" if state.heart == ON_SLAB else "maw"
    return FIGURES[state.heart]


def ending(state: Any) -> str:
    return ENDINGS[state.ending]


def points_of(state: Any) -> list[int]:
    points = np.zeros(int(state.seats), np.int64)
    game().points(state, points)
    return [int(number) for number in points]


def places_of(state: Any) -> list[int]:
    places = np.zeros(int(state.seats), np.int64)
    game().places(state, places)
    return [int(number) for number in places]
