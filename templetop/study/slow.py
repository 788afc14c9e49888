"""Matches of bots that think: played move by move in the processes of the arena's crew."""

from collections import Counter
from contextlib import ExitStack
from typing import Any

import numpy as np

from templetop.arena.playing import Player, make_ready
from templetop.arena.tournament import Fixture as ArenaFixture
from templetop.arena.tournament import Tournament
from templetop.engine.ask import first_player
from templetop.engine.deal import Deal, key_of, number_from
from templetop.engine.dealt import MOMENTS
from templetop.engine.ending import ending, points_of
from templetop.engine.match import Match, legal_moves
from templetop.engine.random import generator
from templetop.engine.seats import CHANCE, Array
from templetop.engine.speech import ENGLISH, speaking
from templetop.games.shelf import take
from templetop.study.notes import MatchNotes, Pieces, SeatNotes, pieces_in
from templetop.study.plan import Fixture, Study


@speaking(ENGLISH)  # what is noted is the same in every language
def play_noted(study: Study, fixture: Fixture) -> MatchNotes:
    """Play one match of a study and take notes."""
    game = take(study.game)
    make_ready(study.game, study.everybody)
    options = study.variants[fixture.variant].options
    match = Match.new(game, [f"seat {seat + 1}" for seat in range(study.seats)], options)
    deal = Deal(game, key_of(study.seed, fixture.deal))
    book = Book(match)
    with ExitStack() as leaving:
        players = []
        for seat in range(study.seats):
            players.append(player_at(study, fixture, seat))
            leaving.callback(players[-1].leave)
        while not match.is_over:
            step(match, deal, players, book)
    return book.notes(fixture)


def player_at(study: Study, fixture: Fixture, seat: int) -> Player:
    """The bot of a seat; in another take of the same deal it draws other numbers."""
    variant = study.variants[fixture.variant]
    names = {bot: bot for bot in study.everybody}
    tournament = Tournament(
        study.game, 0, names, study.sides(fixture.variant), dict(variant.options),
        study.seed, study.patience, study.deals,
    )  # fmt: skip
    player = Player(tournament, ArenaFixture(fixture.deal, 0, 0, fixture.bots), seat)
    key = key_of(study.seed, fixture.deal)
    player.random = generator(number_from(key, "bot", seat, player.name, fixture.take))
    return player


def step(match: Match, deal: Deal, players: list[Player], book: "Book") -> None:
    """What happens next; or all whose decision is awaited decide, and it is noted."""
    if match.awaited == [CHANCE]:
        match.play(CHANCE, deal.event(match.state))
        return
    book.before(match)
    decided = {seat: players[seat].decide(match) for seat in match.awaited}
    for seat, move in decided.items():
        book.decision(match.state, seat, move)
    for seat, move in decided.items():
        match.play(seat, move)
    book.after(match)


class Book:
    """The notes of one match, while it is played; the same as `engine.dealt` takes."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        seats, kinds = len(match.seats), len(match.game.moves.kinds)
        self.decisions = np.zeros((seats, 3), np.int64)  # how many, choices, forced
        self.used, self.offered = np.zeros((2, seats, kinds), np.int64)
        self.led = np.zeros(seats, np.int64)
        self.trail: list[Array] = []
        self.steps = self.changes = self.settled = 0
        self.leader: int | None = None
        self.pieces: Pieces = Counter()

    def before(self, match: Match) -> None:
        self.trail.append(points_of(match.state).copy())

    def decision(self, state: Any, seat: int, move: int) -> None:
        moves = legal_moves(state, seat)
        self.decisions[seat] += (1, len(moves), len(moves) == 1)
        for number, kind in enumerate(self.game.moves.kinds):
            self.used[seat, number] += kind.first <= move < kind.end
            self.offered[seat, number] += any(kind.first <= one < kind.end for one in moves)
        self.pieces.update(pieces_in(self.game, state, seat, move))

    def after(self, match: Match) -> None:
        self.steps += 1
        standing = ending(match.state)
        first = {one.side for one in standing.seats if one.place == 1}
        now = first.pop() if len(first) == 1 else None
        if now is not None:
            if now != self.leader:
                self.changes += self.leader is not None
                self.settled = self.steps
            self.leader = now
            self.led += [one.side == now for one in standing.seats]

    def moments(self) -> Array:
        """Points at moments that are evenly spaced; the last is the end."""
        kept = len(self.trail)
        rows = [moment * kept // (MOMENTS - 1) for moment in range(MOMENTS - 1)]
        now = points_of(self.match.state)
        return np.array([*(self.trail[row] for row in rows if kept), now])

    def notes(self, fixture: Fixture) -> MatchNotes:
        standing = ending(self.match.state)
        course = self.moments()
        seats = [
            SeatNotes(
                *fixture[:4],
                seat=seat,
                side=one.side,
                bot=fixture.bots[seat],
                points=one.points,
                place=one.place,
                win=one.win,
                decisions=int(self.decisions[seat, 0]),
                choices=int(self.decisions[seat, 1]),
                forced=int(self.decisions[seat, 2]),
                led=int(self.led[seat]),
                steps=self.steps,
                changes=self.changes,
                settled=self.settled,
                first=int(first_player(self.match.state)),
                course=[int(points) for points in course[:, seat]],
                used=self.used[seat].tolist(),
                offered=self.offered[seat].tolist(),
                sources=dict(self.game.breakdown(self.match.state, seat)),
            )
            for seat, one in enumerate(standing.seats)
        ]
        return MatchNotes(fixture, seats, self.pieces)


def replayed_pieces(study: Study, fixture: Fixture, moves: list[tuple[int, int]]) -> Pieces:
    """The pieces of a match that was played by machine code."""
    match = Match.new(
        take(study.game),
        [f"seat {seat + 1}" for seat in range(study.seats)],
        study.variants[fixture.variant].options,
    )
    match.moves = moves
    pieces: Pieces = Counter()
    for state, together in match.steps():
        for seat, number in together:
            if seat != CHANCE:
                pieces.update(pieces_in(match.game, state, seat, number))
    return pieces
