"""Builders of inspections: what a check tests of them, when they fall due, who may enter."""

from __future__ import annotations

from citycode.elements.clocks import ClockRule
from citycode.elements.standards import Standard
from citycode.packs.build import timing
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.build.judging import gate
from citycode.packs.build.lengths import length_words
from citycode.packs.models.procedure import InspectionSpec
from citycode.packs.models.timing import ClockSpec, ReviewSpec
from citycode.results.findings import Json

MUST = "inspect"


def passed(ground: Ground, piece: Piece, spec: InspectionSpec) -> Standard | None:
    """The condition that it was passed lately enough."""
    if spec.passed is None:
        return None
    part = spec.passed
    formulas = ground.formulas(piece)
    unit, number = part.within.stated()
    days = [
        formulas.compiled(("passed", key), text) for key, text in (("on", part.on), ("before", part.before))
    ]
    if None in days:
        return None
    require = f"({part.on}) >= ({part.before}) - {unit}({number})"
    test = formulas.test(("passed", "within"), require, None, None)
    if test is None:
        return None
    if spec.remedy is not None:
        ground.known(piece, "remedy", spec.remedy, ground.vocabulary.remedies, "remedy")
    return Standard(ground.cited(piece), gate(ground, piece, spec, formulas), test, None, (), spec.remedy)


def due(ground: Ground, piece: Piece, spec: InspectionSpec) -> ClockRule | None:
    """When it must be made."""
    if spec.after is None or not spec.required:
        return None
    common = {"id": spec.id, "title": spec.title, "when": spec.when, "must": MUST, "who": spec.by[0]}
    if spec.every is not None:
        review = ReviewSpec.model_validate({**common, "starts": spec.after, "every": spec.every})
        return timing.review(ground, piece, review)
    if spec.within is not None:
        clock = ClockSpec.model_validate({**common, "starts": spec.after, "length": spec.within})
        return timing.clock(ground, piece, clock)
    return None


def details(ground: Ground, piece: Piece, spec: InspectionSpec) -> dict[str, Json]:
    """What is shown of it."""
    for name in spec.by:
        ground.who(piece, name, "by")
    for key in ("after", "before"):
        event = getattr(spec, key)
        if event is not None:
            ground.known(piece, "event", event, ground.vocabulary.events, key)
    shown: dict[str, Json] = {
        "by": list(spec.by),
        "required": spec.required,
        "after": spec.after,
        "before": spec.before,
        "within": length_words(spec.within),
        "every": length_words(spec.every),
        "passed_within": length_words(spec.passed.within) if spec.passed else None,
        "enter": None,
    }
    if spec.enter is not None:
        for name in spec.enter.who:
            ground.who(piece, name, "enter", "who")
        shown["enter"] = {
            "who": list(spec.enter.who),
            "when": spec.enter.when,
            "notice": spec.enter.notice,
            "refused": spec.enter.refused,
        }
    return shown
