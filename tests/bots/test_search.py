"""The tree search: what it finds, and how it goes about it."""

from math import inf
from typing import Any

import numpy as np
import pytest

from templetop.bots import search
from templetop.bots.bot import Bot, Simple
from templetop.bots.line import expected_line
from templetop.bots.search import mind, room_for, weigh
from templetop.bots.seen import Seen, seen_by
from templetop.bots.thinker import Budget, alone
from templetop.engine import ask
from templetop.engine.ending import ending
from templetop.engine.game import Game
from templetop.engine.level import Ways
from templetop.engine.match import Match, legal_moves, say, seats_to_move
from templetop.engine.policy import GREEDY, any_event
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, NO_MOVE, Array
from templetop.games.shelf import ready_games, take
from tests.engine.toy import ROLL, TOY
from tests.every_game.tables import Table, seated_tables, story
from tests.karuba import drawn as karuba

from .thinking import moments_of_decision, room, searching, sight, thinker

QUICK = Ways(glances=2)  # for the interpreter


def best(state: Any, seat: int = 0, seats: int = 2, **settings: Any) -> str:
    """What the search does at a table, in words."""
    game = ask.game_of(state)
    move = thinker(game, **settings).think(Seen(game, state, seat, seats), 1).move
    return say(state, seat, move)


# ── What it finds ────────────────────────────────────────────────────────────────────────────────

ROW = "─ ─ ─ ─ ─ ─"


def test_the_last_turn_of_karuba_is_for_the_temple_rather_than_a_crystal() -> None:
    state = karuba.table(f"{ROW}\n┐\n└ ┐◆", "", tile=karuba.TILE_WITH[2])
    karuba.leave_in_the_stack(state)
    karuba.stand(state, "brown", "e1")
    karuba.stand(state, "blue", "a3")
    assert best(state, width=99) == "discards tile 36 and walks brown into its temple"


def test_it_walks_now_to_be_home_with_the_last_tile() -> None:
    state = karuba.table(ROW, tile=karuba.TILE_WITH[2])
    karuba.leave_in_the_stack(state, 35)  # which allows two steps as well
    karuba.stand(state, "brown", "c1")
    assert best(state, seats=1, width=99) == "discards tile 36 and walks brown to e1"


def test_a_stone_wins_against_who_has_none() -> None:
    state = TOY.start(2)
    ask.happen(state, ROLL + 3)
    state.turn, state.stones[1] = 2, 0
    assert best(state, width=4) != "bids 0"


def test_three_stones_win_for_certain_against_two() -> None:
    state = TOY.start(2)
    ask.happen(state, ROLL + 3)
    state.turn = 2
    state.stones[0], state.stones[1] = 3, 2
    assert best(state, width=4, budget=Budget(400)) == "bids 3"


# As its strongest level does, and in other ways.
WAYS: list[dict[str, int]] = [{}, {"horizon": 6}, {"depth": 0}]
QUICK_GAME, QUICK_WAYS = "karuba_cards", WAYS[:2]
SEARCHES: list[tuple[str, dict[str, int], Any]] = [
    (name, how, [] if is_quick else pytest.mark.slow)
    for name in ready_games()
    for how in WAYS
    for is_quick in [name == QUICK_GAME and how in QUICK_WAYS]
]


@pytest.mark.parametrize(
    ("name", "settings"),
    [pytest.param(name, how, marks=marks, id=f"{name}-{how}") for name, how, marks in SEARCHES],
)
def test_it_beats_greedy(name: str, settings: dict[str, Any]) -> None:
    """In six deals, each played from both seats."""
    game = take(name)
    ways = game.levels[-1].ways._replace(**settings)
    bots: list[Bot] = [
        searching(game, ways=ways, budget=Budget(150)),
        Simple(GREEDY, is_compiled=True),
    ]
    shares = [share_of_win(game, bots, deal, turn) for deal in range(6) for turn in range(2)]
    assert sum(shares) > len(shares) / 2


# ── How it goes about it ─────────────────────────────────────────────────────────────────────────


