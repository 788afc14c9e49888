"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

WAYS = Ways(greed=90, horizon=60, margin=12.0, eagerness=0.6, trust=4.0, doubt=400.0)

LEVELS = (
    Level(blunders=50),
    Level(blunders=15),
    Level(simulations=30, width=8, ways=WAYS),
    Level(simulations=150, width=10, ways=WAYS),
    Level(simulations=800, width=12, ways=WAYS),
)
