"""Named quantities and computed definitions: what each comes to for the facts."""

from __future__ import annotations

from dataclasses import dataclass

from citycode.elements.asking import Asked, Broken, holds, missing_names, told, worked
from citycode.elements.cited import Cited
from citycode.elements.comparisons import needs, to_json
from citycode.elements.gates import why_not
from citycode.language import Boolean, Expression, Missing, rounded_text
from citycode.results.measures import Measured


@dataclass(frozen=True, slots=True)
class Measure:
    """`name` as formulas read it (`m.sign_area`, `d.kennel`); `decimals` are those it is written with."""

    cited: Cited
    name: str
    label: str
    unit: str | None
    when: Expression | None
    expression: Expression
    decimals: int | None = None


def measured(measure: Measure, asked: Asked) -> Measured:
    held = holds(measure.when, asked)
    if measure.when is not None and held is False:
        return _answer(measure, asked, applies=False, sentence=why_not(measure.when, asked))
    if not isinstance(held, bool):
        names = missing_names(held) if isinstance(held, Missing) else ()
        return _answer(measure, asked, applies=None, sentence=_open(names, asked), missing=names)
    work = worked(measure.expression, asked)
    if isinstance(work, Broken):
        sentence = f"This cannot be computed from the facts: {work.why}."
        return _answer(measure, asked, sentence=sentence)
    if isinstance(work.value, Missing):
        names = missing_names(work.value)
        return _answer(measure, asked, sentence=_open(names, asked), missing=names)
    value = (
        to_json(work.value, measure.expression.type)
        if measure.decimals is None
        else rounded_text(work.value, measure.decimals)
    )
    sentence, steps = told(work, asked)
    if isinstance(measure.expression.type, Boolean):
        sentence = f"{'Yes' if value else 'No'}, {sentence[:1].lower()}{sentence[1:]}"
    return _answer(measure, asked, value=value, sentence=sentence, steps=steps)


def _open(names: tuple[str, ...], asked: Asked) -> str:
    return needs(names, asked) if names else "The text leaves this case open."


def _answer(
    measure: Measure,
    asked: Asked,
    *,
    sentence: str,
    applies: bool | None = True,
    value: object = None,
    steps: tuple[str, ...] = (),
    missing: tuple[str, ...] = (),
) -> Measured:
    cited = measure.cited
    return Measured(
        id=cited.id,
        rule=cited.rule,
        kind=cited.kind,
        name=measure.name.partition(".")[2],
        label=measure.label,
        applies=applies,
        value=value,  # type: ignore[arg-type]
        unit=measure.unit,
        sentence=sentence,
        steps=steps,
        missing=missing,
        section=cited.section,
        cite=cited.cite,
        law_date=asked.on,
        code_version=cited.code_version,
        notes=cited.notes,
    )
