"""Waking what runs beside the requests: only by a write that leaves it something to do.

Relays and importers look by themselves every so often; a write that leaves work for them says so in its
transaction, and they look at once when it has committed. Other writes cost them nothing.
"""

from __future__ import annotations

from sqlalchemy import Connection

_LEFT = "citycode.left-work"


def leave_work(connection: Connection) -> None:
    """Say that the running transaction leaves something to do beside the requests."""
    connection.info[_LEFT] = True


def work_left(connection: Connection) -> bool:
    """Whether that was said since this was last asked on the connection."""
    return bool(connection.info.pop(_LEFT, False))
