"""Personal values: history holds their salted hash, an erasable table holds the value and its salt."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Sealed:
    """A value, its salt and the hash in history. Without value and salt the hash says nothing."""

    value: str
    salt: bytes
    digest: str


def seal(value: str) -> Sealed:
    """Salt and hash one value."""
    salt = secrets.token_bytes(SALT_BYTES)
    return Sealed(value, salt, _digest(value, salt))


def vouches(digest: str, value: str, salt: bytes) -> bool:
    """Whether `digest` in a history entry was made of this value."""
    return secrets.compare_digest(digest, _digest(value, salt))


def _digest(value: str, salt: bytes) -> str:
    return hashlib.sha256(salt + value.encode()).hexdigest()
