"""The proof between gateway and services."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest
from servicekit.proof import BadProof, sign, verify

SECRET = "s" * 32
AT = 1_790_000_000


def test_a_fresh_proof_names_its_caller() -> None:
    value = sign(SECRET, "gateway", "GET", "/v1/rivertown/notes", at=AT)

    assert verify(SECRET, value, "GET", "/v1/rivertown/notes", at=AT) == "gateway"


def test_the_form_is_the_one_written_down() -> None:
    digest = hmac.new(SECRET.encode(), b"sister\n1790000000\nPOST\n/v1/events", hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).decode().rstrip("=")

    assert sign(SECRET, "sister", "POST", "/v1/events", at=AT) == (
        f"v1;caller=sister;t=1790000000;sig={signature}"
    )


@pytest.mark.parametrize(("seconds", "good"), [(-61, False), (-60, True), (60, True), (61, False)])
def test_it_lives_sixty_seconds_either_way(seconds: int, good: bool) -> None:
    value = sign(SECRET, "gateway", "GET", "/", at=AT)

    if good:
        assert verify(SECRET, value, "GET", "/", at=AT + seconds) == "gateway"
    else:
        with pytest.raises(BadProof):
            verify(SECRET, value, "GET", "/", at=AT + seconds)


GOOD = sign(SECRET, "gateway", "GET", "/v1/a", at=AT)


@pytest.mark.parametrize(
    ("value", "method", "path"),
    [
        (None, "GET", "/v1/a"),
        ("", "GET", "/v1/a"),
        (GOOD, "POST", "/v1/a"),
        (GOOD, "GET", "/v1/b"),
        (GOOD, "GET", "/v1/a/"),
        (GOOD.replace("gateway", "sister"), "GET", "/v1/a"),
        (GOOD.replace(f"t={AT}", f"t={AT + 1}"), "GET", "/v1/a"),
        (GOOD.replace("v1;", "v2;"), "GET", "/v1/a"),
        (GOOD + " ", "GET", "/v1/a"),
        (GOOD[:-1], "GET", "/v1/a"),
        (GOOD.partition("sig=")[0] + "sig=", "GET", "/v1/a"),
        (sign("t" * 32, "gateway", "GET", "/v1/a", at=AT), "GET", "/v1/a"),
    ],
)
def test_anything_else_is_refused(value: str | None, method: str, path: str) -> None:
    with pytest.raises(BadProof):
        verify(SECRET, value, method, path, at=AT)
