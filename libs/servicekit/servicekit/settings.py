"""Settings every service shares, read from the environment with the prefix `CITYCODE_`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

Profile = Literal["development", "test", "production"]


class ServiceSettings(BaseSettings):
    """Everything a service can be told. Subclass for a service's own settings (same prefix).

    `for_service("permits")` reads the environment: `CITYCODE_*`, and `DATABASE_URL_PERMITS`.
    """

    model_config = SettingsConfigDict(env_prefix="CITYCODE_", extra="ignore", frozen=True)

    service: str
    profile: Profile = "development"
    database_url: SecretStr | None = None
    codes_dir: Path = Path("codes")
    jwks_url: str = "file://var/identity/jwks.json"
    issuer: str = "urn:citycode:development-issuer"
    audience: str = "citycode"
    service_secret: SecretStr
    clock_file: Path | None = None
    subscribers: dict[str, list[str]] = {}
    pool_size: int = 8
    pool_overflow: int = 4
    pool_timeout_s: float = 2.0
    statement_timeout_s: float = 10.0
    lock_timeout_s: float = 5.0
    body_limit_bytes: int = 1_048_576
    client_timeout_s: float = 2.0
    client_at_once: int = 8
    threads: int = 24

    @classmethod
    def for_service(cls, service: str, **given: object) -> Self:
        """Read the settings of `service`; keyword arguments win over the environment. Raises ValidationError."""
        raise NotImplementedError
