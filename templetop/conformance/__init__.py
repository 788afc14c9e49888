"""Conformance kits: recorded matches by which another implementation of a game's rules is checked.

`PROTOCOL.md` is the protocol, `python -m templetop.conformance GAME` writes the kit of a game, and
`templetop conform exec:./engine GAME` plays it against a program.
"""
