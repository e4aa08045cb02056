"""The development issuer: signs tokens with a key of its own. Never used in production."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from pathlib import Path

from servicekit.identity import Kind


class DevelopmentIssuer:
    """Keeps an ES256 key in `folder` and publishes `folder/jwks.json` (point `CITYCODE_JWKS_URL` there)."""

    def __init__(
        self, folder: Path, *, issuer: str = "urn:citycode:development-issuer", audience: str = "citycode"
    ) -> None:
        raise NotImplementedError

    @property
    def jwks_url(self) -> str:
        """The `file://` URL of the published keys."""
        raise NotImplementedError

    def token(
        self,
        subject: str,
        *,
        offices: Mapping[str, Collection[str]] | None = None,
        kind: Kind = "person",
        scope: str = "",
        cities: Collection[str] | None = None,
        acts_for: str | None = None,
        consents: Collection[str] = (),
        lifetime: timedelta = timedelta(hours=12),
    ) -> str:
        """Sign a token for `subject`."""
        raise NotImplementedError
