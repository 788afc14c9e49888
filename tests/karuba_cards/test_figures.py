"""The figures that stand in FIGURES.md, and what the set of cards was made for (1.5)."""

import functools
import json
import re
from collections.abc import Sequence
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bench
from templetop.engine import ask, gpu
from templetop.engine.bits import members
from templetop.engine.random import generator
from templetop.engine.seats import Array
from templetop.engine.simulate import CannotSimulate
from templetop.games.karuba_cards.people.notation import card_mark
from templetop.games.karuba_cards.rules.pieces import ADVENTURER, COLOURS, SHEET, TEMPLE

from . import colours
from .colours import SEED, Homecomings, came_home, homecomings, last_tables, mean_of
from .drawn import CARD, to_lay
from .figures import (
    BOOK,
    FEWEST_AND_MOST,
    FIGURES,
    QUICK_GAMES,
    Pairs,
    about_good_play,
    bullets,
    drawn_under,
    home,
    islands_with_a_block,
    laid,
    lowest_between,
    lowest_with,
    pairs_of_greedy,
    played_by,
    row,
    wins,
    wins_of_who_lost_fewer,
    worth_of_cards,
)
from .strong import (
    SEARCH,
    best_tried,
    desk,
    most_appealing,
    played_by_search,
    search_to_the_end,
)

RESULTS = Path(bench.__file__).with_name("results")

QUICK_SEARCH = SEARCH._replace(moves=6, worlds=8)


def test_the_cards_of_the_rulebook_are_those_of_the_game() -> None:
    sheet = drawn_under("The cards").split()
    assert [card_mark(card) for card in range(1, 17)] == [
        mark for mark in sheet if mark[0].isdigit()
    ]


@functools.cache
def greedy() -> tuple[Pairs, Array]:
    """The pairs and the last tables of greedy's games at two seats."""
    return pairs_of_greedy(2, QUICK_GAMES)


def greedy_ends() -> Array:
    return greedy()[1]


@pytest.mark.slow
def test_the_figures_can_be_counted_again() -> None:
    assert f"\n{row('random', played_by('random', 2, QUICK_GAMES))}\n" in FIGURES
    assert f"\n{row('greedy', greedy_ends())}\n" in FIGURES


@pytest.mark.slow
def test_the_bullets_can_be_counted_again() -> None:
    for bullet in bullets(*greedy()):
        assert f"\n{bullet}" in FIGURES


@pytest.mark.slow
def test_the_games_that_are_watched_are_those_that_are_simulated() -> None:
    pairs, ends = pairs_of_greedy(2, 100)
    assert ends.tobytes() == played_by("greedy", 2, 100).tobytes()
    assert pairs.played.sum() == 100 * 2 * 8
    assert pairs.lowest.sum() == (~laid(ends)).sum()


@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_there_are_figures_for_every_number_of_seats(bot: str) -> None:
    for seats in CARD.seats:
        assert FIGURES.count(f"\n| {bot} | {seats} | ") == 1


@pytest.mark.slow
@pytest.mark.parametrize("seats", FEWEST_AND_MOST)
def test_good_play_brings_home_two_to_three_adventurers_and_seldom_all_four(seats: int) -> None:
    back = home(played_by_search(QUICK_SEARCH, seats, 60 // seats, SEED))
    assert 2 < back.mean() < 3
    assert (back == 4).mean() < 0.1


@pytest.mark.slow
def test_to_bring_home_all_four_is_possible_but_rare() -> None:
    assert 0 < (home(greedy_ends()) == 4).mean() < 0.02


def test_the_recorded_figures_of_search_say_so_too() -> None:
    rows = re.findall(r"\| (?:longer )?search \| \d \| \d+ \| ([\d.]+) \| ([\d.]+)% \|", FIGURES)
    assert len(rows) == len(CARD.seats) + len(FEWEST_AND_MOST)
    assert all(2 < float(back) < 3 for back, _ in rows)
    assert all(0 < float(all_four) <= 5 for _, all_four in rows)  # one island in twenty
    backs, all_fours = (sorted(map(float, column)) for column in zip(*rows, strict=True))
    words = " ".join(BOOK.split())
    assert f"Good play brings {backs[0]:.1f} to {backs[-1]:.1f} of the four adventurers" in words
    assert f"all four on {all_fours[0]} to {all_fours[-1]}% of the islands" in words


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "games"), [(2, QUICK_GAMES), (6, 2_000)])
def test_no_seat_is_favoured(seats: int, games: int) -> None:
    share = 1 / seats
    error = np.sqrt(share * (1 - share) / games)
    ends = greedy_ends() if seats == 2 else played_by("greedy", seats, games)
    assert max(abs(wins(ends) - share)) < 3 * error


