"""The shared vocabulary:

facts, permissions, and the words for events, parties, states, service and remedies.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from citycode.facts import FactSpec
from citycode.language import (
    FactError,
    ListOf,
    Number,
    Record,
    Type,
    TypeSpecError,
    Value,
    type_from_spec,
    value_from_json,
)
from citycode.packs.errors import ErrorLog
from citycode.packs.models.files import (
    FactEntry,
    FactsFile,
    FieldSpec,
    PermissionsFile,
    VocabularyFile,
    WordsSpec,
)
from citycode.packs.tree import Branch, Node, line_at
from citycode.packs.validation import read_as
from citycode.packs.values import shown, unit_of_name
from citycode.results.findings import Json

DISTRICTS = "zoning_districts"


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Word → meaning for each kind of word; `facts` as declared, typed per city because districts differ."""

    facts: Mapping[str, FactEntry]
    fact_nodes: Branch
    permissions: Mapping[str, str]
    events: Mapping[str, str]
    parties: Mapping[str, str]
    states: Mapping[str, str]
    methods: Mapping[str, str]
    proofs: Mapping[str, str]
    remedies: Mapping[str, str]
    decisions: Mapping[str, str]
    notices: Mapping[str, str]
    actions: Mapping[str, str]
    counted: Mapping[str, str]
    documents: Mapping[str, str]
    services: Mapping[str, str]
    questions: Mapping[str, str]

    def with_words(self, own: WordsSpec, node: Node, log: ErrorLog) -> Vocabulary:
        """The words of a city beside the shared ones, of which none means another thing there."""
        joined: dict[str, Any] = {}
        for kind in own.model_fields_set:
            shared: Mapping[str, str] = getattr(self, kind)
            words: Mapping[str, str] = getattr(own, kind)
            for word in words.keys() & shared.keys():
                log.add(
                    line_at(node, ("words", kind, word)),
                    f"`{word}` is in the shared vocabulary already: {shared[word]}",
                    "Use that word as it is, or choose another.",
                )
            joined[kind] = {**shared, **words}
        return replace(self, **joined)


def read_vocabulary(facts: Node, permissions: Node, words: Node, log: ErrorLog) -> Vocabulary | None:
    """From facts.yaml, permissions.yaml and vocabulary.yaml."""
    facts_file = read_as(FactsFile, facts, log.for_file("facts.yaml"))
    permissions_file = read_as(PermissionsFile, permissions, log.for_file("permissions.yaml"))
    words_file = read_as(VocabularyFile, words, log.for_file("vocabulary.yaml"))
    if facts_file is None or permissions_file is None or words_file is None:
        return None
    node = facts.items["facts"] if isinstance(facts, Branch) else None
    assert isinstance(node, Branch)  # noqa: S101 – validated above
    return Vocabulary(
        facts=facts_file.facts,
        fact_nodes=node,
        permissions=permissions_file.permissions,
        events=words_file.events,
        parties=words_file.parties,
        states=words_file.states,
        methods=words_file.methods,
        proofs=words_file.proofs,
        remedies=words_file.remedies,
        decisions=words_file.decisions,
        notices=words_file.notices,
        actions=words_file.actions,
        counted=words_file.counted,
        documents=words_file.documents,
        services=words_file.services,
        questions=words_file.questions,
    )


def fact_spec(
    name: str, entry: FactEntry, districts: Mapping[str, str], node: Node, log: ErrorLog
) -> FactSpec | None:
    """The typed fact; None with the error in `log` (whose file holds `node`).

    Where the city's code names no districts, a fact that takes its values from them is free text.
    """
    try:
        fields = _fields(entry)
        values = districts if entry.values == DISTRICTS else entry.values or {}
        assert isinstance(values, Mapping)  # noqa: S101 – validated
        if entry.values == DISTRICTS and not districts:
            entry = entry.model_copy(update={"type": "text", "values": None})
        type_ = _fact_type(entry, fields, values)
        default = _default(entry, type_)
    except TypeSpecError as wrong:
        log.add(node.line, f"The fact `{name}`: {wrong.message}", wrong.mend)
        return None
    except FactError as wrong:
        log.add(
            line_at(node, ("default",)), f"The default of `{name}`: {wrong.message}", "Change the default."
        )
        return None
    _require_unit_in_name(name, entry.unit, node, log)
    for field, spec in (entry.of or {}).items():
        _require_unit_in_name(field, spec.unit, node, log)
    return FactSpec(
        name=name,
        type=type_,
        unit=entry.unit,
        label=entry.label,
        question=entry.question,
        source=entry.source,
        values=tuple(values.items()),
        json_schema=_schema(type_, entry, entry.question),
        fields=fields,
        item_label=entry.item,
        default=default,
        may_be_negative=entry.may_be_negative,
    )


