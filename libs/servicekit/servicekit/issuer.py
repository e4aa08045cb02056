"""The development issuer: signs tokens with a key of its own. Never used in production."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection, Mapping
from datetime import timedelta
from pathlib import Path

from joserfc import jwt
from joserfc.jwk import ECKey

from servicekit.identity import Kind
from servicekit.settings import DEVELOPMENT_ISSUER


class DevelopmentIssuer:
    """Keeps an ES256 key in `folder` and publishes `folder/jwks.json` (point `CITYCODE_JWKS_URL` there)."""

    def __init__(self, folder: Path, *, issuer: str = DEVELOPMENT_ISSUER, audience: str = "citycode") -> None:
        self._folder = folder
        self._issuer = issuer
        self._audience = audience
        self._key = self._kept_key()
        _write_whole(folder / "jwks.json", json.dumps({"keys": [self._public_key()]}, indent=1), 0o644)

    @property
    def jwks_url(self) -> str:
        """The `file:` URL of the published keys."""
        return (self._folder / "jwks.json").resolve().as_uri()

    def token(
        self,
        subject: str,
        *,
        offices: Mapping[str, Collection[str]] | None = None,
        kind: Kind = "person",
        scope: str = "",
        cities: Collection[str] | None = None,
        lifetime: timedelta = timedelta(hours=12),
        **claims: object,
    ) -> str:
        """Sign a token for `subject`. Further `claims` win over the usual ones (tests make bad tokens so)."""
        now = int(time.time())
        body: dict[str, object] = {
            "iss": self._issuer,
            "aud": self._audience,
            "sub": subject,
            "iat": now,
            "exp": now + int(lifetime.total_seconds()),
            "kind": kind,
            "offices": {city: sorted(held) for city, held in (offices or {}).items()},
        }
        if scope:
            body["scope"] = scope
        if cities is not None:
            body["cities"] = sorted(cities)
        return jwt.encode({"alg": "ES256", "kid": self._kid}, {**body, **claims}, self._key)

    @property
    def _kid(self) -> str:
        return str(self._key.thumbprint())

    def _public_key(self) -> dict[str, object]:
        return {**self._key.as_dict(private=False), "kid": self._kid, "use": "sig", "alg": "ES256"}

    def _kept_key(self) -> ECKey:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / "issuer-key.pem"
        try:
            return ECKey.import_key(file.read_bytes())
        except FileNotFoundError:
            pass
        key = ECKey.generate_key("P-256")
        _write_whole(file, key.as_pem(private=True).decode(), 0o600)
        return key


def _write_whole(file: Path, text: str, mode: int) -> None:
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8") as output:
        output.write(text)
    partial.replace(file)
