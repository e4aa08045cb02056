"""Events: none lost, none out of order, none taken twice, whoever is killed or slow."""

from __future__ import annotations

import json
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from servicekit import outbox
from servicekit.database import in_transaction
from servicekit.events import CloudEvent
from servicekit.housekeeping import tidy
from servicekit.proof import verify
from servicekit.relay import LONGEST_BACK_OFF_S, Relay, back_off
from servicekit.testing.client import client_for
from servicekit.trace import begin_trace
from sqlalchemy import Connection, Engine, func, select, text

from libs.servicekit.tests.sample import METADATA, NOON, NOTES, SECRET
from libs.servicekit.tests.stub_server import Asked, answer, stub_server

pytestmark = pytest.mark.storage

OUTBOX = METADATA.tables["outbox"]
DELIVERIES = METADATA.tables["outbox_deliveries"]
INBOX = METADATA.tables["inbox"]


class Subscriber:
    """Collects what it is sent; answers as it is told."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.taken: list[dict[str, Any]] = []
        self.refusing: Callable[[dict[str, Any]], bytes | None] | None = None

    def __call__(self, asked: Asked) -> bytes | None:
        event = json.loads(asked.body)
        assert verify(SECRET, asked.headers["citycode-proof"], "POST", "/v1/events") == "sample"
        if self.refusing is not None:
            refused = self.refusing(event)
            if refused != b"take":
                return refused
        with self.lock:
            self.taken.append(event)
        return answer(204, b"")

    def numbers(self) -> dict[str, list[int]]:
        per_subject: dict[str, list[int]] = defaultdict(list)
        for event in self.taken:
            per_subject[event["subject"]].append(event["data"]["n"])
        return dict(per_subject)


@pytest.fixture
def subscriber() -> Subscriber:
    return Subscriber()


@pytest.fixture
def subscriber_url(subscriber: Subscriber) -> Iterator[str]:
    with stub_server(subscriber) as stub:
        yield stub.url


def relay_of(engine: Engine, **subscribers: str) -> Relay:
    return Relay(
        engine,
        service="sample",
        secret=SECRET,
        subscribers={prefix.replace("_", "."): [url] for prefix, url in subscribers.items()},
    )


def an_event(subject: str = "notes/1", n: int = 0, kind: str = "note.archived") -> CloudEvent:
    return CloudEvent(type=kind, source="sample", subject=subject, time=NOON, data={"n": n})


def emit(engine: Engine, *events: CloudEvent) -> None:
    def effect(connection: Connection) -> None:
        for event in events:
            outbox.emit(connection, event)

    in_transaction(engine, effect)


def deliver_all(relay: Relay, engine: Engine, within_s: float = 10) -> None:
    stop_at = time.monotonic() + within_s
    while time.monotonic() < stop_at:
        relay.deliver_due()
        if undelivered(engine) == 0:
            return
        time.sleep(0.02)
    raise AssertionError(f"{undelivered(engine)} still undelivered")


def undelivered(engine: Engine) -> int:
    with engine.connect() as connection:
        fresh = connection.execute(
            select(func.count()).select_from(OUTBOX).where(OUTBOX.c.dispatched_at.is_(None))
        ).scalar_one()
        open_ones = connection.execute(
            select(func.count()).select_from(DELIVERIES).where(DELIVERIES.c.delivered_at.is_(None))
        ).scalar_one()
    return fresh + open_ones


def test_an_event_arrives_as_it_was_written(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    trace = begin_trace()
    event = an_event(n=7)
    emit(engine, event)

    assert relay_of(engine, note_=subscriber_url).deliver_due() == 1

    (got,) = subscriber.taken
    assert CloudEvent.model_validate_json(json.dumps(got)) == event.model_copy(
        update={"traceparent": trace.traceparent}
    )
    assert got["specversion"] == "1.0"


def test_an_event_of_a_transaction_that_failed_is_never_sent(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    def fail(connection: Any) -> None:
        outbox.emit(connection, an_event())
        raise LookupError

    with pytest.raises(LookupError):
        in_transaction(engine, fail)

    assert relay_of(engine, note_=subscriber_url).deliver_due() == 0
    assert subscriber.taken == []


def test_only_the_types_subscribed_to_are_sent_once_to_each(engine: Engine) -> None:
    notes, all_of_them = Subscriber(), Subscriber()
    with stub_server(notes) as first, stub_server(all_of_them) as second:
        relay = Relay(
            engine,
            service="sample",
            secret=SECRET,
            subscribers={"note.": [first.url, second.url], "": [second.url], "note.archived": [first.url]},
        )
        emit(engine, an_event(n=1), an_event(n=2, kind="case.closed"))

        relay.deliver_due()

    assert [event["data"]["n"] for event in notes.taken] == [1]
    assert [event["data"]["n"] for event in all_of_them.taken] == [1, 2]


def test_an_event_nobody_subscribes_to_is_done_with(engine: Engine) -> None:
    emit(engine, an_event())

    assert relay_of(engine).deliver_due() == 0
    assert undelivered(engine) == 0


def test_order_is_kept_within_a_subject_and_one_refused_holds_up_only_its_own(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    refusals = 3

    def refuse_the_second_of_a(event: dict[str, Any]) -> bytes:
        nonlocal refusals
        if event["subject"] == "a" and event["data"]["n"] == 2 and refusals:
            refusals -= 1
            return answer(422, b"{}")
        return b"take"

    subscriber.refusing = refuse_the_second_of_a
    emit(engine, *[an_event(subject, n) for n in range(1, 5) for subject in ("a", "b")])
    relay = relay_of(engine, note_=subscriber_url)

    relay.deliver_due()
    assert subscriber.numbers() == {"a": [1], "b": [1, 2, 3, 4]}

    deliver_all(relay, engine)
    assert subscriber.numbers() == {"a": [1, 2, 3, 4], "b": [1, 2, 3, 4]}


def test_a_subscriber_that_is_down_gets_everything_when_it_is_back(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    down = True

    def maybe(_: dict[str, Any]) -> bytes | None:
        return None if down else b"take"

    subscriber.refusing = maybe
    emit(engine, *[an_event(subject, n) for n in range(5) for subject in ("a", "b", "c")])
    relay = relay_of(engine, note_=subscriber_url)

    for _ in range(3):
        relay.deliver_due()
    assert subscriber.taken == []
    with engine.connect() as connection:
        assert connection.execute(select(func.max(DELIVERIES.c.attempts))).scalar_one() >= 1
        errors = connection.execute(select(DELIVERIES.c.last_error).distinct()).scalars().all()
    assert any("broke the connection" in (error or "") for error in errors)

    down = False
    deliver_all(relay, engine)
    assert subscriber.numbers() == {subject: [0, 1, 2, 3, 4] for subject in ("a", "b", "c")}


def test_a_transaction_that_commits_late_leaves_no_hole(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    relay = relay_of(engine, note_=subscriber_url)
    with engine.connect() as slow:
        running = slow.begin()
        outbox.emit(slow, an_event("a", 1))
        emit(engine, an_event("b", 2))
        relay.deliver_due()
        assert subscriber.numbers() == {"b": [2]}

        running.commit()

    relay.deliver_due()
    assert subscriber.numbers() == {"b": [2], "a": [1]}


def test_within_a_subject_numbers_follow_the_order_of_commits(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    """A second writer of the same subject waits for the first: else its event could overtake."""
    relay = relay_of(engine, note_=subscriber_url)
    second = threading.Thread(target=emit, args=(engine, an_event("a", 2)))
    with engine.connect() as slow:
        running = slow.begin()
        outbox.emit(slow, an_event("a", 1))
        second.start()
        time.sleep(0.2)
        assert second.is_alive()
        relay.deliver_due()
        running.commit()
    second.join()

    relay.deliver_due()
    assert subscriber.numbers() == {"a": [1, 2]}


def test_an_event_another_relay_is_just_taking_up_holds_back_the_later_ones_of_its_subject(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    relay = relay_of(engine, note_=subscriber_url)
    emit(engine, an_event("a", 1))
    with engine.connect() as other_relay:
        taking_up = other_relay.begin()
        other_relay.execute(select(OUTBOX).with_for_update())
        emit(engine, an_event("a", 2), an_event("b", 3))
        relay.deliver_due()
        assert subscriber.numbers() == {"b": [3]}

        taking_up.rollback()

    relay.deliver_due()
    assert subscriber.numbers() == {"b": [3], "a": [1, 2]}


def test_a_relay_killed_between_sending_and_noting_sends_again_in_order(
    engine: Engine, subscriber: Subscriber, subscriber_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(*_: object) -> None:
        raise Killed

    emit(engine, *[an_event("a", n) for n in (1, 2, 3)])
    monkeypatch.setattr("servicekit.relay._note_delivered", die)
    with pytest.raises(Killed):
        relay_of(engine, note_=subscriber_url).deliver_due()
    monkeypatch.undo()

    relay_of(engine, note_=subscriber_url).deliver_due()

    assert subscriber.numbers() == {"a": [1, 1, 2, 3]}
    assert subscriber.taken[0]["id"] == subscriber.taken[1]["id"]


def test_several_relays_at_once_lose_nothing_and_never_reorder(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    subjects, each = 6, 25
    relays = [relay_of(engine, note_=subscriber_url) for _ in range(3)]
    for relay in relays:
        relay.start()

    def write(subject: int) -> None:
        for n in range(each):
            emit(engine, an_event(f"s{subject}", n))

    writers = [threading.Thread(target=write, args=(subject,)) for subject in range(subjects)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    stop_at = time.monotonic() + 20
    while undelivered(engine) and time.monotonic() < stop_at:
        time.sleep(0.05)
    for relay in relays:
        relay.stop()

    # Nobody was killed here, so at least once is exactly once.
    assert subscriber.numbers() == {f"s{subject}": list(range(each)) for subject in range(subjects)}


def test_at_rest_an_event_arrives_within_two_seconds_and_at_once_after_a_wake(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    relay = relay_of(engine, note_=subscriber_url)
    relay.start()
    try:
        time.sleep(0.2)
        emit(engine, an_event("a", 1))
        assert arrives(subscriber, 1) < 2
        emit(engine, an_event("a", 2))
        relay.wake()
        assert arrives(subscriber, 2) < 0.45
    finally:
        relay.stop()


def test_it_stops_within_two_seconds_though_a_subscriber_hangs(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    hanging = threading.Event()

    def hang(_: dict[str, Any]) -> bytes | None:
        hanging.set()
        time.sleep(4)
        return None

    subscriber.refusing = hang
    emit(engine, an_event())
    relay = relay_of(engine, note_=subscriber_url)
    relay.start()
    assert hanging.wait(3)

    began = time.monotonic()
    relay.stop(2.0)

    assert time.monotonic() - began < 2.0
    assert all(not thread.is_alive() for thread in relay._threads)
    assert undelivered(engine) == 1


def test_it_outlives_a_database_that_goes_away(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    relay = relay_of(engine, note_=subscriber_url)
    relay.start()
    time.sleep(0.1)
    with engine.begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )

    emit(engine, an_event("a", 1))

    assert arrives(subscriber, 1) < 3
    relay.stop()


def arrives(subscriber: Subscriber, count: int, within_s: float = 5) -> float:
    began = time.monotonic()
    while len(subscriber.taken) < count and time.monotonic() - began < within_s:
        time.sleep(0.005)
    return time.monotonic() - began


def test_an_event_delivered_often_and_shuffled_takes_effect_once(app: FastAPI, engine: Engine) -> None:
    sister = client_for(app, caller="sister")
    events = [an_event(n=n).model_dump(mode="json", exclude={"traceparent"}) for n in range(5)]

    answers = [sister.post("/v1/events", json=event) for event in (*events, *reversed(events), *events)]

    assert {answer.status_code for answer in answers} == {204}
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(NOTES)).scalar_one() == 5
        assert connection.execute(select(func.count()).select_from(INBOX)).scalar_one() == 5


def test_an_event_delivered_twice_at_once_takes_effect_once(app: FastAPI, engine: Engine) -> None:
    body = an_event().model_dump(mode="json", exclude={"traceparent"})
    with client_for(app, caller="sister") as sister:
        threads = [
            threading.Thread(target=sister.post, args=("/v1/events",), kwargs={"json": body})
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(NOTES)).scalar_one() == 1


def test_a_write_wakes_the_relay(
    settings: Any, engine: Engine, token: Callable[..., str], subscriber: Subscriber, subscriber_url: str
) -> None:
    from libs.servicekit.tests.sample import sample_app

    relay = relay_of(engine, note_=subscriber_url)
    with client_for(sample_app(settings, engine, background=[relay]), token=token("clerk")) as clerk:
        note = clerk.post("/v1/rivertown/notes", json={"title": "a", "length_ft": 1}).json()["id"]
        assert clerk.post(f"/v1/rivertown/notes/{note}/archive").status_code == 204
        assert arrives(subscriber, 1) < 0.45

    assert subscriber.taken[0]["subject"] == f"notes/{note}"


def test_only_a_write_that_leaves_something_to_do_wakes_what_runs_beside_it(
    settings: Any, engine: Engine, token: Callable[..., str]
) -> None:
    from libs.servicekit.tests.sample import sample_app

    class Sleeper:
        woken = 0

        def start(self) -> None: ...

        def stop(self, timeout_s: float = 2.0) -> None: ...

        def wake(self) -> None:
            self.woken += 1

    sleeper = Sleeper()
    with client_for(sample_app(settings, engine, background=[sleeper]), token=token("clerk")) as clerk:
        note = clerk.post("/v1/rivertown/notes", json={"title": "a", "length_ft": 1}).json()["id"]
        after_a_plain_write = sleeper.woken
        clerk.post(f"/v1/rivertown/notes/{note}/archive")

    assert (after_a_plain_write, sleeper.woken) == (0, 1)


def test_delivered_events_are_forgotten_after_a_month_and_open_ones_never(
    engine: Engine, subscriber: Subscriber, subscriber_url: str
) -> None:
    subscriber.refusing = lambda event: answer(422) if event["subject"] == "open" else b"take"
    emit(engine, an_event("old"), an_event("open"))
    relay_of(engine, note_=subscriber_url).deliver_due()
    with engine.begin() as connection:
        connection.execute(text("UPDATE outbox SET dispatched_at = dispatched_at - interval '31 days'"))
    emit(engine, an_event("new"))
    relay_of(engine, note_=subscriber_url).deliver_due()

    in_transaction(engine, tidy)

    with engine.connect() as connection:
        kept = connection.execute(select(OUTBOX.c.subject).order_by(OUTBOX.c.seq)).scalars().all()
    assert kept == ["open", "new"]


def test_the_pause_grows_to_a_cap() -> None:
    longest = [max(back_off(attempts) for _ in range(200)) for attempts in range(8)]

    assert longest == sorted(longest[:5]) + longest[5:]
    assert longest[0] <= timedelta(seconds=0.5)
    assert max(longest) <= timedelta(seconds=LONGEST_BACK_OFF_S)
    assert min(back_off(50) for _ in range(200)) >= timedelta(seconds=LONGEST_BACK_OFF_S / 2)
