"""From what licensing knows to what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from calculators.answers.findings import FindingView, MissingFactView
from caseroutes.applications import (
    judgments_view,
    measured_view,
    recommendation_view,
    submittals_view,
)
from caseroutes.notices import NoticeView, notice_view
from caseroutes.records import contact_view, remedies_view
from caseroutes.shape import utc, utc_if_any
from casework.desk.acting import Acting
from casework.desk.serving import NoticeFile
from citycode.results.caps import CapsResult
from citycode.results.checks import CheckResult
from citycode.results.clocks import Clock

from licensing.domain.application import Application
from licensing.domain.license import HOLDERS_ACTIONS, LICENSE, License, as_of
from licensing.domain.license import PERMISSIONS as LICENSE_PERMISSIONS
from licensing.domain.transfer import PERMISSIONS as TRANSFER_PERMISSIONS
from licensing.domain.transfer import TRANSFER, Transfer
from licensing.domain.violation import PERMISSIONS as VIOLATION_PERMISSIONS
from licensing.domain.violation import VIOLATION, Violation
from licensing.schemas import applications, licenses, violations
from licensing.schemas.applications import (
    ApplicationCheckView,
    ApplicationView,
    CapView,
    SubmissionView,
)
from licensing.schemas.licenses import HolderView, PublicLicense, TransferView
from licensing.schemas.violations import ClockView, HearingRequestView, ViolationView


def application_view(
    application: Application, personal: Mapping[str, str], allowed: Sequence[str]
) -> ApplicationView:
    """Show an application to its applicant or to staff; `personal` are values that are not erased."""
    return ApplicationView(
        id=application.id,
        city=application.city,
        number=application.number,
        program=application.program,
        state=cast(applications.State, application.state),
        version=application.version,
        applicant=application.applicant,
        filed_by=application.filed_by,
        contact=contact_view(personal),
        pin=application.pin,
        facts=dict(application.facts),
        measured=measured_view(application.measured),
        submittals=submittals_view(application),
        judgments=judgments_view(application),
        remedies=remedies_view(application.remedies),
        recommendation=recommendation_view(application),
        incomplete_because=list(application.incomplete_because),
        submission=application.submission,
        created_at=utc(application.created_at),
        submitted_at=utc_if_any(application.submitted_at),
        received_on=application.received_on,
        completed_on=application.completed_on,
        law_date=application.law_date,
        license_id=application.license_id,
        allowed_actions=list(allowed),
    )


def submission_view(kept: Mapping[str, Any]) -> SubmissionView:
    """Show one submitted version."""
    return SubmissionView(
        submission=kept["submission"],
        submitted_at=utc(kept["submitted_at"]),
        received_on=kept["received_on"],
        pin=kept["pin"],
        facts=kept["facts"],
        measured=measured_view(kept["measured"]),
    )


def application_check_view(
    application: Application, check: CheckResult, caps: CapsResult
) -> ApplicationCheckView:
    """Show what the law says of an application."""
    return ApplicationCheckView(
        application_version=application.version,
        outcome=check.outcome,
        findings=[FindingView.model_validate(each.to_json()) for each in check.findings],
        missing_facts=[MissingFactView.model_validate(each.to_json()) for each in check.missing_facts],
        caps=[
            CapView(
                id=each.id,
                rule=each.rule,
                allowed=each.allowed,
                limit=each.limit,
                counted=each.counted,
                counting=list(each.counting),
                sentence=each.sentence,
                section=each.section,
                cite=each.cite,
            )
            for each in caps.caps
        ],
        law_date=check.law_date,
        code_version=check.code_version,
        pack_hash=check.pack_hash,
        engine_version=check.engine_version,
    )


def license_view(kept: License, acting: Acting, *, own: bool = False) -> PublicLicense:
    """Show a license as it stands today, and what who asks may do next; `own`: they hold it."""
    license_ = as_of(kept, acting.today)
    return PublicLicense(
        id=license_.id,
        city=license_.city,
        number=license_.number,
        program=license_.program,
        state=cast(licenses.State, license_.state),
        in_effect=license_.in_effect(acting.today),
        version=license_.version,
        pin=license_.pin,
        issued_on=license_.issued_on,
        starts_on=license_.starts_on,
        ends_on=license_.ends_on,
        term_rule=license_.term_rule,
        conditions=list(license_.conditions),
        ended_on=license_.ended_on,
        ended_rules=list(license_.ended_rules),
        transferred_on=license_.transferred_on,
        allowed_actions=[
            event
            for event in LICENSE.allowed(license_.state)
            if event in ACTIONS
            and (acting.holds(LICENSE_PERMISSIONS[event]) or (own and event in HOLDERS_ACTIONS))
        ],
    )


ACTIONS = frozenset(
    {"change_contact", "note_violation", "tell_event", "request_transfer", "give_notice", "surrender"}
)
"""What a request does to a license by itself; all else follows from violations, transfers, land, time."""


def holder_view(license_: License, personal: Mapping[str, str]) -> HolderView:
    """Show who stands behind a license."""
    return HolderView(
        license_id=license_.id,
        holder=license_.holder,
        contact=contact_view(personal),
        facts=dict(license_.facts),
    )


def transfer_view(transfer: Transfer, personal: Mapping[str, str], acting: Acting) -> TransferView:
    """Show a request to transfer a license."""
    return TransferView(
        id=transfer.id,
        license_id=transfer.license_id,
        state=cast(licenses.TransferState, transfer.state),
        version=transfer.version,
        upon=transfer.upon,
        happened_on=transfer.happened_on,
        party=transfer.party,
        filed_by=transfer.filed_by,
        requested_on=transfer.requested_on,
        request_rule=transfer.request_rule,
        transferee=transfer.transferee,
        contact=contact_view(personal),
        reason=personal.get("reason"),
        states=sorted(transfer.holds),
        decided_on=transfer.decided_on,
        decided_because=transfer.decided_because,
        allowed_actions=[
            event
            for event in TRANSFER.allowed(transfer.state)
            if event in TRANSFER_PERMISSIONS and acting.holds(TRANSFER_PERMISSIONS[event])
        ],
    )


def violation_view(violation: Violation, clocks: Sequence[Clock], acting: Acting) -> ViolationView:
    """Show a violation with its clocks as they stand, and what who asks may do next."""
    return ViolationView(
        id=violation.id,
        license_id=violation.license_id,
        state=cast(violations.State, violation.state),
        version=violation.version,
        rules=list(violation.rules),
        description=violation.description,
        observed_on=violation.observed_on,
        law_date=violation.law_date,
        noticed_on=violation.noticed_on,
        notice=violation.notice,
        hearing_requests=[
            HearingRequestView.model_validate(dict(each)) for each in violation.hearing_requests
        ],
        clocks=[_clock_view(each) for each in clocks],
        corrected_on=violation.corrected_on,
        ended_on=violation.ended_on,
        ended_because=violation.ended_because,
        allowed_actions=[
            event
            for event in VIOLATION.allowed(violation.state)
            if event in VIOLATION_PERMISSIONS and acting.holds(VIOLATION_PERMISSIONS[event])
        ],
    )


def notice_file_view(file: NoticeFile) -> NoticeView:
    """Show a notice as it stands."""
    return notice_view(file.notice, file.recipients, file.attempts, file.standing)


def _clock_view(clock: Clock) -> ClockView:
    return ClockView(
        id=clock.id,
        rule=clock.rule,
        must=clock.must,
        who=clock.who,
        last_day=clock.last_day,
        standing=clock.standing,
        stopped_by=list(clock.stopped_by),
        lapse_rule=None if clock.lapse is None else clock.lapse.rule,
        sentence=clock.sentence,
        cite=clock.cite,
    )
