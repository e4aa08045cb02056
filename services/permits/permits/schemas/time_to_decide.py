"""The time to decide on the wire."""

from __future__ import annotations

from typing import Annotated

from caseroutes.shape import Incoming, Paragraph, Reasons
from pydantic import Field
from servicekit.wire import WireDate


class ExtendAsk(Incoming):
    """A written notice that extended the time: to which day, why, when it was sent.

    `applicant_approved` says by what the applicant approved it, where it is more than the city may take.
    """

    until: Annotated[WireDate, Field(examples=["2026-09-15"])]
    reasons: Annotated[Reasons, Field(min_length=1, examples=[["The engineer's report is under review."]])]
    sent_on: Annotated[WireDate, Field(examples=["2026-07-20"])]
    applicant_approved: Paragraph | None = None
