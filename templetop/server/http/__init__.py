"""Turns bytes into requests and answers into bytes: protocols, middleware, responses, built pages.

It knows `core`, and of `store` only how a failed database shows; it knows no route and no table.
"""
