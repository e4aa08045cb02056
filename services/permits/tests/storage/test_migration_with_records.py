"""From the first schema with records in it to the newest: all is kept, and what a sale ended is known."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from casework.desk.acting import Acting
from casework.land import LandEvent
from casework.storage import decisions, hearings, history, land_events
from permits.storage import applications, permits
from permits.usecases import follow_land
from servicekit.database import open_engine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.migrations import migrate
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Connection, Engine, text

from services.permits.tests.conftest import MIGRATIONS
from services.permits.tests.services import CITY, law

pytestmark = pytest.mark.storage
SOLD, DIVIDED, STANDING = uuid7(), uuid7(), uuid7()
HEARING, DECISION = uuid7(), uuid7()
SALE, DIVISION = str(uuid7()), str(uuid7())
NOW = datetime(2026, 12, 1, 15, tzinfo=UTC)
PINS = {SOLD: "1", DIVIDED: "2", STANDING: "3"}

APPLICATION = """
INSERT INTO applications (city, id, program, state, version, applicant, filed_by, pin, created_at, facts,
  measured, submittals, judgments, incomplete_because, submission)
VALUES (:city, :id, 'wind-generator', 'issued', 7, 'resident-1', 'resident-1', :pin, :at,
  '{"work": "wind_generator"}', '{}', '{}', '{}', '{}', 1)
"""
PERMIT = """
INSERT INTO permits (city, id, number, program, application_id, state, version, holder, pin, issued_on,
  conditions, state_before, ended_on, ended_by, ended_rules)
VALUES (:city, :id, :number, 'wind-generator', :id, :state, 2, 'resident-1', :pin, '2026-06-01', '{}',
  :before, :ended_on, :ended_by, '{}')
"""
OBLIGATION = """
INSERT INTO obligations (city, id, record_id, rule, must, who, started_by, started_on, options, steps, cite)
VALUES (:city, :id, :record, 'r', 'choose_what_becomes_of_the_permit', 'owner', :event, '2026-10-30',
  '{}', '{}', '')
