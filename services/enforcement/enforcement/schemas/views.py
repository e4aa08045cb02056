"""From what enforcement knows to what it shows."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import cast

from caseroutes.money import charge_view, invoice_view, payment_view
from caseroutes.notices import NoticeView, notice_view
from caseroutes.shape import utc
from casework.assessments import ROLL, AssessmentLine, Roll
from casework.charges import ChargeStanding
from casework.desk.acting import Acting
from casework.desk.serving import NoticeFile
from casework.orders import Extension, Order
from casework.payments import Invoice, Payment
from casework.violations import Violation, days_in_violation
from citycode.results.enforcement_costs import Penalty

from enforcement.domain.case import CASE, MONEY_PERMISSIONS, Case, CaseParty
from enforcement.domain.case import PERMISSIONS as CASE_PERMISSIONS
from enforcement.domain.complaint import COMPLAINT, Complaint
from enforcement.domain.complaint import PERMISSIONS as COMPLAINT_PERMISSIONS
from enforcement.domain.cost import Cost
from enforcement.domain.inspection import Inspection
from enforcement.schemas import cases, complaints, money
from enforcement.schemas.cases import (
    AnswerView,
    CaseView,
    ExtensionView,
    InspectionView,
    JudgmentView,
    OrderView,
    PartyView,
    PenaltyView,
    ViolationView,
)
from enforcement.schemas.complaints import ComplaintView
from enforcement.schemas.money import (
    CaseAccountView,
    CaseChargeView,
    CostView,
    LaneView,
    LineView,
    RollView,
)

BY_NOBODY = "nobody"
"""The permission, held by no office, of what follows from other acts."""
ROLL_PERMISSIONS = {"change": "rolls.manage", "adopt": "decisions.record", "certify": "rolls.manage"}


def complaint_view(complaint: Complaint, acting: Acting) -> ComplaintView:
    """Show a complaint to staff."""
    return ComplaintView(
        id=complaint.id,
        city=complaint.city,
        state=cast(complaints.State, complaint.state),
        version=complaint.version,
        program=complaint.program,
        pin=complaint.pin,
        address=complaint.address,
        description=complaint.description,
        received_at=utc(complaint.received_at),
        received_on=complaint.received_on,
        case_id=complaint.case_id,
        ended_on=complaint.ended_on,
        ended_because=complaint.ended_because,
        allowed_actions=[
            event
            for event in COMPLAINT.allowed(complaint.state)
            if acting.holds(COMPLAINT_PERMISSIONS[event])
        ],
    )


def case_view(case: Case, acting: Acting) -> CaseView:
    """Show a case, and what who asks may do next."""
    return CaseView(
        id=case.id,
        city=case.city,
        number=case.number,
        program=case.program,
        state=cast(cases.State, case.state),
        version=case.version,
        pin=case.pin,
        address=case.address,
        opened_at=utc(case.opened_at),
        opened_on=case.opened_on,
        opened_by=case.opened_by,
        source=case.source,
        law_date=case.law_date,
        grounds=list(case.grounds),
        facts=dict(case.facts),
        judgments={name: JudgmentView.model_validate(each) for name, each in case.judgments.items()},
        owner_known=case.owner_known,
        observed_on=case.observed_on,
        notice_dated_on=case.notice_dated_on,
        noticed_on=case.noticed_on,
        comply_by=case.comply_by,
        reported_on=case.reported_on,
        ordered_on=case.ordered_on,
        abated_on=case.abated_on,
        closed_on=case.closed_on,
        closed_because=case.closed_because,
        allowed_actions=[
            event
            for event in (*CASE.allowed(case.state), *MONEY_PERMISSIONS)
            if acting.holds((CASE_PERMISSIONS | MONEY_PERMISSIONS).get(event, BY_NOBODY))
        ],
    )


def party_view(party: CaseParty) -> PartyView:
    """Show an owner or taxpayer."""
    return PartyView(
        kind=party.kind,
        name=party.name,
        mailing_address=party.mailing_address,
        source=party.source,
        vintage=party.vintage,
        withheld=party.withheld,
    )


def inspection_view(inspection: Inspection) -> InspectionView:
    """Show an inspection."""
    return InspectionView(
        id=inspection.id,
        case_id=inspection.case_id,
        inspected_on=inspection.inspected_on,
        office=inspection.office,
        notes=inspection.notes,
        facts=dict(inspection.facts),
        judgments={name: AnswerView.model_validate(each) for name, each in inspection.judgments.items()},
        outcome=inspection.outcome,
        fails=list(inspection.fails),
        missing=list(inspection.missing),
        law_date=inspection.law_date or inspection.inspected_on,
        receipt_sha256=inspection.receipt_sha256 or "",
    )


def violation_view(violation: Violation, today: date) -> ViolationView:
    """Show a violation with the days it stood."""
    return ViolationView(
        id=violation.id,
        rule=violation.rule,
        cite=violation.cite,
        description=violation.description,
        place=violation.place,
        observed_on=violation.observed_on,
        inspection_id=violation.inspection_id,
        corrected_on=violation.corrected_on,
        withdrawn_on=violation.withdrawn_on,
        days=days_in_violation(violation, today),
    )


def penalty_view(penalty: Penalty) -> PenaltyView:
    """Show a penalty."""
    return PenaltyView(
        id=penalty.id,
        rule=penalty.rule,
        title=penalty.title,
        outcome=penalty.outcome,
        offense=penalty.offense,
        offenses=penalty.offenses,
        sentence=penalty.sentence,
        steps=list(penalty.steps),
        cite=penalty.cite,
    )


def notice_file_view(file: NoticeFile) -> NoticeView:
    """Show a notice as it stands."""
    return notice_view(file.notice, file.recipients, file.attempts, file.standing)


def order_view(order: Order, extensions: Iterable[Extension], today: date) -> OrderView:
    """Show an order with the time that was added."""
    return OrderView(
        id=order.id,
        number=order.number,
        kind=order.kind,
        state=order.state,
        office=order.office,
        says=order.says,
        rules=list(order.rules),
        signed_on=order.signed_on,
        served_on=order.served_on,
        comply_by=order.comply_by,
        complied_on=order.complied_on,
        overdue=order.overdue(today),
        extensions=[
            ExtensionView(
                granted_on=each.granted_on,
                comply_by_before=each.comply_by_before,
                comply_by=each.comply_by,
                because=each.because,
                rule=each.rule,
            )
            for each in extensions
        ],
    )


def cost_view(cost: Cost) -> CostView:
    """Show a cost."""
    return CostView(
        id=cost.id,
        fact=cost.fact,
        amount_usd=cost.amount_usd,
        incurred_on=cost.incurred_on,
        what=cost.what,
        document=cost.document,
    )


def account_view(
    standings: Iterable[ChargeStanding], payments: Iterable[Payment], invoices: Iterable[Invoice]
) -> CaseAccountView:
    """Show the account of a case."""
    charges = [_charge_view(each) for each in standings]
    zero = Decimal("0.00")
    return CaseAccountView(
        outstanding_usd=sum((each.outstanding_usd for each in charges), zero),
        on_tax_roll_usd=sum((each.on_tax_roll_usd for each in charges), zero),
        charges=charges,
        payments=[payment_view(each) for each in payments],
        invoices=[invoice_view(each) for each in invoices],
    )


def line_view(roll: Roll, line: AssessmentLine) -> LineView:
    """Show a line of a roll."""
    return LineView(
        id=line.id,
        roll_id=roll.id,
        roll_number=roll.number,
        roll_version=roll.version,
        case_id=line.record_id,
        pin=line.pin,
        state=line.state,
        amount_usd=line.amount_usd,
        charges=[charge for charge, _ in line.shares],
        rules=list(line.rules),
        clause=line.clause,
        installments=line.installments,
        interest_percent=None if line.interest_percent is None else f"{line.interest_percent.normalize():f}",
        certified_on=line.certified_on,
        county_reference=line.county_reference,
        replaces=line.replaces,
        because=line.because,
    )


def roll_view(roll: Roll, lines: Iterable[AssessmentLine], acting: Acting) -> RollView:
    """Show a roll with its lines."""
    shown = [line_view(roll, each) for each in lines]
    living = [each.amount_usd for each in shown if each.state not in ("removed", "corrected")]
    return RollView(
        id=roll.id,
        city=roll.city,
        number=roll.number,
        year=roll.year,
        lane=roll.lane,
        statute=roll.statute,
        state=cast(money.RollState, roll.state),
        version=roll.version,
        proposed_on=roll.proposed_on,
        adopted_on=roll.adopted_on,
        resolution=roll.resolution,
        certified_on=roll.certified_on,
        total_usd=sum(living, Decimal("0.00")),
        lines=shown,
        allowed_actions=[
            event
            for event in ROLL.allowed(roll.state)
            if event in ROLL_PERMISSIONS and acting.holds(ROLL_PERMISSIONS[event])
        ],
    )


def _charge_view(standing: ChargeStanding) -> CaseChargeView:
    lane = standing.charge.lane
    shown = (
        None
        if lane is None
        else LaneView(lane=lane.lane, rule=lane.rule, statute=lane.statute, clause=lane.clause)
    )
    return CaseChargeView(
        **dict(charge_view(standing)),
        due_on=standing.charge.due_on,
        on_tax_roll_usd=standing.on_tax_roll_usd,
        lane=shown,
    )
