"""What each role reads of existing records: exactly the properties of fields.yaml, asked over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deploy.local.system import System
from tests.authorization.asks import ask, places_of
from tests.authorization.callers import PERSONS, Askers
from tests.authorization.fields import OF_THE_LAW, differences, paths_of_schema, read_fields, records_in
from tests.authorization.matrix import ROLES
from tests.authorization.records import Records
from tests.contracts.apps import CONTRACTS, contract_of

FIELDS = read_fields()
SHAPES: dict[str, list[str]] = FIELDS["shapes"]
READABLE: dict[str, dict[str, str]] = FIELDS["readable"]
NOTHING = "nothing"
OF_DELIVERIES = {"list_dead_events"}
"""Reads that show which events were not delivered, and nothing of what they tell."""
FILES = {"get_document", "get_license_document", "get_case_document"}
"""Reads that give a file as it came."""


@pytest.fixture(scope="module")
def askers(system: System) -> Iterator[Askers]:
    with Askers.of(system) as opened:
        yield opened


def test_every_read_of_a_record_is_decided_for_every_role() -> None:
    reads = {
        f"{service}.{operation}"
        for service in CONTRACTS
        for operation, (method, _) in places_of(service).items()
        if method == "GET" and operation not in OF_THE_LAW | OF_DELIVERIES | FILES
    }

    assert set(READABLE) == reads
    assert {name for name, roles in READABLE.items() if list(roles) != list(ROLES)} == set()
    assert {shape for roles in READABLE.values() for shape in roles.values()} == {*SHAPES, NOTHING}


@pytest.mark.parametrize("read", READABLE)
def test_the_contract_offers_the_same_properties(read: str) -> None:
    service, operation = read.split(".")
    contract = contract_of(service)
    answer = contract["paths"][places_of(service)[operation][1]]["get"]["responses"]["200"]
    (shape,) = set(READABLE[read].values()) - {NOTHING}

    offered = paths_of_schema(contract, answer["content"]["application/json"]["schema"])

    assert sorted(offered) == SHAPES[shape]


def test_what_is_shown_beyond_and_what_is_kept_back_are_told_apart() -> None:
    allowed = {"id", "contact.name", "votes.yes", "rows[].pin"}
    shown = {"id": 1, "contact": {"name": "A", "ssn": "1"}, "votes": None, "rows": [{"pin": 1, "age": 2}]}

    assert differences(shown, allowed) == ["+contact.ssn", "+rows[].age"]
    assert differences({"id": 1, "contact": "A", "votes": None}, allowed) == [
        "+contact",
        "-contact.name",
        "-rows[].pin",
    ]


@pytest.mark.system
@pytest.mark.parametrize("read", READABLE)
def test_every_role_reads_exactly_its_properties(askers: Askers, records: Records, read: str) -> None:
    service, operation = read.split(".")
    found: dict[str, object] = {}
    for role in ROLES:
        if operation == "list_consents" and role in PERSONS:
            askers.grant_consents(role, service)
        response = askers.send(
            role, "own", ask(service, operation, askers.city_of_address("own", service), records.own)
        )
        shape = READABLE[read][role]
        shown = records_in(response.json()) if response.status_code == 200 else []
        if shape == NOTHING:
            found[role] = shown
        else:
            assert shown, f"{role}: {response.status_code}"
            allowed = set(SHAPES[shape])
            found[role] = sorted({each for record in shown for each in differences(record, allowed)})

    assert found == {key: [] for key in ROLES}


@pytest.mark.system
def test_a_letter_on_a_hearings_list_shows_what_the_list_of_gis_shows(
    askers: Askers, records: Records
) -> None:
    hearing = askers.send(
        "clerk", "own", ask("permits", "get_hearing", askers.city_of_address("own", "permits"), records.own)
    )
    rows = hearing.json()["notices"][0]["rows"]
    listed = {path.removeprefix("rows[].") for path in SHAPES["NoticeListView"] if path.startswith("rows")}

    assert rows
    for row in rows:
        assert differences(row, {*listed, "id"}) == []


@pytest.mark.system
def test_no_public_record_holds_a_word_of_its_applicant(askers: Askers, records: Records) -> None:
    private = ("A. Applicant", "applicant@example.com", "651-555-0100", "1 Main St", "resident-1")
    public = (
        ("permits", "get_permit"),
        ("permits", "list_permits"),
        ("licensing", "get_license"),
        ("licensing", "list_licenses"),
    )
    for service, operation in public:
        home = askers.city_of_address("own", service)
        shown = askers.send("anonymous", "own", ask(service, operation, home, records.own)).text
        assert [word for word in private if word in shown] == []
