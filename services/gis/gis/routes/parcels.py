"""Parcels by PIN and by address, and, for staff, who owns them."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from servicekit.access import public, requires
from servicekit.answers import read_response
from servicekit.paging import PageAsked
from servicekit.problems import problems
from servicekit.reads import Reading

from gis.routes.problems import AmbiguousParcel, TwoQuestions
from gis.schemas.parcels import ParcelCandidate, ParcelHistory, ParcelOwner, ParcelPage, PublicParcel
from gis.schemas.views import candidate, owner_view
from gis.usecases.find_parcels import (
    history_of,
    owner_of,
    parcel_of,
    parcels_asked_for,
    parcels_listed,
    parcels_with_pin,
)

router = APIRouter(prefix="/v1/{city}/parcels", tags=["parcels"])

PinInPath = Annotated[
    str, Path(min_length=1, max_length=40, description="As the county prints it, or its bare digits.")
]
PinAsked = Annotated[
    str | None,
    Query(min_length=1, max_length=40, description="Printed or bare digits.", examples=["11.029.21.24.0001"]),
]
AddressAsked = Annotated[
    str | None,
    Query(
        min_length=3,
        max_length=200,
        description="House number and street, spelled out or in postal form.",
        examples=["5008 Legion Lane N"],
    ),
]


@router.get(
    "",
    operation_id="list_parcels",
    summary="Find parcels by PIN or address, or list them",
    response_model=ParcelPage,
    dependencies=[public("parcel numbers, addresses and outlines are public data")],
)
def list_parcels(
    city: str,
    page: PageAsked,
    connection: Reading,
    pin: PinAsked = None,
    address: AddressAsked = None,
) -> Response:
    """Give every parcel that fits, with how it was matched; several mean that the caller has to choose."""
    if pin is not None and address is not None:
        raise TwoQuestions
    after = None if page.after is None else str(page.after[0])
    found: list[tuple[str, ParcelCandidate]]
    if pin is not None:
        found = [
            (parcel.pin, candidate("pin" if parcel.pin == pin else "pin_digits", None, parcel))
            for parcel in parcels_with_pin(connection, city, pin)
        ]
    elif address is not None:
        found = [
            (f"{place:06}", candidate(each.match, each.likeness, each.parcel, each.chosen))
            for place, each in enumerate(parcels_asked_for(connection, city, address))
        ]
    else:
        listed = parcels_listed(connection, city, after, page.limit + 1)
        found = [(parcel.pin, candidate("listed", None, parcel)) for parcel in listed]
    rows = [each for each in found if after is None or each[0] > after]
    return page.answer(rows, key=lambda each: (each[0],), item=lambda each: each[1])


@router.get(
    "/{pin}",
    operation_id="get_parcel",
    summary="One parcel",
    response_model=PublicParcel,
    responses=problems(AmbiguousParcel),
    dependencies=[public("parcel numbers, addresses and outlines are public data")],
)
def get_parcel(city: str, pin: PinInPath, request: Request, connection: Reading) -> Response:
    """Give one parcel without its owner; bare digits that fit several parcels answer 409 with all of them."""
    parcel = PublicParcel.model_validate(parcel_of(connection, city, pin))
    return read_response(request, parcel, cache_control="no-cache")


@router.get(
    "/{pin}/owner",
    operation_id="get_parcel_owner",
    summary="Who owns a parcel",
    response_model=ParcelOwner,
    responses=problems(AmbiguousParcel),
    dependencies=[requires("parcels.read_owner", services={"permits", "enforcement"})],
)
def get_parcel_owner(city: str, pin: PinInPath, request: Request, connection: Reading) -> Response:
    """Give owner and taxpayer; both are withheld together where the law suppresses them (M.S. 5B)."""
    parcel, ownership = owner_of(connection, city, pin)
    return read_response(request, owner_view(parcel, ownership), cache_control="private, no-cache")


@router.get(
    "/{pin}/history",
    operation_id="get_parcel_history",
    summary="What a parcel was, and what became of its land",
    response_model=ParcelHistory,
    dependencies=[public("parcel numbers, addresses and outlines are public data")],
)
def get_parcel_history(city: str, pin: PinInPath, request: Request, connection: Reading) -> Response:
    """Give versions and links by the printed PIN, also of a parcel that is gone."""
    history = ParcelHistory.model_validate(history_of(connection, city, pin))
    return read_response(request, history, cache_control="no-cache")
