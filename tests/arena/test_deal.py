"""A deal: chance does the same for all, and everything is as likely as the game says."""

from collections import Counter
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from templetop.arena.deal import Deal, exponential, mixed
from templetop.engine import ask
from templetop.engine.game import CHANCE, NOBODY, Game
from templetop.engine.match import legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.games.karuba_cards.hand import drawer
from templetop.games.shelf import take
from tests.engine.chance import chi_square, is_even
from tests.engine.toy import NUMBERS, ROLL, TOY, WEIGHTS

DICE = range(ROLL + 1, ROLL + NUMBERS + 1)


def rolls(deal: Deal, die: str, times: int) -> tuple[int, ...]:
    """The same die again and again."""
    state = TOY.start(2, {"die": die})
    return tuple(deal.chance_move(state) for _ in range(times))


# ── The odds ─────────────────────────────────────────────────────────────────────────────────────


def test_two_rolls_of_a_fair_die_are_independent_from_deal_to_deal() -> None:
    seen = Counter(rolls(Deal(TOY, 7, number), "fair", 2) for number in range(4000))
    assert is_even([seen[pair] for pair in product(DICE, DICE)])


def test_two_rolls_of_a_loaded_die_have_its_odds() -> None:
    seen = Counter(rolls(Deal(TOY, 7, number), "loaded", 2) for number in range(4000))
    shares = {(a, b): float(WEIGHTS[a - ROLL] * WEIGHTS[b - ROLL]) for a, b in product(DICE, DICE)}
    assert abs(chi_square([seen[pair] for pair in shares], list(shares.values()))) < 5


def test_a_roll_says_nothing_about_the_next_one_of_the_same_deal() -> None:
    row = rolls(Deal(TOY, 7, 0), "loaded", 20_000)
    seen = Counter(pairwise(row))
    shares = {(a, b): float(WEIGHTS[a - ROLL] * WEIGHTS[b - ROLL]) for a, b in product(DICE, DICE)}
    assert abs(chi_square([seen[pair] for pair in shares], list(shares.values()))) < 5


def test_dice_with_other_odds_in_between_leave_the_odds_as_they_are() -> None:
    seen: Counter[int] = Counter()
    deal = Deal(TOY, 7, 0)
    for _ in range(5000):
        rolls(deal, "loaded", 1)
        seen[rolls(deal, "fair", 1)[0]] += 1
    assert is_even([seen[move] for move in DICE])


def test_every_card_of_the_second_seat_is_as_likely_after_each_of_the_first() -> None:
    cards = take("karuba_cards")
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(1500):
        hands: list[list[int]] = [[], []]
        state, deal = cards.start(2), Deal(cards, 3, number)
        while not hands[1]:
            seat, move = drawer(state), deal.chance_move(state)
            hands[seat].append(move)
            ask.play(state, CHANCE, move)
        seen[hands[0][0] % 4, hands[1][0] % 4] += 1
    assert is_even([seen[pair] for pair in product(range(4), range(4))])


def test_the_time_of_a_clock_is_1_in_the_mean_and_never_less_than_nothing() -> None:
    random = generator(5)
    times = [exponential(random) for _ in range(20_000)]
    assert sum(times) / len(times) == pytest.approx(1, abs=0.03)
    assert sum(time > 1 for time in times) / len(times) == pytest.approx(0.368, abs=0.015)
    assert min(times) >= 0


# ── The same for all ─────────────────────────────────────────────────────────────────────────────


def what_chance_does(game: Game, deal: int, decisions: int) -> list[tuple[Any, int]]:
    """A whole game in which everybody decides at random: each draw, and for whom it was."""
    state, chance, random = game.start(2), Deal(game, 11, deal), Random(decisions)
    drawn = []
    while ask.to_move(state) != NOBODY:
        seat = random.choice(seats_to_move(state))
        if seat == CHANCE:
            move = chance.chance_move(state)
            drawn.append((whose(game, state), move))
        else:
            move = random.choice(legal_moves(state, seat))
        ask.play(state, seat, move)
    return drawn


def whose(game: Game, state: Any) -> Any:
    """The pile that is drawn from."""
    if game.id == "karuba_cards":
        return int(drawer(state))
    if game.id == "cacao":
        return "jungle" if legal_moves(state, CHANCE)[0] >= 4 else int(state.active)
    return "stack"


def piles(drawn: list[tuple[Any, int]]) -> dict[Any, list[int]]:
    """The order in which each pile was drawn."""
    order: dict[Any, list[int]] = {}
    for pile, move in drawn:
        order.setdefault(pile, []).append(move)
    return order


@pytest.mark.parametrize("game", ["karuba", "karuba_cards", "cacao"])
def test_every_pile_comes_in_the_same_order_whatever_is_done(game: str) -> None:
    one, other = (piles(what_chance_does(take(game), 0, decisions)) for decisions in (1, 2))
    assert one.keys() == other.keys()
    for pile in one:
        both = min(len(one[pile]), len(other[pile]))
        assert both > 5
        assert one[pile][:both] == other[pile][:both], pile


def test_karuba_calls_all_tiles_in_one_order() -> None:
    calls = [what_chance_does(take("karuba"), 0, decisions) for decisions in range(3)]
    shortest = min(map(len, calls))
    assert len({tuple(some[:shortest]) for some in calls}) == 1
    assert len(set(calls[0])) == len(calls[0])


def test_another_deal_is_another_order() -> None:
    karuba = take("karuba")
    assert what_chance_does(karuba, 0, 1)[:5] != what_chance_does(karuba, 1, 1)[:5]


def test_seeds_made_of_numbers_are_all_different() -> None:
    seeds = {mixed(1, *numbers) for numbers in product(range(20), range(20))}
    assert len(seeds) == 400
    assert mixed(1, 2, 3) != mixed(2, 1, 3)
    assert all(seed.bit_length() <= 64 for seed in seeds)
