"""Conveyances from the county and the owner candidates made of them, on the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field
from servicekit.wire import Incoming, WireDate

from gis.schemas.parcels import PartyView
from gis.schemas.shape import Line, Mailing, Outgoing, Pin

ConveyanceKind = Literal[
    "sale",
    "contract_for_deed",
    "foreclosure",
    "gift",
    "inheritance",
    "trust",
    "name_change",
    "address_change",
    "unknown",
]


class DocumentAsk(Incoming):
    """The recorded document a conveyance rests on."""

    number: Annotated[Line, Field(examples=["4512345"])]
    title: Annotated[Line, Field(examples=["Warranty deed"])]
    recorded_on: WireDate


class GranteeAsk(Incoming):
    """Who received the parcel, and where mail reaches them."""

    name: Annotated[Line, Field(examples=["Nyberg, Tove"])]
    mailing: Mailing


class ConveyanceAsk(Incoming):
    """A change of ownership as the county records it. It is a candidate until a clerk confirms it."""

    pin: Annotated[Pin, Field(examples=["11.029.21.24.0001"])]
    kind: ConveyanceKind
    conveyed_on: WireDate
    document: DocumentAsk
    grantor: Annotated[Line, Field(examples=["Halvorsen, Arne"])]
    grantee: GranteeAsk


class ConfirmAsk(Incoming):
    """The clerk's finding. `kind` corrects the county's; it is required where the county's is `unknown`."""

    kind: ConveyanceKind | None = None
    note: Annotated[str, Field(max_length=2000)] | None = None


class ReasonAsk(Incoming):
    """Why a candidate is rejected or a confirmation reversed."""

    reason: Annotated[str, Field(min_length=1, max_length=2000)]


class DocumentView(Outgoing):
    """The recorded document."""

    number: str
    title: str
    recorded_on: date


class OwnerCandidateView(Outgoing):
    """A possible change of owner, and what staff found about it.

    `transfers_ownership` tells whether, with this kind, rights tied to the owner are touched: a change of
    name or address, or a transfer into the owner's own trust, is none.
    """

    id: str
    city: str
    pin: str
    status: Literal["pending", "confirmed", "rejected", "reversed"]
    kind: ConveyanceKind
    transfers_ownership: bool | None
    conveyed_on: date
    document: DocumentView
    grantor: str
    grantee: PartyView
    recorded_owner: str | None
    received_at: datetime
    decided_at: datetime | None
    decided_by: str | None
    note: str | None
    version: int
    allowed_actions: list[Literal["confirm", "reject", "reverse"]]


class OwnerCandidatePage(Outgoing):
    """Candidates, the oldest first."""

    items: list[OwnerCandidateView]
    next_cursor: str | None
