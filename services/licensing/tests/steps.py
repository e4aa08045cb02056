"""The life of a license, step by step over HTTP; each step is taken by whom the law or the city names."""

from __future__ import annotations

from typing import Any

from servicekit.testing.client import ProvenClient

from services.licensing.tests.builders import BROKEN, NOTICE, an_ask
from services.licensing.tests.services import CITY, Office

V1 = f"/v1/{CITY}"
FEES = {"private": "120.00", "semi_commercial": "300.00", "commercial": "900.00"}


class Refused(AssertionError):
    """A step that should have gone through did not."""


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
    return answer.json()


def read(client: ProvenClient, path: str) -> Any:
    return done(client.get(f"{V1}{path}"))


def codes(answer: Any) -> list[str]:
    """The codes of the gates that a refusal names."""
    assert answer.status_code == 409, answer.text
    return [each["code"] for each in answer.json()["gates"]]


def draft(office: Office, dock_class: str = "private", *, who: str = "resident-1", **given: Any) -> Any:
    return done(send(office.resident(who), "/license-applications", an_ask(dock_class, **given)))


def submitted(office: Office, dock_class: str = "private", *, who: str = "resident-1", **given: Any) -> Any:
    made = draft(office, dock_class, who=who, **given)
    return act(office.resident(who), made, "submit")


def paid(office: Office, application: Any, amount_usd: str) -> Any:
    body = {"amount_usd": amount_usd, "method": "check", "paid_on": str(office.clock.today(CITY))}
    return act(office.administrator(), application, "payments", body)


def complete(office: Office, dock_class: str = "private", *, who: str = "resident-1", **given: Any) -> Any:
    made = paid(office, submitted(office, dock_class, who=who, **given), FEES[dock_class])
    return act(office.administrator(), made, "declare-complete")


def judged(office: Office, application: Any) -> Any:
    body = {"judgment": "dl-dock-materials", "answer": True, "reason": "Aluminum sections."}
    application = act(office.inspector(), application, "judgments", body)
    if application["facts"]["dock_class"] == "commercial":
        return application
    body = {"judgment": "dl-dock-max-length.needed", "answer": True, "reason": "As long as its neighbors."}
    return act(office.administrator(), application, "judgments", body)


def act(client: ProvenClient, record: Any, verb: str, body: Any = None) -> Any:
    """One step on an application; gives it as it is then."""
    return done(send(client, f"/license-applications/{record['id']}/{verb}", body, record["version"]))


def try_to_decide(office: Office, application: Any, yes: int = 6, **given: Any) -> Any:
    body = {
        "outcome": "approve",
        "decided_on": str(office.clock.today(CITY)),
        "votes": {"yes": yes, "no": 9 - yes},
        **given,
    }
    path = f"/license-applications/{application['id']}/decide"
    return send(office.council_clerk(), path, body, application["version"])


def approved(office: Office, dock_class: str = "private", **given: Any) -> Any:
    return done(try_to_decide(office, judged(office, complete(office, dock_class, **given))))["application"]


def try_to_issue(office: Office, application: Any) -> Any:
    path = f"/license-applications/{application['id']}/issue"
    return send(office.administrator(), path, version=application["version"])


def issued(office: Office, dock_class: str = "private", **given: Any) -> Any:
    """A license issued on the day it is."""
    return done(try_to_issue(office, approved(office, dock_class, **given)))


def noted(office: Office, license_: Any, observed_on: str = "2026-06-23") -> Any:
    body = {"rules": [BROKEN], "description": "Two boat lifts.", "observed_on": observed_on}
    path = f"/licenses/{license_['id']}/violations"
    return done(send(office.administrator(), path, body, license_["version"]))["violation"]


def noticed(office: Office, license_: Any, mailed_on: str = "2026-06-24") -> Any:
    """A violation of which the holder was told by first-class mail on a day."""
    office.set(f"{mailed_on} 09:00")
    violation = noted(office, license_, mailed_on)
    body = {"notice": NOTICE, "contents": {"violation": "Two boat lifts.", "correction": True}}
    made = on_violation(office.administrator(), violation, "notices", body)
    notice = made["notice"]["id"]
    served = {"method": "first_class_mail", "made_on": mailed_on, "outcome": "sent"}
    return on_violation(office.administrator(), made["violation"], f"notices/{notice}/services", served)[
        "violation"
    ]


def on_violation(client: ProvenClient, violation: Any, verb: str, body: Any = None) -> Any:
    """One step on a violation; gives the answer."""
    return done(try_on_violation(client, violation, verb, body))


def try_on_violation(client: ProvenClient, violation: Any, verb: str, body: Any = None) -> Any:
    return send(client, f"/license-violations/{violation['id']}/{verb}", body, violation["version"])


def asked_for_hearing(office: Office, violation: Any, at: str = "2026-07-02T10:00:00-05:00") -> Any:
    body = {"received_at": at, "form": ["written", "signed"]}
    return on_violation(office.administrator(), violation, "hearing-requests", body)


def heard(office: Office, violation: Any, on: str = "2026-07-14") -> Any:
    """The violation after its hearing before the council."""
    body = {"starts_at": f"{on}T19:00:00-05:00", "place": "City hall"}
    made = on_violation(office.administrator(), violation, "hearings", body)
    office.set(f"{on} 21:00")
    path = f"/license-hearings/{made['hearing']['id']}/hold"
    done(send(office.administrator(), path, {"held_on": on}, 1))
    return read(office.administrator(), f"/license-violations/{violation['id']}")


def days_pass(office: Office) -> int:
    """Let the sweep do what follows of the days that have passed."""
    from casework.desk.sweep import Sweep
    from licensing.app import DAYS_PASS
    from licensing.usecases.announce import SOURCE

    kit, desk = office.app.state.kit, office.app.state.desk
    return Sweep(kit.engine, desk, DAYS_PASS, source=SOURCE, every_s=60).sweep()
