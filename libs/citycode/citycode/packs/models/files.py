"""The files of a pack as wholes: vocabulary, city, program, cases."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel, StringConstraints, WithJsonSchema, field_validator

from citycode.packs.models.element import Marks
from citycode.packs.models.parts import (
    AmendmentSpec,
    Cite,
    CivilDate,
    Event,
    Flag,
    Part,
    RuleId,
    Slug,
    Word,
    Wording,
)
from citycode.packs.models.state import AttachedSpec

Permission = Annotated[str, StringConstraints(pattern=r"^[a-z_]+\.[a-z_]+$")]


HOURS = "opening times: {weekdays: 08:00-16:30}, or by day: {monday: 08:00-16:30, friday: 08:00-12:00}"
HOLIDAYS = "the switches the statute leaves to the city: {friday_after_thanksgiving: true}"
DISTRICTS = "code and name of each zoning district: {R-1: Residential}"


def _mapping(described: str) -> dict[str, Any]:
    return {"type": "object", "description": described}


class FieldSpec(Part):
    """A field of the records in a list."""

    type: Literal["number", "boolean", "text", "enum", "date", "instant", "duration"]
    label: Wording
    unit: Wording | None = None
    values: Annotated[dict[str, Wording] | None, WithJsonSchema({"type": "object"})] = None
    may_be_negative: Flag = False


class FactEntry(Part):
    """A fact of the vocabulary. `label` is how people call it, `question` how a form asks for it.

    Numbers carry a `unit` and a name that ends in it. `from` names where the fact is usually taken from.
    `values` of an enum are code and wording, or `zoning_districts` for those of the city. `item` is what
    one item of a list is called. A number below zero is refused unless it `may_be_negative`.
    """

    type: Literal["number", "boolean", "text", "enum", "date", "instant", "duration", "list"]
    label: Wording
    question: Wording
    unit: Wording | None = None
    values: Annotated[
        dict[str, Wording] | Literal["zoning_districts"] | None,
        WithJsonSchema({"anyOf": [{"type": "object"}, {"const": "zoning_districts"}]}),
    ] = None
    of: dict[Word, FieldSpec] | None = None
    item: Wording | None = None
    source: Annotated[
        str | None,
        Field(alias="from"),
        StringConstraints(
            pattern=r"^[a-z]+\.[a-z_]+(:[a-z][a-z0-9_-]*)*(=[A-Za-z0-9_-]+(\+[A-Za-z0-9_-]+)*)?(@[0-9]+(\.[0-9]+)?)?$"
        ),
    ] = None
    default: Annotated[Any, WithJsonSchema({})] = None
    may_be_negative: Flag = False
    note: Wording | None = None


class FactsFile(Part):
    facts: dict[Word, FactEntry]


class PermissionsFile(Part):
    permissions: dict[Permission, Wording]


class WordsSpec(Part):
    """Words with their meanings, for events, parties, states, methods and proofs of service, remedies.

    `actions` stand after "may" and "must", `counted` are what caps count, in the plural.
    """

    events: dict[Event, Wording] = Field(default_factory=dict)
    parties: dict[Word, Wording] = Field(default_factory=dict)
    states: dict[Word, Wording] = Field(default_factory=dict)
    methods: dict[Word, Wording] = Field(default_factory=dict)
    proofs: dict[Word, Wording] = Field(default_factory=dict)
    remedies: dict[Word, Wording] = Field(default_factory=dict)
    decisions: dict[Word, Wording] = Field(default_factory=dict)
    notices: dict[Word, Wording] = Field(default_factory=dict)
    actions: dict[Word, Wording] = Field(default_factory=dict)
    counted: dict[Word, Wording] = Field(default_factory=dict)
    documents: dict[Word, Wording] = Field(default_factory=dict)


class VocabularyFile(WordsSpec):
    """The words that every pack may use; the `services` that carry programs out; the `questions` for whose
    law dates a city may name an event of its own. Folders of law from before these lists were kept load as
    they are: without a list nothing is compared with it.
    """

    services: dict[Word, Wording] = Field(default_factory=dict)
    questions: dict[Word, Wording] = Field(default_factory=dict)


class OfficeSpec(Part):
    """An office, or a body of `members`, from the first day `from` until the first day no longer.

    `named_in` points at the rule or text that names it; what is assumed is marked `example: true`.
    """

    id: Word
    title: Wording
    also_called: tuple[Wording, ...] = ()
    permissions: tuple[Permission, ...] = ()
    members: Annotated[int | None, Field(ge=1, le=99)] = None
    since: Annotated[CivilDate | Slug | None, Field(alias="from")] = None
    until: CivilDate | Slug | None = None
    named_in: tuple[Wording, ...] = ()
    example: Flag = False
    verify: Wording | None = None
    note: Wording | None = None


class LawDateSpec(Part):
    event: Event
    note: Wording | None = None
    verify: Wording | None = None


class CityFile(Part):
    city: Slug
    name: Wording
    prefix: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2,4}$")]
    county: Wording
    county_fips: Annotated[str, StringConstraints(pattern=r"^27[0-9]{3}$")]
    timezone: Wording
    office_hours: Annotated[dict[str, str], WithJsonSchema(_mapping(HOURS))]
    holidays: Annotated[dict[str, Any], WithJsonSchema(_mapping(HOLIDAYS))] = Field(default_factory=dict)
    code: Wording
    offices: tuple[OfficeSpec, ...]
    zoning_districts: Annotated[dict[str, Wording], WithJsonSchema(_mapping(DISTRICTS))] = Field(
        default_factory=dict
    )
    law_date: dict[Word, LawDateSpec]
    amendments: dict[Slug, AmendmentSpec] = Field(default_factory=dict)
    words: WordsSpec = WordsSpec()
    verify: tuple[Wording, ...] = ()
    example: tuple[Wording, ...] = ()
    note: Wording | None = None


class ProgramHeader(Marks):
    """What a program file says before its elements.

    `grants: false` where nothing is applied for: it defines and measures what other programs decide on, or
    it orders and forbids.
    """

    program: Slug
    title: Wording
    service: Word
    number_code: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2,8}$")]
    sixty_day: Literal["yes", "no", "attorney"]
    cite: Cite
    grants: Flag = True
    facts: Annotated[
        dict[Word, FactEntry | None],
        WithJsonSchema({"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "object"}]}),
    ] = Field(default_factory=dict)
    amendments: dict[Slug, AmendmentSpec] = Field(default_factory=dict)
    state: tuple[AttachedSpec, ...] = ()

    @field_validator("facts", mode="before")
    @classmethod
    def _names_or_entries(cls, raw: Any) -> Any:
        return dict.fromkeys(raw) if isinstance(raw, list) else raw


class CallSpec(Part):
    """One real HTTP call, its path relative to the gateway. `needs: gis` marks one that gis must answer."""

    method: Literal["GET", "POST"]
    path: Annotated[str, StringConstraints(pattern=r"^/[a-z0-9/_.?=&-]+$")]
    body: Annotated[Any, WithJsonSchema({})] = None
    status: Annotated[int, Field(ge=200, le=599)] = 200
    needs: Word | None = None


class CaseSpec(Part):
    """An acceptance case. `answers` gives, per key of `expect`, a JMESPath into {calls: [answers]}.

    Where a value of `expect` has keys no path can say ("29 days"), `answers` gives a path per such key.
    """

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)+$")]
    rules: Annotated[tuple[RuleId, ...], Field(min_length=1)]
    given: Wording
    ask: Wording
    expect: Annotated[dict[str, Any], Field(min_length=1), WithJsonSchema({"type": "object"})]
    why: Wording
    calls: Annotated[tuple[CallSpec, ...], Field(min_length=1)]
    answers: Annotated[dict[str, Wording | dict[str, Wording]], Field(min_length=1)]


class CasesFile(RootModel[tuple[CaseSpec, ...]]):
    """A list of cases."""
