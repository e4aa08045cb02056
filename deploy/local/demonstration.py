"""What demo.yaml says: the city of demonstrations, and the one request `make run` answers."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict

DEMO_FILE = Path(__file__).with_name("demo.yaml")


class WorkedRequest(BaseModel):
    """One request and what to say of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    say: str
    path: str
    body: dict[str, Any]
    show: tuple[str, ...]


class Demonstration(BaseModel):
    """The whole file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    city: str
    worked_request: WorkedRequest


@cache
def demonstration() -> Demonstration:
    """Read the file, once."""
    return Demonstration.model_validate(yaml.safe_load(DEMO_FILE.read_text()))
