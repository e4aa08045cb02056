"""Which parcel an address names: exactly one, or whoever asks must choose."""

from __future__ import annotations

from calculators import PlaceRefused

from permits.clients.gis import AddressedParcel, Gis


class SeveralParcels(Exception):
    """The address fits several parcels; `candidates` lists them."""

    def __init__(self, address: str, candidates: tuple[AddressedParcel, ...]) -> None:
        super().__init__(address)
        self.address = address
        self.candidates = candidates


def parcel_at(gis: Gis, city: str, address: str) -> str:
    """The PIN of the one parcel at the address.

    Raises PlaceRefused where there is none, SeveralParcels, SourceUnavailable.
    """
    found = gis.parcels_at(city, address)
    if not found:
        raise PlaceRefused("address", "the city has no parcel at that address")
    if len(found) > 1:
        raise SeveralParcels(address, tuple(found))
    return found[0].pin
