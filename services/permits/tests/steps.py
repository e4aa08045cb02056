"""The life of a permit, step by step over HTTP; each step is taken by whom the law or the city names."""

from __future__ import annotations

from typing import Any

from servicekit.testing.client import ProvenClient

from services.permits.tests.builders import JUDGMENT, NOTICE, SUBMITTALS, an_ask
from services.permits.tests.services import CITY, Office

V1 = f"/v1/{CITY}"


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


def draft(office: Office, **given: Any) -> Any:
    return done(send(office.resident(), "/applications", an_ask(**given)))


def submitted(office: Office, **given: Any) -> Any:
    made = draft(office, **given)
    return done(send(office.resident(), f"/applications/{made['id']}/submit", version=made["version"]))


def complete(office: Office, **given: Any) -> Any:
    made = submitted(office, **given)
    for each in SUBMITTALS:
        body = {"submittal": each, "document": "File 26-118", "received_on": "2026-06-01"}
        made = act(office.clerk(), made, "submittals", body)
    return act(office.clerk(), made, "declare-complete")


def under_review(office: Office, **given: Any) -> Any:
    return act(office.clerk(), complete(office, **given), "start-review")


def act(client: ProvenClient, record: Any, verb: str, body: Any = None) -> Any:
    """One step on an application; gives it as it is then."""
    answer = send(client, f"/applications/{record['id']}/{verb}", body, record["version"])
    return done(answer)


def judged(office: Office, application: Any) -> Any:
    body = {"judgment": JUDGMENT, "answer": True, "reason": "The fall zone is on the lot."}
    return act(office.inspector(), application, "judgments", body)


def recommended(office: Office, application: Any) -> Any:
    return act(
        office.inspector(), application, "recommendation", {"in_favor": True, "reasons": ["In order."]}
    )


def scheduled(office: Office, application: Any) -> tuple[Any, Any]:
    """A hearing on the evening of 2026-07-14; gives the application and the hearing."""
    body = {"starts_at": "2026-07-14T19:00:00-05:00", "place": "City hall"}
    answer = done(
        send(office.clerk(), f"/applications/{application['id']}/hearings", body, application["version"])
    )
    read = office.clerk().get(f"{V1}/applications/{application['id']}")
    return read.json(), answer["hearing"]


def listed(office: Office, hearing: Any) -> Any:
    return at_hearing(office, hearing, "notice-lists", {"notice": NOTICE})


def mailed(office: Office, hearing: Any, sent_on: str = "2026-07-02", **given: Any) -> Any:
    body = {"notice": NOTICE, "sent_on": sent_on, "method": "first_class_mail", **given}
    office.set(f"{sent_on} 12:00")
    return at_hearing(office, hearing, "mailings", body)


def sworn(office: Office, hearing: Any, sworn_on: str = "2026-07-06") -> Any:
    office.set("2026-07-06 12:00")
    for mailing in hearing["mailings"]:
        if mailing["proof"] is None:
            body = {"mailing": mailing["id"], "kind": "affidavit_of_mailing", "sworn_on": sworn_on}
            hearing = at_hearing(office, hearing, "affidavits", body)
    return hearing


def try_to_hold(office: Office, hearing: Any, **given: Any) -> Any:
    office.set("2026-07-15 09:00")
    body = {"held_on": "2026-07-14", **given}
    return send(office.clerk(), f"/hearings/{hearing['id']}/hold", body, hearing["version"])


def at_hearing(office: Office, hearing: Any, verb: str, body: Any) -> Any:
    return done(send(office.clerk(), f"/hearings/{hearing['id']}/{verb}", body, hearing["version"]))


def heard(office: Office, application: Any) -> Any:
    """The application after a hearing of which everybody was told in time."""
    application, hearing = scheduled(office, application)
    done(try_to_hold(office, sworn(office, mailed(office, listed(office, hearing)))))
    return application


def ready(office: Office, **given: Any) -> Any:
    """Everything done but the decision."""
    return heard(office, recommended(office, judged(office, under_review(office, **given))))


def try_to_decide(office: Office, application: Any, yes: int = 3, **given: Any) -> Any:
    body = {
        "outcome": "approve",
        "decided_on": "2026-07-14",
        "votes": {"yes": yes, "no": 5 - yes},
        "reasons": [],
        "conditions": ["A fence of six feet."],
        **given,
    }
    return send(
        office.council_clerk(), f"/applications/{application['id']}/decide", body, application["version"]
    )


def approved(office: Office, **given: Any) -> Any:
    return done(try_to_decide(office, ready(office, **given)))["application"]


def issued(office: Office, **given: Any) -> Any:
    """A permit issued on 2026-07-15."""
    return done(try_to_issue(office, approved(office, **given)))


def try_to_issue(office: Office, application: Any) -> Any:
    """Once the map knows all permits that were issued before."""
    office.tell_neighbors()
    return send(office.clerk(), f"/applications/{application['id']}/issue", version=application["version"])
