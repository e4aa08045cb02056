"""Holds and stop orders: placed under a rule, standing before acts, released."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from servicekit.identifiers import uuid7
from servicekit.inbox import take_once
from servicekit.problems import NotFound
from sqlalchemy import Connection

from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require
from casework.desk.memory import remember
from casework.holds import EVERY_ACT, RELEASED, Hold, Subject
from casework.storage import holds


@dataclass(frozen=True, slots=True)
class Placing:
    """What is to be barred to whom, by which rule and why. `blocks` are acts as packs name them, or `*`."""

    subject: Subject
    blocks: tuple[str, ...]
    rule: str
    because: str


def place(
    connection: Connection,
    acting: Acting,
    placing: Placing,
    acts: Collection[str],
    of: UUID | None = None,
) -> Hold:
    """Place a hold; `acts` are those that can be barred, `of` the record on whose behalf, if any.

    Raises UnknownItem for a rule or an act.
    """
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
        source=f"hold {hold_id}" if of is None else f"{of} hold {hold_id}",
        placed_on=acting.today,
        placed_by=acting.actor,
    )
    placed = holds.place(connection, hold)
    details = {"blocks": list(placed.blocks), "of": placed.subject.kind, "because": placed.because}
    remember(connection, acting, placed.id, "hold.placed", details, (placed.rule,))
    if of is not None:
        remember(connection, acting, of, "hold.placed", {**details, "hold": str(placed.id)}, (placed.rule,))
    return placed


def release(connection: Connection, acting: Acting, hold_id: UUID, because: str) -> Hold:
    """End a hold from today on; released again, it stays as it is.

    Raises NotFound, and GatesUnmet for one that a case in another service placed, which alone releases it.
    """
    found = holds.find(connection, acting.city.slug, hold_id)
    if found is None:
        raise NotFound
    if RELEASED in found.until:
        says = f"It was placed for {found.because}: what was placed for a case is released there."
        require([Gate("held_by_a_case", says, (found.rule,))])
    if holds.release(connection, found.city, hold_id, acting.today, acting.actor, because):
        remember(connection, acting, hold_id, "hold.released", {"because": because}, (found.rule,))
    return holds.find(connection, found.city, hold_id) or found


def standing_for(connection: Connection, city: str, of: UUID) -> tuple[Hold, ...]:
    """The holds that were placed on behalf of a record and bind still."""
    return tuple(each for each in placed_for(connection, city, of) if each.released_on is None)


def placed_for(connection: Connection, city: str, of: UUID) -> tuple[Hold, ...]:
    """All holds that were placed on behalf of a record, the oldest first."""
    return holds.of_sources(connection, city, f"{of} hold ")


def follow(connection: Connection, acting: Acting, event_id: UUID, told: Hold) -> None:
    """Do here what a case in another service says of its hold, once, in whatever order it is told.

    One that is told released binds no longer, also where its placing is told later.
    """
    if not take_once(connection, event_id):
        return
    before = holds.of_sources(connection, told.city, told.source)
    kept = holds.place(connection, told)
    if not before:
        details = {"blocks": list(kept.blocks), "of": kept.subject.kind, "because": kept.because}
        remember(connection, acting, kept.id, "hold.placed", details, (kept.rule,))
    if told.released_on is not None and kept.released_on is None:
        because = told.released_because or RELEASED
        holds.release(connection, kept.city, kept.id, told.released_on, acting.actor, because)
    if told.released_on is not None:
        remember(connection, acting, kept.id, "hold.released", {"on": str(told.released_on)}, (kept.rule,))


def hold_gates(
    connection: Connection, acting: Acting, subjects: Collection[Subject], act: str
) -> Iterable[Gate]:
    """Every hold that bars an act today to one of the subjects."""
    for each in holds.blocked(connection, acting.city.slug, subjects, act, acting.today):
        yield Gate(
            "held", f"A hold of {each.placed_on} bars this: {each.because} ({each.cite})", (each.rule,)
        )
