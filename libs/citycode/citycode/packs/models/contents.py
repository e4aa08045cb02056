"""What must stand in a paper: an application, a notice, an order, a placard, a license."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from citycode.packs.models.element import Naming
from citycode.packs.models.parts import Formula, Word, Wording


class ContentSpec(Naming):
    """One thing that must stand in it, `when` the condition holds.

    `wording` is fixed text to be printed as it is. `any_of` names things of which one will do. `require`
    demands more of it, as a size of type or an amount. `id` names the rule where it is one of its own.
    """

    item: Word
    label: Wording
    when: Formula | None = None
    wording: Wording | None = None
    any_of: Annotated[dict[Word, Wording] | None, WithJsonSchema({"type": "object"})] = None
    require: Formula | None = None


def _from_words(raw: Any) -> Any:
    """`time, date and place` stands for {item: time_date_and_place, label: time, date and place}."""
    if not isinstance(raw, str):
        return raw
    item = re.sub(r"[^a-z0-9]+", "_", raw.lower()).strip("_")
    return {"item": item if item[:1].isalpha() else f"item_{item}", "label": raw}


Content = Annotated[
    ContentSpec,
    BeforeValidator(_from_words),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object"}], "description": "what it must hold"}),
]
Contents = Annotated[tuple[Content, ...], Field(max_length=100)]
