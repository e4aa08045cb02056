"""Builders of notices."""

from __future__ import annotations

from fractions import Fraction

from citycode.elements.notices import Notice, Publication
from citycode.elements.service import Way
from citycode.packs.build.documents import content_rules
from citycode.packs.build.ground import NO_DAY, Ground, Piece
from citycode.packs.build.lengths import fixed_length
from citycode.packs.errors import nearest
from citycode.packs.formulas import Formulas
from citycode.packs.models.notices import NoticeSpec, PublicationSpec, ServiceSpec
from citycode.packs.tree import Steps
from citycode.results.notices import NoticeRule, PublicationRule, ServiceRule


def notice(ground: Ground, piece: Piece, spec: NoticeSpec) -> Notice | None:
    formulas = ground.formulas(piece)
    words = ground.vocabulary
    for name in spec.to or ():
        ground.who(piece, name, "to")
    for name in spec.issued_by or ():
        ground.who(piece, name, "issued_by")
    if spec.proof is not None:
        ground.known(piece, "proof of service", spec.proof, words.proofs, "proof")
    ground.known(piece, "notice", spec.for_, words.notices, "for")
    when = formulas.condition(("when",), spec.when)
    lead = fixed_length(ground, piece, spec.lead, formulas, "lead") if spec.lead is not None else None
    ways = _ways(ground, piece, spec, formulas)
    publication = _publication(ground, piece, spec.publication, formulas)
    if (
        (spec.lead is not None and lead is None)
        or (spec.publication is not None and publication is None)
        or (spec.when is not None and when is None)
        or ways is None
    ):
        return None
    cited, area = ground.cited(piece), spec.area
    near = ground.nested(piece, area, "notice") if area is not None else None
    within = Fraction(area.within_ft) if area is not None else None
    served = _served(ground, piece, spec)
    rule = NoticeRule(
        id=cited.id,
        rule=cited.rule,
        kind=spec.for_,
        audience=tuple(spec.to or ()),
        within_ft=within.numerator if within is not None and within.denominator == 1 else within,
        measured_from=area.measured_from if area is not None else None,
        lead=str(lead) if lead is not None else None,
        methods=tuple(dict.fromkeys(method for each in ways for method in each.rule.methods)),
        must_say=tuple(each.label for each in spec.contents),
        proof=spec.proof,
        says=cited.text,
        section=cited.section,
        cite=cited.cite,
        law_date=NO_DAY,
        code_version=cited.code_version,
        area_rule=near.rule if near is not None else None,
        notes=(*cited.notes, *(near.notes if near is not None else ())),
        issued_by=tuple(spec.issued_by or ()),
        contents=content_rules(spec.contents),
        services=tuple(each.rule for each in ways),
        service_rule=served.served.id.partition(".")[0] if served is not None and served.served else None,
        address=served.served.address if served is not None and served.served else None,
        publication=publication.rule if publication is not None else None,
    )
    audience = " and ".join(words.parties.get(name) or _office(ground, piece, name) for name in spec.to or ())
    return Notice(cited, rule, when, lead, spec.earlier_off_weekends, ways, publication, audience)


def _office(ground: Ground, piece: Piece, name: str) -> str:
    return f"the {ground.title_of(piece, name).lower()}"


def _served(ground: Ground, piece: Piece, spec: NoticeSpec) -> NoticeSpec | None:
    """The notice whose service holds: this one, or the one it is served like."""
    if spec.served_like is None:
        return spec
    like = [each for each in ground.declared if each.key == "notices" and each.rule_id == spec.served_like]
    for each in like:
        for version in each.versions:
            if version.span.covers(piece.span) and isinstance(version.item.spec, NoticeSpec):
                return version.item.spec
    known = [each.rule_id for each in ground.declared if each.key == "notices" and each.rule_id is not None]
    ground.log.add(
        piece.line("served_like"),
        f"`{spec.served_like}` is no notice of the program on every day of this one",
        nearest(spec.served_like, known, "Its notices:"),
    )
    return None


def _ways(ground: Ground, piece: Piece, spec: NoticeSpec, formulas: Formulas) -> tuple[Way, ...] | None:
    source = _served(ground, piece, spec)
    if source is None:
        return None
    specs = source.by if source.served is None else source.served.by
    at: Steps = ("by",) if source.served is None else ("served", "by")
    found = [_way(ground, piece, each, formulas, (*at, place)) for place, each in enumerate(specs)]
    sound = tuple(each for each in found if each is not None)
    return sound if len(sound) == len(found) else None


def _way(ground: Ground, piece: Piece, spec: ServiceSpec, formulas: Formulas, steps: Steps) -> Way | None:
    words = ground.vocabulary
    for name in spec.method:
        ground.known(piece, "way of service", name, words.methods, *steps)
    if spec.proof is not None:
        ground.known(piece, "proof of service", spec.proof, words.proofs, *steps, "proof")
    when = formulas.condition((*steps, "when"), spec.when)
    after = fixed_length(ground, piece, spec.after, formulas, *steps, "after") if spec.after else None
    if (spec.when is not None and when is None) or (spec.after is not None and after is None):
        return None
    rule = ServiceRule(
        methods=tuple(spec.method),
        proof=spec.proof,
        counts=spec.counts,
        after=str(after) if after is not None else None,
        conditional=spec.when is not None,
        rule=spec.id.partition(".")[0] if spec.id else None,
    )
    said = " and ".join(words.methods.get(name, name) for name in spec.method)
    return Way(rule, when, after, said, spec.counts_from)


def _publication(
    ground: Ground, piece: Piece, spec: PublicationSpec | None, formulas: Formulas
) -> Publication | None:
    if spec is None:
        return None
    lead = None
    if spec.lead is not None:
        lead = fixed_length(ground, piece, spec.lead, formulas, "publication", "lead")
        if lead is None:
            return None
    if spec.proof is not None:
        ground.known(piece, "proof of service", spec.proof, ground.vocabulary.proofs, "publication", "proof")
    told = str(lead) if lead is not None else None
    rule_id = spec.id.partition(".")[0] if spec.id else None
    return Publication(PublicationRule(spec.in_, spec.weeks, told, spec.proof, rule_id), lead)
