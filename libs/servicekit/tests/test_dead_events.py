"""Events that a subscriber refuses for good: tried no more, seen, counted, sent again in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from fastapi import FastAPI
from servicekit.issuer import DevelopmentIssuer
from servicekit.relay import MOST_REFUSALS, back_off
from servicekit.testing.client import ProvenClient, bare_client, client_for
from sqlalchemy import Engine, func, select

from libs.servicekit.tests.stub_server import answer, stub_server
from libs.servicekit.tests.test_relay import DELIVERIES, Subscriber, an_event, deliver_all, emit, relay_of

pytestmark = pytest.mark.storage

AT = "/v1/dead-events"
REFUSALS = 3


@pytest.fixture
def subscriber() -> Subscriber:
    return Subscriber()


@pytest.fixture
def subscriber_url(subscriber: Subscriber) -> Iterator[str]:
    with stub_server(subscriber) as stub:
        yield stub.url


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A relay that tries again at once, and gives up after three refusals."""
    monkeypatch.setattr("servicekit.relay.MOST_REFUSALS", REFUSALS)
    monkeypatch.setattr("servicekit.relay.back_off", lambda _: timedelta(0))


@pytest.fixture
def operator(app: FastAPI, token: Callable[..., str]) -> ProvenClient:
    return client_for(app, token=token("operator"))


def refusing(number: int, status: int = 422) -> Callable[[dict[str, Any]], bytes]:
    return lambda event: answer(status) if event["data"]["n"] == number else b"take"


def gauges(app: FastAPI) -> dict[str, float]:
    text = bare_client(app).get("/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(events_\w+) (\S+)$", text, re.M)}


def test_what_is_refused_for_good_is_tried_no_more_and_holds_back_only_its_subject(
    engine: Engine, app: FastAPI, operator: ProvenClient, subscriber: Subscriber, subscriber_url: str
) -> None:
    asked: list[int] = []

    def refuse_the_second(event: dict[str, Any]) -> bytes:
        asked.append(event["data"]["n"])
        return refusing(2)(event)

    subscriber.refusing = refuse_the_second
    events = [an_event("a", n) for n in (1, 2, 3, 4)]
    emit(engine, *events, *(an_event("b", n) for n in (5, 6)))
    relay = relay_of(engine, note_=subscriber_url)

    for _ in range(3):
        relay.deliver_due()

    assert subscriber.numbers() == {"a": [1], "b": [5, 6]}
    assert asked.count(2) == REFUSALS
    (dead,) = operator.get(AT).json()["items"]
    assert dead == {
        "id": str(events[1].id),
        "type": "note.archived",
        "subject": "a",
        "time": "2026-04-01T17:00:00Z",
        "subscriber": subscriber_url.removeprefix("http://"),
        "attempts": REFUSALS,
        "refusal": "answered 422",
        "held_back": 2,
    }
    told = gauges(app)
    assert (told["events_dead"], told["events_undelivered"]) == (1, 3)
    assert 0 <= told["events_oldest_undelivered_seconds"] < 60


def test_sent_again_it_is_taken_and_what_waited_follows_in_order(
    engine: Engine, app: FastAPI, operator: ProvenClient, subscriber: Subscriber, subscriber_url: str
) -> None:
    subscriber.refusing = refusing(1)
    event = an_event("a", 1)
    emit(engine, event, *(an_event("a", n) for n in (2, 3)))
    relay = relay_of(engine, note_=subscriber_url)
    relay.deliver_due()
    assert subscriber.taken == []
    subscriber.refusing = None

    again = operator.post(f"{AT}/retry", json={"events": [str(event.id)]})
    deliver_all(relay, engine)

    assert (again.status_code, again.json()) == (200, {"revived": 1})
    assert subscriber.numbers() == {"a": [1, 2, 3]}
    assert operator.get(AT).json()["items"] == []
    assert gauges(app)["events_dead"] == 0


def test_sent_again_too_early_it_dies_again_and_order_is_kept(
    engine: Engine, operator: ProvenClient, subscriber: Subscriber, subscriber_url: str
) -> None:
    subscriber.refusing = refusing(1)
    event = an_event("a", 1)
    emit(engine, event, an_event("a", 2))
    relay = relay_of(engine, note_=subscriber_url)
    relay.deliver_due()

    operator.post(f"{AT}/retry", json={"events": [str(event.id)]})
    relay.deliver_due()

    assert [item["attempts"] for item in operator.get(AT).json()["items"]] == [REFUSALS]
    assert subscriber.taken == []