"""


def write_records(connection: Connection) -> None:
    ended = {SOLD: ("2026-10-30", SALE), DIVIDED: ("2026-10-30", DIVISION), STANDING: (None, None)}
    for record, (ended_on, ended_by) in ended.items():
        common = {"city": CITY, "id": record, "pin": PINS[record]}
        connection.execute(text(APPLICATION), common | {"at": NOW})
        state, before = ("issued", None) if ended_on is None else ("expired", "issued")
        values = {"number": f"N-{PINS[record]}", "state": state, "before": before}
        connection.execute(text(PERMIT), common | values | {"ended_on": ended_on, "ended_by": ended_by})
    for record, event in ((SOLD, "ownership.transferred"), (DIVIDED, "parcel.subdivided")):
        connection.execute(text(OBLIGATION), {"city": CITY, "id": uuid7(), "record": record, "event": event})
    lists = {"le-wind-notice": {"id": "1", "complete": True, "rows": [], "vintage": "2026-05-01"}}
    connection.execute(
        text(
            "INSERT INTO hearings (city, id, record_id, body, kind, starts_at, place, scheduled_on,"
            " notice_lists) VALUES (:city, :id, :record, 'city_council', 'hearing', :at, 'City hall',"
            " '2026-06-01', :lists)"
        ),
        {"city": CITY, "id": HEARING, "record": STANDING, "at": NOW, "lists": json.dumps(lists)},
    )
    connection.execute(
        text(
            "INSERT INTO decisions (city, id, record_id, kind, office, decided_on, outcome, reasons,"
            " conditions) VALUES (:city, :id, :record, 'approve', 'city_council', '2026-06-01', 'approved',"
            " '{}', '{}')"
        ),
        {"city": CITY, "id": DECISION, "record": STANDING},
    )
    connection.execute(
        text(
            "INSERT INTO history (city, record_id, seq, event, at, actor, rules, details, previous, hash)"
            " VALUES (:city, :record, 1, 'permit.issued', :at, 'person:clerk-1', '{}', '{}', :none, :none)"
        ),
        {"city": CITY, "record": STANDING, "at": NOW, "none": bytes(32)},
    )


@pytest.fixture(scope="module")
def upgraded(postgres_url: str) -> Iterator[Engine]:
    """A database that had records before it was brought to the newest schema."""
    assert postgres_url
    with fresh_database("permits_upgraded") as url:
        migrate(url, MIGRATIONS, "0001")
        engine = open_engine(url)
        with engine.begin() as connection:
            write_records(connection)
        migrate(url, MIGRATIONS)
        yield engine
        engine.dispose()


@pytest.fixture
def connection(upgraded: Engine) -> Iterator[Connection]:
    with upgraded.connect() as opened:
        transaction = opened.begin()
        yield opened
        transaction.rollback()


def test_records_are_read_as_they_were(connection: Connection) -> None:
    application = applications.find(connection, CITY, STANDING)
    permit = permits.find(connection, CITY, STANDING)
    hearing = hearings.find(connection, CITY, HEARING)
    (decision,) = decisions.of_record(connection, CITY, STANDING)
    (entry,) = history.of_record(connection, CITY, STANDING)

    assert application is not None
    assert permit is not None
    assert hearing is not None
    assert (application.version, application.surveyed, application.remedies) == (7, {}, {})
    assert (permit.state, permit.term_ends_on) == ("issued", None)
    assert (hearing.state, hearing.moved_to, set(hearing.notice_lists)) == (
        "scheduled",
        None,
        {"le-wind-notice"},
    )
    assert (decision.law_date, decision.grounds, decision.remedies) == (None, (), {})
    assert entry.happening.actor == "person:clerk-1"


def test_what_a_sale_ended_is_known_and_what_a_division_ended_is_not_taken_for_one(
    connection: Connection,
) -> None:
    sold = land_events.of_parcel(connection, CITY, PINS[SOLD])

    assert sold == (LandEvent(SALE, "ownership.transferred", date(2026, 10, 30), confirmed=True),)
    assert land_events.of_parcel(connection, CITY, PINS[DIVIDED]) == ()
    assert land_events.of_parcel(connection, CITY, PINS[STANDING]) == ()


def tell(connection: Connection, record: UUID, told: LandEvent) -> tuple[str, date | None]:
    acting = Acting(law().city(CITY), Principal("urn:citycode:gis", "service"), NOW, frozenset())
    follow_land.take(connection, acting, uuid7(), PINS[record], told)
    after = permits.find(connection, CITY, record)
    assert after is not None
    return after.state, after.ended_on


def test_a_reversal_restores_what_a_sale_ended_before(connection: Connection) -> None:
    reversal = LandEvent(SALE, "ownership.transferred", date(2026, 10, 30), reversed=True)

    assert tell(connection, SOLD, reversal) == ("issued", None)


def test_an_end_of_before_stands_beside_what_is_told_later(connection: Connection) -> None:
    later = LandEvent("another", "ownership.transferred", date(2026, 11, 20), confirmed=True)
    sooner = LandEvent("sooner", "ownership.transferred", date(2026, 10, 1), confirmed=True)

    assert tell(connection, DIVIDED, later) == ("expired", date(2026, 10, 30))
    assert tell(connection, DIVIDED, sooner) == ("expired", date(2026, 10, 1))


def test_the_histories_of_before_get_their_heads(connection: Connection) -> None:
    heads = connection.execute(text("SELECT record_id, seq, hash FROM history_heads")).all()

    assert [(each.record_id, each.seq, bytes(each.hash)) for each in heads] == [(STANDING, 1, bytes(32))]


def test_going_back_and_forth_keeps_the_records(upgraded: Engine) -> None:
    url = upgraded.url.render_as_string(hide_password=False)

    migrate(url, MIGRATIONS, "0001")
    with upgraded.connect() as connection:
        kept = connection.scalar(text("SELECT count(*) FROM permits"))
    migrate(url, MIGRATIONS)

    with upgraded.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM permits")) == kept == 3
        assert len(land_events.of_parcel(connection, CITY, PINS[SOLD])) == 1
