"""Papers: what they must hold, and what is lacking."""

from __future__ import annotations

from datetime import date

from servicekit.wire import Outgoing

from calculators.answers.findings import MissingFactView
from calculators.answers.procedure import ContentRuleView


class DocumentRuleView(Outgoing):
    """A paper the law demands; `places` say where it is recorded, posted, kept or attached."""

    id: str
    rule: str
    kind: str
    title: str
    issued_by: list[str]
    addressed_to: list[str]
    contents: list[ContentRuleView]
    signed_by: list[str]
    places: dict[str, str]
    before: str | None
    after: str | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: list[str]


class ContentCheckView(Outgoing):
    """One thing a paper must hold, and whether it does."""

    item: str
    label: str
    applies: bool | None
    held: bool | None
    wording: str | None
    wrong: str | None
    missing: list[str]
    rule: str | None


class DocumentAnswer(Outgoing):
    """What is lacking in a paper; `complete` is null while facts would tell."""

    document: DocumentRuleView
    applies: bool | None
    complete: bool | None
    issuer_accepted: bool | None
    contents: list[ContentCheckView]
    missing: list[str]
    unsigned: list[str]
    not_done: list[str]
    missing_facts: list[MissingFactView]
    sentence: str
