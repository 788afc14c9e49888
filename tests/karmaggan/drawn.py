"""Temples told in words, what is done in them, and what can be seen afterwards.

Spaces are written as the rulebook does, by the columns of the world: A5, D31, F0, G, Sun 1. Raiders
are their players: Ann, Ben, Cem … Spawns are "spawn 1" to "spawn 6" of the dark swarm, the only one
without teams, and "light 1" to "light 6".

A seat does one of these:

    roll  stop  A5  put A5  play pole  pay  hand Ben  throw Ben  take  turn outer +  name Ben
    spoil Ben  gain  enough  fight  pass  yes  no  exit C20  stay  through  past  summon  lead 1
    sacrifice 1  start 3  card pole  card nothing

and chance one of these; a die stands for the higher one where two are rolled:

    first Ann  die 4  draws tar  up fire  tastes 3  steals tar  loses tar  shows tar
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from templetop.engine.bits import members, move_set
from templetop.engine.seats import CHANCE, MOST_SEATS, NO_MOVE, NOBODY
from templetop.games.karmaggan.rules import ending, moves, turn
from templetop.games.karmaggan.rules.agenda import add_task
from templetop.games.karmaggan.rules.hands import add_card
from templetop.games.karmaggan.rules.pieces import CARD_NAMES, TEMPLE_NAMES, TILES
from templetop.games.karmaggan.rules.start import OPTIONS, PASSAGE_SPACES, new
from templetop.games.karmaggan.rules.state import (
    BEGIN_TURN,
    DRAWING,
    ENDINGS,
    FALLEN,
    GONE,
    PHASES,
    State,
)
from templetop.games.karmaggan.rules.table import lay, tile_at

SEATS = ["Ann", "Ben", "Cem", "Dua", "Eve", "Fay", "Gil", "Hal"]
RINGS = ["central", "inner", "middle", "outer"]
SPAWNS_OF_A_SWARM = 6
PIECES = [
    *SEATS,
    *(f"{swarm} {number}" for swarm in ("spawn", "light") for number in range(1, 7)),
]
TRAILS = ["Sun 1", "Moon 1", "Sun 2", "Moon 2", "Sun 3", "Moon 3", "Sun 4", "Moon 4"]
GATE_GROUPS = {"sun": 1, "moon": 2}
MARKS = {"empty": ".", "abyss": "#", "object": "O", "temple": "T", "blood": "B", "passage": "P"}
NOTHING = -1
EVENTS = 256  # more than there are

# The first space of each row, how many columns it has, how many of them a sector is wide, its ring.
ROWS = {
    "A": (0, 64, 4, 3), "B": (64, 64, 4, 3), "C": (128, 64, 4, 3),
    "E": (192, 32, 2, 2), "D": (224, 32, 2, 2),
    "F": (256, 16, 1, 1), "G": (272, 1, 0, 0),
}  # fmt: skip
FIRST_TRAIL = 273


# ── Spaces ───────────────────────────────────────────────────────────────────────────────────────


def space(state: Any, name: str) -> int:
    """The number of a space, wherever its ring stands now."""
    if name in TRAILS:
        return FIRST_TRAIL + TRAILS.index(name)
    first, columns, per_sector, ring = ROWS[name[0]]
    return first + (int(name[1:] or 0) - per_sector * int(state.offsets[ring])) % columns


def name(state: Any, number: int) -> str:
    """The name of a space now; or nowhere."""
    if number == NOTHING:
        return "nowhere"
    if number >= FIRST_TRAIL:
        return TRAILS[number - FIRST_TRAIL]
    row, (first, columns, per_sector, ring) = next(
        (row, known) for row, known in ROWS.items() if 0 <= number - known[0] < known[1]
    )
    if row == "G":
        return row
    return f"{row}{(number - first + per_sector * int(state.offsets[ring])) % columns}"


# ── Drawing a temple ─────────────────────────────────────────────────────────────────────────────


def settings(options: Mapping[str, str]) -> Any:
    """The options as numbers for the rules."""
    assert {*options} <= {option.name for option in OPTIONS}
    return np.array(
        [n for option in OPTIONS for n in option.settings(options.get(option.name, option.usual))],
        np.int64,
    )


def fresh(seats: int, **options: str) -> Any:
    """A table that is just being set up."""
    state = np.zeros(1, State)[0]
    new(state, seats, settings(options))
    return state


def temple(
    *raiders: str,
    egg: str = "G",
    spawns: str = "",
    light: str = "",
    hands: Sequence[str] = (),
    coins: Sequence[int] = (),
    medallions: Sequence[int] = (),
    tiles: Mapping[str, str] = {},
    turned: Mapping[str, int] = {},
    gates: str = "",
    rollers_out: bool = False,
    active: str = "Ann",
    first_round: bool = False,
    shown: str = "",
    **options: str,
) -> Any:
    """A temple with raiders at these spaces, or dead, or out; the active seat begins its turn.

    Hands are told as "pole, tar" and empty if they are not; medallions are none and coins four. The
    Egg lies on a space or belongs to a raider. Rings are `turned` by so many sectors. Ann is first.
    """
    state = fresh(len(raiders), **options)
    state.depth = 0
    state.rounds_over = 0 if first_round else 1
    for ring, sectors in turned.items():
        state.offsets[RINGS.index(ring)] = sectors % 16
    for place, kind in tiles.items():
        lay(state, space(state, place), TILES.index(kind))
    for seat, place in enumerate(raiders):
        put_raider(state, seat, place)
    for first, places in ((MOST_SEATS, spawns), (MOST_SEATS + SPAWNS_OF_A_SWARM, light)):
        for number, place in enumerate(places.split()):
            state.at[first + number] = space(state, place)
    for seat in range(len(raiders)):
        player = state.players[seat]
        player.coins = (coins[seat] if coins else 4) * int(player.life == 0)
        player.medallions = medallions[seat] if medallions else 0
        for card in listed(hands[seat] if seat < len(hands) else ""):
            give(state, seat, card)
    if egg in SEATS:
        state.egg, state.carrier = NOTHING, SEATS.index(egg)
    else:
        state.egg = space(state, egg)
    state.rollers = int(rollers_out)
    state.gates = sum(GATE_GROUPS[group] for group in gates.split())
    state.shown = CARD_NAMES.index(shown)
    state.first, state.active = 0, SEATS.index(active)
    add_task(state, BEGIN_TURN, int(state.active))
    turn.go_on(state)
    return state


def put_raider(state: Any, seat: int, place: str) -> None:
    player = state.players[seat]
    if place == "dead":
        player.life = FALLEN
        state.fallen = int(state.fallen) | 1 << seat
    elif place == "out":
        player.life = GONE
    else:
        state.at[seat] = space(state, place)
    if place in TRAILS:
        state.last_turns = state.trail


def give(state: Any, seat: int, card: str) -> None:
    """From the deck, seen by nobody else."""
    number = CARD_NAMES.index(card)
    assert state.deck[number], f"no {card} is left"
    state.deck[number] -= 1
    add_card(state.players[seat], number, 1 << seat)


def listed(cards: str) -> list[str]:
    return [card.strip() for card in cards.split(",") if card.strip()]


# ── What may be done ─────────────────────────────────────────────────────────────────────────────


def words_of_move(state: Any, move: int) -> str:
    """A move in the words of these tests."""
    simple = {
        moves.ROLL: "roll", moves.STOP: "stop", moves.PAY: "pay", moves.TAKE: "take",
        moves.GAIN: "gain", moves.ENOUGH: "enough", moves.FIGHT: "fight", moves.PASS: "pass",
        moves.YES: "yes", moves.NO: "no", moves.STAY: "stay", moves.THROUGH: "through",
        moves.PAST: "past", moves.SUMMON: "summon",
    }  # fmt: skip
    if move in simple:
        return simple[move]
    tables: list[tuple[int, int, Callable[[int], str]]] = [
        (moves.STEP, 281, lambda n: name(state, n)),
        (moves.PUT, 273, lambda n: f"put {name(state, n)}"),
        (moves.START, 8, lambda n: f"start {n + 1}"),
        (moves.PLAY, 18, lambda n: f"play {CARD_NAMES[n]}"),
        (moves.HAND_OVER, 8, lambda n: f"hand {SEATS[n]}"),
        (moves.THROW, 8, lambda n: f"throw {SEATS[n]}"),
        (moves.RING, 8, lambda n: f"turn {RINGS[n // 2]} {'+-'[n % 2]}"),
        (moves.TARGET, 8, lambda n: f"name {SEATS[n]}"),
        (moves.SPOIL, 8, lambda n: f"spoil {SEATS[n]}"),
        (moves.EXIT, 4, lambda n: f"exit {name(state, int(PASSAGE_SPACES[n]))}"),
        (moves.BATTLE, 18, lambda n: f"card {CARD_NAMES[n] or 'nothing'}"),
        (moves.LEAD, 6, lambda n: f"lead {n + 1}"),
        (moves.SACRIFICE, 6, lambda n: f"sacrifice {n + 1}"),
    ]
    first, _, words = next(t for t in tables if t[0] <= move < t[0] + t[1])
    return words(move - first)


def words_of_event(event: int) -> str:
    """An event in the words of these tests."""
    tables: list[tuple[int, int, Callable[[int], str]]] = [
        (moves.FIRST, 8, lambda n: f"first {SEATS[n]}"),
        (moves.DRAW, 18, lambda n: f"draws {CARD_NAMES[n]}"),
        (moves.DICE, 36, lambda n: f"die {max(n // 6, n % 6) + 1}"),
        (moves.DIE_ROLL, 6, lambda n: f"die {n + 1}"),
        (moves.UNCOVER, 21, lambda n: f"up {TEMPLE_NAMES[n]}"),
        (moves.SECTORS_ROLLED, 6, lambda n: f"die {n + 1}"),
        (moves.DAMAGE, 6, lambda n: f"die {n + 1}"),
        (moves.TASTE, 4, lambda n: f"tastes {'234M'[n]}"),
        (moves.STEAL, 18, lambda n: f"steals {CARD_NAMES[n]}"),
        (moves.LOSE, 18, lambda n: f"loses {CARD_NAMES[n]}"),
        (moves.COUNT, 6, lambda n: f"die {n + 1}"),
        (moves.SHOW, 18, lambda n: f"shows {CARD_NAMES[n]}"),
        (moves.SHOW_TEMPLE, 21, lambda n: f"shows {TEMPLE_NAMES[n]}"),
    ]
    first, _, words = next(t for t in tables if t[0] <= event < t[0] + t[1])
    return words(event - first)


def numbers(state: Any, seat: int) -> list[int]:
    """All that a seat may do, or chance."""
    if seat == CHANCE:
        events, weights = move_set(EVENTS), np.zeros(EVENTS, np.int64)
        turn.odds(state, events, weights)
        return members(events)
    found = move_set(moves.MOVE_COUNT)
    turn.legal(state, seat, found)
    return members(found)


def told(state: Any, seat: int, number: int) -> str:
    return words_of_event(number) if seat == CHANCE else words_of_move(state, number)


def asked(state: Any) -> str:
    """Who is asked: Ann, or Ann and Ben at once, or chance, or nobody."""
    deciding = int(turn.to_move(state))
    if deciding in (CHANCE, NOBODY):
        return "chance" if deciding == CHANCE else "nobody"
    return " ".join(seat for number, seat in enumerate(SEATS) if deciding >> number & 1)


def phase(state: Any) -> str:
    return str(PHASES[state.phase].name)


def choices(state: Any, seat: str = "") -> set[str]:
    """All that whoever is asked, or chance, may do."""
    who = seat or asked(state)
    number = CHANCE if who == "chance" else SEATS.index(who)
    return {told(state, number, move) for move in numbers(state, number)}


def steps(state: Any) -> set[str]:
    """The steps among them."""
    return {words for words in choices(state) if words[0] in "ABCDEFGSM" and words[0].isupper()}


def puts(state: Any) -> set[str]:
    """Where something may be put."""
    return {words.removeprefix("put ") for words in choices(state) if words.startswith("put ")}


def odds(state: Any) -> dict[str, int]:
    """How likely it is what chance may do; all is equally likely where nothing is said."""
    events, weights = move_set(EVENTS), np.zeros(EVENTS, np.int64)
    total = turn.odds(state, events, weights)
    return {words_of_event(e): int(weights[e]) if total > 0 else 1 for e in members(events)}


# ── Doing it ─────────────────────────────────────────────────────────────────────────────────────


def do(state: Any, *what: str) -> Any:
    """What whoever is asked does, chance too, one after another; it must be possible."""
    for words in what:
        who = asked(state)
        seat = CHANCE if who == "chance" else SEATS.index(who)
        found = {told(state, seat, move): move for move in numbers(state, seat)}
        assert words in found, f"{who} may not do {words!r} when {phase(state)}, only {[*found]}"
        if seat == CHANCE:
            turn.happen(state, found[words])
        else:
            decide(state, {seat: found[words]})
    return state


def decide(state: Any, decided: Mapping[int, int]) -> None:
    decisions = np.full(MOST_SEATS, NO_MOVE, np.int64)
    for seat, move in decided.items():
        decisions[seat] = move
    turn.play(state, decisions)


def battle(state: Any, **cards: str) -> Any:
    """A round, or several: battle(state, Ann="pole, tar", Ben="gaze, nothing")."""
    rounds = [listed(played) for played in cards.values()]
    for played in zip(*rounds, strict=True):
        assert phase(state) == "battling"
        chosen = dict(zip(cards, played, strict=True))
        able = asked(state).split()
        for seat, card in chosen.items():
            assert seat in able or card == "nothing", f"{seat} is not asked"
            assert seat not in able or f"card {card}" in choices(state, seat)
        decide(state, {
            SEATS.index(seat): moves.BATTLE + CARD_NAMES.index("" if card == "nothing" else card)
            for seat, card in chosen.items()
            if seat in able
        })  # fmt: skip
    return state


def draw_on(state: Any) -> Any:
    """Cards are drawn, any that come, as long as nothing else is to be done."""
    while phase(state) == PHASES[DRAWING].name:
        turn.happen(state, numbers(state, CHANCE)[0])
    return state


def walk(state: Any, number: int, *spaces: str) -> Any:
    """The active raider rolls this and steps there."""
    if asked(state) != "chance":
        do(state, "roll")
    return do(state, f"die {number}", *spaces)


# ── What can be seen ─────────────────────────────────────────────────────────────────────────────


def where(state: Any, piece: str) -> str:
    return name(state, int(state.at[PIECES.index(piece)]))


def life(state: Any, seat: str) -> str:
    return ("alive", "dead", "out")[state.players[SEATS.index(seat)].life]


def egg(state: Any) -> str:
    """Who has it, or where it lies."""
    return name(state, int(state.egg)) if state.egg != NOTHING else SEATS[state.carrier]


def coins(state: Any) -> list[int]:
    return [int(state.players[seat].coins) for seat in range(state.seats)]


def medallions(state: Any) -> list[int]:
    return [int(state.players[seat].medallions) for seat in range(state.seats)]


def hand(state: Any, seat: str) -> list[str]:
    cards = state.players[SEATS.index(seat)].cards
    return sorted(CARD_NAMES[card] for card in cards if card)


def known(state: Any, viewer: str, seat: str) -> list[str]:
    """The cards in a hand that the viewer has seen."""
    player, bit = state.players[SEATS.index(seat)], SEATS.index(viewer)
    return sorted(
        CARD_NAMES[card]
        for card, seen in zip(player.cards, player.known, strict=True)
        if card and int(seen) >> bit & 1
    )


def pile(counts: Any) -> dict[str, int]:
    """Object cards by name, as many as there are."""
    return {CARD_NAMES[card]: int(n) for card, n in enumerate(counts) if n}


def tile(state: Any, place: str) -> str:
    return TILES[tile_at(state, space(state, place))]


def summoning_tiles(state: Any, kind: str = "dark") -> set[str]:
    """Where summoning tiles lie."""
    return {name(state, n) for n in range(FIRST_TRAIL) if tile_at(state, n) == TILES.index(kind)}


def gates(state: Any) -> str:
    return " ".join(group for group, bit in GATE_GROUPS.items() if int(state.gates) & bit)


def turned(state: Any, ring: str) -> int:
    return int(state.offsets[RINGS.index(ring)])


def ended(state: Any) -> str:
    return ENDINGS[state.ending]


def places(state: Any) -> list[int]:
    """In which place each seat is."""
    found = np.zeros(state.seats, np.int8)
    ending.places(state, found)
    return [int(place) for place in found]


def winners(state: Any) -> str:
    """Who is in the first place when it is over."""
    found = zip(SEATS, places(state), strict=False)
    return " ".join(seat for seat, place in found if place == 1)


def sides(state: Any) -> list[int]:
    found = np.zeros(state.seats, np.int8)
    ending.sides(state, found)
    return [int(side) for side in found]
