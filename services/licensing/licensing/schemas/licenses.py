"""Licenses on the wire: the public register, who stands behind one, what is done with it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal
from uuid import UUID

from caseroutes.notices import NoticeView
from caseroutes.records import Contact, ContactView
from caseroutes.shape import Incoming, Line, Outgoing, Paragraph, Word
from pydantic import Field
from servicekit.wire import WireDate

State = Literal["issued", "suspended", "expired", "revoked", "surrendered"]
TransferState = Literal["requested", "granted", "refused"]


class PublicLicense(Outgoing):
    """A license as anybody may see it: no person in it.

    It is in effect from `starts_on` through `ends_on` unless it ended before. `allowed_actions` are what the
    caller may do next.
    """

    id: UUID
    city: str
    number: str
    program: str
    state: State
    in_effect: bool
    version: int
    pin: str | None
    issued_on: date
    starts_on: date
    ends_on: date | None
    term_rule: str | None
    conditions: list[str]
    ended_on: date | None
    ended_rules: list[str]
    transferred_on: date | None
    allowed_actions: list[str]


class LicensePage(Outgoing):
    """Licenses, oldest first."""

    items: list[PublicLicense]
    next_cursor: str | None


class HolderView(Outgoing):
    """Who stands behind a license, where notices reach them, and the facts it was granted on."""

    license_id: UUID
    holder: str
    contact: ContactView
    facts: dict[str, Any]


class ContactAsk(Incoming):
    """Where the holder is reached from now on; notices go to the last address."""

    contact: Contact


class SurrenderAsk(Incoming):
    """Why it is given up."""

    reason: Annotated[Paragraph, Field(examples=["The dock was taken out for good."])]


class LicenseNotice(Outgoing):
    """The license and a notice about it."""

    license: PublicLicense
    notice: NoticeView


class TransferAsk(Incoming):
    """A request to let a license pass: upon which event of the law, when it happened, as which party.

    `transferee` is the account of who is to hold it, where it is known; `contact` says who that is.
    """

    upon: Annotated[Word, Field(examples=["business.sold"])]
    happened_on: Annotated[WireDate, Field(examples=["2026-06-15"])]
    party: Annotated[Word, Field(examples=["transferee"])]
    transferee: Annotated[Line | None, Field(default=None, examples=["resident-2"])]
    name: Annotated[Line | None, Field(default=None, examples=["B. Buyer"])]
    mailing_address: Annotated[Line | None, Field(default=None, examples=["2 Main St, Anytown MN 55000"])]
    phone: Annotated[Line | None, Field(default=None, examples=["218-555-0100"])]
    email: Annotated[Line | None, Field(default=None, examples=["buyer@example.com"])]
    reason: Annotated[Paragraph | None, Field(default=None, examples=["The business was sold."])]

    def stated(self) -> dict[str, str]:
        """What the request states, by item of the law."""
        given = {
            name: getattr(self, name) for name in ("name", "mailing_address", "phone", "email", "reason")
        }
        return {name: value for name, value in given.items() if value is not None}


class GrantAsk(Incoming):
    """Let it pass; `transferee` names the account where the request did not."""

    transferee: Annotated[Line | None, Field(default=None, examples=["resident-2"])]


class RefuseAsk(Incoming):
    """Why it does not pass."""

    reason: Annotated[Paragraph, Field(examples=["The sale was called off."])]


class TransferView(Outgoing):
    """A request to transfer a license. `states` are the items of the law it contains."""

    id: UUID
    license_id: UUID
    state: TransferState
    version: int
    upon: str
    happened_on: date
    party: str
    filed_by: str
    requested_on: date
    request_rule: str
    transferee: str | None
    contact: ContactView
    reason: str | None
    states: list[str]
    decided_on: date | None
    decided_because: str | None
    allowed_actions: list[str]


class TransfersView(Outgoing):
    """The requests about a license, oldest first."""

    transfers: list[TransferView]


class TransferredView(Outgoing):
    """The license and the request."""

    license: PublicLicense
    transfer: TransferView
