"""An order for abatement was mailed: the owner's time runs, ends, and is answered by what is told."""

from __future__ import annotations

import pytest

from services.enforcement.tests import steps
from services.enforcement.tests.services import Office

pytestmark = pytest.mark.storage


def test_the_owners_time_runs_from_the_mailing_and_is_answered(office: Office) -> None:
    office.set("2026-06-01 09:00")
    case = steps.opened(office, program="drug-lab-cleanup")
    mailed = steps.on(
        office.inspector(), case, "events", {"event": "abatement_order.mailed", "happened_on": "2026-06-01"}
    )
    office.set("2026-06-15 09:00")

    done = steps.send(
        office.inspector(),
        f"/cases/{case['id']}/events",
        {"event": "owner_duties.fulfilled", "happened_on": "2026-06-15"},
        case["version"] + 1,
    )

    (owed,) = mailed["started"]
    assert (owed["rule"], owed["due_on"]) == ("dl-lab-owner-deadline", "2026-06-15")
    assert owed["lapse_lets"] == ["abate"]
    assert [each["id"] for each in steps.done(done)["answered"]] == [owed["id"]]
    stale = steps.send(
        office.inspector(),
        f"/cases/{case['id']}/events",
        {"event": "cleanup_step.finished", "happened_on": "2026-06-15"},
        case["version"],
    )
    assert stale.status_code == 412
