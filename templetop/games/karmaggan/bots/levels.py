"""How well the bots of each level play, from the weakest to the strongest."""

from templetop.engine.level import Level, Ways

# Found by play of bots against each other. Looking farther ahead than two turns or so is worse than
# looking more often: luck and battles blur what lies beyond.
WAYS = Ways(
    curiosity=0.3, doubt=100.0, point=100.0, margin=6.0, eagerness=0.9, trust=6.0, horizon=12
)

# What looks best at first sight is already good play here: the search wins two of three against it,
# and thinks no better with 2,500 games in mind than with 50. So it is the top alone.
LEVELS = (
    Level(blunders=75),
    Level(blunders=40),
    Level(blunders=12),
    Level(),
    Level(simulations=2500, width=10, ways=WAYS),
)
