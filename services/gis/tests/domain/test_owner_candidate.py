"""The life of an owner candidate: every status with every action."""

from datetime import date
from uuid import UUID

import pytest
from gis.domain.owner_candidate import (
    ALLOWED,
    KINDS,
    TRANSFERS,
    Action,
    ConveyanceKind,
    ConveyedInTheFuture,
    Decision,
    Document,
    KindUnknown,
    LaterConveyanceStands,
    NotAllowed,
    OwnerCandidate,
    Status,
    confirmed,
    dated_rightly,
    ownership_after,
    rejected,
    reversed_,
)
from gis.domain.parcel import Ownership

from services.gis.tests.builders import BEFORE, CANDIDATE_ID, a_candidate, a_conveyance, a_party, an_ownership

DECISION = Decision(BEFORE, "clerk-1", "deed read")
OWNED = an_ownership(taxpayers=(a_party(),))
ACTIONS: tuple[Action, ...] = ("confirm", "reject", "reverse")


def act(candidate: OwnerCandidate, action: Action, owned: Ownership) -> OwnerCandidate:
    if action == "confirm":
        return confirmed(candidate, None, owned, DECISION)
    if action == "reject":
        return rejected(candidate, DECISION)
    return reversed_(candidate, owned, DECISION)


@pytest.mark.parametrize("status", ALLOWED)
@pytest.mark.parametrize("action", ACTIONS)
def test_only_the_allowed_actions_move_a_candidate(status: Status, action: Action) -> None:
    candidate = a_candidate(status=status)
    owned = an_ownership(candidate_id=CANDIDATE_ID)

    if action in ALLOWED[status]:
        moved = act(candidate, action, owned)

        assert (moved.version, moved.decided_by, moved.note) == (2, "clerk-1", "deed read")
        assert moved.status == {"confirm": "confirmed", "reject": "rejected", "reverse": "reversed"}[action]
    else:
        with pytest.raises(NotAllowed) as refusal:
            act(candidate, action, owned)

        assert refusal.value.allowed == ALLOWED[status]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "unknown"])
def test_who_owns_after_confirmation_by_kind(kind: ConveyanceKind) -> None:
    candidate = confirmed(a_candidate(), kind, OWNED, DECISION)

    after = ownership_after(candidate, OWNED)

    assert after.owners == (candidate.conveyance.grantee,)
    assert after.candidate_id == candidate.id
    if kind in TRANSFERS:
        assert (after.owner_since, after.taxpayers) == (date(2026, 5, 20), ())
    else:
        assert (after.owner_since, after.taxpayers) == (None, OWNED.taxpayers)


def test_a_trust_in_the_owners_name_transfers_nothing() -> None:
    candidate = confirmed(a_candidate(), "trust", OWNED, DECISION)

    assert candidate.transfers_ownership is False


def test_a_transfer_ends_the_suppression_of_the_former_owner() -> None:
    protected = an_ownership(private=True)

    sold = ownership_after(confirmed(a_candidate(), "sale", protected, DECISION), protected)
    renamed = ownership_after(confirmed(a_candidate(), "name_change", protected, DECISION), protected)

    assert (sold.private, renamed.private) == (False, True)


def test_where_the_county_names_no_kind_the_clerk_must() -> None:
    candidate = a_candidate(conveyance=a_conveyance(kind="unknown"))

    with pytest.raises(KindUnknown):
        confirmed(candidate, None, OWNED, DECISION)

    assert candidate.transfers_ownership is None
    assert confirmed(candidate, "sale", OWNED, DECISION).transfers_ownership is True


@pytest.mark.parametrize(
    ("owner_since", "stands"),
    [(date(2026, 5, 19), False), (date(2026, 5, 20), False), (date(2026, 5, 21), True)],
)
def test_an_earlier_conveyance_does_not_undo_a_later_one(owner_since: date, stands: bool) -> None:
    owned = an_ownership(owner_since=owner_since)

    if stands:
        with pytest.raises(LaterConveyanceStands):
            confirmed(a_candidate(), None, owned, DECISION)
    else:
        assert confirmed(a_candidate(), None, owned, DECISION).status == "confirmed"


def test_only_the_confirmation_that_stands_is_reversed() -> None:
    another = an_ownership(candidate_id=UUID("01900000-0000-7000-8000-000000000009"))

    with pytest.raises(LaterConveyanceStands):
        reversed_(a_candidate(status="confirmed"), another, DECISION)


@pytest.mark.parametrize(
    ("conveyed_on", "recorded_on", "pointer"),
    [
        (date(2026, 6, 1), date(2026, 6, 1), None),
        (date(2026, 6, 2), date(2026, 6, 2), "#/conveyed_on"),
        (date(2026, 5, 30), date(2026, 6, 2), "#/document/recorded_on"),
        (date(2026, 5, 30), date(2026, 5, 29), "#/document/recorded_on"),
        (date(3009, 1, 1), date(2026, 6, 1), "#/conveyed_on"),
    ],
)
def test_impossible_dates_are_refused(conveyed_on: date, recorded_on: date, pointer: str | None) -> None:
    document = Document("1", "Deed", recorded_on)
    conveyance = a_conveyance(conveyed_on=conveyed_on, document=document)

    if pointer is None:
        dated_rightly(conveyance, date(2026, 6, 1))
    else:
        with pytest.raises(ConveyedInTheFuture) as refusal:
            dated_rightly(conveyance, date(2026, 6, 1))

        assert refusal.value.pointer == pointer
