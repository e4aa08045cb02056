"""What the city spent on a case."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from uuid import UUID

from casework.storage.rows import row_of
from sqlalchemy import Connection, insert, select

from enforcement.domain.cost import Cost
from enforcement.storage.tables import costs


def record(connection: Connection, cost: Cost) -> None:
    """Write a cost; it is never changed."""
    connection.execute(insert(costs).values(row_of(costs, cost)))


def of_case(connection: Connection, city: str, case_id: UUID) -> tuple[Cost, ...]:
    """The costs of a case, oldest first."""
    rows = connection.execute(
        select(costs).where(costs.c.city == city, costs.c.case_id == case_id).order_by(costs.c.id)
    )
    return tuple(Cost(**row._mapping) for row in rows)


def sums_of(connection: Connection, city: str, case_id: UUID) -> Mapping[str, Decimal]:
    """What was spent, by the law's name of the cost."""
    sums: dict[str, Decimal] = {}
    for each in of_case(connection, city, case_id):
        sums[each.fact] = sums.get(each.fact, Decimal("0.00")) + each.amount_usd
    return sums