def _fact_type(entry: FactEntry, fields: Mapping[str, FactSpec], values: Mapping[str, str]) -> Type:
    _require_number(entry)
    if entry.type != "list":
        return _simple_type(entry.type, entry.unit, values)
    if not fields:
        raise TypeSpecError("a list does not say what its items are", "Add `of:` with the fields of an item.")
    if entry.item is None:
        raise TypeSpecError(
            "a list does not say what one item is called", "Add `item:`, as `item: guy wire`."
        )
    return ListOf(Record({field: spec.type for field, spec in fields.items()}))


def _require_number(entry: FactEntry | FieldSpec) -> None:
    if entry.may_be_negative and entry.type != "number":
        raise TypeSpecError("only a number is negative", "Remove `may_be_negative:`.")


def _simple_type(kind: str, unit: str | None, values: Mapping[str, str]) -> Type:
    described: dict[str, object] = {"type": kind}
    if kind == "number" and unit is None:
        raise TypeSpecError("a number has no unit", "Add `unit:`, perhaps `unit: count`.")
    if unit is not None:
        described["unit"] = unit
    if kind == "enum":
        if not values:
            raise TypeSpecError("an enum has no values", "Add `values: {code: wording}`.")
        described["values"] = list(values)
    elif values:
        raise TypeSpecError("only an enum has values", "Remove `values:`, or write `type: enum`.")
    return type_from_spec(described)


def _fields(entry: FactEntry) -> dict[str, FactSpec]:
    return {name: _field(name, field, entry) for name, field in (entry.of or {}).items()}


def _field(name: str, field: FieldSpec, entry: FactEntry) -> FactSpec:
    _require_number(field)
    type_ = _simple_type(field.type, field.unit, field.values or {})
    return FactSpec(
        name=name,
        type=type_,
        unit=field.unit,
        label=field.label,
        question=entry.question,
        source=entry.source,
        values=tuple((field.values or {}).items()),
        json_schema=_schema(type_, field, None),
        fields={},
        may_be_negative=field.may_be_negative,
    )


def _default(entry: FactEntry, type_: Type) -> Value | None:
    return None if entry.default is None else value_from_json(shown(entry.default), type_)


def _require_unit_in_name(name: str, unit: str | None, node: Node, log: ErrorLog) -> None:
    stated = unit_of_name(name)
    if stated is not None and unit is not None and stated != unit:
        log.add(
            line_at(node, ("unit",)),
            f"`{name}` says {stated}, its unit says {unit}",
            "Let the name end in its unit.",
        )


def _schema(type_: Type, entry: FactEntry | FieldSpec, question: str | None) -> dict[str, Json]:
    schema: dict[str, Json] = {"title": entry.label}
    if question is not None:
        schema["description"] = question
    if entry.unit is not None:
        schema["x-unit"] = entry.unit
    return schema | _shape(type_, entry)


def _shape(type_: Type, entry: FactEntry | FieldSpec) -> dict[str, Json]:
    if isinstance(type_, Number):
        shape: dict[str, Json] = {"type": ["number", "string"]}
        return shape if entry.may_be_negative else shape | {"minimum": 0}
    if isinstance(type_, ListOf) and isinstance(type_.item, Record):
        described = (entry.of if isinstance(entry, FactEntry) else None) or {}
        fields: dict[str, Json] = {
            name: _shape(field, described[name]) for name, field in type_.item.fields.items()
        }
        record: Json = {"type": "object", "additionalProperties": False, "properties": fields}
        return {"type": "array", "items": record}
    match type(type_).__name__:
        case "Boolean":
            return {"type": "boolean"}
        case "Date":
            return {"type": "string", "format": "date"}
        case "Instant":
            return {"type": "string", "format": "date-time"}
        case "Duration":
            return {"type": "string", "format": "duration"}
        case "Enum":
            return {"type": "string", "enum": list(getattr(type_, "values", ()))}
        case _:
            return {"type": "string"}
