"""What every element of a pack carries, whatever its kind."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from citycode.packs.models.parts import DateOrAmendment, ElementId, Formula, Part, Word, Wording, Words

VALUES_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": (
        "Numbers, dates, words and lists of the law, read in formulas as v.<name>. A dated value is a "
        "list of {from, until, is, cite}; {is, unit} names a unit the name does not end in."
    ),
    "additionalProperties": {"type": ["number", "string", "boolean", "array", "object"]},
}
VERSIONS_SCHEMA: dict[str, Any] = {
    "type": "array",
    "description": "The element through time: each entry has from and/or until and the keys that differ.",
    "items": {"type": "object"},
}


WHY_STATED = "Not computed: "
"""Begins the note of a rule that says why it is judged or stated."""


class Marks(Part):
    """What a reader must know about how sure or how chosen an element is. Shown with every finding.

    `why_stated` says why a rule that names a number, date or list is judged or stated, not computed.
    """

    note: Wording | None = None
    reading: Wording | None = None
    verify: Wording | None = None
    why_stated: Wording | None = None
    external: tuple[Wording, ...] = ()

    def notes(self) -> tuple[str, ...]:
        """The marks as sentences."""
        said = [
            self.note,
            f"Reading: {self.reading}" if self.reading else None,
            f"To verify: {self.verify}" if self.verify else None,
            f"{WHY_STATED}{self.why_stated}" if self.why_stated else None,
            *(f"Rests on law not held here: {each}." for each in self.external),
        ]
        return tuple(each for each in said if each)


class Naming(Marks):
    """A part that may be a rule of its own. `rule` is its wording, `section` the inventory's."""

    id: ElementId | None = None
    rule: Wording | None = None
    section: Wording | None = None


class Named(Naming):
    """A rule of the inventory: wording and section stand once per rule id."""

    id: ElementId


class Element(Named):
    """`from` is the first day in force, `until` the first day no longer; both may name an amendment."""

    title: Wording | None = None
    service: Word | None = None
    since: Annotated[DateOrAmendment | None, Field(alias="from")] = None
    until: DateOrAmendment | None = None
    values: Annotated[dict[Word, Any], WithJsonSchema(VALUES_SCHEMA)] = Field(default_factory=dict)
    when: Formula | None = None
    on_tracks: Annotated[Words | None, Field(alias="tracks")] = None
    versions: Annotated[None, WithJsonSchema(VERSIONS_SCHEMA)] = None

    @property
    def computes(self) -> bool:
        """Is something computed of it though its kind is mostly shown?"""
        return False
