"""A table in memory, its changes, what each viewer is sent of it, and who is connected.

It knows `core`, `store` and `accounts`. Bots, ratings, reviews and notifications lie above it.
"""
