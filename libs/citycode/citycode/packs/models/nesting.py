"""Rules that are named inside an element: areas, recommendations, overrides, lapses, bands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from citycode.packs.models.element import Naming
from citycode.packs.models.parts import Part

Place: TypeAlias = "tuple[str | int, ...]"


def named_within(part: Part, place: Place = ()) -> Iterator[tuple[Place, Part, str]]:
    """Every part below `part` that carries an `id`, with its place and that id."""
    for name, field in type(part).model_fields.items():
        key = field.alias or name
        for steps, inner in _parts(getattr(part, name), (*place, key)):
            named = getattr(inner, "id", None)
            if isinstance(named, str):
                yield steps, inner, named
            yield from named_within(inner, steps)


def wording_of(part: Part) -> tuple[str | None, str | None]:
    """Wording and section, where the part may carry them."""
    return (part.rule, part.section) if isinstance(part, Naming) else (None, None)


def _parts(value: object, place: Place) -> Iterator[tuple[Place, Part]]:
    match value:
        case Part():
            yield place, value
        case tuple():
            for at, each in enumerate(value):
                yield from _parts(each, (*place, at))
        case dict():
            for key, each in value.items():
                yield from _parts(each, (*place, key))
