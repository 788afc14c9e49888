"""A deal: chance does the same for all, and everything is as likely as the game says."""

from collections import Counter
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.deal import Deal, exponential, key_of, number_from
from templetop.engine.game import Game
from templetop.engine.match import Match, legal_moves
from templetop.engine.seats import CHANCE
from templetop.games.karuba_cards.rules.hand import drawer
from templetop.games.shelf import take

from .chance import chi_square, is_even
from .toy import NUMBERS, ROLL, TOY, WEIGHTS

DICE = range(ROLL + 1, ROLL + NUMBERS + 1)


def rolls(deal: Deal, die: str, times: int) -> tuple[int, ...]:
    """The same die again and again."""
    state = TOY.start(2, {"die": die})
    return tuple(deal.event(state) for _ in range(times))


# ── The odds ─────────────────────────────────────────────────────────────────────────────────────


def test_two_rolls_of_a_fair_die_are_independent_from_deal_to_deal() -> None:
    seen = Counter(rolls(Deal(TOY, key_of(7, number)), "fair", 2) for number in range(4000))
    assert is_even([seen[pair] for pair in product(DICE, DICE)])


def test_two_rolls_of_a_loaded_die_have_its_odds() -> None:
    seen = Counter(rolls(Deal(TOY, key_of(7, number)), "loaded", 2) for number in range(4000))
    assert is_loaded(seen)


def test_a_roll_says_nothing_about_the_next_one_of_the_same_deal() -> None:
    row = rolls(Deal(TOY, b"7"), "loaded", 20_000)
    assert is_loaded(Counter(pairwise(row)))


def is_loaded(seen: Counter[tuple[int, ...]]) -> bool:
    """Are these pairs of rolls those of the loaded die?"""
    shares = {(a, b): float(WEIGHTS[a - ROLL] * WEIGHTS[b - ROLL]) for a, b in product(DICE, DICE)}
    return abs(chi_square([seen[pair] for pair in shares], list(shares.values()))) < 5


def test_dice_with_other_odds_in_between_leave_the_odds_as_they_are() -> None:
    seen: Counter[int] = Counter()
    deal = Deal(TOY, b"7")
    for _ in range(5000):
        rolls(deal, "loaded", 1)
        seen[rolls(deal, "fair", 1)[0]] += 1
    assert is_even([seen[event] for event in DICE])


def test_every_card_of_the_second_seat_is_as_likely_after_each_of_the_first() -> None:
    cards = take("karuba_cards")
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(1500):
        hands: list[list[int]] = [[], []]
        state, deal = cards.start(2), Deal(cards, key_of(3, number))
        while not hands[1]:
            seat, event = drawer(state), deal.event(state)
            hands[seat].append(event)
            ask.happen(state, event)
        seen[hands[0][0] % 4, hands[1][0] % 4] += 1
    assert is_even([seen[pair] for pair in product(range(4), range(4))])


def test_the_time_of_a_clock_is_1_in_the_mean_and_never_less_than_nothing() -> None:
    times = [exponential(number_from(b"5", number)) for number in range(20_000)]
    assert sum(times) / len(times) == pytest.approx(1, abs=0.03)
    assert sum(time > 1 for time in times) / len(times) == pytest.approx(0.368, abs=0.015)
    assert min(times) >= 0
    assert exponential(2**64 - 1) == 0
    assert exponential(0) < 40


# ── The same for all ─────────────────────────────────────────────────────────────────────────────


def play_on(match: Match, deal: Deal, random: Random, moves: int = 10_000) -> list[tuple[Any, int]]:
    """Everybody decides at random; each draw of chance, and from which pile it was."""
    drawn = []
    while match.awaited and len(match.moves) < moves:
        seat = match.awaited[0]
        if seat == CHANCE:
            move = deal.event(match.state)
            drawn.append((pile_of(match.game, match.state), move))
        else:
            move = random.choice(legal_moves(match.state, seat))
        match.play(seat, move)
    return drawn


def new_match(game: Game) -> Match:
    return Match.new(game, ["Ann", "Ben"])


def what_chance_does(game: Game, key: bytes, decisions: int) -> list[tuple[Any, int]]:
    return play_on(new_match(game), Deal(game, key), Random(decisions))


def pile_of(game: Game, state: Any) -> Any:
    """The pile that is drawn from."""
    if game.id == "karuba_cards":
        return int(drawer(state))
    if game.id == "cacao":
        return "jungle" if legal_moves(state, CHANCE)[0] >= 4 else int(state.active)
    return "stack"


