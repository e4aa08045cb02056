"""Notices, orders, violations, holds and documents are read back as they were written."""

from dataclasses import replace
from datetime import date

import pytest
from casework.documents import Reference, StoredFile
from casework.holds import Hold, Subject
from casework.lifecycle import NotAllowed
from casework.notices import Addressee, Attempt, Notice, Printing
from casework.orders import Extension, NoExtension, Order
from casework.storage import documents, holds, notices, orders, violations
from casework.violations import Violation
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from libs.casework.tests.builders import AT, CITY, DAY

pytestmark = pytest.mark.storage


def notice(**given: object) -> Notice:
    values = {
        "id": uuid7(),
        "city": CITY,
        "record_id": uuid7(),
        "number": f"LE-NTC-{uuid7()}",
        "program": "property-maintenance",
        "notice": "dl-pm-notice",
        "state": "drafted",
        "office": "housing_official",
        "law_date": DAY,
        "drafted_on": DAY,
        "contents": {"description_of_violation": "Peeling paint.", "correction_order": True},
        "signed_by": frozenset({"housing_official"}),
        "pin": "11.0001",
        **given,
    }
    return Notice(**values)  # type: ignore[arg-type]


OWNER = Addressee(
    "1", frozenset({"owner"}), "A. Person", "12 Elm St", "county_tax_record", date(2026, 1, 2), ("11.0001",)
)


def order(**given: object) -> Order:
    values = {
        "id": uuid7(),
        "city": CITY,
        "record_id": uuid7(),
        "number": f"LE-ORD-{uuid7()}",
        "kind": "correction",
        "state": "served",
        "office": "housing_official",
        "says": "Repaint the north wall.",
        "rules": ("dl-pm-fifty-percent",),
        "drafted_on": DAY,
        "violations": (uuid7(),),
        "comply_by": date(2026, 7, 6),
        **given,
    }
    return Order(**values)  # type: ignore[arg-type]


def hold(**given: object) -> Hold:
    values = {
        "id": uuid7(),
        "city": CITY,
        "subject": Subject("parcel", "11.0001"),
        "blocks": ("permit.issued", "license.issued"),
        "rule": "fr-la-hold",
        "cite": "208.05",
        "because": "A stop work order stands.",
        "source": f"case-{uuid7()}",
        "placed_on": DAY,
        "placed_by": "enforcement",
        "until": ("case.closed",),
        **given,
    }
    return Hold(**values)  # type: ignore[arg-type]


def test_a_notice_is_read_back_and_a_stale_one_not_written(connection: Connection) -> None:
    drafted = notice()
    notices.draft(connection, drafted, [OWNER])

    assert notices.find(connection, CITY, drafted.id) == drafted
    assert notices.recipients_of(connection, CITY, drafted.id) == (OWNER,)
    issued = replace(drafted, state="issued", issued_on=DAY)
    assert notices.change(connection, issued)
    assert not notices.change(connection, issued)
    assert notices.of_record(connection, CITY, drafted.record_id) == (replace(issued, version=2),)


def test_attempts_take_one_outcome_and_one_proof(connection: Connection) -> None:
    drafted = notice()
    notices.draft(connection, drafted, [OWNER])
    sent = Attempt(uuid7(), drafted.id, "1", "certified_mail", DAY, "officer-1", "sent")
    printing = Printing(uuid7(), drafted.id, "the Leaf", DAY, "affidavit_of_publication", DAY, "printer")
    notices.record_attempt(connection, CITY, sent)
    notices.record_printing(connection, CITY, printing)

    outcomes = [
        notices.record_outcome(connection, CITY, sent.id, "delivered", date(2026, 6, day)) for day in (8, 9)
    ]
    proofs = [
        notices.record_proof(
            connection,
            CITY,
            sent.id,
            proof="return_receipt",
            sworn_on=None,
            sworn_by=None,
            document_sha256=sha,
        )
        for sha in ("a" * 64, "b" * 64)
    ]

    delivered = replace(
        sent,
        outcome="delivered",
        received_on=date(2026, 6, 8),
        proof="return_receipt",
        document_sha256="a" * 64,
    )
    assert (outcomes, proofs) == ([True, False], [True, False])
    assert notices.attempts_of(connection, CITY, drafted.id) == (delivered,)
    assert notices.printings_of(connection, CITY, drafted.id) == (printing,)


