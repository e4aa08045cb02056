"""Propose, adopt, certify and settle assessment rolls, with their movements in the ledger.

Certifying moves each line's charges to the tax roll in the same transaction; a rejection or prepayment
brings them back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, Select, insert, select, update

from casework.assessments import LINE, ROLL, AssessmentLine, NotOwed, Roll, WrongLane, require_lane
from casework.charges import ChargeStanding
from casework.journal import Voucher
from casework.storage import charges
from casework.storage.assessment_tables import assessment_tables
from casework.storage.ledger_tables import charges_table
from casework.storage.rows import row_of

_METADATA = MetaData()
charges_table(_METADATA)
_ROLLS, _LINES, _SHARES = assessment_tables(_METADATA)

ROLLS = "ROLL"
"""The series of roll numbers (`servicekit.identifiers.next_record_number`)."""

LIVING = ("proposed", "adopted", "certified", "confirmed", "rejected")


class StaleLine(ValueError):
    """Somebody moved the line since it was read; nothing was done."""


class ShareTaken(ValueError):
    """The charge stands on another living line already."""


def propose(connection: Connection, roll: Roll) -> None:
    """Write an empty roll."""
    connection.execute(insert(_ROLLS).values(row_of(_ROLLS, roll)))


def add_line(connection: Connection, roll: Roll, line: AssessmentLine) -> None:
    """Put what is owed on a record onto a roll that is still proposed.

    Raises NotAllowed (the roll's state), WrongLane, NotOwed, UnknownCharge, MoreThanOwed, ShareTaken.
    """
    ROLL.after(roll.state, "change")
    _enter(connection, roll, line)


def correct_line(
    connection: Connection, roll: Roll, rejected: AssessmentLine, line: AssessmentLine, voucher: Voucher
) -> None:
    """Put a corrected line in the place of one the county rejected, and certify it.

    `line.replaces` names the rejected one, whose charges came back when it was rejected. Raises as
    `add_line`, and NotAllowed.
    """
    ROLL.after(roll.state, "hear_county")
    _move(connection, rejected, "correct", None)
    _enter(connection, roll, replace(line, replaces=rejected.id, state="adopted"))
    _certify(connection, replace(line, replaces=rejected.id, state="adopted"), voucher)


def change(connection: Connection, roll: Roll) -> bool:
    """Write the changed roll if nobody wrote since `roll.version`; its version goes up by one."""
    changed = connection.execute(
        update(_ROLLS)
        .where(_ROLLS.c.city == roll.city, _ROLLS.c.id == roll.id, _ROLLS.c.version == roll.version)
        .values(row_of(_ROLLS, roll, version=roll.version + 1))
    )
    return changed.rowcount == 1


def adopt(connection: Connection, roll: Roll, on: date, by: str, resolution: str) -> Roll | None:
    """The council adopts the roll as it stands; None when it is stale. Raises NotAllowed, NotOwed (empty)."""
    lines = [each for each in lines_of(connection, roll.city, roll.id) if each.state == "proposed"]
    stands = find(connection, roll.city, roll.id)
    if stands is None or stands.version != roll.version:
        return None
    if not lines:
        raise NotOwed("The roll has no line.")
    adopted = replace(
        roll, state=ROLL.after(roll.state, "adopt"), adopted_on=on, adopted_by=by, resolution=resolution
    )
    if not change(connection, adopted):
        return None
    for each in lines:
        _move(connection, each, "adopt", None)
    return replace(adopted, version=roll.version + 1)


def certify(connection: Connection, roll: Roll, by: str, voucher: Voucher) -> Roll | None:
    """Send the roll to the county on `voucher.made_on`: its charges move to the tax roll. None when stale.

    Raises NotAllowed, MoreThanOwed when something was paid since and the line not prepaid.
    """
    certified = replace(
        roll,
        state=ROLL.after(roll.state, "certify"),
        certified_on=voucher.made_on,
        certified_by=by,
    )
    if not change(connection, certified):
        return None
    for each in lines_of(connection, roll.city, roll.id):
        if each.state == "adopted":
            _certify(connection, each, voucher)
    return replace(certified, version=roll.version + 1)


def remove_line(connection: Connection, line: AssessmentLine, because: str) -> None:
    """Take a line off before it is certified, or after the county rejected it. Raises NotAllowed."""
    _move(connection, line, "remove", because)


def prepay_line(connection: Connection, line: AssessmentLine, voucher: Voucher) -> None:
    """The owner pays the city: what went to the roll is owed here again, to be received. Raises NotAllowed.

    Enter the payment after it.
    """
    rolled = line.state in ("certified", "confirmed")
    _move(connection, line, "prepay", voucher.because or None)
    if rolled:
        charges.from_tax_roll(connection, line.city, line.record_id, dict(line.shares), voucher)


def confirm_line(connection: Connection, line: AssessmentLine, county_reference: str | None) -> None:
    """The county took it. Raises NotAllowed."""
    _move(connection, line, "confirm", None, county_reference=county_reference)


def reject_line(connection: Connection, line: AssessmentLine, because: str, voucher: Voucher) -> None:
    """The county did not take it: its charges are owed to the city again. Raises NotAllowed."""
    _move(connection, line, "reject", because)
    charges.from_tax_roll(connection, line.city, line.record_id, dict(line.shares), voucher)


def collect_line(connection: Connection, line: AssessmentLine, voucher: Voucher) -> None:
    """The county paid it over. Raises NotAllowed, ReferenceTaken."""
    _move(connection, line, "collect", None)
    charges.collect_from_county(connection, line.city, line.record_id, dict(line.shares), voucher)


def find(connection: Connection, city: str, roll_id: UUID) -> Roll | None:
    """One roll."""
    row = connection.execute(select(_ROLLS).where(_ROLLS.c.city == city, _ROLLS.c.id == roll_id)).first()
    return None if row is None else Roll(**row._mapping)


def rolls_of(connection: Connection, city: str) -> tuple[Roll, ...]:
    """The rolls of a city, oldest first."""
    rows = connection.execute(select(_ROLLS).where(_ROLLS.c.city == city).order_by(_ROLLS.c.id))
    return tuple(Roll(**row._mapping) for row in rows)


def lines_of(connection: Connection, city: str, roll_id: UUID) -> tuple[AssessmentLine, ...]:
    """The lines of a roll, by parcel."""
    return _read(connection, select(_LINES).where(_LINES.c.city == city, _LINES.c.roll_id == roll_id))


def find_line(connection: Connection, city: str, line_id: UUID) -> AssessmentLine | None:
    """One line of whichever roll."""
    found = _read(connection, select(_LINES).where(_LINES.c.city == city, _LINES.c.id == line_id))
    return found[0] if found else None


def lines_of_record(connection: Connection, city: str, record_id: UUID) -> tuple[AssessmentLine, ...]:
    """The lines that a record's charges stand on."""
    return _read(connection, select(_LINES).where(_LINES.c.city == city, _LINES.c.record_id == record_id))


def _enter(connection: Connection, roll: Roll, line: AssessmentLine) -> None:
    standings = {each.charge.id: each for each in charges.standings_of(connection, line.city, line.record_id)}
    charges.require_outstanding(tuple(standings.values()), dict(line.shares))
    _require_lanes((standings[charge_id] for charge_id, _ in line.shares), roll)
    taken = connection.scalar(
        select(_SHARES.c.charge_id)
        .join(_LINES, (_LINES.c.city == _SHARES.c.city) & (_LINES.c.id == _SHARES.c.line_id))
        .where(
            _SHARES.c.city == line.city,
            _SHARES.c.charge_id.in_([charge_id for charge_id, _ in line.shares]),
            _LINES.c.state.in_(LIVING),
        )
        .limit(1)
    )
    if taken is not None:
        raise ShareTaken(f"{standings[taken].charge.title} stands on another assessment line.")
    connection.execute(insert(_LINES).values(row_of(_LINES, line, rules=list(line.rules))))
    connection.execute(
        insert(_SHARES),
        [
            {
                "city": line.city,
                "line_id": line.id,
                "charge_id": charge_id,
                "place": place,
                "amount_usd": usd,
            }
            for place, (charge_id, usd) in enumerate(line.shares, start=1)
        ],
    )


def _require_lanes(standings: Iterable[ChargeStanding], roll: Roll) -> None:
    named = [each.charge.lane for each in standings]
    if not named:
        raise WrongLane("The line names no charge.")
    for lane in named:
        require_lane(lane, roll.lane, roll.statute)


def _certify(connection: Connection, line: AssessmentLine, voucher: Voucher) -> None:
    _move(connection, line, "certify", None, certified_on=voucher.made_on)
    moved = replace(voucher, external_reference=None)
    charges.to_tax_roll(connection, line.city, line.record_id, dict(line.shares), moved)


def _move(
    connection: Connection, line: AssessmentLine, event: str, because: str | None, **values: object
) -> None:
    state = LINE.after(line.state, event)
    if because is not None:
        values["because"] = because
    moved = connection.execute(
        update(_LINES)
        .where(_LINES.c.city == line.city, _LINES.c.id == line.id, _LINES.c.state == line.state)
        .values(state=state, **values)
    )
    if moved.rowcount != 1:
        raise StaleLine(f"The line of parcel {line.pin} is no longer {line.state}.")


def _read(connection: Connection, query: Select[Any]) -> tuple[AssessmentLine, ...]:
    rows = connection.execute(query.order_by(_LINES.c.pin, _LINES.c.id)).all()
    found = connection.execute(
        select(_SHARES)
        .where(
            _SHARES.c.city.in_({row.city for row in rows}), _SHARES.c.line_id.in_([row.id for row in rows])
        )
        .order_by(_SHARES.c.line_id, _SHARES.c.place)
    )
    shares: dict[UUID, list[tuple[UUID, Any]]] = {}
    for each in found:
        shares.setdefault(each.line_id, []).append((each.charge_id, each.amount_usd))
    return tuple(_line(row, tuple(shares[row.id])) for row in rows)


def _line(row: Row[Any], shares: tuple[tuple[UUID, Any], ...]) -> AssessmentLine:
    return AssessmentLine(**dict(row._mapping) | {"shares": shares, "rules": tuple(row.rules)})
