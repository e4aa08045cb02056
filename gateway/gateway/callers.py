"""Who calls, as far as the door needs to know: whose share is counted, and whether a token sent is valid."""

from __future__ import annotations

from gateway.addresses import counted_as
from gateway.allowance import Allowance, Counter
from gateway.headers import RequestHead
from gateway.refusals import TooManyRequests, bad_token
from gateway.settings import GatewaySettings
from gateway.tokens import TokenCheck, bearer_token
from servicekit.identity import Principal
from servicekit.problems import Unauthenticated

UNLIMITED = Allowance(True, 0, 0, 0)


class Door:
    """Checks tokens and counts requests.

    A known token counts for its owner. Everything else counts for the address it comes from, before a token is
    checked, so that guessing is slow; an API key, which only services can check, counts for both.
    """

    def __init__(self, tokens: TokenCheck, counter: Counter, settings: GatewaySettings) -> None:
        self._tokens = tokens
        self._counter = counter
        self._settings = settings

    async def admit(self, head: RequestHead, address: str) -> Allowance:
        """Let a request in; give what its caller has left. Raises Unauthenticated, TooManyRequests."""
        if head.authorization is None:
            return await self._admit_without_token(head, address)
        token = bearer_token(head.authorization)
        principal = self._tokens.remembered(token) if token else None
        if principal is None:
            await self._count(f"address:{counted_as(address)}", self._settings.limit_address)
            principal = await self._check(token)
        return await self._count(principal.key, self._limit_of(principal))

    async def _admit_without_token(self, head: RequestHead, address: str) -> Allowance:
        by_address = f"address:{counted_as(address)}"
        if head.api_key is None:
            return await self._count(by_address, self._settings.limit_address)
        await self._count(f"{by_address}:keys", self._settings.limit_machine)
        return await self._count(f"key:{key_id(head.api_key)}", self._settings.limit_machine)

    async def _check(self, token: str | None) -> Principal:
        if token is None:
            raise bad_token()
        try:
            return await self._tokens.check(token)
        except Unauthenticated:
            raise bad_token() from None

    def _limit_of(self, principal: Principal) -> int:
        return self._settings.limit_person if principal.kind == "person" else self._settings.limit_machine

    async def _count(self, key: str, limit: int) -> Allowance:
        if limit == 0:
            return UNLIMITED
        allowance = await self._counter.take(key, limit)
        if not allowance.allowed:
            raise TooManyRequests(allowance, self._settings.limit_window_s)
        return allowance


def key_id(api_key: str) -> str:
    """Give the public part of `ck_<id>_<secret>`: what is counted must not hold the secret."""
    parts = api_key.split("_")
    return parts[1][:64] if len(parts) == 3 and parts[0] == "ck" else "malformed"
