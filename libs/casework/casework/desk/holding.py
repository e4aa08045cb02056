"""Holds and stop orders: placed under a rule, standing before acts, released."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from servicekit.identifiers import uuid7
from servicekit.problems import NotFound
from sqlalchemy import Connection

from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem
from casework.desk.memory import remember
from casework.holds import EVERY_ACT, Hold, Subject
from casework.storage import holds


@dataclass(frozen=True, slots=True)
class Placing:
    """What is to be barred to whom, by which rule and why. `blocks` are acts as packs name them, or `*`."""

    subject: Subject
    blocks: tuple[str, ...]
    rule: str
    because: str


def place(connection: Connection, acting: Acting, placing: Placing, acts: Collection[str]) -> Hold:
    """Place a hold; `acts` are those the service can bar. Raises UnknownItem for a rule or an act."""
    rule = acting.city.rules.get(placing.rule)
    if rule is None:
        raise UnknownItem("#/rule", placing.rule, ())
    for index, each in enumerate(placing.blocks):
        if each not in acts and each != EVERY_ACT:
            raise UnknownItem(f"#/blocks/{index}", each, (*acts, EVERY_ACT))
    hold_id = uuid7()
    hold = Hold(
        id=hold_id,
        city=acting.city.slug,
        subject=placing.subject,
        blocks=placing.blocks,
        rule=rule.id,
        cite=rule.cite,
        because=placing.because,
        source=f"hold {hold_id}",
        placed_on=acting.today,
        placed_by=acting.actor,
    )
    placed = holds.place(connection, hold)
    details = {"blocks": list(placed.blocks), "of": placed.subject.kind, "because": placed.because}
    remember(connection, acting, placed.id, "hold.placed", details, (placed.rule,))
    return placed


def release(connection: Connection, acting: Acting, hold_id: UUID, because: str) -> Hold:
    """End a hold from today on; released again, it stays as it is. Raises NotFound."""
    found = holds.find(connection, acting.city.slug, hold_id)
    if found is None:
        raise NotFound
    if holds.release(connection, found.city, hold_id, acting.today, acting.actor, because):
        remember(connection, acting, hold_id, "hold.released", {"because": because}, (found.rule,))
    return holds.find(connection, found.city, hold_id) or found


def hold_gates(
    connection: Connection, acting: Acting, subjects: Collection[Subject], act: str
) -> Iterable[Gate]:
    """Every hold that bars an act today to one of the subjects."""
    for each in holds.blocked(connection, acting.city.slug, subjects, act, acting.today):
        yield Gate(
            "held", f"A hold of {each.placed_on} bars this: {each.because} ({each.cite})", (each.rule,)
        )
