"""Asking gis who owns a parcel. Reads only the fields named here."""

from __future__ import annotations

from datetime import date
from typing import Protocol
from urllib.parse import quote
from uuid import UUID

from calculators import FactSource, PlaceRefused, SourceUnavailable
from caseroutes.maps import HttpMaps
from pydantic import BaseModel, ConfigDict, ValidationError
from servicekit.client import NeighborUnavailable, ServiceClient

from enforcement.domain.case import CaseParty


class Gis(FactSource, Protocol):
    """What enforcement asks of gis. Raises SourceUnavailable when it is down, PlaceRefused for no parcel."""

    def owner_of(self, city: str, pin: str) -> Ownership:
        """Who owns a parcel and pays its tax, by the county's record."""


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class Named(_Read):
    """A person or firm with its mailing address."""

    name: str
    mailing_lines: list[str]


class Ownership(_Read):
    """Owners and taxpayers; none, and `withheld`, where the law suppresses both (M.S. 5B)."""

    pin: str
    owners: list[Named]
    taxpayers: list[Named]
    withheld: bool
    source: str
    vintage: date

    def parties(self, city: str, case_id: UUID) -> tuple[CaseParty, ...]:
        """As a case keeps them: owners, then taxpayers; one nameless owner where they are withheld."""
        named = [("owner", each) for each in self.owners] + [("taxpayer", each) for each in self.taxpayers]
        found = [
            CaseParty(
                city,
                case_id,
                place,
                kind,
                each.name,
                ", ".join(each.mailing_lines) or None,
                self.source,
                self.vintage,
            )
            for place, (kind, each) in enumerate(named, start=1)
        ]
        if self.withheld:
            found = [CaseParty(city, case_id, 1, "owner", None, None, self.source, self.vintage, True)]
        return tuple(found)


class HttpGis(HttpMaps):
    """gis over HTTP."""

    def __init__(self, client: ServiceClient) -> None:
        super().__init__(client)
        self._owners = client

    def owner_of(self, city: str, pin: str) -> Ownership:
        """Who owns a parcel and pays its tax, by the county's record."""
        path = f"/v1/{quote(city, safe='')}/parcels/{quote(pin, safe='')}/owner"
        try:
            answer = self._owners.get(path)
        except NeighborUnavailable as away:
            raise SourceUnavailable(str(away)) from away
        if answer.status == 404:
            raise PlaceRefused("pin", "the city has no parcel of that number")
        if answer.status == 409:
            raise PlaceRefused(
                "pin", "several parcels have these digits: write the number as the county does"
            )
        if answer.status != 200:
            raise SourceUnavailable(f"gis answered {answer.status}")
        try:
            return Ownership.model_validate(answer.body)
        except ValidationError as wrong:
            raise SourceUnavailable("gis answered with something else than was asked") from wrong
