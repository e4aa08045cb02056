"""Asking about money: fees, securities, allocations, penalties, cost recovery."""

from datetime import date
from typing import Annotated, TypeAlias

from citycode import Facts, Program, parse_facts
from citycode.law import Law
from fastapi import APIRouter, Path, Response
from servicekit.access import public
from servicekit.answers import json_response
from servicekit.app import CurrentClock
from servicekit.clock import Clock
from servicekit.problems import NotFound, problems

from calculators.answers.money import (
    AllocationsAnswer,
    CostRecoveryAnswer,
    FeesAnswer,
    PenaltiesAnswer,
    SecuritiesAnswer,
)
from calculators.histories import happenings
from calculators.money_asks import FeesAsk, MoneyAsk, SecuritiesAsk, account_of, amounts_of
from calculators.shown import shown_place

ANYBODY = "anybody may ask what the law says of stated facts; nothing is stored"


def money_routes(law: Law) -> APIRouter:
    """The stateless questions about money over `law`."""
    routes = APIRouter(tags=["calculators"])
    place = shown_place(law)
    CitySlug: TypeAlias = Annotated[str, Path(examples=place.city)]
    ProgramId: TypeAlias = Annotated[str, Path(examples=place.program)]

    @routes.post(
        "/programs/{program}/fees",
        operation_id="compute_fees",
        summary="What is to be paid, and what may be paid back",
        response_model=FeesAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_fees(city: CitySlug, program: ProgramId, body: FeesAsk, clock: CurrentClock) -> Response:
        """Give every fee with its arithmetic and citation, the total, and the refunds there may be."""
        asked, facts, on = _question(law, city, program, body, clock)
        history = None if body.history is None else happenings(asked, body.history, "history")
        return json_response(asked.fees(facts, on, history, amounts_of(body)).to_json())

    @routes.post(
        "/programs/{program}/securities",
        operation_id="compute_securities",
        summary="What security is required, and how it stands",
        response_model=SecuritiesAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_securities(
        city: CitySlug, program: ProgramId, body: SecuritiesAsk, clock: CurrentClock
    ) -> Response:
        """Give the amount, its cash share, and by the account what may be drawn, restored, given back."""
        asked, facts, on = _question(law, city, program, body, clock)
        accounts = {name: account_of(each) for name, each in body.accounts.items()}
        return json_response(asked.securities(facts, on, accounts, amounts_of(body)).to_json())

    @routes.post(
        "/programs/{program}/allocations",
        operation_id="compute_allocations",
        summary="How money is divided, to the cent",
        response_model=AllocationsAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_allocations(
        city: CitySlug, program: ProgramId, body: MoneyAsk, clock: CurrentClock
    ) -> Response:
        """Give each share before and after the cut to the ceiling; the shares sum to the whole."""
        asked, facts, on = _question(law, city, program, body, clock)
        return json_response(asked.allocations(facts, on, amounts_of(body)).to_json())

    @routes.post(
        "/programs/{program}/penalties",
        operation_id="compute_penalties",
        summary="What a violation is and costs",
        response_model=PenaltiesAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_penalties(
        city: CitySlug, program: ProgramId, body: MoneyAsk, clock: CurrentClock
    ) -> Response:
        """Give the offense, how many there are by days, and the dollars where the law names them."""
        asked, facts, on = _question(law, city, program, body, clock)
        return json_response(asked.penalties(facts, on, amounts_of(body)).to_json())

    @routes.post(
        "/programs/{program}/cost-recovery",
        operation_id="compute_cost_recovery",
        summary="What the city recovers of its costs, and how",
        response_model=CostRecoveryAnswer,
        responses=problems(NotFound),
        dependencies=[public(ANYBODY)],
    )
    def compute_cost_recovery(
        city: CitySlug, program: ProgramId, body: MoneyAsk, clock: CurrentClock
    ) -> Response:
        """Add up costs and what is added to them, less the security, and name the lanes to collect by."""
        asked, facts, on = _question(law, city, program, body, clock)
        return json_response(asked.cost_recovery(facts, on, amounts_of(body)).to_json())

    return routes


def _question(
    law: Law, city: str, program: str, body: FeesAsk | SecuritiesAsk | MoneyAsk, clock: Clock
) -> tuple[Program, Facts, date]:
    asked = law.city(city).program(program)
    return asked, parse_facts(asked.facts, body.facts), body.on or clock.today(city)
