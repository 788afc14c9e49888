"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

# Found by play of bots against each other; each may be off by a half without much harm.
WAYS = Ways(curiosity=0.1, margin=25.0, eagerness=0.25, trust=30.0)

LEVELS = (
    Level(blunders=17),
    Level(),
    Level(blunders=4, simulations=14, width=8, ways=WAYS),
    Level(simulations=40, width=8, ways=WAYS),
    Level(simulations=1600, width=12, ways=WAYS),
)
