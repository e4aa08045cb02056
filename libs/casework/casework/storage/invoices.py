"""Issue, cancel and read invoices."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from servicekit.identifiers import next_record_number, uuid7
from sqlalchemy import Connection, MetaData, Row, insert, select, update

from casework.charges import ChargeStanding
from casework.payments import Invoice, InvoiceLine, UnknownCharge
from casework.storage.ledger_tables import ledger_tables

_METADATA = MetaData()
ledger_tables(_METADATA)
_INVOICES = _METADATA.tables["invoices"]
_LINES = _METADATA.tables["invoice_lines"]
_CHARGES = _METADATA.tables["charges"]

INVOICES = "INV"


class NothingToInvoice(ValueError):
    """No charge that is owed and not yet on a living invoice."""


def issue(
    connection: Connection,
    *,
    city: str,
    record_id: UUID,
    prefix: str,
    issued_on: date,
    due_on: date,
    standings: Iterable[ChargeStanding],
) -> Invoice:
    """Ask for what is outstanding on these charges and on no living invoice; `<prefix>-INV-<year>-…`.

    Raises NothingToInvoice, UnknownCharge for a charge of another record.
    """
    owed = [each for each in standings if not each.settled]
    if any(each.charge.record_id != record_id for each in owed):
        raise UnknownCharge("An invoice asks for charges of one record only.")
    asked = set(
        connection.scalars(
            select(_LINES.c.charge_id).where(
                _LINES.c.city == city,
                _LINES.c.charge_id.in_([each.charge.id for each in owed]),
                _LINES.c.canceled_on.is_(None),
            )
        )
    )
    lines = tuple(
        InvoiceLine(each.charge.id, each.charge.title, each.charge.cite, each.outstanding_usd)
        for each in owed
        if each.charge.id not in asked
    )
    if not lines:
        raise NothingToInvoice("Nothing is owed that was not invoiced before.")
    number = next_record_number(connection, prefix, INVOICES, issued_on.year)
    invoice = Invoice(uuid7(), city, record_id, number, issued_on, due_on, lines)
    connection.execute(
        insert(_INVOICES).values(
            city=city,
            id=invoice.id,
            record_id=record_id,
            number=number,
            issued_on=issued_on,
            due_on=due_on,
        )
    )
    connection.execute(
        insert(_LINES),
        [
            {
                "city": city,
                "invoice_id": invoice.id,
                "charge_id": line.charge_id,
                "place": place,
                "amount_usd": line.amount_usd,
            }
            for place, line in enumerate(lines, start=1)
        ],
    )
    return invoice


def cancel(connection: Connection, city: str, invoice_id: UUID, on: date) -> bool:
    """Take an invoice back, so that its charges can be asked for anew; False when it is not there or gone."""
    gone = connection.execute(
        update(_INVOICES)
        .where(_INVOICES.c.city == city, _INVOICES.c.id == invoice_id, _INVOICES.c.canceled_on.is_(None))
        .values(canceled_on=on)
    )
    connection.execute(
        update(_LINES)
        .where(_LINES.c.city == city, _LINES.c.invoice_id == invoice_id, _LINES.c.canceled_on.is_(None))
        .values(canceled_on=on)
    )
    return gone.rowcount == 1


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Invoice, ...]:
    """The invoices of a record, oldest first, canceled ones too."""
    rows = connection.execute(
        select(_INVOICES)
        .where(_INVOICES.c.city == city, _INVOICES.c.record_id == record_id)
        .order_by(_INVOICES.c.id)
    ).all()
    lines = connection.execute(
        select(_LINES, _CHARGES.c.title, _CHARGES.c.cite)
        .join(_CHARGES, (_CHARGES.c.city == _LINES.c.city) & (_CHARGES.c.id == _LINES.c.charge_id))
        .where(_LINES.c.city == city, _LINES.c.invoice_id.in_([row.id for row in rows]))
        .order_by(_LINES.c.invoice_id, _LINES.c.place)
    )
    asked: dict[UUID, list[InvoiceLine]] = {}
    for line in lines:
        asked.setdefault(line.invoice_id, []).append(
            InvoiceLine(line.charge_id, line.title, line.cite, line.amount_usd)
        )
    return tuple(_invoice(row, tuple(asked[row.id])) for row in rows)


def _invoice(row: Row[Any], lines: tuple[InvoiceLine, ...]) -> Invoice:
    return Invoice(
        row.id, row.city, row.record_id, row.number, row.issued_on, row.due_on, lines, row.canceled_on
    )
