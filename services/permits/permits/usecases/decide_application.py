"""The decision on an application, on facts that were fetched anew."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from calculators import Measured
from casework.applications import law_date_of
from casework.desk import deciding
from casework.desk.acting import Acting
from casework.desk.deciding import Decided, Deciding, Weighed
from sqlalchemy import Connection

from permits.domain.application import Application
from permits.domain.gates import permit_needed
from permits.domain.standing_check import standing_check
from permits.usecases.desk import as_stored, facts_of, program_of
from permits.usecases.docket import DOCKET
from permits.usecases.records import held


def decide(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    made: Deciding,
    measured: Measured,
    decision_id: UUID,
) -> Decided[Application]:
    """Record the decision on the facts as they are now; a denial returns the fees that the law returns.

    Raises GatesUnmet with all that is missing, and as `held`.
    """
    found = held(connection, acting, application_id, version, made.outcome)
    weighed = _weighed(acting, replace(found, measured=as_stored(measured)))
    return deciding.decide(connection, acting, DOCKET, weighed, made, decision_id)


def _weighed(acting: Acting, application: Application) -> Weighed[Application]:
    program, law_date = program_of(acting.city, application), law_date_of(application, acting.today)
    facts = facts_of(program, application)
    standing = standing_check(program, application, facts, law_date)
    return Weighed(
        application=application,
        rule=program.decision("approve", law_date, facts),
        facts=facts,
        law_date=law_date,
        check=standing.check,
        unmet=standing.unmet,
        remedies=standing.remedied,
        against=tuple(permit_needed(program.requirement(facts, law_date))),
    )
