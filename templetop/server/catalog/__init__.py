"""The games, bots and rulebooks of this server: routes alone, as they have no logic of their own.

It knows the engine, the games and what every package may know.
"""
