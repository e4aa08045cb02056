"""API keys: made once, kept as hashes, refused when revoked, expired, unknown or wrong."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from servicekit.api_keys import (
    REMEMBER_FOR_S,
    ApiKeyVerifier,
    BadApiKey,
    DatabaseKeys,
    FileKeys,
    StoredKey,
    new_api_key,
)
from servicekit.testing.client import client_for
from sqlalchemy import Engine, text


class KeysInMemory:
    def __init__(self, *keys: StoredKey) -> None:
        self.keys = {key.id: key for key in keys}
        self.asked = 0

    def find(self, key_id: str) -> StoredKey | None:
        self.asked += 1
        return self.keys.get(key_id)


def test_a_key_opens_as_its_machine_and_only_its_hash_is_kept() -> None:
    key, kept = new_api_key("portal", ["notes.read"], cities=["rivertown"])

    principal = ApiKeyVerifier(KeysInMemory(kept)).verify(key)

    assert (principal.subject, principal.kind, principal.key) == ("portal", "machine", "machine:portal")
    assert (principal.scopes, principal.cities) == (frozenset({"notes.read"}), frozenset({"rivertown"}))
    assert kept.secret_hash.startswith("$argon2")
    assert key.rsplit("_", 1)[1] not in repr(kept)


def test_bad_keys_are_refused() -> None:
    key, kept = new_api_key("portal", [])
    past = datetime.now(UTC) - timedelta(seconds=1)
    revoked_key, revoked = new_api_key("old", [])
    expired_key, expired = new_api_key("old", [], expires_at=past)
    store = KeysInMemory(
        kept,
        StoredKey(revoked.id, revoked.secret_hash, "old", frozenset(), revoked_at=past),
        expired,
        StoredKey("feedbeef", "no hash at all", "x", frozenset()),
    )
    head, _, secret = key.rpartition("_")

    for bad in (
        "",
        "ck_",
        key + "x",
        head + "_" + secret[:-1] + ("0" if secret[-1] != "0" else "1"),
        "ck_0000_" + secret,
        key.upper(),
        revoked_key,
        expired_key,
        "ck_feedbeef_" + "e" * 40,
        "é" * 30,
    ):
        with pytest.raises(BadApiKey):
            ApiKeyVerifier(store).verify(bad)


def test_a_verdict_is_remembered_for_a_minute_so_a_revocation_takes_that_long() -> None:
    now = 0.0
    key, kept = new_api_key("portal", [])
    store = KeysInMemory(kept)
    verifier = ApiKeyVerifier(store, monotonic=lambda: now)
    verifier.verify(key)
    store.keys.clear()

    now = REMEMBER_FOR_S - 1
    assert verifier.remembered(key) is not None
    assert store.asked == 1

    now = REMEMBER_FOR_S
    assert verifier.remembered(key) is None
    with pytest.raises(BadApiKey):
        verifier.verify(key)


def test_a_refusal_is_remembered_so_that_guessing_costs_no_hashing() -> None:
    _, kept = new_api_key("portal", [])
    store = KeysInMemory(kept)
    verifier = ApiKeyVerifier(store)
    guess = f"ck_{kept.id}_" + "a" * 64

    for _ in range(5):
        with pytest.raises(BadApiKey):
            verifier.verify(guess)

    assert store.asked == 1


def test_a_file_of_keys_serves_development(tmp_path: Path) -> None:
    key, kept = new_api_key("portal", ["notes.read"])
    file = tmp_path / "keys.json"
    file.write_text(
        json.dumps(
            {kept.id: {"secret_hash": kept.secret_hash, "subject": "portal", "scopes": ["notes.read"]}}
        )
    )

    principal = ApiKeyVerifier(FileKeys(file)).verify(key)

    assert (principal.subject, principal.cities) == ("portal", None)
    assert FileKeys(file).find("unknown") is None


@pytest.mark.storage
def test_a_key_in_the_database_opens_the_door_until_revoked(app: FastAPI, engine: Engine) -> None:
    key, kept = new_api_key("portal", ["notes.read"], cities=["rivertown"])
    DatabaseKeys(engine).add(kept)
    at = "/v1/rivertown/notes/01a22ae2-9801-708e-84b2-c9b3fc1c9032"
    with client_for(app) as client:
        assert client.get("/v1/rivertown/me", headers={"X-API-Key": key}).json()["kind"] == "machine"
        assert client.get(at, headers={"X-API-Key": key}).status_code == 404
        assert client.get("/v1/rivertown/me", headers={"X-API-Key": key + "0"}).status_code == 401

    with engine.begin() as connection:
        connection.execute(text("UPDATE api_keys SET revoked_at = now()"))
    with pytest.raises(BadApiKey):
        ApiKeyVerifier(DatabaseKeys(engine)).verify(key)