def piles(drawn: list[tuple[Any, int]]) -> dict[Any, list[int]]:
    """The order in which each pile was drawn."""
    order: dict[Any, list[int]] = {}
    for pile, event in drawn:
        order.setdefault(pile, []).append(event)
    return order


@pytest.mark.parametrize("game", ["karuba", "karuba_cards", "cacao"])
def test_every_pile_comes_in_the_same_order_whatever_is_done(game: str) -> None:
    one, other = (piles(what_chance_does(take(game), b"11", decisions)) for decisions in (1, 2))
    assert one.keys() == other.keys()
    for pile in one:
        both = min(len(one[pile]), len(other[pile]))
        assert both > 5
        assert one[pile][:both] == other[pile][:both], pile


def test_karuba_calls_all_tiles_in_one_order() -> None:
    calls = [what_chance_does(take("karuba"), b"11", decisions) for decisions in range(3)]
    shortest = min(map(len, calls))
    assert len({tuple(some[:shortest]) for some in calls}) == 1
    assert len(set(calls[0])) == len(calls[0])


# ── Keys ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_key_gives_the_same_events_and_another_key_others() -> None:
    one, same, other = (rolls(Deal(TOY, key), "fair", 50) for key in (b"a", b"a", b"b"))
    assert one == same != other


def test_a_game_by_another_key_has_another_order() -> None:
    karuba = take("karuba")
    orders = {tuple(what_chance_does(karuba, key_of(1, n), 1)[:5]) for n in range(10)}
    assert len(orders) == 10


def test_keys_of_seeds_and_numbers_are_all_different() -> None:
    assert len({key_of(seed, number) for seed in range(30) for number in range(30)}) == 900


def test_numbers_from_a_key_are_all_different() -> None:
    found = {number_from(b"1", *names) for names in product(range(20), range(20))}
    assert len(found) == 400
    assert number_from(b"1", 2, 3) != number_from(b"2", 1, 3)
    assert number_from(b"1", 12, 3) != number_from(b"1", 1, 23)
    assert all(number.bit_length() <= 64 for number in found)


def test_every_experiment_has_a_seed_of_its_own() -> None:
    one, other = Deal(TOY, b"1"), Deal(TOY, b"2")
    assert one.seed(4) == Deal(TOY, b"1").seed(4)
    assert len({deal.seed(number) for deal in (one, other) for number in range(100)}) == 200


# ── Coming back to it ────────────────────────────────────────────────────────────────────────────


def test_a_copy_goes_on_alike_and_by_itself() -> None:
    deal = Deal(TOY, b"1")
    rolls(deal, "loaded", 20)
    copy = deal.copy()
    before = dict(deal.clocks), dict(deal.wound)
    ahead = rolls(copy, "fair", 50)
    assert (deal.clocks, deal.wound) == before
    assert rolls(deal, "fair", 50) == ahead


@pytest.mark.parametrize("name", ["karuba", "karuba_cards"])
@pytest.mark.parametrize("moves", [0, 1, 17, 40])
def test_who_follows_a_match_meets_what_comes_next_in_it(name: str, moves: int) -> None:
    game = take(name)
    match, deal = new_match(game), Deal(game, b"9")
    play_on(match, deal, Random(1), moves)
    followed = Deal(game, b"9").follow(match.steps())
    assert (followed.clocks, followed.wound) == (deal.clocks, deal.wound)
    rest = [play_on(match.copy(), chance, Random(2)) for chance in (deal, followed)]
    assert rest[0] == rest[1]


def test_a_move_taken_back_meets_the_same_chance() -> None:
    """However often it is taken back, and whatever is done instead."""
    karuba = take("karuba")
    match = new_match(karuba)
    play_on(match, Deal(karuba, b"9"), Random(1), moves=20)
    calls = []
    for decisions in range(4):
        again = new_match(karuba)
        for seat, move in match.moves[:14]:
            again.play(seat, move)
        deal = Deal(karuba, b"9").follow(again.steps())
        calls.append(play_on(again, deal, Random(decisions))[:8])
    assert all(some == calls[0] for some in calls)


def test_what_is_decided_and_not_carried_out_changes_nothing_for_chance() -> None:
    match, deal = new_match(TOY), Deal(TOY, b"9")
    play_on(match, deal, Random(1), moves=4)
    match.play(0, 0)
    assert Deal(TOY, b"9").follow(match.steps()).clocks == deal.clocks
