"""A lifecycle allows what its table lists, and nothing else."""

import pytest
from casework.lifecycle import Lifecycle, NotAllowed

DOOR = Lifecycle(
    "door", {"open": {"close": "closed"}, "closed": {"open": "open", "seal": "sealed"}, "sealed": {}}
)


def test_an_allowed_event_leads_to_its_state() -> None:
    assert DOOR.after("closed", "seal") == "sealed"


@pytest.mark.parametrize(("state", "event"), list(DOOR.refusals()))
def test_every_other_pair_is_refused_with_state_and_allowed(state: str, event: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        DOOR.after(state, event)

    assert (refused.value.state, refused.value.allowed) == (state, DOOR.allowed(state))


def test_refusals_and_moves_are_the_whole_matrix() -> None:
    refused = list(DOOR.refusals())

    assert len(refused) == len(DOOR.states) * len(DOOR.events) - 3
    assert ("sealed", "open") in refused


def test_a_state_nobody_lists_is_refused_when_the_table_is_made() -> None:
    with pytest.raises(ValueError, match="painted"):
        Lifecycle("door", {"open": {"paint": "painted"}})
