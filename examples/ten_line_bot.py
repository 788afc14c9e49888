"""A bot in ten lines: it makes the move after which it stands best.

templetop play karuba --bots "mine=py:examples/ten_line_bot.py:Best"
"""

import random

import templetop as tt


class Best(tt.Bot):
    def decide(self, seen: tt.Seen) -> int:
        def worth(move: int) -> tuple[float, ...]:
            after = seen.what_if(move)
            points = after.points[seen.seat] if after.points else 0
            return -after.places[seen.seat], points, random.random()

        return max(seen.moves, key=worth)
