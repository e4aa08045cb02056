"""What the wire shapes of permits are made of."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints
from servicekit.wire import Incoming, Outgoing

__all__ = ["Facts", "Incoming", "Line", "Outgoing", "Paragraph", "Pin", "Reasons", "Site", "Word"]

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Paragraph = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[a-z][a-z0-9_.-]*$")]
Pin = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
Reasons = Annotated[list[Paragraph], Field(max_length=50)]
Facts = Annotated[
    dict[Annotated[str, StringConstraints(min_length=1, max_length=100)], Any],
    Field(max_length=200, description="By name, as GET programs/{program} lists them."),
]


class Site(Incoming):
    """Where on the parcel the project stands: degrees, longitude first."""

    lon: Annotated[float, Field(allow_inf_nan=False, ge=-180, le=180, examples=[-92.8993808])]
    lat: Annotated[float, Field(allow_inf_nan=False, ge=-90, le=90, examples=[44.9968423])]
