"""Choices between the candidates of an address: kept, never changed."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Row, insert, select

from gis.domain.address_choice import AddressChoice, ChoiceCandidate
from gis.storage.tables import address_choices


def keep(connection: Connection, question: str, choice: AddressChoice) -> None:
    """Keep a choice for good, under the question it answers."""
    row = {
        "city": choice.city,
        "id": choice.id,
        "question": question,
        "asked": choice.asked,
        "parcel_id": choice.parcel_id,
        "chosen": asdict(choice.chosen),
        "candidates": [asdict(each) for each in choice.candidates],
        "chosen_at": choice.chosen_at,
        "chosen_by": choice.chosen_by,
        "note": choice.note,
    }
    connection.execute(insert(address_choices).values(**row))


def standing(connection: Connection, city: str, question: str) -> AddressChoice | None:
    """Give the newest choice of a question, which is the one that stands."""
    asked = select(address_choices).where(
        address_choices.c.city == city, address_choices.c.question == question
    )
    newest = asked.order_by(address_choices.c.chosen_at.desc(), address_choices.c.id.desc()).limit(1)
    row = connection.execute(newest).one_or_none()
    return None if row is None else _choice(row)


def with_id(connection: Connection, city: str, choice_id: UUID) -> AddressChoice | None:
    """Give a choice; None when the city has none of this id."""
    asked = select(address_choices).where(address_choices.c.city == city, address_choices.c.id == choice_id)
    row = connection.execute(asked).one_or_none()
    return None if row is None else _choice(row)


def listed(
    connection: Connection, city: str, question: str | None, after: UUID | None, limit: int
) -> list[AddressChoice]:
    """Give up to `limit` choices after one, the oldest first; of one question or of all."""
    asked = select(address_choices).where(address_choices.c.city == city)
    if question is not None:
        asked = asked.where(address_choices.c.question == question)
    if after is not None:
        asked = asked.where(address_choices.c.id > after)
    return [_choice(row) for row in connection.execute(asked.order_by(address_choices.c.id).limit(limit))]


def _choice(row: Row[Any]) -> AddressChoice:
    return AddressChoice(
        id=row.id,
        city=row.city,
        asked=row.asked,
        parcel_id=row.parcel_id,
        chosen=ChoiceCandidate(**row.chosen),
        candidates=tuple(ChoiceCandidate(**each) for each in row.candidates),
        chosen_at=row.chosen_at,
        chosen_by=row.chosen_by,
        note=row.note,
    )
