"""Bots that play every game on the shelf: they ask the engine and know no game by name."""
