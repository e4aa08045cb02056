"""Every state and every event of every lifecycle: what is allowed leads on, all else is refused."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from casework.desk.hearing import HEARING
from casework.lifecycle import Lifecycle, NotAllowed
from licensing.domain import application, transfer, violation
from licensing.domain.application import APPLICANTS_ACTIONS, APPLICATION
from licensing.domain.license import ENDING, HOLDERS_ACTIONS, LICENSE, as_of, holding_of
from licensing.domain.license import PERMISSIONS as OF_LICENSES
from licensing.domain.transfer import TRANSFER
from licensing.domain.violation import VIOLATION
from licensing.usecases.desk import facts_of_license

from services.licensing.tests.builders import a_license, an_application
from services.licensing.tests.services import law

LIFECYCLES = (APPLICATION, LICENSE, VIOLATION, TRANSFER, HEARING)
REFUSED = [(each, state, event) for each in LIFECYCLES for state, event in each.refusals()]
BY_THE_CALENDAR_OR_LAND = {
    "application": {"lapse"},
    "license": {"suspend", "expire", "restore_issued", "restore_suspended"},
    "violation": {"notify", "stop"},
    "transfer": set[str](),
}
"""Events that no caller names: they follow from days, service, land, or from another step."""


@pytest.mark.parametrize(
    ("lifecycle", "state", "event"), REFUSED, ids=[f"{each.record}-{s}-{e}" for each, s, e in REFUSED]
)
def test_what_a_state_does_not_allow_is_refused_with_what_it_does(
    lifecycle: Lifecycle, state: str, event: str
) -> None:
    with pytest.raises(NotAllowed) as refused:
        lifecycle.after(state, event)

    assert (refused.value.state, refused.value.event) == (state, event)
    assert set(refused.value.allowed) == set(lifecycle.moves[state])


@pytest.mark.parametrize("lifecycle", LIFECYCLES, ids=lambda each: each.record)
def test_every_state_can_be_reached(lifecycle: Lifecycle) -> None:
    first, *_ = lifecycle.states
    reached, waiting = {first}, [first]
    while waiting:
        for to in lifecycle.moves[waiting.pop()].values():
            if to not in reached:
                reached.add(to)
                waiting.append(to)

    assert reached == set(lifecycle.states)


def test_the_ends_of_an_application_stay() -> None:
    ends = {state for state in APPLICATION.states if not APPLICATION.allowed(state)}

    assert ends == {"denied", "issued", "withdrawn", "expired"}


@pytest.mark.parametrize(
    ("lifecycle", "permissions", "others"),
    [
        (APPLICATION, application.PERMISSIONS, set(APPLICANTS_ACTIONS)),
        (LICENSE, OF_LICENSES, set()),
        (VIOLATION, violation.PERMISSIONS, set()),
        (TRANSFER, transfer.PERMISSIONS, set()),
    ],
    ids=["application", "license", "violation", "transfer"],
)
def test_every_event_is_somebodys_or_follows(
    lifecycle: Lifecycle,
    permissions: dict[str, str],
    others: set[str],
    request: pytest.FixtureRequest,
) -> None:
    follows = BY_THE_CALENDAR_OR_LAND[request.node.callspec.id]

    assert set(lifecycle.events) == set(permissions) | others | follows
    assert set(permissions.values()) <= set(permissions_of_the_law())


def permissions_of_the_law() -> set[str]:
    """Every permission that some office of some city holds."""
    return {
        permission
        for city in law().cities.values()
        for office in city.offices
        for permission in office.permissions
    }


def test_what_the_holder_may_do_is_among_the_events_of_a_license() -> None:
    assert set(LICENSE.events) >= HOLDERS_ACTIONS
    assert set(LICENSE.events) >= set(ENDING.values())


def test_a_license_whose_term_is_over_reads_as_expired_the_day_after() -> None:
    license_ = a_license(an_application("issued"))

    on_the_last_day = as_of(license_, date(2026, 11, 1))
    the_day_after = as_of(license_, date(2026, 11, 2))

    assert (on_the_last_day.state, on_the_last_day.in_effect(date(2026, 11, 1))) == ("issued", True)
    assert (the_day_after.state, the_day_after.ended_on) == ("expired", date(2026, 11, 1))
    assert the_day_after.ended_rules == ("dl-dock-term",)


def test_a_revoked_license_is_not_read_as_expired() -> None:
    license_ = a_license(an_application("issued"), "revoked", ended_on=date(2026, 7, 7), ended_by="x")

    assert as_of(license_, date(2026, 12, 1)) == license_


@pytest.mark.parametrize(
    ("given", "last"),
    [
        ({}, date(2026, 11, 1)),
        ({"ends_on": None}, None),
        ({"state": "expired", "ended_on": date(2026, 11, 1), "ended_by": "term"}, date(2026, 11, 1)),
        ({"state": "revoked", "ended_on": date(2026, 7, 7), "ended_by": "violation"}, date(2026, 7, 6)),
    ],
    ids=["running", "no end", "expired", "revoked"],
)
def test_a_license_counts_against_caps_through_its_last_day_in_effect(
    given: dict[str, Any], last: date | None
) -> None:
    license_ = a_license(an_application("issued"), **given)
    program = law().city(license_.city).program(license_.program)

    held = holding_of(license_, facts_of_license(program, license_))

    assert held is not None
    assert (held.first, held.last) == (date(2026, 5, 11), last)
    assert held.keys["parcel"] == license_.pin


def test_a_license_revoked_on_its_first_day_never_counted() -> None:
    license_ = a_license(
        an_application("issued"), "revoked", ended_on=date(2026, 5, 11), ended_by="violation"
    )
    program = law().city(license_.city).program(license_.program)

    assert holding_of(license_, facts_of_license(program, license_)) is None
