"""A client for an app in process that sends the gateway's proof and a role's token."""

from __future__ import annotations

import warnings
from typing import Any

from fastapi import FastAPI

from servicekit.kit import Kit
from servicekit.proof import GATEWAY, PROOF_HEADER, sign

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # starlette prefers another client library, which is not needed here
    from starlette.testclient import TestClient


class ProvenClient(TestClient):
    """A TestClient that proves each request as `caller`. A `Citycode-Proof` header given is left alone."""

    def __init__(self, app: FastAPI, *, caller: str, secret: str, token: str | None) -> None:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        super().__init__(app, headers=headers, raise_server_exceptions=False)
        self._caller = caller
        self._secret = secret

    def send(self, request: Any, **options: Any) -> Any:
        """Send one request with a fresh proof."""
        if PROOF_HEADER not in request.headers:
            path = request.url.raw_path.partition(b"?")[0].decode("ascii")
            request.headers[PROOF_HEADER] = sign(self._secret, self._caller, request.method, path)
        return super().send(request, **options)


def client_for(
    app: FastAPI, *, token: str | None = None, caller: str = GATEWAY, secret: str | None = None
) -> ProvenClient:
    """Give a client of `app` whose every request carries a fresh proof of `caller` and, if given, the
    bearer `token`.

    Use it as a context manager to run the app's backgrounds. `secret` defaults to the app's own.
    """
    kit: Kit = app.state.kit
    return ProvenClient(app, caller=caller, secret=secret or kit.settings.secret, token=token)


def bare_client(app: FastAPI) -> TestClient:
    """Give a client that goes around the gateway: no proof, no token."""
    return TestClient(app, raise_server_exceptions=False)
