"""A hearing's own states, and of which kind it is for which decision."""

from __future__ import annotations

from casework.lifecycle import Lifecycle

HEARING = Lifecycle(
    "hearing",
    {"scheduled": {"hold": "held", "cancel": "canceled"}, "held": {}, "canceled": {}},
)

KINDS = {"approve": "hearing", "revoke": "revocation_hearing"}
"""The notice kind of the law, by the decision the hearing comes before."""
