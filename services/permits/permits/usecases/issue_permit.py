"""Issuing the permit that was approved, on the facts of today."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

from calculators import Measured
from casework.applications import law_date_of
from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.decision_gates import knowing_enough, standards_unmet
from casework.desk.gates import Gate, require
from casework.desk.memory import remember
from casework.holds import ISSUE_PERMIT
from casework.storage import decisions, land_events
from casework.time_to_decide import BY_LAW
from citycode.facts import Facts
from citycode.program import Program
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.domain.conditions import imposed, of_the_law
from permits.domain.gates import permit_needed
from permits.domain.permit import Permit
from permits.domain.register import Register, caught_up, site_known
from permits.domain.standing_check import standing_check
from permits.storage import applications, permits, registers
from permits.usecases.announce import announce, register_of
from permits.usecases.bar_acts import held_back
from permits.usecases.charge_fees import fee_gates
from permits.usecases.desk import as_stored, facts_of, program_of
from permits.usecases.land_law import changed_since
from permits.usecases.leave_register import succeed
from permits.usecases.records import held


def issue(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    permit_id: UUID,
    measured: Measured,
    register: Register | None,
) -> tuple[Application, Permit]:
    """Issue the permit that was approved, under the application's number.

    What was approved must still be so on the facts of today. `register` is how the map layer that the permit
    is entered in stood before `measured` was told: whoever is issued meanwhile is not on the map yet.

    Raises GatesUnmet with all that is missing, and as `held`.
    """
    before = held(connection, acting, application_id, version, "issue")
    before = replace(before, measured=as_stored(measured))
    program = program_of(acting.city, before)
    law_date = law_date_of(before, acting.today)
    approved = [
        each for each in decisions.of_record(connection, before.city, before.id) if each.kind == "approve"
    ]
    layer = register_of(program, law_date)
    facts = facts_of(program, before)
    standing = standing_check(program, before, facts, law_date)
    gates: list[Gate] = []
    if BY_LAW not in approved[-1].grounds:  # what the law itself approved is not judged again
        gates += permit_needed(program.requirement(facts, law_date))
        gates += knowing_enough(standing.check)
        gates += standards_unmet(standing.unmet)
    gates += fee_gates(connection, acting, before, "permit.issued")
    gates += held_back(connection, acting, before, ISSUE_PERMIT)
    known = land_events.of_parcel(connection, before.city, before.pin)
    gates += changed_since(acting.city, before, known, acting.today)
    if layer is not None:
        gates += site_known(before.site)
        gates += caught_up(layer, register, registers.now(connection, before.city, layer))
    require(gates)
    term_ends_on, term_rule = _term(program, "permit.issued", acting.today, facts, law_date)
    permit = Permit(
        id=permit_id,
        city=before.city,
        number=before.number or "",
        program=before.program,
        application_id=before.id,
        state="issued",
        version=1,
        holder=before.applicant,
        pin=before.pin,
        issued_on=acting.today,
        conditions=(
            *of_the_law(acting.city, program, standing, law_date),
            *imposed(approved[-1].conditions),
        ),
        lon=before.lon,
        lat=before.lat,
        term_ends_on=term_ends_on,
        term_rule=term_rule,
    )
    permits.add(connection, permit)
    saved = applications.save(
        connection,
        replace(before, state=APPLICATION.after(before.state, "issue"), permit_id=permit_id),
    )
    event = "permit.issued"
    deadlines.start(connection, acting.city, program, permit.id, event, acting.today, facts, law_date)
    details = {"number": permit.number, "application": str(before.id)}
    remember(connection, acting, permit.id, event, details)
    remember(connection, acting, before.id, event, {"permit": str(permit_id)})
    if before.succeeds is not None:
        succeed(connection, acting, before.succeeds, permit)
    announce(connection, event, permit, program, acting.today, acting.now)
    return saved, permit


def _term(
    program: Program, event: str, on: date, facts: Facts, law_date: date
) -> tuple[date | None, str | None]:
    """The last day of the shortest term the event starts, and the rule that sets it; None without a term."""
    terms = [
        (clock.last_day, clock.rule)
        for clock in program.clocks(event, on, facts, law_date).clocks
        if clock.kind == "term" and clock.last_day is not None
    ]
    return min(terms, default=(None, None))
