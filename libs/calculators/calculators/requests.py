"""What callers ask of the law."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints
from servicekit.wire import Incoming, WireDate

Word = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[a-z][a-z0-9_.-]*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Pin = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
StatedFacts = Annotated[
    dict[Name, Any],
    Field(
        max_length=200,
        default_factory=dict,
        description="By name, as GET programs/{program} lists them; null counts as not stated.",
        examples=[{"lot_area_acres": 40, "structure_height_ft": "124.5"}],
    ),
]
LawDate = Annotated[
    WireDate | None,
    Field(
        default=None,
        description="The day whose law answers; today in the city unless given.",
        examples=["2026-06-01"],
    ),
]
Count = Annotated[int, Field(ge=0, le=1000)]


def shown(example: dict[str, Any]) -> ConfigDict:
    """The model's own example in the contract."""
    return ConfigDict(json_schema_extra={"examples": [example]})


class ParcelRef(Incoming):
    """A parcel, as the county prints its number or as bare digits."""

    pin: Annotated[Pin, Field(examples=["11.029.21.24.0001"])]
    except_features: Annotated[
        list[Name],
        Field(
            max_length=20,
            default_factory=list,
            description="Features of the city, by their ids on the map, that no distance is measured to: "
            "whoever re-applies for a standing structure names its permit.",
            examples=[["LE-WIND-2026-000042"]],
        ),
    ]


class Site(Incoming):
    """Where on the parcel the project stands, or a place of no parcel: degrees, longitude first."""

    lon: Annotated[float, Field(allow_inf_nan=False, ge=-180, le=180, examples=[-92.8993808])]
    lat: Annotated[float, Field(allow_inf_nan=False, ge=-90, le=90, examples=[44.9968423])]


class CheckAsk(Incoming):
    """May this be allowed? With `parcel` the facts that maps tell are fetched.

    `site` alone asks the maps of a place that no parcel has: a boat on the lake, a pole in the right-of-way.
    """

    model_config = shown(
        {
            "on": "2026-06-01",
            "facts": {"zoning_district": "AG", "lot_area_acres": 40, "structure_height_ft": "124.5"},
            "judgments": {"le-wind-debris": True},
        }
    )

    on: LawDate
    facts: StatedFacts
    parcel: ParcelRef | None = None
    site: Site | None = None
    judgments: Annotated[
        dict[Name, bool],
        Field(max_length=50, default_factory=dict, description="Answers of offices by element id."),
    ]
    rules: Annotated[
        list[Word],
        Field(
            max_length=100,
            default_factory=list,
            description="Only these rules are asked, nothing is said of the others; all unless named.",
        ),
    ]


class EndsAsk(Incoming):
    """What does an event do to a permit?"""

    model_config = shown({"event": "ownership.transferred", "on": "2026-09-14"})

    event: Annotated[Word, Field(examples=["ownership.transferred"])]
    on: Annotated[WireDate, Field(examples=["2026-09-14"])]
    law_on: LawDate
    facts: StatedFacts


class PartyAsk(Incoming):
    """Somebody near the property: `resident`, `owner` …, and how far away in ground feet."""

    id: Annotated[Name, Field(examples=["renter"])]
    kinds: Annotated[list[Word], Field(min_length=1, max_length=10, examples=[["resident"]])]
    distance_ft: Annotated[
        int | float | None, Field(default=None, ge=0, le=1_000_000, allow_inf_nan=False, examples=[480])
    ]


class ServedAsk(Incoming):
    """A notice that went out."""

    party: Annotated[Name, Field(examples=["renter"])]
    on: Annotated[WireDate, Field(examples=["2026-07-02"])]
    method: Annotated[Word, Field(examples=["first_class_mail"])]
    proof: Annotated[Word | None, Field(default=None, examples=["affidavit_of_mailing"])]
    received_on: Annotated[
        WireDate | None,
        Field(default=None, description="Where its receipt counts.", examples=["2026-07-03"]),
    ]


class NoticeAsk(Incoming):
    """Was everybody told in time?"""

    model_config = shown(
        {
            "notice": "le-wind-notice",
            "hearing_on": "2026-07-14",
            "parties": [
                {"id": "renter", "kinds": ["resident"], "distance_ft": 480},
                {"id": "owner", "kinds": ["owner", "resident"], "distance_ft": 505},
            ],
            "served": [{"party": "renter", "on": "2026-07-02", "method": "first_class_mail"}],
        }
    )

    on: LawDate
    notice: Annotated[Word, Field(examples=["le-wind-notice"])]
    hearing_on: Annotated[
        WireDate | None,
        Field(
            default=None,
            description="The day the notice precedes; left out for a notice that precedes nothing.",
            examples=["2026-07-14"],
        ),
    ]
    parties: Annotated[list[PartyAsk], Field(max_length=5000, default_factory=list)]
    served: Annotated[list[ServedAsk], Field(max_length=10000, default_factory=list)]
    published: Annotated[
        list[WireDate], Field(max_length=60, default_factory=list, examples=[["2026-06-25"]])
    ]
    facts: StatedFacts


class DocumentAsk(Incoming):
    """What is lacking in a paper? `contains` says per item whether it stands there, or gives its text."""

    model_config = shown({"document": "le-wind-site-plan", "contains": {"the_generator": True}})

    on: LawDate
    document: Annotated[Word, Field(examples=["le-wind-site-plan"])]
    contains: Annotated[
        dict[Name, bool | Annotated[str, StringConstraints(max_length=10_000)]],
        Field(max_length=100, default_factory=dict, description="By item, as the program lists them."),
    ]
    by: Annotated[
        Word | None, Field(default=None, description="The office or party it comes from.", examples=["owner"])
    ]
    signed_by: Annotated[list[Word], Field(max_length=20, default_factory=list, examples=[["applicant"]])]
    done: Annotated[
        list[Literal["recorded", "posted", "kept", "attached"]],
        Field(max_length=4, default_factory=list, description="What was already done with it."),
    ]
    facts: StatedFacts


class VotesAsk(Incoming):
    """How the members voted."""

    yes: Annotated[Count, Field(examples=[3])]
    no: Annotated[Count, Field(default=0)]
    abstain: Annotated[Count, Field(default=0)]
    absent: Annotated[Count, Field(default=0)]


class DecisionAsk(Incoming):
    """Did a vote carry?"""

    model_config = shown({"kind": "revoke", "votes": {"yes": 3, "no": 1, "absent": 1}})

    on: LawDate
    kind: Annotated[Word, Field(examples=["revoke"])]
    votes: VotesAsk
    facts: StatedFacts


class MeasuresAsk(Incoming):
    """What do the named quantities and computed definitions of the law come to? With `parcel` the facts that
    maps tell are fetched.
    """

    model_config = shown({"facts": {"structure_height_ft": "124.5"}})

    on: LawDate
    facts: StatedFacts
    parcel: ParcelRef | None = None
    site: Site | None = None
    rules: Annotated[
        list[Word],
        Field(
            max_length=100,
            default_factory=list,
            description="Only the measures and definitions of these rules; all unless named.",
        ),
    ]


class RequirementsAsk(Incoming):
    """Which programs does a project need, across the city, or among the named ones?"""

    model_config = shown({"on": "2026-06-01", "facts": {"work": "wind_generator", "zoning_district": "AG"}})

    on: LawDate
    facts: StatedFacts
    parcel: ParcelRef | None = None
    site: Site | None = None
    programs: Annotated[
        list[Word] | None,
        Field(
            min_length=1,
            max_length=100,
            description="Ask only of these; of every program of the city unless given.",
            examples=[["wind-generator"]],
        ),
    ] = None
