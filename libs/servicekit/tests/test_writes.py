"""Writes: one effect per key, whatever is repeated, mixed up, or sent at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi import FastAPI
from servicekit.answers import Answer
from servicekit.database import in_transaction
from servicekit.housekeeping import tidy
from servicekit.idempotency import KeyedRequest
from servicekit.issuer import DevelopmentIssuer
from servicekit.problems import IdempotencyKeyReused
from servicekit.testing.client import ProvenClient, client_for
from servicekit.writes import Write
from sqlalchemy import Connection, Engine, func, select, text

from libs.servicekit.tests.sample import METADATA, NOTES

pytestmark = pytest.mark.storage

NOTES_AT = "/v1/rivertown/notes"
BODY = {"title": "a", "length_ft": 3}
KEYS = METADATA.tables["idempotency_keys"]


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


def count(engine: Engine, table: Any = NOTES) -> int:
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


def grow_old(engine: Engine, hours: float) -> None:
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE idempotency_keys SET created = created - make_interval(secs => :s)"),
            {"s": hours * 3600},
        )


def test_a_write_without_a_key_happens_each_time(clerk: ProvenClient, engine: Engine) -> None:
    first, second = (clerk.post(NOTES_AT, json=BODY) for _ in range(2))

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["id"] != second.json()["id"]
    assert count(engine) == 2
    assert count(engine, KEYS) == 0


def test_the_same_key_and_body_give_the_stored_answer_byte_for_byte(
    clerk: ProvenClient, engine: Engine
) -> None:
    first = clerk.post(NOTES_AT, json=BODY, headers=keyed("k-1"))
    second = clerk.post(NOTES_AT, json=BODY, headers=keyed("k-1"))

    assert first.content == second.content
    assert second.status_code == 201
    for name in ("location", "etag", "content-type"):
        assert first.headers[name] == second.headers[name]
    assert "idempotent-replayed" not in first.headers
    assert second.headers["idempotent-replayed"] == "true"
    assert count(engine) == 1


def test_an_answer_without_body_is_replayed_too(clerk: ProvenClient) -> None:
    note = clerk.post(NOTES_AT, json=BODY).json()["id"]

    answers = [clerk.post(f"{NOTES_AT}/{note}/archive", headers=keyed("k-2")) for _ in range(2)]

    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b""), (204, b"")]
    assert answers[1].headers["idempotent-replayed"] == "true"
    assert clerk.post(f"{NOTES_AT}/{note}/archive").status_code == 409


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (NOTES_AT, {"title": "b", "length_ft": 3}),
        (NOTES_AT, {"length_ft": 3, "title": "a "}),
        ("/v1/hilltown/notes", BODY),
    ],
)
def test_the_same_key_for_another_request_is_refused(
    app: FastAPI, issuer: DevelopmentIssuer, engine: Engine, path: str, body: dict[str, object]
) -> None:
    both = client_for(app, token=issuer.token("pat", offices={"rivertown": ["clerk"], "hilltown": ["clerk"]}))
    both.post(NOTES_AT, json=BODY, headers=keyed("k-3"))

    refused = both.post(path, json=body, headers=keyed("k-3"))

    assert refused.status_code == 422
    assert refused.json()["type"] == "urn:citycode:problem:idempotency-key-reused"
    assert count(engine) == 1


def test_another_callers_key_is_another_key(app: FastAPI, issuer: DevelopmentIssuer, engine: Engine) -> None:
    offices = {"rivertown": ["clerk"]}
    answers = [
        client_for(app, token=issuer.token(subject, offices=offices)).post(
            NOTES_AT, json={"title": subject, "length_ft": 1}, headers=keyed("k-4")
        )
        for subject in ("pat", "sam")
    ]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert count(engine) == 2


def test_refusals_are_not_stored_and_the_key_stays_free(clerk: ProvenClient, engine: Engine) -> None:
    invalid = clerk.post(NOTES_AT, json={"title": ""}, headers=keyed("k-5"))
    conflict = clerk.post(NOTES_AT, json={"title": "taken", "length_ft": 1}, headers=keyed("k-5"))
    unstorable = clerk.post(NOTES_AT, json={"title": "a", "length_ft": 2**40}, headers=keyed("k-5"))

    assert (invalid.status_code, conflict.status_code, unstorable.status_code) == (422, 409, 422)
    assert count(engine, KEYS) == 0
    assert clerk.post(NOTES_AT, json=BODY, headers=keyed("k-5")).status_code == 201


def test_a_key_is_good_for_twenty_four_hours(clerk: ProvenClient, engine: Engine) -> None:
    first = clerk.post(NOTES_AT, json=BODY, headers=keyed("k-6")).json()["id"]

    grow_old(engine, 23.99)
    assert clerk.post(NOTES_AT, json=BODY, headers=keyed("k-6")).json()["id"] == first

    grow_old(engine, 0.02)
    again = clerk.post(NOTES_AT, json={"title": "z", "length_ft": 9}, headers=keyed("k-6"))
    assert again.status_code == 201
    assert again.json()["id"] != first
    replayed = clerk.post(NOTES_AT, json={"title": "z", "length_ft": 9}, headers=keyed("k-6"))
    assert replayed.content == again.content
    assert count(engine) == 2


def test_expired_keys_are_forgotten_and_others_kept(clerk: ProvenClient, engine: Engine) -> None:
    clerk.post(NOTES_AT, json=BODY, headers=keyed("old"))
    grow_old(engine, 24.1)
    clerk.post(NOTES_AT, json=BODY, headers=keyed("new"))

    in_transaction(engine, tidy)

    with engine.connect() as connection:
        assert connection.execute(select(KEYS.c.key)).scalars().all() == ["new"]


@pytest.mark.parametrize(
    ("key", "status"),
    [("x", 201), ("x" * 255, 201), ("x" * 256, 422), ("", 422), ("two words", 422), ("é", 422)],
)
def test_a_key_has_1_to_255_visible_characters(clerk: ProvenClient, key: str, status: int) -> None:
    answer = clerk.post(NOTES_AT, json=BODY, headers=[("Idempotency-Key", key.encode("latin-1"))])

    assert answer.status_code == status
    if status == 422:
        assert [error["in"] for error in answer.json()["errors"]] == ["header"]


def test_a_machine_must_send_a_key(app: FastAPI, issuer: DevelopmentIssuer, engine: Engine) -> None:
    machine = client_for(app, token=issuer.token("portal", kind="machine", scope="notes.write"))

    refused = machine.post(NOTES_AT, json=BODY)
    assert refused.status_code == 400
    assert refused.json()["type"] == "urn:citycode:problem:idempotency-key-required"
    assert machine.post(NOTES_AT, json=BODY, headers=keyed("k-7")).status_code == 201
    assert count(engine) == 1


def asked_until_answered(clerk: ProvenClient, headers: dict[str, str]) -> Any:
    """Ask again where too many asked at once, as the 503 says to."""
    for _ in range(20):
        answer = clerk.post(NOTES_AT, json=BODY, headers=headers)
        if answer.status_code != 503:
            break
    return answer


def test_fifty_at_once_with_one_key_have_one_effect(
    app: FastAPI, token: Callable[..., str], engine: Engine
) -> None:
    with client_for(app, token=token("clerk")) as clerk, ThreadPoolExecutor(50) as threads:
        answers = list(threads.map(lambda _: asked_until_answered(clerk, keyed("k-8")), range(50)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotent-replayed" in answer.headers for answer in answers) == 49
    assert count(engine) == 1


def test_fifty_at_once_with_keys_of_their_own_all_take_effect_and_numbers_have_no_gap(
    app: FastAPI, token: Callable[..., str]
) -> None:
    with client_for(app, token=token("clerk")) as clerk, ThreadPoolExecutor(50) as threads:
        answers = list(
            threads.map(lambda n: clerk.post(NOTES_AT, json=BODY, headers=keyed(f"own-{n}")), range(50))
        )

    assert [answer.status_code for answer in answers] == [201] * 50
    numbers = sorted(answer.json()["number"] for answer in answers)
    assert numbers == [f"RT-NOTE-2026-{number:06d}" for number in range(1, 51)]


def test_of_many_changes_with_one_version_one_wins(app: FastAPI, token: Callable[..., str]) -> None:
    with client_for(app, token=token("clerk")) as clerk, ThreadPoolExecutor(16) as threads:
        note = clerk.post(NOTES_AT, json=BODY).json()["id"]

        answers = list(
            threads.map(
                lambda n: clerk.put(
                    f"{NOTES_AT}/{note}", json={"title": f"t{n}", "length_ft": n}, headers={"If-Match": '"1"'}
                ),
                range(16),
            )
        )

        winners = [answer for answer in answers if answer.status_code == 200]
        assert len(winners) == 1
        assert {answer.status_code for answer in answers} == {200, 412}
        assert clerk.get(f"{NOTES_AT}/{note}").json()["title"] == winners[0].json()["title"]


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([], 428),
        (['"1"'], 200),
        (['"2"'], 412),
        (['W/"1"'], 400),
        (["*"], 400),
        (["1"], 400),
        (['"1", "2"'], 400),
        (['"1"', '"1"'], 400),
        (['"99999999999999999999"'], 400),
        (['"01"'], 400),
        (['"+1"'], 400),
        (['" 1"'], 400),
    ],
)
def test_a_change_names_the_version_it_read(clerk: ProvenClient, sent: list[str], status: int) -> None:
    note = clerk.post(NOTES_AT, json=BODY).json()["id"]

    answer = clerk.put(f"{NOTES_AT}/{note}", json=BODY, headers=[("If-Match", tag) for tag in sent])

    assert answer.status_code == status
    if status == 200:
        assert answer.headers["etag"] == '"2"'


def test_two_keys_are_refused_whatever_they_say(clerk: ProvenClient, engine: Engine) -> None:
    for keys in (("k-1", "k-2"), ("k-1", "k-1")):
        answer = clerk.post(NOTES_AT, json=BODY, headers=[("Idempotency-Key", key) for key in keys])

        assert answer.status_code == 400
        assert "one Idempotency-Key" in answer.json()["detail"]
    assert (count(engine), count(engine, KEYS)) == (0, 0)


def test_reading_again_what_has_not_changed_answers_304(clerk: ProvenClient) -> None:
    created = clerk.post(NOTES_AT, json=BODY)
    at, tag = f"{NOTES_AT}/{created.json()['id']}", created.headers["etag"]

    def reread(sent: str) -> int:
        return int(clerk.get(at, headers={"If-None-Match": sent}).status_code)

    assert [reread(sent) for sent in (tag, "*", f'"7", W/{tag}')] == [304, 304, 304]
    assert [reread(sent) for sent in ('"7"', "1", "")] == [200, 200, 200]
    assert clerk.get(at, headers={"If-None-Match": tag}).headers["etag"] == tag


def test_an_unforeseen_failure_leaves_nothing_and_the_key_free(
    app: FastAPI, token: Callable[..., str], engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    clerk = client_for(app, token=token("clerk"))
    monkeypatch.setattr("libs.servicekit.tests.sample.Answer", None)

    assert clerk.post(NOTES_AT, json=BODY, headers=keyed("k-9")).status_code == 500
    assert (count(engine), count(engine, KEYS)) == (0, 0)

    monkeypatch.undo()
    assert clerk.post(NOTES_AT, json=BODY, headers=keyed("k-9")).status_code == 201


def test_the_stored_answer_can_be_looked_up_before_a_neighbor_is_asked(
    app: FastAPI, token: Callable[..., str], engine: Engine
) -> None:
    clerk = client_for(app, token=token("clerk"))
    assert Write(engine, KeyedRequest("person:pat", "k-10", b"x")).stored() is None
    clerk.post(NOTES_AT, json=BODY, headers=keyed("k-10"))
    with engine.connect() as connection:
        row = connection.execute(select(KEYS)).one()

    replay = Write(engine, KeyedRequest(row.caller, "k-10", row.request_hash)).stored()

    assert row.caller == "person:pat"
    assert replay is not None
    assert (replay.status_code, replay.body) == (201, row.body)


class Gone(Exception):
    """What a caller could see is hidden now."""


def hidden(_: Connection) -> None:
    raise Gone


def a_write(engine: Engine, body: bytes = b"x") -> Write:
    return Write(engine, KeyedRequest("machine:portal", "k-1", body))


def told(_: Connection) -> Answer:
    return Answer(201, {"name": "Hansen"})


def test_what_the_caller_may_no_longer_see_is_not_replayed(engine: Engine) -> None:
    first = a_write(engine).once(told, visible=hidden)

    with pytest.raises(Gone):
        a_write(engine).once(told, visible=hidden)
    with pytest.raises(Gone):
        a_write(engine).stored(hidden)

    assert first.status_code == 201
    replay = a_write(engine).once(told, visible=lambda _: None)
    assert (replay.body, replay.headers["idempotent-replayed"]) == (first.body, "true")


def test_nothing_is_asked_where_nothing_is_replayed(engine: Engine) -> None:
    assert a_write(engine).stored(hidden) is None
    assert Write(engine).once(told, visible=hidden).status_code == 201
    a_write(engine).once(told, visible=hidden)

    with pytest.raises(IdempotencyKeyReused):
        a_write(engine, b"another request").once(told, visible=hidden)


def test_whether_it_may_be_seen_is_asked_in_the_transaction(engine: Engine) -> None:
    def seen(connection: Connection) -> None:
        found.append(connection.execute(select(func.count()).select_from(KEYS)).scalar_one())

    found: list[int] = []
    a_write(engine).once(told)

    a_write(engine).once(told, visible=seen)
    a_write(engine).stored(seen)

    assert found == [1, 1]
