"""Bearer tokens: ES256 JWTs of the one issuer, checked against its published keys, remembered until they
expire.
"""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey
from joserfc.jws import extract_compact

from servicekit.identity import Principal
from servicekit.jwks import IssuerKeys

LEEWAY_S = 60
LONGEST_TOKEN = 8192
REMEMBERED_TOKENS = 4096
ALGORITHM = "ES256"

_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}", re.ASCII)


class BadToken(Exception):
    """The token is not one to trust. Deliberately says no more."""


class TokenVerifier:
    """Turns a bearer token into a Principal. Uses the real clock: tokens do not live in a city's time.
    Thread-safe.
    """

    def __init__(
        self, keys: IssuerKeys, *, issuer: str, audience: str, wall: Callable[[], float] = time.time
    ) -> None:
        self._keys = keys
        self._issuer = issuer
        self._audience = audience
        self._wall = wall
        self._lock = threading.Lock()
        self._remembered: OrderedDict[bytes, tuple[Principal, float, int]] = OrderedDict()

    def remembered(self, token: str) -> Principal | None:
        """Give the principal of a token verified before and still valid; never fetches, never computes a
        signature.
        """
        mark = _mark(token)
        with self._lock:
            known = self._remembered.get(mark)
            if known is None:
                return None
            principal, expires, generation = known
            if self._wall() > expires + LEEWAY_S or generation != self._keys.generation:
                del self._remembered[mark]
                return None
            self._remembered.move_to_end(mark)
            return principal

    def verify(self, token: str) -> Principal:
        """Give the principal of a token. Raises BadToken, KeysUnavailable. May fetch keys: not for the
        event loop.
        """
        known = self.remembered(token)
        if known is not None:
            return known
        if len(token) > LONGEST_TOKEN:
            raise BadToken
        generation = self._keys.generation
        claims = self._claims(token)
        expires = self._check_times_and_parties(claims)
        principal = _principal(claims)
        with self._lock:
            self._remembered[_mark(token)] = (principal, expires, generation)
            while len(self._remembered) > REMEMBERED_TOKENS:
                self._remembered.popitem(last=False)
        return principal

    def _claims(self, token: str) -> Mapping[str, Any]:
        try:
            return jwt.decode(token, self._key_of(token), algorithms=[ALGORITHM]).claims
        except (JoseError, ValueError, TypeError) as error:
            raise BadToken from error

    def _key_of(self, token: str) -> ECKey:
        header = extract_compact(token.encode()).protected
        kid = header.get("kid")
        if header.get("alg") != ALGORITHM or not isinstance(kid, str):
            raise BadToken
        key = self._keys.key(kid)
        if key is None:
            raise BadToken
        return key

    def _check_times_and_parties(self, claims: Mapping[str, Any]) -> float:
        now = self._wall()
        expires, issued = _time(claims.get("exp")), _time(claims.get("iat"))
        earliest = _time(claims.get("nbf", 0))
        if now > expires + LEEWAY_S or max(issued, earliest) > now + LEEWAY_S:
            raise BadToken
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        if claims.get("iss") != self._issuer or self._audience not in audiences:
            raise BadToken
        return expires


def _principal(claims: Mapping[str, Any]) -> Principal:
    subject, kind = claims.get("sub"), claims.get("kind", "person")
    if not (isinstance(subject, str) and 0 < len(subject) <= 200 and subject.isprintable()):
        raise BadToken
    if kind not in ("person", "machine"):
        raise BadToken
    offices = claims.get("offices", {})
    if not isinstance(offices, dict) or not all(_SLUG.fullmatch(str(city)) for city in offices):
        raise BadToken
    scope = claims.get("scope", "")
    cities = claims.get("cities")
    if not isinstance(scope, str):
        raise BadToken
    return Principal(
        subject=subject,
        kind="machine" if kind == "machine" else "person",
        offices={city: _names(held) for city, held in offices.items()},
        scopes=frozenset(scope.split()),
        cities=None if cities is None else _names(cities),
    )


def _names(listed: object) -> frozenset[str]:
    if not isinstance(listed, list):
        raise BadToken
    if not all(isinstance(name, str) for name in listed):
        raise BadToken
    return frozenset(str(name) for name in listed)


def _time(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e11:
        raise BadToken
    return float(value)


def _mark(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
