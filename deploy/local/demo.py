"""`make demo`: the narrated scenario, in a system of its own on a fixed date."""

from __future__ import annotations


def demo() -> None:
    """Run the scenario and print each request and answer."""
    raise NotImplementedError
