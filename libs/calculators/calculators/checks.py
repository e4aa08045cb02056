"""Asking the law: checks, dates, ends, notices, votes, requirements."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Annotated, TypeAlias

from citycode.facts import parse_facts
from citycode.law import Law
from citycode.results.decisions import Votes
from citycode.results.documents import Paper
from citycode.results.notices import Party, Service
from fastapi import APIRouter, Path, Response
from servicekit.access import public
from servicekit.answers import json_response
from servicekit.app import CurrentClock
from servicekit.problems import FieldError, NotFound, Unprocessable, problems

from calculators.answers import (
    CheckAnswer,
    DecisionAnswer,
    DocumentAnswer,
    EndsAnswer,
    MeasuresAnswer,
    NoticeAnswer,
    RequirementsAnswer,
)
from calculators.places import FactSource, gather
from calculators.requests import (
    CheckAsk,
    DecisionAsk,
    DocumentAsk,
    EndsAsk,
    MeasuresAsk,
    NoticeAsk,
    RequirementsAsk,
)
from calculators.shown import shown_place

ANYBODY = "anybody may ask what the law says of stated facts; nothing is stored"


def asking_routes(law: Law, source: FactSource | None) -> APIRouter:
    """The stateless questions over `law`; `source` tells facts of a parcel."""
    routes = APIRouter(tags=["calculators"])
    shown = shown_place(law)
    CitySlug: TypeAlias = Annotated[str, Path(examples=shown.city)]
    ProgramId: TypeAlias = Annotated[str, Path(examples=shown.program)]

    @routes.post(
        "/programs/{program}/check",
        operation_id="check_program",
        summary="May this be allowed, and why",
        response_model=CheckAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def check_program(city: CitySlug, program: ProgramId, body: CheckAsk, clock: CurrentClock) -> Response:
        """Check facts against the rules of a program: all reasons, and all facts that are missing."""
        asked = law.city(city).program(program)
        on = body.on or clock.today(city)
        if body.judgments:
            _refuse_unknown_judgments(body.judgments, {each.id for each in asked.judgments(on)})
        gathered = gather(asked.facts, body.facts, source, city, *_place(body))
        result = asked.check(gathered.facts, on, body.judgments, body.rules)
        return json_response({**result.to_json(), "place": gathered.place, "notes": list(gathered.notes)})

    @routes.post(
        "/programs/{program}/ends",
        operation_id="compute_ends",
        summary="What an event does to a permit",
        response_model=EndsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_ends(city: CitySlug, program: ProgramId, body: EndsAsk) -> Response:
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
    def check_notice(city: CitySlug, program: ProgramId, body: NoticeAsk, clock: CurrentClock) -> Response:
        """Say who must be told, by which day, and who was not, or not properly."""
        asked = law.city(city).program(program)
        on = body.on or clock.today(city)
        _refuse_unclear_parties(body)
        parties = [
            Party(
                each.id,
                frozenset(each.kinds),
                None if each.distance_ft is None else Fraction(str(each.distance_ft)),
            )
            for each in body.parties
        ]
        served = [
            Service(each.party, each.on, each.method, each.proof, each.received_on) for each in body.served
        ]
        facts = parse_facts(asked.facts, body.facts)
        answer = asked.notice_check(body.notice, body.hearing_on, parties, served, on, body.published, facts)
        return json_response(answer.to_json())

    @routes.post(
        "/programs/{program}/documents/check",
        operation_id="check_document",
        summary="What is lacking in a paper",
        response_model=DocumentAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def check_document(
        city: CitySlug, program: ProgramId, body: DocumentAsk, clock: CurrentClock
    ) -> Response:
        """Hold an order, notice, placard, license or submittal against what it must contain."""
        asked = law.city(city).program(program)
        on = body.on or clock.today(city)
        facts = parse_facts(asked.facts, body.facts)
        paper = Paper(body.contains, body.by, frozenset(body.signed_by), frozenset(body.done))
        return json_response(asked.document_check(body.document, paper, on, facts).to_json())

    @routes.post(
        "/programs/{program}/decisions/check",
        operation_id="check_decision",
        summary="Did a vote carry",
        response_model=DecisionAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def check_decision(
        city: CitySlug, program: ProgramId, body: DecisionAsk, clock: CurrentClock
    ) -> Response:
        """Count a vote as the law counts it."""
        asked = law.city(city).program(program)
        on = body.on or clock.today(city)
        facts = parse_facts(asked.facts, body.facts)
        votes = Votes(body.votes.yes, body.votes.no, body.votes.abstain, body.votes.absent)
        return json_response(asked.decision_check(body.kind, votes, on, facts).to_json())

    @routes.post(
        "/programs/{program}/measures",
        operation_id="compute_measures",
        summary="What named quantities and definitions come to",
        response_model=MeasuresAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_measures(
        city: CitySlug, program: ProgramId, body: MeasuresAsk, clock: CurrentClock
    ) -> Response:
        """Compute the measures and definitions of a program for the facts, with their arithmetic."""
        asked = law.city(city).program(program)
        on = body.on or clock.today(city)
        gathered = gather(asked.facts, body.facts, source, city, *_place(body))
        result = asked.measures(gathered.facts, on, body.rules)
        return json_response({**result.to_json(), "place": gathered.place, "notes": list(gathered.notes)})

    @routes.post(
        "/requirements",
        operation_id="compute_requirements",
        summary="Which programs a project needs",
        response_model=RequirementsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_requirements(city: CitySlug, body: RequirementsAsk, clock: CurrentClock) -> Response:
        """Sort every program of the city: required, exempt, not needed, or which facts would tell."""
        known = law.city(city)
        on = body.on or clock.today(city)
        _refuse_unknown_programs(body.programs or (), known.all_programs)
        gathered = gather(known.facts, body.facts, source, city, *_place(body))
        answer = {
            "city": city,
            "law_date": on.isoformat(),
            "programs": [each.to_json() for each in known.requirements(gathered.facts, on, body.programs)],
            "place": gathered.place,
            "notes": list(gathered.notes),
        }
        return json_response(answer)

    return routes


def _refuse_unknown_judgments(answered: Collection[str], asked: Collection[str]) -> None:
    known = ", ".join(sorted(asked)) or "none"
    wrong = [
        FieldError(f"#/judgments/{each}", f"the program asks no such judgment that day; it asks {known}")
        for each in answered
        if each not in asked
    ]
    if wrong:
        raise Unprocessable("Some judgments are not asked.", errors=wrong)


def _refuse_unknown_programs(asked: Sequence[str], known: Collection[str]) -> None:
    there = ", ".join(sorted(known)) or "none"
    wrong = [
        FieldError(f"#/programs/{place}", f"the city has no program {each}; it has {there}")
        for place, each in enumerate(asked)
        if each not in known
    ]
    if wrong:
        raise Unprocessable("Some programs are not there.", errors=wrong)


def _refuse_unclear_parties(body: NoticeAsk) -> None:
    """Each party stands once, and every notice went to one of them."""
    seen: set[str] = set()
    wrong = []
    for place, party in enumerate(body.parties):
        if party.id in seen:
            wrong.append(FieldError(f"#/parties/{place}/id", f"{party.id} is listed twice"))
        seen.add(party.id)
    for place, served in enumerate(body.served):
        if served.party not in seen:
            wrong.append(FieldError(f"#/served/{place}/party", f"{served.party} is none of the parties"))
    if wrong:
        raise Unprocessable("It is not clear who was told.", errors=wrong)


def _place(
    body: CheckAsk | MeasuresAsk | RequirementsAsk,
) -> tuple[str | None, tuple[float, float] | None, Sequence[str]]:
    """The parcel, the site on it, and the features no distance is measured to."""
    site = None if body.site is None else (body.site.lon, body.site.lat)
    return (None, site, ()) if body.parcel is None else (body.parcel.pin, site, body.parcel.except_features)
