"""API keys of machines: `X-API-Key: ck_<id>_<secret>`, kept as argon2 hashes, checked off the event loop."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

import orjson
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Engine, MetaData, insert, select

from servicekit.identity import Principal
from servicekit.tables import api_key_table

API_KEY_HEADER = "X-API-Key"
REMEMBER_FOR_S = 60.0
REMEMBERED_KEYS = 1024

_FORM = re.compile(r"ck_([a-z0-9]{4,32})_([A-Za-z0-9-]{20,128})", re.ASCII)
_KEYS = api_key_table(MetaData())
# The secret has 256 random bits: the hash need not be slow, and must not cost 64 MB per check.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class BadApiKey(Exception):
    """The key is unknown, revoked, expired or wrong. Deliberately says no more."""


@dataclass(frozen=True)
class StoredKey:
    """What is kept of a key."""

    id: str
    secret_hash: str
    subject: str
    scopes: frozenset[str]
    cities: frozenset[str] | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None


class ApiKeyStore(Protocol):
    """Where keys are found."""

    def find(self, key_id: str) -> StoredKey | None:
        """Give the key with that id."""


class DatabaseKeys:
    """Keys in the service's own `api_keys` table."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def find(self, key_id: str) -> StoredKey | None:
        """Give the key with that id."""
        with self._engine.connect() as connection:
            row = connection.execute(select(_KEYS).where(_KEYS.c.id == key_id)).one_or_none()
        if row is None:
            return None
        return StoredKey(
            id=row.id,
            secret_hash=row.secret_hash,
            subject=row.subject,
            scopes=frozenset(row.scopes),
            cities=None if row.cities is None else frozenset(row.cities),
            expires_at=row.expires_at,
            revoked_at=row.revoked_at,
        )

    def add(self, key: StoredKey) -> None:
        """Store a new key."""
        with self._engine.begin() as connection:
            connection.execute(
                insert(_KEYS).values(
                    id=key.id,
                    secret_hash=key.secret_hash,
                    subject=key.subject,
                    scopes=sorted(key.scopes),
                    cities=None if key.cities is None else sorted(key.cities),
                    expires_at=key.expires_at,
                )
            )


class FileKeys:
    """Keys in a JSON file, for development: `{"<id>": {"secret_hash": …, "subject": …, "scopes": […],
    "cities": […]}}`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, key_id: str) -> StoredKey | None:
        """Give the key with that id."""
        kept = orjson.loads(self._path.read_bytes()).get(key_id)
        if kept is None:
            return None
        cities = kept.get("cities")
        return StoredKey(
            id=key_id,
            secret_hash=kept["secret_hash"],
            subject=kept["subject"],
            scopes=frozenset(kept["scopes"]),
            cities=None if cities is None else frozenset(cities),
        )


def new_api_key(
    subject: str,
    scopes: Collection[str],
    *,
    cities: Collection[str] | None = None,
    expires_at: datetime | None = None,
) -> tuple[str, StoredKey]:
    """Make a key: the text to hand over once, and what to keep."""
    key_id, secret = secrets.token_hex(6), secrets.token_hex(32)
    kept = StoredKey(
        id=key_id,
        secret_hash=_HASHER.hash(secret),
        subject=subject,
        scopes=frozenset(scopes),
        cities=None if cities is None else frozenset(cities),
        expires_at=expires_at,
    )
    return f"ck_{key_id}_{secret}", kept


class ApiKeyVerifier:
    """Turns an API key into a machine's Principal, remembering verdicts for a minute (so does a revocation
    take).
    """

    def __init__(self, store: ApiKeyStore, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._verdicts: OrderedDict[bytes, tuple[Principal | None, float]] = OrderedDict()

    def remembered(self, key: str) -> Principal | None:
        """Give the principal of a key verified within the last minute. Raises BadApiKey for one refused
        within it.
        """
        mark = _mark(key)
        with self._lock:
            principal, until = self._verdicts.get(mark, (None, 0.0))
        if self._monotonic() >= until:
            return None
        if principal is None:
            raise BadApiKey
        return principal

    def verify(self, key: str) -> Principal:
        """Give the principal of a key. Raises BadApiKey. Reads the store and hashes: not for the event
        loop.
        """
        principal = self.remembered(key) or self._checked(key)
        with self._lock:
            self._verdicts[_mark(key)] = (principal, self._monotonic() + REMEMBER_FOR_S)
            while len(self._verdicts) > REMEMBERED_KEYS:
                self._verdicts.popitem(last=False)
        if principal is None:
            raise BadApiKey
        return principal

    def _checked(self, key: str) -> Principal | None:
        form = _FORM.fullmatch(key)
        kept = self._store.find(form[1]) if form else None
        if form is None or kept is None or kept.revoked_at is not None:
            return None
        if kept.expires_at is not None and kept.expires_at <= datetime.now(UTC):
            return None
        try:
            _HASHER.verify(kept.secret_hash, form[2])
        except (VerificationError, InvalidHashError):
            return None
        return Principal(subject=kept.subject, kind="machine", scopes=kept.scopes, cities=kept.cities)


def _mark(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).digest()
