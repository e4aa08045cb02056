"""Lifecycles: which events a state allows, and where they lead. One explicit table per kind of record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType


class NotAllowed(Exception):
    """The state of the record does not allow this event; `allowed` are those it does allow."""

    def __init__(self, record: str, state: str, event: str, allowed: tuple[str, ...]) -> None:
        self.record = record
        self.state = state
        self.event = event
        self.allowed = allowed
        can = ", ".join(allowed) or "nothing"
        super().__init__(
            f"The {record} is {state.replace('_', ' ')}: {event} is not allowed. Allowed now: {can}."
        )


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """`moves[state][event]` is the state after it; a state without events is an end."""

    record: str
    moves: Mapping[str, Mapping[str, str]]

    def __post_init__(self) -> None:
        frozen = {state: MappingProxyType(dict(events)) for state, events in self.moves.items()}
        object.__setattr__(self, "moves", MappingProxyType(frozen))
        unknown = {to for events in frozen.values() for to in events.values()} - frozen.keys()
        if unknown:
            raise ValueError(f"the {self.record} moves to states it does not list: {sorted(unknown)}")

    @property
    def states(self) -> tuple[str, ...]:
        return tuple(self.moves)

    @property
    def events(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(event for events in self.moves.values() for event in events))

    def allowed(self, state: str) -> tuple[str, ...]:
        """The events a record in `state` allows."""
        return tuple(self.moves[state])

    def after(self, state: str, event: str) -> str:
        """The state after `event`. Raises NotAllowed."""
        to = self.moves[state].get(event)
        if to is None:
            raise NotAllowed(self.record, state, event, self.allowed(state))
        return to

    def refusals(self) -> Iterator[tuple[str, str]]:
        """Every pair of state and event that must be refused."""
        return (
            (state, event) for state in self.states for event in self.events if event not in self.moves[state]
        )
