"""Asking gis for the facts of a parcel or a place. Reads only the fields named here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any
from urllib.parse import quote

from calculators import PlaceRefused, SourceUnavailable, ToldFact, ToldFacts
from pydantic import BaseModel, ConfigDict, ValidationError
from servicekit.client import NeighborAnswer, NeighborUnavailable, ServiceClient


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Fact(_Read):
    value: Any
    unit: str | None
    source: str
    vintage: date | None


class _Untold(_Read):
    name: str
    reason: str


class _Facts(_Read):
    pin: str | None
    facts: dict[str, _Fact]
    missing: list[_Untold]


class HttpMaps:
    """gis over HTTP, as a source of facts."""

    def __init__(self, client: ServiceClient) -> None:
        self._client = client

    def facts_of(
        self,
        city: str,
        pin: str | None,
        site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),
    ) -> ToldFacts:
        """Answer facts by source name. Raises SourceUnavailable, PlaceRefused."""
        body: dict[str, Any] = {"names": list(names)}
        if pin is not None:
            body["pin"] = pin
        if site is not None:
            body["site"] = {"lon": site[0], "lat": site[1]}
        if except_features:
            body["except_features"] = list(except_features)
        try:
            answer = self._client.post(f"/v1/{quote(city, safe='')}/facts", body)
        except NeighborUnavailable as away:
            raise SourceUnavailable(str(away)) from away
        if answer.status != 200:
            raise _refused(answer)
        try:
            told = _Facts.model_validate(answer.body)
        except ValidationError as wrong:
            raise SourceUnavailable("gis answered with something else than was asked") from wrong
        return ToldFacts(
            told.pin,
            {
                name: ToldFact(fact.value, fact.unit, fact.source, fact.vintage)
                for name, fact in told.facts.items()
            },
            {each.name: each.reason for each in told.missing},
        )


def _refused(answer: NeighborAnswer) -> PlaceRefused | SourceUnavailable:
    said = answer.body if isinstance(answer.body, dict) else {}
    if answer.status == 404:
        return PlaceRefused("parcel", "the city has no parcel of that number")
    if answer.status in {409, 422}:
        at_site = any("site" in str(error.get("pointer")) for error in said.get("errors", ()))
        return PlaceRefused("site" if at_site else "parcel", str(said.get("detail", "it is not on the map")))
    return SourceUnavailable(f"gis answered {answer.status}")
