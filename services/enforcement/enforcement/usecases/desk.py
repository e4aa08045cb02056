"""The desk of enforcement: the law, the clock and gis that use cases work with."""

from __future__ import annotations

from dataclasses import dataclass

from casework.desk.acting import Desk

from enforcement.clients.gis import Gis


@dataclass(frozen=True, slots=True)
class EnforcementDesk(Desk):
    """Wired once per app. `secret` keys what is kept of requests that name a complainant."""

    gis: Gis
    secret: str
