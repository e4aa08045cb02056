"""Issuing the license that was approved: under the application's number, for the term of the law."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from casework.applications import law_date_of
from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.charging import Billed, fee_gates
from casework.desk.gates import require
from casework.desk.memory import remember
from casework.holds import ISSUE_LICENSE
from casework.storage import decisions, personal
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.domain.license import License
from licensing.storage import applications, licenses
from licensing.usecases.announce import announce
from licensing.usecases.bar_acts import held_back
from licensing.usecases.count_caps import ISSUED, cap_gates, caps_on, term_on
from licensing.usecases.records import held
from licensing.usecases.told import known_of

CONTACT = ("name", "email", "phone", "mailing_address")
"""Personal fields that go over to the license: where its holder is reached."""


def issue(
    connection: Connection, acting: Acting, application_id: UUID, version: int, license_id: UUID
) -> tuple[Application, License]:
    """Issue the license that was approved, under the application's number, for the term of the law.

    Raises GatesUnmet while a fee is not paid, a hold bars it or a cap is reached, and as `held`.
    """
    before = held(connection, acting, application_id, version, "issue")
    program = acting.city.program(before.program)
    law_date = law_date_of(before, acting.today)
    facts = known_of(connection, acting, program, before)
    caps = caps_on(connection, acting, program, before, facts, law_date)
    billed = Billed(program, before.id, facts, law_date)
    require(
        (
            *fee_gates(connection, before.city, billed, ISSUED),
            *held_back(connection, acting, before, ISSUE_LICENSE),
            *cap_gates(caps),
        )
    )
    approved = [
        each for each in decisions.of_record(connection, before.city, before.id) if each.kind == "approve"
    ]
    term = term_on(program, acting.today, facts, law_date)
    license_ = License(
        id=license_id,
        city=before.city,
        number=before.number or "",
        program=before.program,
        application_id=before.id,
        state="issued",
        version=1,
        holder=before.applicant,
        pin=before.pin,
        issued_on=acting.today,
        starts_on=acting.today if term is None else max(acting.today, term.first_day),
        ends_on=None if term is None else term.ends_on,
        term_rule=None if term is None else term.rule,
        facts=dict(facts.stated),
        conditions=approved[-1].conditions,
    )
    licenses.add(connection, license_)
    saved = applications.save(
        connection,
        replace(before, state=APPLICATION.after(before.state, "issue"), license_id=license_id),
    )
    contact = personal.of_record(connection, before.city, before.id)
    kept = {name: value for name, value in contact.items() if name in CONTACT}
    hashes = personal.keep(connection, before.city, license_id, kept)
    deadlines.start(connection, acting.city, program, license_id, ISSUED, acting.today, facts, law_date)
    details: dict[str, Any] = {
        "number": license_.number,
        "application": str(before.id),
        "starts_on": str(license_.starts_on),
        "ends_on": None if license_.ends_on is None else str(license_.ends_on),
        "contact": hashes,
    }
    rules = () if license_.term_rule is None else (license_.term_rule,)
    remember(connection, acting, license_id, ISSUED, details, rules)
    remember(connection, acting, before.id, ISSUED, {"license": str(license_id)})
    announce(connection, acting, ISSUED, license_, acting.today)
    return saved, license_
