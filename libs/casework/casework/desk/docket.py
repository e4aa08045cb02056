"""The docket: how a service keeps its applications, so that all of them are reviewed and decided alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from citycode.facts import Facts
from citycode.program import Program
from sqlalchemy import Connection

from casework.applications import Application
from casework.desk.acting import Acting
from casework.desk.gates import Gate
from casework.lifecycle import Lifecycle
from casework.payments import PaymentMethod, Refund

A = TypeVar("A", bound=Application)


@dataclass(frozen=True, slots=True)
class Docket(Generic[A]):
    """`find` gives one of a city or raises NotFound; `held` finds it at the version the caller read, if the
    event is allowed; `save` writes it.

    `facts_of` is all that is known of one. `before_completion` are gates beside missing submittals,
    `completed` and `denied` what follows in money.
    """

    lifecycle: Lifecycle
    find: Callable[[Connection, str, UUID], A]
    held: Callable[[Connection, Acting, UUID, int, str], A]
    save: Callable[[Connection, A], A]
    facts_of: Callable[[Connection, Acting, A], Facts]
    before_completion: Callable[[Connection, Acting, A, Facts], Iterable[Gate]]
    completed: Callable[[Connection, Acting, A], None]
    denied: Callable[[Connection, Acting, A, PaymentMethod], tuple[Refund, ...]]


def program_of(acting: Acting, application: Application) -> Program:
    """The law of an application."""
    return acting.city.program(application.program)
