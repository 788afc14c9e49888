"""The rules of the game that lies outside the package, sentence by sentence."""

from typing import Any

import pytest

from templetop.engine import ask
from templetop.engine.ending import ending, verdict
from templetop.engine.match import Match, check, legal_moves, seats_to_move
from templetop.engine.refusal import IllegalMove, Refusal
from templetop.engine.seats import CHANCE, decisions
from templetop.engine.telling import told_to
from templetop.games.shelf import take
from tests.every_game.tables import OUTSIDE

SNEAK, RUN, STEAL = 0, 1, 2
DEAL, TAKE, ROLL = 0, 19, 21
LEFT, RIGHT = range(2)
NAMES = ["Ann", "Ben", "Cem", "Dua", "Eve", "Fay", "Gil", "Hal"]


def heist(*hands: tuple[int, int], **chosen: str) -> Match:
    """A match in which these cards were dealt."""
    match = Match.new(take(OUTSIDE.name), NAMES[: len(hands)], chosen)
    for card in [card for hand in hands for card in hand]:
        match.play(CHANCE, DEAL + card)
    return match


def all_do(match: Match, *moves: int) -> None:
    """Everyone in the corridor decides, in the order of the seats."""
    for seat, move in zip(match.awaited, moves, strict=True):
        match.play(seat, move)


def cards(match: Match) -> list[list[int]]:
    return [hand.tolist() for hand in match.state.loot[: len(match.seats)]]


def steps(match: Match) -> list[int]:
    return [int(step) for step in match.state.steps[: len(match.seats)]]


def seen_of(match: Match, viewer: int, seat: int) -> list[int | None]:
    view = match.game.view(match.state, viewer)
    return [card.card for card in view.burglars[seat].loot]


def test_1_1_there_are_cards_worth_1_to_18() -> None:
    match = Match.new(take(OUTSIDE.name), NAMES[:2])
    assert legal_moves(match.state, CHANCE) == [*range(1, 19)]


def test_1_2_the_corridor_has_five_steps_or_as_many_as_are_agreed() -> None:
    match = heist((1, 2), (3, 4))
    for _ in range(5):
        all_do(match, SNEAK, STEAL)
        while match.awaited == [CHANCE]:
            match.play(CHANCE, TAKE)
    assert match.is_over
    short = heist((1, 2), (3, 4), corridor="1")
    all_do(short, SNEAK, SNEAK)
    assert short.is_over


def test_1_3_the_night_has_as_many_rounds_as_are_agreed() -> None:
    match = heist((1, 2), (3, 4), rounds="2")
    all_do(match, SNEAK, SNEAK)
    assert not match.is_over
    all_do(match, SNEAK, SNEAK)
    assert match.is_over


def test_2_1_a_card_that_is_dealt_is_seen_by_its_seat_alone() -> None:
    match = heist((1, 2), (3, 4))
    assert seen_of(match, 0, 0) == [1, 2]
    assert seen_of(match, 0, 1) == [None, None]


@pytest.mark.parametrize(("mode", "seats"), [("alone", 1), ("teams", 5), ("teams", 2)])
def test_2_2_2_3_2_4_how_many_play_depends_on_the_mode(mode: str, seats: int) -> None:
    with pytest.raises(Refusal, match=rf"with mode={mode}, not {seats}; with mode="):
        take(OUTSIDE.name).start(seats, {"mode": mode})
    assert take(OUTSIDE.name).start(1, {"mode": "together"})
    assert take(OUTSIDE.name).start(8, {"mode": "teams"})


def test_3_1_all_in_the_corridor_decide_unseen() -> None:
    match = heist((1, 2), (3, 4), (5, 6))
    before = match.state.tobytes()
    match.play(2, SNEAK)
    match.play(0, RUN)
    assert match.state.tobytes() == before
    assert match.awaited == [1]


def test_3_1_who_is_out_is_not_asked() -> None:
    match = heist((1, 2), (3, 4), mode="together", corridor="2")
    all_do(match, RUN, SNEAK)
    match.play(CHANCE, ROLL + 5)
    assert match.awaited == [1]


