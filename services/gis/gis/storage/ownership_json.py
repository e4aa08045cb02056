"""An ownership as JSON, as the append-only record of changes keeps it."""

from datetime import date
from typing import Any
from uuid import UUID

from gis.domain.parcel import Ownership
from gis.domain.parties import Party


def ownership_json(ownership: Ownership) -> dict[str, Any]:
    """Give an ownership as JSON values."""
    since, candidate = ownership.owner_since, ownership.candidate_id
    return {
        "owners": [{"name": each.name, "mailing": list(each.mailing)} for each in ownership.owners],
        "taxpayers": [{"name": each.name, "mailing": list(each.mailing)} for each in ownership.taxpayers],
        "owner_since": since.isoformat() if since else None,
        "private": ownership.private,
        "candidate_id": str(candidate) if candidate else None,
    }


def ownership_of_json(kept: dict[str, Any]) -> Ownership:
    """Read an ownership back."""
    since, candidate = kept["owner_since"], kept["candidate_id"]
    return Ownership(
        owners=_people(kept["owners"]),
        taxpayers=_people(kept["taxpayers"]),
        owner_since=date.fromisoformat(since) if since else None,
        private=kept["private"],
        candidate_id=UUID(candidate) if candidate else None,
    )


def _people(kept: list[dict[str, Any]]) -> tuple[Party, ...]:
    return tuple(Party(each["name"], tuple(each["mailing"])) for each in kept)
