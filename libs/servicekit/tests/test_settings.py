"""Settings: what each profile may leave out and must not have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from servicekit.settings import DEVELOPMENT_SECRET, ServiceSettings

GOOD_SECRET = "x" * 32
PRODUCTION: dict[str, Any] = {
    "service": "sample",
    "profile": "production",
    "service_secret": GOOD_SECRET,
    "issuer": "https://id.example.org/realms/city",
    "jwks_url": "https://id.example.org/keys",
}


def test_development_needs_nothing() -> None:
    settings = ServiceSettings(service="sample")

    assert settings.profile == "development"
    assert settings.secret == DEVELOPMENT_SECRET


@pytest.mark.parametrize("profile", ["test", "production"])
@pytest.mark.parametrize("secret", ["", "x" * 31, DEVELOPMENT_SECRET])
def test_other_profiles_need_a_secret_of_their_own(profile: str, secret: str) -> None:
    with pytest.raises(ValidationError, match="CITYCODE_SERVICE_SECRET"):
        ServiceSettings(**{**PRODUCTION, "profile": profile, "service_secret": secret})


def test_a_secret_of_thirty_two_characters_is_enough() -> None:
    assert ServiceSettings(**PRODUCTION).secret == GOOD_SECRET


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"clock_file": Path("clock.json")}, "CITYCODE_CLOCK_FILE"),
        ({"api_key_file": Path("keys.json")}, "CITYCODE_API_KEY_FILE"),
        ({"issuer": "urn:citycode:development-issuer"}, "CITYCODE_ISSUER"),
    ],
)
def test_production_refuses_what_only_development_may_have(given: dict[str, Any], named: str) -> None:
    with pytest.raises(ValidationError, match=named):
        ServiceSettings(**{**PRODUCTION, **given})


def test_the_environment_is_read_and_arguments_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITYCODE_POOL_SIZE", "3")
    monkeypatch.setenv("CITYCODE_THREADS", "30")
    monkeypatch.setenv("CITYCODE_SUBSCRIBERS", '{"note.": ["http://127.0.0.1:1"]}')
    monkeypatch.setenv("CITYCODE_CLOCK_FILE", "")
    monkeypatch.setenv("DATABASE_URL_SISTER_SERVICE", "postgresql://db/sister")

    settings = ServiceSettings.for_service("sister-service", threads=40)

    assert (settings.pool_size, settings.threads, settings.clock_file) == (3, 40, None)
    assert settings.subscribers == {"note.": ["http://127.0.0.1:1"]}
    assert settings.database_url is not None
    assert settings.database_url.get_secret_value() == "postgresql://db/sister"


def test_no_secret_is_shown() -> None:
    settings = ServiceSettings(**PRODUCTION, database_url="postgresql://u:hunter2@db/x")

    assert "hunter2" not in repr(settings)
    assert GOOD_SECRET not in repr(settings)
    with pytest.raises(ValidationError) as refused:
        ServiceSettings(**{**PRODUCTION, "pool_size": 0, "service_secret": "hunter2"})
    assert "hunter2" not in str(refused.value)
