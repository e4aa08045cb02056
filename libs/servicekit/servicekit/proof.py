"""The proof that a request came through the gateway or from a neighbor, not around them.

`Citycode-Proof: v1;caller=<gateway|service>;t=<unix>;sig=<base64url HMAC-SHA256(secret, "caller\\nt\\nMETHOD\\n/path")>`
"""

from __future__ import annotations

PROOF_HEADER = "Citycode-Proof"
PROOF_LIFETIME_S = 60


class BadProof(Exception):
    """The proof is missing, malformed, forged, or older than sixty seconds. Deliberately says no more."""


def sign(secret: str, caller: str, method: str, path: str, *, at: float | None = None) -> str:
    """Give the header's value for one request. `path` is the raw, still percent-encoded path without the query."""
    raise NotImplementedError


def verify(secret: str, value: str | None, method: str, path: str, *, at: float | None = None) -> str:
    """Give the proven caller; raises BadProof."""
    raise NotImplementedError
