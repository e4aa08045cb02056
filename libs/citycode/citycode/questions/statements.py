"""What is shown, asked or recorded rather than computed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.asking import holds, missing_names
from citycode.elements.edition import Stated
from citycode.facts import Facts
from citycode.language import Missing
from citycode.questions.ground import asked
from citycode.results.requirements import Submittal
from citycode.results.statements import Statement

if TYPE_CHECKING:
    from citycode.program import Program


def statements(program: Program, kind: str, on: date, facts: Facts | None = None) -> tuple[Statement, ...]:
    """Those of a kind; with facts, those that are not known to be beside the point."""
    edition, question = asked(program, facts, on)
    found: Iterable[Stated] = edition.stated.get(kind, ())
    if facts is not None:
        found = [each for each in found if holds(each.when, question) is not False]
    return tuple(each.statement(on) for each in found)


def stated(program: Program, on: date) -> tuple[Statement, ...]:
    return tuple(
        each
        for kind in ("stated", "authority", "definition", "conflict")
        for each in statements(program, kind, on)
    )


def submittals(program: Program, on: date, facts: Facts | None) -> tuple[Submittal, ...]:
    edition, question = asked(program, facts, on)
    return tuple(
        Submittal(
            cited.id,
            cited.rule,
            cited.title,
            each.says,
            None if isinstance(held, Missing) else True,
            missing_names(held) if isinstance(held, Missing) else (),
            cited.section,
            cited.cite,
        )
        for each in edition.stated.get("submittal", ())
        if (held := holds(each.when, question)) is not False
        for cited in (each.cited,)
    )
