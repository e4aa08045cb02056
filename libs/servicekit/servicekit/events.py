"""Events between services: the CloudEvents 1.0 envelope."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from servicekit.identifiers import uuid7


class CloudEvent(BaseModel):
    """One event. `subject` is what order is kept within (`permits/<id>`); `time` is the clock's instant, aware.

    As the body of POST /v1/events it forbids unknown members except the trace extension.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    specversion: Literal["1.0"] = "1.0"
    id: UUID = Field(default_factory=uuid7)
    type: str
    source: str
    subject: str
    time: datetime
    datacontenttype: Literal["application/json"] = "application/json"
    data: dict[str, Any]
    traceparent: str | None = None
