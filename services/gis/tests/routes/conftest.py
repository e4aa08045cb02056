"""Parcels of the sample that route tests take."""

import pytest

from services.gis.tests.builders import CITY
from services.gis.tests.usecases.oracle import sample_loads


@pytest.fixture(scope="session")
def protected_pin() -> str:
    """A parcel whose owner's name the law suppresses."""
    return next(each.parcel.pin for each in sample_loads()[CITY].parcels if each.ownership.private)


@pytest.fixture
def free_pin() -> str:
    """A parcel with a named owner that no other test takes."""
    return next(_FREE)


_FREE = (
    each.parcel.pin
    for each in sample_loads()[CITY].parcels
    if not each.ownership.private and each.ownership.owners and each.parcel.address
)
