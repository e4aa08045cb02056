"""Builders of papers: documents, and what submittals and notices must hold."""

from __future__ import annotations

from collections.abc import Sequence

from citycode.elements.documents import Content, Document
from citycode.packs.build.ground import NO_DAY, Ground, Piece
from citycode.packs.models.contents import ContentSpec
from citycode.packs.models.documents import DocumentSpec
from citycode.packs.models.notices import NoticeSpec
from citycode.packs.models.procedure import SubmittalSpec
from citycode.results.documents import ContentRule, DocumentRule

PLACES = ("recorded", "posted", "kept", "attached")


def document(ground: Ground, piece: Piece, spec: DocumentSpec) -> Document | None:
    ground.known(piece, "kind of document", spec.kind, ground.vocabulary.documents, "kind")
    for key in ("before", "after"):
        event = getattr(spec, key)
        if event is not None:
            ground.known(piece, "event", event, ground.vocabulary.events, key)
    places = tuple((each, told) for each in PLACES if (told := getattr(spec, each)) is not None)
    return _paper(
        ground,
        piece,
        spec,
        kind=spec.kind,
        by=spec.by or (),
        to=spec.to or (),
        signed_by=spec.signed_by or (),
        places=places,
        before=spec.before,
        after=spec.after,
    )


def submittal(ground: Ground, piece: Piece, spec: SubmittalSpec) -> Document | None:
    """A submittal is a paper when the law says what it must hold or who files it."""
    if not (spec.contents or spec.by or spec.signed_by):
        return None
    return _paper(
        ground,
        piece,
        spec,
        kind="submittal",
        by=spec.by or (),
        to=spec.to or (),
        signed_by=spec.signed_by or (),
    )


def notice(ground: Ground, piece: Piece, spec: NoticeSpec) -> Document | None:
    """What a notice must say."""
    if not spec.contents:
        return None
    by = spec.issued_by or ()
    return _paper(ground, piece, spec, kind="notice", by=by, to=spec.to or ())


def _paper(
    ground: Ground,
    piece: Piece,
    spec: DocumentSpec | SubmittalSpec | NoticeSpec,
    *,
    kind: str,
    by: Sequence[str],
    to: Sequence[str],
    signed_by: Sequence[str] = (),
    places: tuple[tuple[str, str], ...] = (),
    before: str | None = None,
    after: str | None = None,
) -> Document | None:
    formulas = ground.formulas(piece)
    when = formulas.condition(("when",), spec.when)
    contents = _contents(ground, piece, spec.contents)
    if contents is None or (spec.when is not None and when is None):
        return None
    key = "issued_by" if isinstance(spec, NoticeSpec) else "by"
    for name in by:
        ground.who(piece, name, key)
    for name in to:
        ground.who(piece, name, "to")
    for name in signed_by:
        ground.who(piece, name, "signed_by")
    cited = ground.cited(piece)
    rule = DocumentRule(
        id=cited.id,
        rule=cited.rule,
        kind=kind,
        title=cited.title,
        issued_by=tuple(by),
        addressed_to=tuple(to),
        contents=tuple(each.rule for each in contents),
        signed_by=tuple(signed_by),
        places=places,
        before=before,
        after=after,
        says=cited.text,
        section=cited.section,
        cite=cited.cite,
        law_date=NO_DAY,
        code_version=cited.code_version,
        notes=cited.notes,
    )
    titles = tuple((name, ground.title_of(piece, name)) for name in dict.fromkeys((*by, *to, *signed_by)))
    return Document(cited, when, rule, contents, titles)


def _contents(ground: Ground, piece: Piece, specs: Sequence[ContentSpec]) -> tuple[Content, ...] | None:
    formulas = ground.formulas(piece)
    contents: list[Content] = []
    seen: set[str] = set()
    sound = True
    for place, spec in enumerate(specs):
        when = formulas.condition(("contents", place, "when"), spec.when)
        require = formulas.condition(("contents", place, "require"), spec.require)
        sound &= (when is None) is (spec.when is None) and (require is None) is (spec.require is None)
        for item in (spec.item, *(spec.any_of or ())):
            if item in seen:
                ground.log.add(
                    piece.line("contents", place),
                    f"The item `{item}` stands twice in its contents",
                    "Give each thing a name of its own.",
                )
            seen.add(item)
        contents.append(Content(_content_rule(spec), when, require))
    return tuple(contents) if sound else None


def content_rules(specs: Sequence[ContentSpec]) -> tuple[ContentRule, ...]:
    return tuple(_content_rule(each) for each in specs)


def _content_rule(spec: ContentSpec) -> ContentRule:
    return ContentRule(
        spec.item,
        spec.label,
        spec.wording,
        tuple((spec.any_of or {}).items()),
        spec.id.partition(".")[0] if spec.id else None,
        spec.when is not None,
    )
