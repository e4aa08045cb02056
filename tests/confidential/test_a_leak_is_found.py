"""Each way out is opened in turn, and the walker must find what comes out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from casework.desk.memory import remember
from enforcement.routes import complaints as routes
from enforcement.usecases import take_complaint
from servicekit.events import CloudEvent
from servicekit.logs import logger
from servicekit.outbox import emit
from servicekit.problems import BadRequest

from deploy.local.system import System
from tests.authorization import enforcement_records as enforcement
from tests.authorization.records import made_records
from tests.confidential.one_process import system_in_this_process
from tests.confidential.shapes import outgoing_shapes, planted
from tests.confidential.tour import IDENTITY, TRUSTED, WORDS, ask_what_is_allowed, complain, handle
from tests.confidential.walker import Leak, Walker
from tests.confidential.watching import Watch, kept
from tests.journeys.callers import Caller

pytestmark = pytest.mark.system


def only_described(name: str) -> bool:
    """Whether a shape only describes an answer that is made otherwise: by the law engine or as a page."""
    fields = set(outgoing_shapes()[name].model_fields)
    return name.startswith("calculators.") or fields == {"items", "next_cursor"}


NOT_ON_THE_WAY = {
    "caseroutes.money.RefundView",
    "caseroutes.records.RemedyView",
    "enforcement.schemas.money.CaseChargeView",
    "gis.schemas.facts.LeftOut",
    "gis.schemas.facts.MissingFact",
    "gis.schemas.areas.MultiPolygonArea",
    "gis.schemas.areas.PolygonArea",
    "gis.schemas.notice_lists.Unaddressed",
    "gis.schemas.parcels.ParcelLink",
    "licensing.schemas.applications.MeasuredView",
    "licensing.schemas.applications.RecommendationView",
    "licensing.schemas.applications.SubmittalView",
    "licensing.schemas.violations.ViolationDecided",
    "permits.schemas.applications.MeasuredChangeView",
    "permits.schemas.hearings.MovedView",
    "permits.schemas.mending.SurveyedView",
    "permits.schemas.permits.RevokedView",
    "servicekit.dead_events.DeadEvent",
}
"""Shapes of what does not happen to the records that are made: none is moved, refunded, remedied, revoked."""

SHAPES = [name for name in outgoing_shapes() if not only_described(name)]


@dataclass
class Planted:
    """A system every shape of which leaks, after everything was asked of it."""

    system: System
    scratch: Path
    watch: Watch
    told: str
    """All answers that the walker reported."""


@pytest.fixture(scope="module")
def leaking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planted]:
    scratch, watch, walker = tmp_path_factory.mktemp("leaking"), Watch(), Walker(WORDS)
    words = {name: planted_in(name) for name in SHAPES}
    with planted(words), system_in_this_process(scratch, watch.around, TRUSTED) as system:
        records = made_records(system)
        complain(system, records.own.cases.pin)
        handle(system, records)
        ask_what_is_allowed(system, records)
        told = " ".join(each.text for each in watch.answers if walker.leaks([each]))
        yield Planted(system, scratch, watch, told)


def planted_in(shape: str) -> str:
    return f"{IDENTITY['name']} in {shape}."


@pytest.mark.parametrize("shape", [each for each in SHAPES if each not in NOT_ON_THE_WAY])
def test_a_field_planted_into_a_shape_is_reported(leaking: Planted, shape: str) -> None:
    assert planted_in(shape) in leaking.told


def test_no_shape_is_left_out_that_is_on_the_way(leaking: Planted) -> None:
    assert len(SHAPES) > 7 * len(NOT_ON_THE_WAY)
    assert {each for each in SHAPES if planted_in(each) not in leaking.told} <= NOT_ON_THE_WAY
    assert {each for each in NOT_ON_THE_WAY if planted_in(each) in leaking.told} == set()


# Ways out besides answers: each is what a careless change of the use case might do.

Take = Callable[..., Any]
original_take: Take = take_complaint.take


def into_the_log(_connection: Any, _acting: Any, told: Any, *_more: Any) -> None:
    logger().info("complaint_received", by=told.complainant["name"])


def into_an_event(connection: Any, acting: Any, told: Any, complaint_id: Any, *_more: Any) -> None:
    data = {"city": acting.city.slug, "by": told.complainant["name"]}
    subject, source = f"complaints/{complaint_id}", "urn:citycode:enforcement"
    emit(
        connection,
        CloudEvent(type="complaint.received", source=source, subject=subject, time=acting.now, data=data),
    )


def into_the_history(connection: Any, acting: Any, told: Any, complaint_id: Any, *_more: Any) -> None:
    remember(connection, acting, complaint_id, "complaint.named", {"by": told.complainant["name"]})


def into_an_error(_connection: Any, _acting: Any, told: Any, *_more: Any) -> None:
    raise BadRequest(f"{told.complainant['name']} complains too often.")


WAYS_OUT: dict[str, tuple[Callable[..., None], str]] = {
    "log": (into_the_log, "log"),
    "event": (into_an_event, "enforcement: table outbox"),
    "history": (into_the_history, "enforcement: table history"),
    "error": (into_an_error, f"enforcement: POST /v1/{enforcement.HOME}/complaints"),
}


@pytest.mark.parametrize("way", WAYS_OUT)
def test_what_comes_out_another_way_is_reported(
    leaking: Planted, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    leak, where = WAYS_OUT[way]
    name = f"Xanthippe {way}"

    def careless(*given: Any) -> Any:
        made = original_take(*given)
        leak(*given)
        return made

    monkeypatch.setattr(take_complaint, "take", careless)
    send(leaking.system, name, status=400 if way == "error" else 201)

    assert reported(leaking, name) == {Leak(where, name)}


def test_whom_a_stored_answer_belongs_to_is_reported(
    leaking: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "unnamed", lambda writes, _desk: writes)

    send(leaking.system, "Nobody", subject="xanthippe-keyed")

    table = "enforcement: table idempotency_keys"
    assert reported(leaking, "xanthippe-keyed") == {Leak(table, "xanthippe-keyed")}


def test_the_name_of_a_file_is_reported(leaking: Planted) -> None:
    (leaking.scratch / "Xanthippe file.pdf").touch()

    assert reported(leaking, "Xanthippe file") == {Leak("file name", "Xanthippe file")}


def send(system: System, name: str, *, subject: str = "xanthippe", status: int = 201) -> None:
    """Complain, signed in and under a key."""
    body = {**enforcement.COMPLAINT, "complainant": {"name": name}}
    caller = Caller(system.client(system.issuer.token(subject)), enforcement.HOME)
    caller.post("enforcement", "complaints", body, key=f"key-of-{len(name)}-{status}", status=status)


def reported(leaking: Planted, word: str) -> set[Leak]:
    apart = [("enforcement", "complainants")]
    seen = [*leaking.watch.answers, *kept(leaking.system, leaking.scratch, apart)]
    return Walker([word]).leaks(seen)
