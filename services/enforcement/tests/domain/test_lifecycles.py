"""Every state and every event of every lifecycle: what is allowed leads on, all else is refused."""

from __future__ import annotations

import pytest
from casework.desk.hearing import HEARING
from casework.lifecycle import Lifecycle, NotAllowed
from enforcement.domain import case, complaint
from enforcement.domain.case import CASE
from enforcement.domain.complaint import COMPLAINT

from services.enforcement.tests.services import law

LIFECYCLES = (COMPLAINT, CASE, HEARING)
REFUSED = [(each, state, event) for each in LIFECYCLES for state, event in each.refusals()]
FOLLOWS = {"notify", "find_corrected", "order"}
"""Events of a case that no caller names: they follow from service, inspection and decision."""


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


def test_nothing_leads_to_abatement_but_an_order() -> None:
    before = {state for state, moves in CASE.moves.items() if "abated" in moves.values()}

    assert before == {"ordered", "abated"}
    assert {state for state, moves in CASE.moves.items() if "ordered" in moves.values()} == {
        "reported",
        "ordered",
    }


def test_a_closed_case_stays_closed() -> None:
    assert CASE.allowed("closed") == ()


def test_every_event_is_somebodys_or_follows() -> None:
    held = {
        permission
        for city in law().cities.values()
        for office in city.offices
        for permission in office.permissions
    }

    assert set(CASE.events) == set(case.PERMISSIONS) | FOLLOWS
    assert set(COMPLAINT.events) == set(complaint.PERMISSIONS)
    assert set(case.PERMISSIONS.values()) | set(complaint.PERMISSIONS.values()) <= held
