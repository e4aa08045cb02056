"""What has happened and what there is: the history a question takes as input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from citycode.facts import NO_FACTS, Facts


@dataclass(frozen=True, slots=True)
class Happening:
    """An event of the vocabulary that came to pass `on` a day or at an instant.

    `form` says how an act was done (`written`, `signed`). `keys` say of what or whom it is: `premises`,
    `dwelling_unit`, `permit_holder`. `facts` are true of it alone and prevail over those of the question.
    `followed_by` are days of events that belong to it, by name: the notice that was received for it.
    """

    event: str
    on: date | datetime
    id: str = ""
    form: frozenset[str] = frozenset()
    keys: Mapping[str, str] = field(default_factory=dict)
    facts: Facts = NO_FACTS
    followed_by: Mapping[str, date] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Holding:
    """A license, permit, sale … that is, was or would be: from `first` through `last`, both days included.

    `last` None: no end is known. `of` names what it is in the words of a cap (`licenses_in_effect`).
    """

    of: str
    first: date
    last: date | None = None
    id: str = ""
    keys: Mapping[str, str] = field(default_factory=dict)
    facts: Facts = NO_FACTS

    def __post_init__(self) -> None:
        if self.last is not None and self.last < self.first:
            raise ValueError(f"{self.id or self.of} ends {self.last} before it begins {self.first}")
