"""Notice lists over HTTP: made once, frozen, read again."""

import csv
import hashlib
import io
import json
import re

import pytest
from gis.sample.county import NamedSite

from services.gis.tests.builders import CITY, PLACES
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage


def asked(parcel: str, **given: object) -> dict[str, object]:
    return {"pin": parcel, "within_ft": 500, "to": "residents", **given}


def test_a_list_is_made_frozen_and_read_again(callers: Callers, sites: dict[str, NamedSite]) -> None:
    clerk = callers.officer(CITY)

    made = clerk.post(f"/v1/{CITY}/notice-lists", json=asked(sites["fine_site"].pin))
    again = clerk.get(made.headers["Location"])

    body = made.json()
    assert (made.status_code, again.status_code) == (201, 200)
    assert again.json() == body
    assert (body["complete"], body["reaches_into"], body["made_by"]) == (True, [], "staff-1")
    assert body["made_at"] == "2026-06-01T10:00:00-05:00"
    assert again.headers["ETag"] == f'"{body["sha256"]}"'
    assert ["Resident"] in [row["names"] for row in body["rows"]]


def test_the_hash_attests_the_list(callers: Callers, sites: dict[str, NamedSite]) -> None:
    body = callers.officer(CITY).post(f"/v1/{CITY}/notice-lists", json=asked(sites["fine_site"].pin)).json()
    sha256 = body.pop("sha256")

    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    assert hashlib.sha256(text.encode()).hexdigest() == sha256


def test_the_same_key_makes_one_list(callers: Callers, sites: dict[str, NamedSite]) -> None:
    neighbor, body = callers.neighbor(), asked(sites["fine_site"].pin)
    headers = {"Idempotency-Key": "list-once"}

    first = neighbor.post(f"/v1/{CITY}/notice-lists", json=body, headers=headers)
    second = neighbor.post(f"/v1/{CITY}/notice-lists", json=body, headers=headers)
    other = neighbor.post(f"/v1/{CITY}/notice-lists", json={**body, "within_ft": 350}, headers=headers)

    assert (first.status_code, second.status_code, other.status_code) == (201, 201, 422)
    assert second.content == first.content
    assert second.headers["Idempotent-Replayed"] == "true"


def test_a_list_of_another_city_is_absent(callers: Callers, sites: dict[str, NamedSite]) -> None:
    made = callers.officer(CITY).post(f"/v1/{CITY}/notice-lists", json=asked(sites["fine_site"].pin)).json()

    answer = callers.officer("fridley").get(f"/v1/fridley/notice-lists/{made['id']}")

    assert answer.status_code == 404


def test_no_protected_person_is_on_any_list(callers: Callers, protected_pin: str) -> None:
    clerk = callers.officer(CITY)

    made = clerk.post(
        f"/v1/{CITY}/notice-lists", json=asked(protected_pin, within_ft=50, to="owners_and_residents")
    ).json()

    listed = {each["pin"] for row in made["rows"] for each in row["parcels"]}
    assert protected_pin not in listed | {each["pin"] for each in made["unaddressed"]}
    assert made["withheld"] >= 1


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"within_ft": 0}, "#/within_ft"),
        ({"within_ft": -350}, "#/within_ft"),
        ({"within_ft": 5281}, "#/within_ft"),
        ({"within_ft": "far"}, "#/within_ft"),
        ({"to": "everybody"}, "#/to"),
        ({"pin": None}, "#"),
        ({"pins": ["11.029.21.24.0001", "10.029.21.31.0001"]}, "#"),
        ({"pin": None, "pins": ["11.029.21.24.0001"]}, "#/pins"),
        ({"radius": 3}, "#/radius"),
    ],
)
def test_a_bad_ask_is_refused_with_its_place(
    callers: Callers, sites: dict[str, NamedSite], change: dict[str, object], pointer: str
) -> None:
    answer = callers.officer(CITY).post(
        f"/v1/{CITY}/notice-lists", json=asked(sites["fine_site"].pin, **change)
    )

    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_a_list_is_exported_for_mailing_labels(callers: Callers, sites: dict[str, NamedSite]) -> None:
    clerk = callers.officer(CITY)
    made = clerk.post(f"/v1/{CITY}/notice-lists", json=asked(sites["fine_site"].pin)).json()

    table = clerk.post(f"/v1/{CITY}/notice-lists/{made['id']}/export")

    assert table.status_code == 200
    assert table.headers["Content-Type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(table.text, newline="")))
    assert [line["line_1"] for line in lines] == [row["mailing_lines"][0] for row in made["rows"]]


def test_a_list_around_an_area_is_kept_with_the_area_and_printed(
    callers: Callers, sites: dict[str, NamedSite]
) -> None:
    clerk, site = callers.officer(CITY), sites["fine_site"]
    ring = [[site.lon + east, site.lat + north] for east, north in ((0, 0), (0.004, 0), (0, 0.004), (0, 0))]
    area = {"type": "Polygon", "coordinates": [ring]}

    made = clerk.post(
        f"/v1/{CITY}/notice-lists", json={"area": area, "within_ft": 2000, "to": "owners"}
    ).json()
    sheets = clerk.post(f"/v1/{CITY}/notice-lists/{made['id']}/labels")

    assert (made["pin"], made["area"]) == (None, area)
    assert site.pin in {each["pin"] for row in made["rows"] for each in row["parcels"]}
    assert (sheets.status_code, sheets.headers["Content-Type"]) == (200, "application/pdf")
    assert re.findall(rb"/Count (\d+)", sheets.content) == [str(-(-len(made["rows"]) // 30)).encode()]


def test_an_area_that_crosses_itself_is_refused(callers: Callers, sites: dict[str, NamedSite]) -> None:
    site = sites["fine_site"]
    steps = ((0, 0), (0.001, 0.001), (0.001, 0), (0, 0.001), (0, 0))
    ring = [[site.lon + east, site.lat + north] for east, north in steps]
    area = {"type": "Polygon", "coordinates": [ring]}

    answer = callers.officer(CITY).post(
        f"/v1/{CITY}/notice-lists", json={"area": area, "within_ft": 350, "to": "owners"}
    )

    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["#/area/coordinates"]


def test_an_area_in_another_city_is_refused_with_who_governs_it(callers: Callers) -> None:
    lon, lat = PLACES["fridley"]
    ring = [[lon, lat], [lon + 0.001, lat], [lon + 0.001, lat + 0.001], [lon, lat]]
    area = {"type": "Polygon", "coordinates": [ring]}

    answer = callers.officer(CITY).post(
        f"/v1/{CITY}/notice-lists", json={"area": area, "within_ft": 350, "to": "owners"}
    )

    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "The place lies outside the city: it is in City of Fridley.",
    )
    assert [each["pointer"] for each in answer.json()["errors"]] == ["#/area"]
