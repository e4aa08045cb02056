"""What is written is read back whole; history refuses to be changed."""

from dataclasses import replace
from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from casework.decisions import Decision
from casework.hearings import Hearing
from casework.history import Happening, first_broken
from casework.obligations import Obligation
from casework.service import Mailing, Proof, Recipient, parties, services
from casework.storage import decisions, hearings, history, obligations, personal
from servicekit.database import in_transaction
from servicekit.identifiers import uuid7
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

pytestmark = pytest.mark.storage
AT = datetime(2026, 6, 4, 14, 0, tzinfo=UTC)
CITY = "lake-elmo"


def due(day: date | None = date(2026, 7, 6), city: str = CITY) -> Obligation:
    return Obligation(
        id=uuid7(),
        city=city,
        record_id=uuid7(),
        rule="le-wind-hearing-schedule",
        must="schedule_hearing",
        who="city_administrator",
        started_by="application.completed",
        started_on=date(2026, 6, 4),
        due_on=day,
        lapse={"to": "overdue"},
        steps=("30 days",),
    )


def test_a_chain_read_back_holds(connection: Connection) -> None:
    record = uuid7()
    for event in ("application.created", "application.submitted"):
        history.append(
            connection, CITY, record, Happening(event, AT, "resident-1", None, ("le-wind-form",), {"n": 1})
        )

    entries = history.of_record(connection, CITY, record)

    assert [entry.happening.event for entry in entries] == ["application.created", "application.submitted"]
    assert first_broken(entries, last=(2, entries[1].hash)) is None


@pytest.mark.parametrize(
    "statement", ["UPDATE history SET event = 'x'", "DELETE FROM history", "TRUNCATE history"]
)
def test_the_database_refuses_to_change_history(connection: Connection, statement: str) -> None:
    history.append(connection, CITY, uuid7(), Happening("application.created", AT, "resident-1"))

    with pytest.raises(DBAPIError, match="kept as written"):
        connection.execute(text(statement))


def test_erased_values_leave_the_history_whole(connection: Connection) -> None:
    record = uuid7()
    digests = personal.keep(connection, CITY, record, {"name": "A. Person", "phone": "651-555-0100"})
    history.append(
        connection, CITY, record, Happening("application.created", AT, "r", details={"applicant": digests})
    )

    erased = personal.erase(connection, CITY, record, AT)

    assert erased == 2
    assert personal.of_record(connection, CITY, record) == {}
    assert first_broken(history.of_record(connection, CITY, record)) is None


def test_a_person_is_referred_to_the_same_way_on_one_record_only(connection: Connection) -> None:
    record, other = uuid7(), uuid7()

    first = personal.reference_to(connection, CITY, record, "person:clerk-1")
    again = personal.reference_to(connection, CITY, record, "person:clerk-1")
    another = personal.reference_to(connection, CITY, record, "person:clerk-2")
    elsewhere = personal.reference_to(connection, CITY, other, "person:clerk-1")

    assert first == again
    assert len({first, another, elsewhere}) == 3
    assert "clerk" not in first
    assert personal.of_record(connection, CITY, record)[first] == "person:clerk-1"


def test_once_erased_a_reference_leads_nowhere_and_the_chain_holds(connection: Connection) -> None:
    record = uuid7()
    actor = personal.reference_to(connection, CITY, record, "person:clerk-1")
    history.append(connection, CITY, record, Happening("application.created", AT, actor))

    personal.erase(connection, CITY, record, AT)

    assert personal.of_record(connection, CITY, record) == {}
    assert first_broken(history.of_record(connection, CITY, record)) is None
    assert personal.reference_to(connection, CITY, record, "person:clerk-1") != actor


def test_a_later_value_replaces_the_earlier(connection: Connection) -> None:
    record = uuid7()
    personal.keep(connection, CITY, record, {"phone": "651-555-0100"})
    personal.keep(connection, CITY, record, {"phone": "651-555-0199"})

    assert personal.of_record(connection, CITY, record) == {"phone": "651-555-0199"}


def test_fulfilling_marks_the_undone_once(connection: Connection) -> None:
    obligation = due()
    obligations.open_obligation(connection, obligation)

    first = obligations.fulfill(connection, CITY, obligation.record_id, "schedule_hearing", date(2026, 6, 10))
    second = obligations.fulfill(
        connection, CITY, obligation.record_id, "schedule_hearing", date(2026, 6, 11)
    )

    assert first == (replace(obligation, fulfilled_on=date(2026, 6, 10)),)
    assert second == ()


def test_what_was_fulfilled_by_an_act_that_no_longer_counts_is_open_again(connection: Connection) -> None:
    obligation = due()
    obligations.open_obligation(connection, obligation)
    day = date(2026, 6, 10)
    obligations.fulfill(connection, CITY, obligation.record_id, obligation.must, day)

    others = obligations.reopen_fulfilled(
        connection, CITY, obligation.record_id, obligation.must, date(2026, 6, 11)
    )
    reopened = obligations.reopen_fulfilled(connection, CITY, obligation.record_id, obligation.must, day)

    assert (others, reopened) == (0, 1)
    assert obligations.of_record(connection, CITY, obligation.record_id) == (obligation,)


