"""How often each register was changed, and what of that its subscribers have not taken."""

from __future__ import annotations

from servicekit.deliveries import DELIVERIES, OUTBOX
from sqlalchemy import Connection, and_, func, select
from sqlalchemy.dialects.postgresql import insert

from permits.domain.register import Register
from permits.storage.tables import registers


def changed(connection: Connection, city: str, layer: str) -> None:
    """Count a change. Whoever changes the same register at the same time waits, or begins anew."""
    row = insert(registers).values(city=city, layer=layer, changes=1)
    connection.execute(
        row.on_conflict_do_update(
            index_elements=[registers.c.city, registers.c.layer],
            set_={"changes": registers.c.changes + 1},
        )
    )


def now(connection: Connection, city: str, layer: str) -> Register:
    """How often it was changed, by all that is committed."""
    counted = connection.execute(
        select(registers.c.changes).where(registers.c.city == city, registers.c.layer == layer)
    ).scalar()
    return Register(counted or 0)


def standing(connection: Connection, city: str, layer: str) -> Register:
    """Both in one look: entries made before it and not told by it are counted as untold."""
    of_it = and_(OUTBOX.c.data["city"].astext == city, OUTBOX.c.data["register"]["layer"].astext == layer)
    undispatched = select(func.count()).where(OUTBOX.c.dispatched_at.is_(None), of_it).scalar_subquery()
    undelivered = (
        select(func.count())
        .select_from(DELIVERIES.join(OUTBOX, OUTBOX.c.seq == DELIVERIES.c.seq))
        .where(DELIVERIES.c.delivered_at.is_(None), of_it)
        .scalar_subquery()
    )
    counted = (
        select(func.coalesce(func.max(registers.c.changes), 0))
        .where(registers.c.city == city, registers.c.layer == layer)
        .scalar_subquery()
    )
    untold = undispatched + undelivered
    row = connection.execute(select(counted.label("changes"), untold.label("untold"))).one()
    return Register(row.changes, row.untold)
