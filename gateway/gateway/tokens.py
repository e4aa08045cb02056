"""The token check at the door. Each service checks again; here it spares them what is plainly not valid."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable

from servicekit.identity import Principal

REMEMBERED = 4096
REMEMBERED_S = 30.0

Verify = Callable[[str], Principal]
"""Checks a bearer token and gives whose it is; raises Unauthenticated. May block: it is called in a thread."""


class TokenCheck:
    """Checks tokens, remembering the valid ones for half a minute so that a caller's next request costs a look-up.

    A token that ends within that time is still refused by the service it is sent to.
    """

    def __init__(self, verify: Verify, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._verify = verify
        self._clock = clock
        self._known: OrderedDict[bytes, tuple[float, Principal]] = OrderedDict()

    def remembered(self, token: str) -> Principal | None:
        """Give whose token this is when it was checked a moment ago."""
        found = self._known.get(_digest(token))
        if found is None or found[0] < self._clock():
            return None
        return found[1]

    async def check(self, token: str) -> Principal:
        """Give whose token this is. Raises Unauthenticated."""
        principal = await asyncio.to_thread(self._verify, token)
        self._known[_digest(token)] = (self._clock() + REMEMBERED_S, principal)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return principal


def bearer_token(authorization: str) -> str | None:
    """Give the token of an `Authorization: Bearer …` header; None for any other scheme or an empty token."""
    scheme, _, token = authorization.partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and token else None


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
