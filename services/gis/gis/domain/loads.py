"""What a load brings: records with their shapes, for one city at a time. Shapes are WKB in EPSG:26915."""

from dataclasses import dataclass
from datetime import date

from gis.domain.parcel import Dwelling, Feature, Layer, Ownership, Parcel


@dataclass(frozen=True)
class ParcelLoad:
    """A parcel with its people and outline."""

    parcel: Parcel
    ownership: Ownership
    wkb: bytes


@dataclass(frozen=True)
class AddressLoad:
    """An address point; `residence` when somebody lives there."""

    dwelling: Dwelling
    residence: bool
    source: str
    vintage: date
    wkb: bytes


@dataclass(frozen=True)
class FeatureLoad:
    """A feature of a layer, standing since that day (None: not known) until another (None: it stands)."""

    feature: Feature
    since: date | None
    wkb: bytes
    until: date | None = None


@dataclass(frozen=True)
class CityLoad:
    """Everything of one city."""

    city: str
    parcels: tuple[ParcelLoad, ...]
    addresses: tuple[AddressLoad, ...]
    layers: tuple[Layer, ...]
    features: tuple[FeatureLoad, ...]
