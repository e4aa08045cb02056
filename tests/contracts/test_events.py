"""Every event one service sends is one the other takes: by its contract in process, and over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, cast
from uuid import UUID

import enforcement.usecases.announce as enforcement_announce
import gis.usecases.announce as gis_announce
import httpx
import licensing.usecases.announce as licensing_announce
import permits.storage.registers as permits_registers
import permits.usecases.announce as permits_announce
import pytest
from caseroutes.case_holds import PLACED, OfHold
from caseroutes.kept_events import REVERSED, TRANSFERRED, OfLand, told_of_land
from casework.desk.acting import Acting
from casework.holds import RELEASED, Hold, Subject
from casework.land import joined
from citycode import load_law
from enforcement.domain.case import Case
from enforcement.routes.events import OfLicense
from gis.domain.owner_candidate import Conveyance, Document, OwnerCandidate
from gis.domain.parties import Party
from gis.schemas.register import PermitEvent
from jsonschema import Draft202012Validator
from licensing.domain.license import License
from permits.domain.permit import Permit
from servicekit.events import CloudEvent
from servicekit.identity import Principal
from servicekit.proof import PROOF_HEADER, sign
from sqlalchemy import Connection

from deploy.local.catalog import CODES
from deploy.local.system import System
from tests.contracts.apps import contract_of

NOW = datetime(2026, 7, 15, 14, 0, tzinfo=UTC)
NO_CONNECTION = cast(Connection, None)
CITY = "lake-elmo"


@contextmanager
def caught(module: Any) -> Iterator[list[CloudEvent]]:
    """What a service would put into its outbox."""
    sent: list[CloudEvent] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "emit", lambda _connection, event: sent.append(event))
        yield sent


def a_candidate() -> OwnerCandidate:
    return OwnerCandidate(
        id=UUID("01a22ae2-9801-708e-84b2-c9b3fc1c9032"),
        city=CITY,
        conveyance=Conveyance(
            parcel_id="washington-99.999.99.99.0001",
            pin="99.999.99.99.0001",
            kind="sale",
            conveyed_on=date(2026, 7, 1),
            document=Document("4512345", "Warranty deed", date(2026, 7, 2)),
            grantor="The seller",
            grantee=Party("A. Buyer", ("2 Main St", "Anytown MN 55000")),
        ),
        status="confirmed",
        kind="sale",
        recorded_owner="The seller",
        received_at=NOW,
        decided_at=NOW,
        decided_by="clerk-1",
        note=None,
        version=2,
    )


def events_of_gis() -> list[CloudEvent]:
    with caught(gis_announce) as sent:
        gis_announce.owner_candidate_received(NO_CONNECTION, a_candidate())
        gis_announce.ownership_transferred(NO_CONNECTION, a_candidate(), NOW)
        gis_announce.transfer_reversed(NO_CONNECTION, a_candidate(), NOW)
    return sent


def events_of_permits() -> list[CloudEvent]:
    program = load_law(CODES).city(CITY).program("wind-generator")
    permit = Permit(
        id=UUID("01a22ae2-9801-708e-84b2-c9b3fc1c9033"),
        city=CITY,
        number="LE-WIND-2026-999999",
        program=program.id,
        application_id=UUID("01a22ae2-9801-708e-84b2-c9b3fc1c9034"),
        state="issued",
        version=1,
        holder="resident-1",
        pin="10.029.21.33.0001",
        issued_on=date(2026, 7, 15),
        lon=-92.9249026,
        lat=44.9896213,
    )
    with caught(permits_announce) as sent, pytest.MonkeyPatch.context() as patch:
        patch.setattr(permits_registers, "changed", lambda *_: None)
        for kind in ("permit.issued", "permit.expired", "permit.restored", "permit.revoked", "permit.closed"):
            permits_announce.announce(NO_CONNECTION, kind, permit, program, date(2026, 7, 15), NOW)
    return sent


def events_of_licensing() -> list[CloudEvent]:
    city = load_law(CODES).city("detroit-lakes")
    license_ = License(
        id=UUID("01a22ae2-9801-708e-84b2-c9b3fc1c9035"),
        city=city.slug,
        number="DL-DOCK-2026-999999",
        program="dock-license",
        application_id=UUID("01a22ae2-9801-708e-84b2-c9b3fc1c9036"),
        state="revoked",
        version=2,
        holder="resident-1",
        pin="49.0990.0001",
        issued_on=date(2026, 5, 11),
        starts_on=date(2026, 5, 11),
        ends_on=date(2026, 11, 1),
        ended_on=date(2026, 7, 7),
        ended_by="violation 01a22ae2-9801-708e-84b2-c9b3fc1c9037",
        ended_rules=("dl-dock-cure-period", "dl-dock-revoke-default"),
    )
    acting = Acting(city, Principal(licensing_announce.SOURCE, "service"), NOW, frozenset())
    with caught(licensing_announce) as sent:
        for kind in ("license.issued", "license.revoked", "license.restored", "license.transferred"):
            licensing_announce.announce(
                NO_CONNECTION, acting, kind, license_, date(2026, 7, 7), license_.ended_by
            )
    return sent


def events_of_enforcement() -> list[CloudEvent]:
    """Nobody takes them yet."""
    acting, case = a_case()
    with caught(enforcement_announce) as sent:
        for kind in ("case.opened", "case.abatement_ordered", "case.closed"):
            enforcement_announce.announce(NO_CONNECTION, acting, kind, case, date(2026, 7, 15))
    return sent


def a_case() -> tuple[Acting, Case]:
    """A case, and the service that tells of it."""
    city = load_law(CODES).city("detroit-lakes")
    case = Case(
        id=UUID("01a22ae2-9801-708e-84b2-c9b3fc1c9038"),
        city=city.slug,
        number="DL-PM-2026-999999",
        program="property-maintenance",
        state="abated",
        version=2,
        pin="49.0990.0001",
        opened_at=NOW,
        opened_on=date(2026, 6, 1),
        opened_by="complaint",
        source="01a22ae2-9801-708e-84b2-c9b3fc1c9039",
        law_date=date(2026, 6, 1),
    )
    return Acting(city, Principal(enforcement_announce.SOURCE, "service"), NOW, frozenset()), case


def holds_of_enforcement() -> list[CloudEvent]:
    """A stop order: placed, released, and told of once more."""
    hold = Hold(
        id=UUID("01a22ae2-9801-708e-84b2-c9b3fc1c9040"),
        city="detroit-lakes",
        subject=Subject("parcel", "49.0990.0001"),
        blocks=("issue_permit", "inspect"),
        rule="dl-pm-walls",
        cite="Detroit Lakes City Code 1001",
        because="Told by A. Neighbor of 1 Main St.",
        source="01a22ae2-9801-708e-84b2-c9b3fc1c9038 hold 01a22ae2-9801-708e-84b2-c9b3fc1c9040",
        placed_on=date(2026, 7, 15),
        placed_by="person:clerk-1",
    )
    acting, case = a_case()
    with caught(enforcement_announce) as sent:
        enforcement_announce.announce_hold(NO_CONNECTION, acting, PLACED, case, hold)
        released = replace(hold, released_on=date(2026, 7, 20))
        enforcement_announce.announce_hold(NO_CONNECTION, acting, RELEASED, case, released)
        enforcement_announce.announce_hold(NO_CONNECTION, acting, RELEASED, case, released)
    return sent


SENDERS: dict[str, tuple[str, str, Callable[[], list[CloudEvent]]]] = {
    "gis": ("gis", "permits", events_of_gis),
    "licensing": ("licensing", "enforcement", events_of_licensing),
    "permits": ("permits", "gis", events_of_permits),
    "holds to permits": ("enforcement", "permits", holds_of_enforcement),
    "holds to licensing": ("enforcement", "licensing", holds_of_enforcement),
}


def as_sent(event: CloudEvent) -> Any:
    return json.loads(event.model_dump_json(exclude_none=True))


@pytest.mark.parametrize("sender", SENDERS)
def test_every_event_fits_the_takers_contract(sender: str) -> None:
    _, taker, events = SENDERS[sender]
    contract = contract_of(taker)
    body = contract["paths"]["/v1/events"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    validator = Draft202012Validator({**body, "components": contract["components"]})

    sent = events()

    assert len(sent) >= 3
    for event in sent:
        validator.validate(as_sent(event))
        assert CloudEvent.model_validate_json(json.dumps(as_sent(event))) == event


def test_permits_reads_of_a_sale_what_gis_says_of_it() -> None:
    sent = {event.type: OfLand.model_validate(as_sent(event)["data"]) for event in events_of_gis()}

    sold, reversed_ = sent[TRANSFERRED], sent[REVERSED]
    assert (sold.city, sold.pin, sold.conveyed_on) == (CITY, "99.999.99.99.0001", date(2026, 7, 1))
    assert sold.candidate_id == reversed_.candidate_id == str(a_candidate().id)


def test_gis_reads_of_a_permit_where_it_stands() -> None:
    read = [PermitEvent.model_validate(as_sent(event)["data"]) for event in events_of_permits()]

    assert {each.permit_number for each in read} == {"LE-WIND-2026-999999"}
    assert {each.effective_on for each in read} == {date(2026, 7, 15)}
    assert {each.hint and (each.hint.layer, each.hint.lon, each.hint.lat) for each in read} == {
        ("wind_generators", -92.9249026, 44.9896213)
    }


def test_a_revocation_tells_enforcement_what_it_may_remove_and_charge() -> None:
    revoked = next(as_sent(event) for event in events_of_licensing() if event.type == "license.revoked")

    assert revoked["data"]["pin"] == "49.0990.0001"
    assert revoked["data"]["rules"] == ["dl-dock-cure-period", "dl-dock-revoke-default"]
    read = OfLicense.model_validate(revoked["data"])
    assert (read.program, read.effective_on) == ("dock-license", date(2026, 7, 7))
    assert set(read.follow_up_rules) == {"dl-dock-removal", "dl-dock-removal-cost"}


def test_enforcement_says_of_a_case_neither_its_complaint_nor_its_owner() -> None:
    told = [as_sent(event)["data"] for event in events_of_enforcement()]

    assert {tuple(each) for each in told} == {
        ("city", "case_id", "case_number", "program", "pin", "state", "effective_on", "rules")
    }


def test_a_stop_order_is_read_as_it_was_placed_and_says_not_why() -> None:
    placed, released, _ = (OfHold.model_validate(as_sent(each)["data"]) for each in holds_of_enforcement())

    barred, free = placed.hold("service:enforcement"), released.hold("service:enforcement")
    assert (barred.subject, barred.blocks) == (Subject("parcel", "49.0990.0001"), ("issue_permit", "inspect"))
    assert barred.bars("inspect", date(2026, 7, 15))
    assert not free.bars("inspect", date(2026, 7, 20))
    assert (barred.source, barred.because) == (free.source, "case DL-PM-2026-999999")


def test_licensing_reads_of_a_sale_what_gis_says_of_it() -> None:
    read = [told_of_land(event) for event in events_of_gis() if event.type in {TRANSFERRED, REVERSED}]

    (sold_pin, sold), (reversed_pin, reversed_) = read
    assert sold_pin == reversed_pin == "99.999.99.99.0001"
    assert (sold.law_event, sold.happened_on, sold.stands) == (TRANSFERRED, date(2026, 7, 1), True)
    assert joined(sold, reversed_).stands is False


def test_no_event_carries_a_person() -> None:
    sent = [event for _, _, events in SENDERS.values() for event in events()] + events_of_enforcement()
    told = json.dumps([as_sent(event) for event in sent])

    assert [
        name for name in ("A. Buyer", "The seller", "A. Neighbor", "resident-1", "Main St") if name in told
    ] == []


@pytest.mark.system
@pytest.mark.parametrize("sender", SENDERS)
def test_every_event_is_taken_once_and_again(system: System, sender: str) -> None:
    service, taker, events = SENDERS[sender]
    secret = system.services[taker].command.environment["CITYCODE_SERVICE_SECRET"]
    with httpx.Client(base_url=system.base_url(taker)) as client:
        for event in events():
            answers = [
                client.post(
                    "/v1/events",
                    json=as_sent(event),
                    headers={PROOF_HEADER: sign(secret, service, "POST", "/v1/events")},
                )
                for _ in range(2)
            ]
            assert [answer.status_code for answer in answers] == [200, 200], answers[0].text
            assert not answers[1].json()["changed"]
