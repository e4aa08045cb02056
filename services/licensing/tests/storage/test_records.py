"""Records written, read, changed by one writer at a time, and counted."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from licensing.storage import applications, licenses, transfers, violations
from licensing.storage.licenses import Wanted
from servicekit.identifiers import uuid7
from servicekit.problems import StaleVersion
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from services.licensing.tests.builders import (
    PROGRAM,
    a_license,
    a_transfer,
    a_violation,
    an_application,
)
from services.licensing.tests.services import CITY

pytestmark = pytest.mark.storage
TODAY = date(2026, 6, 1)


def test_every_record_comes_back_as_it_was_written(connection: Connection) -> None:
    application = an_application("issued", incomplete_because=("A page.",), law_date=TODAY)
    license_ = a_license(application, conditions=("Lights at night.",), ended_rules=("a-b",))
    violation = a_violation(license_, hearing_requests=({"stops": True},))
    transfer = a_transfer(license_)

    applications.add(connection, application)
    licenses.add(connection, license_)
    violations.add(connection, violation)
    transfers.add(connection, transfer)

    assert applications.find(connection, CITY, application.id) == application
    assert licenses.find(connection, CITY, license_.id) == license_
    assert violations.find(connection, CITY, violation.id) == violation
    assert transfers.find(connection, CITY, transfer.id) == transfer
    assert violations.of_license(connection, CITY, license_.id) == [violation]
    assert transfers.of_license(connection, CITY, license_.id) == [transfer]


def test_another_city_finds_nothing(connection: Connection) -> None:
    application = an_application()
    applications.add(connection, application)

    assert applications.find(connection, "fridley", application.id) is None
    assert licenses.find(connection, "fridley", uuid7()) is None


def test_the_second_of_two_writers_is_refused(connection: Connection) -> None:
    application = an_application("issued")
    license_ = a_license(application)
    violation, transfer = a_violation(license_), a_transfer(license_)
    applications.add(connection, application)
    licenses.add(connection, license_)
    violations.add(connection, violation)
    transfers.add(connection, transfer)

    assert applications.save(connection, application).version == 2
    assert licenses.save(connection, license_).version == 2
    assert violations.save(connection, violation).version == 2
    assert transfers.save(connection, transfer).version == 2

    with pytest.raises(StaleVersion):
        applications.save(connection, application)
    with pytest.raises(StaleVersion):
        licenses.save(connection, license_)
    with pytest.raises(StaleVersion):
        violations.save(connection, violation)
    with pytest.raises(StaleVersion):
        transfers.save(connection, transfer)


def test_what_was_submitted_stays_as_it_was(connection: Connection) -> None:
    application = an_application("submitted", submission=1, received_on=TODAY)
    application = replace(application, submitted_at=application.created_at)
    applications.add(connection, application)

    applications.keep_submission(connection, application)

    (kept,) = applications.submissions_of(connection, CITY, application.id)
    assert (kept["submission"], kept["facts"]) == (1, dict(application.facts))
    with pytest.raises(IntegrityError, match="kept as written"), connection.begin_nested():
        connection.execute(text("UPDATE submissions SET pin = 'x'"))


def test_an_application_gives_one_license(connection: Connection) -> None:
    application = an_application("issued")
    applications.add(connection, application)
    licenses.add(connection, a_license(application))

    with pytest.raises(IntegrityError), connection.begin_nested():
        licenses.add(connection, a_license(application))


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), ["running", "over", "to come", "revoked"]),
        (Wanted(state="expired"), ["over"]),
        (Wanted(state="issued"), ["running", "to come"]),
        (Wanted(state="revoked"), ["revoked"]),
        (Wanted(in_effect=True), ["running"]),
        (Wanted(in_effect=False), ["over", "to come", "revoked"]),
        (Wanted(holders=["resident-7"]), ["to come"]),
        (Wanted(program="another"), []),
    ],
    ids=str,
)
def test_the_register_lists_licenses_as_they_stand_today(
    connection: Connection, wanted: Wanted, found: list[str]
) -> None:
    made: dict[str, dict[str, Any]] = {
        "running": {},
        "over": {"ends_on": date(2026, 5, 31)},
        "to come": {"starts_on": date(2026, 7, 1), "holder": "resident-7"},
        "revoked": {"state": "revoked", "ended_on": date(2026, 5, 20), "ended_by": "violation"},
    }
    names = {}
    for name, given in made.items():
        application = an_application("issued")
        applications.add(connection, application)
        license_ = a_license(application, **given)
        licenses.add(connection, license_)
        names[license_.id] = name

    listed = licenses.listed(connection, CITY, wanted, today=TODAY, after=None, limit=10)

    assert [names[each.id] for each in listed] == found


def test_caps_read_every_license_whose_term_reaches_the_day(connection: Connection) -> None:
    endings: list[dict[str, Any]] = [
        {},
        {"ends_on": None},
        {"ends_on": date(2026, 5, 31)},
        {"state": "revoked"},
    ]
    for given in endings:
        application = an_application("issued")
        applications.add(connection, application)
        licenses.add(connection, a_license(application, **given))

    read = licenses.of_program(connection, CITY, PROGRAM, TODAY)

    assert [each.state for each in read] == ["issued", "issued", "revoked"]
