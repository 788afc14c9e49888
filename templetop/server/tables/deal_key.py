"""The secret deal key of a table, from which all chance at the table and in its bots follows.

So a move that was taken back meets the same chance again, after a restart and in every worker. The
key is never sent, because whoever knows it can foretell the match.
"""

import secrets

KEY_BYTES = 32  # bytes


def new_secret() -> str:
    """Returns a new key as hexadecimal text. Tests replace this function to repeat a deal."""
    return secrets.token_hex(KEY_BYTES)


def key_from_secret(secret: str) -> bytes:
    """Returns the bytes of a key.

    Raises ValueError if it is empty, as its chance could be guessed.
    """
    if not secret:
        raise ValueError("A table without a secret key could be foretold.")
    return bytes.fromhex(secret)