@pytest.mark.slow
def test_low_cards_are_wanted_for_their_shape_and_treasure() -> None:
    worth, was_laid = worth_of_cards(greedy_ends()), laid(greedy_ends()).mean(axis=(0, 1))
    assert min(worth[:3]) > 0.5 > -0.2 > max(worth[3:8])
    assert min(was_laid[:3]) > 0.7 > 0.6 > max(was_laid[3:8])


@pytest.mark.slow
def test_high_cards_are_wanted_for_the_sum() -> None:
    pairs, ends = greedy()
    lowest = [*map(float, lowest_with(pairs))]
    assert min(lowest[:4]) > 0.7 > 0.3 > max(lowest[13:])
    assert all(low > high for low, high in pairwise(lowest[3:]))
    assert lowest_between(pairs, 3, 12) > 0.8 > 0.2 > lowest_between(pairs, 23, 31)
    assert wins_of_who_lost_fewer(ends) > 0.52


@pytest.mark.slow
def test_so_are_they_in_good_play() -> None:
    ends = played_by_search(QUICK_SEARCH, 2, 60, SEED)
    was_laid = laid(ends).mean(axis=(0, 1))
    assert min(was_laid[:3]) > 0.7 > 0.65 > max(was_laid[3:8])
    assert wins_of_who_lost_fewer(ends) > 0.5
    said = re.escape(re.sub(r"\d+", "#", about_good_play(ends))).replace("\\#", r"\d+")
    assert re.search(said, FIGURES)


@pytest.mark.slow
def test_an_adventurer_is_now_and_then_in_the_way_of_another() -> None:
    blocked = islands_with_a_block(greedy_ends())
    assert 0.005 < blocked < 0.05
    assert f"of a hundred islands {100 * blocked:.1f} at two seats" in FIGURES


# ── No colour is favoured ────────────────────────────────────────────────────────────────────────

FEW_GAMES = 12_000  # for each number of seats: with 10 and 11, 14 and 15 exchanged, it is noticed
GOOD_PLAY = RESULTS / "2026-11-15-nvidia-h200-colours-in-good-play.json"
DEALT_ANEW = RESULTS / "2026-11-16-nvidia-h200-numbers-of-the-colours.json"
EVENEST = "the most even of these orders"
COLOUR_ROW = re.compile(r"\n\| (\d|all) \|((?: \d\d\.\d\d \|){4}) (\d\.\d\d) \|")


def colours_of_the_book() -> dict[str, list[float]]:
    """The table of the colours: for each number of seats the shares of the four colours."""
    rows = COLOUR_ROW.findall(FIGURES)
    return {seats: [float(cell) for cell in cells.split("|")[:-1]] for seats, cells, _ in rows}


def gaps_of_the_book() -> dict[str, float]:
    return {seats: float(gap) for seats, _, gap in COLOUR_ROW.findall(FIGURES)}


@functools.cache
def few_games() -> dict[int, Homecomings]:
    return {seats: homecomings(seats, FEW_GAMES) for seats in CARD.seats}


def test_the_table_of_colours_agrees_with_itself_and_with_what_is_said_of_it() -> None:
    book = colours_of_the_book()
    *tables, everywhere = book.values()
    assert [*book] == [*map(str, CARD.seats), "all"]
    assert np.abs(np.mean(tables, axis=0) - everywhere).max() < 0.011
    for seats, gap in gaps_of_the_book().items():
        assert abs(np.ptp(book[seats]) - gap) < 0.021
    said = colours.about_the_mean(
        [Homecomings(np.array(shares) / 100, np.zeros((4, 4))) for shares in tables]
    )
    before_the_error, _, behind_it = said.partition("with a standard error of 0.00")
    assert f"{before_the_error}with a standard error of 0.0" in FIGURES
    assert behind_it in FIGURES


@pytest.mark.slow
def test_the_table_of_colours_can_be_counted_again() -> None:
    """All twenty figures at once: as far from ours as chance takes so few games, and no further."""
    book, distance = colours_of_the_book(), 0.0
    for seats, counted in few_games().items():
        apart = counted.shares - np.array(book[str(seats)]) / 100
        distance += float(apart @ np.linalg.inv(counted.covariance) @ apart)
    assert distance < 20 + 3 * np.sqrt(2 * 20)


