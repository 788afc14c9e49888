"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

WAYS = Ways(curiosity=0.1, doubt=100.0, point=100.0, margin=25.0, eagerness=0.25, trust=20.0)

LEVELS = (
    Level(),
    Level(simulations=16, width=8, ways=WAYS),
    Level(simulations=50, width=8, ways=WAYS),
    Level(simulations=200, width=8, ways=WAYS),
    Level(simulations=1000, width=8, ways=WAYS),
)
