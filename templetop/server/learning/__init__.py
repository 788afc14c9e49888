"""Reviews, practice from a moment of a match, puzzles and lessons.

It knows `tables`, `bots`, `store` and `templetop.coach`, and changes no match that counts.
"""
