"""The verifier: whether what a service remembers is what was written, and where it first is not."""

from casework.audit.report import AuditReport, BadAnchor, BadEntry, BadRow
from casework.audit.verifying import Replay, verify_all

__all__ = ["AuditReport", "BadAnchor", "BadEntry", "BadRow", "Replay", "verify_all"]
