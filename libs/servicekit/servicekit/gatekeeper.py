"""The second layer: addresses that decode cleanly, and requests that came through the gateway or from a
neighbor.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from servicekit.authentication import CALLER_SCOPE_KEY
from servicekit.problems import BadRequest, Unauthenticated, Unprocessable
from servicekit.proof import PROOF_HEADER, BadProof, verify

OPEN_PATHS = {
    "/healthz": "the process supervisor asks whether the process lives",
    "/readyz": "the load balancer asks whether to send requests",
    "/metrics": "Prometheus collects counts; they name no one",
}

_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")


class Gatekeeper:
    """Pure ASGI middleware. Raises Problems; the layer outside answers them."""

    def __init__(self, app: ASGIApp, secret: str) -> None:
        self._app = app
        self._secret = secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request pass or raise its problem."""
        if scope["type"] == "http":
            raw_path = scope.get("raw_path") or scope["path"].encode()
            if raw_path.decode("latin-1") not in OPEN_PATHS:
                scope[CALLER_SCOPE_KEY] = self._proven_caller(scope, raw_path)
            _check_address(raw_path, "path")
            _check_address(scope["query_string"], "query")
        elif scope["type"] == "websocket":
            raise Unauthenticated
        await self._app(scope, receive, send)

    def _proven_caller(self, scope: Scope, raw_path: bytes) -> str:
        proofs = Headers(scope=scope).getlist(PROOF_HEADER)
        try:
            if len(proofs) != 1:
                raise BadProof
            return verify(self._secret, proofs[0], scope["method"], raw_path.decode("latin-1"))
        except BadProof as error:
            raise Unauthenticated from error


def _check_address(raw: bytes, part: str) -> None:
    if b"%" not in raw and raw.isascii():
        return
    if _BAD_ESCAPE.search(raw):
        raise BadRequest(f"The {part} has a percent sign that is not followed by two hex digits.")
    decoded = unquote_to_bytes(raw)
    if b"\x00" in decoded:
        raise Unprocessable(f"The {part} must not contain the NUL character.")
    try:
        decoded.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRequest(f"The {part} is not UTF-8 once decoded.") from error
