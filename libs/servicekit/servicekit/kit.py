"""What one app holds for its requests. Reached by `kit_of(request)`; wired by `create_app`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fastapi import Request
from sqlalchemy import Engine

from servicekit.clock import Clock
from servicekit.problems import ProblemTable
from servicekit.settings import ServiceSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from servicekit.access import PermissionSource
    from servicekit.api_keys import ApiKeyVerifier
    from servicekit.metrics import ServiceMetrics
    from servicekit.tokens import TokenVerifier


@dataclass(frozen=True)
class Kit:
    """The parts of one app. `version` is that of the program, `code_version` that of the law it loaded."""

    settings: ServiceSettings
    clock: Clock
    permissions: PermissionSource
    problems: ProblemTable
    tokens: TokenVerifier
    api_keys: ApiKeyVerifier | None
    metrics: ServiceMetrics
    engine: Engine | None = None
    version: str = "1.0.0"
    code_version: str | None = None
    ready: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    after_commit: Sequence[Callable[[], None]] = ()


def kit_of(request: Request) -> Kit:
    """Give the kit of the app that serves `request`."""
    kit: Kit = request.app.state.kit
    return kit
