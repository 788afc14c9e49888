"""What a person at the table is told, and in which order."""

import random

from templetop.cli.account import Account
from templetop.engine.match import Match, legal_moves
from templetop.engine.telling import sentences, told
from templetop.games.shelf import take

SEATS = ("Ann", "Ben", "Cem")
VIEWERS = (None, 0, 1, 2)


def played(moves: int) -> Match:
    """A match of random moves, set up by chance."""
    match, chosen = Match.new(take("karuba"), SEATS, {"setup": "random"}), random.Random(7)
    while not match.is_over and len(match.moves) < moves:
        seat = match.awaited[0]
        match.play(seat, chosen.choice(legal_moves(match.state, seat)))
    return match


def accounted(match: Match, announced_at: int = -1) -> Account:
    """Told step by step, from the beginning; something else happens before one of the moves."""
    account, number = Account(Match.new(match.game, SEATS, match.options), 0), 0
    for state, step in match.steps():
        if number == announced_at:
            account.announce("exec:./bot loses its seat.")
        account.tell(number, state, step)
        number += len(step)
    return account


def test_step_by_step_the_same_is_told_as_of_a_match_that_is_resumed() -> None:
    match = played(40)
    everything = [*sentences(told(match, 0), SEATS)]
    assert accounted(match).last(1000) == Account(match, 0).last(1000) == everything


def test_the_set_up_is_one_sentence() -> None:
    (sentence,) = accounted(played(8)).news
    assert sentence.startswith("Chance places the adventurers and their temples: Chance puts the ")
    assert sentence.count("temple number") == 4


def test_news_are_told_once() -> None:
    account = accounted(played(12))
    assert len(account.news) == 5
    account.put_away()
    assert account.news == []
    account.announce("exec:./bot loses its seat.")
    assert account.news == ["exec:./bot loses its seat."]
    assert len(account.last(1000)) == 6


def test_what_happens_beside_the_game_stands_where_it_happened() -> None:
    told_then = accounted(played(16), announced_at=12).last(1000)
    assert told_then.index("exec:./bot loses its seat.") == 5
    assert told_then[6].startswith("Chance calls tile")


def test_where_a_match_is_resumed_the_last_turn_is_news() -> None:
    account = Account(played(32), 0)
    assert account.news == account.last(4)
    assert account.news[0].startswith("Chance calls tile")


def test_the_last_sentences() -> None:
    account = accounted(played(40))
    assert account.last(0) == []
    assert account.last(2) == account.last(1000)[-2:]
