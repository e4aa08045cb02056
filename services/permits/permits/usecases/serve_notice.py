"""Notice of a hearing: the list it goes out by, what was mailed, what proves it, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, UnknownItem, require, require_past
from casework.desk.hearing import hearing_of, saved_hearing
from casework.desk.memory import remember
from casework.hearings import Hearing
from casework.service import Mailing, Proof
from casework.storage import hearings
from citycode.results.notices import NoticeCheck, NoticeReach, NoticeRule
from sqlalchemy import Connection

from permits.domain.hearing_notice import checked, recipients_of
from permits.domain.permit import Permit
from permits.usecases.hold_hearing import open_hearing
from permits.usecases.matters import Matter, heard_under, matter_of

SERVE = "serve_notice"


@dataclass(frozen=True, slots=True)
class HearingFile:
    """A hearing with what was sent for it and how the notice stands; `of_permit` if it may be revoked."""

    hearing: Hearing
    mailings: tuple[Mailing, ...]
    proofs: tuple[Proof, ...]
    checks: Mapping[str, NoticeCheck]
    of_permit: bool


def notice_wanted(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, notice: str
) -> tuple[str, NoticeReach]:
    """The parcel, and whom city and state want notified how far around, before gis is asked for the list.

    Raises NotFound, StaleVersion, NotAllowed, UnknownItem.
    """
    hearing, matter = open_hearing(connection, acting, hearing_id, version, SERVE, SERVE)
    rules = _notices(matter, hearing)
    if notice not in rules:
        raise UnknownItem("#/notice", notice, tuple(rules))
    on = rules[notice].law_date
    return matter.record.pin, matter.program.notice_reach(notice, on, matter.facts)


def freeze_list(
    connection: Connection,
    acting: Acting,
    hearing_id: UUID,
    version: int,
    notice: str,
    frozen: Mapping[str, Any],
) -> Hearing:
    """Keep the list that notices go out by. Raises GatesUnmet once notices went out by another."""
    hearing, matter = open_hearing(connection, acting, hearing_id, version, SERVE, SERVE)
    mailings, _ = hearings.mailings_of(connection, hearing.city, hearing.id)
    if any(each.notice == notice for each in mailings):
        says = "Notices went out by the list that stands; set another hearing to notify anew."
        require([Gate("already_mailed", says, (notice,))])
    dated = {**frozen, "frozen_on": acting.today.isoformat()}
    saved = saved_hearing(connection, replace(hearing, notice_lists={**hearing.notice_lists, notice: dated}))
    details = {
        "hearing": str(hearing_id),
        "notice": notice,
        "list": frozen["id"],
        "rows": len(frozen["rows"]),
        "complete": frozen["complete"],
        "vintage": frozen["vintage"],
    }
    remember(connection, acting, matter.id, "notice_list.frozen", details, (notice,))
    return saved


def record_mailing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, mailing: Mailing
) -> Hearing:
    """Enter what went out; no recipients named means everybody on the list.

    Raises UnknownItem, ImpossibleDate.
    """
    hearing, matter = open_hearing(connection, acting, hearing_id, version, SERVE, SERVE)
    require_past("#/sent_on", mailing.sent_on, acting.today)
    frozen = hearing.notice_lists.get(mailing.notice)
    if frozen is None:
        raise UnknownItem("#/notice", mailing.notice, tuple(hearing.notice_lists))
    _require_after_setting(hearing, frozen, mailing.sent_on)
    listed = tuple(each.id for each in recipients_of(frozen))
    strangers = [each for each in mailing.recipients if each not in listed]
    if strangers:
        raise UnknownItem("#/recipients", strangers[0], listed)
    sent = replace(mailing, recipients=mailing.recipients or listed)
    hearings.record_mailing(connection, hearing.city, sent)
    saved = saved_hearing(connection, hearing)
    details = {
        "hearing": str(hearing_id),
        "mailing": str(sent.id),
        "notice": sent.notice,
        "sent_on": str(sent.sent_on),
        "method": sent.method,
        "recipients": len(sent.recipients),
    }
    remember(connection, acting, matter.id, "notice.mailed", details, (sent.notice,))
    return saved


def record_proof(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, proof: Proof
) -> Hearing:
    """Enter what proves a mailing. Raises UnknownItem when it has proof already or is not of this hearing."""
    hearing, matter = open_hearing(connection, acting, hearing_id, version, SERVE, SERVE)
    mailings, proofs = hearings.mailings_of(connection, hearing.city, hearing.id)
    waiting = {each.id: each for each in mailings if each.id not in {proven.mailing_id for proven in proofs}}
    if proof.mailing_id not in waiting:
        raise UnknownItem("#/mailing", str(proof.mailing_id), tuple(str(each) for each in waiting))
    demanded = _notices(matter, hearing)[waiting[proof.mailing_id].notice].proof
    if demanded is not None and proof.kind != demanded:
        raise UnknownItem("#/kind", proof.kind, (demanded,))
    require_past("#/sworn_on", proof.sworn_on, acting.today)
    if proof.sworn_on < waiting[proof.mailing_id].sent_on:
        raise ImpossibleDate("#/sworn_on", "nobody swears to a mailing before it went out")
    hearings.record_proof(connection, hearing.city, proof)
    saved = saved_hearing(connection, hearing)
    details = {"hearing": str(hearing_id), "mailing": str(proof.mailing_id), "proof": proof.kind}
    remember(connection, acting, matter.id, "notice.proven", details)
    return saved


def file_of(connection: Connection, acting: Acting, hearing_id: UUID) -> HearingFile:
    """The hearing with its mailings, and how each notice stands as of now. Raises NotFound."""
    hearing = hearing_of(connection, acting.city.slug, hearing_id)
    matter = matter_of(connection, acting, hearing.record_id)
    mailings, proofs = hearings.mailings_of(connection, hearing.city, hearing.id)
    day = hearing.held_on or hearing.starts_at.astimezone(acting.city.timezone).date()
    checks = {
        notice: checked(
            matter.program,
            notice,
            day,
            heard_under(matter, hearing),
            frozen,
            (each for each in mailings if each.notice == notice),
            proofs,
        )
        for notice, frozen in hearing.notice_lists.items()
    }
    return HearingFile(hearing, mailings, proofs, checks, isinstance(matter.record, Permit))


def _require_after_setting(hearing: Hearing, frozen: Mapping[str, Any], sent_on: date) -> None:
    frozen_on = date.fromisoformat(frozen.get("frozen_on", hearing.scheduled_on.isoformat()))
    if sent_on < max(hearing.scheduled_on, frozen_on):
        raise ImpossibleDate(
            "#/sent_on",
            f"nothing went out on {sent_on}: the hearing was scheduled on {hearing.scheduled_on} "
            f"and the list of whom to notify frozen on {frozen_on}",
        )


def _notices(matter: Matter, hearing: Hearing) -> dict[str, NoticeRule]:
    law_date = heard_under(matter, hearing)
    return {each.id: each for each in matter.program.notices(hearing.kind, law_date)}
