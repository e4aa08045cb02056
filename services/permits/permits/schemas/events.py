"""What permits reads of other services' events."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from servicekit.wire import WireDate


class LandEvent(BaseModel):
    """A parcel changed hands (`conveyed_on`) or was divided (`divided_on`); other keys are not read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    city: str
    pin: str
    candidate_id: str | None = None
    conveyed_on: WireDate | None = None
    divided_on: WireDate | None = None
    facts: Annotated[dict[str, Any], Field(default_factory=dict)]
