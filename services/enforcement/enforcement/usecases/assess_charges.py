"""Assessment rolls: proposed, filled with unpaid charges, adopted, certified; the county's answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal
from uuid import UUID

from casework.assessments import ROLL, TO_ROLL, AssessmentLine, Roll, shares_of
from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require
from casework.desk.memory import actor_of, remember
from casework.journal import Voucher
from casework.storage import assessments, charges
from casework.storage.assessments import ROLLS
from servicekit.identifiers import next_record_number, uuid7
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.usecases.announce import announce_line
from enforcement.usecases.records import case_of

ENDED = frozenset({"confirmed", "corrected", "removed", "prepaid", "collected"})


@dataclass(frozen=True, slots=True)
class Lining:
    """Which charges of a case go onto the roll; None: all that are owed. As the resolution will say."""

    case_id: UUID
    charges: tuple[UUID, ...] | None
    installments: int
    interest_percent: Decimal | None


@dataclass(frozen=True, slots=True)
class Answered:
    """What the county did with a line."""

    answer: Literal["confirm", "reject"]
    county_reference: str | None
    because: str


def propose(
    connection: Connection, acting: Acting, roll_id: UUID, year: int, lane: str, statute: str
) -> Roll:
    """An empty roll for one year, lane and power. Raises UnknownItem for a lane that is none to the roll."""
    if lane not in TO_ROLL:
        raise UnknownItem("#/lane", lane, TO_ROLL)
    roll = Roll(
        id=roll_id,
        city=acting.city.slug,
        number=next_record_number(connection, acting.city.prefix, ROLLS, year),
        year=year,
        lane=lane,
        statute=statute,
        state="proposed",
        proposed_on=acting.today,
    )
    assessments.propose(connection, roll)
    remember(connection, acting, roll.id, "roll.proposed", {"number": roll.number, "lane": lane})
    return roll


def roll_of(connection: Connection, city: str, roll_id: UUID) -> Roll:
    """A roll of the city. Raises NotFound."""
    found = assessments.find(connection, city, roll_id)
    if found is None:
        raise NotFound
    return found


def add_line(
    connection: Connection, acting: Acting, roll_id: UUID, version: int, lining: Lining
) -> tuple[Roll, AssessmentLine]:
    """Put what a case owes onto the roll. Raises WrongLane, NotOwed, ShareTaken, NotAllowed, StaleVersion."""
    roll = roll_held(connection, acting, roll_id, version)
    ROLL.after(roll.state, "change")
    case = case_of(connection, roll.city, lining.case_id)
    if case.pin is None:
        says = "The case names no parcel that could bear it: find its owner first."
        require([Gate("parcel_missing", says)])
    standings = [
        each
        for each in charges.standings_of(connection, case.city, case.id)
        if not each.canceled_usd
        and (each.charge.id in lining.charges if lining.charges is not None else not each.settled)
    ]
    known = {each.charge.id for each in standings}
    for place, each in enumerate(lining.charges or ()):
        if each not in known:
            raise UnknownItem(f"#/charges/{place}", str(each), tuple(map(str, known)))
    line = AssessmentLine(
        id=uuid7(),
        city=roll.city,
        roll_id=roll.id,
        record_id=case.id,
        pin=case.pin or "",
        shares=shares_of(standings, roll.lane, roll.statute),
        rules=tuple(dict.fromkeys(each.charge.lane.rule for each in standings if each.charge.lane)),
        clause=next((each.charge.lane.clause for each in standings if each.charge.lane), None),
        state="proposed",
        installments=lining.installments,
        interest_percent=lining.interest_percent,
    )
    assessments.add_line(connection, roll, line)
    changed = _changed(connection, roll)
    _remember_line(connection, acting, roll, line, "line.added")
    return changed, line


def remove_line(
    connection: Connection, acting: Acting, line_id: UUID, version: int, because: str
) -> tuple[Roll, AssessmentLine]:
    """Take a line off, before it is certified or after the county rejected it. Raises NotAllowed."""
    roll, line = _line_held(connection, acting, line_id, version)
    assessments.remove_line(connection, line, because)
    _remember_line(connection, acting, roll, line, "line.removed")
    return _settled(connection, roll), _line(connection, roll.city, line.id)


def adopt(connection: Connection, acting: Acting, roll_id: UUID, version: int, resolution: str) -> Roll:
    """The council adopted it by a resolution. Raises NotAllowed, NotOwed for an empty one, as `roll_held`."""
    roll = roll_held(connection, acting, roll_id, version)
    ROLL.after(roll.state, "adopt")
    actor = actor_of(connection, acting, roll.id)
    adopted = assessments.adopt(connection, roll, acting.today, actor, resolution)
    if adopted is None:
        raise StaleVersion
    remember(connection, acting, roll.id, "roll.adopted", {"resolution": resolution})
    return adopted


def certify(connection: Connection, acting: Acting, roll_id: UUID, version: int) -> Roll:
    """Send it to the county: what its lines owe is on the tax roll. Raises NotAllowed, as `roll_held`."""
    roll = roll_held(connection, acting, roll_id, version)
    ROLL.after(roll.state, "certify")
    actor = actor_of(connection, acting, roll.id)
    certified = assessments.certify(connection, roll, actor, _voucher(acting, actor, "Certified"))
    if certified is None:
        raise StaleVersion
    remember(connection, acting, roll.id, "roll.certified", {"on": str(acting.today)})
    for line in assessments.lines_of(connection, roll.city, roll.id):
        if line.state == "certified":
            case = _remember_line(connection, acting, roll, line, "charge.certified")
            announce_line(connection, acting, "charge.certified", certified, line, case)
    return certified


def hear_county(
    connection: Connection, acting: Acting, line_id: UUID, version: int, answered: Answered
) -> tuple[Roll, AssessmentLine]:
    """The county took a line or did not; a rejected one is owed to the city again. Raises NotAllowed."""
    roll, line = _line_held(connection, acting, line_id, version)
    if answered.answer == "confirm":
        assessments.confirm_line(connection, line, answered.county_reference)
    else:
        voucher = _voucher(acting, acting.actor, answered.because)
        assessments.reject_line(connection, line, answered.because, voucher)
    now = _line(connection, roll.city, line.id)
    event = f"charge.{now.state}"
    case = _remember_line(connection, acting, roll, now, event)
    announce_line(connection, acting, event, roll, now, case)
    return _settled(connection, roll), now


def correct_line(
    connection: Connection, acting: Acting, line_id: UUID, version: int, pin: str
) -> tuple[Roll, AssessmentLine]:
    """Certify a corrected line in the place of one the county rejected. Raises NotAllowed, ShareTaken."""
    roll, line = _line_held(connection, acting, line_id, version)
    again = replace(
        line, id=uuid7(), pin=pin, replaces=line.id, certified_on=None, county_reference=None, because=None
    )
    voucher = _voucher(acting, actor_of(connection, acting, roll.id), "Corrected")
    assessments.correct_line(connection, roll, line, again, voucher)
    now = _line(connection, roll.city, again.id)
    case = _remember_line(connection, acting, roll, now, "line.corrected")
    announce_line(connection, acting, "charge.certified", roll, now, case)
    return _changed(connection, roll), now


def roll_held(connection: Connection, acting: Acting, roll_id: UUID, version: int) -> Roll:
    """The roll at the version the caller read. Raises NotFound, StaleVersion."""
    found = roll_of(connection, acting.city.slug, roll_id)
    if found.version != version:
        raise StaleVersion
    return found


def line_anywhere(connection: Connection, city: str, line_id: UUID) -> tuple[Roll, AssessmentLine]:
    """A line of the city with its roll. Raises NotFound."""
    line = assessments.find_line(connection, city, line_id)
    if line is None:
        raise NotFound
    return roll_of(connection, city, line.roll_id), line


def _line_held(
    connection: Connection, acting: Acting, line_id: UUID, version: int
) -> tuple[Roll, AssessmentLine]:
    roll, line = line_anywhere(connection, acting.city.slug, line_id)
    if roll.version != version:
        raise StaleVersion
    return roll, line


def _line(connection: Connection, city: str, line_id: UUID) -> AssessmentLine:
    return line_anywhere(connection, city, line_id)[1]


def _settled(connection: Connection, roll: Roll) -> Roll:
    """A certified roll whose every line came to an end is settled."""
    lines = assessments.lines_of(connection, roll.city, roll.id)
    over = roll.state == "certified" and all(each.state in ENDED for each in lines)
    return _changed(connection, replace(roll, state=ROLL.after(roll.state, "settle")) if over else roll)


def _changed(connection: Connection, roll: Roll) -> Roll:
    if not assessments.change(connection, roll):
        raise StaleVersion
    return replace(roll, version=roll.version + 1)


def _remember_line(
    connection: Connection, acting: Acting, roll: Roll, line: AssessmentLine, event: str
) -> Case:
    details = {"roll": roll.number, "line": str(line.id), "amount_usd": str(line.amount_usd)}
    remember(connection, acting, line.record_id, event, details, line.rules)
    return case_of(connection, line.city, line.record_id)


def _voucher(acting: Acting, actor: str, because: str) -> Voucher:
    return Voucher(acting.today, acting.now, actor, acting.any_office(), because)
