"""Events about one parcel in any order, with any repetition: the permit comes to the same end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest
from casework.desk.acting import Acting
from casework.land import LandEvent
from casework.obligations import Obligation
from casework.storage import obligations
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from permits.domain.permit import Permit
from permits.storage import applications, permits
from permits.usecases import follow_land
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from sqlalchemy import Connection

from services.permits.tests.builders import a_permit, an_application
from services.permits.tests.services import CITY, law

pytestmark = pytest.mark.storage
ISSUED = date(2026, 6, 1)
NOW = datetime(2026, 11, 2, 15, tzinfo=UTC)
ONCE = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@dataclass(frozen=True)
class Sale:
    """One conveyance: on which day, and whether it was found to be a mistake."""

    reference: str
    on: date
    mistaken: bool


sales = st.lists(
    st.tuples(st.dates(date(2026, 5, 1), date(2026, 10, 31)), st.booleans()), min_size=1, max_size=4
).map(lambda drawn: [Sale(f"sale-{place}", on, bad) for place, (on, bad) in enumerate(drawn)])


def told_of(sale: Sale) -> list[LandEvent]:
    told = [LandEvent(sale.reference, "ownership.transferred", sale.on, confirmed=True)]
    if sale.mistaken:
        told.append(LandEvent(sale.reference, "ownership.transferred", sale.on, reversed=True))
    return told


def after(connection: Connection, events: list[LandEvent]) -> tuple[Permit, set[Any]]:
    """A permit with a review to come, after these events; everything is rolled back."""
    savepoint = connection.begin_nested()
    application = an_application("issued")
    permit = a_permit(application, issued_on=ISSUED)
    acting = Acting(law().city(CITY), Principal("urn:citycode:gis", "service"), NOW, frozenset())
    applications.add(connection, application)
    permits.add(connection, permit)
    obligations.open_obligation(connection, a_review(permit))
    for each in events:
        follow_land.take(connection, acting, uuid7(), permit.pin, each)
    found = permits.find(connection, CITY, permit.id)
    undone = {
        (each.must, each.who, each.rule, each.started_by, each.started_on, each.options)
        for each in obligations.of_record(connection, CITY, permit.id)
        if each.standing(ISSUED) == "open"
    }
    savepoint.rollback()
    assert found is not None
    return found, undone


def a_review(permit: Permit) -> Obligation:
    return Obligation(
        uuid7(), CITY, permit.id, "r", "review_the_permit", "clerk", "permit.issued", ISSUED, date(2027, 6, 1)
    )


@ONCE
@given(sales, st.data())
def test_shuffled_and_repeated_events_come_to_the_same_end(
    connection: Connection, made: list[Sale], data: st.DataObject
) -> None:
    events = [each for sale in made for each in told_of(sale)]
    shuffled = data.draw(
        st.permutations([*events, *data.draw(st.lists(st.sampled_from(events), max_size=3))])
    )

    permit, undone = after(connection, shuffled)

    standing = [(sale.on, sale.reference) for sale in made if not sale.mistaken and sale.on >= ISSUED]
    ended_on, ended_by = min(standing) if standing else (None, None)
    assert (permit.ended_on, permit.ended_by) == (ended_on, ended_by)
    assert permit.state == ("expired" if standing else "issued")
    assert permit.state_before == ("issued" if standing else None)
    assert {(must, started_on) for must, _, _, _, started_on, _ in undone} == {
        ("choose_what_becomes_of_the_permit", ended_on) if standing else ("review_the_permit", ISSUED)
    }
    in_order = after(connection, events)
    assert (permit.state, permit.ended_rules, undone) == (
        in_order[0].state,
        in_order[0].ended_rules,
        in_order[1],
    )
