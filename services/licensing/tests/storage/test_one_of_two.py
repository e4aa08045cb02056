"""Two processes issue the one license the cap allows at the same moment: exactly one of them does."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from multiprocessing.connection import Connection as Pipe

import pytest
from casework.decisions import Decision
from casework.storage import decisions
from licensing.domain.application import Application
from licensing.storage import applications, licenses
from servicekit.database import open_engine
from servicekit.identifiers import uuid7
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Connection, Engine

from services.licensing.tests.builders import an_application, lawful_facts
from services.licensing.tests.services import CITY
from services.licensing.tests.storage.issuing import serve

pytestmark = pytest.mark.storage
ROUNDS = 50


@pytest.fixture(scope="module")
def two_processes(
    empty_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Engine, tuple[Pipe, Pipe]]]:
    """The database, and a pipe to each of two processes that issue licenses over it."""
    spawning = multiprocessing.get_context("spawn")
    with fresh_database("licensing_two", template=empty_url) as url:
        pipes, running = [], []
        for _ in range(2):
            ours, theirs = spawning.Pipe()
            folder = str(tmp_path_factory.mktemp("identity"))
            child = spawning.Process(target=serve, args=(url, folder, theirs), daemon=True)
            child.start()
            pipes.append(ours)
            running.append(child)
        engine = open_engine(url)
        assert [pipe.recv() for pipe in pipes] == ["ready", "ready"]
        yield engine, (pipes[0], pipes[1])
        for pipe, child in zip(pipes, running, strict=True):
            pipe.send(None)
            child.join(10)
        engine.dispose()


def approved(connection: Connection, applicant: str) -> Application:
    """A commercial application that the council approved."""
    application = an_application(
        "approved",
        applicant=applicant,
        number=f"DL-DOCK-{uuid7()}",
        facts=lawful_facts("commercial"),
        law_date=date(2026, 5, 11),
        pin=None,
    )
    applications.add(connection, application)
    decisions.record(
        connection,
        Decision(
            id=uuid7(),
            city=CITY,
            record_id=application.id,
            kind="approve",
            office="city_council",
            decided_on=date(2026, 5, 11),
            outcome="approved",
            votes=None,
            reasons=(),
            conditions=(),
            check_carried=None,
            receipt=None,
            receipt_sha256=None,
        ),
    )
    return application


def one_round(engine: Engine, pipes: tuple[Pipe, Pipe]) -> list[object]:
    """Let both issue at once, see what came of it, and take the license out of effect again."""
    with engine.begin() as connection:
        asked = [approved(connection, f"business-{place}") for place in (1, 2)]
    for pipe, each in zip(pipes, asked, strict=True):
        pipe.send((str(each.id), each.version))
    answers: list[object] = [pipe.recv() for pipe in pipes]
    with engine.begin() as connection:
        standing = [
            each
            for each in licenses.of_program(connection, CITY, asked[0].program, date(2026, 5, 11))
            if each.state == "issued"
        ]
        assert len(standing) == answers.count("issued")
        for winner in standing:
            gone = replace(winner, state="surrendered", ended_on=winner.starts_on, ended_by="surrender")
            licenses.save(connection, gone)
    return sorted(answers, key=str)


def test_exactly_one_of_two_is_issued_every_time(two_processes: tuple[Engine, tuple[Pipe, Pipe]]) -> None:
    engine, pipes = two_processes

    rounds = [one_round(engine, pipes) for _ in range(ROUNDS)]

    assert rounds == [[["cap_reached"], "issued"]] * ROUNDS
