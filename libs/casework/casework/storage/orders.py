"""Write, change and read orders and their extensions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, insert, select, update

from casework.orders import ORDER, Extension, NoExtension, Order
from casework.storage.order_tables import order_extensions_table, orders_table
from casework.storage.rows import row_of

_METADATA = MetaData()
_ORDERS = orders_table(_METADATA)
_EXTENSIONS = order_extensions_table(_METADATA)

ORDERS = "ORD"
"""The series of order numbers (`servicekit.identifiers.next_record_number`)."""

RUNNING = ("signed", "served", "not_complied")


def draft(connection: Connection, order: Order) -> None:
    """Write an order."""
    connection.execute(insert(_ORDERS).values(_row(order)))


def change(connection: Connection, order: Order) -> bool:
    """Write the changed order if nobody wrote since `order.version`; its version goes up by one."""
    changed = connection.execute(
        update(_ORDERS)
        .where(_ORDERS.c.city == order.city, _ORDERS.c.id == order.id, _ORDERS.c.version == order.version)
        .values(_row(order) | {"version": order.version + 1})
    )
    return changed.rowcount == 1


def extend(connection: Connection, order: Order, extension: Extension) -> Order | None:
    """Give more time and keep who gave it why; None when the order is stale.

    Raises NotAllowed (its state), NoExtension when the day is not later. Whether the law allows the day is
    asked before (`casework.orders.within`).
    """
    state = ORDER.after(order.state, "extend")
    if order.comply_by is None or extension.comply_by <= order.comply_by:
        raise NoExtension(f"{extension.comply_by} is not later than {order.comply_by}.")
    longer = replace(order, state=state, comply_by=extension.comply_by)
    if not change(connection, longer):
        return None
    connection.execute(insert(_EXTENSIONS).values(row_of(_EXTENSIONS, extension)))
    return replace(longer, version=order.version + 1)


def find(connection: Connection, city: str, order_id: UUID) -> Order | None:
    """One order."""
    row = connection.execute(select(_ORDERS).where(_ORDERS.c.city == city, _ORDERS.c.id == order_id)).first()
    return None if row is None else _order(row)


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Order, ...]:
    """The orders of a record, oldest first."""
    rows = connection.execute(
        select(_ORDERS)
        .where(_ORDERS.c.city == city, _ORDERS.c.record_id == record_id)
        .order_by(_ORDERS.c.drafted_on, _ORDERS.c.id)
    )
    return tuple(_order(row) for row in rows)


def extensions_of(connection: Connection, city: str, order_id: UUID) -> tuple[Extension, ...]:
    """Its extensions, oldest first."""
    rows = connection.execute(
        select(_EXTENSIONS)
        .where(_EXTENSIONS.c.city == city, _EXTENSIONS.c.order_id == order_id)
        .order_by(_EXTENSIONS.c.comply_by)
    )
    return tuple(Extension(**row._mapping) for row in rows)


def overdue(connection: Connection, city: str, on: date, limit: int) -> tuple[Order, ...]:
    """Orders whose day has passed without compliance, the oldest day first."""
    rows = connection.execute(
        select(_ORDERS)
        .where(_ORDERS.c.city == city, _ORDERS.c.state.in_(RUNNING), _ORDERS.c.comply_by < on)
        .order_by(_ORDERS.c.comply_by, _ORDERS.c.id)
        .limit(limit)
    )
    return tuple(_order(row) for row in rows)


def _row(order: Order) -> dict[str, Any]:
    return row_of(_ORDERS, order, rules=list(order.rules), violations=list(order.violations))


def _order(row: Row[Any]) -> Order:
    lists = {"rules": tuple(row.rules), "violations": tuple(row.violations)}
    return Order(**dict(row._mapping) | lists)
