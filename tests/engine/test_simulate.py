"""Many games at a time."""

import json
import re
from typing import Any

import numpy as np
import pytest

from templetop.engine import simulate as simulating
from templetop.engine.ending import points_of
from templetop.engine.policy import GREEDY, RANDOM
from templetop.engine.refusal import Refusal, UnknownOption, WrongSeats
from templetop.engine.seats import MOST_SEATS
from templetop.engine.simulate import (
    CannotSimulate,
    Outcome,
    Results,
    simulate,
    wanted,
)

from .chance import is_even
from .duel import DUEL
from .elsewhere import run
from .toy import ROUNDS, TOY

# ── What is wanted ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wrong", "kind", "sentence"),
    [
        ({"bots": ["clever"]}, CannotSimulate, "There is no bot 'clever'; there are "),
        (
            {"bots": ["random"] * 2},
            CannotSimulate,
            "Name one bot for all seats, or one for each of the 3",
        ),
        ({"bots": []}, CannotSimulate, "Name one bot for all seats, or one for each of the 3."),
        ({"games": 0}, CannotSimulate, "At least one game has to be played."),
        ({"games": -5}, CannotSimulate, "At least one game has to be played."),
        ({"seats": 4, "bots": ["random"]}, WrongSeats, "Toy seats 1 to 3, not 4."),
        (
            {"options": {"luck": "all"}},
            UnknownOption,
            "Toy has no option 'luck'; it has die, mood, stones.",
        ),
        (
            {"device": "abacus"},
            CannotSimulate,
            "Games are simulated on cpu or cuda, not on 'abacus'.",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_a_sentence(
    wrong: dict[str, Any], kind: type[Refusal], sentence: str
) -> None:
    asked: dict[str, Any] = {"game": TOY, "seats": 3, "games": 2, **wrong}
    with pytest.raises(kind, match="^" + re.escape(sentence)) as refused:
        simulate(**asked)
    assert str(refused.value).endswith(".")


def test_one_bot_stands_for_all_seats() -> None:
    assert wanted(TOY, 3, 1, ["greedy"]).bots == ("greedy", "greedy", "greedy")
    assert wanted(TOY, 3, 1).bots == ("random", "random", "random")
    assert wanted(TOY, 1, 1, ["greedy"]).bots == ("greedy",)


def test_seats_have_policies_only_where_somebody_thinks() -> None:
    assert wanted(TOY, 2, 1, ["random", "random"]).policies is None
    policies = wanted(TOY, 2, 1, ["random", "greedy"]).policies
    assert policies is not None
    assert policies.tolist() == [RANDOM, GREEDY]


# ── What comes of it ─────────────────────────────────────────────────────────────────────────────


def test_results_have_a_row_for_each_game_and_a_column_for_each_seat() -> None:
    results = simulate(TOY, 2, 30, keep_states=True)
    assert results.points.shape == results.places.shape == (30, 2)
    assert results.lengths.tolist() == [2 * ROUNDS] * 30
    assert results.states is not None
    assert results.states.shape == (30,)
    assert [points_of(state).tolist() for state in results.states] == results.points.tolist()
    assert results.seconds > 0


def test_states_are_kept_only_on_request() -> None:
    assert simulate(TOY, 2, 3).states is None


@pytest.mark.parametrize("games", [1, 9, 10, 11, 35])
def test_shares_of_the_games_make_no_difference(
    games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate(TOY, 3, games, bots=["greedy", "random", "greedy"], keep_states=True)
    monkeypatch.setattr(simulating, "SHARE", 10)
    played: list[int] = []
    shared = simulate(
        TOY,
        3,
        games,
        bots=["greedy", "random", "greedy"],
        keep_states=True,
        threads=3,
        progress=played.append,
    )
    assert shared.outcomes.tobytes() == whole.outcomes.tobytes()
    assert whole.states is not None
    assert shared.states is not None
    assert shared.states.tobytes() == whole.states.tobytes()
    assert sum(played) == games
    assert max(played) <= 10


def test_options_and_seeds_matter() -> None:
    fair = simulate(TOY, 2, 200, seed=1)
    loaded = simulate(TOY, 2, 200, seed=1, options={"die": "loaded"})
    other = simulate(TOY, 2, 200, seed=2)
    assert loaded.points.sum() > 1.15 * fair.points.sum()
    assert other.outcomes.tobytes() != fair.outcomes.tobytes()


def test_a_seed_may_be_any_number_of_64_bits() -> None:
    both = [simulate(TOY, 2, 20, seed=seed).points for seed in (-1, 2**64 - 1)]
    assert (both[0] == both[1]).all()
    sevens: list[Any] = [7, np.int64(7), np.uint32(7)]
    drawn = [simulate(TOY, 2, 20, seed=seed).points for seed in sevens]
    assert all(np.array_equal(points, drawn[0]) for points in drawn)
    wrong: list[Any] = [2**64, -(2**63) - 1, "7"]
    for seed in wrong:
        with pytest.raises(CannotSimulate, match=r"^A seed is a whole number from "):
            simulate(TOY, 2, 20, seed=seed)


def test_a_game_is_not_its_name() -> None:
    with pytest.raises(CannotSimulate, match=r"^Hand over the game itself: tt.take\('karuba'\)\.$"):
        simulate("karuba", 2, 20)  # type: ignore[arg-type]


def test_when_it_is_stopped_hardly_anything_is_still_played() -> None:
    """Ctrl-C: what has not begun never begins, however many games were wanted."""
    begun: list[range] = []

    def stop(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulating.by_shares(begun.append, 10**9, 2, stop)
    assert len(begun) <= 5


def test_of_games_that_take_long_a_thread_takes_few_at_a_time() -> None:
    """A share takes a quarter of a second, or is a single game."""
    shares: list[range] = []
    clock = iter(range(10**6))  # every game seems to take a second

    simulating.by_shares(shares.append, 50, 1, lambda games: None, lambda: next(clock))
    assert [n for share in shares for n in share] == [*range(50)]
    assert max(map(len, shares)) == 1
    shares.clear()
    simulating.by_shares(shares.append, 50_000, 1, lambda games: None, lambda: 0.0)
    assert [n for share in shares for n in share] == [*range(50_000)]
    assert max(map(len, shares)) == simulating.SHARE


def test_games_differ_from_each_other_and_seats_are_alike() -> None:
    results = simulate(TOY, 3, 9000)
    assert len(np.unique(results.points, axis=0)) > 20
    assert is_even((results.wins() * 9000).round().astype(int))


def outcomes_of(
    points: list[list[int]], places: list[list[int]], sides: list[int] | None = None
) -> Results:
    """What came of such games; everyone is for themselves unless sides are given."""
    outcomes = np.zeros(len(points), Outcome)
    seats = len(points[0])
    outcomes["points"][:, :seats] = points
    outcomes["places"][:, :seats] = places
    outcomes["sides"][:, :seats] = sides or range(seats)
    outcomes["length"] = [10 * (n + 1) for n in range(len(points))]
    return Results(TOY, seats, ("random",) * seats, 5, 2.0, outcomes)


def test_a_shared_win_is_split() -> None:
    results = outcomes_of([[5, 5], [4, 1], [0, 2], [7, 1]], [[1, 1], [1, 2], [2, 1], [1, 2]])
    assert results.wins().tolist() == [2.5 / 4, 1.5 / 4]


def wins(places: list[list[int]], sides: list[int]) -> list[float]:
    """Each seat's share of the games."""
    shares: list[float] = outcomes_of(places, places, sides).wins().tolist()
    return shares


def test_partners_have_each_as_much_as_their_side() -> None:
    games = [[1, 2, 1, 2], [1, 2, 1, 2], [2, 1, 2, 1], [1, 2, 1, 2]]
    assert wins(games, [0, 1, 0, 1]) == [0.75, 0.25, 0.75, 0.25]


def test_a_win_that_two_teams_share_is_split_between_the_teams() -> None:
    assert wins([[1, 1, 1, 1, 3, 3]], [0, 1, 0, 1, 2, 2]) == [0.5, 0.5, 0.5, 0.5, 0, 0]


def test_teams_of_unlike_size_share_as_teams() -> None:
    assert wins([[1, 1, 1]], [0, 0, 1]) == [0.5, 0.5, 0.5]


def test_all_on_one_side_win_or_lose_every_game_together() -> None:
    assert wins([[1, 1, 1], [2, 2, 2], [2, 2, 2], [1, 1, 1]], [0, 0, 0]) == [0.5, 0.5, 0.5]


def test_games_that_beat_everybody_are_nobodys_wins() -> None:
    assert wins([[2, 2], [2, 2]], [0, 0]) == [0, 0]
    assert wins([[2, 2], [1, 2]], [0, 1]) == [0.5, 0]


def test_eight_seats_on_eight_sides_can_share_a_win() -> None:
    assert wins([[1] * MOST_SEATS], [*range(MOST_SEATS)]) == [1 / 8] * 8


def test_a_simulated_game_knows_its_sides() -> None:
    assert simulate(TOY, 3, 2).sides.tolist() == [[0, 1, 2]] * 2


def test_a_game_without_chance_can_be_simulated() -> None:
    results = simulate(DUEL, 2, 3)
    assert (results.lengths.tolist(), results.wins().tolist()) == ([2] * 3, [0.5, 0.5])


def test_the_summary_is_plain_figures() -> None:
    summary = outcomes_of(
        [[5, 5], [4, 1], [0, 2], [7, 0]], [[1, 1], [1, 2], [2, 1], [1, 2]]
    ).summary()
    assert json.loads(json.dumps(summary)) == summary
    assert summary["game"] == "toy"
    assert summary["games"] == 4
    assert summary["moves"] == 100
    assert summary["moves_per_second"] == 50
    assert summary["games_per_second"] == 2
    assert summary["points"]["mean"] == 3
    assert (summary["points"]["min"], summary["points"]["max"]) == (0, 7)
    assert [seat["mean"] for seat in summary["points_by_seat"]] == [4, 2]
    assert summary["length"]["mean"] == summary["length"]["p50"] == 25


def test_an_outcome_has_room_for_every_seat() -> None:
    assert max(TOY.seats) <= MOST_SEATS


# ── Compiling ────────────────────────────────────────────────────────────────────────────────────


def test_only_who_has_to_wait_for_the_compiler_is_told(tmp_path: Any) -> None:
    script = """
from tests.engine.toy import TOY
from templetop.engine.simulate import simulate
for _ in range(2):
    said = []
    simulate(TOY, 2, 2, say=said.append)
    print(said)
"""
    sentence = "['Compiling the rules of Toy for this machine, once …']"
    assert run(script, tmp_path) == [sentence, "[]"]
    assert run(script, tmp_path) == ["[]", "[]"]
