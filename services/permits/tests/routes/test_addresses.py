"""An application for the parcel of an address: exactly one, or the applicant must choose."""

from __future__ import annotations

from typing import Any

import pytest
from permits.clients.gis import AddressedParcel

from services.permits.tests.builders import a_pin, an_ask
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage
ADDRESS = "11200 10th Street N"


def by_address(**given: Any) -> dict[str, Any]:
    ask = an_ask(address=ADDRESS, **given)
    del ask["pin"]
    return ask


def test_the_one_parcel_of_an_address_is_taken(office: Office) -> None:
    pin = a_pin()
    office.gis.at_address = {ADDRESS: [AddressedParcel(pin, "11200 10th St N")]}

    made = done(send(office.resident(), "/applications", by_address()))

    assert (made["pin"], made["state"]) == (pin, "draft")


def test_of_several_the_applicant_chooses(office: Office) -> None:
    found = [AddressedParcel("a", "11200 10th St N"), AddressedParcel("b", None)]
    office.gis.at_address = {ADDRESS: found}

    answer = send(office.resident(), "/applications", by_address())

    assert (answer.status_code, answer.json()["type"]) == (409, "urn:citycode:problem:ambiguous-parcel")
    assert answer.json()["candidates"] == [
        {"pin": "a", "address": "11200 10th St N"},
        {"pin": "b", "address": None},
    ]


def test_an_address_of_no_parcel_is_named(office: Office) -> None:
    answer = send(office.resident(), "/applications", by_address())

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/address")


def test_without_the_map_nothing_is_opened_by_address(office: Office) -> None:
    office.gis.away = True
    before = len(office.resident().get(f"{V1}/applications", params={"limit": 500}).json()["items"])

    answer = send(office.resident(), "/applications", by_address())

    assert answer.status_code == 503
    after = len(office.resident().get(f"{V1}/applications", params={"limit": 500}).json()["items"])
    assert after == before


@pytest.mark.parametrize("given", [{"pin": "11.029.21.24.0001"}, {"address": None}], ids=["both", "neither"])
def test_either_a_pin_or_an_address_is_sent(office: Office, given: dict[str, Any]) -> None:
    answer = send(office.resident(), "/applications", {**by_address(), **given})

    assert answer.status_code == 422


def test_sent_again_under_its_key_nothing_is_asked_of_the_map(office: Office) -> None:
    office.gis.at_address = {ADDRESS: [AddressedParcel(a_pin(), None)]}
    ask = by_address()

    first = send(office.resident(), "/applications", ask, key="by-address-1")
    office.gis.away = True
    again = send(office.resident(), "/applications", ask, key="by-address-1")

    assert done(again)["id"] == done(first)["id"]
