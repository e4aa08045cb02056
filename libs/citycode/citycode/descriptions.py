"""A program described in JSON: what it asks and every element in force on a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.decisions import Decision
from citycode.elements.notices import Notice
from citycode.results.findings import Json

if TYPE_CHECKING:
    from citycode.program import Program


def described(program: Program, on: date) -> dict[str, Json]:
    """The facts with their schema, and every element in force that day, cited."""
    edition = program.edition(on)
    listed: dict[str, list[Json]] = {}
    for cited in edition.cited.values():
        listed.setdefault(cited.kind, []).append(
            {
                "id": cited.id,
                "rule": cited.rule,
                "title": cited.title,
                "says": cited.text,
                "values": dict(cited.values),
                "section": cited.section,
                "cite": cited.cite,
                "notes": list(cited.notes),
            }
        )
    return {
        **summarized(program, on),
        "facts": [each.to_json() for each in program.facts.values()],
        "facts_schema": facts_schema(program),
        "elements": dict(listed),
        "submittals": [each.to_json() for each in program.submittals(on)],
        "judgments": [each.to_json() for each in program.judgments(on)],
        "notices": [replace(each.rule, law_date=on).to_json() for each in edition.all(Notice)],
        "documents": [each.to_json() for each in program.documents(on)],
        "decisions": [replace(each.rule, law_date=on).to_json() for each in edition.all(Decision)],
    }


def summarized(program: Program, on: date) -> dict[str, Json]:
    """Title, authority and citation."""
    return {
        "city": program.city,
        "program": program.id,
        "title": program.title,
        "service": program.service,
        "number_code": program.number_code,
        "sixty_day": program.sixty_day,
        "cite": program.cite,
        "notes": list(program.notes),
        "law_date": on.isoformat(),
        "code_version": program.source.code_version,
    }


def facts_schema(program: Program) -> dict[str, Json]:
    """JSON Schema of the object of facts."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: dict(spec.json_schema) for name, spec in program.facts.items()},
    }
