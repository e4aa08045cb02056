"""The events licensing sends. None carries a name."""

from __future__ import annotations

from datetime import date
from typing import Any

from casework.desk.acting import Acting
from casework.obligations import Obligation
from servicekit.events import CloudEvent
from servicekit.outbox import emit
from sqlalchemy import Connection

from licensing.domain.license import License

SOURCE = "urn:citycode:licensing"
LEFT_TO = "enforcement"
"""The service that packs name for what the city does about a place once a right is gone."""


def announce(
    connection: Connection,
    acting: Acting,
    type_: str,
    license_: License,
    effective_on: date,
    because: str | None = None,
) -> None:
    """Say what happened to a license.

    `rules` are those it rests on; `follow_up_rules` those of its program that enforcement carries out, such
    as the removal of what stands without a license and the recovery of its cost.
    """
    data: dict[str, Any] = {
        "city": license_.city,
        "license_id": str(license_.id),
        "license_number": license_.number,
        "program": license_.program,
        "pin": license_.pin,
        "state": license_.state,
        "effective_on": effective_on.isoformat(),
        "starts_on": license_.starts_on.isoformat(),
        "ends_on": None if license_.ends_on is None else license_.ends_on.isoformat(),
        "rules": list(license_.ended_rules),
        "because": because,
        "follow_up_rules": [
            rule.id
            for rule in acting.city.rules.values()
            if rule.program == license_.program and rule.service == LEFT_TO
        ],
    }
    subject = f"licenses/{license_.id}"
    emit(connection, CloudEvent(type=type_, source=SOURCE, subject=subject, time=acting.now, data=data))


def announce_lapse(connection: Connection, acting: Acting, missed: Obligation, kind: str) -> None:
    """Say that what had to be done about a record of this kind was not done by its day."""
    data: dict[str, Any] = {
        "city": missed.city,
        "record_id": str(missed.record_id),
        "record": kind,
        "rule": missed.rule,
        "cite": missed.cite,
        "must": missed.must,
        "who": missed.who,
        "due_on": None if missed.due_on is None else missed.due_on.isoformat(),
    }
    subject = f"{kind}s/{missed.record_id}"
    event = CloudEvent(type="obligation.lapsed", source=SOURCE, subject=subject, time=acting.now, data=data)
    emit(connection, event)