def noticed_in_a_thousand_islands(share: float) -> float:
    """How far apart two colours have to be for a person to tell, 95 times in a hundred."""
    return 1.96 * float(np.sqrt(2 * share * (1 - share) / 1000))


@pytest.mark.slow
def test_no_colour_is_favoured() -> None:
    """At no table could a person notice; nor are the colours apart over all table sizes."""
    for counted in few_games().values():
        gap = counted.widest_gap
        assert gap.difference + 1.96 * gap.error < noticed_in_a_thousand_islands(
            counted.shares.mean()
        )
    assert gaps_of_the_book()["all"] < 0.5
    gap = mean_of(few_games().values()).widest_gap
    assert gap.difference - gap.error < 0.005


def test_no_colour_is_ahead_at_every_table() -> None:
    ahead = [int(np.argmax(shares)) for shares in colours_of_the_book().values()]
    behind = [int(np.argmin(shares)) for shares in colours_of_the_book().values()]
    assert len({*ahead[:-1]}) > 1 < len({*behind[:-1]})


def test_no_colour_is_favoured_in_good_play() -> None:
    kept = json.loads(GOOD_PLAY.read_text("utf-8"))
    assert kept["cards"] == [line.strip() for line in SHEET.strip().splitlines()]
    assert [*kept["home"]] == [str(seats) for seats in CARD.seats]
    for seats, counted in kept["home"].items():
        shares = [counted[colour] for colour in COLOURS]
        cells = [f"{counted['games']:,}", *(f"{share:.2f}" for share in shares)]
        assert f"\n| {seats} | {' | '.join(cells)} | {counted['widest gap']:.2f} |\n" in FIGURES
        surely = counted["widest gap"] + 1.96 * counted["its standard error"]
        assert surely < 100 * noticed_in_a_thousand_islands(np.mean(shares) / 100)


def numbers_dealt_anew() -> dict[str, Any]:
    """What search found with numbers dealt over the colours, by the number of seats."""
    found: dict[str, Any] = json.loads(DEALT_ANEW.read_text("utf-8"))["seats"]
    return found


def test_the_colours_are_alike_but_for_their_numbers() -> None:
    for counted in numbers_dealt_anew().values():
        assert counted["widest gap"] < 1.96 * counted["its standard error"]
    shares = numbers_dealt_anew()["3"]["colours"]
    said = [f"{colour} home" if colour == "blue" else colour for colour in COLOURS]
    for words, colour in zip(said, COLOURS, strict=True):
        assert f"{words} {shares[colour]:.1f}" in FIGURES


def test_the_numbers_are_worth_what_is_said() -> None:
    for seats, counted in numbers_dealt_anew().items():
        worth = counted["a number more"]
        cells = f"{counted['games']:,} | {worth['adventurer']:.2f} | {worth['temple']:.2f}"
        assert f"\n| {seats} | {cells} |\n" in FIGURES


def widest_gap_with(temples: Sequence[int]) -> float:
    """At the table where it is widest, of adventurers 9 to 12 with these temples."""
    worths = [counted["a number more"] for counted in numbers_dealt_anew().values()]
    pairs = [*zip(range(9, 13), temples, strict=True)]
    values = [[w["adventurer"] * a + w["temple"] * t for a, t in pairs] for w in worths]
    return float(max(np.ptp(values, axis=1)))


def test_no_other_numbers_of_temples_are_more_even() -> None:
    ours = [int(TEMPLE[[*ADVENTURER].index(card)]) for card in range(9, 13)]
    first, second, *_ = sorted(permutations(range(13, 17)), key=widest_gap_with)
    assert first == (*ours,)
    gaps = (
        f"{widest_gap_with(first):.1f} by these figures; the next has {widest_gap_with(second):.1f}"
    )
    assert gaps in FIGURES


def test_the_other_orders_are_as_even_as_is_said() -> None:
    kept = json.loads(DEALT_ANEW.read_text("utf-8"))
    orders = kept["all orders that add up to 25, at three seats"]["orders"]
    apart = sorted(order["first above last"] for order in orders)
    assert f"by {apart[0]:.1f} to {apart[-1]:.1f} with a standard error of 0.7" in FIGURES
    assert {f"{order['its standard error']:.1f}" for order in orders} == {"0.7"}


