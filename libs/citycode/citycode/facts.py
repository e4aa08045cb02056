"""Facts: what a program asks, and what somebody stated, exactly and typed."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from citycode.language import (
    Binding,
    FactError,
    Item,
    ListOf,
    Number,
    Type,
    TypeSpecError,
    Value,
    conversion,
    unit_named,
    value_from_json,
    value_to_json,
)
from citycode.results.findings import Json


@dataclass(frozen=True, slots=True)
class FactSpec:
    """One fact of the vocabulary: how it is asked, in which unit, and where it is usually taken from.

    `source` is the `from:` of the pack (`gis.lot_area_acres`); `values` are (code, wording) of an enum.
    `fields` describe the records of a list. `json_schema` describes its JSON form; `default` is what holds
    unless stated. A number is zero or more unless it `may_be_negative`.
    """

    name: str
    type: Type
    unit: str | None
    label: str
    question: str
    source: str | None
    values: tuple[tuple[str, str], ...]
    json_schema: Mapping[str, Json]
    fields: Mapping[str, FactSpec]
    item_label: str | None = None
    default: Value | None = None
    may_be_negative: bool = False

    def means_the_same_as(self, other: FactSpec) -> bool:
        """Whether one answer serves both: asked in other words perhaps, but of the same thing."""
        return (self.type, self.unit, self.values, self.label) == (
            other.type,
            other.unit,
            other.values,
            other.label,
        )

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "label": self.label,
            "unit": self.unit,
            "question": self.question,
            "source": self.source,
            "values": [{"value": value, "label": label} for value, label in self.values],
            "fields": [each.to_json() for each in self.fields.values()],
            "schema": dict(self.json_schema),
        }


@dataclass(frozen=True, slots=True)
class FactProblem:
    """One stated fact that cannot be read: `pointer` is a JSON pointer into the object of facts."""

    pointer: str
    message: str


class FactErrors(ValueError):
    """Stated facts are unknown or of the wrong type, unit or value; `problems` lists all of them."""

    def __init__(self, problems: tuple[FactProblem, ...]) -> None:
        super().__init__("; ".join(f"{each.pointer}: {each.message}" for each in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Facts(Mapping[str, Binding]):
    """Immutable facts of one question.

    `stated` is their exact JSON form; `sources` says where each came from, as far as it was told.
    """

    bindings: Mapping[str, Binding]
    stated: Mapping[str, Json]
    sources: Mapping[str, str]

    def __getitem__(self, name: str) -> Binding:
        return self.bindings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bindings)

    def __len__(self) -> int:
        return len(self.bindings)


NO_FACTS = Facts({}, {}, {})


def parse_facts(
    specs: Mapping[str, FactSpec], raw: Mapping[str, object], sources: Mapping[str, str] | None = None
) -> Facts:
    """Read stated facts exactly. Raises FactErrors with a JSON pointer for every one that cannot be read.

    `specs` are `program.facts` or `city.facts`; a fact stated as null counts as not stated. A number may be
    given with its unit, {"value": 1, "unit": "acre"}, and is converted exactly.
    """
    bindings: dict[str, Binding] = {
        name: spec.default for name, spec in specs.items() if spec.default is not None
    }
    stated: dict[str, Json] = {}
    problems: list[FactProblem] = []
    for name, value in raw.items():
        if name not in specs:
            problems.append(FactProblem(_pointer(name), _unknown(name, specs)))
        elif value is not None:
            try:
                read = _read(value, specs[name])
            except FactError as wrong:
                problems.extend(FactProblem(f"{_pointer(name)}{at}", why) for at, why in wrong.problems)
                continue
            bindings[name] = read
            stated[name] = value_to_json(read, specs[name].type)
    if problems:
        raise FactErrors(tuple(problems))
    return Facts(bindings, stated, dict(sources or {}))


def _read(raw: object, spec: FactSpec) -> Value:
    factor: int | Fraction = 1
    if isinstance(raw, Mapping) and isinstance(spec.type, Number):
        raw, factor = _with_unit(raw, spec.type)
    value = value_from_json(raw, spec.type)
    below_zero = list(_below_zero(value, spec, ""))
    if below_zero:
        raise FactError(*below_zero[0], others=below_zero[1:])
    if factor != 1:
        value = cast(Fraction, value) * factor
    if isinstance(spec.type, ListOf) and spec.fields:
        items = cast("tuple[Mapping[str, Binding], ...]", value)
        return tuple(Item(dict(each), f"{spec.name}/{place}") for place, each in enumerate(items))
    return value


def _below_zero(value: Value, spec: FactSpec, pointer: str) -> Iterator[tuple[str, str]]:
    """Every number below zero that cannot be, by its pointer."""
    if isinstance(spec.type, Number):
        if not spec.may_be_negative and cast(Fraction, value) < 0:
            yield pointer, f"{spec.label} cannot be below zero; a number of zero or more is needed"
        return
    if isinstance(spec.type, ListOf) and spec.fields:
        for place, item in enumerate(cast("tuple[Mapping[str, Value], ...]", value)):
            for name, field in item.items():
                yield from _below_zero(field, spec.fields[name], f"{pointer}/{place}/{name}")


def _with_unit(raw: Mapping[object, object], wanted: Number) -> tuple[object, Fraction]:
    if set(raw) != {"value", "unit"}:
        raise FactError("", 'a number is needed, or {"value": …, "unit": …}')
    try:
        return raw["value"], conversion(unit_named(str(raw["unit"])), wanted.unit)
    except TypeSpecError as wrong:
        raise FactError(
            "/unit", f"{wrong.message}; {wanted.unit.words() or 'a plain number'} is asked"
        ) from None


def _pointer(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")


def _unknown(name: str, specs: Mapping[str, FactSpec]) -> str:
    near = difflib.get_close_matches(name, specs, n=2)
    return f"this fact is not asked; did you mean {' or '.join(near)}?" if near else "this fact is not asked"


def labels_of(specs: Mapping[str, FactSpec]) -> dict[str, str]:
    """How people call facts, items of lists, their fields, and the values of enums."""
    labels: dict[str, str] = {}
    for spec in specs.values():
        labels[spec.name] = spec.label
        labels.update((f"{spec.name}={value}", wording) for value, wording in spec.values)
        if spec.item_label:
            labels[f"{spec.name}[]"] = spec.item_label
        for field in spec.fields.values():
            labels[f"{spec.name}[].{field.name}"] = field.label
            labels.update((f"{spec.name}[].{field.name}={value}", word) for value, word in field.values)
    return labels


def fact_named(specs: Mapping[str, FactSpec], name: str) -> FactSpec | None:
    """The spec of a missing fact: `guy_wires/0/setback_ft` leads to the field `setback_ft`."""
    head, *steps = name.split("/")
    spec = specs.get(head)
    for step in steps:
        if spec is not None and not step.isdigit():
            spec = spec.fields.get(step)
    return spec
