"""Identifies people: guests, accounts, sessions, names and passwords.

It knows `core` and `store`, and nothing of what people do. Begin with `service`.
"""