def test_the_most_even_of_them_and_ours_are_as_even_as_is_said() -> None:
    kept = json.loads(DEALT_ANEW.read_text("utf-8"))
    good, greedy = (shares_in(kept[f"{by} with {EVENEST}"]["home"]) for by in ("search", "greedy"))
    our_good = shares_in(json.loads(GOOD_PLAY.read_text("utf-8"))["home"])
    said = " ".join(BOOK.split())
    assert f"two colours are about {widest_gap(our_good):.1f} apart at most" in said
    our_greedy = [colours_of_the_book()[str(seats)] for seats in CARD.seats]
    for name, homes in (("ours", (our_good, our_greedy)), ("the other", (good, greedy))):
        cells = [cell for home in homes for cell in (widest_gap(home), gap_over_all(home))]
        assert f"\n| {name} | {' | '.join(f'{cell:.2f}' for cell in cells)} |\n" in FIGURES


def shares_in(home: dict[str, Any]) -> list[list[float]]:
    """The shares of the four colours, for every number of seats."""
    return [[home[str(seats)][colour] for colour in COLOURS] for seats in CARD.seats]


def widest_gap(shares: list[list[float]]) -> float:
    return float(max(np.ptp(shares, axis=1)))


def gap_over_all(shares: list[list[float]]) -> float:
    """With every number of seats counting the same."""
    return float(np.ptp(np.mean(shares, axis=0)))


# ── The strong player ────────────────────────────────────────────────────────────────────────────


@pytest.mark.gpu
def test_search_plays_the_same_games_on_a_gpu() -> None:
    try:
        gpu.look_for_a_gpu()
    except CannotSimulate as why:
        pytest.skip(str(why))
    for seats in FEWEST_AND_MOST:
        ends = [played_by_search(QUICK_SEARCH, seats, 64, SEED, on) for on in ("cuda", "cpu")]
        assert ends[0].tobytes() == ends[1].tobytes()


def test_search_prefers_no_move_for_its_number() -> None:
    """Of the moves that look best it takes any, and of those that earn most."""
    table, at = to_lay("  8  ", 6), desk()
    at.room.random[:] = generator(SEED)
    ask.legal(table, 0, at.room.moves)
    looks = {move: ask.appeal(table, 0, move) for move in members(at.room.moves)}
    best = {move for move, look in looks.items() if look == max(looks.values())}
    assert len(best) > 1
    assert {int(most_appealing(table, 0, at)) for _ in range(200)} == best
    at.shortlist[:] = at.room.moves
    assert {int(best_tried(at)) for _ in range(500)} == {*looks}
    at.totals[1] = 1
    assert {int(best_tried(at)) for _ in range(20)} == {[*looks][1]}


@pytest.mark.slow
def test_search_plays_the_same_games_interpreted_and_compiled() -> None:
    quick = SEARCH._replace(moves=2, worlds=1)
    compiled = played_by_search(quick, 2, 1, SEED)
    table, at = CARD.start(2), desk()
    at.room.random[:] = generator(SEED)
    search_to_the_end(table, quick.moves, quick.worlds, at)
    assert table.tobytes() == compiled[0].tobytes()


@pytest.mark.slow
def test_colours_are_counted_in_batches_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colours, "BATCH", 40)
    in_batches = homecomings(3, 100)
    batches = [(40, 1), (40, 2), (20, 3)]
    games = [came_home(last_tables("greedy", 3, many, seed, "cpu")) for many, seed in batches]
    home = np.concatenate(games) / 3
    assert np.allclose(in_batches.shares, home.mean(axis=0))
    assert np.allclose(in_batches.covariance, np.cov(home.T) / 100)
    gap = in_batches.widest_gap
    one, other = home.mean(axis=0).argmax(), home.mean(axis=0).argmin()
    assert np.isclose(gap.difference, (home[:, one] - home[:, other]).mean())
    assert np.isclose(gap.error, (home[:, one] - home[:, other]).std(ddof=1) / 10)


@pytest.mark.slow
def test_what_is_counted_of_the_colours_can_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "colours.json"
    colours.main(["--games", "40", "--json", str(file)])
    printed, kept = capsys.readouterr().out, json.loads(file.read_text("utf-8"))
    assert [*kept["home"]] == [*map(str, CARD.seats)]
    shares = [round(kept["mean of the table sizes"][colour], 2) for colour in COLOURS]
    assert f"| all | {' | '.join(f'{share:.2f}' for share in shares)} |" in printed
    assert kept["cards"][-1] == "13╵P  14╷O  15╷G  16╵B"


def test_one_game_is_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        colours.main(["--games", "1"])
    assert "At least two games are needed" in capsys.readouterr().err
