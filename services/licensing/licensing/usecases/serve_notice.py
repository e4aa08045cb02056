"""Notices to the holder of a license, at the last address of the license records."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from casework.desk import serving
from casework.desk.acting import Acting
from casework.desk.serving import About, Issuing, NoticeFile, Serving
from casework.notices import Addressee, Notice
from casework.storage import obligations, personal
from sqlalchemy import Connection

from licensing.domain.license import License
from licensing.usecases.desk import facts_of_license

LICENSEE = "licensee"
"""The law's word for who holds a license."""

RECORDS = "license_records"
GIVE_NOTICE = "give_notice"


def about(acting: Acting, license_: License, record_id: UUID, law_date: date) -> About:
    """What a notice about the license, or about a record of it, is issued and read under."""
    program = acting.city.program(license_.program)
    facts = facts_of_license(program, license_)
    return About(program, record_id, license_.id, law_date, facts, license_.pin)


def issue(
    connection: Connection,
    acting: Acting,
    license_: License,
    about: About,
    kinds: Iterable[str],
    issuing: Issuing,
) -> NoticeFile:
    """Issue a notice of these kinds to the holder. Raises as `rule_of` and `issue` of the desk."""
    rule = serving.rule_of(about, kinds, issuing.notice)
    return serving.issue(
        connection,
        acting,
        about,
        rule,
        issuing,
        lambda rule: (_holder(connection, acting, license_, frozenset(rule.audience)),),
    )


def serve(
    connection: Connection, acting: Acting, about: About, notice: Notice, attempt: Serving
) -> NoticeFile:
    """Enter one attempt; the duty to give the notice is met once it counts. Raises as `serve` of the desk."""
    file = serving.serve(connection, acting, about, notice, attempt)
    effective = file.standing.effective_on
    if effective is not None:
        kind = about.program.notice(notice.notice, notice.law_date).kind
        obligations.fulfill(connection, notice.city, notice.record_id, f"{GIVE_NOTICE}_{kind}", effective)
    return file


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
