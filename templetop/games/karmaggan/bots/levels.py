"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

# Found by play of bots against each other. Looking farther ahead than two turns or so is worse than
# looking more often: luck and battles blur what lies beyond.
WAYS = Ways(
    curiosity=0.3, doubt=100.0, point=100.0, margin=6.0, eagerness=0.9, trust=6.0, horizon=12
)

LEVELS = (
    Level(blunders=40),
    Level(blunders=12),
    Level(),
    Level(simulations=50, width=8, ways=WAYS),
    Level(simulations=2500, width=10, ways=WAYS),
)
