"""What staff do with an application before its decision: one router for every service that reviews."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from casework.desk import reviewing
from casework.desk.acting import Acting
from casework.desk.docket import A
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from caseroutes.applications import Applications, IncompleteAsk, JudgmentAsk, RecommendationAsk, SubmittalAsk
from caseroutes.problems import Unmet
from caseroutes.wiring import CurrentDesk

Reviewer = Annotated[Principal, requires("applications.review")]
Judge = Annotated[Principal, requires("judgments.answer")]


def router(of: Applications[A]) -> APIRouter:
    """The routes by which applications are reviewed."""
    made = APIRouter(prefix=of.prefix, tags=["review"])

    def written(writes: Writes, acting: Acting, effect: Callable[[Connection], A]) -> Response:
        def run(connection: Connection) -> Answer:
            return of.answered(connection, acting, effect(connection))

        return writes.once(run)

    @made.post(
        "/submittals",
        operation_id=of.operations["receive_submittal"],
        summary="Tick off one thing an application must contain",
        response_model=of.view,
        responses=problems(NotFound, StateConflict),
    )
    def receive_submittal(
        city: str,
        application_id: WireUuid,
        body: SubmittalAsk,
        version: IfMatch,
        writes: Writes,
        desk: CurrentDesk,
        reviewer: Reviewer,
    ) -> Response:
        """Enter that a document came in, and where it is kept."""
        acting, received = desk.acting(city, reviewer), {"document": body.document}
        return written(
            writes,
            acting,
            lambda connection: reviewing.receive_submittal(
                connection,
                acting,
                of.docket,
                application_id,
                version,
                body.submittal,
                received,
                body.received_on,
            ),
        )

    @made.post(
        "/declare-incomplete",
        operation_id=of.operations["declare_incomplete"],
        summary="Send it back, naming what is missing",
        response_model=of.view,
        responses=problems(NotFound, StateConflict),
    )
    def declare_incomplete(
        city: str,
        application_id: WireUuid,
        body: IncompleteAsk,
        version: IfMatch,
        writes: Writes,
        desk: CurrentDesk,
        reviewer: Reviewer,
    ) -> Response:
        """Find it incomplete; the applicant sees what is missing and may submit anew."""
        acting, missing = desk.acting(city, reviewer), tuple(body.missing)
        return written(
            writes,
            acting,
            lambda connection: reviewing.declare_incomplete(
                connection, acting, of.docket, application_id, version, missing
            ),
        )

    @made.post(
        "/declare-complete",
        operation_id=of.operations["declare_complete"],
        summary="Find it complete; the clocks of the law start",
        response_model=of.view,
        responses=problems(NotFound, StateConflict, Unmet),
    )
    def declare_complete(
        city: str,
        application_id: WireUuid,
        version: IfMatch,
        writes: Writes,
        desk: CurrentDesk,
        reviewer: Reviewer,
    ) -> Response:
        """Find it complete as of the day the last of it was received.

        Refused while a submittal or a fee is missing.
        """
        acting = desk.acting(city, reviewer)
        return written(
            writes,
            acting,
            lambda connection: reviewing.declare_complete(
                connection, acting, of.docket, application_id, version
            ),
        )

    @made.post(
        "/judgments",
        operation_id=of.operations["answer_judgment"],
        summary="Answer a question the law leaves to one's office",
        response_model=of.view,
        responses=problems(NotFound, StateConflict),
    )
    def answer_judgment(
        city: str,
        application_id: WireUuid,
        body: JudgmentAsk,
        version: IfMatch,
        writes: Writes,
        desk: CurrentDesk,
        judge: Judge,
    ) -> Response:
        """Answer it with a reason. Only the office the law names may.

        A later answer replaces an earlier one.
        """
        acting = desk.acting(city, judge)
        return written(
            writes,
            acting,
            lambda connection: reviewing.answer_judgment(
                connection,
                acting,
                of.docket,
                application_id,
                version,
                body.judgment,
                body.answer,
                body.reason,
            ),
        )

    @made.post(
        "/recommendation",
        operation_id=of.operations["make_recommendation"],
        summary="Enter the recommendation that comes before the decision",
        response_model=of.view,
        responses=problems(NotFound, StateConflict),
    )
    def make_recommendation(
        city: str,
        application_id: WireUuid,
        body: RecommendationAsk,
        version: IfMatch,
        writes: Writes,
        desk: CurrentDesk,
        judge: Judge,
    ) -> Response:
        """Recommend for or against. Only the office the law names may."""
        acting, reasons = desk.acting(city, judge), tuple(body.reasons)
        return written(
            writes,
            acting,
            lambda connection: reviewing.recommend(
                connection, acting, of.docket, application_id, version, body.in_favor, reasons
            ),
        )

    if "start_review" in of.operations:
        _with_start(made, of, written)
    return made


def _with_start(
    made: APIRouter,
    of: Applications[A],
    written: Callable[[Writes, Acting, Callable[[Connection], A]], Response],
) -> None:
    """The step of taking it up, for services whose lifecycle has one."""

    @made.post(
        "/start-review",
        operation_id=of.operations["start_review"],
        summary="Take it up",
        response_model=of.view,
        responses=problems(NotFound, StateConflict),
    )
    def start_review(
        city: str,
        application_id: WireUuid,
        version: IfMatch,
        writes: Writes,
        desk: CurrentDesk,
        reviewer: Reviewer,
    ) -> Response:
        """Begin the review of a complete application."""
        acting = desk.acting(city, reviewer)
        return written(
            writes,
            acting,
            lambda connection: reviewing.start_review(connection, acting, of.docket, application_id, version),
        )
