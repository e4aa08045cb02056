"""The database: retries that end, a pool that does not hang, connections that heal, values it cannot hold."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from fastapi import FastAPI
from servicekit.database import in_transaction, open_engine
from servicekit.identifiers import next_record_number, uuid7
from servicekit.problems import Problem, Unavailable, Unprocessable
from servicekit.settings import ServiceSettings
from servicekit.testing.client import client_for
from sqlalchemy import Connection, Engine, create_engine, insert, make_url, select, text, update
from sqlalchemy.exc import ProgrammingError

from libs.servicekit.tests.sample import METADATA, sample_app

pytestmark = pytest.mark.storage

COUNTERS = METADATA.tables["record_counters"]


@pytest.fixture
def small(database_url: str) -> Iterator[Engine]:
    engine = open_engine(
        database_url,
        pool_size=1,
        pool_overflow=0,
        pool_timeout_s=0.2,
        statement_timeout_s=0.3,
        lock_timeout_s=0.2,
    )
    yield engine
    engine.dispose()


def seed(engine: Engine, *codes: str) -> None:
    with engine.begin() as connection:
        connection.execute(
            insert(COUNTERS), [{"prefix": "A", "code": code, "year": 2026, "last": 0} for code in codes]
        )


def total(engine: Engine) -> int:
    with engine.connect() as connection:
        return sum(connection.execute(select(COUNTERS.c.last)).scalars())


def test_a_read_then_write_across_rows_never_oversteps(engine: Engine) -> None:
    """Two or more that each see room for one more: serializable transactions let exactly one through."""
    seed(engine, "x", "y")

    def take_last(code: str) -> bool:
        def effect(connection: Connection) -> bool:
            if sum(connection.execute(select(COUNTERS.c.last)).scalars()) >= 1:
                return False
            connection.execute(update(COUNTERS).where(COUNTERS.c.code == code).values(last=1))
            return True

        return in_transaction(engine, effect)

    results: list[bool] = []
    start = threading.Barrier(8)

    def contend(code: str) -> None:
        start.wait()
        results.append(take_last(code))

    threads = [threading.Thread(target=contend, args=(code,)) for code in "xyxyxyxy"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(results) == [False] * 7 + [True]
    assert total(engine) == 1


def test_a_deadlock_is_repeated_until_both_are_through(engine: Engine) -> None:
    seed(engine, "x", "y")
    met = threading.Barrier(2)
    attempts: list[str] = []

    def raise_both(first: str, second: str) -> None:
        def effect(connection: Connection) -> None:
            attempts.append(first)
            for number, code in enumerate((first, second)):
                connection.execute(
                    update(COUNTERS).where(COUNTERS.c.code == code).values(last=COUNTERS.c.last + 1)
                )
                if number == 0 and attempts.count(first) == 1:
                    met.wait(5)

        in_transaction(engine, effect, isolation="READ COMMITTED")

    threads = [threading.Thread(target=raise_both, args=pair) for pair in (("x", "y"), ("y", "x"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert total(engine) == 4
    assert len(attempts) >= 3


def test_endless_conflict_ends_in_503(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servicekit.database.RETRY_FOR_S", 0.2)
    attempts = 0

    def always_fails(connection: Connection) -> None:
        nonlocal attempts
        attempts += 1
        connection.execute(text("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$"))

    began = time.monotonic()
    with pytest.raises(Unavailable) as refused:
        in_transaction(engine, always_fails)

    assert attempts > 3
    assert time.monotonic() - began < 1.0
    assert refused.value.headers["Retry-After"] == "2"


def test_the_callers_own_exception_rolls_back_and_is_not_repeated(engine: Engine) -> None:
    attempts = 0

    def refuse(connection: Connection) -> None:
        nonlocal attempts
        attempts += 1
        next_record_number(connection, "A", "z", 2026)
        raise LookupError

    with pytest.raises(LookupError):
        in_transaction(engine, refuse)

    assert attempts == 1
    assert total(engine) == 0


def test_an_exhausted_pool_answers_503_instead_of_hanging(small: Engine) -> None:
    began = time.monotonic()

    with small.connect(), pytest.raises(Unavailable):
        in_transaction(small, lambda connection: connection.execute(text("SELECT 1")))

    assert time.monotonic() - began < 1.0


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("SELECT pg_sleep(5)", Unavailable),
        ("SELECT 9223372036854775807 + 1", Unprocessable),
        ("SELECT '10000-01-01'::timestamptz + interval '300000 years'", Unprocessable),
        ("SELECT pg_terminate_backend(pg_backend_pid())", Unavailable),
    ],
)
def test_what_the_database_refuses_becomes_a_problem(
    small: Engine, statement: str, problem: type[Problem]
) -> None:
    with pytest.raises(problem):
        in_transaction(small, lambda connection: connection.execute(text(statement)))


@pytest.mark.parametrize("plan_once", [True, False])
def test_a_statement_is_planned_once_or_for_every_value(engine: Engine, plan_once: bool) -> None:
    asking = open_engine(engine.url.render_as_string(hide_password=False), plan_once=plan_once)
    plans = text("SELECT sum(generic_plans), sum(custom_plans) FROM pg_prepared_statements")

    with asking.connect() as connection:
        for place in range(10):
            connection.execute(text("SELECT CAST(:place AS integer) + 1"), {"place": place})
        generic, custom = connection.execute(plans).one()
    asking.dispose()

    assert generic + custom > 0
    assert (custom == 0) == plan_once


def test_a_lock_held_too_long_becomes_503(small: Engine, engine: Engine) -> None:
    seed(engine, "x")
    with engine.begin() as holder:
        holder.execute(update(COUNTERS).values(last=1))

        with pytest.raises(Unavailable):
            in_transaction(small, lambda connection: connection.execute(update(COUNTERS).values(last=2)))


def test_a_mistake_in_a_statement_is_not_dressed_up(engine: Engine) -> None:
    with pytest.raises(ProgrammingError):
        in_transaction(engine, lambda connection: connection.execute(text("SELECT nothing_here")))


def test_after_all_connections_are_cut_the_pool_heals(
    settings: ServiceSettings, database_url: str, token: Callable[..., str]
) -> None:
    engine = open_engine(database_url, pool_size=4)
    app = sample_app(settings, engine)
    clerk = client_for(app, token=token("clerk"))
    for _ in range(3):
        assert clerk.post("/v1/rivertown/notes", json={"title": "a", "length_ft": 1}).status_code == 201

    cut_all(database_url)

    assert clerk.get("/v1/rivertown/notes").status_code == 200
    assert clerk.post("/v1/rivertown/notes", json={"title": "a", "length_ft": 1}).status_code == 201
    engine.dispose()


def test_while_the_database_is_away_every_route_answers_503_and_readiness_says_so(
    settings: ServiceSettings, token: Callable[..., str]
) -> None:
    app: FastAPI = sample_app(settings, open_engine("postgresql://nobody@127.0.0.1:9/nothing"))
    clerk = client_for(app, token=token("clerk"))

    read = clerk.get("/v1/rivertown/notes")
    write = clerk.post("/v1/rivertown/notes", json={"title": "a", "length_ft": 1})
    ready = clerk.get("/readyz")

    assert (read.status_code, write.status_code, ready.status_code) == (503, 503, 503)
    assert read.headers["retry-after"] == "2"
    assert (ready.json()["status"], ready.json()["checks"]) == ("degraded", {"database": "failing"})
    assert "127.0.0.1" not in read.text + ready.text
    assert clerk.get("/healthz").status_code == 200
    # An API key cannot be looked up either.
    assert client_for(app).get(
        "/v1/rivertown/me", headers={"X-API-Key": "ck_abcd_" + "e" * 40}
    ).status_code == 503  # fmt: skip


def test_record_numbers_count_per_series_and_a_rollback_gives_its_number_back(engine: Engine) -> None:
    def take(code: str, year: int) -> str:
        return in_transaction(engine, lambda connection: next_record_number(connection, "LE", code, year))

    def take_and_fail(connection: Connection) -> None:
        next_record_number(connection, "LE", "WIND", 2026)
        raise LookupError

    assert [take("WIND", 2026), take("WIND", 2026)] == ["LE-WIND-2026-000001", "LE-WIND-2026-000002"]
    with pytest.raises(LookupError):
        in_transaction(engine, take_and_fail)
    assert take("WIND", 2026) == "LE-WIND-2026-000003"
    assert take("WIND", 2027) == "LE-WIND-2027-000001"
    assert take("SIGN", 2026) == "LE-SIGN-2026-000001"


def test_uuid7_sorts_by_creation() -> None:
    made = [uuid7() for _ in range(1000)]

    assert made == sorted(made)
    assert {identifier.version for identifier in made} == {7}
    assert len(set(made)) == 1000


def cut_all(database_url: str) -> None:
    """As an administrator, end every other session of the database, and wait until they have ended."""
    engine = create_engine(make_url(database_url).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    engine.dispose()
