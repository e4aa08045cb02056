"""Holds that enforcement places for a case: as its events tell of them, and what follows here."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from casework.desk import holding
from casework.desk.acting import Acting
from casework.holds import RELEASED, Hold, Subject
from pydantic import BaseModel, ConfigDict, ValidationError
from servicekit.events import CloudEvent
from servicekit.identifiers import uuid7
from servicekit.wire import WireDate
from sqlalchemy import Connection

from caseroutes.events import Numbered, Take
from caseroutes.kept_events import unreadable

PLACED = "case.hold_placed"


class OfHold(BaseModel):
    """A hold of a case, as it stands when the event is sent; other keys are not read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    city: str
    hold_id: UUID
    case_number: str
    subject_kind: Literal["parcel", "record", "person"]
    subject: str
    blocks: list[str]
    rule: str
    cite: str
    placed_on: WireDate
    released_on: WireDate | None

    def hold(self, by: str) -> Hold:
        """The hold as it is kept here."""
        return Hold(
            id=uuid7(),
            city=self.city,
            subject=Subject(self.subject_kind, self.subject),
            blocks=tuple(self.blocks),
            rule=self.rule,
            cite=self.cite,
            because=f"case {self.case_number}",
            source=f"enforcement hold {self.hold_id}",
            placed_on=self.placed_on,
            placed_by=by,
            until=(RELEASED,),
            released_on=self.released_on,
        )


def take(connection: Connection, acting: Acting, event: CloudEvent) -> tuple[Numbered, ...]:
    """Bar, or bar no longer, what the event says. No record is another because of it."""
    try:
        read = OfHold.model_validate(event.data)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise unreadable(("data", *wrong["loc"]), wrong["msg"]) from error
    holding.follow(connection, acting, event.id, read.hold(acting.actor))
    return ()


TAKES: dict[str, Take] = {PLACED: take, RELEASED: take}
"""What a service listens to that honors the holds of cases."""
