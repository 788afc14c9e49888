"""The games, bots and rulebooks of this server: routes alone, as they have no logic of their own.

It knows the games, the foundations and `tables`.
"""