def test_interpreted_and_compiled_it_comes_to_the_same(game: Game) -> None:
    table = seated_tables([game])[:2][-1]
    state, seat = moments_of_decision(story(table), 5)[3]
    moves = np.array(legal_moves(state, seat)[:2], np.int64)
    found = []
    for how in (weigh, weigh.plain):
        thinking, odds, samples = room(game, 2, len(moves))
        which = (moves, 0, 1, np.uint64(7))
        how(alone(state), seat, table.seats, *which, QUICK, thinking, odds, samples)
        memory = thinking.tree
        known = (memory.used.tolist(), memory.nodes.tobytes(), memory.rows.tobytes())
        found.append((samples.tobytes(), odds.tobytes(), *known))
    assert found[0] == found[1]


def test_it_plays_by_the_rules_in_every_deal(
    seated: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = []

    def strict(state: Any, decisions: Array) -> None:
        asked = seats_to_move(state)
        assert [seat for seat, move in enumerate(decisions) if move != NO_MOVE] == asked
        assert all(decisions[seat] in legal_moves(state, seat) for seat in asked)
        played.append(asked)
        ask.play(state, decisions)

    monkeypatch.setattr(search, "play", strict)
    state, seat = moments_of_decision(story(seated), 9)[6]
    moves = np.array(legal_moves(state, seat)[:2], np.int64)
    thinking, odds, samples = room(seated.game, 2, len(moves))
    which = (moves, 0, 1, np.uint64(3))
    weigh.plain(alone(state), seat, seated.seats, *which, QUICK, thinking, odds, samples)
    assert played


def test_its_threads_do_not_wait_for_one_another() -> None:
    """Machine code lets go of the interpreter while it runs."""
    assert weigh.machine_code((TOY.state(),)).targetoptions["nogil"]


def test_the_same_seed_gives_the_same_thought(seated: Table) -> None:
    for threads in (1, 2):
        for state, seat in moments_of_decision(story(seated), 2):
            seen = sight(state, seat, seated.seats)
            thoughts = [thinker(seated.game, threads=threads).think(seen, 9) for _ in range(2)]
            assert thoughts[0].weighed == thoughts[1].weighed


def test_it_can_say_what_it_weighed(seated: Table) -> None:
    for state, seat in moments_of_decision(story(seated), 4):
        thought = thinker(seated.game).think(sight(state, seat, seated.seats), 1)
        legal = legal_moves(state, seat)
        assert {one.move for one in thought.weighed} <= set(legal)
        assert len(thought.weighed) == min(8, len(legal))
        assert sum(one.visits for one in thought.weighed) == thought.simulations
        most = max(one.visits for one in thought.weighed)
        assert thought.weighed[0].visits == most
        shares = [one.share for one in thought.weighed]
        assert sum(shares) == pytest.approx(float(seats_to_move(state) != [seat]))
        assert shares == sorted(shares, reverse=True)
        for one in thought.weighed:
            assert len(one.values) == len(one.points) == seated.seats
            assert all(0 <= value <= 1 for value in one.values) or seated.seats == 1


def test_it_can_say_which_line_it_expects(seated: Table) -> None:
    bot = thinker(seated.game, budget=Budget(200))
    for state, seat in moments_of_decision(story(seated), 4):
        seen = sight(state, seat, seated.seats)
        thought = bot.think(seen, 1)
        before = seen.state.tobytes()
        line = expected_line(seen, thought.move, bot.minds[0], 1)
        assert seen.state.tobytes() == before
        assert (seat, thought.move) in [(one.seat, one.move) for one in line[: seated.seats]]
        assert line[0].message.without_subject()
        assert line[-1].seat != CHANCE


def test_without_a_choice_it_does_not_think_long(game: Game) -> None:
    table = seated_tables([game])[0]
    for state, seat in moments_of_decision(story(table), 60):
        if len(legal_moves(state, seat)) == 1:
            assert thinker(game).think(sight(state, seat, table.seats), 1).simulations == 1


@pytest.mark.parametrize("simulations", [1, 10, 100, 1000])
def test_it_keeps_to_its_budget_of_games(game: Game, simulations: int) -> None:
    table = seated_tables([game])[0]
    state, seat = moments_of_decision(story(table), 7)[4]
    bot = thinker(game, budget=Budget(simulations))
    most = max(simulations * 1.2, 8 + 4 + 2)  # each round gives each move at least one
    assert bot.think(sight(state, seat, table.seats), 1).simulations <= most


def test_it_can_be_stopped_at_any_time_and_knows_more_the_later(game: Game) -> None:
    table = seated_tables([game])[0]
    state, seat = moments_of_decision(story(table), 7)[3]
    thoughts = [*thinker(game, budget=Budget(200)).ponder(sight(state, seat, table.seats), 1)]
    assert all(one.move in legal_moves(state, seat) for one in thoughts)
    games = [one.simulations for one in thoughts]
    assert games == sorted(games)
    assert games[0] < games[-1] or len(thoughts) == 1  # of two moves one is left after a round


def test_a_budget_of_time_ends_in_time(game: Game) -> None:
    """What is checked is that it ends, and that time is what ended it."""
    table = seated_tables([game])[0]
    state, seat = moments_of_decision(story(table), 7)[2]
    bot = thinker(game, budget=Budget(seconds=0.05))
    thought = bot.think(sight(state, seat, table.seats), 1)
    assert thought.simulations > 8
    assert Budget().simulations == inf


def test_a_full_tree_is_no_hindrance(game: Game) -> None:
    table = seated_tables([game])[:2][-1]
    state, seat = moments_of_decision(story(table), 5)[2]
    moves = np.array(legal_moves(state, seat)[:4], np.int64)
    thinking, odds, samples = room(game, 40, len(moves))
    small, which = mind(game, nodes=8, edges=64), (moves, 0, 1, np.uint64(7))
    weigh(alone(state), seat, table.seats, *which, QUICK, small, odds, samples)
    assert small.tree.used[0] <= 6
    assert np.isfinite(samples["values"]).all()
    assert thinking.tree.used[0] == 0


def test_all_moves_get_the_same_deals() -> None:
    """A move that changes nothing comes to the same as another such move, deal by deal."""
    state = karuba.table("", "", tile=36)
    karuba.leave_in_the_stack(state, 1, 2, 3, 4, 5, 6)
    discard = karuba.number_of("discard")
    thinking, odds, samples = room(ask.game_of(state), 20, 2)
    moves = np.array([discard, discard], np.int64)
    ways = Ways(depth=0)
    weigh(alone(state), 0, 2, moves, 0, 1, np.uint64(7), ways, thinking, odds, samples)
    assert (samples[:, 0] == samples[:, 1]).all()
    assert len(np.unique(samples["points"][:, 0, 0])) > 1 or samples["points"].max() == 0


def share_of_win(game: Game, bots: list[Bot], deal: int, turn: int) -> float:
    """The first bot's share when it sits at seat `turn` of two."""
    seats = bots if turn == 0 else bots[::-1]
    match = Match.new(game, ("One", "Two"))
    chance, randoms = generator(deal, 9), [generator(deal, seat) for seat in range(2)]
    while not match.is_over:
        for seat in match.awaited:
            match.play(seat, decided(match, seats, seat, chance, randoms))
    return ending(match.state).seats[turn].win


def decided(match: Match, bots: list[Bot], seat: int, chance: Array, randoms: list[Array]) -> int:
    if seat == CHANCE:
        game = match.game
        return int(any_event(match.state, chance, game.event_set(), game.weights()))
    return bots[seat].decide(seen_by(seat, match.state, 2, randoms[seat]), randoms[seat])


def test_who_thinks_long_has_room_for_it(game: Game) -> None:
    few, many, most = (room_for(simulations) for simulations in (1600, 10_000, inf))
    assert few == (1 << 14, 1 << 18)
    assert few < many < most == (1 << 17, 1 << 21)
    assert Budget(seconds=2).most_simulations == 10_000
    assert Budget(300, seconds=2).most_simulations == 300
    bot = thinker(game, budget=Budget(seconds=2))
    assert len(bot.minds[0].tree.nodes) == room_for(10_000)[0]
