"""A bot decides by what its seat may know, and by nothing else."""

from random import Random
from typing import Any

import pytest

from templetop.bots.bot import Bot
from templetop.bots.roster import Company, call
from templetop.bots.tree import knowledge, tree
from templetop.engine import ask
from templetop.engine.game import Game
from templetop.engine.match import legal_moves
from templetop.engine.random import generator
from tests.every_game.tables import Table, copy_of, seated_tables, story, waiting_rivals

from .thinking import imagined, moments_of_decision, searching, sight

BOTS = ("random", "greedy", "level1", "search")
SWAPS = 4


def bot_called(name: str, game: Game, seats: int) -> Bot:
    return searching(game) if name == "search" else call(name, game, 0, Company(seats))


def choice(bot: Bot, state: Any, seat: int, seats: int) -> int:
    """What the bot decides at this table, always with the same draws."""
    return bot.decide(sight(state, seat, seats), generator(5))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_decides_the_same_whatever_is_hidden_behind_its_back(
    seated: Table, name: str
) -> None:
    bot = bot_called(name, seated.game, seated.seats)
    for state, seat in moments_of_decision(story(seated), 4):
        chosen = choice(bot, state, seat, seated.seats)
        for swap in range(SWAPS):
            assert choice(bot, imagined(state, seat, swap), seat, seated.seats) == chosen


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_does_not_see_what_a_rival_has_decided_unseen(game: Game, name: str) -> None:
    table = seated_tables([game])[1]
    told = story(table)
    bot = bot_called(name, game, table.seats)
    random = Random(name)
    for n in [n for n in waiting_rivals(told) if n > 0][:: len(told.moves) // 4]:
        rival = told.moves[n - 1][0]
        for seat in [s for s in range(table.seats) if int(ask.to_move(told.states[n])) >> s & 1]:
            swapped = copy_of(told.states[n - 1])
            ask.play(swapped, rival, random.choice(legal_moves(swapped, rival)))
            if ask.to_move(swapped) == ask.to_move(told.states[n]):
                seats = table.seats
                assert choice(bot, swapped, seat, seats) == choice(bot, told.states[n], seat, seats)


def test_what_is_handed_to_a_bot_is_the_same_record_whatever_is_hidden(seated: Table) -> None:
    for state, seat in moments_of_decision(story(seated), 6):
        handed = {
            sight(imagined(state, seat, swap), seat, seated.seats).state.tobytes()
            for swap in range(SWAPS)
        }
        assert handed == {sight(state, seat, seated.seats).state.tobytes()}


def test_a_bot_cannot_reach_the_table_through_what_it_is_handed(seated: Table) -> None:
    for state, seat in moments_of_decision(story(seated), 3):
        table = copy_of(state)
        seen = sight(table, seat, seated.seats)
        ask.play(seen.state, seat, legal_moves(seen.state, seat)[0])
        assert table.tobytes() == state.tobytes()


def test_worlds_that_look_alike_are_one_node_and_others_are_not(seated: Table) -> None:
    memory = tree(seated.game, 16, 16)
    moves = seated.game.move_set()
    known: dict[int, str] = {}
    for state, seat in moments_of_decision(story(seated), 40):
        looks = f"{seat} {seated.game.view(state, seat)}"
        for swap in range(2):
            key = int(knowledge(memory, imagined(state, seat, swap), seat, moves))
            assert known.setdefault(key, looks) == looks
