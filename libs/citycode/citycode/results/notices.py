"""Was everybody told in time, in the way the law demands?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from citycode.results.findings import Json


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
    """A notice that went out to `party` on a day by `method` (`first_class_mail`), with proof or not yet."""

    party: str
    on: date
    method: str
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class NoticeRule:
    """A notice the law demands: for what, to whom, how near, how long before, by which service.

    `audience` holds the party kinds (`resident`); `within_ft` includes the number itself; `measured_from`
    is `parcel_perimeter` or None where distance plays no part. `lead` reads `10 days`; `proof` names what
    proves service (`affidavit_of_mailing`).
    """

    id: str
    rule: str
    kind: str
    audience: tuple[str, ...]
    within_ft: int | Fraction | None
    measured_from: str | None
    lead: str
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
        }


@dataclass(frozen=True, slots=True)
class PartyNotice:
    """Must `party` be notified (None: distance unknown), was it in time, and what is wrong with the
    service.

    `in_time` is None where nothing need be sent.
    """

    party: str
    must_be_notified: bool | None
    why: str
    served_on: date | None
    in_time: bool | None
    wrong: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "party": self.party,
            "must_be_notified": self.must_be_notified,
            "why": self.why,
            "served_on": self.served_on.isoformat() if self.served_on else None,
            "in_time": self.in_time,
            "wrong": list(self.wrong),
        }


@dataclass(frozen=True, slots=True)
class NoticeCheck:
    """`in_time` only if every party that must be notified was, on or before `last_mailing_day`, as
    demanded.

    `missing` are parties who must (or may have to) be notified and were not, or not properly.
    """

    notice: NoticeRule
    hearing_on: date
    last_mailing_day: date
    parties: tuple[PartyNotice, ...]
    in_time: bool
    missing: tuple[str, ...]
    sentence: str
    steps: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "notice": self.notice.to_json(),
            "hearing_on": self.hearing_on.isoformat(),
            "last_mailing_day": self.last_mailing_day.isoformat(),
            "parties": [each.to_json() for each in self.parties],
            "in_time": self.in_time,
            "missing": list(self.missing),
            "sentence": self.sentence,
            "steps": list(self.steps),
        }


def exact_json(number: int | Fraction | None) -> Json:
    """A whole number as a JSON number, another as its exact decimal or fraction string."""
    if number is None or isinstance(number, int):
        return number
    if number.denominator == 1:
        return number.numerator
    return str(number)
