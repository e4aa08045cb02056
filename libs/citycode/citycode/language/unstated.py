"""When a condition fails only because nobody stated what it asks to be known."""

from __future__ import annotations

from .trace import Trace


def unstated(trace: Trace) -> tuple[Trace, ...]:
    """The facts without which the condition fails; none where anything else speaks against it as well."""
    if trace.value is not False:
        return ()
    if trace.kind == "known":
        return trace.parts
    if trace.kind not in ("and", "or"):
        return ()
    against = [unstated(part) for part in trace.parts if part.value is False]
    return tuple(each for found in against for each in found) if all(against) else ()
