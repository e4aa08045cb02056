"""Events between services: the CloudEvents 1.0 envelope."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from servicekit.identifiers import uuid7
from servicekit.wire import WireInstant, WireUuid


class CloudEvent(BaseModel):
    """One event. `subject` is what order is kept within (`permits/<id>`); `time` is the clock's instant,
    aware.

    As the body of POST /v1/events it forbids unknown members except the trace extension.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    specversion: Literal["1.0"] = "1.0"
    id: WireUuid = Field(default_factory=uuid7)
    type: str = Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$", max_length=100)
    source: str = Field(min_length=1, max_length=200)
    subject: str = Field(min_length=1, max_length=200)
    time: WireInstant
    datacontenttype: Literal["application/json"] = "application/json"
    data: dict[str, Any]
    traceparent: str | None = Field(default=None, max_length=100)
