"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

WAYS = Ways(curiosity=0.1, margin=25.0, eagerness=0.25, trust=30.0)

LEVELS = (
    Level(blunders=20),
    Level(blunders=9),
    Level(),
    Level(simulations=50, width=8, ways=WAYS),
    Level(simulations=1000, width=8, ways=WAYS),
)
