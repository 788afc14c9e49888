"""Passwords: kept as hashes, checked on threads of their own, and not too easy to guess."""

import re
import secrets
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from templetop.engine.refusal import Refusal
from templetop.server.accounts.name_policy import name_skeleton
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.translations import t

THREADS = 2  # each takes 64 MB and a processor for a twentieth of a second
MAX_WAITING = 40
MIN_DISTINCT = 4  # different characters
MIN_DIGITS = 12

KEYBOARD_ROWS = [
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop",
    "abcdefghijklmnopqrstuvwxyz", "01234567890",
]  # fmt: skip

# What people take first, without the digits and signs that they put before and behind it.
COMMON = frozenset(
    Path(__file__).with_name("common_passwords.txt").read_text(encoding="utf-8").split()
)


class WeakPassword(Refusal):
    """It is among the first that anybody would try."""


def check_password(password: str, name: str) -> None:
    """Refuse what is tried first."""
    folded = password.casefold()
    core = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", folded)
    is_number = folded.isdigit() and len(folded) < MIN_DIGITS
    if (
        len({*folded}) < MIN_DISTINCT
        or is_number
        or {folded, core} & COMMON
        or is_keyboard_run(folded, core)
    ):
        raise WeakPassword(t("That password is too easy to guess."))
    if len(name_skeleton(name)) >= MIN_DISTINCT and name_skeleton(name) in name_skeleton(password):
        raise WeakPassword(t("Your password must not contain your name."))


def is_keyboard_run(password: str, core: str) -> bool:
    """Does it consist of neighbouring keys, or of the same few again and again?"""
    starts = [password[:size] for size in range(1, MIN_DISTINCT + 1)]
    if any((start * len(password))[: len(password)] == password for start in starts):
        return True
    rows = [keys * 2 for row in KEYBOARD_ROWS for keys in (row, row[::-1])]
    return any(
        word in row for row in rows for word in (password, core) if len(word) >= MIN_DISTINCT
    )


class PasswordService:
    """Hashes them and compares; it takes a while, by intention."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.threads = BoundedThreadPool("passwords", THREADS, MAX_WAITING)
        self.dummy_hash = self.hasher.hash(secrets.token_hex(16))

    async def hash(self, password: str) -> str:
        return await self.threads.run(self.hasher.hash, password.encode(errors="replace"))

    async def is_right(self, password: str, hashed: str | None) -> bool:
        """As long for somebody who has none as for somebody who has another."""
        try:
            encoded = password.encode(errors="replace")
            await self.threads.run(self.hasher.verify, hashed or self.dummy_hash, encoded)
        except (VerifyMismatchError, InvalidHashError):
            return False
        return hashed is not None

    def close(self) -> None:
        self.threads.close()
