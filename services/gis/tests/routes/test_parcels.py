"""Parcels over HTTP."""

import pytest

from services.gis.tests.builders import CITY
from services.gis.tests.services import Callers, sample_cities

pytestmark = pytest.mark.storage
PIN = "11.029.21.24.0001"
PUBLIC = {
    "id", "pin", "city", "county", "address", "postal_city", "zip", "acres_deed", "acres_polygon",
    "lon", "lat", "source", "vintage", "generation",
}  # fmt: skip


@pytest.mark.parametrize("asked", [PIN, "1102921240001", "11-029-21-24-0001"])
def test_a_parcel_is_public_without_its_people(callers: Callers, asked: str) -> None:
    answer = callers.anonymous().get(f"/v1/{CITY}/parcels/{asked}")

    assert answer.status_code == 200
    assert set(answer.json()) == PUBLIC
    assert (answer.json()["pin"], answer.json()["acres_deed"]) == (PIN, 80.0)


def test_staff_see_the_same_public_parcel(callers: Callers) -> None:
    path = f"/v1/{CITY}/parcels/{PIN}"

    public, staff = callers.anonymous().get(path), callers.officer(CITY).get(path)

    assert staff.json() == public.json()


def test_a_parcel_read_again_unchanged_is_not_sent_again(callers: Callers) -> None:
    client = callers.anonymous()
    first = client.get(f"/v1/{CITY}/parcels/{PIN}")

    again = client.get(f"/v1/{CITY}/parcels/{PIN}", headers={"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.content) == (304, b"")


def test_staff_see_owner_and_taxpayer(callers: Callers) -> None:
    answer = callers.officer(CITY).get(f"/v1/{CITY}/parcels/{PIN}/owner")

    body = answer.json()
    assert answer.status_code == 200
    assert len(body["owners"]) == 1
    assert body["owners"] == body["taxpayers"]
    assert body["withheld"] is False


def test_a_protected_owner_is_withheld_with_everything(callers: Callers, protected_pin: str) -> None:
    answer = callers.officer(CITY).get(f"/v1/{CITY}/parcels/{protected_pin}/owner")

    body = answer.json()
    assert (body["owners"], body["taxpayers"], body["owner_since"], body["withheld"]) == ([], [], None, True)


def test_all_parcels_at_an_address_are_candidates(callers: Callers) -> None:
    client = callers.anonymous()

    stacked = client.get(f"/v1/{CITY}/parcels", params={"address": "4001 30TH ST N"}).json()
    unit = client.get(f"/v1/{CITY}/parcels", params={"address": "4001 30th Street North Unit 3"}).json()

    assert len(stacked["items"]) == 12
    assert [each["parcel"]["address"] for each in unit["items"]] == ["4001 30th Street North Unit 3"]
    assert {(each["match"], each["likeness"]) for each in stacked["items"]} == {("address", 1.0)}


def test_a_parcel_with_another_towns_postal_name_is_found_in_its_city(callers: Callers) -> None:
    client = callers.anonymous()
    listed = client.get(f"/v1/{CITY}/parcels", params={"limit": 500}).json()["items"]
    outer = next(each["parcel"] for each in listed if each["parcel"]["postal_city"] == "Stillwater")

    found = client.get(f"/v1/{CITY}/parcels", params={"address": f"{outer['address']}, Stillwater, MN 55082"})

    assert [each["parcel"]["pin"] for each in found.json()["items"]] == [outer["pin"]]


def test_every_parcel_is_listed_once_page_by_page(callers: Callers) -> None:
    client, pins = callers.anonymous(), []
    cursor = None
    while True:
        page = client.get(
            f"/v1/{CITY}/parcels", params={"limit": 400, **({"cursor": cursor} if cursor else {})}
        ).json()
        pins += [each["parcel"]["pin"] for each in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break

    (load,) = (each.load for each in sample_cities() if each.load.city == CITY)
    assert len(pins) == len(set(pins)) == len(load.parcels)
    assert pins == sorted(pins)


@pytest.mark.parametrize(
    ("params", "pointer"),
    [
        ({"address": "somewhere"}, "#/address"),
        ({"address": "9 Elm", "pin": PIN}, "#/address"),
        ({"limit": 0}, "#/limit"),
        ({"limit": 501}, "#/limit"),
        ({"adress": "9 Elm"}, "#/adress"),
        ({"address": "a" * 300}, "#/address"),
    ],
)
def test_a_bad_question_is_refused_with_its_place(
    callers: Callers, params: dict[str, str], pointer: str
) -> None:
    answer = callers.anonymous().get(f"/v1/{CITY}/parcels", params=params)

    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_an_unknown_pin_lists_nothing(callers: Callers) -> None:
    answer = callers.anonymous().get(f"/v1/{CITY}/parcels", params={"pin": "99"})

    assert answer.json() == {"items": [], "next_cursor": None}


def test_a_parcel_that_never_changed_has_one_version_and_no_links(callers: Callers) -> None:
    history = callers.anonymous().get(f"/v1/{CITY}/parcels/11.029.21.24.0001/history")

    body = history.json()
    assert history.status_code == 200
    assert (len(body["versions"]), body["came_from"], body["became"]) == (1, [], [])
    assert (body["versions"][0]["since"], body["versions"][0]["until"]) == (None, None)
    assert callers.anonymous().get(f"/v1/{CITY}/parcels/99.9/history").status_code == 404
