"""Fees of an application: paid on it, before what they gate."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from casework.desk import charging
from casework.desk.acting import Acting
from casework.desk.charging import Paying
from casework.payments import Payment
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.storage import applications
from licensing.usecases.records import held


def pay(
    connection: Connection, acting: Acting, application_id: UUID, version: int, paying: Paying
) -> tuple[Application, Payment]:
    """Enter a payment; it goes to what is due first, the rest stays as credit.

    Raises NotCents, ReferenceTaken, ImpossibleDate, and as `held`.
    """
    before = held(connection, acting, application_id, version, "pay")
    payment = charging.receive(connection, acting, before.id, paying)
    saved = applications.save(connection, replace(before, state=APPLICATION.after(before.state, "pay")))
    return saved, payment
