"""Hearings: set them, list whom to notify, enter what was mailed and what proves it, hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from casework.hearings import Hearing
from casework.service import Mailing, Proof
from casework.storage import hearings
from citycode.results.notices import NoticeCheck, NoticeRule
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.domain.gates import Gate, require
from permits.domain.hearing_notice import checked, notice_gates, recipients_of
from permits.storage import applications
from permits.usecases import deadlines
from permits.usecases.desk import Acting, facts_of, law_date_of, program_of
from permits.usecases.records import application_of, held, remember
from permits.usecases.review_application import ImpossibleDate, UnknownItem, require_past

KIND = "hearing"


@dataclass(frozen=True, slots=True)
class HearingFile:
    """A hearing with what was sent for it and how the notice stands."""

    hearing: Hearing
    mailings: tuple[Mailing, ...]
    proofs: tuple[Proof, ...]
    checks: Mapping[str, NoticeCheck]


def schedule(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    hearing_id: UUID,
    starts_at: datetime,
    place: str,
) -> tuple[Application, Hearing]:
    """Set a hearing before the body that decides. Raises ImpossibleDate, UnknownElement, and as `held`."""
    before = held(connection, acting, application_id, version, "schedule_hearing")
    if starts_at <= acting.now:
        raise ImpossibleDate("#/starts_at", "it must lie ahead")
    program = program_of(acting.city, before)
    law_date = law_date_of(before, acting.today)
    facts = facts_of(program, before)
    rule = program.decision("approve", law_date, facts)
    hearing = Hearing(
        hearing_id, acting.city.slug, before.id, rule.office, KIND, starts_at, place, acting.today
    )
    hearings.schedule(connection, hearing)
    saved = applications.save(
        connection, replace(before, state=APPLICATION.after(before.state, "schedule_hearing"))
    )
    deadlines.meet(
        connection, acting.city, program, before.id, "schedule_hearing", acting.today, facts, law_date
    )
    details = {"hearing": str(hearing_id), "starts_at": starts_at.isoformat(), "body": rule.office}
    remember(connection, acting, before.id, "hearing.scheduled", details, (rule.rule,))
    return saved, hearing


def hearing_of(connection: Connection, city: str, hearing_id: UUID) -> Hearing:
    """A hearing of the city. Raises NotFound."""
    found = hearings.find(connection, city, hearing_id)
    if found is None:
        raise NotFound
    return found


def notice_wanted(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, notice: str
) -> tuple[Application, NoticeRule]:
    """Whom the law wants notified, before gis is asked for the list.

    Raises NotFound, StaleVersion, UnknownItem.
    """
    hearing, application = _open(connection, acting, hearing_id, version, "serve_notice")
    rules = _notices(acting, application, hearing)
    if notice not in rules:
        raise UnknownItem("#/notice", notice, tuple(rules))
    return application, rules[notice]


def freeze_list(
    connection: Connection,
    acting: Acting,
    hearing_id: UUID,
    version: int,
    notice: str,
    frozen: Mapping[str, Any],
) -> Hearing:
    """Keep the list that notices go out by. Raises GatesUnmet once notices went out by another."""
    hearing, application = _open(connection, acting, hearing_id, version, "serve_notice")
    mailings, _ = hearings.mailings_of(connection, hearing.city, hearing.id)
    if any(each.notice == notice for each in mailings):
        says = "Notices went out by the list that stands; set another hearing to notify anew."
        require([Gate("already_mailed", says, (notice,))])
    after = replace(hearing, notice_lists={**hearing.notice_lists, notice: dict(frozen)})
    saved = _save(connection, after)
    details = {
        "hearing": str(hearing_id),
        "notice": notice,
        "list": frozen["id"],
        "rows": len(frozen["rows"]),
        "complete": frozen["complete"],
        "vintage": frozen["vintage"],
    }
    remember(connection, acting, application.id, "notice_list.frozen", details, (notice,))
    return saved


def record_mailing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, mailing: Mailing
) -> Hearing:
    """Enter what went out; no recipients named means everybody on the list.

    Raises UnknownItem, ImpossibleDate.
    """
    hearing, application = _open(connection, acting, hearing_id, version, "serve_notice")
    require_past("#/sent_on", mailing.sent_on, acting.today)
    frozen = hearing.notice_lists.get(mailing.notice)
    if frozen is None:
        raise UnknownItem("#/notice", mailing.notice, tuple(hearing.notice_lists))
    listed = tuple(each.id for each in recipients_of(frozen))
    strangers = [each for each in mailing.recipients if each not in listed]
    if strangers:
        raise UnknownItem("#/recipients", strangers[0], listed)
    sent = replace(mailing, recipients=mailing.recipients or listed)
    hearings.record_mailing(connection, hearing.city, sent)
    saved = _save(connection, hearing)
    details = {
        "hearing": str(hearing_id),
        "mailing": str(sent.id),
        "notice": sent.notice,
        "sent_on": str(sent.sent_on),
        "method": sent.method,
        "recipients": len(sent.recipients),
    }
    remember(connection, acting, application.id, "notice.mailed", details, (sent.notice,))
    return saved


def record_proof(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, proof: Proof
) -> Hearing:
    """Enter what proves a mailing. Raises UnknownItem when it has proof already or is not of this hearing."""
    hearing, application = _open(connection, acting, hearing_id, version, "serve_notice")
    mailings, proofs = hearings.mailings_of(connection, hearing.city, hearing.id)
    waiting = {each.id: each for each in mailings if each.id not in {proven.mailing_id for proven in proofs}}
    if proof.mailing_id not in waiting:
        raise UnknownItem("#/mailing", str(proof.mailing_id), tuple(str(each) for each in waiting))
    require_past("#/sworn_on", proof.sworn_on, acting.today)
    if proof.sworn_on < waiting[proof.mailing_id].sent_on:
        raise ImpossibleDate("#/sworn_on", "nobody swears to a mailing before it went out")
    hearings.record_proof(connection, hearing.city, proof)
    saved = _save(connection, hearing)
    details = {"hearing": str(hearing_id), "mailing": str(proof.mailing_id), "proof": proof.kind}
    remember(connection, acting, application.id, "notice.proven", details)
    return saved


def hold(
    connection: Connection,
    acting: Acting,
    hearing_id: UUID,
    version: int,
    held_on: date,
    accepted_incomplete: str | None,
) -> Hearing:
    """Record that the hearing took place. Raises GatesUnmet when notice was short, incomplete or unproven."""
    hearing, application = _open(connection, acting, hearing_id, version, "hold_hearing")
    require_past("#/held_on", held_on, acting.today)
    announced = hearing.starts_at.astimezone(acting.city.timezone).date()
    if held_on != announced:
        raise ImpossibleDate("#/held_on", f"the hearing was announced for {announced}")
    program = program_of(acting.city, application)
    law_date = law_date_of(application, acting.today)
    mailings, proofs = hearings.mailings_of(connection, hearing.city, hearing.id)
    require(notice_gates(program, hearing, held_on, law_date, mailings, proofs, accepted_incomplete))
    saved = _save(connection, replace(hearing, held_on=held_on))
    details = {
        "hearing": str(hearing_id),
        "held_on": str(held_on),
        "accepted_incomplete": accepted_incomplete,
    }
    remember(connection, acting, application.id, "hearing.held", details)
    return saved


def file_of(connection: Connection, acting: Acting, hearing_id: UUID) -> HearingFile:
    """The hearing with its mailings, and how each notice stands as of now."""
    hearing = hearing_of(connection, acting.city.slug, hearing_id)
    application = application_of(connection, hearing.city, hearing.record_id)
    program = program_of(acting.city, application)
    law_date = law_date_of(application, acting.today)
    mailings, proofs = hearings.mailings_of(connection, hearing.city, hearing.id)
    day = hearing.held_on or hearing.starts_at.astimezone(acting.city.timezone).date()
    checks = {
        notice: checked(
            program,
            notice,
            day,
            law_date,
            frozen,
            (each for each in mailings if each.notice == notice),
            proofs,
        )
        for notice, frozen in hearing.notice_lists.items()
    }
    return HearingFile(hearing, mailings, proofs, checks)


def of_application(connection: Connection, city: str, application_id: UUID) -> tuple[Hearing, ...]:
    """The hearings of an application."""
    return hearings.of_record(connection, city, application_id)


def _open(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, event: str
) -> tuple[Hearing, Application]:
    hearing = hearing_of(connection, acting.city.slug, hearing_id)
    application = application_of(connection, hearing.city, hearing.record_id)
    if hearing.version != version:
        raise StaleVersion
    APPLICATION.after(application.state, event)
    if hearing.held_on is not None:
        raise ImpossibleDate("#/", f"the hearing was held on {hearing.held_on}")
    return hearing, application


def _save(connection: Connection, hearing: Hearing) -> Hearing:
    if not hearings.change(connection, hearing):
        raise StaleVersion
    return replace(hearing, version=hearing.version + 1)


def _notices(acting: Acting, application: Application, hearing: Hearing) -> dict[str, NoticeRule]:
    program = program_of(acting.city, application)
    law_date = law_date_of(application, acting.today)
    return {each.id: each for each in program.notices(hearing.kind, law_date)}
