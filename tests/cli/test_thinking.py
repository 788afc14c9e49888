"""Bots at a table decide on what they may know, and all of them on the same table."""

from threading import Barrier
from typing import Any

import numpy as np
import pytest

from templetop.bots.roster import Engagement
from templetop.bots.seen import Seen
from templetop.cli import thinking
from templetop.cli.record import play_out
from templetop.cli.sitting import Sitting
from templetop.cli.thinking import Thinking
from templetop.engine.match import Match, legal_moves, seats_to_move
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, Array
from templetop.games.shelf import take


class Witness:
    """Makes the first move it may, and remembers what it was shown."""

    seen: list[Seen]
    closed = 0

    def decide(self, seen: Seen, random: Array) -> int:
        self.seen.append(seen)
        return legal_moves(seen.state, seen.seat)[0]

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> Witness:
    """Sits at every seat."""
    witness = Witness()
    witness.seen = []
    monkeypatch.setattr(thinking, "call", lambda *_: witness)
    return witness


def of_three(game: str, options: dict[str, str]) -> tuple[Match, Thinking]:
    match = Match.new(take(game), ["Ann", "Ben", "Cem"], options)
    return match, Thinking(match, ["random"] * 3, Engagement(3), seed=5)


def are_shown_the_same_table(seen: list[Seen]) -> bool:
    """Three after the other, turn by turn; in Karuba nothing on the table is hidden."""
    turns = [seen[n : n + 3] for n in range(0, len(seen), 3)]
    return all(len({one.state.tobytes() for one in turn}) == 1 for turn in turns)


def test_all_who_decide_at_the_same_time_see_that_nobody_has_decided(witness: Witness) -> None:
    match, thinking = of_three("karuba", {"setup": "random"})
    play_out(match, thinking, generator(5))
    assert len(witness.seen) == 3 * 36
    assert are_shown_the_same_table(witness.seen)


def test_so_they_do_at_the_table(witness: Witness) -> None:
    match, _ = of_three("karuba", {"setup": "random"})
    Sitting(match, None, ["random"] * 3, seed=5).play()
    assert len(witness.seen) == 3 * 36
    assert are_shown_the_same_table(witness.seen)


def test_nobody_is_shown_the_truth(witness: Witness) -> None:
    """In Cacao the hands of the others are hidden: they are seen now so, now so."""
    match, thinking = of_three("cacao", {})
    while seats_to_move(match.state) == [CHANCE]:
        match.play(CHANCE, legal_moves(match.state, CHANCE)[0])
    for _ in range(20):
        thinking.decide(0, generator(1))
    views = {str(seen.game.view(seen.state, 0)) for seen in witness.seen}
    hands = {hands_of_others(seen.state) for seen in witness.seen}
    assert views == {str(match.game.view(match.state, 0))}
    assert len(hands) > 1
    assert not any(np.shares_memory(seen.state, match.state) for seen in witness.seen)


def hands_of_others(state: Any) -> str:
    view = take("cacao").view
    return str([view(state, seat).players[seat].hand for seat in (1, 2)])


def test_everyone_goes_home_once(witness: Witness) -> None:
    match, thinking = of_three("karuba", {"setup": "random"})
    play_out(match, thinking, generator(5))
    assert witness.closed == 3
    thinking.close()
    assert witness.closed == 3


class Companion(Witness):
    """Decides only while another one does."""

    both = Barrier(2, timeout=300)

    def decide(self, seen: Seen, random: Array) -> int:
        self.both.wait()
        return super().decide(seen, random)


def at_the_first_choice(bots: list[str]) -> tuple[Match, Thinking]:
    match = Match.new(take("karuba"), ["Ann", "Ben"], {"setup": "random"})
    while seats_to_move(match.state) == [CHANCE]:
        match.play(CHANCE, legal_moves(match.state, CHANCE)[0])
    return match, Thinking(match, bots, Engagement(2, threads=2), seed=5)


def test_levels_think_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    companion = Companion()
    companion.seen = []
    monkeypatch.setattr(thinking, "call", lambda *_: companion)
    match, both = at_the_first_choice(["level5", "level4"])
    first = {seat: legal_moves(match.state, seat)[0] for seat in (0, 1)}
    assert both.decide_all({0: generator(1), 1: generator(2)}) == first
    both.close()


def test_levels_decide_together_as_they_would_one_after_the_other() -> None:
    _, both = at_the_first_choice(["level3", "level3"])
    _, each = at_the_first_choice(["level3", "level3"])
    one_by_one = {seat: each.decide(seat, generator(seat)) for seat in (0, 1)}
    assert both.decide_all({0: generator(0), 1: generator(1)}) == one_by_one
    for thinking_of in (both, each):
        thinking_of.close()