@pytest.mark.parametrize("status", [401, 403, 404, 405, 429, 500, 503])
def test_a_subscriber_that_is_away_or_does_not_know_us_makes_nothing_dead(
    engine: Engine, operator: ProvenClient, subscriber: Subscriber, subscriber_url: str, status: int
) -> None:
    subscriber.refusing = refusing(1, status)
    emit(engine, an_event("a", 1))
    relay = relay_of(engine, note_=subscriber_url)

    for _ in range(REFUSALS + 2):
        relay._fan_out()
        relay._deliver_batch(subscriber_url)

    subscriber.refusing = None
    assert operator.get(AT).json()["items"] == []
    deliver_all(relay, engine)
    assert subscriber.numbers() == {"a": [1]}


def test_what_one_subscriber_refuses_another_takes(
    engine: Engine, operator: ProvenClient, subscriber: Subscriber, subscriber_url: str
) -> None:
    subscriber.refusing = refusing(1)
    with stub_server(Subscriber()) as other:
        relay = relay_of(engine, note_=subscriber_url, note_archived=other.url)
        emit(engine, an_event("a", 1))
        relay.deliver_due()

    assert len(other.asked) == 1
    assert [item["subscriber"] for item in operator.get(AT).json()["items"]] == [
        subscriber_url.removeprefix("http://")
    ]


def test_they_are_listed_in_pages_and_only_what_is_named_is_sent_again(
    engine: Engine, operator: ProvenClient, subscriber: Subscriber, subscriber_url: str
) -> None:
    subscriber.refusing = lambda _: answer(409)
    events = [an_event(f"s{n}", n) for n in range(5)]
    emit(engine, *events)
    relay_of(engine, note_=subscriber_url).deliver_due()

    first = operator.get(AT, params={"limit": 3}).json()
    second = operator.get(AT, params={"limit": 3, "cursor": first["next_cursor"]}).json()
    again = operator.post(f"{AT}/retry", json={"events": [str(events[1].id), str(uuid4())]})

    listed = [item["id"] for page in (first, second) for item in page["items"]]
    assert listed == [str(event.id) for event in events]
    assert second["next_cursor"] is None
    assert again.json() == {"revived": 1}
    with engine.connect() as connection:
        due = select(func.count()).where(DELIVERIES.c.next_attempt_at <= func.now())
        assert connection.execute(due).scalar_one() == 1


@pytest.mark.parametrize("body", [{}, {"events": []}, {"events": ["1"]}, {"events": [str(uuid4())] * 501}])
def test_what_to_send_again_must_be_named(operator: ProvenClient, body: dict[str, object]) -> None:
    assert operator.post(f"{AT}/retry", json=body).status_code == 422


def test_only_people_with_the_permission_in_some_city_may(
    app: FastAPI, nobody: ProvenClient, token: Callable[..., str], issuer: DevelopmentIssuer
) -> None:
    machine = issuer.token(
        "portal", kind="machine", scope="events.replay", offices={"hilltown": ["operator"]}
    )
    callers = {
        "nobody": nobody,
        "clerk": client_for(app, token=token("clerk")),
        "machine": client_for(app, token=machine),
        "neighbor": client_for(app, caller="sister"),
        "elsewhere": client_for(app, token=token("operator", city="nowhere")),
        "hilltown": client_for(app, token=token("operator", city="hilltown")),
    }

    statuses = {name: caller.get(AT).status_code for name, caller in callers.items()}
    again = {
        name: caller.post(
            f"{AT}/retry", json={"events": [str(uuid4())]}, headers={"Idempotency-Key": name}
        ).status_code
        for name, caller in callers.items()
    }

    assert statuses == again
    assert statuses == {
        "nobody": 401,
        "clerk": 403,
        "machine": 403,
        "neighbor": 403,
        "elsewhere": 403,
        "hilltown": 200,
    }


def test_giving_up_takes_long_enough_to_notice_and_to_mend() -> None:
    """With the real pauses: at least five minutes, at most fifteen."""
    pauses = sum((back_off(attempts) for attempts in range(MOST_REFUSALS - 1)), timedelta(0))

    assert timedelta(minutes=5) <= pauses <= timedelta(minutes=15)
