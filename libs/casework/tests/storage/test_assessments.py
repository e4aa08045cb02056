"""A roll is proposed, adopted, certified; its money moves with it and comes back when the county refuses."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest
from casework.assessments import AssessmentLine, NotOwed, Roll, WrongLane
from casework.charges import Charge, Lane
from casework.lifecycle import NotAllowed
from casework.payments import MoreThanOwed
from casework.storage import assessments, charges, journal, payments
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from libs.casework.tests.builders import CITY, DAY, charge, usd, voucher

pytestmark = pytest.mark.storage

STATUTE = "M.S. 429.101"
LANE = Lane("assessment", "dl-pm-cost", STATUTE, "subd. 1(3)")


def proposed(connection: Connection) -> Roll:
    roll = Roll(uuid7(), CITY, f"LE-ROLL-{uuid7()}", 2026, "assessment", STATUTE, "proposed", DAY)
    assessments.propose(connection, roll)
    return roll


def owed(connection: Connection, **given: object) -> Charge:
    return charges.charge(connection, charge(**{"lane": LANE, **given}), voucher())  # type: ignore[arg-type]


def line(roll: Roll, made: Charge, amount: str = "100.00", **given: object) -> AssessmentLine:
    values = {
        "pin": "11.0001",
        "rules": ("dl-pm-cost",),
        "clause": "subd. 1(3)",
        "state": "proposed",
        **given,
    }
    return AssessmentLine(uuid7(), CITY, roll.id, made.record_id, shares=((made.id, usd(amount)),), **values)  # type: ignore[arg-type]


def certified(connection: Connection, made: Charge) -> tuple[Roll, AssessmentLine]:
    roll = proposed(connection)
    assessments.add_line(connection, roll, line(roll, made))
    adopted = assessments.adopt(connection, roll, date(2026, 9, 15), "city_council", "26-31")
    assert adopted is not None
    sent = assessments.certify(connection, adopted, "clerk-1", voucher(made_on=date(2026, 11, 20)))
    assert sent is not None
    (found,) = assessments.lines_of(connection, CITY, roll.id)
    return sent, found


def stands(connection: Connection, record: UUID) -> tuple[object, object]:
    balance = journal.balance_of(connection, CITY, record)
    return balance.outstanding_usd, balance.on_tax_roll_usd


def test_certifying_moves_what_is_owed_to_the_tax_roll(connection: Connection) -> None:
    made = owed(connection)

    roll, found = certified(connection, made)

    assert (roll.state, roll.adopted_by, roll.certified_on) == (
        "certified",
        "city_council",
        date(2026, 11, 20),
    )
    assert (found.state, found.amount_usd, found.certified_on) == (
        "certified",
        usd("100.00"),
        date(2026, 11, 20),
    )
    assert stands(connection, made.record_id) == (0, usd("100.00"))
    assert assessments.find(connection, CITY, roll.id) == roll
    assert roll in assessments.rolls_of(connection, CITY)


def test_the_county_confirms_and_pays_over(connection: Connection) -> None:
    made = owed(connection)
    _, found = certified(connection, made)

    assessments.confirm_line(connection, found, "county-5")
    (confirmed,) = assessments.lines_of_record(connection, CITY, made.record_id)
    assessments.collect_line(connection, confirmed, voucher(external_reference="settlement-2027-1"))

    assert confirmed.county_reference == "county-5"
    assert stands(connection, made.record_id) == (0, 0)
    assert journal.balance_of(connection, CITY, made.record_id).on("cash") == usd("100.00")


def test_a_rejected_line_is_corrected_by_another(connection: Connection) -> None:
    made = owed(connection)
    roll, found = certified(connection, made)

    assessments.reject_line(connection, found, "no such parcel", voucher())
    while_rejected = stands(connection, made.record_id)
    (rejected,) = assessments.lines_of(connection, CITY, roll.id)
    assessments.correct_line(connection, roll, rejected, line(roll, made, pin="11.0002"), voucher())

    lines = assessments.lines_of(connection, CITY, roll.id)
    assert while_rejected == (usd("100.00"), 0)
    assert stands(connection, made.record_id) == (0, usd("100.00"))
    assert [(each.pin, each.state, each.replaces) for each in lines] == [
        ("11.0001", "corrected", None),
        ("11.0002", "certified", rejected.id),
    ]


def test_a_prepaid_line_is_owed_here_again_and_then_paid(connection: Connection) -> None:
    made = owed(connection)
    _, found = certified(connection, made)

    assessments.prepay_line(connection, found, voucher(because="owner pays in full"))
    payments.receive(
        connection,
        city=CITY,
        record_id=made.record_id,
        prefix="LE",
        method="check",
        amount_usd=usd("100.00"),
        voucher=voucher(),
    )

    assert stands(connection, made.record_id) == (0, 0)


def test_a_charge_of_another_power_or_on_another_line_is_refused(connection: Connection) -> None:
    roll = proposed(connection)
    hazardous = owed(connection, lane=Lane("assessment", "er-sub-cost", "M.S. 463.21"))
    made = owed(connection)
    assessments.add_line(connection, roll, line(roll, made))

    with pytest.raises(WrongLane):
        assessments.add_line(connection, roll, line(roll, hazardous))
    with pytest.raises(assessments.ShareTaken):
        assessments.add_line(connection, proposed(connection), line(roll, made))
    with pytest.raises(MoreThanOwed):
        assessments.add_line(connection, roll, line(roll, owed(connection), "100.01"))


def test_what_was_paid_since_must_be_prepaid_off_the_roll(connection: Connection) -> None:
    made = owed(connection)
    roll = proposed(connection)
    assessments.add_line(connection, roll, line(roll, made))
    adopted = assessments.adopt(connection, roll, DAY, "city_council", "26-31")
    assert adopted is not None
    charges.waive(connection, CITY, made.id, usd("0.01"), voucher())

    with pytest.raises(MoreThanOwed):
        assessments.certify(connection, adopted, "clerk-1", voucher())


def test_rolls_keep_their_order_of_steps(connection: Connection) -> None:
    roll = proposed(connection)

    with pytest.raises(NotAllowed):
        assessments.certify(connection, roll, "clerk-1", voucher())
    with pytest.raises(NotOwed):
        assessments.adopt(connection, roll, DAY, "city_council", "26-31")
    assessments.add_line(connection, roll, line(roll, owed(connection)))
    adopted = assessments.adopt(connection, roll, DAY, "city_council", "26-31")
    assert adopted is not None
    assert assessments.adopt(connection, roll, DAY, "city_council", "26-31") is None
    with pytest.raises(NotAllowed):
        assessments.add_line(connection, adopted, line(roll, owed(connection)))


def test_a_line_somebody_moved_since_is_stale(connection: Connection) -> None:
    _, found = certified(connection, owed(connection))
    assessments.confirm_line(connection, found, None)

    with pytest.raises(assessments.StaleLine):
        assessments.reject_line(connection, found, "late", voucher())
    with pytest.raises(NotAllowed):
        assessments.confirm_line(connection, replace(found, state="confirmed"), None)
