"""Asking what changes in the law from one day to another."""

from typing import Annotated, Any, TypeAlias

from citycode.compare import Side, compare
from citycode.facts import FactErrors, FactProblem
from citycode.law import Law
from fastapi import APIRouter, Path, Response
from pydantic import Field
from servicekit.access import public
from servicekit.answers import json_response
from servicekit.problems import NotFound, problems
from servicekit.wire import Incoming, WireDate

from calculators.answers.comparing import CompareAnswer
from calculators.requests import Name, Word, shown
from calculators.shown import shown_place

ANYBODY = "the law is public, and so is what changes in it"


class CompareAsk(Incoming):
    """What changes from one day to another: in the law, and for facts in the answers."""

    model_config = shown(
        {
            "from": "2026-06-01",
            "to": "2027-06-01",
            "program": "wind-generator",
            "facts": {"structure_height_ft": "124.5"},
        }
    )

    since: Annotated[WireDate, Field(alias="from", examples=["2026-06-01"])]
    until: Annotated[WireDate, Field(alias="to", examples=["2027-06-01"])]
    program: Annotated[Word | None, Field(default=None, description="All programs unless given.")]
    facts: Annotated[
        dict[Name, Any] | None,
        Field(default=None, max_length=200, description="By name; a check of each program is compared."),
    ]


def comparing_routes(law: Law) -> APIRouter:
    """What an amendment changes."""
    routes = APIRouter(tags=["calculators"])
    places = shown_place(law)
    CitySlug: TypeAlias = Annotated[str, Path(examples=places.city)]

    @routes.post(
        "/compare",
        operation_id="compare_law",
        summary="What changes in the law between two days",
        response_model=CompareAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compare_law(city: CitySlug, body: CompareAsk) -> Response:
        """List the rules that differ and, for facts, how the answers differ."""
        known = law.city(city)
        _refuse_unknown(known.facts, body.facts or {})
        before, after = Side(known, body.since), Side(known, body.until)
        return json_response(compare(before, after, body.program, body.facts).to_json())

    return routes


def _refuse_unknown(known: Any, stated: dict[str, Any]) -> None:
    """A fact that no program asks is a mistake, not a fact without effect."""
    wrong = [FactProblem(f"/{name}", "no program asks this fact") for name in stated if name not in known]
    if wrong:
        raise FactErrors(tuple(wrong))
