"""Hearings on the wire. For staff: the lists hold mailing addresses."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from caseroutes.shape import Incoming, Line, Outgoing, Paragraph, Word
from pydantic import Field
from servicekit.wire import WireDate, WireUuid


class NoticeListAsk(Incoming):
    """For which notice of the law."""

    notice: Annotated[Word, Field(examples=["le-wind-notice"])]


class MailingAsk(Incoming):
    """What went out. Without `recipients`: to everybody on the list."""

    notice: Annotated[Word, Field(examples=["le-wind-notice"])]
    sent_on: Annotated[WireDate, Field(examples=["2026-07-02"])]
    method: Literal["first_class_mail", "certified_mail", "personal_service", "posting", "publication"]
    recipients: Annotated[list[Line], Field(max_length=5000, default_factory=list)]


class AffidavitAsk(Incoming):
    """What proves a mailing."""

    mailing: WireUuid
    kind: Annotated[Word, Field(examples=["affidavit_of_mailing"])]
    sworn_on: Annotated[WireDate, Field(examples=["2026-07-03"])]


class HoldAsk(Incoming):
    """The hearing took place.

    `accepted_incomplete` says why a list that reaches beyond known parcels will do, `accepted_unaddressed`
    why one will do on which no letter could be addressed to some parcel, `accepted_withheld` how those were
    told whose address the law withholds, `accepted_empty` why nobody is to be told.
    """

    held_on: Annotated[WireDate, Field(examples=["2026-07-14"])]
    accepted_incomplete: Paragraph | None = None
    accepted_unaddressed: Paragraph | None = None
    accepted_withheld: Paragraph | None = None
    accepted_empty: Paragraph | None = None


class MailingView(Outgoing):
    """One mailing and its proof."""

    id: UUID
    notice: str
    sent_on: date
    method: str
    recipients: list[str]
    proof: str | None
    sworn_on: date | None


class NoticeStanding(Outgoing):
    """How one notice stands: by when, for whom, in time or not. `withheld` counts whom it cannot name."""

    notice: str
    last_mailing_day: date
    in_time: bool
    missing: list[str]
    sentence: str
    list_id: str
    complete: bool
    reaches_into: list[str]
    unaddressed: list[str]
    withheld: int
    vintage: date
    frozen_on: date | None
    rows: list[dict[str, Any]]


class HearingView(Outgoing):
    """A hearing with its notices and mailings, of an application or of a permit that may be revoked."""

    id: UUID
    application_id: UUID | None
    permit_id: UUID | None
    state: Literal["scheduled", "held", "canceled"]
    version: int
    body: str
    starts_at: datetime
    place: str
    scheduled_on: date
    held_on: date | None
    canceled_on: date | None
    canceled_because: str | None
    moved_to: UUID | None
    notices: list[NoticeStanding]
    mailings: list[MailingView]


class ScheduledView(Outgoing):
    """The hearing that was set; the application moved on to `application_version`."""

    hearing: HearingView
    application_version: int


class ScheduledOnPermitView(Outgoing):
    """The hearing that was set; the permit moved on to `permit_version`."""

    hearing: HearingView
    permit_version: int


class MovedView(Outgoing):
    """The hearing that was set, and the one it takes the place of."""

    hearing: HearingView
    former: HearingView


class HearingsView(Outgoing):
    """The hearings of an application or a permit."""

    hearings: list[HearingView]