def test_3_2_who_sneaks_takes_a_step() -> None:
    match = heist((1, 2), (3, 4))
    all_do(match, SNEAK, STEAL)
    assert steps(match) == [1, 0]


@pytest.mark.parametrize(("does", "works"), [(SNEAK, True), (RUN, False), (STEAL + 2, False)])
def test_3_3_stealing_works_if_the_other_sneaks(does: int, works: bool) -> None:
    match = heist((1, 2), (3, 4), (5, 6))
    all_do(match, STEAL + 1, does, RUN)
    assert (int(match.state.phase) == 2) == works


def test_3_3_nobody_steals_from_themselves_or_from_who_is_not_there() -> None:
    match = heist((1, 2), (3, 4))
    assert legal_moves(match.state, 0) == [SNEAK, RUN, STEAL + 1]
    with pytest.raises(IllegalMove, match="yourself"):
        check(match.state, 0, STEAL)


@pytest.mark.parametrize(("side", "hands"), [(LEFT, [[3, 2], [1, 4]]), (RIGHT, [[4, 2], [3, 1]])])
def test_3_4_the_thief_gets_one_card_for_the_own_left_one(side: int, hands: Any) -> None:
    match = heist((1, 2), (3, 4))
    all_do(match, STEAL + 1, SNEAK)
    match.play(CHANCE, TAKE + side)
    assert cards(match) == hands


def test_3_5_a_stolen_card_is_known_to_two_and_to_nobody_else() -> None:
    match = heist((1, 2), (3, 4), (5, 6))
    all_do(match, STEAL + 1, SNEAK, RUN)
    taking = match.state.copy()
    heard = [told_to(viewer, 0, taking, CHANCE, TAKE + LEFT) for viewer in (0, 1, 2, None)]
    assert [one.sentence(NAMES) for one in heard] == [
        "Ann takes the left card 3 of Ben and leaves the 1.",
        "Ann takes the left card 3 of Ben and leaves the 1.",
        "Ann takes the left card of Ben and leaves another.",
        "Ann takes the left card of Ben and leaves another.",
    ]
    assert heard[2].target is None
    match.play(CHANCE, TAKE + LEFT)
    assert seen_of(match, 1, 0) == [3, None]
    assert seen_of(match, 0, 1) == [1, None]
    assert seen_of(match, 2, 0) == seen_of(match, 2, 1) == [None, None]


@pytest.mark.parametrize(("rolled", "left"), [(1, 0), (2, 0), (3, 3), (6, 3)])
def test_3_6_the_guard_catches_a_runner_or_lets_them_run(rolled: int, left: int) -> None:
    match = heist((1, 2), (3, 4))
    all_do(match, SNEAK, SNEAK)
    all_do(match, RUN, SNEAK)
    match.play(CHANCE, ROLL + rolled - 1)
    assert steps(match) == [left, 2]


def test_3_7_thieves_take_before_runners_run_in_the_order_of_the_seats() -> None:
    match = heist((1, 2), (3, 4), (5, 6), (7, 8))
    all_do(match, RUN, STEAL + 3, RUN, SNEAK)
    phases = []
    while match.awaited == [CHANCE]:
        phases.append(int(match.state.phase))
        match.play(CHANCE, legal_moves(match.state, CHANCE)[-1])
    assert phases == [2, 3, 3]


def test_3_8_nobody_steals_when_all_play_together() -> None:
    match = heist((1, 2), (3, 4), mode="together")
    assert legal_moves(match.state, 0) == [SNEAK, RUN]
    with pytest.raises(IllegalMove, match="together"):
        check(match.state, 0, STEAL + 1)


def test_3_9_partners_may_steal_from_each_other() -> None:
    match = heist((1, 2), (3, 4), (5, 6), (7, 8), mode="teams")
    assert STEAL + 2 in legal_moves(match.state, 0)