def test_only_what_an_event_started_is_canceled_where_it_is_named(connection: Connection) -> None:
    started = due()
    other = replace(due(), record_id=started.record_id, started_by="hearing.scheduled")
    for each in (started, other):
        obligations.open_obligation(connection, each)

    canceled = obligations.cancel_undone(
        connection, CITY, started.record_id, AT.date(), "moved", started_by="hearing.scheduled"
    )

    standing = {
        each.started_by: each.standing(AT.date())
        for each in obligations.of_record(connection, CITY, started.record_id)
    }
    assert canceled == 1
    assert standing == {"application.completed": "open", "hearing.scheduled": "canceled"}


def test_a_missed_obligation_without_consequence_is_taken_too(connection: Connection) -> None:
    obligation = replace(due(), lapse=None)
    obligations.open_obligation(connection, obligation)

    taken = obligations.take_lapsed(connection, CITY, date(2026, 7, 7), 10)

    assert [each.id for each in taken] == [obligation.id]


def test_a_sweep_takes_a_lapse_once_and_never_on_the_last_day(connection: Connection) -> None:
    obligation = due()
    obligations.open_obligation(connection, obligation)

    on_the_day = obligations.take_lapsed(connection, CITY, date(2026, 7, 6), 10)
    after = obligations.take_lapsed(connection, CITY, date(2026, 7, 7), 10)
    again = obligations.take_lapsed(connection, CITY, date(2026, 7, 7), 10)

    assert (on_the_day, [each.id for each in after], again) == ((), [obligation.id], ())


def test_two_sweeps_at_once_share_the_lapses(engine: Engine) -> None:
    rows = [due(date(1990, 1, day), "elk-river") for day in range(1, 7)]

    def write(connection: Connection) -> None:
        for row in rows:
            obligations.open_obligation(connection, row)

    in_transaction(engine, write)

    with engine.connect() as one, engine.connect() as two, one.begin(), two.begin():
        first = obligations.take_lapsed(one, "elk-river", date(1991, 1, 1), 4)
        second = obligations.take_lapsed(two, "elk-river", date(1991, 1, 1), 4)

    taken = [each.id for each in first] + [each.id for each in second]
    assert len(taken) == len(set(taken)) == 6


def test_pages_of_obligations_hold_each_once(connection: Connection) -> None:
    written = [due(date(2026, 7, 1)), due(date(2026, 7, 1)), due(date(2026, 8, 1)), due(None)]
    for row in written:
        obligations.open_obligation(connection, row)

    seen = []
    after = None
    while page := obligations.listed(connection, CITY, undone_only=True, after=after, limit=2):
        seen += [each.id for each in page]
        after = (page[-1].due_on or date.max, page[-1].id)

    assert sorted(seen) == sorted(row.id for row in written)


def test_a_stale_hearing_is_not_written(connection: Connection) -> None:
    hearing = Hearing(
        uuid7(), CITY, uuid7(), "city_council", "hearing", AT, "Council chambers", date(2026, 6, 5)
    )
    hearings.schedule(connection, hearing)

    assert hearings.change(connection, replace(hearing, held_on=date(2026, 7, 14)))
    assert not hearings.change(connection, replace(hearing, held_on=date(2026, 7, 15)))
    found = hearings.find(connection, CITY, hearing.id)
    assert found == replace(hearing, held_on=date(2026, 7, 14), version=2)


def test_mailings_with_their_proof_become_services(connection: Connection) -> None:
    hearing = Hearing(
        uuid7(), CITY, uuid7(), "city_council", "hearing", AT, "Council chambers", date(2026, 6, 5)
    )
    hearings.schedule(connection, hearing)
    mailing = Mailing(uuid7(), hearing.id, "le-wind-notice", date(2026, 7, 2), "first_class_mail", ("a", "b"))
    hearings.record_mailing(connection, CITY, mailing)
    proof = Proof(mailing.id, "affidavit_of_mailing", date(2026, 7, 3), "clerk-1")

    assert hearings.record_proof(connection, CITY, proof)
    assert not hearings.record_proof(connection, CITY, proof)
    served = services(*hearings.mailings_of(connection, CITY, hearing.id))
    assert [(each.party, each.on, each.proof) for each in served] == [
        ("a", date(2026, 7, 2), "affidavit_of_mailing"),
        ("b", date(2026, 7, 2), "affidavit_of_mailing"),
    ]


def test_recipients_become_parties() -> None:
    recipient = Recipient("a", frozenset({"resident"}), Fraction(960, 2), ("12.029.21.43.0013",))

    assert [(each.id, each.kinds, each.distance_ft) for each in parties([recipient])] == [
        ("a", frozenset({"resident"}), 480)
    ]


def test_a_decision_is_read_back_whole(connection: Connection) -> None:
    decision = Decision(
        id=uuid7(),
        city=CITY,
        record_id=uuid7(),
        kind="approve",
        office="city_council",
        decided_on=date(2026, 7, 14),
        outcome="approved",
        votes={"yes": 3, "no": 1, "absent": 1},
        reasons=("All conditions are met.",),
        conditions=("No lighting.",),
        check_carried={"carried": True},
        receipt=b"{}",
        receipt_sha256="44136fa3",
    )
    decisions.record(connection, decision)

    assert decisions.of_record(connection, CITY, decision.record_id) == (decision,)
