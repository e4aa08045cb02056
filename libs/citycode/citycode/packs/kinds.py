"""The lists of a program file: which model each holds, and what one of its elements is called."""

from __future__ import annotations

from typing import get_args

from citycode.packs.models.files import ProgramFile, ProgramHeader
from citycode.packs.models.parts import Part

SINGULAR = {
    "applies": "applies",
    "exempts": "exemption",
    "eligibility": "eligibility",
    "tracks": "track",
    "measures": "measure",
    "tables": "table",
    "standards": "standard",
    "judgments": "judgment",
    "submittals": "submittal",
    "inspections": "inspection",
    "notices": "notice",
    "clocks": "clock",
    "decisions": "decision",
    "conditions": "condition",
    "terms": "term",
    "reviews": "review",
    "ends": "end",
    "transfers": "transfer",
    "overlays": "overlay",
    "definitions": "definition",
    "authority": "authority",
    "stated": "stated",
}

JUDGED = frozenset({"judgment"})
SHOWN = frozenset({"submittal", "definition", "authority", "stated", "condition", "inspection"})


def model_of(key: str) -> type[Part]:
    """The model of one entry under `key`."""
    inner: type[Part] = next(
        each
        for each in get_args(ProgramFile.model_fields[key].annotation)
        if isinstance(each, type) and issubclass(each, Part)
    )
    return inner


MODELS: dict[str, type[Part]] = {
    key: model_of(key) for key in ProgramFile.model_fields if key not in ProgramHeader.model_fields
}
ANSWERED_BY = {
    "applies": ("check", "requirements"),
    "exemption": ("check", "requirements"),
    "eligibility": ("check",),
    "track": ("check", "requirements"),
    "measure": ("check",),
    "table": ("check",),
    "standard": ("check",),
    "judgment": ("check",),
    "submittal": ("requirements",),
    "notice": ("notices/check",),
    "clock": ("clocks",),
    "decision": ("decisions/check",),
    "term": ("clocks",),
    "review": ("clocks",),
    "end": ("ends",),
    "transfer": ("ends",),
    "overlay": ("check",),
}


def treatment_of(kinds: frozenset[str]) -> str:
    """How a rule is carried out by elements of these kinds: computed, judged or stated."""
    if kinds - JUDGED - SHOWN:
        return "computed"
    return "judged" if kinds & JUDGED else "stated"
