"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

WAYS = Ways(margin=5.0, eagerness=0.9, trust=4.0)

LEVELS = (
    Level(blunders=50),
    Level(blunders=10),
    Level(simulations=30, width=8, ways=WAYS),
    Level(simulations=150, width=8, ways=WAYS),
    Level(simulations=800, width=10, ways=WAYS),
)
