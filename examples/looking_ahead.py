"""A bot that looks ahead: what a move may come to after its own best answer to what happens next.

templetop play karuba --bots "mine=py:examples/looking_ahead.py:Ahead"
"""

import random

import templetop as tt


class Ahead(tt.Bot):
    kept = 2  # moves that are looked at more closely
    draws = 2  # of chance, for each of them

    def decide(self, seen: tt.Seen) -> int:
        moves = sorted(seen.moves, key=lambda move: self.outlook(seen, move), reverse=True)
        best = moves[: self.kept]
        return max(best, key=lambda move: self.later(seen, move)) if len(best) > 1 else best[0]

    def outlook(self, seen: tt.Seen, *line: int) -> float:
        """How far ahead the seat may end up, in points, as the game itself guesses."""
        after = seen.what_if(*line)
        guess: list[float] = [
            seen.game.prospect(after.state, seat) / 1000 for seat in range(seen.seats)
        ]
        if not any(guess):  # this game does not guess
            guess = [float(points) for points in after.points or [-place for place in after.places]]
        others = [guess[seat] for seat in range(seen.seats) if seat != seen.seat]
        return guess[seen.seat] - max(others, default=0)

    def later(self, seen: tt.Seen, move: int) -> float:
        """The same after the own best answer, in the mean of what chance may do next."""
        odds = seen.what_if(move).odds
        if not odds:
            return self.outlook(seen, move)
        random.seed(seen.seed)  # every move meets the same luck
        events = random.choices([*odds], [*odds.values()], k=self.draws)
        return sum(self.answer(seen, move, event) for event in events) / self.draws

    def answer(self, seen: tt.Seen, move: int, event: int) -> float:
        then = seen.what_if(move, event)
        if seen.seat not in then.to_move:
            return self.outlook(seen, move, event)
        return max(self.outlook(seen, move, event, reply) for reply in then.moves)
