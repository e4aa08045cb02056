"""From a request to its Principal: the gateway's proof, then a bearer token, an API key, or nobody."""

from __future__ import annotations

import anyio
from fastapi import Request
from starlette.concurrency import run_in_threadpool

from servicekit.api_keys import API_KEY_HEADER, BadApiKey
from servicekit.identity import ANONYMOUS, Principal
from servicekit.jwks import KeysUnavailable
from servicekit.kit import Kit, kit_of
from servicekit.problems import Unauthenticated, Unavailable
from servicekit.proof import GATEWAY
from servicekit.tokens import BadToken

CALLER_SCOPE_KEY = "citycode.caller"
PRINCIPAL_SCOPE_KEY = "citycode.principal"

_KEY_CHECKS_AT_ONCE = 2


async def current_principal(request: Request) -> Principal:
    """Dependency: who calls. Raises Unauthenticated for any bad credential, Unavailable when none can be
    checked.
    """
    known = request.scope.get(PRINCIPAL_SCOPE_KEY)
    if isinstance(known, Principal):
        return known
    principal = await _authenticated(request)
    request.scope[PRINCIPAL_SCOPE_KEY] = principal
    return principal


async def _authenticated(request: Request) -> Principal:
    caller = request.scope.get(CALLER_SCOPE_KEY)
    if caller is None:
        raise Unauthenticated
    if caller != GATEWAY:
        return Principal(subject=caller, kind="service")
    authorizations = request.headers.getlist("authorization")
    api_keys = request.headers.getlist(API_KEY_HEADER)
    if len(authorizations) + len(api_keys) > 1:
        raise Unauthenticated
    if authorizations:
        return await _of_token(kit_of(request), authorizations[0])
    if api_keys:
        return await _of_api_key(request, api_keys[0])
    return ANONYMOUS


async def _of_token(kit: Kit, authorization: str) -> Principal:
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise Unauthenticated
    known = kit.tokens.remembered(token)
    if known is not None:
        return known
    try:
        return await run_in_threadpool(kit.tokens.verify, token)
    except BadToken as error:
        raise Unauthenticated from error
    except KeysUnavailable as error:
        raise Unavailable("Sign-ins cannot be checked right now. Try again shortly.") from error


async def _of_api_key(request: Request, key: str) -> Principal:
    verifier = kit_of(request).api_keys
    if verifier is None:
        raise Unauthenticated
    try:
        known = verifier.remembered(key)
        if known is not None:
            return known
        return await anyio.to_thread.run_sync(verifier.verify, key, limiter=_key_checks(request))
    except BadApiKey as error:
        raise Unauthenticated from error


def _key_checks(request: Request) -> anyio.CapacityLimiter:
    # Made on first use: a limiter belongs to the running event loop.
    state = request.app.state
    if not hasattr(state, "api_key_checks"):
        state.api_key_checks = anyio.CapacityLimiter(_KEY_CHECKS_AT_ONCE)
    limiter: anyio.CapacityLimiter = state.api_key_checks
    return limiter
