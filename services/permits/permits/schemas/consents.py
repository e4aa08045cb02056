"""Consents on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from permits.schemas.shape import Incoming, Outgoing

Machine = Annotated[
    str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]*$")
]


class ConsentAsk(Incoming):
    """The machine (a portal's subject) that may act for the person who asks."""

    machine: Annotated[Machine, Field(examples=["portal-1"])]


class ConsentView(Outgoing):
    """A consent, standing until withdrawn."""

    machine: str
    granted_at: datetime
    withdrawn_at: datetime | None


class ConsentsView(Outgoing):
    """All consents of the caller."""

    consents: list[ConsentView]
