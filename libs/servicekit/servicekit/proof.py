"""The proof that a request came through the gateway or from a neighbor, not around them.

`Citycode-Proof: v1;caller=<gateway|service>;t=<unix>;sig=<base64url HMAC-SHA256(secret,
"caller\\nt\\nMETHOD\\n/path")>`
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import time

PROOF_HEADER = "Citycode-Proof"
PROOF_LIFETIME_S = 60
GATEWAY = "gateway"

_FORM = re.compile(r"v1;caller=([a-z][a-z0-9-]{0,31});t=([0-9]{1,12});sig=([A-Za-z0-9_-]{43})", re.ASCII)


class BadProof(Exception):
    """The proof is missing, malformed, forged, or more than sixty seconds off. Deliberately says no more."""


def sign(secret: str, caller: str, method: str, path: str, *, at: float | None = None) -> str:
    """Give the header's value for one request. `path` is the raw, still percent-encoded path without the
    query.
    """
    moment = int(time.time() if at is None else at)
    return f"v1;caller={caller};t={moment};sig={_signature(secret, caller, moment, method, path)}"


def verify(secret: str, value: str | None, method: str, path: str, *, at: float | None = None) -> str:
    """Give the proven caller; raises BadProof."""
    form = _FORM.fullmatch(value or "")
    if form is None:
        raise BadProof
    caller, moment, signature = form[1], int(form[2]), form[3]
    expected = _signature(secret, caller, moment, method, path)
    if not hmac.compare_digest(signature, expected):
        raise BadProof
    if abs((time.time() if at is None else at) - moment) > PROOF_LIFETIME_S:
        raise BadProof
    return caller


def _signature(secret: str, caller: str, moment: int, method: str, path: str) -> str:
    signed = f"{caller}\n{moment}\n{method}\n{path}".encode("utf-8", "surrogateescape")
    digest = hmac.digest(secret.encode(), signed, hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
