"""A hearing's own states."""

from __future__ import annotations

from casework.lifecycle import Lifecycle

HEARING = Lifecycle(
    "hearing",
    {"scheduled": {"hold": "held", "cancel": "canceled"}, "held": {}, "canceled": {}},
)