def test_erasing_leaves_that_somebody_was_told(connection: Connection) -> None:
    drafted = notice()
    notices.draft(connection, drafted, [OWNER])

    erased = [notices.erase(connection, CITY, drafted.id, AT) for _ in range(2)]

    assert erased == [1, 0]
    assert notices.recipients_of(connection, CITY, drafted.id) == (replace(OWNER, name=None, address=None),)


def test_an_order_takes_more_time_only_forward_and_keeps_why(connection: Connection) -> None:
    served = order()
    orders.draft(connection, served)
    more = Extension(
        uuid7(), CITY, served.id, DAY, "housing_official", date(2026, 7, 6), date(2026, 7, 20), "rain"
    )

    longer = orders.extend(connection, served, more)

    assert longer == replace(served, comply_by=date(2026, 7, 20), version=2)
    assert orders.find(connection, CITY, served.id) == longer
    assert orders.extensions_of(connection, CITY, served.id) == (more,)
    assert orders.extend(connection, served, replace(more, id=uuid7())) is None
    with pytest.raises(NoExtension):
        orders.extend(connection, longer, replace(more, id=uuid7()))
    with pytest.raises(NotAllowed):
        orders.extend(connection, replace(longer, state="complied"), more)


def test_orders_whose_day_has_passed_are_found(connection: Connection) -> None:
    late = order(city="fridley")
    for each in (late, order(city="fridley", state="stayed"), order(city="fridley", comply_by=None)):
        orders.draft(connection, each)

    assert orders.overdue(connection, "fridley", date(2026, 7, 6), 10) == ()
    assert orders.overdue(connection, "fridley", date(2026, 7, 7), 10) == (late,)


def test_a_violation_ends_once_and_never_before_it_was_seen(connection: Connection) -> None:
    seen = Violation(
        uuid7(),
        CITY,
        uuid7(),
        "dl-pm-roofs",
        "1002A.04",
        "Missing shingles.",
        DAY,
        "officer-1",
        place="south",
    )
    violations.record(connection, seen)

    too_early = violations.correct(connection, CITY, seen.id, date(2026, 6, 3), "officer-1")
    corrected = violations.correct(connection, CITY, seen.id, date(2026, 6, 20), "officer-2")
    withdrawn = violations.withdraw(connection, CITY, seen.id, DAY, "a mistake")

    assert (too_early, corrected, withdrawn) == (False, True, False)
    assert violations.of_record(connection, CITY, seen.record_id) == (
        replace(seen, corrected_on=date(2026, 6, 20), corrected_by="officer-2"),
    )


def test_a_hold_is_placed_once_per_source_and_bars_until_released(connection: Connection) -> None:
    parcel = Subject("parcel", f"pin-{uuid7()}")
    placed = hold(subject=parcel)

    first = holds.place(connection, placed)
    again = holds.place(connection, replace(placed, id=uuid7(), because="told twice"))
    barred = holds.blocked(connection, CITY, [parcel, Subject("record", "x")], "permit.issued", DAY)
    elsewhere = holds.blocked(connection, "fridley", [parcel], "permit.issued", DAY)
    released = holds.release_source(
        connection, CITY, placed.source, date(2026, 6, 10), "enforcement", "corrected", event="case.closed"
    )

    assert (first, again, barred, elsewhere) == (placed, placed, (placed,), ())
    assert [each.id for each in released] == [placed.id]
    assert holds.blocked(connection, CITY, [parcel], "permit.issued", date(2026, 6, 10)) == ()
    assert not holds.release(connection, CITY, placed.id, DAY, "x", "y")
    assert holds.of(connection, CITY, []) == ()


def test_one_content_is_kept_once_however_often_it_is_referred_to(connection: Connection) -> None:
    record = uuid7()
    stored = StoredFile(CITY, "c" * 64, "application/pdf", 12)
    refs = [
        Reference(uuid7(), CITY, record, "survey", stored.sha256, name, "public", AT, "resident-1")
        for name in ("survey.pdf", "again.pdf")
    ]
    for each in refs:
        documents.refer(connection, stored, each)

    assert documents.of_record(connection, CITY, record) == tuple((each, stored) for each in refs)
    assert documents.remove(connection, CITY, refs[0].id, AT, "clerk-1", "twice")
    assert not documents.remove(connection, CITY, refs[0].id, AT, "clerk-1", "twice")
    assert documents.find(connection, CITY, refs[0].id) is None
    assert not documents.drop_unreferred(connection, CITY, stored.sha256)
    assert documents.remove(connection, CITY, refs[1].id, AT, "clerk-1", "gone")
    assert documents.drop_unreferred(connection, CITY, stored.sha256)
    assert documents.of_record(connection, CITY, record) == ()
