"""Facts that the records themselves tell, whatever was stated: licenses held, fees paid, a denial."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from casework.desk.acting import Acting
from casework.storage import charges
from citycode.facts import Facts, parse_facts
from citycode.program import Program
from sqlalchemy import Connection

from licensing.domain.application import Application
from licensing.domain.license import STANDING, as_of
from licensing.storage import licenses
from licensing.usecases.desk import facts_of

LICENSES_HELD, FEES_PAID = "licenses_held", "fees_paid_usd"
DENIED, RECEIVED = "application_denied", "application_received_on"
"""Names of the vocabulary (`codes/facts.yaml`) that licensing answers by itself."""

SOURCES = {
    LICENSES_HELD: "license records",
    FEES_PAID: "ledger",
    DENIED: "application",
    RECEIVED: "application",
}


def known_of(
    connection: Connection,
    acting: Acting,
    program: Program,
    application: Application,
    *,
    denied: bool | None = None,
) -> Facts:
    """What was stated and measured of an application, with what the records tell laid over it.

    `denied` where the question is what follows of a denial that is being made.
    """
    base = facts_of(program, application)
    told = {
        name: value
        for name, value in _told(connection, acting, program, application, denied).items()
        if name in program.facts
    }
    sources = dict(base.sources) | {name: SOURCES[name] for name in told}
    return parse_facts(program.facts, dict(base.stated) | told, sources)


def _told(
    connection: Connection, acting: Acting, program: Program, application: Application, denied: bool | None
) -> Mapping[str, Any]:
    paid = sum(
        (each.refundable_usd for each in charges.standings_of(connection, application.city, application.id)),
        Decimal("0.00"),
    )
    return {
        LICENSES_HELD: _licenses_held(connection, acting, program, application),
        FEES_PAID: str(paid),
        DENIED: application.state == "denied" if denied is None else denied,
        RECEIVED: (application.received_on or acting.today).isoformat(),
    }


def _licenses_held(
    connection: Connection, acting: Acting, program: Program, application: Application
) -> list[dict[str, Any]]:
    """The applicant's licenses of the program that stand, by the facts the law asks of each."""
    if LICENSES_HELD not in program.facts:
        return []
    asked = program.facts[LICENSES_HELD].fields
    today = acting.today
    return [
        {name: each.facts[name] for name in asked if name in each.facts}
        for each in licenses.of_program(connection, application.city, program.id, today)
        if each.holder == application.applicant and as_of(each, today).state in STANDING
    ]
