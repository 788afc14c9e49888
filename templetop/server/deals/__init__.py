"""Deals that several tables share, the deal of the day, duplicates, and goals for one person.

It knows `tables`, `bots` and `store`, and decides who may look at such a table.
"""
