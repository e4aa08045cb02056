"""Asking the law: checks, dates, ends, notices, votes, requirements."""

from __future__ import annotations

from fractions import Fraction

from citycode.facts import parse_facts
from citycode.law import Law
from citycode.results.decisions import Votes
from citycode.results.notices import Party, Service
from fastapi import APIRouter, Response
from servicekit.access import public
from servicekit.answers import json_response
from servicekit.app import CurrentClock
from servicekit.problems import NotFound, problems

from calculators.answers import (
    CheckAnswer,
    ClocksAnswer,
    DecisionAnswer,
    EndsAnswer,
    NoticeAnswer,
    RequirementsAnswer,
)
from calculators.places import FactSource, gather
from calculators.requests import (
    CheckAsk,
    ClocksAsk,
    DecisionAsk,
    EndsAsk,
    NoticeAsk,
    RequirementsAsk,
)

ANYBODY = "anybody may ask what the law says of stated facts; nothing is stored"


def asking_routes(law: Law, source: FactSource | None) -> APIRouter:
    """The stateless questions over `law`; `source` tells facts of a parcel."""
    routes = APIRouter(tags=["calculators"])

    @routes.post(
        "/programs/{program}/check",
        operation_id="check_program",
        summary="May this be allowed, and why",
        response_model=CheckAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def check_program(city: str, program: str, body: CheckAsk, clock: CurrentClock) -> Response:
        """Check facts against every rule of a program: all reasons, and all facts that are missing."""
        asked = law.city(city).program(program)
        on = body.on or clock.today(city)
        gathered = gather(asked.facts, body.facts, source, city, _pin(body), _site(body))
        result = asked.check(gathered.facts, on, body.judgments)
        return json_response({**result.to_json(), "place": gathered.place, "notes": list(gathered.notes)})

    @routes.post(
        "/programs/{program}/clocks",
        operation_id="compute_clocks",
        summary="Which dates follow from an event",
        response_model=ClocksAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_clocks(city: str, program: str, body: ClocksAsk) -> Response:
        """Give every date that follows from the event, with the count explained."""
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        return json_response(asked.clocks(body.event, body.on, facts, body.law_on).to_json())

    @routes.post(
        "/programs/{program}/ends",
        operation_id="compute_ends",
        summary="What an event does to a permit",
        response_model=EndsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_ends(city: str, program: str, body: EndsAsk) -> Response:
        """Say into which state a permit falls, whether it passes on, and what each party may do then."""
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        return json_response(asked.ends(body.event, facts, body.on, body.law_on).to_json())

    @routes.post(
        "/programs/{program}/notices/check",
        operation_id="check_notice",
        summary="Was everybody told in time",
        response_model=NoticeAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def check_notice(city: str, program: str, body: NoticeAsk, clock: CurrentClock) -> Response:
        """Say who must be told, by which day, and who was not, or not properly."""
        on = body.on or clock.today(law.city(city).slug)
        parties = [
            Party(
                each.id,
                frozenset(each.kinds),
                None if each.distance_ft is None else Fraction(str(each.distance_ft)),
            )
            for each in body.parties
        ]
        served = [Service(each.party, each.on, each.method, each.proof) for each in body.served]
        asked = law.city(city).program(program)
        return json_response(asked.notice_check(body.notice, body.hearing_on, parties, served, on).to_json())

    @routes.post(
        "/programs/{program}/decisions/check",
        operation_id="check_decision",
        summary="Did a vote carry",
        response_model=DecisionAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def check_decision(city: str, program: str, body: DecisionAsk, clock: CurrentClock) -> Response:
        """Count a vote as the law counts it."""
        on = body.on or clock.today(law.city(city).slug)
        asked = law.city(city).program(program)
        facts = parse_facts(asked.facts, body.facts)
        votes = Votes(body.votes.yes, body.votes.no, body.votes.abstain, body.votes.absent)
        return json_response(asked.decision_check(body.kind, votes, on, facts).to_json())

    @routes.post(
        "/requirements",
        operation_id="compute_requirements",
        summary="Which programs a project needs",
        response_model=RequirementsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_requirements(city: str, body: RequirementsAsk, clock: CurrentClock) -> Response:
        """Sort every program of the city: required, exempt, not needed, or which facts would tell."""
        known = law.city(city)
        on = body.on or clock.today(city)
        gathered = gather(known.facts, body.facts, source, city, _pin(body), _site(body))
        answer = {
            "city": city,
            "law_date": on.isoformat(),
            "programs": [each.to_json() for each in known.requirements(gathered.facts, on)],
            "place": gathered.place,
            "notes": list(gathered.notes),
        }
        return json_response(answer)

    return routes


def _pin(body: CheckAsk | RequirementsAsk) -> str | None:
    return None if body.parcel is None else body.parcel.pin


def _site(body: CheckAsk | RequirementsAsk) -> tuple[float, float] | None:
    return None if body.site is None else (body.site.lon, body.site.lat)
