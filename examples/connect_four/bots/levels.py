"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

WAYS = Ways(eagerness=1.0)  # nothing but the win counts

LEVELS = (
    Level(blunders=50),
    Level(blunders=15),
    Level(simulations=50, width=7, ways=WAYS),
    Level(simulations=400, width=7, ways=WAYS),
    Level(simulations=3000, width=7, ways=WAYS),
)
