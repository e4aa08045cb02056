"""From what permits knows to what it shows. Instants are shown in UTC, as they are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from calculators.answers.findings import MissingFactView
from caseroutes.applications import (
    judgments_view,
    measured_view,
    recommendation_view,
    submittals_view,
)
from caseroutes.records import contact_view, remedies_view
from caseroutes.shape import utc, utc_if_any
from casework.desk.acting import Acting

from permits.domain.application import Application
from permits.domain.ending import as_of
from permits.domain.permit import IN_EFFECT, PERMIT, Inspection, Permit, Review
from permits.domain.permit import PERMISSIONS as PERMIT_PERMISSIONS
from permits.domain.standing_check import StandingCheck
from permits.schemas.applications import (
    ApplicationView,
    MeasuredChangeView,
    SubmissionView,
)
from permits.schemas.hearings import HearingView, MailingView, NoticeStanding
from permits.schemas.mending import StandingCheckView, StandingFindingView, SurveyedView
from permits.schemas.permits import ConditionView, InspectionView, PublicPermit, ReviewView
from permits.schemas.site import SiteView
from permits.usecases.file_application import MeasuredChange
from permits.usecases.mend_application import SURVEYOR
from permits.usecases.serve_notice import HearingFile


def application_view(
    application: Application,
    personal: Mapping[str, str],
    allowed: Sequence[str],
    changes: Sequence[MeasuredChange] = (),
) -> ApplicationView:
    """Show an application to its applicant or to staff; `personal` are values that are not erased."""
    return ApplicationView(
        id=application.id,
        city=application.city,
        number=application.number,
        program=application.program,
        state=application.state,
        version=application.version,
        applicant=application.applicant,
        filed_by=application.filed_by,
        contact=contact_view(personal),
        pin=application.pin,
        site=_site(application.lon, application.lat),
        facts=dict(application.facts),
        measured=measured_view(application.measured),
        surveyed={
            name: SurveyedView(**each, surveyor=personal.get(f"{SURVEYOR}{name}"))
            for name, each in application.surveyed.items()
        },
        remedies=remedies_view(application.remedies),
        submittals=submittals_view(application),
        judgments=judgments_view(application),
        recommendation=recommendation_view(application),
        incomplete_because=list(application.incomplete_because),
        submission=application.submission,
        created_at=utc(application.created_at),
        submitted_at=utc_if_any(application.submitted_at),
        received_on=application.received_on,
        completed_on=application.completed_on,
        law_date=application.law_date,
        permit_id=application.permit_id,
        succeeds=application.succeeds,
        measured_changes=[
            MeasuredChangeView(name=each.name, former=each.former, now=each.now) for each in changes
        ],
        allowed_actions=list(allowed),
    )


def submission_view(kept: Mapping[str, Any]) -> SubmissionView:
    """Show one submitted version."""
    return SubmissionView(
        submission=kept["submission"],
        submitted_at=utc(kept["submitted_at"]),
        received_on=kept["received_on"],
        pin=kept["pin"],
        site=_site(kept["lon"], kept["lat"]),
        facts=kept["facts"],
        measured=measured_view(kept["measured"]),
    )


def standing_check_view(application: Application, standing: StandingCheck) -> StandingCheckView:
    """Show what the law says of an application."""
    check = standing.check
    return StandingCheckView(
        application_version=application.version,
        outcome=check.outcome,
        unmet=[each.id for each in standing.unmet],
        findings=[
            StandingFindingView.model_validate(
                each.to_json() | {"remedied_by": standing.remedied.get(each.id)}
            )
            for each in standing.findings
        ],
        missing_facts=[MissingFactView.model_validate(each.to_json()) for each in check.missing_facts],
        law_date=check.law_date,
        code_version=check.code_version,
        pack_hash=check.pack_hash,
        engine_version=check.engine_version,
    )


def hearing_view(file: HearingFile) -> HearingView:
    """Show a hearing with how its notices stand."""
    hearing = file.hearing
    proofs = {proof.mailing_id: proof for proof in file.proofs}
    return HearingView(
        id=hearing.id,
        application_id=None if file.of_permit else hearing.record_id,
        permit_id=hearing.record_id if file.of_permit else None,
        state=_hearing_state(hearing.state),
        version=hearing.version,
        body=hearing.body,
        starts_at=utc(hearing.starts_at),
        place=hearing.place,
        scheduled_on=hearing.scheduled_on,
        held_on=hearing.held_on,
        canceled_on=hearing.canceled_on,
        canceled_because=hearing.canceled_because,
        moved_to=hearing.moved_to,
        notices=[
            NoticeStanding(
                notice=notice,
                last_mailing_day=check.last_mailing_day or utc(hearing.starts_at).date(),
                in_time=check.in_time,
                missing=list(check.missing),
                sentence=check.sentence,
                list_id=hearing.notice_lists[notice]["id"],
                complete=hearing.notice_lists[notice]["complete"],
                reaches_into=hearing.notice_lists[notice]["reaches_into"],
                unaddressed=[each["pin"] for each in hearing.notice_lists[notice].get("unaddressed", ())],
                withheld=hearing.notice_lists[notice].get("withheld", 0),
                frozen_on=hearing.notice_lists[notice].get("frozen_on"),
                vintage=date.fromisoformat(hearing.notice_lists[notice]["vintage"]),
                rows=[
                    {"id": str(place), **row}
                    for place, row in enumerate(hearing.notice_lists[notice]["rows"], start=1)
                ],
            )
            for notice, check in file.checks.items()
        ],
        mailings=[
            MailingView(
                id=mailing.id,
                notice=mailing.notice,
                sent_on=mailing.sent_on,
                method=mailing.method,
                recipients=list(mailing.recipients),
                proof=proofs[mailing.id].kind if mailing.id in proofs else None,
                sworn_on=proofs[mailing.id].sworn_on if mailing.id in proofs else None,
            )
            for mailing in file.mailings
        ],
    )


def permit_view(kept: Permit, acting: Acting) -> PublicPermit:
    """Show a permit as it stands today, and what who asks may do next."""
    permit = as_of(kept, acting.today)
    return PublicPermit(
        id=permit.id,
        city=permit.city,
        number=permit.number,
        program=permit.program,
        state=permit.state,
        in_effect=permit.state in IN_EFFECT,
        version=permit.version,
        pin=permit.pin,
        site=_site(permit.lon, permit.lat),
        issued_on=permit.issued_on,
        conditions=[
            ConditionView(id=each.id, text=each.text, rule=each.rule, cite=each.cite)
            for each in permit.conditions
        ],
        ended_on=permit.ended_on,
        ended_rules=list(permit.ended_rules),
        term_ends_on=permit.term_ends_on,
        allowed_actions=[
            event
            for event in PERMIT.allowed(permit.state)
            if event in PERMIT_PERMISSIONS and acting.holds(PERMIT_PERMISSIONS[event])
        ],
    )


def review_view(review: Review) -> ReviewView:
    """Show a review that was made."""
    return ReviewView(
        id=review.id,
        permit_id=review.permit_id,
        reviewed_on=review.reviewed_on,
        in_order=review.in_order,
        notes=review.notes,
    )


def inspection_view(inspection: Inspection) -> InspectionView:
    """Show an inspection."""
    return InspectionView(
        id=inspection.id,
        permit_id=inspection.permit_id,
        kind=inspection.kind,
        scheduled_on=inspection.scheduled_on,
        inspected_on=inspection.inspected_on,
        passed=inspection.passed,
        final=inspection.final,
        notes=inspection.notes,
        facts=dict(inspection.facts),
    )


def _hearing_state(state: str) -> Literal["scheduled", "held", "canceled"]:
    if state == "held":
        return "held"
    return "canceled" if state == "canceled" else "scheduled"


def _site(lon: float | None, lat: float | None) -> SiteView | None:
    return None if lon is None or lat is None else SiteView(lon=lon, lat=lat)
