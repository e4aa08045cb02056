"""What every record shows: who is reached how, decisions with votes, the history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

from casework.decisions import Decision
from casework.history import Entry, first_broken
from casework.storage.personal import ACTOR
from citycode.results.decisions import Votes
from pydantic import Field

from caseroutes.shape import Incoming, Line, Outgoing


class Contact(Incoming):
    """How a person is reached. Private: shown to them and to staff who read applications."""

    name: Annotated[Line, Field(examples=["A. Applicant"])]
    email: Annotated[Line | None, Field(default=None, examples=["applicant@example.com"])]
    phone: Annotated[Line | None, Field(default=None, examples=["651-555-0100"])]
    mailing_address: Annotated[Line | None, Field(default=None, examples=["1 Main St, Anytown MN 55000"])]

    def values(self) -> dict[str, str]:
        """What was given, by field."""
        return {name: value for name, value in self.model_dump().items() if value is not None}


class ContactView(Outgoing):
    """How a person is reached."""

    name: str | None
    email: str | None
    phone: str | None
    mailing_address: str | None


class VotesAsk(Incoming):
    """How the members voted."""

    yes: Annotated[int, Field(ge=0, le=1000, examples=[5])]
    no: Annotated[int, Field(ge=0, le=1000, default=0)]
    abstain: Annotated[int, Field(ge=0, le=1000, default=0)]
    absent: Annotated[int, Field(ge=0, le=1000, default=0)]


class RemedyView(Outgoing):
    """What mends a standard that is not met; `resolution` where it was granted under a number of its own."""

    remedy: str
    rule: str
    body: str
    granted_on: date
    resolution: str | None
    findings: list[str]
    conditions: list[str]


class DecisionView(Outgoing):
    """A decision; `receipt_sha256` is over what it rested on, `law_date` the day whose law answered."""

    id: UUID
    record_id: UUID
    kind: str
    office: str
    decided_on: date
    outcome: str
    votes: VotesAsk | None
    reasons: list[str]
    conditions: list[str]
    receipt_sha256: str | None
    law_date: date | None
    grounds: list[str]
    remedies: dict[str, RemedyView]


class DecisionsView(Outgoing):
    """The decisions on a record, oldest first."""

    decisions: list[DecisionView]


class EntryView(Outgoing):
    """One entry of a record's history. `hash` vouches for it and all before it.

    `actor` is the reference the chain holds, `acted_by` whom it stands for until that is erased.
    """

    seq: int
    event: str
    at: datetime
    actor: str
    acted_by: str | None
    office: str | None
    rules: list[str]
    details: dict[str, Any]
    hash: str


class HistoryView(Outgoing):
    """The history of a record, oldest first; `intact` says whether the chain holds."""

    record_id: UUID
    intact: bool
    entries: list[EntryView]


def votes_of(asked: VotesAsk | None) -> Votes | None:
    """The votes as the law counts them."""
    return None if asked is None else Votes(asked.yes, asked.no, asked.abstain, asked.absent)


def contact_view(personal: Mapping[str, str]) -> ContactView:
    """Show what is not erased."""
    return ContactView(
        name=personal.get("name"),
        email=personal.get("email"),
        phone=personal.get("phone"),
        mailing_address=personal.get("mailing_address"),
    )


def decision_view(decision: Decision) -> DecisionView:
    """Show a decision."""
    return DecisionView(
        id=decision.id,
        record_id=decision.record_id,
        kind=decision.kind,
        office=decision.office,
        decided_on=decision.decided_on,
        outcome=decision.outcome,
        votes=None if decision.votes is None else VotesAsk(**decision.votes),
        reasons=list(decision.reasons),
        conditions=list(decision.conditions),
        receipt_sha256=decision.receipt_sha256,
        law_date=decision.law_date,
        grounds=list(decision.grounds),
        remedies=remedies_view(decision.remedies),
    )


def remedies_view(remedies: Mapping[str, Mapping[str, Any]]) -> dict[str, RemedyView]:
    """Show what mends which finding."""
    unsaid: dict[str, Any] = {"resolution": None, "findings": [], "conditions": []}
    return {name: RemedyView(**{**unsaid, **each}) for name, each in remedies.items()}


def history_view(record_id: UUID, entries: Sequence[Entry], personal: Mapping[str, str]) -> HistoryView:
    """Show a history, and whether its chain holds; `personal` tells who acted until it is erased."""
    return HistoryView(
        record_id=record_id,
        intact=first_broken(entries) is None,
        entries=[
            EntryView(
                seq=entry.seq,
                event=entry.happening.event,
                at=entry.happening.at,
                actor=entry.happening.actor,
                acted_by=_acted_by(entry.happening.actor, personal),
                office=entry.happening.office,
                rules=list(entry.happening.rules),
                details=dict(entry.happening.details),
                hash=entry.hash.hex(),
            )
            for entry in entries
        ],
    )


def _acted_by(actor: str, personal: Mapping[str, str]) -> str | None:
    return personal.get(actor) if actor.startswith(ACTOR) else actor
