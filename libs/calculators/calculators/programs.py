"""Reading the law: programs and rules."""

from typing import Annotated, TypeAlias

from citycode.law import Law
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import StringConstraints
from servicekit.access import public
from servicekit.answers import read_response
from servicekit.app import CurrentClock
from servicekit.problems import NotFound, problems
from servicekit.wire import WireDate

from calculators.answers import ProgramAnswer, ProgramsAnswer, RuleAnswer, RulesAnswer
from calculators.shown import shown_place

CACHED = "public, max-age=300"
MOST_RULES = 200
LAW_IS_PUBLIC = "the law is public"

On = Annotated[
    WireDate | None,
    Query(description="The day whose law is shown; today in the city unless given.", examples=["2026-06-01"]),
]
Words = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    Query(
        min_length=1, max_length=100, description="Every word must stand in the rule.", examples=["setback"]
    ),
]


def reading_routes(law: Law) -> APIRouter:
    """The reading operations over `law`."""
    routes = APIRouter(tags=["law"])
    shown = shown_place(law)
    CitySlug: TypeAlias = Annotated[str, Path(examples=shown.city)]
    ProgramId: TypeAlias = Annotated[str, Path(examples=shown.program)]
    RuleId: TypeAlias = Annotated[str, Path(examples=shown.rule)]

    @routes.get(
        "/programs",
        operation_id="list_programs",
        summary="What the city regulates",
        response_model=ProgramsAnswer,
        responses=problems(NotFound),
        dependencies=[public(LAW_IS_PUBLIC)],
    )
    def list_programs(city: CitySlug, request: Request, clock: CurrentClock, on: On = None) -> Response:
        """List the programs in force on a day, each with title, service and citation."""
        known = law.city(city)
        day = on or clock.today(city)
        body = {
            "city": known.slug,
            "law_date": day.isoformat(),
            "programs": [each.summary(day) for each in known.programs(day)],
        }
        return read_response(request, body, cache_control=CACHED)

    @routes.get(
        "/programs/{program}",
        operation_id="get_program",
        summary="One program: facts, submittals and every rule in force",
        response_model=ProgramAnswer,
        responses=problems(NotFound),
        dependencies=[public(LAW_IS_PUBLIC)],
    )
    def get_program(
        city: CitySlug, program: ProgramId, request: Request, clock: CurrentClock, on: On = None
    ) -> Response:
        """Give the program as of a day: what is asked, what is handed in, what holds, all cited."""
        day = on or clock.today(law.city(city).slug)
        return read_response(request, law.city(city).program(program).describe(day), cache_control=CACHED)

    @routes.get(
        "/rules",
        operation_id="search_rules",
        summary="Search the rules of the city",
        response_model=RulesAnswer,
        responses=problems(NotFound),
        dependencies=[public(LAW_IS_PUBLIC)],
    )
    def search_rules(city: CitySlug, q: Words, request: Request) -> Response:
        """Find rules in whose id, section, program or wording every word stands; at most 200 are shown."""
        found = law.city(city).search_rules(q)
        body = {
            "city": city,
            "found": len(found),
            "rules": [each.to_json() for each in found[:MOST_RULES]],
        }
        return read_response(request, body, cache_control=CACHED)

    @routes.get(
        "/rules/{rule}",
        operation_id="get_rule",
        summary="One rule in plain words",
        response_model=RuleAnswer,
        responses=problems(NotFound),
        dependencies=[public(LAW_IS_PUBLIC)],
    )
    def get_rule(city: CitySlug, rule: RuleId, request: Request) -> Response:
        """Give a rule with its section, its values by date, its cases and the calls that apply it."""
        return read_response(request, law.city(city).rule(rule).to_json(), cache_control=CACHED)

    return routes
