"""The token check at the door: valid or none passes, anything else is one and the same 401."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from servicekit.issuer import DevelopmentIssuer

from gateway.tests.conftest import GatewayWith, problem_of


def without_instance(response: httpx.Response) -> dict[str, Any]:
    return {key: value for key, value in problem_of(response).items() if key != "instance"}


def test_nobody_in_particular_passes_on(client: httpx.Client) -> None:
    assert client.get("/permits/v1/echo").status_code == 200


def test_a_valid_token_passes_on_unchanged(client: httpx.Client, issuer: DevelopmentIssuer) -> None:
    token = issuer.token("clerk-1", offices={"somewhere": ["city_clerk"]})

    told = client.get("/permits/v1/echo", headers={"Authorization": f"Bearer {token}"}).json()

    assert ["authorization", f"Bearer {token}"] in told["headers"]


def test_an_api_key_passes_on_for_the_service_to_check(client: httpx.Client) -> None:
    told = client.get("/permits/v1/echo", headers={"X-API-Key": "ck_abcd_secret"}).json()

    assert ["x-api-key", "ck_abcd_secret"] in told["headers"]


def bad_tokens(issuer: DevelopmentIssuer, folder: Path) -> dict[str, str]:
    good = issuer.token("clerk-1")
    head, body, signature = good.split(".")
    return {
        "expired": issuer.token("clerk-1", lifetime=timedelta(minutes=-5)),
        "another audience": DevelopmentIssuer.token(issuer, "clerk-1", aud="elsewhere"),
        "another issuer": issuer.token("clerk-1", iss="urn:someone-else"),
        "another key": DevelopmentIssuer(folder).token("clerk-1"),
        "altered": f"{head}.{body[:-2]}AA.{signature}",
        "unsigned": f"eyJhbGciOiJub25lIn0.{body}.",
        "no token": "gibberish",
        "a character no token has": "\u00e9".encode().decode("latin-1"),
    }


CAUSES = (
    "expired",
    "another audience",
    "another issuer",
    "another key",
    "altered",
    "unsigned",
    "no token",
    "a character no token has",
)


@pytest.mark.parametrize("cause", CAUSES)
def test_every_bad_token_is_refused_with_one_text(
    client: httpx.Client, issuer: DevelopmentIssuer, tmp_path: Path, cause: str
) -> None:
    token = bad_tokens(issuer, tmp_path)[cause]

    response = client.get("/permits/v1/echo", headers={b"Authorization": f"Bearer {token}".encode("latin-1")})

    none = client.get("/permits/v1/echo", headers={"Authorization": "Bearer"})
    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert without_instance(response) == without_instance(none)


@pytest.mark.parametrize("authorization", ["Basic Y2xlcms6cHc=", "Bearer", "", "Digest x"])
def test_another_scheme_is_no_sign_in(client: httpx.Client, authorization: str) -> None:
    response = client.get("/permits/v1/echo", headers={"Authorization": authorization})

    assert response.status_code == 401


def test_sign_ins_that_cannot_be_checked_are_a_503_and_the_public_still_passes(
    gateway_with: GatewayWith, issuer: DevelopmentIssuer, tmp_path: Path
) -> None:
    address = gateway_with(jwks_url=(tmp_path / "absent.json").as_uri())

    signed_in = httpx.get(
        f"{address}/permits/v1/echo", headers={"Authorization": f"Bearer {issuer.token('clerk-1')}"}
    )
    anonymous = httpx.get(f"{address}/permits/v1/echo")
    ready = httpx.get(f"{address}/readyz")

    assert problem_of(signed_in)["status"] == 503
    assert anonymous.status_code == 200
    assert ready.status_code == 503
    assert ready.json()["checks"] == {"issuer_keys": False}
