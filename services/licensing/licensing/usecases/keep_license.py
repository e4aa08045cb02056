"""What its holder and the staff do with a license: change how the holder is reached, give it up, notify."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.desk.serving import Issuing, NoticeFile, Serving, notice_of
from casework.storage import personal
from sqlalchemy import Connection

from licensing.domain.license import License
from licensing.storage import licenses
from licensing.usecases.end_license import end
from licensing.usecases.records import license_held
from licensing.usecases.serve_notice import about, issue, serve

KINDS = ("revocation", "denial", "inspection")
"""Kinds of notices that concern a license and no single violation of it."""


def change_contact(
    connection: Connection, acting: Acting, license_id: UUID, version: int, contact: Mapping[str, str]
) -> License:
    """Keep where the holder is reached: notices go to the last address. Raises as `license_held`."""
    before = license_held(connection, acting, license_id, version, "change_contact")
    hashes = personal.keep(connection, before.city, before.id, contact)
    saved = licenses.save(connection, before)
    remember(connection, acting, saved.id, "license.contact_changed", {"contact": hashes})
    return saved


def surrender(connection: Connection, acting: Acting, license_id: UUID, version: int, reason: str) -> License:
    """Give it up as of today. Raises as `license_held`."""
    before = license_held(connection, acting, license_id, version, "surrender")
    hashes = personal.keep(connection, before.city, before.id, {"surrender_reason": reason})
    remember(connection, acting, before.id, "license.surrender_asked", hashes)
    return end(connection, acting, before, "surrendered", acting.today, "surrender", ())


def issue_notice(
    connection: Connection, acting: Acting, license_id: UUID, version: int, issuing: Issuing
) -> tuple[License, NoticeFile]:
    """Issue a notice about a license. Raises as `license_held` and `serve_notice.issue`."""
    before = license_held(connection, acting, license_id, version, "give_notice")
    matter = about(acting, before, before.id, acting.today)
    file = issue(connection, acting, before, matter, KINDS, issuing)
    return licenses.save(connection, before), file


def serve_notice(
    connection: Connection,
    acting: Acting,
    license_id: UUID,
    version: int,
    notice_id: UUID,
    serving: Serving,
) -> tuple[License, NoticeFile]:
    """Enter service of a notice about a license; the duty to give it is met once it counts."""
    before = license_held(connection, acting, license_id, version, "give_notice")
    notice = notice_of(connection, before.city, notice_id, before.id)
    file = serve(connection, acting, about(acting, before, before.id, acting.today), notice, serving)
    return licenses.save(connection, before), file
