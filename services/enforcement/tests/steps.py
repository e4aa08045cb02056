"""The life of a case, step by step over HTTP; each step is taken by whom the law or the city names."""

from __future__ import annotations

from itertools import count
from typing import Any
from uuid import uuid4

from servicekit.testing.client import ProvenClient

from services.enforcement.tests.services import CITY, Office

V1 = f"/v1/{CITY}"
PROGRAM, NOTICE, HEARING_NOTICE = "property-maintenance", "dl-pm-notice", "dl-pm-hearing-notice"
BROKEN = "dl-pm-walls"
SEEN = {"undeveloped": False, "holes_in_walls": 2}
HEARING = {"starts_at": "2026-07-28T19:00:00-05:00", "place": "City hall"}
ORDER = {
    "outcome": "order",
    "decided_on": "2026-07-28",
    "votes": {"yes": 6, "no": 2, "absent": 1},
    "reasons": ["Nothing was corrected in the time set."],
    "says": "Close the holes in the south wall.",
}
_LOTS = count(1)


class Refused(AssertionError):
    """A step that should have gone through did not."""


def a_pin() -> str:
    """A parcel that no other test takes."""
    return f"49.0990.{next(_LOTS):04d}"


def send(
    client: ProvenClient, path: str, body: Any = None, version: int | None = None, key: str | None = None
) -> Any:
    """POST and give the answer."""
    headers = {} if version is None else {"If-Match": f'"{version}"'}
    if key is not None:
        headers["Idempotency-Key"] = key
    return client.post(f"{V1}{path}", json=body, headers=headers)


def done(answer: Any) -> Any:
    """The JSON of an answer that must be 2xx."""
    if not 200 <= answer.status_code < 300:
        raise Refused(f"{answer.status_code} {answer.text}")
    return answer.json() if answer.content else None


def read(client: ProvenClient, path: str) -> Any:
    return done(client.get(f"{V1}{path}"))


def codes(answer: Any) -> list[str]:
    """The codes of the gates that a refusal names."""
    assert answer.status_code == 409, answer.text
    return [each["code"] for each in answer.json()["gates"]]


def pointers(answer: Any) -> list[str]:
    """Where a body that cannot be is wrong."""
    assert answer.status_code == 422, answer.text
    return [each["pointer"] for each in answer.json()["errors"]]


def opened(office: Office, **given: Any) -> Any:
    """A case of the officer's own sight."""
    body = {"program": PROGRAM, "pin": a_pin(), **given}
    return done(send(office.inspector(), "/cases", body))


def try_on(client: ProvenClient, case: Any, verb: str, body: Any = None) -> Any:
    return send(client, f"/cases/{case['id']}/{verb}", body, case["version"])


def on(client: ProvenClient, case: Any, verb: str, body: Any = None) -> Any:
    """One step on a case; gives the answer."""
    return done(try_on(client, case, verb, body))


def inspected(office: Office, case: Any, facts: Any = None, **given: Any) -> Any:
    """The case after an inspection today."""
    body = {
        "inspected_on": str(office.clock.today(CITY)),
        "facts": SEEN if facts is None else facts,
        "notes": "Seen from the yard.",
        **given,
    }
    return on(office.inspector(), case, "inspections", body)["case"]


def try_to_issue(office: Office, case: Any, comply_by: str | None = "2026-07-01", **given: Any) -> Any:
    contents = {"description": "Two holes in the south wall.", "correction_order": True}
    body = {"notice": NOTICE, "contents": contents, "comply_by": comply_by, **given}
    return try_on(office.inspector(), case, "notices", body)


def served(office: Office, made: Any, who: ProvenClient | None = None, **given: Any) -> Any:
    """The answer after a notice was handed over today."""
    body = {
        "method": "personal_service",
        "made_on": str(office.clock.today(CITY)),
        "outcome": "delivered",
        **given,
    }
    verb = f"notices/{made['notice']['id']}/services"
    return on(who or office.inspector(), made["case"], verb, body)


def noticed(office: Office) -> Any:
    """A case whose owner was told on June 1 to correct two holes by July 1."""
    made = done(try_to_issue(office, inspected(office, opened(office))))
    return served(office, made)["case"]


def reported(office: Office) -> Any:
    """A case of which nothing was corrected by July 1, reported on July 2."""
    case = noticed(office)
    office.set("2026-07-02 09:00")
    return on(office.inspector(), case, "report", {"notes": "Nothing was done."})


def scheduled(office: Office) -> Any:
    """A reported case with a hearing on July 28; gives the answer."""
    return on(office.council_clerk(), reported(office), "hearings", HEARING)


def heard(office: Office, served_on: str = "2026-07-14") -> Any:
    """A case after its hearing, of which notice was handed over on a day."""
    made = scheduled(office)
    office.set(f"{served_on} 09:00")
    notice = on(office.council_clerk(), made["case"], "notices", {"notice": HEARING_NOTICE, "contents": {}})
    case = served(office, notice, office.council_clerk())["case"]
    office.set("2026-07-28 21:00")
    path = f"/case-hearings/{made['hearing']['id']}/hold"
    done(send(office.council_clerk(), path, {"held_on": "2026-07-28"}, made["hearing"]["version"]))
    return read(office.inspector(), f"/cases/{case['id']}")


def ordered(office: Office) -> Any:
    return on(office.council_clerk(), heard(office), "decide", ORDER)["case"]


def abated(office: Office) -> Any:
    """A case the city corrected on August 10."""
    case = ordered(office)
    office.set("2026-08-10 15:00")
    doing = {"abated_on": "2026-08-10", "by": "Street department", "what": "The holes were closed."}
    return on(office.administrator(), case, "abate", doing)


def charged(office: Office, lane: str = "dl-pm-cost.assessment", usd: str = "1840.00") -> Any:
    """The answer after the city's cost was charged."""
    case = abated(office)
    cost = {
        "fact": "abatement_cost_usd",
        "amount_usd": usd,
        "incurred_on": "2026-08-10",
        "what": "Carpenter and paint.",
        "document": "Invoice 2231",
    }
    case = on(office.council_clerk(), case, "costs", cost)["case"]
    body = {"recovery": "dl-pm-cost", "lane": lane, "due_on": "2026-09-15"}
    return on(office.council_clerk(), case, "charges", body)


def a_revoked_license(pin: str | None, **given: Any) -> dict[str, Any]:
    """The event by which licensing tells that a license was revoked."""
    data = {
        "city": CITY,
        "license_id": str(uuid4()),
        "license_number": "DL-DOCK-2026-000001",
        "program": "dock-license",
        "pin": pin,
        "state": "revoked",
        "effective_on": "2026-05-30",
        "rules": ["dl-dock-revocation-hearing"],
        "follow_up_rules": ["dl-dock-removal", "dl-dock-removal-cost"],
        **given,
    }
    return an_event("license.revoked", "urn:citycode:licensing", data)


def an_event(type_: str, source: str, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "type": type_,
        "source": source,
        "subject": f"x/{uuid4()}",
        "time": "2026-06-01T12:00:00Z",
        "data": data,
    }
