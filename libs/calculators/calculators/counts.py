"""Asking with a history: how clocks stand, caps, ladders, terms, periods, holds."""

from typing import Annotated, TypeAlias

from citycode.facts import parse_facts
from citycode.law import Law
from fastapi import APIRouter, Path, Response
from servicekit.access import public
from servicekit.answers import json_response
from servicekit.app import CurrentClock
from servicekit.problems import NotFound, problems

from calculators.answers import (
    CapsAnswer,
    ClocksAnswer,
    HoldsAnswer,
    LaddersAnswer,
    PeriodsAnswer,
    TermsAnswer,
)
from calculators.checks import ANYBODY
from calculators.histories import (
    CapsAsk,
    ClocksAsk,
    HoldsAsk,
    LaddersAsk,
    PeriodsAsk,
    TermsAsk,
    happenings,
    holding,
)
from calculators.shown import shown_place


def counting_routes(law: Law) -> APIRouter:
    """The stateless questions that take a history, over `law`."""
    routes = APIRouter(tags=["calculators"])
    shown = shown_place(law)
    CitySlug: TypeAlias = Annotated[str, Path(examples=shown.city)]
    ProgramId: TypeAlias = Annotated[str, Path(examples=shown.program)]

    @routes.post(
        "/programs/{program}/clocks",
        operation_id="compute_clocks",
        summary="Which dates follow from an event",
        response_model=ClocksAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_clocks(city: CitySlug, program: ProgramId, body: ClocksAsk) -> Response:
        """Give every date that follows from the event, with the count explained, and how each stands."""
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        happened = happenings(asked, body.happened, "happened")
        answer = asked.clocks(body.event, body.on, facts, body.law_on, happened, body.read_on)
        return json_response(answer.to_json())

    @routes.post(
        "/programs/{program}/terms",
        operation_id="compute_terms",
        summary="How long what an event begins lives",
        response_model=TermsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_terms(city: CitySlug, program: ProgramId, body: TermsAsk, clock: CurrentClock) -> Response:
        """Give every term that the event begins: its days, its ends, and whether it is in force."""
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        happened = happenings(asked, body.happened, "happened")
        read_on = body.read_on or clock.today(city)
        answer = asked.terms(body.event, body.on, facts, happened, read_on, body.law_on)
        return json_response(answer.to_json())

    @routes.post(
        "/programs/{program}/periods",
        operation_id="compute_periods",
        summary="Which named periods a day lies in",
        response_model=PeriodsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_periods(
        city: CitySlug, program: ProgramId, body: PeriodsAsk, clock: CurrentClock
    ) -> Response:
        """Say of every named period whether the day lies in it, by what was observed or is dated."""
        asked = law.city(city).program(program)
        happened = happenings(asked, body.happened, "happened")
        read_on = body.read_on or clock.today(city)
        answer = asked.periods(body.day, happened, read_on, body.law_on)
        return json_response(answer.to_json())

    @routes.post(
        "/programs/{program}/holds",
        operation_id="compute_holds",
        summary="What is barred on a day",
        response_model=HoldsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_holds(city: CitySlug, program: ProgramId, body: HoldsAsk, clock: CurrentClock) -> Response:
        """Give every hold that stands or stood, since when and until what."""
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        happened = happenings(asked, body.happened, "happened")
        answer = asked.holds(happened, body.read_on or clock.today(city), facts, body.law_on)
        return json_response(answer.to_json())

    @routes.post(
        "/programs/{program}/caps",
        operation_id="check_caps",
        summary="May one more be had beside what there is",
        response_model=CapsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def check_caps(city: CitySlug, program: ProgramId, body: CapsAsk, clock: CurrentClock) -> Response:
        """Count the records against every cap that binds what is wanted."""
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        wanted = holding(asked, body.wanted, "#/wanted")
        records = [holding(asked, each, f"#/records/{at}") for at, each in enumerate(body.records)]
        return json_response(asked.caps(wanted, records, body.on or clock.today(city), facts).to_json())

    @routes.post(
        "/programs/{program}/ladders",
        operation_id="compute_ladders",
        summary="What repeated events bring",
        response_model=LaddersAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_ladders(
        city: CitySlug, program: ProgramId, body: LaddersAsk, clock: CurrentClock
    ) -> Response:
        """Replay the history: each event counted or ignored, the steps it reached, and what is barred."""
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        history = happenings(asked, body.history, "history")
        answer = asked.ladders(history, body.read_on or clock.today(city), facts, body.law_on)
        return json_response(answer.to_json())

    return routes
