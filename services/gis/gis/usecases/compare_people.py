"""What a county file tells of the people of parcels that are known: what is taken, what a clerk decides.

A new mailing address or spelling and a new taxpayer are taken as they come. Another owner makes an owner
candidate, and the owner stays until a clerk has decided. Outside the cities served nobody decides: there the
file is taken as it is.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from sqlalchemy import Connection

from gis.domain.owner_candidate import ConveyanceKind, Document
from gis.domain.owner_change import Change, Told, change_between, is_same_name
from gis.domain.parties import Party
from gis.storage import owner_candidates, parcels
from gis.storage.staging import PeopleDiffer
from gis.usecases.receive_conveyance import Received, receive

OUTSIDE = "~"
"""Before a county's name: whose parcels lie in none of the cities served. No path names it."""
DOCUMENT_TITLE = "County parcel file"
_KINDS: dict[Change, ConveyanceKind] = {
    "sale": "sale",
    "contract_for_deed": "contract_for_deed",
    "trust": "trust",
    "name_change": "name_change",
    "unknown": "unknown",
}


def compare_people(
    connection: Connection,
    at: datetime,
    by: str,
    new_id: Callable[[], UUID],
    differing: Iterable[PeopleDiffer],
) -> dict[str, int]:
    """Take or put before a clerk what differs; give how often each kind of change was found."""
    found: Counter[str] = Counter()
    for each in differing:
        change = change_between(Told(each.owners_before, each.sold_before), Told(each.owners, each.sold_on))
        decided_here = each.owners_before and not each.city.startswith(OUTSIDE)
        kind = _KINDS.get(change) if decided_here else None
        if kind is None:
            _take(connection, each, change)
            found["taxpayer" if change == "none" else change] += 1
        elif _is_known(connection, each):
            found["known_before"] += 1
        else:
            receive(connection, each.city, _received(each, kind, at), new_id(), at, by)
            found[change] += 1
    return dict(sorted(found.items()))


def _take(connection: Connection, each: PeopleDiffer, change: Change) -> None:
    owned = parcels.ownerships(connection, each.city, [each.id])[each.id]
    told = replace(owned, taxpayers=each.taxpayers)
    if change != "none":
        told = replace(told, owners=each.owners)
    parcels.set_ownership(connection, each.city, each.id, told)


def _is_known(connection: Connection, each: PeopleDiffer) -> bool:
    grantee = _together(each.owners)
    known = owner_candidates.of_parcel(connection, each.city, each.id)
    return any(is_same_name(candidate.conveyance.grantee.name, grantee.name) for candidate in known)


def _received(each: PeopleDiffer, kind: ConveyanceKind, at: datetime) -> Received:
    on = each.sold_on if kind == "sale" and each.sold_on is not None else at.date()
    return Received(
        pin=each.pin,
        kind=kind,
        conveyed_on=on,
        document=Document(f"parcel file {at.date()}", DOCUMENT_TITLE, at.date()),
        grantor=" and ".join(owner.name for owner in each.owners_before),
        grantee=_together(each.owners),
    )


def _together(owners: tuple[Party, ...]) -> Party:
    mailing = next((owner.mailing for owner in owners if owner.mailing), ())
    return Party(" and ".join(owner.name for owner in owners)[:200], mailing)
