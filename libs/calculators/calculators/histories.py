"""What has happened and what there is, as callers state it, read into the engine's terms."""

from __future__ import annotations

from typing import Annotated

from citycode import FactErrors, Happening, Holding, Program, parse_facts
from pydantic import Field, StringConstraints, model_validator
from servicekit.problems import FieldError, Unprocessable
from servicekit.wire import Incoming, WireDate, WireInstant

from calculators.requests import LawDate, StatedFacts, Word, shown

Keys = Annotated[
    dict[Word, Annotated[str, StringConstraints(min_length=1, max_length=200)]],
    Field(
        max_length=10,
        default_factory=dict,
        description="Of what or whom it is, by the words the law counts per.",
        examples=[{"premises": "11.029.21.24.0001"}],
    ),
]
Id = Annotated[str, Field(default="", max_length=100, description="Yours; answers name it.")]
ReadOn = Annotated[
    WireDate | None,
    Field(default=None, description="The day it is read; today in the city unless given."),
]


class HappeningAsk(Incoming):
    """Something that came to pass: `form` says how it was done, `followed_by` what came of it and when."""

    event: Annotated[Word, Field(examples=["ownership.transferred"])]
    on: Annotated[WireDate | WireInstant, Field(union_mode="left_to_right", examples=["2026-06-04"])]
    id: Id
    form: Annotated[list[Word], Field(max_length=10, default_factory=list, examples=[["written", "signed"]])]
    keys: Keys
    facts: StatedFacts
    followed_by: Annotated[
        dict[Word, WireDate],
        Field(max_length=10, default_factory=dict, examples=[{"notice.received": "2026-06-08"}]),
    ]


class HoldingAsk(Incoming):
    """Something that is, was or would be had: from its first day through its last, if one is known."""

    of: Annotated[Word, Field(examples=["licenses_in_effect"])]
    first: Annotated[WireDate, Field(alias="from", examples=["2026-05-11"])]
    through: Annotated[WireDate | None, Field(default=None, examples=["2026-11-01"])]
    id: Id
    keys: Keys
    facts: StatedFacts

    @model_validator(mode="after")
    def _runs_forward(self) -> HoldingAsk:
        if self.through is not None and self.through < self.first:
            raise ValueError("it ends before it begins")
        return self


History = Annotated[list[HappeningAsk], Field(max_length=200, default_factory=list)]


class ClocksAsk(Incoming):
    """Which dates follow from an event? `on` is its day, or its instant where hours count.

    With `read_on` each clock says how it stands that day, by what `happened` since.
    """

    model_config = shown({"event": "application.completed", "on": "2026-06-04"})

    event: Annotated[Word, Field(examples=["application.completed"])]
    on: Annotated[WireDate | WireInstant, Field(union_mode="left_to_right", examples=["2026-06-04"])]
    law_on: LawDate
    happened: History
    read_on: Annotated[
        WireDate | None,
        Field(default=None, description="The day on which it is told how each clock stands."),
    ]
    facts: StatedFacts


class LaddersAsk(Incoming):
    """What have repeated events brought? The whole history of those asked about, as far as it counts."""

    model_config = shown(
        {"read_on": "2026-06-01", "history": [{"event": "violation.observed", "on": "2026-05-04"}]}
    )

    read_on: ReadOn
    law_on: LawDate
    history: History
    facts: StatedFacts


class CapsAsk(Incoming):
    """May one more be had beside what there is?"""

    model_config = shown({"on": "2026-05-11", "wanted": {"of": "permits_in_effect", "from": "2026-05-11"}})

    on: LawDate
    wanted: HoldingAsk
    records: Annotated[list[HoldingAsk], Field(max_length=1000, default_factory=list)]
    facts: StatedFacts


class TermsAsk(Incoming):
    """How long does what the event begins live, by what happened since?"""

    model_config = shown({"event": "permit.issued", "on": "2026-06-04", "read_on": "2026-09-14"})

    event: Annotated[Word, Field(examples=["permit.issued"])]
    on: Annotated[WireDate, Field(examples=["2026-06-04"])]
    read_on: ReadOn
    law_on: LawDate
    happened: History
    facts: StatedFacts


class HoldsAsk(Incoming):
    """What is barred on a day?"""

    model_config = shown(
        {"read_on": "2026-06-01", "happened": [{"event": "inspection.failed", "on": "2026-05-04"}]}
    )

    read_on: ReadOn
    law_on: LawDate
    happened: History
    facts: StatedFacts


class PeriodsAsk(Incoming):
    """Which named periods of the program does a day lie in?"""

    model_config = shown({"day": "2026-12-24"})

    day: Annotated[WireDate, Field(examples=["2026-12-24"])]
    read_on: ReadOn
    law_on: LawDate
    happened: History


def happenings(program: Program, asked: list[HappeningAsk], at: str) -> list[Happening]:
    """The events of the history; `at` is where it stands in the request. Raises Unprocessable."""
    wrong: list[FieldError] = []
    read = []
    for place, each in enumerate(asked):
        pointer = f"#/{at}/{place}"
        if each.event not in program.events:
            known = ", ".join(sorted(program.events))
            wrong.append(FieldError(f"{pointer}/event", f"known are {known}"))
            continue
        try:
            facts = parse_facts(program.facts, each.facts)
        except FactErrors as refused:
            wrong += _placed(refused, pointer)
            continue
        form = frozenset(each.form)
        read.append(Happening(each.event, each.on, each.id, form, each.keys, facts, dict(each.followed_by)))
    if wrong:
        raise Unprocessable("Some of what happened cannot be read.", errors=wrong)
    return read


def holding(program: Program, asked: HoldingAsk, pointer: str) -> Holding:
    """One record. Raises Unprocessable."""
    try:
        facts = parse_facts(program.facts, asked.facts)
    except FactErrors as refused:
        wrong = _placed(refused, pointer)
        raise Unprocessable("Some facts of a record cannot be read.", errors=wrong) from None
    return Holding(asked.of, asked.first, asked.through, asked.id, asked.keys, facts)


def _placed(refused: FactErrors, pointer: str) -> list[FieldError]:
    return [FieldError(f"{pointer}/facts{each.pointer}", each.message) for each in refused.problems]
