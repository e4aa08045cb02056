"""Settings every service shares, read from the environment with the prefix `CITYCODE_`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

Profile = Literal["development", "test", "production"]

DEVELOPMENT_SECRET = "development-only-secret-of-no-worth"  # noqa: S105 - refused outside development
DEVELOPMENT_ISSUER = "urn:citycode:development-issuer"
SHORTEST_SECRET = 32


class ServiceSettings(BaseSettings):
    """Everything a service can be told. Subclass for a service's own settings (same prefix).

    `for_service("permits")` reads the environment: `CITYCODE_*`, and `DATABASE_URL_PERMITS`.
    """

    model_config = SettingsConfigDict(
        env_prefix="CITYCODE_",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    service: str = Field(pattern=r"^[a-z][a-z0-9-]{0,31}$")
    profile: Profile = "development"
    database_url: SecretStr | None = None
    codes_dir: Path = Path("codes")
    law_archive: Path | None = None
    jwks_url: str = Field(
        default="file:var/identity/jwks.json", pattern=r"^(file:|http://|https://)", min_length=6
    )
    issuer: str = DEVELOPMENT_ISSUER
    audience: str = "citycode"
    service_secret: SecretStr = SecretStr("")
    api_key_file: Path | None = None
    clock_file: Path | None = None
    subscribers: dict[str, list[str]] = Field(default_factory=dict)
    pool_size: int = Field(default=8, ge=1, le=200)
    pool_overflow: int = Field(default=4, ge=0, le=200)
    pool_timeout_s: float = Field(default=2.0, gt=0, le=30)
    statement_timeout_s: float = Field(default=10.0, gt=0, le=600)
    lock_timeout_s: float = Field(default=5.0, gt=0, le=600)
    body_limit_bytes: int = Field(default=1_048_576, ge=1)
    client_timeout_s: float = Field(default=2.0, gt=0, le=60)
    client_at_once: int = Field(default=8, ge=1)
    threads: int = Field(default=24, ge=2, le=400)

    @classmethod
    def for_service(cls, service: str, **given: Any) -> Self:
        """Read the settings of `service`; keyword arguments win over the environment. Raises
        ValidationError.
        """
        values: dict[str, Any] = {"service": service}
        url = os.environ.get("DATABASE_URL_" + service.upper().replace("-", "_"))
        if url:
            values["database_url"] = url
        return cls(**{**values, **given})

    @property
    def secret(self) -> str:
        """The shared secret the services prove themselves with."""
        return self.service_secret.get_secret_value()

    @property
    def pool(self) -> dict[str, Any]:
        """The keyword arguments of `open_engine`."""
        return {
            "pool_size": self.pool_size,
            "pool_overflow": self.pool_overflow,
            "pool_timeout_s": self.pool_timeout_s,
            "statement_timeout_s": self.statement_timeout_s,
            "lock_timeout_s": self.lock_timeout_s,
            "application_name": f"citycode-{self.service}",
        }

    @model_validator(mode="before")
    @classmethod
    def _lend_the_development_secret(cls, values: dict[str, Any]) -> dict[str, Any]:
        if not values.get("service_secret") and values.get("profile", "development") == "development":
            return {**values, "service_secret": DEVELOPMENT_SECRET}
        return values

    @model_validator(mode="after")
    def _refuse_what_is_unsafe(self) -> Self:
        if len(self.secret) < SHORTEST_SECRET:
            raise ValueError(
                f"CITYCODE_SERVICE_SECRET must be set, with at least {SHORTEST_SECRET} characters, "
                f"in the profile {self.profile}"
            )
        if self.profile == "development":
            return self
        if self.secret == DEVELOPMENT_SECRET:
            raise ValueError("CITYCODE_SERVICE_SECRET is the development secret: make one of your own")
        if self.profile == "production":
            self._refuse_what_production_must_not_have()
        return self

    def _refuse_what_production_must_not_have(self) -> None:
        if self.clock_file is not None:
            raise ValueError("CITYCODE_CLOCK_FILE is refused in production: time there is the real time")
        if self.issuer == DEVELOPMENT_ISSUER:
            raise ValueError("CITYCODE_ISSUER is the development issuer: name the city's identity provider")
        if self.api_key_file is not None:
            raise ValueError("CITYCODE_API_KEY_FILE is for development: keep API keys in the database")
