"""Builders of decisions and everything that is shown, asked or recorded."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import cast

from citycode.elements.decisions import Decision, Share, share_of
from citycode.elements.edition import Stated
from citycode.language import BARE, Expression, Known
from citycode.packs.build import inspections
from citycode.packs.build.ground import NO_DAY, Ground, Piece
from citycode.packs.build.lengths import fixed_length, length_words
from citycode.packs.formulas import Formulas
from citycode.packs.models.conflicts import ConflictSpec
from citycode.packs.models.element import Element
from citycode.packs.models.judging import JudgmentSpec
from citycode.packs.models.procedure import (
    AuthoritySpec,
    ConditionSpec,
    DecisionSpec,
    DefinitionSpec,
    InspectionSpec,
    OverlaySpec,
)
from citycode.packs.models.terms import TermSpec
from citycode.packs.models.timing import ReviewSpec
from citycode.results.decisions import DecisionRule, Recommendation
from citycode.results.findings import Json


def _fixed_number(
    ground: Ground, piece: Piece, expression: Expression | None, *steps: str | int
) -> Fraction | None:
    if expression is None:
        return None
    found = expression.evaluate({})
    if isinstance(found, Known):
        return Fraction(cast("int | Fraction", found.value))
    ground.log.add(piece.line(*steps), "Votes must not depend on facts", "Write the number, or v.<name>.")
    return None


MAJORITY = Share("voting", Fraction(1, 2), more_than=True)
"""What carries in a body whose law names no number."""


def decision(ground: Ground, piece: Piece, spec: DecisionSpec) -> Decision | None:
    formulas = ground.formulas(piece)
    ground.known(piece, "decision", spec.kind, ground.vocabulary.decisions, "kind")
    ground.office(piece, spec.office, "office")
    members = next((each.members for each in ground.offices.get(spec.office, ()) if each.members), None)
    needed = _fixed_number(
        ground, piece, formulas.compiled(("affirmative",), spec.affirmative, BARE), "affirmative"
    )
    share = _share(ground, piece, spec, formulas)
    if (needed is not None or share is not None) and members is None and spec.office in ground.offices:
        ground.log.add(
            piece.line("office"),
            f"`{spec.office}` votes, but city.yaml does not say how many members it has",
            "Add `members:` to the office.",
        )
        return None
    if needed is not None and (needed.denominator != 1 or not 0 < needed <= (members or 0)):
        ground.log.add(
            piece.line("affirmative"),
            f"{needed} affirmative votes cannot be asked of {members} members",
            "Write a whole number between 1 and the number of members.",
        )
        return None
    said = _needed_says(needed, share, members, ground.title_of(piece, spec.office))
    if needed is None and share is None and members is not None:
        share = MAJORITY
    cited = ground.cited(piece)
    rule = DecisionRule(
        id=cited.id,
        rule=cited.rule,
        kind=spec.kind,
        office=spec.office,
        hearing=spec.hearing,
        needed=_needed(needed, share, members),
        needed_says=said,
        members=members,
        grounds=tuple(spec.grounds or ()),
        recommendation=_recommendation(ground, piece, spec, formulas),
        says=cited.text,
        section=cited.section,
        cite=cited.cite,
        law_date=NO_DAY,
        code_version=cited.code_version,
        notes=cited.notes,
    )
    return Decision(cited, formulas.condition(("when",), spec.when), rule, share)


def _share(ground: Ground, piece: Piece, spec: DecisionSpec, formulas: Formulas) -> Share | None:
    if spec.share is None:
        return None
    part = _fixed_number(
        ground, piece, formulas.compiled(("share", "is"), spec.share.is_, BARE), "share", "is"
    )
    if part is None:
        return None
    if not 0 < part <= 1:
        ground.log.add(
            piece.line("share", "is"), f"{part} is no share of votes", "Write a part of one, as 2/3."
        )
        return None
    return Share(spec.share.of, part, spec.share.more_than)


def _needed(needed: Fraction | None, share: Share | None, members: int | None) -> int | None:
    if needed is not None:
        return int(needed)
    if share is not None and share.of == "members" and members is not None:
        return share_of(members, share)
    return None


def _needed_says(needed: Fraction | None, share: Share | None, members: int | None, title: str) -> str:
    if needed is not None:
        return f"at least {needed} affirmative votes of the {members} members of the {title}"
    if share is not None:
        base = {"members": "all members", "present": "the members present", "voting": "the votes cast"}[
            share.of
        ]
        return f"{'more than' if share.more_than else 'at least'} {share.part} of {base} of the {title}"
    if members is not None:
        return f"the law names no number, so more than half of the votes cast in the {title}"
    return f"decided by the {title}"


def _recommendation(
    ground: Ground, piece: Piece, spec: DecisionSpec, formulas: Formulas
) -> Recommendation | None:
    part = spec.recommendation
    if part is None:
        return None
    ground.office(piece, part.by, "recommendation", "by")
    within = None
    if part.within is not None:
        fixed = fixed_length(ground, piece, part.within, formulas, "recommendation")
        within = str(fixed) if fixed is not None else None
    cited = ground.nested(piece, part, "decision")
    return Recommendation(cited.id, cited.rule, part.by, within, cited.section, cited.cite)


def stated(ground: Ground, piece: Piece, spec: Element) -> Stated:
    """What is shown of an element, whatever its kind."""
    cited = ground.cited(piece)
    says, office = cited.text, None
    details: dict[str, Json] = dict(cited.values)
    match spec:
        case JudgmentSpec():
            says, office = spec.ask, spec.by
        case ConditionSpec():
            office = ground.office(piece, spec.by, "by")
            details["discretionary"] = spec.discretionary
        case InspectionSpec():
            office = next((each for each in spec.by if each in ground.offices), None)
            details |= inspections.details(ground, piece, spec)
        case ReviewSpec():
            office = spec.who if spec.who in ground.offices else None
            details |= {
                "every": length_words(spec.every),
                "starts": list(spec.starts),
                "who": spec.who,
                "must": spec.must,
            }
        case TermSpec():
            details |= {
                "starts": list(spec.starts or ()),
                "length": length_words(spec.length),
                "season": [spec.season.first, spec.season.to] if spec.season else None,
                "ends_on": list(spec.ends_on or ()),
            }
        case OverlaySpec():
            details |= {"layer": spec.layer, "fact": spec.fact, "registers": spec.registers}
            if spec.fact is not None and spec.fact not in ground.facts:
                ground.log.add(
                    piece.line("fact"), f"The program asks no fact `{spec.fact}`", "List it under `facts:`."
                )
            fact = ground.facts.get(spec.fact or "")
            told_by = re.search(r":([a-z0-9_-]+)", (fact.source if fact else None) or "")
            if told_by and told_by[1] != spec.layer:
                ground.log.add(
                    piece.line("layer"),
                    f"The fact `{spec.fact}` is taken from the layer `{told_by[1]}`, not from `{spec.layer}`",
                    "Let `from:` of the fact and `layer:` name the same.",
                )
        case AuthoritySpec():
            office = ground.office(piece, spec.office, "office")
        case ConflictSpec():
            details |= {"prevails": spec.one or spec.prevails, "against": spec.against}
        case DefinitionSpec():
            details["term"] = spec.term
    when = ground.formulas(piece).condition(("when",), spec.when)
    return Stated(cited, when, says, office, tuple(details.items()))
