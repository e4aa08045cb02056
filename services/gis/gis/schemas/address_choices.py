"""Choices between the candidates of an address, on the wire."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints
from servicekit.wire import Incoming

from gis.domain.address import AddressMatch
from gis.schemas.shape import Outgoing, Pin

Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=200)]


class AddressChoiceAsk(Incoming):
    """Which of the parcels that `GET …/parcels?address=` gives is meant, by its printed PIN, and why."""

    address: Annotated[Address, Field(examples=["4001 30th St N"])]
    pin: Annotated[Pin, Field(examples=["11.029.21.24.0001"])]
    note: Annotated[
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)] | None,
        Field(examples=["The caller named unit 3."]),
    ] = None


class OfferedCandidate(Outgoing):
    """A parcel that was offered: how it was matched, and from 0 to 1 how alike the addresses are."""

    pin: str
    address: str | None
    match: AddressMatch
    likeness: float


class AddressChoiceView(Outgoing):
    """Who chose which candidate for an address, when and out of which; kept as it was recorded."""

    id: str
    city: str
    asked: str
    chosen: OfferedCandidate
    candidates: list[OfferedCandidate]
    chosen_at: datetime
    chosen_by: str
    note: str | None


class AddressChoicePage(Outgoing):
    """Choices, the oldest first: the last one of an address is the one that stands."""

    items: list[AddressChoiceView]
    next_cursor: str | None
