"""The tables of states: where they end, what ends nothing, and that every state can be come to."""

from __future__ import annotations

import pytest
from casework.lifecycle import Lifecycle, NotAllowed
from permits.domain.application import APPLICANTS_ACTIONS, APPLICATION
from permits.domain.permit import ENDING, IN_EFFECT, PERMIT

BOTH = pytest.mark.parametrize(
    ("lifecycle", "first"), [(APPLICATION, "draft"), (PERMIT, "issued")], ids=["application", "permit"]
)


def reached_from(lifecycle: Lifecycle, first: str) -> set[str]:
    reached, waiting = {first}, [first]
    while waiting:
        for to in lifecycle.moves[waiting.pop()].values():
            if to not in reached:
                reached.add(to)
                waiting.append(to)
    return reached


def moving(state: str) -> set[str]:
    """What an application may still be brought to, money aside."""
    return set(APPLICATION.allowed(state)) - {"pay", "refund"}


@BOTH
def test_every_state_can_be_come_to(lifecycle: Lifecycle, first: str) -> None:
    assert reached_from(lifecycle, first) == set(lifecycle.states)


@pytest.mark.parametrize("lifecycle", [APPLICATION, PERMIT], ids=["application", "permit"])
def test_allowed_and_refused_are_all_there_is(lifecycle: Lifecycle) -> None:
    allowed = {(state, event) for state in lifecycle.states for event in lifecycle.allowed(state)}
    refused = set(lifecycle.refusals())

    assert not allowed & refused
    assert allowed | refused == {(state, event) for state in lifecycle.states for event in lifecycle.events}


def test_an_application_ends_denied_withdrawn_issued_or_expired() -> None:
    ends = [state for state in APPLICATION.states if moving(state) == set()]

    assert ends == ["denied", "issued", "withdrawn", "expired"]


def test_whatever_is_not_ended_can_be_withdrawn() -> None:
    for state in APPLICATION.states:
        assert ("withdraw" in APPLICATION.allowed(state)) is bool(moving(state))


def test_money_moves_no_application_but_may_go_back_from_any_that_was_submitted() -> None:
    for state in set(APPLICATION.states) - {"draft"}:
        assert APPLICATION.after(state, "refund") == state
        if "pay" in APPLICATION.allowed(state):
            assert APPLICATION.after(state, "pay") == state


@pytest.mark.parametrize("event", ["approve", "deny", "answer_judgment", "recommend", "hold_hearing"])
def test_nothing_is_judged_before_it_is_under_review(event: str) -> None:
    assert [state for state in APPLICATION.states if event in APPLICATION.allowed(state)] == ["under_review"]


def test_only_what_was_approved_is_issued() -> None:
    into_issued = [
        (state, event)
        for state, moves in APPLICATION.moves.items()
        for event in moves
        if moves[event] == "issued" and state != "issued"
    ]

    assert into_issued == [("approved", "issue")]


def test_the_applicant_touches_what_was_stated_only_while_it_is_with_them() -> None:
    assert [state for state in APPLICATION.states if "change" in APPLICATION.allowed(state)] == [
        "draft",
        "incomplete",
    ]
    assert set(APPLICATION.events) >= APPLICANTS_ACTIONS


def test_a_permit_in_effect_can_end_in_each_way_the_law_names() -> None:
    for state in IN_EFFECT:
        assert {PERMIT.after(state, event) for event in ENDING.values()} == set(ENDING)


def test_of_a_permit_that_ended_only_the_structure_is_left_and_the_way_back_from_expiry() -> None:
    ended = {state: PERMIT.allowed(state) for state in PERMIT.states if state not in IN_EFFECT}

    assert ended == {
        "expired": ("restore_issued", "restore_inspected", "move_end", "remove"),
        "revoked": ("remove",),
        "closed": (),
    }
    assert PERMIT.after("expired", "move_end") == "expired"
    assert {PERMIT.after("expired", f"restore_{state}") for state in IN_EFFECT} == set(IN_EFFECT)


def test_a_failed_inspection_leaves_the_permit_where_it_was() -> None:
    for state in IN_EFFECT:
        assert PERMIT.after(state, "fail_inspection") == PERMIT.after(state, "pass_inspection") == state


def test_a_refusal_names_what_is_allowed() -> None:
    with pytest.raises(NotAllowed) as refused:
        APPLICATION.after("approved", "submit")

    assert (refused.value.state, refused.value.allowed) == (
        "approved",
        ("pay", "tell_event", "refund", "issue", "lapse", "withdraw"),
    )
