"""Hearings on the wire. For staff: the lists hold mailing addresses."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field
from servicekit.wire import WireDate, WireInstant, WireUuid

from permits.schemas.shape import Incoming, Line, Outgoing, Paragraph, Word


class HearingAsk(Incoming):
    """When and where."""

    starts_at: Annotated[WireInstant, Field(examples=["2026-07-14T19:00:00-05:00"])]
    place: Annotated[Line, Field(examples=["Council chambers, city hall"])]


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

    `accepted_incomplete` says why a list that reaches beyond known parcels will do.
    """

    held_on: Annotated[WireDate, Field(examples=["2026-07-14"])]
    accepted_incomplete: Paragraph | None = None


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
    """How one notice stands: by when, for whom, in time or not."""

    notice: str
    last_mailing_day: date
    in_time: bool
    missing: list[str]
    sentence: str
    list_id: str
    complete: bool
    reaches_into: list[str]
    vintage: date
    rows: list[dict[str, Any]]


class HearingView(Outgoing):
    """A hearing with its notices and mailings."""

    id: UUID
    application_id: UUID
    version: int
    body: str
    starts_at: datetime
    place: str
    scheduled_on: date
    held_on: date | None
    notices: list[NoticeStanding]
    mailings: list[MailingView]


class ScheduledView(Outgoing):
    """The hearing that was set; the application moved on to `application_version`."""

    hearing: HearingView
    application_version: int


class HearingsView(Outgoing):
    """The hearings of an application."""

    hearings: list[HearingView]
