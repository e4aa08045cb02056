"""Notices to named recipients on the wire."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from casework.notices import Addressee, Attempt, Notice, NoticeStanding
from pydantic import Field, StringConstraints
from servicekit.wire import WireDate

from caseroutes.shape import Incoming, Outgoing, Word

Said = bool | Annotated[str, StringConstraints(min_length=1, max_length=10_000)]


class NoticeAsk(Incoming):
    """Which notice of the law is issued, and what it says per item the law asks."""

    notice: Annotated[Word, Field(examples=["dl-dock-violation-notice"])]
    contents: Annotated[
        dict[Annotated[str, StringConstraints(min_length=1, max_length=100)], Said],
        Field(
            max_length=100,
            default_factory=dict,
            examples=[{"violation": "Two boat lifts stand beside the dock.", "correction": True}],
        ),
    ]
    before: Annotated[WireDate | None, Field(default=None, description="The day of what it precedes.")]


class ServiceAsk(Incoming):
    """One attempt to serve a notice. `made_on` is the day it was mailed or handed over."""

    method: Annotated[Word, Field(examples=["first_class_mail"])]
    made_on: Annotated[WireDate, Field(examples=["2026-06-24"])]
    outcome: Annotated[
        Literal["sent", "delivered", "refused", "undeliverable", "not_found"], Field(examples=["sent"])
    ]
    received_on: WireDate | None = None
    proof: Annotated[Word | None, Field(default=None, examples=["affidavit_of_mailing"])]


class AddresseeView(Outgoing):
    """To whom it goes; name and address are null once erased."""

    id: str
    kinds: list[str]
    name: str | None
    address: str | None
    address_source: str
    address_vintage: date


class AttemptView(Outgoing):
    """One attempt at service."""

    id: UUID
    recipient: str
    method: str
    made_on: date
    outcome: str
    received_on: date | None
    proof: str | None


class NoticeView(Outgoing):
    """A notice and how it stands: `effective_on` is the day from which its service counts.

    `lacking` says in words what is missing.
    """

    id: UUID
    record_id: UUID
    number: str
    notice: str
    state: str
    office: str
    law_date: date
    issued_on: date | None
    contents: dict[str, bool | str]
    recipients: list[AddresseeView]
    attempts: list[AttemptView]
    effective_on: date | None
    good: bool
    lacking: list[str]


class NoticesView(Outgoing):
    """The notices of a record, oldest first."""

    notices: list[NoticeView]


def notice_view(
    notice: Notice,
    recipients: tuple[Addressee, ...],
    attempts: tuple[Attempt, ...],
    standing: NoticeStanding,
) -> NoticeView:
    """Show a notice."""
    return NoticeView(
        id=notice.id,
        record_id=notice.record_id,
        number=notice.number,
        notice=notice.notice,
        state=notice.state,
        office=notice.office,
        law_date=notice.law_date,
        issued_on=notice.issued_on,
        contents=dict(notice.contents),
        recipients=[
            AddresseeView(
                id=each.id,
                kinds=sorted(each.kinds),
                name=each.name,
                address=each.address,
                address_source=each.address_source,
                address_vintage=each.address_vintage,
            )
            for each in recipients
        ],
        attempts=[
            AttemptView(
                id=each.id,
                recipient=each.recipient,
                method=each.method,
                made_on=each.made_on,
                outcome=each.outcome,
                received_on=each.received_on,
                proof=each.proof,
            )
            for each in attempts
        ],
        effective_on=standing.effective_on,
        good=standing.good,
        lacking=list(standing.lacking),
    )
