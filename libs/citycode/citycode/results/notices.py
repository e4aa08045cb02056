"""Was everybody told in time, in the way the law demands?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from citycode.results.documents import ContentRule
from citycode.results.findings import Json
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody near the property. `kinds` as on notice lists: `resident`, `owner`, `taxpayer`, `applicant`
    …

    `distance_ft` is exact; None when it is not known.
    """

    id: str
    kinds: frozenset[str]
    distance_ft: int | Fraction | None = None


@dataclass(frozen=True, slots=True)
class Service:
    """A notice that went out to `party` on a day by `method` (`first_class_mail`), with proof or not yet.

    `received_on` is known where its receipt counts.
    """

    party: str
    on: date
    method: str
    proof: str | None = None
    received_on: date | None = None


@dataclass(frozen=True, slots=True)
class ServiceRule(Shown):
    """A way of service that will do: all of `methods` together, good only with `proof` where one is named.

    It `counts` from the day it was `sent` or `received`, or so long `after` (`3 days`).
    """

    methods: tuple[str, ...]
    proof: str | None
    counts: str
    after: str | None
    conditional: bool
    rule: str | None


@dataclass(frozen=True, slots=True)
class PublicationRule(Shown):
    """Publication in `newspaper`, once or in successive `weeks`, the first at least `lead` before."""

    newspaper: str
    weeks: int
    lead: str | None
    proof: str | None
    rule: str | None


@dataclass(frozen=True, slots=True)
class NoticeRule(Shown):
    """A notice the law demands: for what, to whom, how near, how long before, by which service.

    `audience` holds the party kinds (`resident`); `within_ft` includes the number itself; `measured_from`
    is `parcel_perimeter` or None where distance plays no part. `lead` reads `10 days`, None where the law
    names none; `proof` names what proves service (`affidavit_of_mailing`). Of `services` one will do;
    `service_rule` is the rule that names them, `address` where they go.
    """

    id: str
    rule: str
    kind: str
    audience: tuple[str, ...]
    within_ft: int | Fraction | None
    measured_from: str | None
    lead: str | None
    methods: tuple[str, ...]
    must_say: tuple[str, ...]
    proof: str | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    area_rule: str | None = None
    notes: tuple[str, ...] = ()
    issued_by: tuple[str, ...] = ()
    contents: tuple[ContentRule, ...] = ()
    services: tuple[ServiceRule, ...] = ()
    service_rule: str | None = None
    address: str | None = None
    publication: PublicationRule | None = None

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "kind": self.kind,
            "audience": list(self.audience),
            "within_ft": exact_json(self.within_ft),
            "measured_from": self.measured_from,
            "lead": self.lead,
            "methods": list(self.methods),
            "must_say": list(self.must_say),
            "proof": self.proof,
            "says": self.says,
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "area_rule": self.area_rule,
            "notes": list(self.notes),
            "issued_by": list(self.issued_by),
            "contents": [each.to_json() for each in self.contents],
            "services": [each.to_json() for each in self.services],
            "service_rule": self.service_rule,
            "address": self.address,
            "publication": self.publication.to_json() if self.publication else None,
        }


@dataclass(frozen=True, slots=True)
class NoticeReach:
    """Whom a list must hold that a notice goes out by: these kinds, within so many feet, the number included.

    `within_ft` is None where distance plays no part.
    """

    audience: frozenset[str]
    within_ft: int | Fraction | None


@dataclass(frozen=True, slots=True)
class PartyNotice(Shown):
    """Must `party` be notified (None: distance unknown), was it in time, and what is wrong with the
    service.

    `in_time` is None where nothing need be sent. `effective_on` is the day from which the service counts;
    `missing_proof` what is needed to make it good.
    """

    party: str
    must_be_notified: bool | None
    why: str
    served_on: date | None
    in_time: bool | None
    wrong: tuple[str, ...]
    effective_on: date | None = None
    missing_proof: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PublicationStanding(Shown):
    """Whether it was published as demanded; `last_day` is the last one for the first publication."""

    last_day: date | None
    published: tuple[date, ...]
    in_time: bool
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoticeFloor(Shown):
    """State law below which the notice may not fall; it `governs` where it leaves less time to mail."""

    id: str
    rule: str
    section: str
    cite: str
    last_mailing_day: date | None
    governs: bool
    says: str


@dataclass(frozen=True, slots=True)
class NoticeCheck(Shown):
    """`in_time` only if every party that must be notified was, on or before `last_mailing_day`, as
    demanded, and publication too where it is demanded.

    `missing` are parties who must (or may have to) be notified and were not, or not properly. Of a notice
    that precedes nothing, `hearing_on` and `last_mailing_day` are None. `applies` is None while facts would
    tell whether the notice is needed. `floors` are notices of the state that it may not fall short of.
    """

    notice: NoticeRule
    hearing_on: date | None
    last_mailing_day: date | None
    parties: tuple[PartyNotice, ...]
    in_time: bool
    missing: tuple[str, ...]
    sentence: str
    steps: tuple[str, ...]
    applies: bool | None = True
    publication: PublicationStanding | None = None
    floors: tuple[NoticeFloor, ...] = ()


def exact_json(number: int | Fraction | None) -> Json:
    """A whole number as a JSON number, another as its exact decimal or fraction string."""
    if number is None or isinstance(number, int):
        return number
    if number.denominator == 1:
        return number.numerator
    return str(number)
