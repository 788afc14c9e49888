"""Everything that decides without a person: bots, clocks that run out, chance that is computed.

It knows `tables` and the engine's bots.
"""
