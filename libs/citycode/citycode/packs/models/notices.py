"""Notices: who is told of what, by whom, how long before, by which service, and what it says."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from citycode.packs.models.contents import Contents
from citycode.packs.models.element import Element, Named, Naming
from citycode.packs.models.parts import ElementId, Flag, Formula, LengthSpec, Number, Word, Wording, Words


class AreaSpec(Named):
    """The mailing area: everything `within_ft` (the number included) of what it is `measured_from`."""

    within_ft: Annotated[Number, Field(gt=0)]
    measured_from: Literal["parcel_perimeter", "site"]


class ServiceSpec(Naming):
    """One way of service that will do; several methods that are named together must all be used.

    It counts from the day it was `sent` or `received`, or so long `after` that day; of several methods from
    the last of them, or from the one in `counts_from`. With `proof` it is good only when proven so.
    """

    method: Words
    when: Formula | None = None
    proof: Word | None = None
    counts: Literal["sent", "received"] = "sent"
    counts_from: Word | None = None
    after: LengthSpec | None = None

    @model_validator(mode="after")
    def _counts_from_its_own(self) -> ServiceSpec:
        if self.counts_from is not None and self.counts_from not in self.method:
            methods = ", ".join(self.method)
            raise ValueError(
                f"`counts_from: {self.counts_from}` is no method of this way|Name one of {methods}."
            )
        return self


Service = Annotated[
    ServiceSpec,
    BeforeValidator(lambda raw: {"method": raw} if isinstance(raw, str) else raw),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object"}], "description": "a way of service"}),
]


def _one_or_more(raw: Any) -> Any:
    return raw if isinstance(raw, list | tuple) else [raw]


Services = Annotated[
    tuple[Service, ...],
    Field(max_length=10),
    BeforeValidator(_one_or_more),
    WithJsonSchema({"type": ["string", "object", "array"], "description": "ways of service: one will do"}),
]


class ServedSpec(Named):
    """A rule of its own about service: the ways that will do, and to which `address`."""

    by: Services
    address: Wording | None = None


class PublicationSpec(Naming):
    """Publication `in` a newspaper: once, or in so many successive `weeks`, the first so long before."""

    in_: Annotated[Wording, Field(alias="in")]
    weeks: Annotated[int, Field(ge=1, le=52)] = 1
    lead: LengthSpec | None = None
    proof: Word | None = None


class NoticeSpec(Element):
    """Who must be told of what, how near and how long before, by which service, and what it must say.

    `to` are parties, or offices of the city.
    `by` are ways of service of which one will do; where another rule governs service it stands under
    `served`, or `served_like` names the notice whose service holds here too. `earlier_off_weekends: true`
    where a last day on a weekend or holiday cannot be counted.
    """

    for_: Annotated[Word, Field(alias="for")]
    to: Words | None = None
    issued_by: Words | None = None
    area: AreaSpec | None = None
    lead: LengthSpec | None = None
    earlier_off_weekends: Flag = False
    by: Services = ()
    served: ServedSpec | None = None
    served_like: ElementId | None = None
    publication: PublicationSpec | None = None
    contents: Contents = ()
    proof: Word | None = None

    @model_validator(mode="after")
    def _whole_days(self) -> NoticeSpec:
        for each in (self.lead, self.publication.lead if self.publication else None):
            if each is not None and each.stated()[0] in ("hours", "business_hours"):
                raise ValueError("A least notice is counted in days or longer|Write {days: …} or {weeks: …}.")
        return self

    @model_validator(mode="after")
    def _served_once(self) -> NoticeSpec:
        ways = [each for each in (self.by, self.served, self.served_like) if each]
        if len(ways) > 1:
            raise ValueError("Its service is told twice|Keep one of `by:`, `served:` and `served_like:`.")
        if self.to is not None and not ways:
            raise ValueError(
                "It does not say how it is served|Add `by:`, perhaps `by: [first_class_mail]`, or `served:`."
            )
        if self.to is None and self.publication is None:
            raise ValueError("It goes to nobody|Add `to:` with parties, or `publication:`.")
        return self
