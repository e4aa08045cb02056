"""Choices between the candidates of an address over HTTP: recorded once, and shown when it is asked again."""

import pytest
from gis.storage.tables import address_choices
from sqlalchemy import Engine, delete, update
from sqlalchemy.exc import IntegrityError

from services.gis.tests.builders import CITY
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage
CHOICES = f"/v1/{CITY}/address-choices"
PARCELS = f"/v1/{CITY}/parcels"
STACKED = "4001 30th St N"
"""Twelve condominiums on one outline have this address; no other test asks for a misspelling of it."""


def candidates(callers: Callers, address: str) -> list[dict[str, object]]:
    items = callers.anonymous().get(PARCELS, params={"address": address}).json()["items"]
    return list(items)


def pin_of(candidate: dict[str, object]) -> str:
    parcel = candidate["parcel"]
    assert isinstance(parcel, dict)
    return str(parcel["pin"])


def test_a_choice_is_recorded_with_all_it_was_chosen_from_and_shown_afterwards(callers: Callers) -> None:
    asked = "4001 30thh Street North"
    before = candidates(callers, asked)
    meant = pin_of(before[4])

    made = callers.officer(CITY).post(CHOICES, json={"address": asked, "pin": meant, "note": "He said so."})

    body = made.json()
    after = candidates(callers, asked.upper())
    assert (made.status_code, {each["match"] for each in before}) == (201, {"similar_address"})
    assert (body["asked"], body["chosen_by"], body["note"]) == (asked, "staff-1", "He said so.")
    assert body["chosen_at"] == "2026-06-01T15:00:00Z"
    assert body["chosen"] == {
        "pin": meant,
        "address": before[4]["parcel"]["address"],  # type: ignore[index]
        "match": before[4]["match"],
        "likeness": before[4]["likeness"],
    }
    assert [each["pin"] for each in body["candidates"]] == [pin_of(each) for each in before]
    assert {each["chosen"] is None for each in before} == {True}
    assert [pin_of(each) for each in after] == [pin_of(each) for each in before]
    assert [pin_of(each) for each in after if each["chosen"] is not None] == [meant]
    assert after[4]["chosen"] == {
        "choice": body["id"],
        "chosen_at": "2026-06-01T15:00:00Z",
        "out_of": len(before),
        "source": "the city's staff",
    }


def test_nobody_outside_the_city_hall_learns_who_chose_or_what_they_wrote(callers: Callers) -> None:
    pins = [pin_of(each) for each in candidates(callers, STACKED)]
    typed = f"{STACKED}, where Ada Lindahl hides"
    made = callers.officer(CITY).post(
        CHOICES, json={"address": typed, "pin": pins[0], "note": "Ada Lindahl told us."}
    )

    shown = callers.anonymous().get(PARCELS, params={"address": STACKED}).text
    refused = callers.anonymous().get(made.headers["Location"])
    inspector = callers.officer(CITY, "building_official").get(made.headers["Location"])

    assert made.json()["asked"] == typed
    assert made.json()["id"] in shown
    assert "staff-1" not in shown
    assert "Lindahl" not in shown
    assert (refused.status_code, inspector.status_code) == (401, 403)


def test_the_later_choice_stands_and_the_earlier_one_is_kept(callers: Callers) -> None:
    clerk, asked = callers.officer(CITY), "4001 30th Street"
    pins = [pin_of(each) for each in candidates(callers, asked)]

    first = clerk.post(CHOICES, json={"address": asked, "pin": pins[0]}).json()
    second = clerk.post(CHOICES, json={"address": asked, "pin": pins[1]}).json()

    listed = clerk.get(CHOICES, params={"address": asked.lower()}).json()["items"]
    chosen = [pin_of(each) for each in candidates(callers, asked) if each["chosen"] is not None]
    assert [each["id"] for each in listed] == [first["id"], second["id"]]
    assert chosen == [pins[1]]
    assert clerk.get(f"{CHOICES}/{first['id']}").json() == first


def test_the_same_choice_is_recorded_once(callers: Callers) -> None:
    clerk = callers.officer(CITY)
    body = {"address": "4001 30th N", "pin": pin_of(candidates(callers, "4001 30th N")[0])}

    first = clerk.post(CHOICES, json=body, headers={"Idempotency-Key": "choose-once"})
    replayed = clerk.post(CHOICES, json=body, headers={"Idempotency-Key": "choose-once"})
    again = clerk.post(CHOICES, json=body)
    other = clerk.post(CHOICES, json={**body, "note": "Seen."}, headers={"Idempotency-Key": "choose-once"})

    assert (first.status_code, replayed.status_code, again.status_code) == (201, 201, 200)
    assert first.json() == replayed.json() == again.json()
    assert other.status_code == 422
    assert len(clerk.get(CHOICES, params={"address": body["address"]}).json()["items"]) == 1


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"address": STACKED, "pin": "11.029.21.24.0001"}, "#/pin"),
        ({"address": "30th Street", "pin": "11.029.21.24.0001"}, "#/address"),
        ({"address": STACKED}, "#/pin"),
    ],
    ids=["no-candidate", "no-address", "no-choice"],
)
def test_what_is_no_choice_is_refused_with_the_mend(
    callers: Callers, body: dict[str, str], pointer: str
) -> None:
    answer = callers.officer(CITY).post(CHOICES, json=body)

    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_another_citys_choice_is_absent(callers: Callers) -> None:
    body = {"address": "4001 30th St N Unit 2", "pin": ""}
    body["pin"] = pin_of(candidates(callers, body["address"])[0])
    made = callers.officer(CITY).post(CHOICES, json=body).json()

    answer = callers.officer("fridley").get(f"/v1/fridley/address-choices/{made['id']}")

    assert answer.status_code == 404


def test_the_database_keeps_choices_as_they_were_written(callers: Callers, sample_engine: Engine) -> None:
    body = {"address": "4001 30th St N Unit 4", "pin": ""}
    body["pin"] = pin_of(candidates(callers, body["address"])[0])
    callers.officer(CITY).post(CHOICES, json=body)

    for change in (update(address_choices).values(parcel_id="another"), delete(address_choices)):
        with (
            sample_engine.connect() as connection,
            pytest.raises(IntegrityError, match="kept as they were written"),
        ):
            connection.execute(change)
