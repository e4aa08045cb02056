"""Facts: what a program asks, and what somebody stated, exactly and typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from citycode.language import Binding, Type
from citycode.results.findings import Json


@dataclass(frozen=True, slots=True)
class FactSpec:
    """One fact of the vocabulary: how it is asked, in which unit, and where it is usually taken from.

    `source` is the `from:` of the pack (`gis.lot_area_acres`); `values` are (code, wording) of an enum.
    `json_schema` describes its JSON form.
    """

    name: str
    type: Type
    unit: str | None
    label: str
    question: str
    source: str | None
    values: tuple[tuple[str, str], ...]
    json_schema: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "label": self.label,
            "unit": self.unit,
            "question": self.question,
            "source": self.source,
            "values": [{"value": value, "label": label} for value, label in self.values],
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
    """Immutable facts of one question. `stated` is their exact JSON form; `sources` says where each came from."""

    bindings: Mapping[str, Binding]
    stated: Mapping[str, Json]
    sources: Mapping[str, str]

    def __getitem__(self, name: str) -> Binding:
        return self.bindings[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.bindings)

    def __len__(self) -> int:
        return len(self.bindings)


def parse_facts(
    specs: Mapping[str, FactSpec], raw: Mapping[str, object], sources: Mapping[str, str] | None = None
) -> Facts:
    """Read stated facts exactly. Raises FactErrors with a JSON pointer for every one that cannot be read.

    `specs` are `program.facts` or `city.facts`; a fact stated as null counts as not stated.
    """
    raise NotImplementedError
