"""Tells people who are away that it is their turn, by push and mail; their holidays.

It knows `tables`, `accounts` and `store`, and decides nothing at a table.
"""
