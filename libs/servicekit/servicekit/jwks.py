"""The issuer's public keys: read from a file or fetched, kept, refreshed when an unknown key id comes."""

from __future__ import annotations

import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import orjson
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet

FETCH_TIMEOUT_S = 2.0
LARGEST_BYTES = 262_144
REFRESH_AFTER_S = 600.0
NEXT_TRY_AFTER_S = 10.0


class KeysUnavailable(Exception):
    """No keys are at hand and the issuer cannot be reached: tokens cannot be checked now."""


class IssuerKeys:
    """The ES256 keys published at a `file:` or `http(s):` URL. Thread-safe.

    Re-read every ten minutes, and at an unknown key id at most every ten seconds, so that forged key ids
    cannot make it fetch without end. When a refresh fails the last good keys stay.
    """

    def __init__(self, url: str, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._url = url
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._keys: dict[str, ECKey] = {}
        self._read_at: float | None = None
        self._tried_at: float | None = None
        self.generation = 0

    def key(self, kid: str) -> ECKey | None:
        """Give the key with that id; None when the issuer has none. Raises KeysUnavailable. May fetch: not
        for the loop.
        """
        found = self.known_key(kid)
        if found is not None:
            return found
        with self._lock:
            if kid not in self._keys or self._is_old():
                self._refresh_if_due()
            return self._keys.get(kid)

    def known_key(self, kid: str) -> ECKey | None:
        """Give the key if it is at hand and fresh; never fetches."""
        return None if self._is_old() else self._keys.get(kid)

    def _is_old(self) -> bool:
        return self._read_at is None or self._monotonic() - self._read_at > REFRESH_AFTER_S

    def _refresh_if_due(self) -> None:
        now = self._monotonic()
        if self._tried_at is not None and now - self._tried_at < NEXT_TRY_AFTER_S:
            if self._read_at is None:
                raise KeysUnavailable
            return
        self._tried_at = now
        try:
            keys = _parsed(_read(self._url))
        except (OSError, ValueError, LookupError, TypeError, AttributeError, JoseError) as error:
            if self._read_at is None:
                self._tried_at = None if self._url.startswith("file:") else now
                raise KeysUnavailable from error
            return
        if keys.keys() != self._keys.keys():
            self.generation += 1
        self._keys, self._read_at = keys, now


def _read(url: str) -> bytes:
    address = urlsplit(url)
    if address.scheme == "file":
        return Path(unquote(address.netloc + address.path)).read_bytes()
    if address.scheme not in {"http", "https"}:
        raise ValueError("the key set must be at a file or http(s) URL")
    with urllib.request.urlopen(url, timeout=FETCH_TIMEOUT_S) as answer:  # noqa: S310 - scheme checked above
        content: bytes = answer.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise ValueError("the key set is too large")
    return content


def _parsed(content: bytes) -> dict[str, ECKey]:
    published = orjson.loads(content)["keys"]
    if not isinstance(published, list):
        raise ValueError("the key set has no list of keys")
    usable = [
        key
        for key in published
        if key.get("kty") == "EC" and key.get("crv") == "P-256" and key.get("use", "sig") == "sig"
    ]
    keys = KeySet.import_key_set({"keys": usable}) if usable else KeySet([])
    return {key.kid: key for key in keys if key.kid and isinstance(key, ECKey)}