def test_4_1_it_is_over_when_somebody_is_out() -> None:
    match = heist((1, 2), (3, 4), corridor="2")
    all_do(match, SNEAK, STEAL)
    match.play(CHANCE, TAKE)
    all_do(match, SNEAK, RUN)
    match.play(CHANCE, ROLL)
    assert match.is_over


def test_4_2_together_it_goes_on_until_all_are_out() -> None:
    match = heist((1, 2), (3, 4), mode="together", corridor="2")
    all_do(match, RUN, SNEAK)
    match.play(CHANCE, ROLL + 5)
    assert not match.is_over
    all_do(match, SNEAK)
    assert match.is_over


def test_4_3_the_most_loot_among_those_who_are_out_wins() -> None:
    match = heist((1, 2), (3, 4), (17, 18), corridor="1")
    all_do(match, SNEAK, SNEAK, STEAL + 0)
    match.play(CHANCE, TAKE)
    assert [standing.place for standing in ending(match.state).seats] == [1, 2, 3]
    assert verdict(match.state, match.seats) == "Ann wins."


def test_4_3_equals_share_the_win() -> None:
    match = heist((1, 4), (2, 3), corridor="1")
    all_do(match, SNEAK, SNEAK)
    assert [ending(match.state).result(seat) for seat in range(2)] == ["drawn", "drawn"]
    assert verdict(match.state, match.seats) == "Ann and Ben share first place."


def test_4_4_a_team_counts_together_and_partners_share_the_win() -> None:
    match = heist((1, 2), (9, 8), (7, 11), (17, 18), mode="teams", corridor="1")
    all_do(match, SNEAK, SNEAK, SNEAK, RUN)
    match.play(CHANCE, ROLL)
    found = ending(match.state)
    assert [found.result(seat) for seat in range(4)] == ["won", "lost", "won", "lost"]
    assert [standing.win for standing in found.seats] == [1.0, 0.0, 1.0, 0.0]
    assert verdict(match.state, match.seats) == "Ann and Cem win."


def test_4_5_the_museum_beats_all_of_whom_nobody_is_out() -> None:
    match = heist((1, 2), (3, 4), rounds="1")
    all_do(match, SNEAK, SNEAK)
    assert ending(match.state).winners == []
    assert verdict(match.state, match.seats) == "Nobody wins: the game has beaten everyone."


@pytest.mark.parametrize(("rounds", "deed"), [("1", "won"), ("2", "won")])
def test_4_6_together_all_win_if_all_are_out(rounds: str, deed: str) -> None:
    match = heist((1, 2), (3, 4), mode="together", corridor="1", rounds=rounds)
    all_do(match, SNEAK, SNEAK)
    assert verdict(match.state, match.seats) == f"Ann and Ben have {deed} together."


def test_4_6_or_all_lose() -> None:
    match = heist((1, 2), (3, 4), mode="together", corridor="2", rounds="1")
    all_do(match, RUN, SNEAK)
    match.play(CHANCE, ROLL + 5)
    assert verdict(match.state, match.seats) == "Ann and Ben have lost together."
    assert [ending(match.state).result(seat) for seat in range(2)] == ["lost", "lost"]


def test_the_guard_is_found_by_an_experiment_that_comes_out_the_same_again() -> None:
    match = heist((1, 2), (3, 4))
    game = match.game
    assert not game.takes_time(match.state)
    all_do(match, RUN, SNEAK)
    assert game.takes_time(match.state)
    assert game.experiment(match.state, 7) == game.experiment(match.state, 7)
    rolls = {event for seed in range(100) for event in game.experiment(match.state, seed)[0]}
    assert rolls == {*legal_moves(match.state, CHANCE)}


def test_decisions_come_as_one_row() -> None:
    match = heist((1, 2), (3, 4))
    state = match.state.copy()
    ask.play(state, decisions({0: SNEAK, 1: RUN}))
    all_do(match, SNEAK, RUN)
    assert state.tobytes() == match.state.tobytes()
    assert seats_to_move(state) == [CHANCE]
