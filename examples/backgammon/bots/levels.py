"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

WAYS = Ways(margin=1.0, eagerness=0.8, horizon=40)

LEVELS = (
    Level(blunders=60),
    Level(blunders=20),
    Level(),
    Level(simulations=60, ways=WAYS),
    Level(simulations=600, ways=WAYS),
)
