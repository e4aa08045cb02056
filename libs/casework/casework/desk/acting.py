"""Who is acting, in which city, when; and the desk a service wires once: the law and the clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from citycode.city import City
from citycode.law import Law
from servicekit.access import PermissionSource, permission_held
from servicekit.clock import Clock
from servicekit.identity import Principal
from servicekit.problems import Forbidden


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, in which city, when. `today` is the civil day in the city."""

    city: City
    principal: Principal
    now: datetime
    permissions: frozenset[str]

    @property
    def today(self) -> date:
        return self.now.date()

    @property
    def actor(self) -> str:
        """Kind and opaque subject; history only refers to persons (`memory.remember`)."""
        return self.principal.key

    def holds(self, permission: str) -> bool:
        """Whether the caller holds a permission here today."""
        return permission in self.permissions

    def office_for(self, office: str) -> str:
        """The office, if the caller holds it here; raises Forbidden when another office must act."""
        if office not in self.principal.offices_in(self.city.slug):
            raise Forbidden(f"This is for the {office.replace('_', ' ')} to do.")
        return office

    def any_office(self) -> str | None:
        """The office acted in, for history; None for applicants."""
        return next(iter(sorted(self.principal.offices_in(self.city.slug))), None)


@dataclass(frozen=True, slots=True)
class Desk:
    """Wired once per app; a service adds its neighbors."""

    law: Law
    clock: Clock
    permissions: PermissionSource

    def acting(self, city: str, principal: Principal) -> Acting:
        """Who acts in a city now: people by their offices, machines by their scopes. Raises UnknownCity."""
        known = self.law.city(city)
        now = self.clock.now(city)
        held = known.permissions_of(principal.offices_in(city), now.date())
        if principal.kind == "machine":
            here = principal.cities is None or city in principal.cities
            held = principal.scopes if here else frozenset()
        elif principal.kind != "person":
            held = frozenset()
        return Acting(known, principal, now, held)

    def by_the_clock(self, city: str, source: str) -> Acting:
        """Nobody acts but the calendar of the city; `source` names the service whose job it is."""
        return self.acting(city, Principal(subject=source, kind="service"))

    def permitted(self, principal: Principal, city: str, permission: str) -> bool:
        """Whether the caller holds a permission, machines by scope."""
        return permission_held(self.permissions, principal, city, permission, self.clock.today(city))
