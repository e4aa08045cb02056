"""Who calls, as far as the gateway needs to know: whose share is counted, and whether the token is valid."""

from __future__ import annotations

import asyncio

from servicekit.identity import Principal
from servicekit.jwks import KeysUnavailable
from servicekit.problems import Unauthenticated
from servicekit.tokens import BadToken, TokenVerifier

from gateway.addresses import counted_as
from gateway.allowance import Allowance, Counter
from gateway.headers import RequestHead
from gateway.refusals import keys_away, limit_used_up
from gateway.settings import GatewaySettings


class Callers:
    """Checks tokens and counts requests. The services check again; here it spares them what is not valid.

    A token checked before counts for its owner. Everything else counts for the address it comes from, before
    the token is checked, so that guessing is slow. An API key, which only services check, counts for both.
    """

    def __init__(self, tokens: TokenVerifier, counter: Counter, settings: GatewaySettings) -> None:
        self._tokens = tokens
        self._counter = counter
        self.window_s = settings.limit_window_s
        self._of_person = settings.limit_person
        self._of_machine = settings.limit_machine
        self._of_address = settings.limit_address

    async def admit(self, head: RequestHead, address: str) -> Allowance | None:
        """Let a request in; give what its caller has left (None: not limited).

        Raises Unauthenticated, TooManyRequests, and Unavailable when the issuer's keys cannot be had.
        """
        if head.authorization is not None:
            return await self._admit_with_token(head.authorization, address)
        by_address = f"address:{counted_as(address)}"
        if head.api_key is None:
            return await self._count(by_address, self._of_address)
        await self._count(f"{by_address}:keys", self._of_machine)
        return await self._count(f"key:{key_id(head.api_key)}", self._of_machine)

    async def _admit_with_token(self, authorization: str, address: str) -> Allowance | None:
        token = bearer_token(authorization)
        principal = self._tokens.remembered(token) if token else None
        if principal is None:
            await self._count(f"address:{counted_as(address)}", self._of_address)
            principal = await self._verified(token)
        limit = self._of_machine if principal.kind == "machine" else self._of_person
        return await self._count(principal.key, limit)

    async def _verified(self, token: str | None) -> Principal:
        if token is None:
            raise Unauthenticated
        try:
            return await asyncio.to_thread(self._tokens.verify, token)
        except BadToken:
            raise Unauthenticated from None
        except KeysUnavailable:
            raise keys_away() from None

    async def _count(self, key: str, limit: int) -> Allowance | None:
        if limit == 0:
            return None
        allowance = await self._counter.take(key, limit)
        if not allowance.allowed:
            raise limit_used_up(allowance, self.window_s)
        return allowance


def bearer_token(authorization: str) -> str | None:
    """Give the token of `Bearer …`; None for another scheme or an empty token."""
    scheme, _, token = authorization.partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and token else None


def key_id(api_key: str) -> str:
    """Give the public part of `ck_<id>_<secret>`: what is counted must not hold the secret."""
    parts = api_key.split("_", 2)
    return parts[1][:32] if len(parts) == 3 and parts[0] == "ck" else "malformed"
