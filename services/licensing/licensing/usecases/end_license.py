"""Bringing a license into an end state, and back when what ended it does not hold."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.obligations import Obligation
from casework.storage import obligations
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from licensing.domain.license import ENDING, LICENSE, License
from licensing.storage import licenses
from licensing.usecases.announce import announce
from licensing.usecases.desk import facts_of_license
from licensing.usecases.serve_notice import GIVE_NOTICE

NOTICE_OF = {"revoked": "revocation", "suspended": "revocation"}
"""The kind of notice the law may demand of an end."""


def end(
    connection: Connection,
    acting: Acting,
    license_: License,
    to: str,
    on: date,
    because: str,
    rules: tuple[str, ...],
) -> License:
    """Move a license into the state the law names, say so, and open the duty to notify its holder."""
    ended = licenses.save(
        connection,
        replace(
            license_,
            state=LICENSE.after(license_.state, ENDING[to]),
            state_before=license_.state,
            ended_on=on,
            ended_by=because,
            ended_rules=rules,
        ),
    )
    obligations.cancel_undone(connection, ended.city, ended.id, acting.today, because)
    remember(connection, acting, ended.id, f"license.{to}", {"on": str(on), "because": because}, rules)
    _owe_notice(connection, acting, ended, to)
    _start_clocks(connection, acting, ended, f"license.{to}", on)
    announce(connection, acting, f"license.{to}", ended, on, because)
    return ended


def restore(connection: Connection, acting: Acting, license_: License) -> License:
    """Let a license stand again: what ended it does not hold."""
    to = LICENSE.after(license_.state, f"restore_{license_.state_before}")
    back = licenses.save(
        connection,
        replace(license_, state=to, state_before=None, ended_on=None, ended_by=None, ended_rules=()),
    )
    undoing = f"no longer {license_.ended_by}"
    obligations.cancel_undone(connection, back.city, back.id, acting.today, undoing)
    obligations.reopen_canceled(connection, back.city, back.id, str(license_.ended_by))
    remember(connection, acting, back.id, "license.restored", {"because": license_.ended_by})
    announce(connection, acting, "license.restored", back, acting.today, license_.ended_by)
    return back


def _start_clocks(connection: Connection, acting: Acting, license_: License, event: str, on: date) -> None:
    """What the law lets run from an end: as the time to petition for a hearing on a suspension."""
    program = acting.city.program(license_.program)
    if event in program.events:
        facts = facts_of_license(program, license_)
        deadlines.start(connection, acting.city, program, license_.id, event, on, facts, on)


def _owe_notice(connection: Connection, acting: Acting, license_: License, to: str) -> None:
    kind = NOTICE_OF.get(to)
    if kind is None:
        return
    for rule in acting.city.program(license_.program).notices(kind, acting.today):
        obligations.open_obligation(
            connection,
            Obligation(
                id=uuid7(),
                city=license_.city,
                record_id=license_.id,
                rule=rule.rule,
                must=f"{GIVE_NOTICE}_{kind}",
                who=rule.issued_by[0] if rule.issued_by else "city",
                started_by=f"license.{to}",
                started_on=acting.today,
                due_on=None,
                cite=rule.cite,
            ),
        )
