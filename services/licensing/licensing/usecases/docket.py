"""How licensing keeps its applications: what reviewing and deciding them take from here."""

from __future__ import annotations

from collections.abc import Iterable

from casework.applications import COMPLETED, law_date_of
from casework.desk import charging
from casework.desk.acting import Acting
from casework.desk.charging import Billed
from casework.desk.docket import Docket
from casework.desk.gates import Gate
from casework.payments import PaymentMethod, Refund
from citycode.facts import Facts
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.storage import applications
from licensing.usecases.records import application_of, held
from licensing.usecases.told import known_of

DENIED = "The application was denied."


def _facts(connection: Connection, acting: Acting, application: Application) -> Facts:
    return known_of(connection, acting, acting.city.program(application.program), application)


def billed(acting: Acting, application: Application, facts: Facts) -> Billed:
    """The application as its fees are reckoned."""
    program = acting.city.program(application.program)
    return Billed(program, application.id, facts, law_date_of(application, acting.today))


def _before_completion(
    connection: Connection, acting: Acting, application: Application, facts: Facts
) -> Iterable[Gate]:
    account = billed(acting, application, facts)
    yield from charging.fee_gates(connection, application.city, account, COMPLETED)


def _completed(connection: Connection, acting: Acting, application: Application) -> None:
    account = billed(acting, application, _facts(connection, acting, application))
    charging.assess(connection, acting, account, f"completed {application.submission}")


def _denied(
    connection: Connection, acting: Acting, application: Application, method: PaymentMethod
) -> tuple[Refund, ...]:
    account = billed(acting, application, _facts(connection, acting, application))
    return charging.give_back(connection, acting, account, DENIED, method)


DOCKET = Docket(
    lifecycle=APPLICATION,
    find=application_of,
    held=held,
    save=applications.save,
    facts_of=_facts,
    before_completion=_before_completion,
    completed=_completed,
    denied=_denied,
)
