"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

# Found by play of bots against each other; each may be off by a half without much harm.
WAYS = Ways(curiosity=0.1, doubt=100.0, point=100.0, margin=25.0, eagerness=0.25, trust=20.0)

LEVELS = (
    Level(blunders=2),
    Level(simulations=22, width=8, ways=WAYS),
    Level(simulations=66, width=8, ways=WAYS),
    Level(simulations=290, width=8, ways=WAYS),
    Level(simulations=3000, width=12, ways=WAYS),
)
