"""How permits keeps its applications: what reviewing and deciding them take from here."""

from __future__ import annotations

from collections.abc import Iterable

from casework.applications import COMPLETED, law_date_of
from casework.desk.acting import Acting
from casework.desk.docket import Docket
from casework.desk.gates import Gate
from citycode.facts import Facts
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.domain.gates import permit_needed
from permits.domain.standing_check import papers_lacking, standing_check
from permits.storage import applications
from permits.usecases.charge_fees import assess, fee_gates, give_back
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import application_of, held


def _facts(_: Connection, acting: Acting, application: Application) -> Facts:
    return facts_of(program_of(acting.city, application), application)


def _before_completion(
    connection: Connection, acting: Acting, application: Application, facts: Facts
) -> Iterable[Gate]:
    """Completed is only what needs a permit, with papers as they must be and fees paid."""
    program, on = program_of(acting.city, application), law_date_of(application, acting.today)
    yield from permit_needed(program.requirement(facts, on))
    yield from papers_lacking(program, standing_check(program, application, facts, on))
    yield from fee_gates(connection, acting, application, COMPLETED)


def _completed(connection: Connection, acting: Acting, application: Application) -> None:
    assess(connection, acting, application, f"completed {application.submission}")


DOCKET = Docket(
    lifecycle=APPLICATION,
    find=application_of,
    held=held,
    save=applications.save,
    facts_of=_facts,
    before_completion=_before_completion,
    completed=_completed,
    denied=give_back,
)
