"""Service of notices: who is on the frozen list, what was sent to whom, and what proves it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Literal
from uuid import UUID

from citycode.results.notices import Party, Service

Method = Literal["first_class_mail", "certified_mail", "personal", "posting", "publication"]


@dataclass(frozen=True, slots=True)
class Recipient:
    """One line of a frozen notice list: an address, who lives or owns there, how far it is."""

    id: str
    kinds: frozenset[str]
    distance_ft: Fraction | None
    parcels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mailing:
    """Notices that went out on one day by one method to these recipients."""

    id: UUID
    hearing_id: UUID
    notice: str
    sent_on: date
    method: str
    recipients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What proves a mailing: `affidavit_of_mailing`, sworn on a day by an officer."""

    mailing_id: UUID
    kind: str
    sworn_on: date
    sworn_by: str


def parties(recipients: Iterable[Recipient]) -> tuple[Party, ...]:
    """The list as the law's notice check wants it."""
    return tuple(Party(each.id, each.kinds, each.distance_ft) for each in recipients)


def services(mailings: Iterable[Mailing], proofs: Iterable[Proof]) -> tuple[Service, ...]:
    """What was sent to each recipient, with its proof, as the law's notice check wants it."""
    proven = {proof.mailing_id: proof.kind for proof in proofs}
    return tuple(
        Service(recipient, mailing.sent_on, mailing.method, proven.get(mailing.id))
        for mailing in mailings
        for recipient in mailing.recipients
    )
