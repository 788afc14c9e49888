"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

WAYS = Ways(greed=90, horizon=60, margin=12.0, eagerness=0.6, trust=4.0, doubt=400.0)

# Even a short search is far ahead of what looks best at first sight; these steps were measured.
LEVELS = (
    Level(blunders=50),
    Level(blunders=25),
    Level(),
    Level(blunders=3, simulations=20, width=8, ways=WAYS),
    Level(simulations=100, width=10, ways=WAYS),
)
