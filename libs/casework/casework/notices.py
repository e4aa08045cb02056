"""Notices to named recipients: drafted, issued, served by some method, effective from some day, proven.

The law's own checks say what a notice must hold, by which service to whom, and from when it counts; here
stands what was written, sent and sworn, and the two are brought together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal
from uuid import UUID

from citycode.facts import Facts
from citycode.program import Program
from citycode.questions.errors import UnknownElement
from citycode.results.documents import DocumentCheck, Paper
from citycode.results.notices import NoticeCheck, Party, Service

from casework.lifecycle import Lifecycle

NOTICE = Lifecycle(
    "notice",
    {
        "drafted": {"edit": "drafted", "issue": "issued", "withdraw": "withdrawn"},
        "issued": {"serve": "issued", "prove": "issued", "withdraw": "withdrawn"},
        "withdrawn": {},
    },
)

Outcome = Literal["sent", "delivered", "refused", "undeliverable", "not_found"]
"""What came of an attempt: mail is `sent` until it is known; a hand-over is `delivered`."""

FAILED: tuple[Outcome, ...] = ("undeliverable", "not_found")
"""Attempts that are no service. A refused hand-over or certified letter is judged by the law's counting."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """One line of a notice: to whom, where, and whence the address is known, of which day.

    `id` is its place among the recipients (`1`). `kinds` are party kinds of the law (`owner`, `occupant`,
    `licensee`, `lienholder`). `address_source` is a word (`county_tax_record`, `application`). Name and
    address are None once erased.
    """

    id: str
    kinds: frozenset[str]
    name: str | None
    address: str | None
    address_source: str
    address_vintage: date
    pins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to serve one recipient, with what proves it.

    `made_on` is the day it was mailed, handed over or posted; `received_on` where its receipt is known.
    `document_sha256` is the scanned proof, if any.
    """

    id: UUID
    notice_id: UUID
    recipient: str
    method: str
    made_on: date
    made_by: str
    outcome: Outcome
    received_on: date | None = None
    proof: str | None = None
    sworn_on: date | None = None
    sworn_by: str | None = None
    document_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Printing:
    """One publication of a notice in a newspaper."""

    id: UUID
    notice_id: UUID
    newspaper: str
    printed_on: date
    proof: str | None = None
    sworn_on: date | None = None
    sworn_by: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """One notice on a record. `notice` is the element of the law, `contents` what it says per item asked.

    `before` is the day of what it must precede (a hearing), if anything.
    """

    id: UUID
    city: str
    record_id: UUID
    number: str
    program: str
    notice: str
    state: str
    office: str
    law_date: date
    drafted_on: date
    contents: Mapping[str, bool | str] = field(default_factory=dict)
    signed_by: frozenset[str] = frozenset()
    before: date | None = None
    pin: str | None = None
    issued_on: date | None = None
    withdrawn_on: date | None = None
    withdrawn_because: str | None = None
    version: int = 1


@dataclass(frozen=True, slots=True)
class NoticeStanding:
    """How a notice stands. `contents` is None where the law asks nothing of them.

    `effective_on` is the day from which it counts for everybody, None while somebody is yet to be served.
    `lacking` says in words what is missing.
    """

    contents: DocumentCheck | None
    service: NoticeCheck
    effective_on: date | None
    lacking: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Complete, served in time to everybody, and proven."""
        return not self.lacking


def standing(
    program: Program,
    notice: Notice,
    recipients: Iterable[Addressee],
    attempts: Iterable[Attempt],
    printings: Iterable[Printing] = (),
    facts: Facts | None = None,
) -> NoticeStanding:
    """What the law finds in the notice and its service. Raises UnknownElement for an unknown notice."""
    addressed = tuple(recipients)
    service = program.notice_check(
        notice.notice,
        notice.before,
        tuple(Party(each.id, each.kinds) for each in addressed),
        services(attempts),
        notice.law_date,
        tuple(each.printed_on for each in printings),
        facts,
    )
    contents = _contents(program, notice, facts)
    return NoticeStanding(contents, service, _effective(service), _lacking(service, contents))


def services(attempts: Iterable[Attempt]) -> tuple[Service, ...]:
    """The attempts that may count as service, as the law's check wants them."""
    return tuple(
        Service(each.recipient, each.made_on, each.method, each.proof, each.received_on)
        for each in attempts
        if each.outcome not in FAILED
    )


def _contents(program: Program, notice: Notice, facts: Facts | None) -> DocumentCheck | None:
    paper = Paper(holds=notice.contents, by=notice.office, signed_by=notice.signed_by)
    try:
        return program.document_check(notice.notice, paper, notice.law_date, facts)
    except UnknownElement:
        return None


def _effective(service: NoticeCheck) -> date | None:
    due = [each for each in service.parties if each.must_be_notified is not False]
    days = [each.effective_on for each in due if each.effective_on is not None and not each.wrong]
    printed = service.publication
    if len(days) < len(due) or (printed is not None and not printed.in_time):
        return None
    if printed is not None and printed.published:
        days.append(max(printed.published))
    return max(days, default=None)


def _lacking(service: NoticeCheck, contents: DocumentCheck | None) -> tuple[str, ...]:
    lacking: list[str] = []
    if contents is not None and contents.applies is not False:
        lacking += [f"It does not say: {label}." for label in contents.missing]
        lacking += [f"It is not signed by {who.replace('_', ' ')}." for who in contents.unsigned]
    for each in service.parties:
        if each.must_be_notified is not False and not each.in_time:
            lacking.append(f"Recipient {each.party}: {' '.join(each.wrong) or each.why}")
    if service.publication is not None:
        lacking += service.publication.wrong
    return tuple(lacking)
