"""One match of a tournament, from the first move to what came of it."""

import functools
import time
from contextlib import ExitStack

from templetop.arena.remarks import Remarks
from templetop.arena.results import SeatResult
from templetop.arena.tournament import Fixture, Tournament
from templetop.bots import roster
from templetop.bots.program import Replaceable, over
from templetop.bots.seen import drawn, seen_by, told
from templetop.bots.story import Story
from templetop.engine.deal import Deal, key_of, number_from
from templetop.engine.ending import ending
from templetop.engine.match import Match
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE
from templetop.engine.speech import ENGLISH, speaking
from templetop.games.shelf import take


class Player:
    """Who sits at a seat, and what its decisions took."""

    def __init__(self, tournament: Tournament, fixture: Fixture, seat: int) -> None:
        self.name = fixture.bots[seat]
        self.seat = seat
        self.seats = tournament.seats
        key = key_of(tournament.seed, fixture.deal)
        self.random = generator(number_from(key, "bot", seat, self.name))
        self.notes: list[str] = []
        self.decisions = 0
        self.seconds = 0.0
        self.match = fixture.match
        bot = tournament.bots[self.name]
        self.story = Story(seat) if roster.is_own(bot) else None
        self.remarks = Remarks(
            tournament.remarks.get(self.name), f"{fixture.match} seat {seat + 1}"
        )
        engaged = roster.Engagement(
            seats=tournament.seats,
            options=tournament.options,
            threads=1,
            patience=tournament.patience,
            log=self.notes.append,
            is_compiled=True,
            hears=self.remarks.write,
            match=fixture.match,
            called=self.name,
        )
        self.bot = roster.call(bot, take(tournament.game), seat, engaged)

    def decide(self, match: Match) -> int:
        seen = seen_by(self.seat, match.state, self.seats, self.random)
        if self.story:
            seen = told(seen, self.story.news(match), drawn(self.random), self.match)
        begin = time.perf_counter()
        move = self.bot.decide(seen, self.random)
        self.seconds += time.perf_counter() - begin
        self.decisions += 1
        return move

    def hear_the_end(self, match: Match) -> None:
        """Bots of one's own are told how it ended."""
        if self.story and isinstance(self.bot, Replaceable):
            self.bot.hear_the_end(over(match, self.story.news(match)))

    def leave(self) -> None:
        self.bot.close()
        self.remarks.close()


@functools.cache
def make_ready(game: str, bots: tuple[str, ...]) -> None:
    """Load the machine code, once in a process, before somebody's first decision is timed."""
    roster.make_ready(bots, take(game), lambda sentence: None, is_compiled=True)


@speaking(ENGLISH)  # what is kept of a match is the same in every language
def play_fixture(tournament: Tournament, fixture: Fixture) -> list[SeatResult]:
    """Play the match; what came of it, seat by seat."""
    make_ready(tournament.game, tuple(tournament.bots.values()))
    game = take(tournament.game)
    names = [f"seat {seat + 1}" for seat in range(tournament.seats)]
    match = Match.new(game, names, tournament.options)
    deal = Deal(game, key_of(tournament.seed, fixture.deal))
    with ExitStack() as leaving:
        players = []
        for seat in range(tournament.seats):
            players.append(Player(tournament, fixture, seat))
            leaving.callback(players[-1].leave)
        while not match.is_over:
            play_on(match, deal, players)
        for player in players:
            player.hear_the_end(match)
    return results_of(match, tournament, fixture, players)


def play_on(match: Match, deal: Deal, players: list[Player]) -> None:
    """What happens next; or all whose decision is awaited decide, on the same table."""
    for seat in match.awaited:
        is_chance = seat == CHANCE
        match.play(seat, deal.event(match.state) if is_chance else players[seat].decide(match))


def results_of(
    match: Match, tournament: Tournament, fixture: Fixture, players: list[Player]
) -> list[SeatResult]:
    found = ending(match.state)
    sides = {seat: number for number, side in enumerate(found.sides, 1) for seat in side}
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
            side=sides[player.seat],
            bot=player.name,
            points=found.seats[player.seat].points,
            place=found.seats[player.seat].place,
            win=found.seats[player.seat].win,
            decisions=player.decisions,
            seconds=player.seconds,
            note=" ".join(player.notes),
        )
        for player in players
    ]
