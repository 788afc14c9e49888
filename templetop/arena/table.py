"""One match of a tournament, from the first move to what came of it."""

import functools
import hashlib
import time
from contextlib import ExitStack
from typing import Any

from templetop.arena.deal import BOTS, Deal, mixed
from templetop.arena.results import SeatResult
from templetop.arena.tournament import Fixture, Tournament
from templetop.bots import roster
from templetop.bots.seen import seen_by
from templetop.engine.game import CHANCE
from templetop.engine.match import Match, places_of, points_of, seats_to_move
from templetop.engine.random import generator
from templetop.games.shelf import take


class Player:
    """Who sits at a seat, and what its decisions took."""

    def __init__(self, tournament: Tournament, fixture: Fixture, seat: int) -> None:
        self.name = fixture.bots[seat]
        self.seat = seat
        self.seats = tournament.seats
        self.random = generator(
            mixed(tournament.seed, BOTS, fixture.deal, seat, number_of(self.name))
        )
        self.notes: list[str] = []
        self.decisions = 0
        self.seconds = 0.0
        company = roster.Company(
            seats=tournament.seats,
            options=tournament.options,
            threads=1,
            patience=tournament.patience,
            log=self.notes.append,
            is_compiled=True,
        )
        self.bot = roster.call(tournament.bots[self.name], take(tournament.game), seat, company)

    def decide(self, state: Any) -> int:
        seen = seen_by(self.seat, state, self.seats, self.random)
        begin = time.perf_counter()
        move = self.bot.decide(seen, self.random)
        self.seconds += time.perf_counter() - begin
        self.decisions += 1
        return move


def number_of(name: str) -> int:
    """The same number for a name in every process."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8])


@functools.cache
def make_ready(game: str, bots: tuple[str, ...]) -> None:
    """Load the machine code, once in a process, before somebody's first decision is timed."""
    roster.make_ready(bots, take(game), lambda sentence: None, is_compiled=True)


def play_fixture(tournament: Tournament, fixture: Fixture) -> list[SeatResult]:
    """Play the match; what came of it, seat by seat."""
    make_ready(tournament.game, tuple(tournament.bots.values()))
    game = take(tournament.game)
    names = [f"seat {seat + 1}" for seat in range(tournament.seats)]
    match = Match.new(game, names, tournament.options)
    deal = Deal(game, tournament.seed, fixture.deal)
    with ExitStack() as leaving:
        players = []
        for seat in range(tournament.seats):
            players.append(Player(tournament, fixture, seat))
            leaving.callback(players[-1].bot.close)
        while not match.is_over:
            play_on(match, deal, players)
    return results_of(match, tournament, fixture, players)


def play_on(match: Match, deal: Deal, players: list[Player]) -> None:
    """All whose decision is awaited decide before the first of these moves is made."""
    awaited = seats_to_move(match.state)
    if awaited == [CHANCE]:
        match.play(CHANCE, deal.chance_move(match.state))
        return
    decided = [(seat, players[seat].decide(match.state)) for seat in awaited]
    for seat, move in decided:
        match.play(seat, move)


def results_of(
    match: Match, tournament: Tournament, fixture: Fixture, players: list[Player]
) -> list[SeatResult]:
    points = points_of(match.state, tournament.seats).tolist()
    places = places_of(match.state, tournament.seats).tolist()
    return [
        SeatResult(
            match=fixture.match,
            game=tournament.game,
            options=" ".join(f"{name}={choice}" for name, choice in tournament.options.items()),
            seats=tournament.seats,
            deal=fixture.deal,
            line_up=fixture.line_up,
            rotation=fixture.rotation,
            seat=player.seat + 1,
            bot=player.name,
            points=points[player.seat],
            place=places[player.seat],
            win=1 / places.count(1) if places[player.seat] == 1 else 0.0,
            decisions=player.decisions,
            seconds=player.seconds,
            note=" ".join(player.notes),
        )
        for player in players
    ]
