"""Charges of costs that the law lets a city recover, each naming its lane to the tax roll or to court."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from citycode.results.enforcement_costs import LaneAnswer, Recovery

from casework.charges import Charge, Lane, NotChargeable


class LaneClosed(ValueError):
    """The law does not open this lane, or facts are missing to tell; `open_lanes` are those it opens."""

    def __init__(self, lane: str, open_lanes: tuple[str, ...], why: str) -> None:
        self.lane = lane
        self.open_lanes = open_lanes
        super().__init__(f"{why} Open are: {', '.join(open_lanes) or 'none'}.")


def open_lanes(recovery: Recovery) -> tuple[LaneAnswer, ...]:
    """The lanes the law opens for these costs, in its order."""
    return tuple(each for each in recovery.lanes if each.open)


def lane_of(recovery: Recovery, lane_id: str) -> Lane:
    """The lane by its id, if it is open. Raises LaneClosed."""
    opened = {each.id: each for each in open_lanes(recovery)}
    if lane_id not in opened:
        named = next(
            (each.sentence for each in recovery.lanes if each.id == lane_id), "There is no such lane."
        )
        raise LaneClosed(lane_id, tuple(opened), named)
    chosen = opened[lane_id]
    return Lane(chosen.lane, chosen.id, chosen.statute, chosen.clause)


def charge_of_recovery(
    recovery: Recovery,
    lane_id: str,
    *,
    charge_id: UUID,
    city: str,
    record_id: UUID,
    program: str,
    assessed_on: date,
    occasion: str = "",
    due_on: date | None = None,
) -> Charge:
    """The charge of what no security covers, on its lane. Raises NotChargeable, LaneClosed."""
    if not recovery.remainder_usd:
        raise NotChargeable(f"{recovery.id} leaves nothing to charge: {recovery.sentence}")
    return Charge(
        id=charge_id,
        city=city,
        record_id=record_id,
        program=program,
        fee=recovery.id,
        rule=recovery.rule,
        title=recovery.title,
        cite=recovery.cite,
        amount_usd=recovery.remainder_usd,
        assessed_on=assessed_on,
        law_date=recovery.law_date,
        code_version=recovery.code_version,
        occasion=occasion,
        due_on=due_on,
        payer=recovery.payer,
        steps=recovery.steps,
        amounts=tuple(each.to_json() for each in recovery.amounts),
        lane=lane_of(recovery, lane_id),
    )
