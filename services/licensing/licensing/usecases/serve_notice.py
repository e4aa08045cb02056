"""Notices to the holder of a license: issued with what the law demands, served, effective from a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.notices import Addressee, Attempt, Notice, NoticeStanding, Outcome, standing
from casework.storage import notices, obligations, personal
from citycode.facts import Facts
from citycode.program import Program
from servicekit.identifiers import next_record_number, uuid7
from servicekit.problems import NotFound
from sqlalchemy import Connection

from licensing.domain.license import License

LICENSEE = "licensee"
"""The law's word for who holds a license."""

RECORDS = "license_records"
BY_MAIL = frozenset({"first_class_mail", "certified_mail", "registered_mail"})
GIVE_NOTICE = "give_notice"


@dataclass(frozen=True, slots=True)
class Issuing:
    """Which notice of the law, what it says per item asked, and the day of what it must precede, if any."""

    notice: str
    contents: Mapping[str, bool | str]
    before: date | None = None


@dataclass(frozen=True, slots=True)
class Serving:
    """One attempt: mailed or handed over on a day, what came of it, and what proves it."""

    method: str
    made_on: date
    outcome: Outcome
    received_on: date | None = None
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class NoticeFile:
    """A notice with to whom it goes, what was done to serve it, and how it stands."""

    notice: Notice
    recipients: tuple[Addressee, ...]
    attempts: tuple[Attempt, ...]
    standing: NoticeStanding


def issue(
    connection: Connection,
    acting: Acting,
    license_: License,
    record_id: UUID,
    kinds: Iterable[str],
    law_date: date,
    facts: Facts,
    issuing: Issuing,
) -> NoticeFile:
    """Issue a notice to the holder at the last address of the license records.

    Raises UnknownItem for a notice the law does not have here, Forbidden for another office, GatesUnmet while
    something is lacking in it.
    """
    program = acting.city.program(license_.program)
    rules = {each.id: each for kind in kinds for each in program.notices(kind, law_date)}
    if issuing.notice not in rules:
        raise UnknownItem("#/notice", issuing.notice, tuple(rules))
    rule = rules[issuing.notice]
    office = acting.office_for(rule.issued_by[0]) if rule.issued_by else acting.any_office() or ""
    notice = Notice(
        id=uuid7(),
        city=license_.city,
        record_id=record_id,
        number=next_record_number(connection, acting.city.prefix, "NOTICE", acting.now.year),
        program=program.id,
        notice=rule.id,
        state="issued",
        office=office,
        law_date=law_date,
        drafted_on=acting.today,
        contents=dict(issuing.contents),
        before=issuing.before,
        pin=license_.pin,
        issued_on=acting.today,
    )
    recipients = (_holder(connection, acting, license_, frozenset(rule.audience)),)
    found = standing(program, notice, recipients, (), (), facts)
    if found.contents is not None and found.contents.applies is not False:
        require(
            Gate("notice_incomplete", f"The notice does not say: {label}.", (rule.rule,))
            for label in found.contents.missing
        )
    notices.draft(connection, notice, recipients)
    details = {"notice": str(notice.id), "number": notice.number, "of": rule.id}
    remember(connection, acting, license_.id, "notice.issued", details, (rule.rule,))
    return NoticeFile(notice, recipients, (), found)


def serve(
    connection: Connection, acting: Acting, license_: License, notice: Notice, facts: Facts, serving: Serving
) -> NoticeFile:
    """Enter one attempt to serve it. Raises ImpossibleDate, UnknownItem, GatesUnmet without an address."""
    require_past("#/made_on", serving.made_on, acting.today, notice.issued_on)
    program = acting.city.program(license_.program)
    rule = program.notice(notice.notice, notice.law_date)
    methods = tuple(dict.fromkeys(method for each in rule.services for method in each.methods))
    if methods and serving.method not in methods:
        raise UnknownItem("#/method", serving.method, methods)
    recipients = notices.recipients_of(connection, notice.city, notice.id)
    if serving.method in BY_MAIL and not any(each.address for each in recipients):
        says = "The license records hold no address to mail it to."
        require([Gate("no_address", says, (rule.service_rule or rule.rule,))])
    attempt = Attempt(
        id=uuid7(),
        notice_id=notice.id,
        recipient=recipients[0].id,
        method=serving.method,
        made_on=serving.made_on,
        made_by=acting.actor,
        outcome=serving.outcome,
        received_on=serving.received_on,
        proof=serving.proof,
        sworn_on=None if serving.proof is None else acting.today,
        sworn_by=None if serving.proof is None else acting.actor,
    )
    notices.record_attempt(connection, notice.city, attempt)
    file = file_of(connection, program, notice, facts)
    effective = file.standing.effective_on
    details = {
        "notice": str(notice.id),
        "method": attempt.method,
        "made_on": str(attempt.made_on),
        "outcome": attempt.outcome,
        "effective_on": None if effective is None else str(effective),
    }
    rules = tuple(dict.fromkeys((rule.rule, rule.service_rule or rule.rule)))
    remember(connection, acting, license_.id, "notice.served", details, rules)
    if effective is not None:
        obligations.fulfill(
            connection, notice.city, notice.record_id, f"{GIVE_NOTICE}_{rule.kind}", effective
        )
    return file


def file_of(connection: Connection, program: Program, notice: Notice, facts: Facts) -> NoticeFile:
    """The notice as it stands."""
    recipients = notices.recipients_of(connection, notice.city, notice.id)
    attempts = notices.attempts_of(connection, notice.city, notice.id)
    found = standing(program, notice, recipients, attempts, (), facts)
    return NoticeFile(notice, recipients, attempts, found)


def notice_of(connection: Connection, city: str, notice_id: UUID) -> Notice:
    """A notice of the city. Raises NotFound."""
    found = notices.find(connection, city, notice_id)
    if found is None:
        raise NotFound
    return found


def good_notices(
    connection: Connection, program: Program, city: str, record_id: UUID, facts: Facts
) -> frozenset[str]:
    """The notices of the law that were served on a record as they must be."""
    files = (
        file_of(connection, program, each, facts) for each in notices.of_record(connection, city, record_id)
    )
    return frozenset(each.notice.notice for each in files if each.standing.good)


def _holder(connection: Connection, acting: Acting, license_: License, kinds: frozenset[str]) -> Addressee:
    contact = personal.of_record(connection, license_.city, license_.id)
    return Addressee(
        id="1",
        kinds=kinds or frozenset({LICENSEE}),
        name=contact.get("name"),
        address=contact.get("mailing_address"),
        address_source=RECORDS,
        address_vintage=acting.today,
        pins=() if license_.pin is None else (license_.pin,),
    )
