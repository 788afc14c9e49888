"""Karuba: The Card Game: two cards of three, all at once, and an island of your own."""
