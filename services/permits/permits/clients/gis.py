"""Asking gis: facts of a parcel, and notice lists. Reads only the fields named here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol, TypeVar
from urllib.parse import quote

from calculators import PlaceRefused, SourceUnavailable, ToldFact, ToldFacts
from pydantic import BaseModel, ConfigDict, ValidationError
from servicekit.client import NeighborAnswer, NeighborUnavailable, ServiceClient

NAMED_LISTS = {
    frozenset({"resident"}): "residents",
    frozenset({"owner"}): "owners",
    frozenset({"owner", "resident"}): "owners_and_residents",
}


class Gis(Protocol):
    """What permits asks of gis.

    Every ask raises SourceUnavailable when gis is down, PlaceRefused for a place it does not know.
    """

    def facts_of(
        self,
        city: str,
        pin: str | None,
        site: tuple[float, float] | None,
        names: Sequence[str],
        except_features: Sequence[str] = (),
    ) -> ToldFacts:
        """Answer facts by source name; `pin` comes back as the county prints it, None of no parcel.

        No distance is measured to `except_features`, which are known by the numbers of their permits.
        """

    def notice_list(
        self, city: str, pin: str, within_ft: float, audience: Collection[str], key: str
    ) -> dict[str, Any]:
        """Make and freeze the list of whom to notify; the same `key` gives the same list."""

    def parcels_at(self, city: str, address: str) -> Sequence[AddressedParcel]:
        """Give every parcel that the address may mean."""


@dataclass(frozen=True, slots=True)
class AddressedParcel:
    """A parcel that an address may mean, and the address the county has for it."""

    pin: str
    address: str | None


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


_M = TypeVar("_M", bound=_Read)


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


class _Parcel(_Read):
    pin: str
    address: str | None


class _Candidate(_Read):
    parcel: _Parcel


class _Candidates(_Read):
    items: list[_Candidate]


class _NoticeList(_Read):
    model_config = ConfigDict(extra="allow", frozen=True)

    id: str
    complete: bool
    reaches_into: list[str]
    rows: list[dict[str, Any]]
    withheld: int
    vintage: date


class HttpGis:
    """gis over HTTP."""

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
        """Answer facts by source name."""
        body: dict[str, Any] = {"names": list(names)}
        if pin is not None:
            body["pin"] = pin
        if site is not None:
            body["site"] = {"lon": site[0], "lat": site[1]}
        if except_features:
            body["except_features"] = list(except_features)
        told = _read(_Facts, self._post(f"/v1/{quote(city, safe='')}/facts", body))
        return ToldFacts(
            told.pin,
            {
                name: ToldFact(fact.value, fact.unit, fact.source, fact.vintage)
                for name, fact in told.facts.items()
            },
            {each.name: each.reason for each in told.missing},
        )

    def notice_list(
        self, city: str, pin: str, within_ft: float, audience: Collection[str], key: str
    ) -> dict[str, Any]:
        """Make and freeze the list of whom to notify."""
        body = {"pin": pin, "within_ft": within_ft, "to": NAMED_LISTS[frozenset(audience)]}
        answer = self._post(f"/v1/{quote(city, safe='')}/notice-lists", body, key)
        return _read(_NoticeList, answer).model_dump(mode="json")

    def parcels_at(self, city: str, address: str) -> Sequence[AddressedParcel]:
        """Give every parcel that the address may mean."""
        try:
            answer = self._client.get(f"/v1/{quote(city, safe='')}/parcels", {"address": address})
        except NeighborUnavailable as away:
            raise SourceUnavailable(str(away)) from away
        if answer.status == 422:
            raise PlaceRefused("address", "start with the house number, then the street name")
        if answer.status != 200:
            raise SourceUnavailable(f"gis answered {answer.status}")
        found = _read(_Candidates, answer).items
        return [AddressedParcel(each.parcel.pin, each.parcel.address) for each in found]

    def _post(self, path: str, body: dict[str, Any], key: str | None = None) -> NeighborAnswer:
        try:
            answer = self._client.post(path, body, idempotency_key=key)
        except NeighborUnavailable as away:
            raise SourceUnavailable(str(away)) from away
        if answer.status in {200, 201}:
            return answer
        raise _refused(answer)


def _refused(answer: NeighborAnswer) -> PlaceRefused | SourceUnavailable:
    said = answer.body if isinstance(answer.body, dict) else {}
    if answer.status == 404:
        return PlaceRefused("parcel", "the city has no parcel of that number")
    if answer.status in {409, 422}:
        at_site = any("site" in str(error.get("pointer")) for error in said.get("errors", ()))
        return PlaceRefused("site" if at_site else "parcel", str(said.get("detail", "it is not on the map")))
    return SourceUnavailable(f"gis answered {answer.status}")


def _read(model: type[_M], answer: NeighborAnswer) -> _M:
    try:
        return model.model_validate(answer.body)
    except ValidationError as wrong:
        raise SourceUnavailable("gis answered with something else than was asked") from wrong
