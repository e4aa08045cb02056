"""Documents: taken as they are, known by their bytes, seen with the application, given back whole."""

from __future__ import annotations

import hashlib
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from casework.desk.file_sweep import FileSweep
from casework.documents import Reference
from casework.files.store import FileStore
from casework.storage import documents
from servicekit.identifiers import uuid7
from sqlalchemy import Engine

from services.permits.tests import steps
from services.permits.tests.builders import SUBMITTALS
from services.permits.tests.services import CITY, Office
from services.permits.tests.steps import V1, done

pytestmark = pytest.mark.storage

PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
KIND = "le-wind-site-plan"


def sent(client: Any, application: Any, content: bytes = PDF, key: str | None = None, **given: Any) -> Any:
    headers = {"Content-Type": given.pop("media_type", "application/pdf")}
    if key is not None:
        headers["Idempotency-Key"] = key
    asked = {"kind": KIND, "name": "site plan.pdf", **given}
    path = f"{V1}/applications/{application['id']}/documents"
    return client.post(path, params=asked, content=content, headers=headers)


def listed(office: Office, application: Any) -> Any:
    path = f"{V1}/applications/{application['id']}/documents"
    return office.clerk().get(path).json()["documents"]


def test_a_file_is_kept_by_its_content_and_given_back_as_it_came(office: Office) -> None:
    application = steps.draft(office)

    added = done(sent(office.resident(), application, name="../plans/site plan.pdf"))
    given = office.clerk().get(f"{V1}/applications/{application['id']}/documents/{added['id']}")

    assert (added["sha256"], added["size_bytes"]) == (hashlib.sha256(PDF).hexdigest(), len(PDF))
    assert (added["kind"], added["name"], added["media_type"]) == (KIND, "site plan.pdf", "application/pdf")
    assert given.content == PDF
    assert given.headers["content-disposition"] == "attachment; filename*=UTF-8''site%20plan.pdf"
    assert given.headers["x-content-type-options"] == "nosniff"
    assert listed(office, application) == [added]


def test_what_was_added_is_remembered_without_its_name(office: Office) -> None:
    application = steps.draft(office)
    done(sent(office.resident(), application))

    told = office.clerk().get(f"{V1}/applications/{application['id']}/history").json()["entries"][-1]

    assert (told["event"], told["rules"]) == ("document.added", [KIND])
    assert "site plan" not in str(told)


@pytest.mark.parametrize(
    ("content", "media_type", "status"),
    [
        (b"<html><script>alert(1)</script></html>", "application/pdf", 415),
        (PDF, "image/png", 415),
        (b"MZ\x90\x00", "application/octet-stream", 415),
        (b"", "application/pdf", 422),
        (b'{"a": 1}', "application/json", 415),
    ],
    ids=["a page that says pdf", "a pdf that says png", "a program", "nothing", "json"],
)
def test_what_is_not_what_it_says_or_not_kept_is_refused(
    office: Office, content: bytes, media_type: str, status: int
) -> None:
    application = steps.draft(office)

    refused = sent(office.resident(), application, content, media_type=media_type)

    assert refused.status_code == status
    assert listed(office, application) == []


def test_a_file_may_be_longer_than_any_other_body(office: Office) -> None:
    application = steps.draft(office)
    long = PDF[:9] + b"%" + b"x" * 2 * 2**20 + b"\n" + PDF[9:]

    assert done(sent(office.resident(), application, long))["size_bytes"] == len(long)


def test_the_same_key_adds_one_and_another_file_under_it_is_refused(office: Office) -> None:
    application = steps.draft(office)

    first, again = (sent(office.resident(), application, key="key-of-plan") for _ in range(2))
    other = sent(office.resident(), application, PDF + b"\n", key="key-of-plan")

    assert first.json() == again.json()
    assert again.headers["idempotent-replayed"] == "true"
    assert other.status_code == 422
    assert len(listed(office, application)) == 1


def test_an_unknown_kind_is_named(office: Office) -> None:
    refused = sent(office.resident(), steps.draft(office), kind="le-none")

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "#/kind")


def test_a_stranger_finds_nothing_and_who_only_reads_adds_nothing(office: Office) -> None:
    application = steps.draft(office)
    added = done(sent(office.resident(), application))
    path = f"{V1}/applications/{application['id']}/documents"

    stranger = office.resident("resident-9")

    assert [stranger.get(path).status_code, stranger.get(f"{path}/{added['id']}").status_code] == [404, 404]
    assert sent(stranger, application).status_code == 404
    assert sent(office.inspector(), application).status_code == 403
    assert sent(office.anonymous(), application).status_code == 401


def test_nothing_is_added_to_what_was_withdrawn(office: Office) -> None:
    application = steps.act(office.resident(), steps.draft(office), "withdraw")

    assert sent(office.resident(), application).status_code == 409


def test_submittals_that_were_sent_make_an_application_complete_without_ticks(office: Office) -> None:
    application = steps.submitted(office)
    for kind in SUBMITTALS:
        done(sent(office.resident(), application, kind=kind, name=f"{kind}.pdf"))

    complete = steps.act(office.clerk(), application, "declare-complete")

    assert set(complete["submittals"]) == set(SUBMITTALS)
    assert {each["received_on"] for each in complete["submittals"].values()} == {complete["received_on"]}
    assert complete["state"] == "complete"


def test_one_that_is_neither_sent_nor_ticked_off_is_missing(office: Office) -> None:
    application = steps.submitted(office)
    for kind in SUBMITTALS[1:]:
        done(sent(office.resident(), application, kind=kind))
    done(sent(office.resident(), application, kind="other"))

    refused = steps.send(
        office.clerk(), f"/applications/{application['id']}/declare-complete", version=application["version"]
    )

    assert [(each["code"], each["rules"]) for each in refused.json()["gates"]] == [
        ("submittal_missing", [SUBMITTALS[0]])
    ]


def test_files_nobody_refers_to_are_swept_and_others_stay(
    office: Office, engine: Engine, tmp_path: Path
) -> None:
    later = FileStore(tmp_path, seconds=lambda: time.time() + 25 * 3600)
    kept, left = (later.take(CITY, [PDF + ending]) for ending in (b"% kept", b"% left"))
    application = steps.draft(office)
    with engine.begin() as connection:
        documents.refer(connection, kept, a_reference(application["id"], kept.sha256))

    swept = FileSweep(engine, later, [CITY]).sweep()

    assert swept == 1
    assert (later.holds(CITY, kept.sha256), later.holds(CITY, left.sha256)) == (True, False)


def a_reference(record_id: str, sha256: str) -> Reference:
    return Reference(
        id=uuid7(),
        city=CITY,
        record_id=UUID(record_id),
        kind="other",
        sha256=sha256,
        shown_name="plan.pdf",
        data_class="private",
        added_at=datetime(2026, 6, 1, tzinfo=UTC),
        added_by="service:test",
    )
