"""Papers the law demands: orders, placards, licenses, statements, agreements, records."""

from __future__ import annotations

from citycode.packs.models.contents import Contents
from citycode.packs.models.element import Element
from citycode.packs.models.parts import Event, Word, Wording, Words


class DocumentSpec(Element):
    """A paper and what it must hold.

    `by` are the offices or parties who may issue or file it, `to` those who get it; `signed_by` must all
    sign. `recorded`, `posted`, `kept` and `attached` say where, in plain words. `before` and `after` are the
    events it must precede or follows.
    """

    title: Wording
    kind: Word
    by: Words | None = None
    to: Words | None = None
    contents: Contents = ()
    signed_by: Words | None = None
    recorded: Wording | None = None
    posted: Wording | None = None
    kept: Wording | None = None
    attached: Wording | None = None
    before: Event | None = None
    after: Event | None = None
