"""A client for an app in process that sends the gateway's proof and a role's token."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.testclient import TestClient


def client_for(
    app: FastAPI, *, token: str | None = None, caller: str = "gateway", secret: str | None = None
) -> TestClient:
    """Give a TestClient of `app` whose every request carries a fresh proof of `caller` and, if given, the bearer `token`.

    Use it as a context manager to run the app's backgrounds.
    """
    raise NotImplementedError
