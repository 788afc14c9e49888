"""The game held against the reference: all that may be done, and all that follows, move by move."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.match import legal_moves, make, seats_to_move
from templetop.engine.seats import CHANCE

from .drawn import CARD, NUMBERS, is_over, number_of, numbers_open, place, places, points
from .reference import COLOURS, SPACES, Decision, Place, Space, Table, apart, new_table

ROW_BY_ROW = sorted(SPACES)
PLACES: list[Place] = [*ROW_BY_ROW, "temple", "beach"]
FEWEST = {"apart": 3, "between": 4, "any": 0}  # numbers along the shore; 3 between them is 4


# ── The same table twice ─────────────────────────────────────────────────────────────────────────


def decision_of(move: int) -> Decision:
    """What a number means, as the head of moves.py says."""
    if move < 30:
        return ("lay", ROW_BY_ROW[move])
    if move == 30:
        return ("discard",)
    adventurer, goal = divmod(move - 32, 32)
    return ("walk", COLOURS[adventurer], PLACES[goal])


def decisions_of(state: Any, seat: int) -> set[Decision]:
    return {decision_of(move) for move in legal_moves(state, seat)}


def place_everything(random: Random, state: Any, distance: str) -> tuple[list[int], list[int]]:
    """Place at random, holding what is open against the shore each time."""
    beaches: list[int] = []
    temples: list[int] = []
    for _ in COLOURS:
        beaches.append(choose(random, state, [n for n in NUMBERS if n not in beaches]))
        far = [n for n in NUMBERS if apart(beaches[-1], n) >= FEWEST[distance]]
        temples.append(choose(random, state, [n for n in far if n not in temples]))
    return beaches, temples


def choose(random: Random, state: Any, numbers: list[int]) -> int:
    (placer,) = seats_to_move(state)
    assert numbers_open(state, placer) == numbers
    chosen = random.randrange(len(numbers))
    make(state, [(placer, legal_moves(state, placer)[chosen])])
    return numbers[chosen]


def new_game(random: Random, seats: int, options: dict[str, str]) -> tuple[Any, Table]:
    state = CARD.start(seats, options)
    beaches, temples = place_everything(random, state, options["distance"])
    agreed = [options[name] for name in ("gold", "treasures", "last_tile") if name in options]
    return state, new_table(seats, beaches, temples, *agreed)


def lay_for_all(state: Any, reference: Table, tiles: dict[Space, int]) -> None:
    """Turns in which every seat lays the tile in the same place, on both tables."""
    for space, tile in tiles.items():
        ask.happen(state, number_of(f"call {tile}", CHANCE))
        make(state, [(seat, ROW_BY_ROW.index(space)) for seat in range(state.seats)])
        reference.reveal(tile)
        reference.turn(tile, [("lay", space)] * int(state.seats))


def check_the_same(state: Any, reference: Table) -> None:
    view = CARD.view(state, None)
    assert is_over(state) == reference.is_over
    assert points(state) == [island.points for island in reference.islands]
    assert places(state) == reference.places
    assert {colour.colour: colour.treasures for colour in view.colours} == reference.stacks
    assert view.stack == sorted(reference.tiles)
    assert view.gold in (None, reference.gold)
    for seen, island in zip(view.islands, reference.islands, strict=True):
        assert {ROW_BY_ROW[on.space]: on.tile.number for on in seen.spaces} == island.tiles
        lying = {ROW_BY_ROW[on.space]: on.treasure for on in seen.spaces}
        assert {space: it for space, it in lying.items() if it != "nothing"} == island.lying
        stands = [PLACES[place] for place in state.players[seen.seat].adventurers]
        assert dict(zip(COLOURS, stands)) == island.stands


# ── Whole games ──────────────────────────────────────────────────────────────────────────────────


def play_a_turn(random: Random, state: Any, reference: Table) -> list[Decision]:
    """A tile is called and everyone decides, on both tables; what may be done is compared."""
    tiles = sorted(reference.tiles)
    assert legal_moves(state, CHANCE) == [number_of(f"call {tile}", CHANCE) for tile in tiles]
    tile = random.choice(tiles)
    ask.happen(state, number_of(f"call {tile}", CHANCE))
    reference.reveal(tile)
    if reference.is_over:
        return []
    chosen: list[int] = []
    for seat in range(state.seats):
        assert decisions_of(state, seat) == reference.decisions(seat, tile)
        chosen.append(pick(random, legal_moves(state, seat), chosen))
    make(state, [*enumerate(chosen)])
    decisions = [decision_of(move) for move in chosen]
    reference.turn(tile, decisions)
    return decisions


def pick(random: Random, moves: list[int], chosen: list[int]) -> int:
    """Any move, but rather a walk, rather into a temple, or what the seat before has chosen."""
    walks = [move for move in moves if decision_of(move)[0] == "walk"]
    temples = [move for move in walks if decision_of(move)[-1] == "temple"]
    copied = [move for move in chosen[-1:] if move in moves]
    return random.choice(random.choice([moves, walks, temples, copied]) or moves)


def play_on(random: Random, state: Any, reference: Table) -> Counter[str]:
    """Play to the end, compare after every turn, and count what happened."""
    happened: Counter[str] = Counter()
    while not reference.is_over:
        decisions = play_a_turn(random, state, reference)
        check_the_same(state, reference)
        arrivals = Counter(decision for decision in decisions if decision[-1] == "temple")
        happened["arrivals"] += arrivals.total()
        happened["in the same turn"] += any(count > 1 for count in arrivals.values())
    happened["with all four home"] += any(island.is_finished for island in reference.islands)
    return happened


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("distance", FEWEST)
def test_whole_games_are_the_same_as_in_the_reference(seats: int, distance: str) -> None:
    random = Random(f"{seats} {distance}")
    agreements = [
        ("enough", "by_seats", "played"),
        ("twelve", "full", "revealed"),
    ]
    for gold, treasures, last_tile in agreements:
        options = {"distance": distance, "gold": gold, "treasures": treasures}
        options["last_tile"] = last_tile
        state, reference = new_game(random, seats, options)
        play_on(random, state, reference)


CORNERS = [10, 110, 20, 100]  # beach and temple numbers at once
SHORT_WAYS = {(1, 1): 7, (1, 2): 10, (2, 1): 28, (4, 6): 3, (5, 5): 21, (5, 6): 8}


def test_games_with_short_ways_are_the_same_as_in_the_reference() -> None:
    """With ┼ and ┘ in one corner and ┌ and ┼ in the other everyone is home in a few turns."""
    random = Random(1)
    happened: Counter[str] = Counter()
    for game in range(16):
        seats = 1 + game % 4
        options = {"distance": "any", "gold": "twelve"}
        state = CARD.start(seats, options)
        place(state, {colour: (number, number) for colour, number in zip(COLOURS, CORNERS)})
        reference = new_table(seats, CORNERS, CORNERS, "twelve", "by_seats")
        lay_for_all(state, reference, SHORT_WAYS)
        happened += play_on(random, state, reference)
    assert happened["arrivals"] > 60
    assert happened["in the same turn"] > 12
    assert happened["with all four home"] > 8


# ── Crowded islands ──────────────────────────────────────────────────────────────────────────────


def scatter(random: Random, state: Any, reference: Table) -> None:
    """Put adventurers somewhere: most on the paths, some on the beach or in a temple."""
    island = reference.islands[0]
    spaces = random.sample(sorted(island.tiles), len(COLOURS))
    for adventurer, colour in enumerate(COLOURS):
        somewhere: list[Place] = [*[spaces[adventurer]] * 4, "beach", "beach", "temple"]
        island.stands[colour] = random.choice(somewhere)
        state.players[0].adventurers[adventurer] = PLACES.index(island.stands[colour])


@pytest.mark.parametrize("distance", FEWEST)
def test_on_crowded_islands_the_same_may_be_done_as_in_the_reference(distance: str) -> None:
    random = Random(distance)
    temples, walks = 0, 0
    for _ in range(100):
        options = {"distance": distance, "gold": "enough", "treasures": "by_seats"}
        state, reference = new_game(random, 1, options)
        spaces = random.sample(ROW_BY_ROW, random.randint(16, 30))
        tiles = random.sample(range(1, 37), len(spaces))
        lay_for_all(state, reference, dict(zip(spaces, tiles)))
        for _ in range(4):
            scatter(random, state, reference)
            tile = random.choice(sorted(reference.tiles))
            world = state.copy()
            ask.happen(world, number_of(f"call {tile}", CHANCE))
            allowed = decisions_of(world, 0)
            assert allowed == reference.decisions(0, tile)
            temples += any(decision[-1] == "temple" for decision in allowed)
            walks += sum(decision[0] == "walk" for decision in allowed)
    assert temples > 20
    assert walks > 1000
