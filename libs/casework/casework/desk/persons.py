"""For whom the caller acts: themselves, or a person who let a machine act for them."""

from __future__ import annotations

from servicekit.problems import Forbidden
from sqlalchemy import Connection

from casework.desk.acting import Acting
from casework.storage import consents

FILES = "applications.file"
"""The scope of a machine that may file for persons at all."""


class NoConsent(Exception):
    """The person has not let this machine act for them."""


class NobodyNamed(Exception):
    """A machine files for nobody: it must name the person."""


def acts_for(connection: Connection, acting: Acting) -> frozenset[str]:
    """The persons whose own records the caller may open: themselves, or who consented to the machine."""
    principal = acting.principal
    if principal.kind == "person":
        return frozenset({principal.subject})
    if principal.kind != "machine" or not acting.holds(FILES):
        return frozenset()
    return frozenset(consents.persons_of(connection, acting.city.slug, principal.subject))


def filing_for(connection: Connection, acting: Acting, on_behalf_of: str | None) -> str:
    """The person whose record it is to be. Raises NobodyNamed, NoConsent, Forbidden."""
    principal = acting.principal
    if principal.kind == "machine":
        if not acting.holds(FILES):
            raise Forbidden(f"This takes the scope {FILES} in this city.")
        if on_behalf_of is None:
            raise NobodyNamed
        if on_behalf_of not in acts_for(connection, acting):
            raise NoConsent
        return on_behalf_of
    if on_behalf_of is not None and on_behalf_of != principal.subject:
        raise NoConsent
    return principal.subject
