"""What people look up about a rule: its elements, their versions, the cases that name it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from citycode.packs.citations import Mention
from citycode.packs.editions import Built
from citycode.packs.inventory_rows import InventoryRow
from citycode.packs.kinds import BY_SINGULAR, treatment_of
from citycode.packs.models.element import Element, Marks
from citycode.packs.models.files import ProgramHeader
from citycode.packs.models.nesting import named_within
from citycode.packs.rule_texts import RuleText
from citycode.packs.values import shown
from citycode.results.findings import Json
from citycode.rules import Rule, RuleElement, RuleVersion

NOT_VALUES = {
    "id",
    "by_rule",
    "rule",
    "section",
    "title",
    "note",
    "reading",
    "verify",
    "why_stated",
    "external",
    "service",
    "since",
    "until",
    "values",
    "versions",
}


def rules_of(
    city: str,
    header: ProgramHeader,
    file: str,
    named: Sequence[Mention],
    texts: Mapping[str, RuleText],
    built: Sequence[Built],
    cases: Mapping[str, tuple[str, ...]],
    inventory: Mapping[str, InventoryRow],
    cite: Mapping[str, str],
    state_law: str | None = None,
) -> dict[str, Rule]:
    """Every rule the program carries out, by its id in the inventory."""
    places: dict[str, list[Mention]] = {}
    declared = {each.id for each in named if each.id == each.declared.rule_id}
    for each in named:
        if each.id == each.declared.rule_id or each.id not in declared:  # else it points at another element
            places.setdefault(each.rule_id, []).append(each)
    return {
        rule_id: Rule(
            id=rule_id,
            city=city,
            program=header.program,
            service=_service(rule_id, found, header, inventory),
            treatment=_treatment(found),
            text=texts[rule_id].text,
            section=texts[rule_id].section,
            cite=cite[rule_id],
            elements=tuple(_element(each, built, file) for each in found),
            cases=cases.get(rule_id, ()),
            notes=_notes(found, built),
            state_law=state_law,
        )
        for rule_id, found in places.items()
    }


def _treatment(found: Sequence[Mention]) -> str:
    """An element of a kind that is mostly shown may compute something all the same."""
    specs = (version.item.spec for each in found for version in each.declared.versions)
    if any(isinstance(spec, Element) and spec.computes for spec in specs):
        return "computed"
    return treatment_of(frozenset(each.kind for each in found))


def _service(
    rule_id: str, found: Sequence[Mention], header: ProgramHeader, inventory: Mapping[str, InventoryRow]
) -> str:
    for each in found:
        spec = each.declared.versions[0].item.spec
        if isinstance(spec, Element) and spec.service is not None:
            return spec.service
    row = inventory.get(rule_id)
    return row.service if row is not None else header.service


def _notes(found: Sequence[Mention], built: Sequence[Built]) -> tuple[str, ...]:
    """Of its elements, then of the parts of other elements that are this rule."""
    ids, parts = {id(each.declared) for each in found}, {each.id for each in found}
    concerned = [each for each in built if id(each.piece.declared) in ids]
    notes = [note for each in concerned if each.cited is not None for note in each.cited.notes]
    notes += [
        note
        for each in concerned
        for _, part, id_ in named_within(each.piece.version.spec)
        if id_ in parts and isinstance(part, Marks)
        for note in part.notes()
    ]
    return tuple(dict.fromkeys(notes))


def _element(mention: Mention, built: Sequence[Built], file: str) -> RuleElement:
    own = mention.id == mention.declared.rule_id
    versions = tuple(
        RuleVersion(each.piece.span.since, each.piece.span.until, _values(each, mention, own))
        for each in built
        if each.piece.declared is mention.declared
    )
    return RuleElement(
        mention.id, mention.kind, versions, BY_SINGULAR[mention.kind].answered_by, file, mention.line
    )


def _values(each: Built, mention: Mention, own: bool) -> tuple[tuple[str, Json], ...]:
    spec: Any = each.piece.version.spec
    stated: dict[str, Json] = {name: value.shown for name, value in each.piece.values.items()} if own else {}
    part: Any = (
        spec if own else next((each for _, each, id_ in named_within(spec) if id_ == mention.id), None)
    )
    if part is not None:
        told = part.model_dump(by_alias=True, exclude_defaults=True, exclude=NOT_VALUES)
        stated |= {name: shown(value) for name, value in told.items() if value not in (None, {}, ())}
    return tuple(stated.items())
