"""From what gis knows to what it shows. Instants are shown in UTC, as they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Any

from gis.domain.address_choice import AddressChoice
from gis.domain.county_import import CountyImport
from gis.domain.facts import KnownFact
from gis.domain.owner_candidate import ALLOWED, WITHHELD, OwnerCandidate
from gis.domain.parcel import Feature, Ownership, Parcel
from gis.domain.parties import Party
from gis.schemas.address_choices import AddressChoiceView, OfferedCandidate
from gis.schemas.county_imports import CountyImportView
from gis.schemas.facts import FactsAnswer, FactView, LeftOut, MissingFact
from gis.schemas.owner_candidates import DocumentView, OwnerCandidateView
from gis.schemas.parcels import (
    Match,
    ParcelCandidate,
    ParcelOwner,
    PartyView,
    PublicParcel,
    RecordedChoice,
)
from gis.schemas.places import JurisdictionView, Overlap, PlaceAnswer

if TYPE_CHECKING:
    from gis.usecases.answer_facts import FactsOfPlace
    from gis.usecases.locate import Place


def candidate(
    match: Match, likeness: float | None, parcel: Parcel, chosen: AddressChoice | None = None
) -> ParcelCandidate:
    """Show a parcel that may be meant; `chosen`: somebody of the city found that it is."""
    return ParcelCandidate(
        match=match,
        likeness=likeness,
        parcel=PublicParcel.model_validate(parcel),
        chosen=chosen and _chosen(chosen),
    )


def choice_view(choice: AddressChoice) -> AddressChoiceView:
    """Show a choice, with who made it."""
    return AddressChoiceView(
        id=str(choice.id),
        city=choice.city,
        asked=choice.asked,
        chosen=OfferedCandidate.model_validate(choice.chosen),
        candidates=[OfferedCandidate.model_validate(each) for each in choice.candidates],
        chosen_at=choice.chosen_at.astimezone(UTC),
        chosen_by=choice.chosen_by,
        note=choice.note,
    )


def owner_view(parcel: Parcel, ownership: Ownership) -> ParcelOwner:
    """Show who owns a parcel; nothing of it where it is withheld."""
    shown = not ownership.private
    return ParcelOwner(
        pin=parcel.pin,
        city=parcel.city,
        owners=[_party(each) for each in ownership.owners if shown],
        taxpayers=[_party(each) for each in ownership.taxpayers if shown],
        owner_since=ownership.owner_since if shown else None,
        withheld=ownership.private,
        source=parcel.source,
        vintage=parcel.vintage,
    )


def place_view(place: Place) -> PlaceAnswer:
    """Show what lies at a point."""
    return PlaceAnswer(
        lon=place.lon,
        lat=place.lat,
        governed_by=[
            JurisdictionView(name=each.name, city=each.code, source=each.source, vintage=each.vintage)
            for each in place.governed_by
        ],
        in_city=place.in_city,
        parcels=[PublicParcel.model_validate(each) for each in place.parcels],
        zoning=[_overlap(each) for each in place.zoning],
        overlays=[_overlap(each) for each in place.overlays],
    )


def facts_view(found: FactsOfPlace, shapes: Mapping[str, dict[str, Any]]) -> FactsAnswer:
    """Show facts, and what is missing; `shapes` is what was measured, by the names of the facts."""
    return FactsAnswer(
        pin=None if found.parcel is None else found.parcel.pin,
        city=found.city,
        on=found.on,
        facts={name: _fact(fact, shapes.get(name)) for name, fact in found.known.items()},
        missing=[
            MissingFact(name=name, reason=each.reason, candidates=list(each.candidates))
            for name, each in found.untold.items()
        ],
        left_out=[LeftOut(layer=each.layer, feature=each.id) for each in found.left_out],
    )


def fact_value(fact: KnownFact) -> bool | float | str:
    """Give a fact's value as JSON shows it."""
    return fact.value if isinstance(fact.value, bool | str) else float(fact.value)


def candidate_view(candidate: OwnerCandidate) -> OwnerCandidateView:
    """Show an owner candidate and what may be done with it."""
    conveyed = candidate.conveyance
    return OwnerCandidateView(
        id=str(candidate.id),
        city=candidate.city,
        pin=conveyed.pin,
        status=candidate.status,
        kind=candidate.kind,
        transfers_ownership=candidate.transfers_ownership,
        conveyed_on=conveyed.conveyed_on,
        document=DocumentView.model_validate(conveyed.document),
        grantor=conveyed.grantor,
        grantee=_party(Party(WITHHELD, ()) if candidate.is_grantee_withheld else conveyed.grantee),
        recorded_owner=candidate.recorded_owner,
        received_at=candidate.received_at.astimezone(UTC),
        decided_at=candidate.decided_at and candidate.decided_at.astimezone(UTC),
        decided_by=candidate.decided_by,
        note=candidate.note,
        version=candidate.version,
        allowed_actions=list(ALLOWED[candidate.status]),
    )


def import_view(found: CountyImport) -> CountyImportView:
    """Show an import, without who asked for it."""
    shown = {name: getattr(found, name) for name in CountyImportView.model_fields}
    for name in ("asked_at", "finished_at"):
        shown[name] = shown[name] and shown[name].astimezone(UTC)
    return CountyImportView(**{**shown, "id": str(found.id)})


def _chosen(choice: AddressChoice) -> RecordedChoice:
    return RecordedChoice(
        choice=str(choice.id),
        chosen_at=choice.chosen_at.astimezone(UTC),
        out_of=len(choice.candidates),
        source="the city's staff",
    )


def _party(party: Party) -> PartyView:
    return PartyView(name=party.name, mailing_lines=list(party.mailing))


def _overlap(feature: Feature) -> Overlap:
    return Overlap(
        layer=feature.layer,
        feature=feature.id,
        name=feature.name,
        code=feature.code,
        source=feature.source,
        vintage=feature.vintage,
    )


def _fact(fact: KnownFact, shape: dict[str, Any] | None) -> FactView:
    return FactView(
        value=fact_value(fact), unit=fact.unit, source=fact.source, vintage=fact.vintage, geometry=shape
    )
