"""Who can be asked to play, by name."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from templetop.bots import roster
from templetop.bots.bot import Bot, Fallible, Searching, Simple
from templetop.bots.program import Replaceable
from templetop.bots.roster import (
    LEVELS,
    NAMES,
    Engagement,
    UnknownBot,
    call,
    check,
    level_name,
    level_number,
    make_ready,
    strength,
)
from templetop.bots.seen import seen_by
from templetop.bots.thinker import Budget
from templetop.engine.policy import GREEDY, RANDOM, seat_move
from templetop.engine.random import generator
from templetop.games.shelf import ready_games, take
from tests.engine.toy import ROLL, TOY

KNOWN = [*NAMES, "search:1", "search:800", "search:2s", "search:0.25s", "exec:./bot", "exec: ./b c"]
UNKNOWN = [
    *("", "level", "level0", "level6", "level11", "Greedy", "greedy ", "exec", "exec:", "exec: "),
    *("search:", "search:0", "search:2.s", "search:-1", "search:1e3", "searching"),
]


@pytest.fixture
def called() -> Any:
    """Calls a bot to seat 0 of a table of two, and sees that it leaves."""
    bots: list[Bot] = []

    def bot(name: str, **settings: Any) -> Any:
        bots.append(call(name, TOY, 0, Engagement(2, **settings)))
        return bots[-1]

    yield bot
    for gone in bots:
        gone.close()


@pytest.mark.parametrize("name", KNOWN)
def test_a_bot_that_is_known(name: str) -> None:
    check(name)


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_bot_that_is_not(name: str) -> None:
    with pytest.raises(UnknownBot, match="There is no bot"):
        check(name)
    with pytest.raises(UnknownBot):
        call(name, TOY, 0, Engagement(2))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("random", Simple),
        ("greedy", Simple),
        ("level1", Fallible),
        ("level5", Searching),
        ("search:10", Searching),
        ("exec:./no-such-bot", Replaceable),
    ],
)
def test_everyone_is_what_they_are_called(called: Any, name: str, kind: type) -> None:
    assert type(called(name)) is kind


@pytest.mark.parametrize(("name", "policy"), [("random", RANDOM), ("greedy", GREEDY)])
def test_simple_bots_decide_as_in_simulations(called: Any, name: str, policy: int) -> None:
    """With the same draws, so that `record` and `simulate` play the same games."""
    state = TOY.start(2)
    TOY.happen(state, ROLL + 1)
    seen, policies = seen_by(0, state, 2, generator(0)), np.full(2, policy, np.int8)
    ours, theirs = generator(7), generator(7)
    for _ in range(20):
        move = seat_move(state, 0, policies, theirs, TOY.move_set())
        assert called(name).decide(seen, ours) == move
    assert ours == theirs


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("random", None),
        ("greedy", None),
        ("level5", Budget(TOY.levels[-1].simulations)),
        ("search", Budget(TOY.levels[-1].simulations)),
        ("search:80", Budget(80)),
        ("search:1.5s", Budget(seconds=1.5)),
    ],
)
def test_how_long_each_may_think(name: str, budget: Budget | None) -> None:
    assert strength(name, TOY)[1] == budget


def test_a_search_thinks_on_as_many_threads_as_there_are_for_it(called: Any) -> None:
    assert len(called("search:10", threads=3).thinker.minds) == 3


# ── Before the first move ────────────────────────────────────────────────────────────────────────


class Prepared:
    """Stands for something that is compiled."""

    def __init__(self, on_disk: bool) -> None:
        self.on_disk = on_disk
        self.calls: list[str] = []

    def is_on_disk(self, *arguments: object) -> bool:
        self.calls.append("asked")
        return self.on_disk

    def prepare(self, *arguments: object) -> None:
        self.calls.append("prepared")


@pytest.mark.parametrize(
    ("names", "on_disk", "said", "calls"),
    [
        (["random", "greedy", "level1", "exec:./bot"], False, 0, []),
        (["random", "level5"], False, 1, ["asked", "prepared"]),
        (["search:10", "search"], True, 0, ["asked", "prepared"]),
        ([], False, 0, []),
    ],
)
def test_only_who_searches_is_compiled_and_only_once_it_is_said(
    monkeypatch: pytest.MonkeyPatch, names: list[str], on_disk: bool, said: int, calls: list[str]
) -> None:
    search, sentences = Prepared(on_disk), list[str]()
    monkeypatch.setattr(roster, "search_calls", lambda game: [(search, ())])
    make_ready(names, TOY, sentences.append)
    assert len(sentences) == said
    assert search.calls == calls


def test_all_that_a_search_runs_is_made_ready() -> None:
    """Nothing is compiled any more in the middle of a game."""
    karuba = take("karuba")
    state, random = karuba.start(2), generator(1)
    make_ready(["search"], karuba, lambda sentence: None)
    functions = [function.machine_code(given) for function, given in roster.search_calls(karuba)]
    before = [len(function.signatures) for function in functions]
    bot = call("search:20", karuba, 0, Engagement(2, threads=2))
    bot.decide(seen_by(0, state, 2, random), random)
    bot.close()
    assert [len(function.signatures) for function in functions] == before


def test_a_level_is_the_same_at_a_table_in_the_arena_and_on_many_cores(called: Any) -> None:
    """It has one tree, however many threads there are."""
    assert [len(called("level5", threads=n).thinker.minds) for n in (1, 2, 16)] == [1, 1, 1]


@pytest.mark.parametrize("name", ready_games())
def test_every_level_searches_more_or_blunders_less_than_the_one_below(name: str) -> None:
    levels = take(name).levels
    assert len(levels) == 5
    assert all(
        (above.simulations, -above.blunders) > (below.simulations, -below.blunders)
        for below, above in pairwise(levels)
    )
    assert levels[-1].blunders == 0


def test_a_level_has_a_number_and_a_name() -> None:
    assert [level_name(number) for number in LEVELS] == list(NAMES[2:-1])
    assert [level_number(level_name(number)) for number in LEVELS] == [*LEVELS]
    for name in ("level", "level0", "level6", "level10", "level1 ", "greedy", "search", ""):
        assert level_number(name) is None
