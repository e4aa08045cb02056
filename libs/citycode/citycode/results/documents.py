"""Does a paper hold what the law demands, and is it signed, recorded and posted?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from citycode.results.findings import Json, MissingFact
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as it is. `holds` says per item of the law whether it stands there, or its very text.

    `by` issued or filed it; `signed_by` have signed; `done` are of `recorded`, `posted`, `kept`, `attached`.
    """

    holds: Mapping[str, bool | str] = field(default_factory=dict)
    by: str | None = None
    signed_by: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()


class PaperError(ValueError):
    """Something is said of the paper that the law does not ask. `pointer` names it, `known` what is asked."""

    def __init__(self, pointer: str, wanted: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{pointer}: {wanted!r} is not asked; asked are {', '.join(known) or 'none'}")
        self.pointer = pointer
        self.wanted = wanted
        self.known = known


@dataclass(frozen=True, slots=True)
class ContentRule(Shown):
    """One thing a paper must hold. `wording` is fixed text; of `any_of` (item, label) one will do."""

    item: str
    label: str
    wording: str | None
    any_of: tuple[tuple[str, str], ...]
    rule: str | None
    conditional: bool

    def to_json(self) -> dict[str, Json]:
        return {
            "item": self.item,
            "label": self.label,
            "wording": self.wording,
            "any_of": [{"item": item, "label": label} for item, label in self.any_of],
            "rule": self.rule,
            "conditional": self.conditional,
        }


@dataclass(frozen=True, slots=True)
class DocumentRule(Shown):
    """A paper the law demands.

    `kind` is `order`, `placard`, `license`, `notice`, `submittal` …; `places` say where it is recorded,
    posted, kept or attached.
    """

    id: str
    rule: str
    kind: str
    title: str
    issued_by: tuple[str, ...]
    addressed_to: tuple[str, ...]
    contents: tuple[ContentRule, ...]
    signed_by: tuple[str, ...]
    places: tuple[tuple[str, str], ...]
    before: str | None
    after: str | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "kind": self.kind,
            "title": self.title,
            "issued_by": list(self.issued_by),
            "addressed_to": list(self.addressed_to),
            "contents": [each.to_json() for each in self.contents],
            "signed_by": list(self.signed_by),
            "places": dict(self.places),
            "before": self.before,
            "after": self.after,
            "says": self.says,
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class ContentCheck(Shown):
    """One thing a paper must hold, and whether it does.

    `applies` is None while facts in `missing` would tell. `held` is None where it need not be there or
    cannot be told. `wrong` says what is amiss.
    """

    item: str
    label: str
    applies: bool | None
    held: bool | None
    wording: str | None
    wrong: str | None
    missing: tuple[str, ...]
    rule: str | None


@dataclass(frozen=True, slots=True)
class DocumentCheck(Shown):
    """`complete` is None while facts would tell whether something must be there that is not.

    `missing` are the labels of what is lacking or wrong; `unsigned` who has yet to sign; `not_done` what is
    yet to be recorded, posted, kept or attached. `issuer_accepted` is None where nobody is named or asked.
    """

    document: DocumentRule
    applies: bool | None
    complete: bool | None
    issuer_accepted: bool | None
    contents: tuple[ContentCheck, ...]
    missing: tuple[str, ...]
    unsigned: tuple[str, ...]
    not_done: tuple[str, ...]
    missing_facts: tuple[MissingFact, ...]
    sentence: str
