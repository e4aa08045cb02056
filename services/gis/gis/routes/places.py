"""What lies at a point, and facts about a parcel or a place."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from servicekit.access import public
from servicekit.answers import json_response, read_response
from servicekit.app import CurrentClock
from servicekit.problems import problems
from servicekit.reads import Reads
from servicekit.wire import WireDate

from gis import usecases
from gis.routes.problems import AmbiguousParcel
from gis.routes.wiring import CurrentGeometry
from gis.schemas.facts import FactsAnswer, FactsAsk
from gis.schemas.places import PlaceAnswer
from gis.schemas.views import facts_view, place_view

router = APIRouter(prefix="/v1/{city}", tags=["places"])

Longitude = Annotated[
    float, Query(allow_inf_nan=False, description="Degrees, NAD83; in Minnesota near -93.", examples=[-92.9])
]
Latitude = Annotated[
    float, Query(allow_inf_nan=False, description="Degrees, NAD83; in Minnesota near 45.", examples=[44.997])
]
DayAsked = Annotated[
    WireDate | None, Query(description="The day as of which the map is asked; without it today.")
]


@router.get(
    "/at",
    operation_id="get_place",
    summary="What lies at a point",
    response_model=PlaceAnswer,
    dependencies=[public("parcels, districts and overlays are public maps")],
)
def get_place(
    city: str,
    lon: Longitude,
    lat: Latitude,
    request: Request,
    reads: Reads,
    geometry: CurrentGeometry,
    clock: CurrentClock,
    on: DayAsked = None,
) -> Response:
    """Give who governs the point, and in this city its parcels, zoning districts and overlays.

    A point on a shared edge lies in both parcels. Outside the city only the jurisdiction is named.
    """
    day = on or clock.today(city)
    place = reads.once(
        lambda connection: usecases.locate.place_at(connection, geometry(), city, lon, lat, day)
    )
    return read_response(request, place_view(place), cache_control="no-cache")


@router.post(
    "/facts",
    operation_id="answer_facts",
    summary="Facts about a parcel, a site on it, or a place of no parcel",
    response_model=FactsAnswer,
    responses=problems(AmbiguousParcel),
    dependencies=[public("zoning, lot size and overlays are public maps")],
)
def answer_facts(
    city: str, body: FactsAsk, reads: Reads, geometry: CurrentGeometry, clock: CurrentClock
) -> Response:
    """Answer the facts that packs name; what cannot be told is in `missing`, with the reason."""
    site = None if body.site is None else (body.site.lon, body.site.lat)
    on = body.on or clock.today(city)
    footprint = [] if body.footprint is None else [body.footprint.coordinates]
    found = reads.once(
        lambda connection: usecases.answer_facts.facts_of(
            connection, geometry(), city, body.pin, site, body.names, on, body.except_features, footprint
        )
    )
    return json_response(facts_view(found, found.shapes() if body.geometry else {}))
