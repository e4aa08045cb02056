"""Whether one more license may be in effect beside those there are.

What is read here is every license of the program. It runs in the serializable transaction that issues: of two
that are issued at once one reads the other, or is run again and then does.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from casework.desk.acting import Acting
from casework.desk.gates import Gate
from citycode.facts import Facts
from citycode.happenings import Holding
from citycode.program import Program
from citycode.results.caps import CapsResult
from citycode.results.terms import Term
from sqlalchemy import Connection

from licensing.domain.application import Application
from licensing.domain.license import IN_EFFECT, holding_of, keys_of
from licensing.storage import licenses
from licensing.usecases.desk import facts_of_license

ISSUED = "license.issued"


def term_on(program: Program, on: date, facts: Facts, law_date: date) -> Term | None:
    """The shortest term that issuing on a day begins; None where the law sets none."""
    found = program.terms(ISSUED, on, facts, read_on=on, law_on=law_date).terms
    return min(found, key=lambda each: each.ends_on or date.max, default=None)


def caps_on(
    connection: Connection,
    acting: Acting,
    program: Program,
    application: Application,
    facts: Facts,
    law_date: date,
) -> CapsResult:
    """What the caps say of a license issued today."""
    today = acting.today
    term = term_on(program, today, facts, law_date)
    first = today if term is None else max(today, term.first_day)
    last = None if term is None else term.ends_on
    keys = keys_of(application.city, application.pin, application.applicant)
    number = application.number or ""
    wanted = Holding(IN_EFFECT, first, last, number, keys, facts)
    found = licenses.of_program(connection, application.city, program.id, first)
    counted = (holding_of(each, facts_of_license(program, each)) for each in found)
    return program.caps(wanted, tuple(each for each in counted if each is not None), law_date, facts)


def cap_gates(result: CapsResult) -> Iterable[Gate]:
    """Every cap that is reached, or cannot be counted."""
    for each in result.caps:
        if each.allowed is False:
            told = "" if not each.counting else f" In effect: {', '.join(each.counting)}."
            yield Gate("cap_reached", f"{each.sentence}{told}", (each.rule,))
        elif each.allowed is None:
            yield Gate("facts_missing", each.sentence, (each.rule,))
