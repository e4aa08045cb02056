"""Notices of the law about a record: issued with what they must hold, served, effective from a day."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from citycode.facts import Facts
from citycode.program import Program
from citycode.results.notices import NoticeRule
from servicekit.identifiers import next_record_number, uuid7
from servicekit.problems import NotFound
from sqlalchemy import Connection

from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.notices import Addressee, Attempt, Notice, NoticeStanding, Outcome, standing
from casework.storage import notices

BY_MAIL = frozenset({"first_class_mail", "certified_mail", "registered_mail"})


@dataclass(frozen=True, slots=True)
class About:
    """What a notice is about: the record it belongs to, in whose history it stands, under which law."""

    program: Program
    record_id: UUID
    remembered_by: UUID
    law_date: date
    facts: Facts
    pin: str | None = None


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


def rule_of(about: About, kinds: Iterable[str], notice: str) -> NoticeRule:
    """The notice of the law among these kinds. Raises UnknownItem."""
    rules = {each.id: each for kind in kinds for each in about.program.notices(kind, about.law_date)}
    if notice not in rules:
        raise UnknownItem("#/notice", notice, tuple(rules))
    return rules[notice]


def issue(
    connection: Connection,
    acting: Acting,
    about: About,
    rule: NoticeRule,
    issuing: Issuing,
    addressed: Callable[[NoticeRule], tuple[Addressee, ...]],
) -> NoticeFile:
    """Issue a notice to whom `addressed` names.

    Raises Forbidden for another office than the law names, GatesUnmet while it does not say what it must.
    """
    office = office_of(acting, rule)
    notice = Notice(
        id=uuid7(),
        city=acting.city.slug,
        record_id=about.record_id,
        number=next_record_number(connection, acting.city.prefix, notices.NOTICES, acting.now.year),
        program=about.program.id,
        notice=rule.id,
        state="issued",
        office=office,
        law_date=about.law_date,
        drafted_on=acting.today,
        contents=dict(issuing.contents),
        before=issuing.before,
        pin=about.pin,
        issued_on=acting.today,
    )
    recipients = addressed(rule)
    found = standing(about.program, notice, recipients, (), (), about.facts)
    if found.contents is not None and found.contents.applies is not False:
        require(
            Gate("notice_incomplete", f"The notice does not say: {label}.", (rule.rule,))
            for label in found.contents.missing
        )
    notices.draft(connection, notice, recipients)
    details = {"notice": str(notice.id), "number": notice.number, "of": rule.id}
    remember(connection, acting, about.remembered_by, "notice.issued", details, (rule.rule,))
    return NoticeFile(notice, recipients, (), found)


def office_of(acting: Acting, rule: NoticeRule) -> str:
    """The office that issues it; what a body issues is issued for it by who may issue notices.

    Raises Forbidden where the law names another office than the caller's.
    """
    named = {each.id: each for each in acting.city.offices}
    for office in rule.issued_by:
        if named[office].members is not None:
            return office
    return acting.office_for(rule.issued_by[0]) if rule.issued_by else acting.any_office() or ""


def serve(
    connection: Connection, acting: Acting, about: About, notice: Notice, serving: Serving
) -> NoticeFile:
    """Enter one attempt to serve it to its recipients. Raises ImpossibleDate, UnknownItem, GatesUnmet."""
    require_past("#/made_on", serving.made_on, acting.today, notice.issued_on)
    if serving.received_on is not None:
        require_past("#/received_on", serving.received_on, acting.today, serving.made_on)
    rule = about.program.notice(notice.notice, notice.law_date)
    methods = tuple(dict.fromkeys(method for each in rule.services for method in each.methods))
    if methods and serving.method not in methods:
        raise UnknownItem("#/method", serving.method, methods)
    recipients = notices.recipients_of(connection, notice.city, notice.id)
    if serving.method in BY_MAIL and not all(each.address for each in recipients):
        says = "The records hold no address to mail it to."
        require([Gate("no_address", says, (rule.service_rule or rule.rule,))])
    for each in recipients:
        attempt = Attempt(
            id=uuid7(),
            notice_id=notice.id,
            recipient=each.id,
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
    file = file_of(connection, about, notice)
    effective = file.standing.effective_on
    details = {
        "notice": str(notice.id),
        "method": serving.method,
        "made_on": str(serving.made_on),
        "outcome": serving.outcome,
        "effective_on": None if effective is None else str(effective),
    }
    rules = tuple(dict.fromkeys((rule.rule, rule.service_rule or rule.rule)))
    remember(connection, acting, about.remembered_by, "notice.served", details, rules)
    return file


def file_of(connection: Connection, about: About, notice: Notice) -> NoticeFile:
    """The notice as it stands."""
    recipients = notices.recipients_of(connection, notice.city, notice.id)
    attempts = notices.attempts_of(connection, notice.city, notice.id)
    printings = notices.printings_of(connection, notice.city, notice.id)
    found = standing(about.program, notice, recipients, attempts, printings, about.facts)
    return NoticeFile(notice, recipients, attempts, found)


def notice_of(connection: Connection, city: str, notice_id: UUID, record_id: UUID) -> Notice:
    """A notice of the record. Raises NotFound."""
    found = notices.find(connection, city, notice_id)
    if found is None or found.record_id != record_id:
        raise NotFound
    return found


def good_notices(
    connection: Connection, city: str, about: About, before: date | None = None
) -> frozenset[str]:
    """The notices of the law served on a record as they must be; only those that precede `before`."""
    files = (
        file_of(connection, about, each) for each in notices.of_record(connection, city, about.record_id)
    )
    return frozenset(
        each.notice.notice
        for each in files
        if each.standing.good and (before is None or each.notice.before == before)
    )
