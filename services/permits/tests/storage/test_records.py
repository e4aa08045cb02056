"""What is written is read again; a version can be written over once; another city sees nothing."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from casework.storage import consents
from permits.domain.application import Application
from permits.domain.conditions import Condition
from permits.domain.permit import Review
from permits.storage import applications, permits
from servicekit.identifiers import uuid7
from servicekit.problems import StaleVersion
from sqlalchemy import Connection

from services.permits.tests.builders import a_permit, an_application, an_inspection
from services.permits.tests.services import CITY, OTHER_CITY

pytestmark = pytest.mark.storage
AT = datetime(2026, 6, 1, 15, tzinfo=UTC)
LATER = datetime(2026, 6, 2, 15, tzinfo=UTC)
JUDGED = {"answer": True, "reason": "It is.", "office": "building_official", "by": "p", "on": "2026-06-01"}


def in_every_field() -> Application:
    """An application with something in every field."""
    return an_application(
        "under_review",
        lon=-92.9,
        lat=44.9,
        number=f"LE-WIND-{uuid7()}",
        measured={"lot_area_acres": {"value": "39.9", "unit": "acre", "source": "map", "vintage": None}},
        submittals={"le-wind-form": {"document": "1", "received_on": "2026-06-01", "by": "p"}},
        judgments={"le-wind-debris": JUDGED},
        recommendation={"in_favor": True, "reasons": [], "office": "o", "by": "p", "on": "2026-06-01"},
        incomplete_because=("A signature.",),
        submission=2,
        submitted_at=AT,
        received_on=date(2026, 6, 1),
        completed_on=date(2026, 6, 1),
        law_date=date(2026, 6, 1),
        permit_id=uuid7(),
    )


@pytest.mark.parametrize("written", [an_application(), in_every_field()], ids=["bare", "full"])
def test_an_application_is_read_as_it_was_written(connection: Connection, written: Application) -> None:
    applications.add(connection, written)

    assert applications.find(connection, CITY, written.id) == written
    assert applications.find(connection, OTHER_CITY, written.id) is None


def test_an_application_is_written_over_once_per_version(connection: Connection) -> None:
    written = an_application()
    applications.add(connection, written)

    saved = applications.save(connection, replace(written, state="submitted"))

    assert saved == replace(written, state="submitted", version=2)
    with pytest.raises(StaleVersion):
        applications.save(connection, replace(written, state="withdrawn"))
    assert applications.find(connection, CITY, written.id) == saved


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, [0, 1, 2]),
        ({"applicants": ["resident-1"]}, [0, 1]),
        ({"applicants": ["resident-1", "resident-2"]}, [0, 1, 2]),
        ({"applicants": []}, []),
        ({"state": "submitted"}, [1]),
        ({"program": "no-such-program"}, []),
        ({"limit": 2}, [0, 1]),
        ({"after": 0}, [1, 2]),
        ({"after": 2}, []),
    ],
)
def test_applications_are_listed_oldest_first(
    connection: Connection, asked: dict[str, Any], found: list[int]
) -> None:
    written = [an_application(), an_application("submitted"), an_application(applicant="resident-2")]
    for each in written:
        applications.add(connection, each)
    wanted = {"applicants": None, "state": None, "program": None, "after": None, "limit": 10, **asked}
    if wanted["after"] is not None:
        wanted["after"] = written[wanted["after"]].id

    listed = applications.listed(connection, CITY, **wanted)

    assert list(listed) == [written[place] for place in found]


def test_a_permit_with_inspections_and_reviews_is_read_as_it_was_written(connection: Connection) -> None:
    application = an_application("issued")
    permit = a_permit(
        application,
        "expired",
        conditions=(
            Condition("le-wind-height", "At most 125 feet.", "le-wind-height", "LEC 105.04"),
            Condition("imposed-1", "A fence."),
        ),
        state_before="inspected",
        ended_on=date(2026, 10, 30),
        ended_by="a sale",
        ended_rules=("le-wind-not-transferable",),
    )
    later = an_inspection(permit, scheduled_on=date(2026, 7, 1))
    sooner = an_inspection(permit)
    review = Review(uuid7(), CITY, permit.id, date(2026, 7, 1), True, "Seen.")
    applications.add(connection, application)
    permits.add(connection, permit)
    for each in (later, sooner):
        permits.add_inspection(connection, each)
    permits.add_review(connection, review)

    passed = replace(later, inspected_on=date(2026, 7, 1), passed=True, final=True, notes="As approved.")
    permits.record_result(connection, passed)

    assert permits.find(connection, CITY, permit.id) == permit
    assert permits.find(connection, OTHER_CITY, permit.id) is None
    assert permits.inspections_of(connection, CITY, permit.id) == [sooner, passed]
    assert permits.reviews_of(connection, CITY, permit.id) == [review]


def test_a_permit_is_written_over_once_per_version(connection: Connection) -> None:
    application = an_application("issued")
    permit = a_permit(application)
    applications.add(connection, application)
    permits.add(connection, permit)

    saved = permits.save(connection, replace(permit, state="closed"))

    assert saved == replace(permit, state="closed", version=2)
    with pytest.raises(StaleVersion):
        permits.save(connection, permit)


def test_permits_of_a_parcel_are_those_of_the_city(connection: Connection) -> None:
    here = an_application("issued")
    there = an_application("issued", city=OTHER_CITY, pin=here.pin)
    for each in (here, there):
        applications.add(connection, each)
        permits.add(connection, a_permit(each))

    found = permits.on_parcel(connection, CITY, here.pin, lock=True)

    assert [each.application_id for each in found] == [here.id]


def test_a_consent_stands_until_withdrawn_and_can_be_given_again(connection: Connection) -> None:
    given = consents.grant(connection, CITY, "person-1", "portal-1", AT)
    again = consents.grant(connection, CITY, "person-1", "portal-1", LATER)
    while_standing = consents.persons_of(connection, CITY, "portal-1")

    ended = [consents.withdraw(connection, CITY, "person-1", "portal-1", LATER) for _ in range(2)]
    after = consents.persons_of(connection, CITY, "portal-1")
    renewed = consents.grant(connection, CITY, "person-1", "portal-1", LATER)

    assert given == again == consents.Consent("portal-1", AT, None)
    assert (while_standing, after) == (["person-1"], [])
    assert ended == [True, False]
    assert renewed == consents.Consent("portal-1", LATER, None)
    assert consents.persons_of(connection, OTHER_CITY, "portal-1") == []
