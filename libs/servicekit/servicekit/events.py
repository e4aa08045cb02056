"""Events between services: the CloudEvents 1.0 envelope."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from servicekit.identifiers import uuid7


class CloudEvent(BaseModel):
    """One event. `subject` is what order is kept within (`permits/<id>`); `time` is the clock's instant,
    aware.

    As the body of POST /v1/events it forbids unknown members except the trace extension.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    specversion: Literal["1.0"] = "1.0"
    id: UUID = Field(default_factory=uuid7)
    type: str = Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$", max_length=100)
    source: str = Field(min_length=1, max_length=200)
    subject: str = Field(min_length=1, max_length=200)
    time: AwareDatetime
    datacontenttype: Literal["application/json"] = "application/json"
    data: dict[str, Any]
    traceparent: str | None = Field(default=None, max_length=100)
