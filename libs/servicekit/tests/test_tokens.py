"""Bearer tokens: what is believed, what is refused, how long it is remembered."""

from __future__ import annotations

import base64
import contextlib
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, OctKey
from servicekit.issuer import DevelopmentIssuer
from servicekit.jwks import NEXT_TRY_AFTER_S, REFRESH_AFTER_S, IssuerKeys, KeysUnavailable
from servicekit.settings import DEVELOPMENT_ISSUER
from servicekit.tokens import LONGEST_TOKEN, BadToken, TokenVerifier


class Wall:
    """A wall clock that tests move."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def verifier_of(issuer: DevelopmentIssuer, wall: Wall | None = None) -> TokenVerifier:
    return TokenVerifier(
        IssuerKeys(issuer.jwks_url), issuer=DEVELOPMENT_ISSUER, audience="citycode", wall=wall or Wall()
    )


def test_a_person_comes_with_offices_per_city(issuer: DevelopmentIssuer) -> None:
    token = issuer.token("pat", offices={"rivertown": ["clerk", "reader"]})

    principal = verifier_of(issuer).verify(token)

    assert (principal.subject, principal.kind, principal.key) == ("pat", "person", "person:pat")
    assert principal.offices_in("rivertown") == {"clerk", "reader"}
    assert principal.offices_in("hilltown") == frozenset()


def test_a_machine_comes_with_scopes_and_cities(issuer: DevelopmentIssuer) -> None:
    token = issuer.token("portal", kind="machine", scope="notes.write notes.read", cities=["rivertown"])

    principal = verifier_of(issuer).verify(token)

    assert principal.scopes == {"notes.write", "notes.read"}
    assert principal.cities == frozenset({"rivertown"})


def b64(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_bad_tokens_are_refused(issuer: DevelopmentIssuer) -> None:
    verifier = verifier_of(issuer)
    good = issuer.token("pat")
    head, body, signature = good.split(".")
    public = json.loads(Path(issuer.jwks_url.removeprefix("file://")).read_text())["keys"][0]
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    stranger = ECKey.generate_key("P-256")
    now = int(time.time())

    bad = {
        "empty": "",
        "two parts": f"{head}.{body}",
        "unsigned": f"{b64({'alg': 'none', 'kid': public['kid']})}.{body}.",
        "public key as a shared secret": jwt.encode(
            {"alg": "HS256", "kid": public["kid"]}, claims, OctKey.import_key(json.dumps(public))
        ),
        "another key under the known id": jwt.encode(
            {"alg": "ES256", "kid": public["kid"]}, claims, stranger
        ),
        "a key of its own": jwt.encode(
            {"alg": "ES256", "kid": "x", "jwk": stranger.as_dict(private=False)}, claims, stranger
        ),
        "no key id": jwt.encode({"alg": "ES256"}, claims, stranger),
        "altered body": f"{head}.{b64({**claims, 'sub': 'sam'})}.{signature}",
        "cut signature": good[:-6],
        "not ASCII": good + "é",
        "too long": good + "A" * LONGEST_TOKEN,
        "another issuer": issuer.token("pat", iss="https://evil.example"),
        "another audience": issuer.token("pat", aud="elsewhere"),
        "no audience": issuer.token("pat", aud=[]),
        "expired": issuer.token("pat", exp=now - 62),
        "from the future": issuer.token("pat", iat=now + 120),
        "not yet valid": issuer.token("pat", nbf=now + 120),
        "no expiry": issuer.token("pat", exp=None),
        "expiry as text": issuer.token("pat", exp="2099-01-01"),
        "no subject": issuer.token(""),
        "a subject of control characters": issuer.token("pat\nadmin"),
        "a service": issuer.token("gis", kind="service"),
        "not-before as text": issuer.token("pat", nbf="x"),
        "issued at true": issuer.token("pat", iat=True),
    }
    believed = []
    for name, token in bad.items():
        with contextlib.suppress(BadToken):
            verifier.verify(token)
            believed.append(name)
    assert believed == []


@pytest.mark.parametrize(
    "claims",
    [
        {"offices": ["clerk"]},
        {"offices": {"rivertown": "clerk"}},
        {"offices": {"rivertown": {"clerk": True}}},
        {"cities": {"rivertown": True}},
        {"offices": {"rivertown": [1]}},
        {"offices": {"../etc": ["clerk"]}},
        {"scope": ["notes.read"]},
        {"cities": "rivertown"},
    ],
)
def test_claims_of_the_wrong_shape_are_refused(issuer: DevelopmentIssuer, claims: dict[str, object]) -> None:
    payload = json.loads(base64.urlsafe_b64decode(issuer.token("pat").split(".")[1] + "=="))
    token = jwt.encode(
        {"alg": "ES256", "kid": issuer._kid}, {**payload, **claims}, issuer._key
    )  # the issuer itself does not make these

    with pytest.raises(BadToken):
        verifier_of(issuer).verify(token)


def test_sixty_seconds_of_leeway(issuer: DevelopmentIssuer) -> None:
    wall = Wall()
    now = int(wall.now)
    token = issuer.token("pat", exp=now, iat=now - 100)
    verifier = verifier_of(issuer, wall)

    wall.now = now + 60
    assert verifier.verify(token).subject == "pat"

    wall.now = now + 61
    assert verifier.remembered(token) is None
    with pytest.raises(BadToken):
        verifier.verify(token)


def test_a_key_that_is_withdrawn_takes_its_tokens_along(tmp_path: Path) -> None:
    issuer = DevelopmentIssuer(tmp_path)
    monotonic = Wall()
    keys = IssuerKeys(issuer.jwks_url, monotonic=monotonic)
    verifier = TokenVerifier(keys, issuer=DEVELOPMENT_ISSUER, audience="citycode")
    token = issuer.token("pat")
    verifier.verify(token)

    (tmp_path / "issuer-key.pem").unlink()
    DevelopmentIssuer(tmp_path)
    monotonic.now += REFRESH_AFTER_S + 1
    with pytest.raises(BadToken):
        verifier.verify(DevelopmentIssuer(tmp_path / "other").token("sam"))

    with pytest.raises(BadToken):
        verifier.verify(token)


class KeyServer:
    """Serves a key set over HTTP and counts the requests."""

    def __init__(self) -> None:
        self.content = b'{"keys": []}'
        self.asked = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked += 1
                self.send_response(200)
                self.end_headers()
                self.wfile.write(outer.content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/keys"


@pytest.fixture
def key_server() -> Iterator[KeyServer]:
    server = KeyServer()
    yield server
    server.server.shutdown()
    server.server.server_close()


def test_an_unknown_key_id_fetches_once_in_ten_seconds(tmp_path: Path, key_server: KeyServer) -> None:
    monotonic = Wall()
    keys = IssuerKeys(key_server.url, monotonic=monotonic)
    issuer = DevelopmentIssuer(tmp_path)
    published = json.loads((tmp_path / "jwks.json").read_text())

    assert keys.key("forged-1") is None
    assert [keys.key(f"forged-{number}") for number in range(50)] == [None] * 50
    assert key_server.asked == 1

    key_server.content = json.dumps(published).encode()
    monotonic.now += NEXT_TRY_AFTER_S
    assert keys.key(published["keys"][0]["kid"]) is not None
    assert key_server.asked == 2
    assert issuer.jwks_url.startswith("file:")


@pytest.mark.parametrize("content", [b"garbage", b"[]", b'{"keys": {}}', b'{"keys": [1]}'])
def test_when_a_refresh_fails_the_last_good_keys_stay(
    tmp_path: Path, key_server: KeyServer, content: bytes
) -> None:
    monotonic = Wall()
    keys = IssuerKeys(key_server.url, monotonic=monotonic)
    DevelopmentIssuer(tmp_path)
    key_server.content = (tmp_path / "jwks.json").read_bytes()
    kid = json.loads(key_server.content)["keys"][0]["kid"]
    assert keys.key(kid) is not None

    key_server.content = content
    monotonic.now += REFRESH_AFTER_S + 1

    assert keys.key(kid) is not None


def test_an_emptied_key_set_withdraws_all_keys(tmp_path: Path, key_server: KeyServer) -> None:
    monotonic = Wall()
    keys = IssuerKeys(key_server.url, monotonic=monotonic)
    DevelopmentIssuer(tmp_path)
    key_server.content = (tmp_path / "jwks.json").read_bytes()
    kid = json.loads(key_server.content)["keys"][0]["kid"]
    assert keys.key(kid) is not None

    key_server.content = b'{"keys": []}'
    monotonic.now += REFRESH_AFTER_S + 1

    assert keys.key(kid) is None


def test_without_any_keys_tokens_cannot_be_checked(issuer: DevelopmentIssuer) -> None:
    verifier = TokenVerifier(
        IssuerKeys("http://127.0.0.1:9/keys"), issuer=DEVELOPMENT_ISSUER, audience="citycode"
    )

    with pytest.raises(KeysUnavailable):
        verifier.verify(issuer.token("pat"))


def test_the_issuer_keeps_its_key(tmp_path: Path) -> None:
    token = DevelopmentIssuer(tmp_path).token("pat")

    assert verifier_of(DevelopmentIssuer(tmp_path)).verify(token).subject == "pat"
    assert (tmp_path / "issuer-key.pem").stat().st_mode & 0o077 == 0
    assert '"d"' not in (tmp_path / "jwks.json").read_text()
