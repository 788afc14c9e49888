"""Checks the strength of passwords, hashes them and verifies them on separate threads."""

import re
import secrets
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from templetop.engine.refusal import Refusal
from templetop.server.accounts.name_policy import name_skeleton
from templetop.server.core.thread_pool import BoundedThreadPool
from templetop.server.translations import t

THREADS = 2  # each hash takes 64 MB and a core for 50 ms
MAX_WAITING = 40  # hashes; more are refused
MIN_DISTINCT = 4  # different characters; a password with fewer is too weak
MIN_DIGITS = 12  # length from which a password of digits alone is allowed

KEYBOARD_ROWS = [
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop",
    "abcdefghijklmnopqrstuvwxyz", "01234567890",
]  # fmt: skip

# Common passwords, without digits and punctuation before and after them.
COMMON = frozenset(
    Path(__file__).with_name("common_passwords.txt").read_text(encoding="utf-8").split()
)


class WeakPassword(Refusal):
    """The password is among the first that an attacker would try."""


def check_password(password: str, name: str) -> None:
    """Raises WeakPassword for a common or simple password, or one that contains the name."""
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
    """True if a password is a run of neighbouring keys, or a few characters repeated."""
    starts = [password[:size] for size in range(1, MIN_DISTINCT + 1)]
    if any((start * len(password))[: len(password)] == password for start in starts):
        return True
    rows = [keys * 2 for row in KEYBOARD_ROWS for keys in (row, row[::-1])]
    return any(
        word in row for row in rows for word in (password, core) if len(word) >= MIN_DISTINCT
    )


class PasswordService:
    """Hashes and verifies passwords with Argon2, which is slow on purpose."""

    def __init__(self) -> None:
        self.hasher = PasswordHasher()
        self.threads = BoundedThreadPool("passwords", THREADS, MAX_WAITING)
        self.dummy_hash = self.hasher.hash(secrets.token_hex(16))

    async def hash(self, password: str) -> str:
        return await self.threads.run(self.hasher.hash, password.encode(errors="replace"))

    async def is_right(self, password: str, hashed: str | None) -> bool:
        """True if the password matches the hash; always False without a hash.

        Without one, a dummy hash is checked, so that the time does not tell whether an account
        exists.
        """
        try:
            encoded = password.encode(errors="replace")
            await self.threads.run(self.hasher.verify, hashed or self.dummy_hash, encoded)
        except (VerifyMismatchError, InvalidHashError):
            return False
        return hashed is not None

    def close(self) -> None:
        self.threads.close()
