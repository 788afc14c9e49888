"""Who somebody is: guests, accounts, sessions, names and passwords.

It knows `core` and `store`, and nothing of what people do.
"""
