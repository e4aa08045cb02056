"""Identifiers: UUIDv7, and readable record numbers such as `FR-SIGN-2026-000042`."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection


def uuid7() -> UUID:
    """Give a new UUID version 7: sorts by creation time."""
    raise NotImplementedError


def next_record_number(connection: Connection, prefix: str, code: str, year: int) -> str:
    """Take the next number of the series in the running transaction: `LE-WIND-2026-000001`. No gaps after rollback."""
    raise NotImplementedError
