"""Which candidate of an address was meant, as somebody of the city found: recorded, never changed."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from gis.domain.address import AddressMatch, StreetAddress


class UnknownChoice(Exception):
    """The city has no such choice."""


class NotACandidate(Exception):
    """The parcel chosen is none of those the address may mean; `candidates` are their PINs."""

    def __init__(self, pin: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"{pin} is no candidate")
        self.pin = pin
        self.candidates = candidates


@dataclass(frozen=True)
class ChoiceCandidate:
    """A parcel that was offered: how it was matched, and from 0 to 1 how alike the addresses are."""

    pin: str
    address: str | None
    match: AddressMatch
    likeness: float


@dataclass(frozen=True)
class AddressChoice:
    """Who chose which candidate for an address, when, and out of which; the newest one of an address stands.

    `asked` is the address as it was typed; `parcel_id` is of the candidate `chosen`.
    """

    id: UUID
    city: str
    asked: str
    parcel_id: str
    chosen: ChoiceCandidate
    candidates: tuple[ChoiceCandidate, ...]
    chosen_at: datetime
    chosen_by: str
    note: str | None

    def says_the_same(self, other: "AddressChoice") -> bool:
        """Whether both choose the same out of the same, for the same reason: once is enough."""
        return (self.parcel_id, self.candidates, self.note) == (
            other.parcel_id,
            other.candidates,
            other.note,
        )


def same_question(asked: StreetAddress) -> str:
    """Give one text for all spellings of a question: `5008 Legion Lane N` asks what `5008 LEGION LN N` asks.

    Addresses that leave out different parts are different questions.
    """
    return "|".join(
        (
            asked.number,
            asked.fraction,
            asked.pre_direction,
            asked.name,
            asked.type,
            asked.post_direction,
            asked.unit,
        )
    )
