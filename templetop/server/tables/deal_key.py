"""Where a table's luck comes from: a key of its own, which is kept secret and sent nowhere.

All that chance does at a table, and all that its bots imagine, follows from it. So what is taken
back meets the same chance again, also after a restart and at another worker; and whoever does not
know the key can foretell nothing.
"""

import secrets

KEY_BYTES = 32  # bytes


def new_secret() -> str:
    """For a new table. It stands in one place so that tests can have the same luck twice."""
    return secrets.token_hex(KEY_BYTES)


def key_from_secret(secret: str) -> bytes:
    """The key that is written so."""
    if not secret:
        raise ValueError("A table without a secret key could be foretold.")
    return bytes.fromhex(secret)
