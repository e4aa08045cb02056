"""From a conveyance to a change of owner, and back."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Engine, text

from services.gis.tests.builders import CITY
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage
CANDIDATES = f"/v1/{CITY}/owner-candidates"


def conveyance(parcel: str, number: str = "", **given: Any) -> dict[str, Any]:
    return {
        "pin": parcel,
        "kind": "sale",
        "conveyed_on": "2026-05-20",
        "document": {
            "number": number or f"doc-{parcel}",
            "title": "Warranty deed",
            "recorded_on": "2026-05-26",
        },
        "grantor": "HALVORSEN ARNE",
        "grantee": {"name": "Tove Nyberg", "mailing": {"lines": ["77 Cedar Lane", "Fargo, ND 58102"]}},
        **given,
    }


def receive(callers: Callers, body: dict[str, Any], key: str | None = None) -> Any:
    headers = {
        "Idempotency-Key": key or f"key-{body['pin']}-{body['document']['number']}-{body['conveyed_on']}"
    }
    return callers.county().post(f"/v1/{CITY}/conveyances", json=body, headers=headers)


def decide(callers: Callers, id_: str, action: str, version: int, **body: Any) -> Any:
    sent = body or ({} if action == "confirm" else {"reason": "the clerk's reason"})
    return callers.officer(CITY).post(
        f"{CANDIDATES}/{id_}/{action}", json=sent, headers={"If-Match": f'"{version}"'}
    )


def owner(callers: Callers, pin: str) -> Any:
    return callers.officer(CITY).get(f"/v1/{CITY}/parcels/{pin}/owner").json()


def events(engine: Engine, pin: str) -> list[tuple[str, dict[str, Any]]]:
    asked = text("SELECT type, data FROM outbox WHERE subject = :subject ORDER BY seq")
    with engine.connect() as connection:
        return [(row.type, row.data) for row in connection.execute(asked, {"subject": f"{CITY}/{pin}"})]


def test_a_sale_confirmed_changes_the_owner_from_its_day_and_is_announced(
    callers: Callers, sample_engine: Engine, free_pin: str
) -> None:
    former = owner(callers, free_pin)
    received = receive(callers, conveyance(free_pin))
    pending = received.json()
    unchanged = owner(callers, free_pin)

    confirmed = decide(callers, pending["id"], "confirm", 1, note="deed read")

    now = owner(callers, free_pin)
    assert (received.status_code, pending["status"]) == (201, "pending")
    assert pending["allowed_actions"] == ["confirm", "reject"]
    assert pending["recorded_owner"] == former["owners"][0]["name"]
    assert unchanged == former
    assert (confirmed.status_code, confirmed.headers["ETag"]) == (200, '"2"')
    assert confirmed.json()["status"] == "confirmed"
    assert now["owners"] == [{"name": "Tove Nyberg", "mailing_lines": ["77 Cedar Lane", "Fargo, ND 58102"]}]
    assert now["owner_since"] == "2026-05-20"
    candidate, transferred = events(sample_engine, free_pin)
    assert (candidate[0], transferred[0]) == ("parcel.owner_candidate", "ownership.transferred")
    assert transferred[1] == {
        "city": CITY,
        "pin": free_pin,
        "kind": "sale",
        "conveyed_on": "2026-05-20",
        "document": {
            "number": f"doc-{free_pin}",
            "title": "Warranty deed",
            "recorded_on": "2026-05-26",
        },
        "candidate_id": pending["id"],
    }


def test_a_mistaken_confirmation_is_taken_back_and_that_is_announced(
    callers: Callers, sample_engine: Engine, free_pin: str
) -> None:
    former = owner(callers, free_pin)
    id_ = receive(callers, conveyance(free_pin)).json()["id"]
    decide(callers, id_, "confirm", 1)

    reversed_ = decide(callers, id_, "reverse", 2)

    assert (reversed_.json()["status"], reversed_.json()["version"]) == ("reversed", 3)
    assert reversed_.json()["allowed_actions"] == []
    assert owner(callers, free_pin) == former
    assert [kind for kind, _ in events(sample_engine, free_pin)][1:] == [
        "ownership.transferred",
        "ownership.transfer_reversed",
    ]


@pytest.mark.parametrize("kind", ["trust", "name_change", "address_change"])
def test_a_change_of_name_corrects_the_owner_and_announces_nothing(
    callers: Callers, sample_engine: Engine, free_pin: str, kind: str
) -> None:
    id_ = receive(callers, conveyance(free_pin, kind=kind)).json()["id"]

    confirmed = decide(callers, id_, "confirm", 1).json()

    assert confirmed["transfers_ownership"] is False
    assert owner(callers, free_pin)["owners"][0]["name"] == "Tove Nyberg"
    assert owner(callers, free_pin)["owner_since"] is None
    assert [type_ for type_, _ in events(sample_engine, free_pin)] == ["parcel.owner_candidate"]


def test_the_clerk_corrects_the_countys_kind(callers: Callers, sample_engine: Engine, free_pin: str) -> None:
    id_ = receive(callers, conveyance(free_pin)).json()["id"]

    confirmed = decide(callers, id_, "confirm", 1, kind="trust").json()

    assert (confirmed["kind"], confirmed["transfers_ownership"]) == ("trust", False)
    assert [type_ for type_, _ in events(sample_engine, free_pin)] == ["parcel.owner_candidate"]


def test_an_unknown_kind_must_be_found_by_the_clerk(callers: Callers, free_pin: str) -> None:
    pending = receive(callers, conveyance(free_pin, kind="unknown")).json()

    refused = decide(callers, pending["id"], "confirm", 1)
    confirmed = decide(callers, pending["id"], "confirm", 1, kind="sale")

    assert pending["transfers_ownership"] is None
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "#/kind")
    assert confirmed.status_code == 200


def test_a_rejected_candidate_changes_nothing(callers: Callers, sample_engine: Engine, free_pin: str) -> None:
    former = owner(callers, free_pin)
    id_ = receive(callers, conveyance(free_pin)).json()["id"]

    rejected = decide(callers, id_, "reject", 1).json()

    assert (rejected["status"], rejected["note"], rejected["decided_by"]) == (
        "rejected", "the clerk's reason", "staff-1",
    )  # fmt: skip
    assert owner(callers, free_pin) == former
    assert [type_ for type_, _ in events(sample_engine, free_pin)] == ["parcel.owner_candidate"]


@pytest.mark.parametrize(
    ("path_to", "status", "allowed"),
    [
        ([], "pending", {"confirm", "reject"}),
        (["confirm"], "confirmed", {"reverse"}),
        (["reject"], "rejected", set()),
        (["confirm", "reverse"], "reversed", set()),
    ],
)
@pytest.mark.parametrize("action", ["confirm", "reject", "reverse"])
def test_every_status_with_every_action(
    callers: Callers, free_pin: str, path_to: list[str], status: str, allowed: set[str], action: str
) -> None:
    id_ = receive(callers, conveyance(free_pin)).json()["id"]
    for version, step in enumerate(path_to, start=1):
        assert decide(callers, id_, step, version).status_code == 200
    before = callers.officer(CITY).get(f"{CANDIDATES}/{id_}").json()

    answer = decide(callers, id_, action, len(path_to) + 1)

    if action in allowed:
        assert answer.status_code == 200
    else:
        body = answer.json()
        assert (answer.status_code, body["state"], body["allowed"]) == (409, status, sorted(allowed))
        assert callers.officer(CITY).get(f"{CANDIDATES}/{id_}").json() == before


def test_a_stale_or_missing_version_changes_nothing(callers: Callers, free_pin: str) -> None:
    id_ = receive(callers, conveyance(free_pin)).json()["id"]
    clerk = callers.officer(CITY)

    stale = decide(callers, id_, "confirm", 7)
    missing = clerk.post(f"{CANDIDATES}/{id_}/confirm", json={})

    assert (stale.status_code, missing.status_code) == (412, 428)
    assert clerk.get(f"{CANDIDATES}/{id_}").json()["status"] == "pending"


def test_two_clerks_at_once_one_decides(callers: Callers, sample_engine: Engine, free_pin: str) -> None:
    id_ = receive(callers, conveyance(free_pin)).json()["id"]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: decide(callers, id_, "confirm", 1).status_code, range(8)))

    assert sorted(answers) == [200] + [412] * 7
    assert [type_ for type_, _ in events(sample_engine, free_pin)].count("ownership.transferred") == 1


def test_the_same_key_confirms_once_and_answers_the_same(
    callers: Callers, sample_engine: Engine, free_pin: str
) -> None:
    id_ = receive(callers, conveyance(free_pin)).json()["id"]
    clerk, headers = callers.officer(CITY), {"If-Match": '"1"', "Idempotency-Key": f"confirm-{free_pin}"}

    first = clerk.post(f"{CANDIDATES}/{id_}/confirm", json={}, headers=headers)
    second = clerk.post(f"{CANDIDATES}/{id_}/confirm", json={}, headers=headers)

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.content == first.content
    assert [type_ for type_, _ in events(sample_engine, free_pin)].count("ownership.transferred") == 1


def test_conveyances_are_confirmed_and_reversed_in_the_order_of_their_days(
    callers: Callers, free_pin: str
) -> None:
    early = receive(callers, conveyance(free_pin, "a", conveyed_on="2026-03-01")).json()["id"]
    middle = receive(callers, conveyance(free_pin, "b", conveyed_on="2026-04-01")).json()["id"]
    late = receive(callers, conveyance(free_pin, "c", conveyed_on="2026-05-01")).json()["id"]
    decide(callers, middle, "confirm", 1)

    too_early = decide(callers, early, "confirm", 1)
    later = decide(callers, late, "confirm", 1)
    not_the_last = decide(callers, middle, "reverse", 2)
    last = decide(callers, late, "reverse", 2)
    then_middle = decide(callers, middle, "reverse", 2)

    assert (too_early.status_code, too_early.json()["owner_since"]) == (409, "2026-04-01")
    assert (later.status_code, not_the_last.status_code) == (200, 409)
    assert (last.status_code, then_middle.status_code) == (200, 200)
    assert owner(callers, free_pin)["owner_since"] is None


def test_the_same_document_again_is_the_same_candidate(callers: Callers, free_pin: str) -> None:
    first = receive(callers, conveyance(free_pin), "one")

    again = receive(callers, conveyance(free_pin), "two")
    other = receive(callers, conveyance(free_pin, conveyed_on="2026-05-21"), "three")

    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert (other.status_code, other.json()["candidate_id"]) == (409, first.json()["id"])


def test_a_machine_must_send_a_key(callers: Callers, free_pin: str) -> None:
    answer = callers.county().post(f"/v1/{CITY}/conveyances", json=conveyance(free_pin))

    assert (answer.status_code, answer.json()["type"]) == (
        400,
        "urn:citycode:problem:idempotency-key-required",
    )


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"pin": "99"}, 404, None),
        ({"conveyed_on": "2026-06-02"}, 422, "#/conveyed_on"),
        ({"conveyed_on": "3009-01-01"}, 422, "#/conveyed_on"),
        ({"conveyed_on": "2026-05-27"}, 422, "#/document/recorded_on"),
        ({"kind": "theft"}, 422, "#/kind"),
        ({"grantor": "  "}, 422, "#/grantor"),
        ({"grantor": "a\u0000b"}, 422, "#/grantor"),
        ({"grantee": {"name": "T", "mailing": {"lines": []}}}, 422, "#/grantee/mailing/lines"),
        ({"price": 1}, 422, "#/price"),
    ],
)
def test_a_bad_conveyance_is_refused_with_its_place(
    callers: Callers, free_pin: str, change: dict[str, Any], status: int, pointer: str | None
) -> None:
    answer = receive(callers, conveyance(free_pin, **change))

    assert answer.status_code == status
    if pointer:
        assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_a_protected_owners_name_never_appears(
    callers: Callers, sample_engine: Engine, protected_pin: str
) -> None:
    pending = receive(callers, conveyance(protected_pin, grantor="SECRET NAME")).json()

    kept = callers.officer(CITY).get(f"{CANDIDATES}/{pending['id']}")

    assert (pending["grantor"], pending["recorded_owner"]) == ("(withheld)", None)
    assert "SECRET" not in kept.text
    assert "SECRET" not in str(events(sample_engine, protected_pin))


@pytest.mark.parametrize("kind", ["name_change", "trust", "address_change", "unknown"])
def test_a_protected_owners_new_name_is_withheld_and_a_buyers_is_not(
    callers: Callers, protected_pin: str, kind: str
) -> None:
    grantee = {"name": "SECRET NEW NAME", "mailing": {"lines": ["HIDDEN LANE 1", "Fargo, ND 58102"]}}
    changed = receive(callers, conveyance(protected_pin, f"new-{kind}", kind=kind, grantee=grantee)).json()
    sold = receive(callers, conveyance(protected_pin, f"sold-{kind}")).json()

    kept = callers.officer(CITY).get(f"{CANDIDATES}/{changed['id']}")
    listed = callers.officer(CITY).get(CANDIDATES, params={"limit": "500"})

    assert changed["grantee"] == {"name": "(withheld)", "mailing_lines": []}
    assert "SECRET NEW" not in kept.text + listed.text
    assert "HIDDEN" not in kept.text + listed.text
    assert sold["grantee"]["name"] != "(withheld)"


def test_candidates_are_listed_by_status_page_by_page(callers: Callers, free_pin: str) -> None:
    ids = [receive(callers, conveyance(free_pin, str(number))).json()["id"] for number in range(3)]
    clerk = callers.officer(CITY)

    seen: list[str] = []
    cursor: str | None = None
    while True:
        params = {"status": "pending", "limit": "2", **({"cursor": cursor} if cursor else {})}
        page = clerk.get(CANDIDATES, params=params).json()
        seen += [each["id"] for each in page["items"]]
        assert {each["status"] for each in page["items"]} <= {"pending"}
        cursor = page["next_cursor"]
        if cursor is None:
            break

    assert seen == sorted(seen)
    assert [each for each in seen if each in ids] == ids


def test_another_citys_clerk_sees_and_decides_nothing(callers: Callers, free_pin: str) -> None:
    id_ = receive(callers, conveyance(free_pin)).json()["id"]
    stranger = callers.officer("fridley")

    read = stranger.get(f"/v1/fridley/owner-candidates/{id_}")
    decided = stranger.post(
        f"/v1/fridley/owner-candidates/{id_}/confirm", json={}, headers={"If-Match": '"1"'}
    )

    assert (read.status_code, decided.status_code) == (404, 404)
    assert callers.officer(CITY).get(f"{CANDIDATES}/{id_}").json()["status"] == "pending"
