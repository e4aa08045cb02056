"""Facts that the records themselves tell, whatever was stated: licenses held, fees paid, a denial."""

from __future__ import annotations

from typing import Any

from casework.desk.acting import Acting
from casework.desk.told import DENIED, FEES_PAID, RECEIVED, SOURCES, fees_paid, laid_over
from citycode.facts import Facts
from citycode.program import Program
from sqlalchemy import Connection

from licensing.domain.application import Application
from licensing.domain.license import STANDING, as_of
from licensing.storage import licenses
from licensing.usecases.desk import facts_of

LICENSES_HELD = "licenses_held"
"""A name of the vocabulary (`codes/facts.yaml`) that licensing answers by itself."""


def known_of(
    connection: Connection,
    acting: Acting,
    program: Program,
    application: Application,
) -> Facts:
    """What was stated and measured of an application, with what the records tell laid over it."""
    told = {
        LICENSES_HELD: _licenses_held(connection, acting, program, application),
        FEES_PAID: fees_paid(connection, application.city, application.id),
        DENIED: application.state == "denied",
        RECEIVED: (application.received_on or acting.today).isoformat(),
    }
    sources = {**SOURCES, LICENSES_HELD: "license records"}
    return laid_over(program, facts_of(program, application), told, sources)


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
