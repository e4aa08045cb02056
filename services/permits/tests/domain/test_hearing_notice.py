"""Notice of a hearing on the real law: who, how far, how long before, proven how."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from casework.desk.gates import Gate
from casework.hearings import Hearing
from casework.service import Mailing, Proof
from permits.domain.hearing_notice import Accepted, notice_gates, recipients_of
from servicekit.identifiers import uuid7

from services.permits.tests.builders import NOTICE, PROGRAM, a_hearing, an_application
from services.permits.tests.neighbors import a_row
from services.permits.tests.services import CITY, law

HEARING_ON, LAW_DATE = date(2026, 7, 14), date(2026, 6, 1)
LAST_DAY = date(2026, 7, 4)
NOTHING = Accepted()


def a_list(*rows: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"rows": list(rows or (a_row(),)), "complete": True, "reaches_into": [], **given}


def listed(frozen: dict[str, Any] | None) -> Hearing:
    return replace(a_hearing(an_application()), notice_lists={} if frozen is None else {NOTICE: frozen})


def a_mailing(hearing: Hearing, sent_on: date = LAST_DAY, *recipients: str, **given: Any) -> Mailing:
    mailing = Mailing(uuid7(), hearing.id, NOTICE, sent_on, "first_class_mail", recipients or ("1",))
    return replace(mailing, **given)


def a_proof(mailing: Mailing) -> Proof:
    return Proof(mailing.id, "affidavit_of_mailing", mailing.sent_on, "person:clerk-1")


def gates(
    hearing: Hearing, *mailings: Mailing, accepted: Accepted = NOTHING, proven: bool = True
) -> list[Gate]:
    program = law().city(CITY).program(PROGRAM)
    proofs = [a_proof(each) for each in mailings] if proven else []
    return list(notice_gates(program, hearing, HEARING_ON, LAW_DATE, mailings, proofs, accepted))


def codes(found: list[Gate]) -> set[str]:
    assert all(gate.rules == (NOTICE,) for gate in found)
    return {gate.code for gate in found}


@pytest.mark.parametrize(("late_by", "unmet"), [(-1, set()), (0, set()), (1, {"notice_short"})])
def test_ten_days_before_is_in_time(late_by: int, unmet: set[str]) -> None:
    hearing = listed(a_list())

    found = gates(hearing, a_mailing(hearing, LAST_DAY + timedelta(days=late_by)))

    assert codes(found) == unmet


@pytest.mark.parametrize(
    ("feet", "unmet"), [(499.9, {"notice_short"}), (500, {"notice_short"}), (500.1, set())]
)
def test_whoever_lives_within_500_feet_is_told(feet: float, unmet: set[str]) -> None:
    hearing = listed(a_list(a_row(), a_row("6 Elm Road", feet=feet)))

    assert codes(gates(hearing, a_mailing(hearing))) == unmet


@pytest.mark.parametrize(
    ("basis", "unmet"),
    [
        ("resident", {"notice_short"}),
        ("owner_occupant", {"notice_short"}),
        ("owner", set()),
        ("taxpayer", set()),
    ],
)
def test_residents_are_told_owners_elsewhere_need_not_be(basis: str, unmet: set[str]) -> None:
    hearing = listed(a_list(a_row(), a_row("6 Elm Road", basis=basis)))

    assert codes(gates(hearing, a_mailing(hearing))) == unmet


def test_two_mailings_make_up_one_notice() -> None:
    hearing = listed(a_list(a_row(), a_row("6 Elm Road")))

    found = gates(hearing, a_mailing(hearing, LAST_DAY, "1"), a_mailing(hearing, LAST_DAY, "2"))

    assert found == []


def test_one_address_of_several_parcels_gets_one_letter() -> None:
    row = a_row()
    row["parcels"] = [{"pin": "12", "distance_ft": 200.0}, {"pin": "13", "distance_ft": 900.0}]

    (recipient,) = recipients_of(a_list(row))

    assert (recipient.id, recipient.parcels, recipient.distance_ft) == ("1", ("12", "13"), Fraction(200))


def test_another_method_than_the_law_names_is_no_notice() -> None:
    hearing = listed(a_list())

    assert codes(gates(hearing, a_mailing(hearing, method="posting"))) == {"notice_short"}


def test_a_mailing_without_proof_is_named() -> None:
    hearing = listed(a_list())

    found = gates(hearing, a_mailing(hearing), proven=False)

    assert "proof_missing" in codes(found)
    assert any("affidavit of mailing" in gate.says for gate in found)


def test_without_a_list_there_is_no_notice() -> None:
    assert codes(gates(listed(None))) == {"notice_list_missing"}


@pytest.mark.parametrize(
    ("accepted", "unmet"),
    [(None, {"notice_list_incomplete"}), ("", {"notice_list_incomplete"}), ("Told.", set())],
)
def test_a_list_that_reaches_beyond_known_parcels_takes_a_reason(
    accepted: str | None, unmet: set[str]
) -> None:
    hearing = listed(a_list(complete=False, reaches_into=["the next town"]))

    found = gates(hearing, a_mailing(hearing), accepted=Accepted(incomplete=accepted))

    assert codes(found) == unmet
    assert all("the next town" in gate.says for gate in found)


def test_a_mailing_for_another_notice_does_not_count() -> None:
    hearing = listed(a_list())

    assert codes(gates(hearing, a_mailing(hearing, notice="another-notice"))) == {"notice_short"}


@pytest.mark.parametrize(("accepted", "unmet"), [(None, {"no_address"}), ("Posted on the lot.", set())])
def test_a_parcel_without_an_address_takes_a_reason(accepted: str | None, unmet: set[str]) -> None:
    hearing = listed(a_list(unaddressed=[{"pin": "14", "distance_ft": 90.0}]))

    found = gates(hearing, a_mailing(hearing), accepted=Accepted(unaddressed=accepted))

    assert codes(found) == unmet
    assert all("14" in gate.says for gate in found)


def test_a_reason_for_one_gap_does_not_serve_for_the_other() -> None:
    hearing = listed(
        a_list(
            complete=False, reaches_into=["the next town"], unaddressed=[{"pin": "14", "distance_ft": 9.0}]
        )
    )
    reason = "Seen to."

    assert codes(gates(hearing, a_mailing(hearing), accepted=Accepted(incomplete=reason))) == {"no_address"}
    assert codes(gates(hearing, a_mailing(hearing), accepted=Accepted(unaddressed=reason))) == {
        "notice_list_incomplete"
    }
    assert gates(hearing, a_mailing(hearing), accepted=Accepted(reason, reason)) == []
