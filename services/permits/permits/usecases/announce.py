"""The events permits sends. None carries a name; `register` tells gis where a structure stands."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from casework.obligations import Obligation
from citycode.program import Program
from servicekit.events import CloudEvent
from servicekit.outbox import emit
from sqlalchemy import Connection

from permits.domain.permit import Permit
from permits.storage import registers

SOURCE = "urn:citycode:permits"


def announce(
    connection: Connection,
    type_: str,
    permit: Permit,
    program: Program,
    effective_on: date,
    at: datetime,
    *,
    standing: bool = False,
) -> None:
    """Say what happened to a permit. `standing`: the structure is still there although the permit ended."""
    data: dict[str, Any] = {
        "city": permit.city,
        "permit_id": str(permit.id),
        "permit_number": permit.number,
        "program": permit.program,
        "pin": permit.pin,
        "state": permit.state,
        "effective_on": effective_on.isoformat(),
        "rules": list(permit.ended_rules),
    }
    layer = register_of(program, permit.issued_on)
    if layer is not None:
        registers.changed(connection, permit.city, layer)
        data["register"] = {"layer": layer, "lon": permit.lon, "lat": permit.lat, "standing": standing}
    subject = f"permits/{permit.id}"
    emit(connection, CloudEvent(type=type_, source=SOURCE, subject=subject, time=at, data=data))


def announce_lapse(connection: Connection, missed: Obligation, kind: str, at: datetime) -> None:
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
    emit(
        connection,
        CloudEvent(type="obligation.lapsed", source=SOURCE, subject=subject, time=at, data=data),
    )


def register_of(program: Program, on: date) -> str | None:
    """The map layer in which the program's permits are entered, if the law keeps one."""
    kept = (each.detail("layer") for each in program.overlays(on) if each.detail("registers"))
    return next((str(layer) for layer in kept if layer), None)
